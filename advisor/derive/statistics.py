"""Statistics of `show stat`: caches, replication, semaphores, users and Traveler."""

import re
from collections.abc import Iterator
from operator import itemgetter

from advisor import values
from advisor.derive.context import Context, derived
from advisor.facts import SERVER, Complete, Fact, Facts, facts_of
from advisor.sizing.mail_memory import fitted, has_memory_tables, least_memory
from advisor.values.dates import hours_between
from advisor.values.printing import decimal, listed, number

_PERCENTAGES = {  # key → the counter, the counters whose sum is 100 %, and the smallest sum that says enough
    "mail_boxes.conflict_percent": ("stat.mail.mailbox.accessconflicts", ("stat.mail.mailbox.accesses",), 100),
    "replication.failed_percent": ("stat.replica.failed", ("stat.replica.failed", "stat.replica.successful"), 20),
    "cluster_replication.failed_percent": (
        "stat.replica.cluster.failed",
        ("stat.replica.cluster.failed", "stat.replica.cluster.successful"),
        20,
    ),
    "buffer_pool.peak_percent": ("stat.database.bufferpool.peak", ("stat.database.bufferpool.maximum",), 1),
}
_COUNTED_WITH_MAIL = ("stat.mail.delivered", "stat.mail.totalrouted", "stat.mail.transferred")
_ELAPSED = re.compile(r"(?:(\d{1,5}) [^\W\d_]+ )?(\d{1,4}):(\d\d):(\d\d)")
_DAY = 24
_PARTS = 100  # less than 1 % of the opened databases are few rejections
_PROTOCOLS = ("pop3", "imap", "ldap")  # tasks whose statistics count the sessions since they were loaded


@derived(
    "mail_boxes.conflict_percent", "replication.failed_percent", "cluster_replication.failed_percent",
    "buffer_pool.peak_percent", "database_cache.most", "database_cache.few_rejected", "counters.hours",
    "counters.settled", "mail.in_use", "protocols.idle",
)  # fmt: skip
def derive_statistics(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield the percentages, `mail.in_use`, `protocols.idle`, and whether the server counted for a day or more."""
    for key, (counter, counters_of_all, least) in _PERCENTAGES.items():
        yield from _percentage(facts, key, counter, counters_of_all, least)
    yield from _hours(facts)
    yield from _idle(facts)
    yield from _cached(facts)
    yield from _rejected(facts)
    for key in _COUNTED_WITH_MAIL:
        if values.number((moved := facts.ask(key)).text):
            yield Fact("mail.in_use", "yes", made_from=moved.facts)
            return


def _idle(facts: Facts) -> Iterator[Fact | Complete]:
    """Yield the tasks of Internet protocols that NOTES.INI starts and to which no user connected."""
    started = facts.ask("tasks.names")
    names = values.parse("list", started.text or "")
    running = [name for name in _PROTOCOLS if name in names]
    sessions = {name: facts.ask(f"stat.{name}.sessions.inbound.total") for name in running}
    counts = {name: values.number(answer.text) for name, answer in sessions.items()}
    idle = {name: answer for name, answer in sessions.items() if counts[name] == 0}
    if idle:
        origins = facts_of(idle.values())
        yield Fact("protocols.idle", ", ".join(name.upper() for name in idle), made_from=(*origins, *started.facts))
    elif not isinstance(names, values.Some) and None not in counts.values():
        counted = facts_of(sessions.values())
        yield from (Complete("protocols.", fact.source) for fact in counted[:1] if fact.source)


def _rejected(facts: Facts) -> Iterator[Fact]:
    """Yield whether the cache rejected few of the databases that were opened; no if it is not known how many were."""
    rejections, opens = (
        facts.ask(f"stat.database.dbcache.{name}") for name in ("overcrowdingrejections", "initialdbopens")
    )
    rejected, opened = values.number(rejections.text), values.number(opens.text)
    if rejected is not None:
        is_few = bool(opened) and rejected * _PARTS < (opened or 0)
        origins = rejections.facts + opens.facts
        yield Fact("database_cache.few_rejected", "yes" if is_few else "no", made_from=origins)


def _cached(facts: Facts) -> Iterator[Fact]:
    """Yield the most databases that the cache has held; what it holds now may be less, unless it is over the limit."""
    mark, now, limit = (
        facts.ask(f"stat.database.dbcache.{name}") for name in ("highwatermark", "currententries", "maxentries")
    )
    if values.number(mark.text) is not None:
        yield Fact("database_cache.most", mark.text or "", made_from=mark.facts)
    elif (held := values.number(now.text)) is not None:
        most = values.number(limit.text)
        doubt = "" if most is not None and held > most else "the cache may have held more than it does now"
        yield Fact("database_cache.most", now.text or "", made_from=now.facts, doubt=doubt)


def _percentage(facts: Facts, key: str, counter: str, counters_of_all: tuple[str, ...], least: int) -> Iterator[Fact]:
    """Yield a counter as a percentage of the sum of other counters, if all of them are known.

    The percentage is in doubt if the sum is below `least`, unless the counter is 0.
    """
    answers = {name: facts.ask(name) for name in (counter, *counters_of_all)}
    numbers = {name: values.number(answer.text) for name, answer in answers.items()}
    known = {name: number for name, number in numbers.items() if number is not None}
    if len(known) < len(numbers) or not (total := sum(known[name] for name in counters_of_all)):
        return
    origins = facts_of(answers.values())
    doubt = f"only {total:.0f} were counted, too few to make a share of" if known[counter] and total < least else ""
    yield Fact(key, decimal(100 * known[counter] / total), made_from=origins, doubt=doubt)


def _hours(facts: Facts) -> Iterator[Fact]:
    """Yield how many full hours the server had been up when it printed its counters."""
    uptime = _uptime(facts)
    if uptime:
        hours, origins = uptime
        yield Fact("counters.hours", str(hours), made_from=origins)
        doubt = "" if hours >= _DAY else f"the server had been up for {_spelt(hours)}, and counters want a day"
        yield Fact("counters.settled", "yes", made_from=origins, doubt=doubt)


def _uptime(facts: Facts) -> tuple[int, tuple[Fact, ...]] | None:
    """Return the full hours since the start, and what says so: `show stat`, or else `show server`."""
    days, elapsed = facts.ask("stat.server.elapsedtimedays"), facts.ask("stat.server.elapsedtime")
    if (number := values.number(days.text)) is not None:
        return int(number * _DAY), days.facts
    if (hours := _elapsed_hours(elapsed.text or "")) is not None:
        return hours, elapsed.facts
    start, current = facts.ask("stat.server.time.start"), facts.ask("stat.stats.time.current")
    if (hours := hours_between(start.text or "", current.text or "")) is not None:
        return hours, start.facts + current.facts
    shown = [
        (hours, fact)
        for fact in facts.of(SERVER, "console.elapsed")
        if (hours := _elapsed_hours(fact.text)) is not None
    ]
    if not shown:
        return None
    least, fact = min(shown, key=itemgetter(0))
    return least, (fact,)


def _elapsed_hours(text: str) -> int | None:
    """Return the full hours of `12 days 03:12:11`."""
    match = _ELAPSED.fullmatch(text)
    return int(match[1] or 0) * _DAY + int(match[2]) if match else None


def _spelt(hours: int) -> str:
    return f"{hours} hours only" if hours > 1 else "an hour only" if hours else "less than an hour"


_RATING = "stat.health.overall.value"
_FATAL = 98  # from which on a rating is critical whatever the threshold: HCL's page on these statistics


@derived("health.critical_from")
def derive_health(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `health.critical_from`: the threshold, where it is given and not 0; else 98."""
    threshold = facts.ask("stat.health.overall.threshold.critical")
    given = values.whole(threshold.text)
    least = min(given, _FATAL) if given else _FATAL
    yield Fact("health.critical_from", str(least), made_from=threshold.facts or facts.ask(_RATING).facts)


_PAIRS = re.compile(r"[0-9A-Fa-f]{4}\s*:\s*[0-9]{1,9}(?:[\s,;]+[0-9A-Fa-f]{4}\s*:\s*[0-9]{1,9})*")
_PAIR = re.compile(r"([0-9A-Fa-f]{4})\s*:\s*([0-9]+)")
_FOR = {
    "0244": "databases", "0245": "databases", "0309": "view rebuilds", "030B": "view rebuilds", "410F": "file handles",
    "430D": "name lookups", "0A12": "log.nsf", "0A13": "log.nsf", "4117": "memory", "0A0B": "sessions",
}  # fmt: skip
_MAX_NAMED_CODES = 3


@derived("semaphores.timeouts", "semaphores.counted", "semaphores.a_day", "semaphores.told")
def derive_semaphores(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `semaphores.timeouts`, their sum.

    `.counted` in words and `.a_day` of uptime; `.told`, the most frequent ones.
    """
    answer = facts.ask("stat.sem.timeouts")
    text = (answer.text or "").strip().rstrip(",;")
    if text and not _PAIRS.fullmatch(text):
        return
    counts: dict[str, int] = {}
    for code, count in _PAIR.findall(text):
        counts[code.upper()] = counts.get(code.upper(), 0) + int(count)
    if answer.facts:
        yield from _how_often(facts, sum(counts.values()), answer.facts)
    if counts:
        most = sorted(counts, key=lambda code: -counts[code])
        words = listed((_in_words(code, counts[code]) for code in most), _MAX_NAMED_CODES)
        yield Fact("semaphores.told", words, made_from=answer.facts)


def _how_often(facts: Facts, total: int, origins: tuple[Fact, ...]) -> Iterator[Fact]:
    yield Fact("semaphores.timeouts", str(total), made_from=origins)
    yield Fact("semaphores.counted", number(f"{total:,}", "time"), made_from=origins)
    hours = facts.ask("counters.hours")
    if count := values.whole(hours.text):
        yield Fact("semaphores.a_day", decimal(24 * total / count), made_from=(*origins, *hours.facts))


def _in_words(code: str, count: int) -> str:
    """Return `58 times for name lookups (430D)`."""
    what = _FOR.get(code)
    return number(f"{count:,}", "time") + (f" for {what} ({code})" if what else f" for {code}")


_SERVERS_CALL = {"hub", "relay"}  # more memory did nothing for the paper's hub of 240 servers


@derived("users_memory.of_people", "users_memory.least_mb", "users_memory.for_users", "users_memory.fitted_mb")
def derive_users_memory(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `users_memory.of_people`; `.least_mb` for the table's `.for_users`; `.fitted_mb`, what is in the machine.

    Whoever calls is taken for a person unless domlint.toml says that other servers do.
    """
    if not has_memory_tables(facts.ask("release").text, facts.ask("platform").text):
        return
    role = facts.ask("server.role")
    yield Fact("users_memory.of_people", "no" if role.text in _SERVERS_CALL else "yes", made_from=role.facts)
    peak, memory = facts.ask("stat.server.users.peak"), facts.ask("machine.memory")
    users, size = values.whole(peak.text), values.whole(memory.text)
    if row := least_memory(users) if users else None:
        yield Fact("users_memory.least_mb", str(row.mb), made_from=peak.facts)
        yield Fact("users_memory.for_users", str(row.users), made_from=peak.facts)
    if size:  # a counter of 32 bits shows 4 GB as 0
        yield Fact("users_memory.fitted_mb", str(fitted(size)), made_from=memory.facts)


_DEVICES = "stat.traveler.push.devices.total"
_THREADS = "doc.server.http_maxactivethreads"
_WORKERS = "stat.http.workers"
_HEAP = re.compile(r"(?:^|\s)-Xmx(\d{1,15})([kKmMgG]?)(?=\s|$)")
_MEGABYTES = {"": 1 / 1024**2, "k": 1 / 1024, "m": 1, "g": 1024}
_FIRST_WITH_A_QUARTER = "12.0"  # the default is a quarter of the memory
_LEAST_DEFAULT_MB = 1024
_FULL_HEAP, _SPENT_HEAP = 90, 95  # percent
_USER_CACHE = "stat.domino.cache.user cache.maxsize"
_STATE, _INDEX = "stat.traveler.constrained.state", "stat.traveler.availability.index.current"
_MOST_CONSTRAINED = 100  # -100 to -1: constrained; -200: the load balancer may not use it
_AT_FIRST_START = {"64": "400", "32": "100"}
_AS_IT_RUNS = "Http.Workers: what HTTP runs with, where no server document was given"
_NO_COUNT = "Traveler's first start sets that number; how many devices are registered was not given"


@derived(
    "traveler.http_threads", "traveler.http_threads_wanted", "traveler.devices_counted", "traveler.heap_mb",
    "traveler.default_heap_mb", "traveler.heap_without_unit", "traveler.heap_told", "traveler.heap_short",
    "traveler.heap_in_use", "traveler.constrained", "traveler.constrained_told", "traveler.refuses_work",
    "traveler.users_cut_off",
    "traveler.cached_users", "traveler.devices",
)  # fmt: skip
def derive_traveler(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `traveler.http_threads_wanted`: 1.2 a device, else what its first start sets.

    `.http_threads`, `.heap_mb`, `.devices`, and `.cached_users`, the size of the HTTP task's user cache.
    """
    devices, bits = facts.ask(_DEVICES), facts.ask("bits")
    count = values.whole(devices.text)
    if count is not None:
        yield Fact("traveler.http_threads_wanted", str(-(-count * 12 // 10)), made_from=devices.facts)
        yield Fact("traveler.devices", str(count), made_from=devices.facts)
    elif bits.text in _AT_FIRST_START:
        wanted = _AT_FIRST_START[bits.text]
        yield Fact("traveler.http_threads_wanted", wanted, made_from=bits.facts, presumed=True, note=_NO_COUNT)
    yield Fact("traveler.devices_counted", "no" if count is None else "yes", made_from=devices.facts)
    cache = facts.ask(_USER_CACHE)
    if (users := values.whole(cache.text)) is not None:
        yield Fact("traveler.cached_users", str(users), made_from=cache.facts)
    yield from _threads(facts)
    java = facts.ask("ini.nts_java_parms")
    limits = [] if (heap := _HEAP.search(java.text or "")) is None else list(_heap(facts, heap, java.facts))
    in_use = list(_heap_in_use(facts))
    yield from (*limits, *in_use)
    yield from _constrained(facts, {fact.key: fact for fact in (*limits, *in_use)})


def _heap(facts: Facts, heap: re.Match[str], origins: tuple[Fact, ...]) -> Iterator[Fact]:
    """Yield the limit of Traveler's heap in MB and in words, and the default on this machine in MB."""
    megabytes = int(int(heap[1]) * _MEGABYTES[heap[2].lower()])
    no_unit = not heap[2] and not megabytes
    words = f"{heap[1]} bytes, because -Xmx{heap[1]} has no unit" if no_unit else f"{megabytes} MB"
    release, memory = facts.ask("release"), facts.ask("machine.memory")
    older = values.is_before(release.text, _FIRST_WITH_A_QUARTER)
    quarter = (values.whole(memory.text) or 0) // 4 if older is False else 0
    if older or quarter:
        default = max(_LEAST_DEFAULT_MB, quarter)
        yield Fact("traveler.default_heap_mb", str(default), made_from=release.facts + memory.facts * (older is False))
        words += f"; the default here is {default} MB" if default > megabytes and not no_unit else ""
    yield Fact("traveler.heap_mb", str(megabytes), made_from=origins)
    yield Fact("traveler.heap_without_unit", "yes" if no_unit else "no", made_from=origins)
    yield Fact("traveler.heap_told", words, made_from=origins)


def _heap_in_use(facts: Facts) -> Iterator[Fact]:
    """Yield `traveler.heap_short`: whether more than 90 % of Traveler's Java heap are in use.

    `.heap_in_use`: in words.
    """
    used, most = (facts.ask(f"stat.traveler.memory.java.{name}") for name in ("current", "max"))
    megabytes, limit = values.whole(used.text), values.whole(most.text)
    if megabytes is None or not limit:
        return
    origins = used.facts + most.facts
    yield Fact("traveler.heap_short", "yes" if 100 * megabytes > _FULL_HEAP * limit else "no", made_from=origins)
    yield Fact("traveler.heap_in_use", f"{megabytes} of {limit} MB are in use", made_from=origins)


def _constrained(facts: Facts, heap: dict[str, Fact]) -> Iterator[Fact]:
    """`traveler.constrained`: by its state, its availability index, or a full Java heap; `.constrained_told`.

    `traveler.refuses_work`: whether it starts no new syncs. A heap that is limited below its default does not count:
    another rule reports that limit. `traveler.users_cut_off`: by a negative index, or by the state and a heap of which
    more than 95 % is in use.
    """
    state, index = (facts.ask(key) for key in (_STATE, _INDEX))
    available = values.whole((index.text or "").removeprefix("-"))
    is_negative = bool(available) and (index.text or "").startswith("-")
    is_spent = is_negative and (available or 0) <= _MOST_CONSTRAINED
    refuses = state.text == "1" or is_spent
    reasons = ["its constrained state is 1"] * (state.text == "1")
    reasons += [f"its availability index is {index.text}"] * is_negative
    origins = state.facts + index.facts
    if "traveler.heap_short" in heap and heap["traveler.heap_short"].text == "yes" and not _is_limited(heap):
        reasons.append(f"its Java heap is nearly full ({heap['traveler.heap_in_use'].text})")
        origins += heap["traveler.heap_in_use"].made_from
    if reasons:
        yield Fact("traveler.constrained_told", listed(reasons), made_from=origins)
    if reasons or state.text or available is not None:
        yield Fact("traveler.constrained", "yes" if reasons else "no", made_from=origins)
        yield Fact("traveler.refuses_work", "yes" if refuses else "no", made_from=origins)
        cut_off = is_spent or (state.text == "1" and _has_spent_heap(facts))
        yield Fact("traveler.users_cut_off", "yes" if cut_off else "no", made_from=origins)


def _has_spent_heap(facts: Facts) -> bool:
    """Return whether more than 95 % of Traveler's Java heap are in use."""
    used, most = (values.whole(facts.ask(f"stat.traveler.memory.java.{name}").text) for name in ("current", "max"))
    return bool(most) and 100 * (used or 0) > _SPENT_HEAP * (most or 0)


def _is_limited(heap: dict[str, Fact]) -> bool:
    """Return whether NTS_JAVA_PARMS holds the heap below its default, so that traveler-heap-small speaks."""
    if "traveler.heap_mb" not in heap:
        return False
    default = heap.get("traveler.default_heap_mb")
    return int(heap["traveler.heap_mb"].text) < max(_LEAST_DEFAULT_MB, int(default.text) if default else 0)


def _threads(facts: Facts) -> Iterator[Fact]:
    """Yield how many threads HTTP has: as the server document has it, else as it runs."""
    threads, workers = facts.ask(_THREADS), facts.ask(_WORKERS)
    if (count := values.whole(threads.text)) is not None:
        yield Fact("traveler.http_threads", str(count), made_from=threads.facts)
    elif (count := values.whole(workers.text)) is not None:
        made_from = workers.facts
        yield Fact("traveler.http_threads", str(count), made_from=made_from, presumed=True, note=_AS_IT_RUNS)

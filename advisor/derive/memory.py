"""Memory of the machine, the buffer pool and the transaction pool."""

from collections.abc import Iterator

from msgspec import Struct

from advisor import values
from advisor.derive.context import Context, derived
from advisor.facts import DIFFERENT_VALUES, SERVER, Answer, Fact, Facts, Subject, facts_of
from advisor.values.printing import listed
from advisor.values.release import AtLeast

_MEGABYTE = 1024**2
# The server's statistics, with the bytes of a unit. PercentAvailSysResources makes the server report less.
_STATISTICS = {
    "stat.mem.physicalram": ("Mem.PhysicalRAM", 1),
    "stat.platform.memory.ram.totalmbytes": ("Platform.Memory.RAM.TotalMBytes", _MEGABYTE),
}


def figure(fact: Fact) -> float:
    """Return what was measured; -1 for what is no number."""
    number = values.number(fact.text)
    return -1.0 if number is None else float(number)


@derived("machine.memory")
def derive_memory(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `machine.memory`: from the machine's own tools, else from statistics if nothing limits them.

    If the server runs in a container that has a limit below that, it is the limit.
    """
    if facts.ask("machine.memory").facts:
        return
    machine = next(_memory_of_machine(facts), None)
    limits = [_limit_of(facts, container) for container in facts.subjects("container") or []]
    given = tuple(limit for limit in limits if limit)
    sizes = {int(limit.text or 0) // _MEGABYTE if limit else 0 for limit in limits}
    limit = sizes.pop() if len(sizes) == 1 else 0
    if doubt := next((limit.doubt for limit in given if limit.doubt), DIFFERENT_VALUES if sizes else ""):
        yield Fact("machine.memory", "", made_from=given, doubt=doubt)
    elif limit and (machine is None or limit < int(machine.text)):
        yield Fact("machine.memory", str(limit), made_from=given, note="the limit of the server's container")
    elif machine:
        yield machine


def _limit_of(facts: Facts, container: Subject) -> Fact | None:
    """Return the limit of a container's memory. `docker inspect` prints what is in force, 0 if nothing is."""
    keys = ("container.memory_running", "container.memory_planned")
    return next((fact for key in keys for fact in facts.of(container, key)), None)


def _memory_of_machine(facts: Facts) -> Iterator[Fact]:
    """Yield the machine's memory by its own tools, or by statistics if nothing limits them."""
    if total := facts.first("memory.total"):
        yield Fact("machine.memory", str(int(total.text) // _MEGABYTE), made_from=(total,))
        return
    if facts.ask("ini.percentavailsysresources").facts:
        return
    for key, (name, unit) in _STATISTICS.items():
        reported = facts.ask(key)
        if (size := values.number(reported.text)) is not None:
            yield Fact("machine.memory", str(int(size) * unit // _MEGABYTE), made_from=reported.facts, note=name)
            return


_FORMS = {
    "ini.nsf_buffer_pool_size": "NSF_BUFFER_POOL_SIZE={} (bytes)",
    "ini.nsf_buffer_pool_size_mb": "NSF_BUFFER_POOL_SIZE_MB={}",
}
# The most that Domino 8 and newer take by themselves, in MB; z/OS on 64 bits has no cap.
_CAPS = {("64", "os400"): 512, ("32", "zos"): 400, ("32", "zlinux"): 400}
_CAP = {"64": 1024, "32": 512}
_FIRST_MADE_OF_MEMORY, _FIRST_CAPPED = [5, 0, 0, 0, 0, 0], [8, 0, 0, 0, 0, 0]
_MADE_OF_A_QUARTER = ([4, 5], [4, 51])  # 4.5 and 4.51, as Compaq writes them: a quarter of the memory, 160 MB at most
_MOST_OF_A_QUARTER = 160
_SHARES = ((32, 1 / 8), (96, 1 / 4), (4096 - 128, 3 / 8))  # of the first 32 MB, the next 96, what remains up to 4 GB


@derived("buffer_pool.written", "buffer_pool.most_mb", "buffer_pool.percent_of_memory")
def derive_buffer_pool(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `buffer_pool.written`: the settings as they stand; `.most_mb`: how large the pool may become.

    `.percent_of_memory`: the share of the machine's memory that a size set by hand may take, where the memory is known.
    """
    written = {key: answer for key in _FORMS if (answer := facts.ask(key)).text}
    if written:
        text = " and ".join(_FORMS[key].format(answer.text) for key, answer in written.items())
        origins = facts_of(written.values())
        yield Fact("buffer_pool.written", text, made_from=origins)
    if len(written) == 1:
        yield from _as_set(*written.popitem(), facts.ask("machine.memory"))
    elif not written and all(facts.ask(key).absent for key in _FORMS):
        yield from _by_itself(facts)


def _as_set(key: str, answer: Answer, memory: Answer) -> Iterator[Fact]:
    """Yield the size that the only form that is set gives, and its share of the memory."""
    if (size := values.number(answer.text)) is None:
        return
    megabytes = int(size) if key.endswith("_mb") else int(size) // _MEGABYTE
    yield Fact("buffer_pool.most_mb", str(megabytes), made_from=answer.facts)
    if of_machine := values.whole(memory.text):
        share = str(100 * megabytes // of_machine)
        yield Fact("buffer_pool.percent_of_memory", share, made_from=answer.facts + memory.facts)


def _by_itself(facts: Facts) -> Iterator[Fact]:
    """Yield the default of the buffer pool: a cap from 8.0 on, a share of the memory before."""
    release, bits, platform = facts.ask("release"), facts.ask("bits"), facts.ask("platform")
    number = values.parse("release", release.text) if release.text else None
    if number is None:
        return
    if number >= _FIRST_CAPPED:
        cap = _CAPS.get((bits.text or "", platform.text or ""), _CAP.get(bits.text or ""))
        if cap and (bits.text, platform.text) != ("64", "zos"):
            note = f"Neither form is set: Domino takes at most {cap} MB by itself"
            yield Fact("buffer_pool.most_mb", str(cap), made_from=release.facts + bits.facts, note=note)
        return
    memory = facts.ask("machine.memory")
    of_machine = values.whole(memory.text)
    if isinstance(number, AtLeast) or of_machine is None:
        return
    quarter = number[:2] in _MADE_OF_A_QUARTER
    if quarter or number >= _FIRST_MADE_OF_MEMORY:
        share = min(_MOST_OF_A_QUARTER, of_machine // 4) if quarter else _share_of(of_machine)
        size = str(share)
        note = "Neither form is set: Domino makes it of the memory"
        yield Fact("buffer_pool.most_mb", size, made_from=memory.facts, note=note)


def _share_of(memory: int) -> int:
    """Return the share of Domino 5 to 7: 1/8 of the first 32 MB, 1/4 of the next 96, 3/8 of the rest, up to 4 GB."""
    total = 0.0
    for size, share in _SHARES:
        total += min(memory, size) * share
        memory = max(0, memory - size)
    return int(total)


_HEAPS = {  # names, and the tasks that have these heaps
    "ini.httpjvmmaxheapsize": ("HTTPJVMMaxHeapSize", "http"),
    "ini.javamaxheapsize": ("JavaMaxHeapSize", ""),
}
_MOST_OF_SET, _MOST_BY_ITSELF = 1 / 2, 3 / 8  # the share of memory up to which a buffer pool counts beside the heaps


@derived("java_heaps.told", "java_heaps.mb", "java_heaps.exceed_memory")
def derive_java_heaps(facts: Facts, _: Context) -> Iterator[Fact]:
    """`java_heaps.told`: the Java heaps that are set, and the buffer pool; `.mb`: their sum; `.exceed_memory`.

    A larger part of the memory than half, or than three eighths if Domino sizes it, does not count for the buffer pool:
    other rules report a pool that is too large.
    """
    pool, memory = facts.ask("buffer_pool.most_mb"), facts.ask("machine.memory")
    tasks, known_in_full = _java_tasks(facts)
    heaps = list(_heaps(facts))
    counted = [heap for heap in heaps if heap.task in tasks]
    size, most = values.whole(pool.text), values.whole(memory.text)
    words = [f"{heap.name} {heap.megabytes} MB" for heap in counted]
    words += [f"buffer pool {size} MB"] * (size is not None)
    origins = tuple(fact for heap in counted for fact in heap.facts) + pool.facts
    java = sum(heap.megabytes for heap in counted)
    if counted:
        yield Fact("java_heaps.told", listed(words), made_from=origins)
        yield Fact("java_heaps.mb", str(java + (size or 0)), made_from=origins)
    if not most:
        return
    share = _MOST_OF_SET if any(facts.ask(key).text for key in _FORMS) else _MOST_BY_ITSELF
    left = most - min(size or 0, int(most * share))
    keys = (*_HEAPS, "ini.nts_java_parms")
    is_complete = size is not None and all(facts.ask(key).text or facts.ask(key).absent for key in keys)
    possible = java if known_in_full else sum(heap.megabytes for heap in heaps)
    if java > left or (possible <= left and is_complete) or (known_in_full and not counted):
        origins += memory.facts + facts.ask("tasks.names").facts
        yield Fact("java_heaps.exceed_memory", "yes" if java > left else "no", made_from=origins)


class _Heap(Struct, frozen=True):
    """A Java heap that is set. task: the task that has it, or "" for that of agents."""

    name: str
    megabytes: int
    task: str
    facts: tuple[Fact, ...]


def _java_tasks(facts: Facts) -> tuple[set[str], bool]:
    """Return the tasks that surely have a heap, and whether no other task does.

    A log in which HTTP ran out of its heap shows that HTTP runs, if lists of tasks contradict each other.
    """
    names = facts.ask("tasks.names")
    if names.text is not None:
        return {"", *values.parse("list", names.text.lower())}, True
    tasks = {"", *(values.certain(fact.text.lower() for fact in names.facts) or ())}
    java = Subject("trouble", "java heap")
    causes = facts.ask("trouble.causes", java).text or ""
    if "HTTP" in causes.split(", ") and facts.ask("trouble.standing", java).text != "long ago":
        tasks.add("http")
    return tasks, False


def _heaps(facts: Facts) -> Iterator[_Heap]:
    """Yield each heap that is set."""
    for key, (name, task) in _HEAPS.items():
        answer = facts.ask(key)
        try:
            size = values.parse("size", answer.text or "")
        except values.NotOfType:
            continue
        yield _Heap(name, int(size) // _MEGABYTE, task, answer.facts)
    traveler = facts.ask("traveler.heap_mb")
    if (megabytes := values.whole(traveler.text)) is not None:
        yield _Heap("NTS_JAVA_PARMS", megabytes, "traveler", traveler.facts)


_PART, _FEW, _FEWEST = 20, 10, 50
_PAGED_OUT = 60  # percent of the paging file, as memory-short has it
_PAGED_OUT_OF_AIX = 70  # percent of the paging space, as aix-paging-space-short has it
_AVAILABLE = (
    "counter.available_megabytes",
    "stat.platform.memory.ram.availmbytes.avg",
    "stat.platform.memory.ram.availmbytes",
)
_PAGING = (
    ("counter.swapped_in", "kB a second swapped in"),
    ("counter.swapped_out", "kB a second swapped out"),
    ("counter.pages_a_second", "pages a second read and written (Memory\\Pages/sec)"),
    ("stat.platform.memory.pagespersec.avg", "pages a second on average (Platform.Memory.PagesPerSec.Avg)"),
)


@derived(
    "memory.short", "memory.short_told", "memory.left_told", "memory.little_left", "memory.hardly_any_left",
    "memory.state_told", "memory.paging_told",
)  # fmt: skip
def derive_shortage(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `memory.short`, `.short_told`, `.left_told`, where something shows it.

    `.little_left`, `.hardly_any_left`: less than a tenth, less than 2 %; no if no tool shows it.
    `.state_told`: both in words.
    `.paging_told`, where it was measured.
    """
    left = list(_little_is_left(facts))
    yield from _state(facts)
    yield from (Fact("memory.left_told", words, made_from=(fact,)) for words, fact in left)
    shown = [*left, *_much_is_paged_out(facts)]
    if shown:
        origins = tuple(fact for _, fact in shown)
        yield Fact("memory.short", "yes", made_from=origins)
        yield Fact("memory.short_told", listed([words for words, _ in shown]), made_from=origins)
    paging = [(f"{figure(fact):,.0f} {words}", fact) for key, words in _PAGING for fact in _measured(facts, key)]
    if paging:
        words = listed([words for words, _ in paging])
        yield Fact("memory.paging_told", words, made_from=tuple(fact for _, fact in paging))


def _available(facts: Facts) -> tuple[float, int, Fact] | None:
    """Return the megabytes that are free for programs, the machine's, and the fact: the least that any tool says."""
    total = facts.first("memory.total")  # of the tool that prints what is available, be it above a container's limit
    size = int(total.text) // _MEGABYTE if total else values.whole(facts.ask("machine.memory").text)
    left = [(figure(fact) / _MEGABYTE, fact) for fact in _measured(facts, "memory.available")]
    left += [(figure(fact), fact) for key in _AVAILABLE for fact in _measured(facts, key)]
    if not size or not left:
        return None
    megabytes, fact = min(left, key=lambda pair: pair[0])
    return megabytes, size, fact


def _state(facts: Facts) -> Iterator[Fact]:
    """Yield whether little memory is available, and the state of memory and paging space in words."""
    share, available = facts.ask("memory.paging_percent"), _available(facts)
    words = [f"{share.text} % of the paging file or swap space is in use"] if share.text else []
    origins = share.facts
    if available:
        megabytes, size, fact = available
        if megabytes * _FEW < size:
            words.append(f"{megabytes:.0f} of {size} MB of memory are available")
            origins += (fact,)
    if killed := _killed_in_containers(facts):
        words.append(f"the kernel killed a process of the container{'s' * (len(killed) > 1)} for want of memory")
        origins += killed
        yield Fact("memory.little_left", "yes", made_from=killed)
        yield Fact("memory.hardly_any_left", "yes", made_from=killed)
    elif available or share.text:
        left = available[0] / available[1] if available else 1
        made_from = (available[2],) if available else share.facts
        yield Fact("memory.little_left", "yes" if left * _FEW < 1 else "no", made_from=made_from)
        yield Fact("memory.hardly_any_left", "yes" if left * _FEWEST < 1 else "no", made_from=made_from)
    if words:
        yield Fact("memory.state_told", listed(words), made_from=origins)


def _killed_in_containers(facts: Facts) -> tuple[Fact, ...]:
    killed = (facts.of(container, "container.oom_killed") for container in facts.subjects("container") or [])
    return tuple(fact for told in killed for fact in told if fact.text == "yes")


def _little_is_left(facts: Facts) -> Iterator[tuple[str, Fact]]:
    """Yield where less than a twentieth of the memory is free for programs."""
    if available := _available(facts):
        megabytes, size, fact = available
        if megabytes * _PART < size:
            yield f"{megabytes:.0f} of {size} MB of memory are available", fact


def _much_is_paged_out(facts: Facts) -> Iterator[tuple[str, Fact]]:
    share = facts.ask("memory.paging_percent")
    if share.text and figure(share.facts[0]) > _PAGED_OUT and facts.ask("memory.ample").text != "yes":
        yield f"{share.text} % of the paging file or swap space are in use", share.facts[0]
    of_aix = facts.ask("aix.paging.used_percent")
    if of_aix.text and figure(of_aix.facts[0]) > _PAGED_OUT_OF_AIX:
        yield f"{of_aix.text} % of the paging space of AIX are in use", of_aix.facts[0]


def _measured(facts: Facts, key: str) -> list[Fact]:
    return [fact for fact in facts.of(SERVER, key) if not fact.doubt and figure(fact) >= 0][:1]


_PINNED = {
    "ini.server_max_concurrent_trans": "Server_Max_Concurrent_Trans",
    "ini.server_pool_tasks": "Server_Pool_Tasks",
}
_LEFT_ALONE = "-1"  # the server chooses
_FIXED_POOLS = {"zos": 100, "zlinux": 40, "os400": 40}


@derived("transactions.pool_capacity", "transactions.pools", "transactions.pinned")
def derive_transactions(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `transactions.pool_capacity`: pool tasks times ports, as Domino 6 and 7 keep one pool a port.

    `.pools` in words.
    Without SERVER_POOL_TASKS the pool has the smaller of 100 and twice SERVER_MAX_CONCURRENT_TRANS; on z/OS 100, on
    zLinux and IBM i 40. `transactions.pinned`: the settings that are written, as `Server_Pool_Tasks=100`, or none.
    """
    yield from _pinned(facts)
    pool, most, ports = (
        facts.ask(key) for key in ("ini.server_pool_tasks", "ini.server_max_concurrent_trans", "ini.ports")
    )
    tasks = values.number(pool.text)
    if pool.absent and (fixed := _FIXED_POOLS.get(facts.ask("platform").text or "")):
        tasks = fixed
    elif pool.absent and (transactions := values.number(most.text)) is not None:
        tasks = min(100, 2 * transactions)
    if tasks is not None and ports.text and (count := len(values.parse("list", ports.text))):
        origins = pool.facts + most.facts + ports.facts
        words = f"{int(tasks)} pool tasks for each of {count} port{'s' * (count > 1)}"
        yield Fact("transactions.pool_capacity", str(int(tasks * count)), made_from=origins)
        yield Fact("transactions.pools", words, made_from=origins)


def _pinned(facts: Facts) -> Iterator[Fact]:
    answers = {name: facts.ask(key) for key, name in _PINNED.items()}
    written = {name: one for name, one in answers.items() if one.text and one.text.strip() != _LEFT_ALONE}
    if written:
        words = " and ".join(f"{name}={one.text}" for name, one in written.items())
        yield Fact("transactions.pinned", words, made_from=facts_of(written.values()))
    elif all(one.absent or one.text for one in answers.values()):
        yield Fact("transactions.pinned", "none", made_from=facts_of(answers.values()))

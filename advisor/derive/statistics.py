"""Statistics: reads the counters of `show stat`; gives shares of a hundred, and how long they have been counting."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Answer, Complete, Fact
from advisor.known import Facts
from advisor.values.printing import decimal

_SHARES = {  # key → the counter it is a share of a hundred of, what that is counted against, and how many it takes
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
_OF_THE_CACHE = ("highwatermark", "currententries", "maxentries")
_DAY = 24
_PROTOCOLS = ("pop3", "imap", "ldap")  # tasks whose statistics count the sessions since they were loaded


def derive(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """The shares, `mail.in_use`, `protocols.idle`, and whether the server counted for a day or more."""
    for key, (part, of_all, least) in _SHARES.items():
        yield from _share(facts, key, part, of_all, least)
    yield from _hours(facts)
    yield from _idle(facts)
    yield from _cached(facts)
    for key in _COUNTED_WITH_MAIL:
        if _number(moved := facts.ask(key)):
            yield Fact("mail.in_use", "yes", made_from=moved.facts)
            return


def _idle(facts: Facts) -> Iterator[Fact | Complete]:
    """The tasks of Internet protocols that NOTES.INI starts and that nobody has connected to."""
    started = facts.ask("tasks.names")
    names = values.parse("list", started.text or "")
    running = [name for name in _PROTOCOLS if name in names]
    sessions = {name: facts.ask(f"stat.{name}.sessions.inbound.total") for name in running}
    idle = {name: answer for name, answer in sessions.items() if _number(answer) == 0}
    if idle:
        origins = tuple(fact for answer in idle.values() for fact in answer.facts)
        yield Fact("protocols.idle", ", ".join(name.upper() for name in idle), made_from=(*origins, *started.facts))
    elif not isinstance(names, values.Some) and all(_number(answer) is not None for answer in sessions.values()):
        counted = [fact for answer in sessions.values() for fact in answer.facts]
        yield from (Complete("protocols.", fact.source) for fact in counted[:1] if fact.source)


def _cached(facts: Facts) -> Iterator[Fact]:
    """The most databases that the cache has held; what it holds now may be less, unless it is over the limit."""
    mark, now, limit = (
        facts.ask(f"stat.database.dbcache.{name}") for name in ("highwatermark", "currententries", "maxentries")
    )
    if _number(mark) is not None:
        yield Fact("database_cache.most", mark.text or "", made_from=mark.facts)
    elif (held := _number(now)) is not None:
        most = _number(limit)
        doubt = "" if most is not None and held > most else "the cache may have held more than it does now"
        yield Fact("database_cache.most", now.text or "", made_from=now.facts, doubt=doubt)


def _share(facts: Facts, key: str, part: str, of_all: tuple[str, ...], least: int) -> Iterator[Fact]:
    """One failure of three is no share of a hundred; none of three is none."""
    asked = {name: facts.ask(name) for name in (part, *of_all)}
    figures = {name: _number(answer) for name, answer in asked.items()}
    known = {name: figure for name, figure in figures.items() if figure is not None}
    if len(known) < len(figures) or not (total := sum(known[name] for name in of_all)):
        return
    origins = tuple(fact for answer in asked.values() for fact in answer.facts)
    doubt = f"only {total:.0f} were counted, too few to make a share of" if known[part] and total < least else ""
    yield Fact(key, decimal(100 * known[part] / total), made_from=origins, doubt=doubt)


def _hours(facts: Facts) -> Iterator[Fact]:
    """How many full hours the server had been up when it printed its counters."""
    days, elapsed = facts.ask("stat.server.elapsedtimedays"), facts.ask("stat.server.elapsedtime")
    answer = days if _number(days) is not None else elapsed
    if (number := _number(days)) is not None:
        hours = int(number * _DAY)
    elif match := _ELAPSED.fullmatch(elapsed.text or ""):
        hours = int(match[1] or 0) * _DAY + int(match[2])
    else:
        return
    yield Fact("counters.hours", str(hours), made_from=answer.facts)
    doubt = "" if hours >= _DAY else f"the server had been up for {_spelt(hours)}, and counters want a day"
    yield Fact("counters.settled", "yes", made_from=answer.facts, doubt=doubt)


def _spelt(hours: int) -> str:
    return f"{hours} hours only" if hours > 1 else "an hour only" if hours else "less than an hour"


def _number(answer: Answer) -> float | None:
    try:
        return None if answer.text is None else float(values.parse("number", answer.text))
    except values.NotOfType:
        return None

"""Write cost: reads an array's level and the share of writes; tells how many disk operations an operation costs there.

The share comes from storage.toml, performance counters or the server's own statistics; else it is that of the R5
paper's benchmarks, and called so. Four disk operations a write on single parity and
two on mirrored disks are the paper's, too.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.context import Context
from advisor.derive.lodgers import Lodger, of_array
from advisor.derive.placement import Labels, arrays_of, labels_of
from advisor.facts import SERVER, Fact, Subject
from advisor.known import Facts
from advisor.values.mounts import named

_SINGLE_PARITY = {"5", "5E", "5EE", "50"}
_DOUBLE_PARITY = {"6", "60"}
_ON_PARITY, _ON_MIRROR = 4, 2  # disk operations a write
_OF_A_LOG = f"A write costs {_ON_PARITY} disk operations here and {_ON_MIRROR} on mirrored disks"
_OF_DOUBLE_PARITY = "Double parity costs more than the four disk operations a write of single parity"
_DISKS = "stat.platform.logicaldisk."
_RATES = ("counter.reads_a_second", "counter.writes_a_second")


class Share(NamedTuple):
    """A share of writes, or the least and the most: origin in words, and the facts that tell it."""

    least: float
    most: float
    origin: str
    facts: tuple[Fact, ...] = ()


Counts = tuple[Fact, Fact]  # reads and writes a second, of one volume

_MAIL = Share(0.6, 0.6, "the R5 mail benchmark on Solaris")
_IMAP = Share(0.9, 0.9, "the R5 IMAP benchmark on Solaris")
_POP3 = Share(0.7, 0.7, "the R5 SMTP and POP3 benchmark on Solaris")
_WEB = Share(0.9, 0.9, "the R5 web mail benchmark on Solaris")
_ANY = Share(0.6, 0.9, "the R5 benchmarks on Solaris")
_TOLD = {"notes-mail": _MAIL, "web-mail": _WEB, "imap": _IMAP, "pop3": _POP3, "smtp": _POP3}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`array.write_cost`: a sentence for each array of parity level."""
    counted, sampled = _counted(facts), _sampled(facts)
    for array in facts.subjects("array") or []:
        levels = facts.ask("array.level", array)
        if levels.text in _SINGLE_PARITY and of_array(facts, array) == [Lodger("transaction-log")]:
            yield Fact("array.write_cost", _OF_A_LOG, subject=array, made_from=levels.facts)
        elif levels.text in _SINGLE_PARITY:
            share = (
                _of_storage_toml(facts, array)
                or _measured(sampled.get(array, []), "by Windows' performance counters")
                or _measured(counted.get(array, []), "by the server's own platform statistics")
                or _of_workload(facts)
            )
            yield Fact("array.write_cost", _sentence(share), subject=array, made_from=(*levels.facts, *share.facts))
        elif levels.text in _DOUBLE_PARITY:
            yield Fact("array.write_cost", _OF_DOUBLE_PARITY, subject=array, made_from=levels.facts)


def _of_storage_toml(facts: Facts, array: Subject) -> Share | None:
    told = facts.of(array, "array.write_percent")
    return Share(int(told[0].text) / 100, int(told[0].text) / 100, "by storage.toml", told) if told else None


def _counted(facts: Facts) -> dict[Subject, list[Counts]]:
    """What Domino's platform statistics count on the volumes of each array: `Platform.LogicalDisk.1.ReadsPerSec`."""
    counted: dict[Subject, list[Counts]] = {}
    labels = labels_of(facts)
    for name in facts.each(_DISKS):
        disk, _, last = name.key.removeprefix(_DISKS).partition(".")
        if last == "assignedname":
            read, written = (_figure(facts, f"{_DISKS}{disk}.{rate}") for rate in ("readspersec", "writespersec"))
            for array in _lying_below(facts, labels, name.text):
                if read and written:
                    counted.setdefault(array, []).append((read, written))
    return counted


def _sampled(facts: Facts) -> dict[Subject, list[Counts]]:
    """What Performance Monitor counts on the volumes of each array, `LogicalDisk(F:)`; of other machines nothing."""
    sampled: dict[Subject, list[Counts]] = {}
    labels = labels_of(facts)
    for disk in facts.subjects("counter") or []:
        told = [fact for key in _RATES for fact in facts.of(disk, key)[:1] if not fact.doubt and float(fact.text) >= 0]
        if len(told) == len(_RATES):
            for array in _lying_below(facts, labels, disk.name):
                sampled.setdefault(array, []).append((told[0], told[1]))
    return sampled


def _measured(counted: list[Counts], origin: str) -> Share | None:
    """The share of writes on an array's volumes; an idle disk tells nothing."""
    reads, writes = (sum(float(one[at].text) for one in counted) for at in (0, 1))
    share = round(writes / (reads + writes), 2) if reads + writes >= 1 else 0.0
    origins = tuple(fact for one in counted for fact in one)
    return Share(share, share, origin, origins) if share else None


def _lying_below(facts: Facts, labels: Labels, name: str) -> list[Subject]:
    """The arrays below a volume that the statistics call `C` or `D:`."""
    letter = name.strip().rstrip(":")
    volume = Subject("volume", named(f"{letter}:" if len(letter) == 1 else name))
    return [array for fact in facts.of(volume, "volume.array") for array in arrays_of(labels, fact)]


def _figure(facts: Facts, key: str) -> Fact | None:
    """A statistic that counts something: `1,063.5` as 1063.5; what is no number, or below 0, tells nothing."""
    fact = facts.first(key)
    if fact is None:
        return None
    try:
        number = values.parse("number", fact.text.replace(",", ""))
    except values.NotOfType:
        return None
    return fact._replace(text=str(number)) if number >= 0 else None


def _of_workload(facts: Facts) -> Share:
    """What was measured of what the server does by domlint.toml, else by its tasks, of which HTTP may be anything."""
    told = facts.of(SERVER, "server.workload")
    shares = {_TOLD.get(word, _ANY) for fact in told for word in values.parse("list", fact.text)}
    if shares:
        share = shares.pop() if len(shares) == 1 else _ANY
        return share._replace(origin=f"{share.origin}, by the workload that domlint.toml tells", facts=told)
    names = values.parse("list", facts.ask("tasks.names").text or "")
    if isinstance(names, values.Some) or "router" not in names or "http" in names or {"imap", "pop3"}.issubset(names):
        return _ANY
    return _IMAP if "imap" in names else _POP3 if "pop3" in names else _MAIL


def _sentence(share: Share) -> str:
    if share.least == share.most:
        writes = f"{share.least * 100:.0f} %"
        here, there = (f"{_cost(share.least, each):g}" for each in (_ON_PARITY, _ON_MIRROR))
    else:
        writes = f"{share.least * 100:.0f} to {share.most * 100:.0f} %"
        here, there = (
            f"{_cost(share.least, each):g} to {_cost(share.most, each):g}" for each in (_ON_PARITY, _ON_MIRROR)
        )
    costs = f"an operation costs {here} disk operations here and {there} on mirrored disks"
    return f"At {writes} writes, {share.origin}, {costs}"


def _cost(writes: float, each: int) -> float:
    return round((1 - writes) + writes * each, 2)

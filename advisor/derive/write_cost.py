"""Write cost: reads an array's level and the server's tasks; tells how many disk operations an operation costs there.

The figures are the R5 paper's: the share of writes in each workload, four disk operations a write on single parity and
two on mirrored disks.
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact, Facts

_SINGLE_PARITY = {"5", "5E", "5EE", "50"}
_DOUBLE_PARITY = {"6", "60"}
_ON_PARITY, _ON_MIRROR = 4, 2  # disk operations a write
_WRITES = {"IMAP": 0.9, "SMTP and POP3": 0.7, "Notes mail": 0.6}
_LEAST, _MOST = 0.6, 0.9
_OF_A_LOG = f"A write costs {_ON_PARITY} disk operations here and {_ON_MIRROR} on mirrored disks"
_OF_DOUBLE_PARITY = "Double parity costs more than the four disk operations a write of single parity"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`array.write_cost`: a sentence for each array of parity level."""
    workload = _workload(facts)
    for array in facts.subjects("array") or []:
        levels = facts.of(array, "array.level")
        level = levels[0].text if levels else ""
        held = facts.of(array, "array.holds")
        if level in _SINGLE_PARITY and [fact.text for fact in held] == ["transaction-log"]:
            yield Fact("array.write_cost", _OF_A_LOG, subject=array, made_from=levels)
        elif level in _SINGLE_PARITY:
            yield Fact("array.write_cost", _sentence(workload), subject=array, made_from=levels)
        elif level in _DOUBLE_PARITY:
            yield Fact("array.write_cost", _OF_DOUBLE_PARITY, subject=array, made_from=levels)


def _workload(facts: Facts) -> str | None:
    """What the server does for its users, by its tasks; None where HTTP may be anything."""
    names = set(values.parse("list", facts.ask("tasks.names").text or ""))
    if "imap" in names:
        return "IMAP"
    if "pop3" in names:
        return "SMTP and POP3"
    return "Notes mail" if "router" in names and "http" not in names else None


def _sentence(workload: str | None) -> str:
    if workload is None:
        here, there = (f"{_cost(_LEAST, each):.1f} to {_cost(_MOST, each):.1f}" for each in (_ON_PARITY, _ON_MIRROR))
        writes = "60 to 90 % writes"
    else:
        share = _WRITES[workload]
        here, there = (f"{_cost(share, each):.1f}" for each in (_ON_PARITY, _ON_MIRROR))
        writes = f"{workload}, {share * 100:.0f} % writes,"
    return f"With {writes} an operation costs {here} disk operations here and {there} on mirrored disks"


def _cost(writes: float, each: int) -> float:
    return (1 - writes) + writes * each

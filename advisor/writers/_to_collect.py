"""What to collect so that more rules can be checked, in a few words for each kind of input."""

from collections.abc import Iterable

from advisor.judging.lookup import Missing
from advisor.report.report import Unjudged
from advisor.values.printing import number
from advisor.writers._account import wanted_of

_MAX_INPUTS = 3
_DISKS = "RAID listings"
_LOAD = "load figures (iostat, typeperf)"
_NAMES = {  # by the first format that holds the value
    "arcconf": _DISKS,
    "console log": "the console log",
    "df": "free space (df, Get-Volume)",
    "environment": "the environment (env)",
    "iostat": _LOAD,
    "notes.ini": "the whole notes.ini",
    "one-touch": "the One-Touch file",
    "process limits": "the process limits",
    "registry export": "the registry (SYSTEM, .reg)",
    "ssacli": _DISKS,
    "start script configuration": "the start script configuration",
    "systeminfo": "the machine's memory (systeminfo)",
    "systemd unit": "the systemd unit",
}


def to_collect(unchecked: Iterable[Unjudged]) -> str:
    """Return `To check 41 more: the server document (DXL), show stat.`; "" if no input would help.

    The inputs come in the order of `wanted_of`: first what the server surely has, for the most severe rules.
    """
    unchecked = list(unchecked)
    rules: dict[str, set[str]] = {}
    names = {missing.collect: input_name(missing) for one in unchecked for missing in one.missing}
    for wanted in wanted_of(unchecked).values():
        if not wanted.rank[0] and (name := names[wanted.collect]):
            rules.setdefault(name, set()).update(wanted.rules)
    most = sorted(rules, key=lambda name: -len(rules[name]))[:_MAX_INPUTS]
    if not most:
        return ""
    count = len(set().union(*(rules[name] for name in most)))
    return f"To check {count} more: {', '.join(most)}."


def input_name(missing: Missing) -> str:
    """Return what to collect for a missing value in a few words; "" if it is no file or listing."""
    if not missing.formats:
        return ""
    name = missing.formats[0]
    if name == "dxl":
        return "server document (DXL)" if "server document" in missing.collect else "documents (DXL)"
    return _NAMES.get(name, name)


def coverage(checked: int, applicable: int) -> str:
    """Return `70 of 136 rules could be checked.`."""
    return f"{checked} of {number(applicable, 'rule')} could be checked."

"""Coverage of a server: what its grade rests on, and which inputs would let more rules be checked."""

from collections.abc import Container, Iterable, Iterator

from advisor.judging.lookup import Missing
from advisor.pack import SEVERITIES
from advisor.report.grades import GRADES, Category
from advisor.report.model import ServerReport, Unjudged
from advisor.values.printing import listed, number

_NO_SEVERITY = len(SEVERITIES)


class Wanted:
    """An input that would let more rules be checked, and the servers that need it for each rule."""

    def __init__(self, collect: str) -> None:
        self.collect = collect
        self.rules: dict[str, set[str | None]] = {}
        self.rank = (True, True, _NO_SEVERITY)
        self.in_doubt = False

    @property
    def verdicts(self) -> int:
        """Return how many verdicts need this input."""
        return sum(map(len, self.rules.values()))

    @property
    def servers(self) -> set[str | None]:
        """Return the servers that need this input; None for clusters."""
        return set().union(*self.rules.values())

    def wait(self, rule: str, servers: list[str | None], rank: tuple[bool, bool, int], *, in_doubt: bool) -> None:
        """Note that a rule needs this input on servers."""
        self.rules.setdefault(rule, set()).update(servers)
        self.rank = min(self.rank, rank)
        self.in_doubt = self.in_doubt or in_doubt


def letter(grade: str, is_bound: bool) -> str:
    """Return `C at best`; `not graded` without a grade."""
    return f"{grade}{' at best' * is_bound}" if grade else "not graded"


def no_grade(server: ServerReport) -> str:
    """Return why a server has no grade: `fewer than half of the rules were checked`, `a client`."""
    too_few = server.ungraded == server.coverage.words
    return "fewer than half of the rules were checked" if too_few else server.ungraded


def bound(server: ServerReport) -> Iterator[str]:
    """Yield why a grade is only a bound: `security and storage not checked`, `memory partly checked`."""
    judged = {category.name for category in server.categories if category.judged}
    if none := [name for name in server.bound_by if name not in judged]:
        yield f"{listed(none)} not checked"
    if part := [name for name in server.bound_by if name in judged]:
        yield f"{listed(part)} partly checked"


def by_letter(categories: Iterable[Category]) -> Iterator[str]:
    """Yield `storage C`, `ini, threads and views A`, `memory A at best (no show stat)`, `security - (no documents)`."""
    alike: dict[tuple[int, bool, str, str], list[str]] = {}
    for category in categories:
        letter = GRADES.index(category.grade) if category.grade else -1
        alike.setdefault((letter, category.bound, category.lacks, category.note), []).append(category.name)
    for (letter, bound, *words), names in sorted(alike.items(), key=lambda pair: (-pair[0][0], pair[0][1:])):
        why = f" ({', '.join(filter(None, words))})" if any(words) else ""
        yield f"{listed(names, len(names))} {GRADES[letter] if letter >= 0 else '-'}{' at best' * bound}{why}"


def wanted_of(unknown: list[Unjudged]) -> dict[str, Wanted]:
    """Return the missing inputs by what to collect.

    First come inputs that the server surely has, then values that given files lack, then the most severe and the most
    rules.
    """
    alike: dict[tuple[str, int, str], tuple[Unjudged, list[str | None]]] = {}  # most servers lack the same
    for unjudged in unknown:
        of_each = alike.setdefault((unjudged.rule, id(unjudged.missing), unjudged.severity), (unjudged, []))
        of_each[1].append(unjudged.server)
    wanted: dict[str, Wanted] = {}
    for unjudged, servers in alike.values():
        may_not_apply, severity = not unjudged.may_apply, SEVERITIES.index(unjudged.severity)
        for missing in unjudged.missing:
            if missing.readable:
                one = wanted.get(missing.collect)
                if one is None:
                    one = wanted[missing.collect] = Wanted(missing.collect)
                rank = (may_not_apply, not missing.given, severity)
                one.wait(unjudged.rule, servers, rank, in_doubt=missing.in_doubt)
    ordered = sorted(wanted.values(), key=lambda one: (one.rank, -len(one.rules), one.collect))
    return {one.collect: one for one in ordered}


def urgency(unjudged: Unjudged, wanted: dict[str, Wanted]) -> tuple[bool, bool, int, int]:
    """Return the sort key of an unchecked rule: the most severe first, of those the ones whose input few others need.

    Rules for other platforms and rules on subjects that were not collected at all, such as arrays, come last.
    """
    no_subject = all(missing.key.endswith(".") for missing in unjudged.missing)
    collects = {missing.collect for missing in unjudged.missing if missing.readable}
    most = max((len(wanted[collect].rules) for collect in collects), default=0)
    return not unjudged.may_apply, no_subject, SEVERITIES.index(unjudged.severity), most


_MAX_INPUTS = 3
_BITS, _TELLS_BITS = "bits", "--bits"  # a key that no file holds, and the option that gives it
_DISKS = "RAID listings"
_LOAD = "load figures (iostat, typeperf)"
_NAMES = {  # by the first format that holds the value
    "arcconf": _DISKS,
    "console log": "the console log",
    "df": "free space (df, Get-Volume)",
    "environment": "the environment (env)",
    "iostat": _LOAD,
    "one-touch": "the One-Touch file",
    "process limits": "the process limits",
    "registry export": "the registry (SYSTEM, .reg)",
    "ssacli": _DISKS,
    "start script configuration": "the start script configuration",
    "systeminfo": "the machine's memory (systeminfo)",
    "systemd unit": "the systemd unit",
}


def to_collect(unchecked: Iterable[Unjudged], open_rules: int, read: Container[str] = ()) -> str:
    """Return `To check 40 more: RAID listings, show stat. For the other 26 see --full`, or "".

    The inputs come in the order of `wanted_of`: first what the server surely has, for the most severe rules.
    `--bits` is named if some rules lack nothing else. open_rules: how many rules could not be checked; a rule of
    `unchecked` may have failed on another subject. read: the formats of the server's files; a notes.ini among them is
    incomplete.
    """
    unchecked = list(unchecked)
    rules: dict[str, set[str]] = {}
    names = {missing.collect: input_name(missing) for one in unchecked for missing in one.missing}
    for wanted in wanted_of(unchecked).values():
        if not wanted.rank[0] and (name := names[wanted.collect]):
            rules.setdefault(name, set()).update(wanted.rules)
    most = sorted(rules, key=lambda name: -len(rules[name]))[:_MAX_INPUTS]
    checked = set[str]().union(*(rules[name] for name in most))
    if alone := {one.rule for one in unchecked if {missing.key for missing in one.missing} == {_BITS}}:
        most, checked = [*most, _TELLS_BITS], checked | alone
    shown = ["the whole notes.ini" if name == "notes.ini" and name in read else name for name in most]
    words = [f"To check {len(checked)} more: {', '.join(shown)}."] if most else []
    if (others := open_rules - len(checked)) > 0:
        words.append(f"For the {'other ' if most else ''}{others} see --full.")
    return " ".join(words)


def input_name(missing: Missing) -> str:
    """Return what to collect for a missing value in a few words; "" if it is no file or listing."""
    if not missing.formats or missing.key == _BITS:
        return ""
    name = missing.formats[0]
    if name == "dxl":
        return "server document (DXL)" if "server document" in missing.collect else "documents (DXL)"
    return _NAMES.get(name, name)


def coverage(checked: int, applicable: int) -> str:
    """Return `70 of 136 rules could be checked.`."""
    return f"{checked} of {number(applicable, 'rule')} could be checked."

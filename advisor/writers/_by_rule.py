"""By rule: findings on many servers, each rule told once: what to do and why, and then the servers with their lines."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding, Location
from advisor.report.report import Report
from advisor.values.printing import listed, number
from advisor.writers._advice import Page, in_brief, remedy, typed
from advisor.writers._cells import cells, filled
from advisor.writers._counts import by_severity, counted
from advisor.writers._lines import Line, flowed
from advisor.writers._places import WHOLE, fits, on_one_line, spot

_MARGIN = 2
_MOST_ROWS = {"high": 3, "medium": 3}  # servers with their lines, of a critical rule all; of the others the names
_LEAST_ROWS = 2  # the same, of less severe rules
_MOST_OF_ONE = 4  # findings of one server
_MOST_NAMES = 5
_MANY_RULES = 20  # of more the reasons for the least severe are left to `explain`
_TOLD_WHY = 3  # the severities for which they are told nevertheless
_MOST_REMEDIES = 3
_LONGEST_NAME = 28
_LEAST_SHOWN = 16  # columns of a file's line


def by_rule(found: list[Finding], report: Report, width: int) -> Iterator[Line]:
    """All findings: the worst rules first, of one severity those on most servers."""
    page = Page(width, _MARGIN, _MARGIN + 2, brief=True)
    groups: dict[str, list[Finding]] = {}
    for finding in found:
        groups.setdefault(finding.rule, []).append(finding)
    for group in sorted(groups.values(), key=_rank):
        group.sort(key=lambda finding: SEVERITIES.index(finding.severity))
        reasons = worst(group) in SEVERITIES[:_TOLD_WHY] or len(groups) <= _MANY_RULES
        yield from _head(group, width, reasons)
        yield from _remedies(group, report, page)
        yield from _rows(group, width)
        yield []


def _rank(group: list[Finding]) -> tuple[int, int, str]:
    return SEVERITIES.index(worst(group)), -len(owners(group)), group[0].rule


def worst(group: list[Finding]) -> str:
    """The worst severity of findings."""
    return min((finding.severity for finding in group), key=SEVERITIES.index)


def owners(group: list[Finding]) -> list[str]:
    """The servers and clusters of findings, each once."""
    return list(dict.fromkeys(owner(finding) for finding in group))


def owner(finding: Finding) -> str:
    """Whose finding it is: a server's name, or `cluster Field`."""
    return finding.server or f"cluster {finding.cluster}"


def _head(group: list[Finding], width: int, reasons: bool) -> Iterator[Line]:
    """Severity, rule and number of servers; the message, of several the first with its server; and the reasons."""
    first, severities = group[0], by_severity(group)
    each = ", ".join(f"{severities[severity]} {severity}" for severity in SEVERITIES if severities[severity])
    label, name = (f"{worst(group):<8}", worst(group)), ("  " + first.name, "strong")
    of_rule, on = (f"  {first.rule}, {first.confidence}", "faint"), (f"  on {_count(group)}", "")
    *before, last = flowed([label, name, of_rule, on], width, _MARGIN)
    yield from before
    each = f" ({each})" * (len(severities) > 1) + counted(group)
    if sum(cells(text) for text, _ in last) + cells(each) <= width:
        yield [*last, (each, "")]
    else:
        yield last
        yield from flowed([(" " * (_MARGIN - 1) + each, "")], width, _MARGIN)
    differ = any(finding.message != first.message for finding in group)
    said = (" " * _MARGIN + f"{owner(first)}: " * (differ and len(owners(group)) > 1), "strong")
    yield from flowed([said, (first.message, ""), *(in_brief(first) if reasons else [])], width, _MARGIN)


def _count(group: list[Finding]) -> str:
    """`Mail08/Acme`, `8 servers`, `2 servers and 1 cluster`."""
    if len(owners(group)) == 1:
        return owner(group[0])
    servers = {finding.server for finding in group if finding.server}
    clusters = {finding.cluster for finding in group if finding.cluster}
    kinds = ((servers, "server"), (clusters, "cluster"))
    return listed(number(len(names), kind) for names, kind in kinds if names)


def _remedies(group: list[Finding], report: Report, page: Page) -> Iterator[Line]:
    """What to do: once for all, in general where values differ; or what most do, and what the others do besides."""
    ways: dict[str, list[Finding]] = {}
    for finding in group:
        if finding.fix:
            ways.setdefault(finding.fix.summary, []).append(finding)
    if not ways:
        return
    most, *others = sorted(ways, key=lambda way: -len(ways[way]))
    fix = ways[most][0].fix
    general = _in_general(group[0].rule, fix.number, report) if others and fix else ""
    if general and fix:
        yield from remedy(fix._replace(summary=general, commands=()), page)
        return
    alike = _same_commands(group)
    for way in [most, *others][:_MOST_REMEDIES]:
        of_one = ways[way][0].fix
        if of_one:
            said = way.removesuffix(most) + "as above." if way != most and way.endswith(most) else way
            on = f" on {listed(owners(ways[way]), 3)}" * (way != most)
            yield from remedy(of_one._replace(summary=said, commands=of_one.commands if alike else ()), page, on)


def _in_general(rule: str, number: int, report: Report) -> str:
    """A remedy of the rule with names where a server's values come; "" where it has none of these."""
    text = report.rules.get(rule)
    remedy = text.remedies[number] if text else None
    return remedy.summary if remedy and "<" in remedy.summary else ""


def _same_commands(group: list[Finding]) -> bool:
    return len({finding.fix and finding.fix.commands for finding in group}) == 1


def _rows(group: list[Finding], width: int) -> Iterator[Line]:
    """The findings of so many servers; then the names of the others, and how to see them."""
    severity, alike = worst(group), _same_commands(group)
    every = owners(group)
    told = every if severity == SEVERITIES[0] else every[: _MOST_ROWS.get(severity, _LEAST_ROWS)]
    shown: dict[str, list[Finding]] = {name: [] for name in told}
    for finding in group:
        if owner(finding) in shown:
            shown[owner(finding)].append(finding)
    names = min(max(map(cells, told)), _LONGEST_NAME, width // 3) if len(every) > 1 else 0
    mixed, before = len({finding.severity for finding in group}) > 1, ""
    for name, found in shown.items():
        most = len(found) if severity == SEVERITIES[0] else _MOST_OF_ONE
        for finding in found[:most]:
            row = _OneRow(finding, names, mixed)
            yield from _row(row, width, before)
            before = row.line
            for command in finding.fix.commands if finding.fix and not alike else ():
                yield from typed(command, width, _MARGIN + 2)
        if found[most:]:
            yield from flowed([(" " * _MARGIN + f"and {len(found) - most} more on {name}", "")], width, _MARGIN + 4)
    if others := every[len(told) :]:
        see = f" (--select {group[0].rule} --format concise)" * (len(others) > _MOST_NAMES)
        yield from flowed([(" " * _MARGIN + f"and {listed(others, _MOST_NAMES)}{see}", "")], width, _MARGIN + 4)


class _OneRow(NamedTuple):
    """A finding; the columns of the servers' names, 0 where the head names the one; and whether severities differ."""

    finding: Finding
    names: int
    mixed: bool

    @property
    def line(self) -> str:
        """The file's line that it shows; "" where it shows none."""
        place = self.finding.locations[0] if self.finding.locations else None
        return on_one_line(place, WHOLE) if place and place.line is not None else ""


def _row(row: _OneRow, width: int, before: str) -> Iterator[Line]:
    """`Mail08/Acme  notes.ini:26:24  Server_Session_Timeout=480`; before: the file's line that was shown above.

    Names stand in a column where there is room for it. The file's line stands below where its value would be cut; it is
    left out there where the one above is the same.
    """
    finding = row.finding
    place = finding.locations[0] if finding.locations else None
    where = spot(place) if place else finding.subject
    head = _of_whom(row, row.names)
    if sum(cells(text) for text, _ in head) + cells(where) > width:
        head = _of_whom(row, 0)
    *first, last = flowed([*head, (where, "faint")], width, _MARGIN + 4)
    yield from first
    if place is None or place.line is None:
        yield last
        return
    room, below = width - sum(cells(text) for text, _ in last) - 2, min(_MARGIN + 4, max(width - _LEAST_SHOWN, 0))
    if fits(place, room):
        yield [*last, ("  " + _shown(finding, place, room), "")]
        return
    yield last
    if row.line != before:
        yield [(" " * below + _shown(finding, place, width - below), "")]


def _of_whom(row: _OneRow, columns: int) -> Line:
    """Server and severity, as far as the head does not tell them, filled up to columns where there is room."""
    finding = row.finding
    severity = f"{finding.severity:<8}" if columns else finding.severity
    runs: Line = [(" " * _MARGIN, "")]
    runs += [(filled(owner(finding), columns) + "  ", "")] if row.names else []
    return runs + ([(severity + "  ", finding.severity)] if row.mixed else [])


def _named(place: Location, message: str) -> bool:
    """Whether a message names what stands there: `maxclient%` of `nextboot vmo.maxclient%`."""
    word = place.word.split(" ")[-1].rpartition(".")[2].casefold()
    return bool(word) and word in message.casefold() and word in place.excerpt.casefold()


def _shown(finding: Finding, place: Location, room: int) -> str:
    """The file's line, with the other values that the verdict names behind it where all of them are short."""
    first = on_one_line(place, WHOLE)
    others = [one for one in finding.locations[1:] if one.path == place.path and _named(one, finding.message)]
    told = "; ".join(dict.fromkeys([first, *(on_one_line(one, WHOLE) for one in others)]))
    return told if others and cells(told) <= room else on_one_line(place, room)

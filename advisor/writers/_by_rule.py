"""By rule: findings on many servers, each rule told once: what to do and why, and then the servers with their lines."""

from collections.abc import Iterator

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.report import Report
from advisor.values.printing import listed, number
from advisor.writers._advice import Page, in_brief, remedy, typed
from advisor.writers._cells import cells, cut_inside, filled
from advisor.writers._counts import by_severity
from advisor.writers._lines import Line, flowed
from advisor.writers._places import on_one_line, spot

_MARGIN = 2
_MOST_ROWS = 8  # findings of a rule with their lines; of the others the servers' names
_MOST_NAMES = 12
_MOST_REMEDIES = 3
_LONGEST_NAME = 28
_LEAST_SHOWN = 12  # columns of a file's line


def by_rule(found: list[Finding], report: Report, width: int) -> Iterator[Line]:
    """All findings: the worst rules first, of one severity those on most servers."""
    page = Page(width, _MARGIN, _MARGIN + 2, brief=True)
    groups: dict[str, list[Finding]] = {}
    for finding in found:
        groups.setdefault(finding.rule, []).append(finding)
    for group in sorted(groups.values(), key=_rank):
        group.sort(key=lambda finding: SEVERITIES.index(finding.severity))
        yield from _head(group, width)
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


def _head(group: list[Finding], width: int) -> Iterator[Line]:
    """Severity, rule and number of servers; the message, of several the first with its server; and why."""
    first, severities = group[0], by_severity(group)
    each = ", ".join(f"{severities[severity]} {severity}" for severity in SEVERITIES if severities[severity])
    label, name = (f"{worst(group):<8}", worst(group)), ("  " + first.name, "strong")
    on = f"  on {_count(group)}" + f" ({each})" * (len(severities) > 1)
    yield from flowed([label, name, (f"  {first.rule}, {first.confidence}", "faint"), (on, "")], width, _MARGIN)
    differ = any(finding.message != first.message for finding in group)
    said = (" " * _MARGIN + f"{owner(first)}: " * differ, "strong")
    yield from flowed([said, (first.message, ""), *in_brief(first)], width, _MARGIN)


def _count(group: list[Finding]) -> str:
    """`8 servers`, `2 servers and 1 cluster`."""
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
    general = _in_general(group[0].rule, report) if others else ""
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


def _in_general(rule: str, report: Report) -> str:
    """The rule's remedy with names where a server's values come; "" where it has none of these."""
    text = report.rules.get(rule)
    return text.remedy.summary if text and "<" in text.remedy.summary else ""


def _same_commands(group: list[Finding]) -> bool:
    return len({finding.fix and finding.fix.commands for finding in group}) == 1


def _rows(group: list[Finding], width: int) -> Iterator[Line]:
    """A line a finding, up to a number; then the names of the other servers."""
    shown, alike = group[:_MOST_ROWS], _same_commands(group)
    longest = max(cells(owner(finding)) for finding in shown)
    names = min(longest, _LONGEST_NAME, width // 3)
    mixed = len({finding.severity for finding in group}) > 1
    for finding in shown:
        yield from _row(finding, names, mixed, width)
        for command in finding.fix.commands if finding.fix and not alike else ():
            yield from typed(command, width, _MARGIN + 2)
    told = set(owners(shown))
    if others := [name for name in owners(group) if name not in told]:
        yield from flowed([(" " * _MARGIN + f"and {listed(others, _MOST_NAMES)}", "")], width, _MARGIN + 4)


def _row(finding: Finding, names: int, mixed: bool, width: int) -> Iterator[Line]:
    """`Mail08/Acme  notes.ini:26:24  Server_Session_Timeout=480`; mixed: not all are of one severity."""
    place = finding.locations[0] if finding.locations else None
    where = spot(place) if place else finding.subject
    severity = (f"  {finding.severity:<8}" * mixed, finding.severity)
    runs = [(" " * _MARGIN + filled(cut_inside(owner(finding), names), names), ""), severity, ("  " + where, "faint")]
    room = width - sum(cells(text) for text, _ in runs) - 2
    if place and place.line is not None and room >= _LEAST_SHOWN:
        yield [*runs, ("  " + on_one_line(place, room), "")]
    else:
        yield from flowed(runs, width, _MARGIN + 4)

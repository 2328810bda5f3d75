"""Rules table: below the table of many servers the rules, by the number of servers that they met."""

from collections import Counter
from collections.abc import Iterator

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.values.printing import number
from advisor.writers._by_rule import owner, owners, worst
from advisor.writers._cells import cells, filled
from advisor.writers._lines import Line, clipped
from advisor.writers._table import SHORT, WIDE

_MOST_RULES = 5


def rules(found: list[Finding], width: int) -> Iterator[Line]:
    """The rules that met most servers; a rule of one server only stands in that server's line, or above."""
    groups: dict[str, list[Finding]] = {}
    for finding in found:
        groups.setdefault(finding.name, []).append(finding)
    on = {name: len(owners(group)) for name, group in groups.items()}
    several = [name for name in groups if on[name] > 1]
    if not several:
        return
    several.sort(key=lambda name: (-on[name], SEVERITIES.index(worst(groups[name])), name))
    several, others = several[:_MOST_RULES], len(groups) - len(several[:_MOST_RULES])
    counts = {name: _servers_by_severity(groups[name]) for name in several}
    used = [severity for severity in SEVERITIES if any(counts[name][severity] for name in several)]
    titles = [SHORT.get(severity, severity) if width >= WIDE else severity[0].upper() for severity in used]
    sizes = [
        max(cells(title), *(len(str(counts[name][severity])) for name in several))
        for title, severity in zip(titles, used, strict=True)
    ]
    heads = " ".join(filled(title, size, right=True) for title, size in zip(titles, sizes, strict=True))
    yield clipped([(f"servers  {heads}  rule", "strong")], width)
    for name in several:
        yield clipped(_of_rule(name, on[name], [(one, counts[name][one]) for one in used], sizes), width)
    if others:
        yield [(f"and {number(others, 'more rule')}", "")]
    yield []


def _of_rule(name: str, servers: int, counts: list[tuple[str, int]], sizes: list[int]) -> Line:
    runs: Line = [(f"{servers:>7} ", "")]
    for (severity, count), size in zip(counts, sizes, strict=True):
        runs.append((" " + filled(str(count or "."), size, right=True), severity if count else "faint"))
    return [*runs, ("  " + name, "")]


def _servers_by_severity(group: list[Finding]) -> Counter[str]:
    """On how many servers a rule met, by the worst severity that it has there."""
    of_owner: dict[str, list[Finding]] = {}
    for finding in group:
        of_owner.setdefault(owner(finding), []).append(finding)
    return Counter(worst(found) for found in of_owner.values())

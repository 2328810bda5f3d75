"""Table: many servers on one screen, the worst first, and then the rules by the number of servers that they met."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.report import Report
from advisor.values.printing import number
from advisor.writers._by_rule import owners, worst
from advisor.writers._cells import cells, cut, cut_inside, filled
from advisor.writers._counts import by_severity
from advisor.writers._lines import Line, Run, clipped, flowed

_MOST_SERVERS = 60
_MOST_RULES = 10
_WIDE = 100  # columns on which severities are written out
_SHORT = {"critical": "crit", "medium": "med"}
_LEGEND = "? at best: not all that could lower the letter could be judged"
_NARROW = 60  # columns of a page on which some columns go
_LEAST = 8  # columns of a server's name, and of a rule's


class _Row(NamedTuple):
    """A server or a cluster, with the number of its findings of each severity and the name of the worst."""

    name: str
    release: str
    letter: str
    judged: str
    counts: tuple[int, ...]
    worst: str


def table(found: list[Finding], report: Report, width: int) -> Iterator[Line]:
    """All servers, and clusters with findings, the worst first; of very many the others in one line."""
    every = sorted(_rows(found, report), key=lambda row: tuple(-count for count in row.counts))
    used = [place for place in range(len(SEVERITIES)) if any(row.counts[place] for row in every)]
    heads = [_SHORT.get(SEVERITIES[place], SEVERITIES[place]) for place in used]
    titles = heads if width >= _WIDE else [head[0].upper() for head in heads]
    lines = [
        [
            ("server", ""),
            ("release", ""),
            ("grade", ""),
            ("judged", ""),
            *((one, "") for one in titles),
            ("worst finding", ""),
        ]
    ]
    for row in every[:_MOST_SERVERS]:
        counts = [
            (str(row.counts[place] or "."), SEVERITIES[place] if row.counts[place] else "faint") for place in used
        ]
        lines.append([(row.name, ""), (row.release, ""), (row.letter, ""), (row.judged, ""), *counts, (row.worst, "")])
    if width < _NARROW:  # release and judged go
        lines = [[line[0], *line[2:3], *line[4:]] for line in lines]
    head, *body = (clipped(line, width) for line in _columns(lines, len(used), width))
    yield [(text, "strong") for text, _ in head]
    yield from body
    if rest := every[_MOST_SERVERS:]:
        yield from flowed([(_rest(rest), "")], width, 4)
    if any(row.letter.endswith("?") for row in every):
        yield from flowed([(_LEGEND, "faint")], width, 2)
    yield []


def _columns(lines: list[list[Run]], figures: int, width: int) -> Iterator[Line]:
    """Cells side by side: figures to the right; the first and the last column share what the others leave."""
    sizes = [max(cells(line[place][0]) for line in lines) for place in range(len(lines[0]))]
    others = len(sizes) - figures - 1
    gaps = [2] * others + [1] * (figures - 1) + [2] * (figures > 0)
    room = width - sum(sizes[1:-1]) - sum(gaps)
    sizes[0] = min(sizes[0], max(room // 2, room - sizes[-1], _LEAST))
    sizes[-1] = max(min(sizes[-1], room - sizes[0]), 0)
    for line in lines:
        (name, style), *middle, (last, last_style) = line
        runs: Line = [(filled(cut_inside(name, sizes[0]), sizes[0]), style)]
        for place, (text, of_cell) in enumerate(middle, start=1):
            runs.append((" " * gaps[place - 1], ""))
            runs.append((filled(text, sizes[place], right=place >= others), of_cell))
        yield [*runs, (" " * gaps[-1] + cut(last, sizes[-1]), last_style)]


def _rows(found: list[Finding], report: Report) -> Iterator[_Row]:
    of_server: dict[str | None, list[Finding]] = {}
    of_cluster: dict[str | None, list[Finding]] = {}
    for finding in found:
        (of_server if finding.server else of_cluster).setdefault(finding.server or finding.cluster, []).append(finding)
    for server in report.servers:
        mine = of_server.get(server.name, [])
        letter = f"{server.grade or '-'}{'?' * server.grade_is_bound}"
        judged = f"{server.coverage.judged}/{server.coverage.applicable}"
        release = (server.release.value or "?").replace(" or newer", "+")
        yield _Row(server.name, release, letter, judged, _counts(mine), _worst(mine))
    for cluster in report.clusters:
        if mine := of_cluster.get(cluster.name, []):
            yield _Row(f"cluster {cluster.name}", "", "", "", _counts(mine), _worst(mine))


def _counts(found: list[Finding]) -> tuple[int, ...]:
    counts = by_severity(found)
    return tuple(counts[severity] for severity in SEVERITIES)


def _worst(found: list[Finding]) -> str:
    return min(found, key=lambda finding: SEVERITIES.index(finding.severity)).name if found else ""


def _rest(rows: list[_Row]) -> str:
    """`and 740 more servers (300 B, 440 A?), of which the worst finding is medium`."""
    place = min((place for row in rows for place, count in enumerate(row.counts) if count), default=None)
    worst = "without findings" if place is None else f"of which the worst finding is {SEVERITIES[place]}"
    letters = Counter(row.letter or "-" for row in rows)
    grades = ", ".join(f"{count} {letter}" for letter, count in sorted(letters.items(), reverse=True))
    return f"and {number(len(rows), 'more server')} ({grades}), {worst}"


def rules(found: list[Finding], width: int) -> Iterator[Line]:
    """The rules that met most servers."""
    groups: dict[str, list[Finding]] = {}
    for finding in found:
        groups.setdefault(finding.name, []).append(finding)
    ranked = sorted(groups, key=lambda name: (-len(owners(groups[name])), SEVERITIES.index(worst(groups[name])), name))
    if not ranked:
        return
    yield clipped([("servers  severity  rule", "strong")], width)
    for name in ranked[:_MOST_RULES]:
        severity = worst(groups[name])
        count = f"{len(owners(groups[name])):>7}  "
        yield clipped([(count, ""), (f"{severity:<8}", severity), ("  " + name, "")], width)
    if len(ranked) > _MOST_RULES:
        yield [(f"and {len(ranked) - _MOST_RULES} more", "")]
    yield []

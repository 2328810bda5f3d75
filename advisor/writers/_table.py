"""Table: many servers on one screen, the worst first."""

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.grades import GRADES
from advisor.report.report import Report, ServerReport
from advisor.values.printing import listed, number
from advisor.writers._cells import cells, cut, cut_inside, ending, filled
from advisor.writers._counts import by_severity
from advisor.writers._lines import Line, clipped, flowed

_MOST_SERVERS = 60
_MOST_WORST = 3  # servers named in the line above the total
WIDE = 100  # columns on which severities are written out
SHORT = {"critical": "crit", "medium": "med"}
MORE = "+: one of them stands for others"
_NARROW = 60  # columns of a page on which some columns go
_LONGEST = 28  # columns of a server's name with what all names end with; _LEAST less on a page that is not wide
_LEAST = 14  # columns of a server's name
_FEWEST = 8  # the same on a page that has no room for it
_LEAST_KEY = 7  # columns of the worst finding: its id
_ALARMING = SEVERITIES.index("medium")  # up to here a finding counts for more than that nothing could be judged


class _Row(NamedTuple):
    """A server or a cluster, with the number of its findings of each severity and the worst of them.

    more: the places of those severities of which a finding stands for others.
    """

    name: str
    release: str
    letter: str
    judged: str
    counts: tuple[int, ...]
    known: int
    worst: Finding | None
    more: frozenset[int]

    def figure(self, place: int) -> str:
        """`9`, `201+` where one of them stands for others, "" for none."""
        return f"{self.counts[place]:,}{'+' * (place in self.more)}" if self.counts[place] else ""


def table(report: Report, width: int) -> Iterator[Line]:
    """All servers, and clusters with findings, the worst first; of very many the others in one line.

    What stands in the baseline counts, because the grades do: a column tells how many of the findings are known.
    """
    every, tail = _without_tail(ranked(report), report.servers, width)
    used = [place for place in range(len(SEVERITIES)) if any(row.counts[place] for row in every)]
    heads = [SHORT.get(SEVERITIES[place], SEVERITIES[place]) for place in used]
    known = ["known"] * any(row.known for row in every)
    titles = [*(heads if width >= WIDE else [head[0].upper() for head in heads]), *known]
    lines: list[Line] = [[(title, "") for title in ("server", "release", "grade", "judged", *titles, "worst finding")]]
    for row in every[:_MOST_SERVERS]:
        counts = [(row.figure(place) or ".", SEVERITIES[place] if row.counts[place] else "faint") for place in used]
        counts += [(str(row.known or "."), "" if row.known else "faint")] * bool(known)
        lines.append([(row.name, ""), (row.release, ""), (row.letter, ""), (row.judged, ""), *counts, ("", "")])
    if width < _NARROW:  # release and judged go
        lines = [[line[0], *line[2:3], *line[4:]] for line in lines]
    head, *body = (clipped(line, width) for line in _columns(lines, every, len(titles), width))
    yield [(text, "strong") for text, _ in head]
    yield from body
    if rest := every[_MOST_SERVERS:]:
        yield from flowed([(_rest(rest), "")], width, 4)
    legend = _legend(every, used, bool(known), tail, width)
    if report.as_release:
        legend = f"release: now; all else as {report.as_release}; {legend}"
    yield from flowed([(legend, "faint")], width, 2)
    yield []


def ranked(report: Report) -> list[_Row]:
    """The servers, and clusters with findings, the worst first.

    No grade is worse than a good one, and a letter that may fall than one that stands.
    """

    def rank(row: _Row) -> tuple[object, ...]:
        counts = tuple(-count for count in row.counts)
        letter = row.letter[:1]
        good = GRADES.index(letter) if letter in GRADES else -1
        return counts[: _ALARMING + 1], letter != "-", counts, -good, not row.letter.endswith("?")

    return sorted(_rows(report), key=rank)


def worst_servers(report: Report) -> str:
    """`Mail14/Acme F, Mail08/Acme F and 3 others`: those with the worst findings, where they are grave."""
    rows = [row for row in ranked(report) if row.letter and row.worst]
    worst_of = next((row.worst.severity for row in rows if row.worst), "")
    if worst_of not in SEVERITIES[: _ALARMING + 1]:
        return ""
    bad = [row for row in rows if row.worst and row.worst.severity == worst_of]
    return listed((f"{row.name} {row.letter.replace('-', 'not graded')}" for row in bad), _MOST_WORST)


def _columns(lines: list[Line], rows: list[_Row], figures: int, width: int) -> Iterator[Line]:
    """Cells side by side, figures to the right; the first column gives way to the last, to a number of columns."""
    sizes = [max(cells(line[place][0]) for line in lines) for place in range(len(lines[0]))]
    others = len(sizes) - figures - 1
    between = 2 if width >= WIDE else 1
    gaps = [2] + [between] * (others - 2) + [2] + [1] * (figures - 1) + [2] * (figures > 0)
    room = max(width - sum(sizes[1:-1]) - sum(gaps), 0)
    last = max((cells(row.worst.name) for row in rows if row.worst), default=0)
    sizes[0] = _of_names(
        [row.name for row in rows], max(room - last, min(_LEAST, room // 2), _FEWEST), room - _LEAST_KEY
    )
    sizes[-1] = max(room - sizes[0], 0)
    for line, row in zip(lines, [None, *rows], strict=False):
        (name, style), *middle, _ = line
        name = shortened(name, sizes[0])
        runs: Line = [(filled(name, sizes[0]), style)]
        for place, (text, of_cell) in enumerate(middle, start=1):
            runs.append((" " * gaps[place - 1], ""))
            runs.append((filled(text, sizes[place], right=place >= others), of_cell))
        yield [*runs, (" " * gaps[-1] + (_key(row, sizes[-1]) if row else cut("worst finding", sizes[-1])), "")]


def _of_names(names: list[str], least: int, most: int) -> int:
    """The columns of the names: as few as they take, or as tell them apart where they take more than there are."""
    longest = max(map(cells, [*names, "server"]), default=0)
    if longest <= least:
        return longest
    for size in range(least, most):
        if len({shortened(name, size) for name in names}) == len(names):
            return size
    return least


def _key(row: _Row, room: int) -> str:
    """The worst finding's name, or where it would be cut its id: `explain` takes both."""
    if row.worst is None:
        return ""
    return row.worst.name if cells(row.worst.name) <= room else cut(row.worst.rule, room)


def shortened(name: str, room: int) -> str:
    """A server's name in a column; the common name goes last.

    `Bench01/Acme (windows-5.0-webmail-one-lun)` as `Bench01 (…il-one-lun)`, `Mail01/North/Headquarters` as
    `Mail01/North/H…`.
    """
    if cells(name) <= room:
        return name
    plain, bracket, folder = name.partition(" (")
    common = plain.partition("/")[0]
    left = room - cells(common) - 3
    if bracket and left > 1:
        return f"{common} (…{ending(folder, left)}"
    return cut(plain, room) if cells(common) < room else cut_inside(common, room)


def _without_tail(rows: list[_Row], servers: tuple[ServerReport, ...], width: int) -> tuple[list[_Row], str]:
    """The rows without what the names of all servers end with, where there is one too long, and what that is."""
    tail = _shared_tail(servers)
    if not tail or max(cells(row.name) for row in rows) <= _LONGEST - (width < WIDE) * _LEAST:
        return rows, ""
    return [row._replace(name=_short_of(row.name, tail)) for row in rows], tail


def _short_of(name: str, tail: str) -> str:
    plain, bracket, folder = name.partition(" (")
    return plain.removesuffix(tail) + bracket + folder


def _shared_tail(servers: tuple[ServerReport, ...]) -> str:
    """What the names of all servers end with, from a `/` on: `/Servers/ExampleCorp`."""
    parts = [server.name.partition(" (")[0].split("/")[:0:-1] for server in servers]
    shared = takewhile(lambda same: len(set(same)) == 1, zip(*parts, strict=False))
    return "".join(f"/{same[0]}" for same in reversed(list(shared)))


def _rows(report: Report) -> Iterator[_Row]:
    of_server: dict[str | None, list[Finding]] = {}
    of_cluster: dict[str | None, list[Finding]] = {}
    for finding in report.findings:
        (of_server if finding.server else of_cluster).setdefault(finding.server or finding.cluster, []).append(finding)
    for server in report.servers:
        letter = f"{server.grade or '-'}{'?' * server.grade_is_bound}"
        judged = f"{server.coverage.judged}/{server.coverage.applicable}"
        runs = server.as_release.release if server.as_release else None
        release = ((runs or server.release).value or "?").replace(" or newer", "+")
        yield _Row(server.name, release, letter, judged, *_summed(of_server.get(server.name, [])))
    for cluster in report.clusters:
        if mine := of_cluster.get(cluster.name, []):
            yield _Row(f"cluster {cluster.name}", "", "", "", *_summed(mine))


def _summed(found: list[Finding]) -> tuple[tuple[int, ...], int, Finding | None, frozenset[int]]:
    """How many there are of each severity, how many are known, the worst, and of which one stands for others."""
    counts = by_severity(found)
    first = min(found, key=lambda finding: SEVERITIES.index(finding.severity), default=None)
    more = frozenset(SEVERITIES.index(finding.severity) for finding in found if finding.counts)
    return tuple(counts[severity] for severity in SEVERITIES), sum(finding.known for finding in found), first, more


def _rest(rows: list[_Row]) -> str:
    """`and 740 more servers (300 B, 440 A?) and 1 cluster, of which the worst finding is medium`."""
    place = min((place for row in rows for place, count in enumerate(row.counts) if count), default=None)
    worst_of = "without findings" if place is None else f"of which the worst finding is {SEVERITIES[place]}"
    letters = Counter(row.letter for row in rows if row.letter)  # a cluster has none
    grades = ", ".join(f"{count} {letter}" for letter, count in sorted(letters.items(), reverse=True))
    servers = letters.total()
    told = [f"{number(servers, 'more server')} ({grades})"] * bool(servers)
    told += [number(len(rows) - servers, "cluster" if servers else "more cluster")] * (servers < len(rows))
    return f"and {' and '.join(told)}, {worst_of}"


def _legend(rows: list[_Row], used: list[int], known: bool, tail: str, width: int) -> str:
    """What the letters and signs of the table mean, as far as they stand in it."""
    letters = [f"{SEVERITIES[place][0].upper()} {SEVERITIES[place]}" for place in used] * (width < WIDE)
    told = [f"each name ends with {tail}"] * bool(tail)
    told += [", ".join(letters)] * bool(letters)
    told += ["known: of these, in the baseline"] * known
    told += [MORE] * any(row.more for row in rows)
    told += ["judged: of the rules that apply"] * (width >= _NARROW)
    told += ["?: at best, not all that could lower it was judged"] * any(row.letter.endswith("?") for row in rows)
    told += ["-: not graded"] * any(row.letter.startswith("-") for row in rows)
    return "; ".join([*told, ".: none"])

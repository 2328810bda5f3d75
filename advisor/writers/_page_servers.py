"""Page of servers: the worst first, with letters by category and how much could be judged; and the page's sentence."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.accounts import UPGRADED
from advisor.report.finding import Finding
from advisor.report.grades import GRADES, Category
from advisor.report.report import Report, ServerReport
from advisor.values.printing import begun, listed, number
from advisor.writers._account import bound as _bound
from advisor.writers._counts import counted
from advisor.writers._server_rows import owner

_ALARMING = SEVERITIES.index("medium")
_NOTHING = (0,) * len(SEVERITIES)


class Letter(NamedTuple):
    """A grade as a page shows it: `C`, `C?` where it is a bound, `-` for none; words: what that means, and why."""

    text: str
    of: str
    words: str


class ServerRow(NamedTuple):
    """A server or cluster. counts: its findings by severity; letters: by category, as the table's heads stand."""

    name: str
    about: str
    letter: Letter | None
    judged: int
    applicable: int
    counts: tuple[int, ...]
    letters: list[Letter]
    notes: list[str]


def ranked(report: Report, found: list[Finding]) -> list[ServerRow]:
    """All servers, and clusters with findings, the worst first: no grade is worse than a good one."""
    counts: dict[str, Counter[str]] = {}
    of_owner: dict[str, list[Finding]] = {}
    for one in found:
        counts.setdefault(owner(one), Counter())[one.severity] += 1
        of_owner.setdefault(owner(one), []).append(one)
    summed = {name: tuple(of[severity] for severity in SEVERITIES) for name, of in counts.items()}
    heads = categories(report)
    every = [
        _server(one, summed.get(one.name, _NOTHING), heads, report, of_owner.get(one.name, []))
        for one in report.servers
    ]
    every += [
        ServerRow(name, f"{listed(one.members)}", None, 0, 0, summed[name], [], [])
        for one in report.clusters
        if (name := f"cluster {one.name}") in summed
    ]
    return sorted(every, key=_rank)


def _rank(row: ServerRow) -> tuple[object, ...]:
    counts, letter = tuple(-count for count in row.counts), row.letter.of if row.letter else ""
    good = GRADES.index(letter) if letter in GRADES else -1
    bound = row.letter is not None and row.letter.text.endswith("?")
    return counts[: _ALARMING + 1], letter != "-", counts, -good, not bound


def categories(report: Report) -> list[str]:
    """Those in which a rule applies, or could apply, to any of the servers."""
    return sorted({category.name for server in report.servers for category in server.categories})


def _server(
    one: ServerReport, counts: tuple[int, ...], heads: list[str], report: Report, found: list[Finding]
) -> ServerRow:
    about = ", ".join(_about(one, report.as_release))
    of_category = {category.name: category for category in one.categories}
    letters = [_of_category(of_category.get(head)) for head in heads]
    why = "; ".join(_bound(one)) if one.grade else one.ungraded
    whole = _letter(one.grade, one.grade_is_bound, why)
    judged, applicable = one.coverage.judged, one.coverage.applicable
    return ServerRow(one.name, about, whole, judged, applicable, counts, letters, list(_notes(one, found)))


def _about(one: ServerReport, as_release: str) -> Iterator[str]:
    """`Domino 14.0FP3`, `linux`, `64-bit`."""
    runs = one.as_release.release if one.as_release else one.release
    if one.kind == "client":
        yield "client"
    yield f"Domino {runs.value}" if runs and runs.value else "release not known"
    yield from filter(None, [one.platform, f"{one.bits}-bit" * bool(one.bits), one.role])
    if one.as_release and one.as_release.how == UPGRADED:
        yield f"judged as {as_release}"


def _notes(one: ServerReport, found: list[Finding]) -> Iterator[str]:
    if one.grade_note:
        yield one.grade_note
    if one.known:
        yield f"{one.known} known from the baseline"
    if others := counted(found):
        yield f"{number(len(found), 'finding')}{others}"
    if one.named_by == "folder":
        yield "named by its folder"
    yield from one.contradictions


def _of_category(category: Category | None) -> Letter:
    if category is None:
        return Letter("", "", "no rule applies")
    judged = f"{category.judged} of {number(category.applicable, 'rule')} checked"
    return _letter(category.grade, category.bound, ", ".join(filter(None, [judged, category.lacks, category.note])))


def _letter(grade: str | None, bound: bool, why: str) -> Letter:
    of = grade or "-"
    words = f"{of} at best" if bound and grade else of if grade else "not graded"
    return Letter(of + "?" * (bound and grade is not None), of, f"{words}: {why}" if why else words)


def sentence(report: Report, found: list[Finding]) -> str:
    """What to tell somebody who reads one sentence: how many servers are badly off, and how much nobody knows."""
    if not report.servers:
        return "Nothing was judged."
    return f"{_worst(report, found)}; {_open(report)}."


def _worst(report: Report, found: list[Finding]) -> str:
    """`3 of 8 servers have critical findings`."""
    severity = min((one.severity for one in found), key=SEVERITIES.index, default="")
    servers, as_release = len(report.servers), f"as Domino {report.as_release} " * bool(report.as_release)
    new = "further " * bool(report.as_release)
    every = report.servers[0].name if servers == 1 else f"{servers} servers"
    if not severity:
        return begun(f"{as_release}no {new}findings on {every}")
    of_worst = [one for one in found if one.severity == severity]
    hit, clusters = {one.server for one in of_worst if one.server}, {one.cluster for one in of_worst if one.cluster}
    if SEVERITIES.index(severity) > _ALARMING:
        return begun(f"{as_release}no {new}finding on {every} is worse than {severity}")
    if servers == 1 and not clusters:
        return begun(f"{as_release}{every} has {number(len(of_worst), f'{new}{severity} finding')}{counted(of_worst)}")
    who = [f"{len(hit)} of {number(servers, 'server')}"] * bool(hit)
    who += [number(len(clusters), "cluster")] * bool(clusters)
    has = "has" if len(hit) + len(clusters) == 1 else "have"
    return begun(f"{as_release}{' and '.join(who)} {has} {new}{severity} findings")


def _open(report: Report) -> str:
    """`37 % of what applies could not be judged`, as rules on servers; of one server rules."""
    of_each = [server.coverage for server in report.servers]
    unknown, applicable = sum(one.unknown for one in of_each), sum(one.applicable for one in of_each)
    if len(of_each) == 1:
        if unknown:
            return f"{unknown} of the {number(applicable, 'rule')} that apply could not be judged"
        return f"all {number(applicable, 'rule')} that apply were judged"
    if unknown:
        return f"{_share(unknown, applicable)} of what applies to them could not be judged"
    if of_clusters := {one.rule for one in report.left_open}:
        return f"{number(len(of_clusters), 'rule')} could not be judged on a cluster"
    return "all that applies to them was judged"


def _share(part: int, whole: int) -> str:
    """`37 %`; never none, nor all where something is left."""
    percent = round(100 * part / whole)
    if not percent:
        return "less than 1 %"
    return f"{percent if part == whole else min(percent, 99)} %"

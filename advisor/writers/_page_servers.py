"""Page of servers: the worst first, with letters by category and how much could be judged; and the page's sentence."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.grades import GRADES
from advisor.report.report import Report, ServerReport
from advisor.values.printing import begun, listed, number
from advisor.writers._account import _bound
from advisor.writers._by_rule import owner

_ALARMING = SEVERITIES.index("medium")
_NOTHING = (0,) * len(SEVERITIES)


class Letter(NamedTuple):
    """A grade as a page shows it: `C`, `C?` where it is a bound, `-` for none; words: what that means, and why."""

    text: str
    of: str
    words: str


class ServerRow(NamedTuple):
    """A server or cluster. counts: its findings by severity; letters: by category, in the order of the table's heads."""

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
    for one in found:
        counts.setdefault(owner(one), Counter())[one.severity] += 1
    summed = {name: tuple(of[severity] for severity in SEVERITIES) for name, of in counts.items()}
    heads = categories(report)
    every = [_server(one, summed.get(one.name, _NOTHING), heads, report) for one in report.servers]
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


def _server(one: ServerReport, counts: tuple[int, ...], heads: list[str], report: Report) -> ServerRow:
    runs = one.as_release.release if one.as_release else one.release
    release = f"Domino {runs.value}" if runs and runs.value else "release not known"
    bits = f"{one.bits}-bit" if one.bits else ""
    upgrade = f"judged as {report.as_release}" if one.as_release and one.as_release.how == "upgraded" else ""
    about = ", ".join(filter(None, [one.kind == "client" and "client", release, one.platform, bits, one.role, upgrade]))
    of_category = {category.name: category for category in one.categories}
    letters = []
    for head in heads:
        category = of_category.get(head)
        if category is None:
            letters.append(Letter("", "", "no rule applies"))
            continue
        why = [f"{category.judged} of {number(category.applicable, 'rule')} judged", category.lacks, category.note]
        letters.append(_letter(category.grade, category.bound, ", ".join(filter(None, why))))
    why = "; ".join([*_bound(one)] if one.grade else filter(None, [one.ungraded]))
    notes = [one.grade_note] * bool(one.grade_note) + [f"{number(one.waived, 'finding')} waived"] * bool(one.waived)
    notes += [f"{one.known} known from the baseline"] * bool(one.known)
    notes += ["named by its folder"] * (one.named_by == "folder")
    whole = _letter(one.grade, one.grade_is_bound, why)
    return ServerRow(one.name, about, whole, one.coverage.judged, one.coverage.applicable, counts, letters, notes)


def _letter(grade: str | None, bound: bool, why: str) -> Letter:
    of = grade or "-"
    words = f"{of} at best" if bound and grade else of if grade else "no grade"
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
        return begun(f"{as_release}{every} has {number(len(of_worst), f'{new}{severity} finding')}")
    who = [f"{len(hit)} of {number(servers, 'server')}"] * bool(hit)
    who += [number(len(clusters), "cluster")] * bool(clusters)
    has = "has" if len(hit) + len(clusters) == 1 else "have"
    return begun(f"{as_release}{' and '.join(who)} {has} {new}{severity} findings")


def _open(report: Report) -> str:
    """`12 of 220 rules could not be judged on any`."""
    if len(report.servers) == 1:
        coverage = report.servers[0].coverage
        if coverage.unknown:
            return f"{coverage.unknown} of the {number(coverage.applicable, 'rule')} that apply could not be judged"
        return f"all {number(coverage.applicable, 'rule')} that apply were judged"
    ran = len({rule.id for rule in report.judged})
    some = len(set(unjudged(report)))
    return f"{some} of {number(ran, 'rule')} could not be judged on every server they apply to"


def unjudged(report: Report) -> Iterator[str]:
    """The rules that could not be judged somewhere."""
    yield from dict.fromkeys(one.rule for one in report.unknown)

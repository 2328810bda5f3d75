"""As release: what the text report says beside the findings where servers are judged as another release."""

from collections import Counter
from collections.abc import Iterable, Iterator

from advisor.pack import SEVERITIES
from advisor.report.accounts import ALREADY, NEWER, UPGRADED, AsRelease, Gone
from advisor.report.report import Report, ServerReport, Unjudged
from advisor.terminal import Line, labelled
from advisor.values.printing import listed, number
from advisor.values.release import NEWEST, is_beyond
from advisor.writers._account import letter, wanted_of

_MOST_NAMED = 8
_MOST_SERVERS = 5
_MOST_WANTED = 2
_DOUBTFUL = {"solaris", "zlinux", "zos"}  # no page was found that says which release was their last


def about(server: ServerReport, release: str) -> str:
    """`  as Domino 14.5, windows, 64-bit; it runs 9.0.1FP10 (FaultRecovery_Build)`."""
    told = server.as_release
    now = told.release if told else None
    runs = f"{now.value} ({now.basis})" if now and now.value else ""
    upgraded = told is None or told.how == UPGRADED
    parts = ["client"] * (server.kind == "client") + [f"as Domino {release}" if upgraded else f"Domino {runs}"]
    parts += [server.platform] if server.platform else []
    parts += [f"{server.bits}-bit"] if server.bits else []
    behind = f"; it runs {runs}" if runs else "; which release it runs is not known"
    return "  " + ", ".join(parts) + behind * upgraded


def account(server: ServerReport, unknown: list[Unjudged], release: str, width: int) -> Iterator[Line]:
    """What would go away, what could not be judged, and how much stands as it is."""
    told = server.as_release
    if told is None:
        return
    if told.how != UPGRADED:
        runs = told.release.value if told.release else ""
        words = f"it runs {runs}, which is newer than {release}" if told.how == NEWER else f"it runs {runs} already"
        yield from labelled("Nothing to tell: ", words, width, margin=2)
        return
    yield from of_cluster(told, unknown, release, width)
    if not (server.grade or told.grade):
        return
    now = letter(told.grade, told.grade_is_bound)
    yield from labelled(
        "Grade: ", f"{letter(server.grade or '', server.grade_is_bound)} with {release}, {now} now", width, margin=2
    )


def of_cluster(told: AsRelease, unknown: list[Unjudged], release: str, width: int) -> Iterator[Line]:
    """The same of a cluster, which has no grade."""
    if gone := [one for one in told.gone if _goes_away(one)]:
        names = _counted(f"{one.name} ({one.severity})" for one in gone)
        yield from labelled("Would go away: ", listed(names, _MOST_NAMED), width, margin=2)
    if silent := [one for one in told.gone if one.no_rule]:
        names = _counted(f"{one.name} ({one.severity})" for one in silent)
        yield from labelled(f"No rule for {release}: ", listed(names, _MOST_NAMED), width, margin=2)
    if milder := [one for one in told.gone if one.becomes]:
        names = _counted(f"{one.name} ({one.becomes} for {one.severity})" for one in milder)
        yield from labelled("Would be milder: ", listed(names, _MOST_NAMED), width, margin=2)
    for other in told.defaults:
        words = f"{other.setting} is not set, which is {other.now} now and {other.then} with {release}. {other.meaning}"
        yield from labelled("Default: ", words, width, margin=2)
    if told.lost:
        yield from labelled(f"Judged now, not as {release}: ", listed(told.lost, _MOST_NAMED), width, margin=2)
    others = [one for one in unknown if one.name not in told.lost]
    if names := list(dict.fromkeys(one.name for one in sorted(others, key=_rank))):
        yield from labelled(f"Speaks of {release}, not judged: ", listed(names, _MOST_NAMED), width, margin=2)
    for one in list(wanted_of(unknown).values())[:_MOST_WANTED]:
        yield from labelled("To judge more: ", f"{one.collect} ({number(len(one.rules), 'rule')})", width, margin=2)
    if told.same:
        words = (
            f"{number(told.same, 'finding')}; a check without --as-release tells {'them' if told.same > 1 else 'it'}"
        )
        yield from labelled(f"Stands now and with {release}: ", words, width, margin=2)


def _goes_away(one: Gone) -> bool:
    return not (one.becomes or one.no_rule)


def _rank(one: Unjudged) -> int:
    return SEVERITIES.index(one.severity)


def _counted(names: Iterable[str]) -> list[str]:
    """Each name once, with how many there are of it."""
    return [f"{count} {name}" if count > 1 else name for name, count in Counter(names).items()]


def remarks(report: Report) -> Iterator[tuple[str, str]]:
    """Of which servers there is nothing to tell, and whether the rules know the release."""
    release = report.as_release
    for platform in dict.fromkeys(server.platform for server in report.servers if server.platform in _DOUBTFUL):
        yield "note: ", f"whether there is a Domino {release} for {platform} is not known"
    if is_beyond(release):
        yield "note: ", f"the rules speak of releases up to {NEWEST}; what {release} changes is not known"
    for how, words in ((ALREADY, f"run {release} already"), (NEWER, f"run a newer release than {release}")):
        names = [server.name for server in report.servers if server.as_release and server.as_release.how == how]
        if names and len(report.servers) > 1:
            yield (
                "note: ",
                f"{listed(names, _MOST_SERVERS)} {words if len(names) > 1 else words.replace('run', 'runs', 1)}",
            )


def gone(report: Report) -> Iterator[tuple[str, str]]:
    """What would go away on how many servers and clusters, where these are not told of one by one."""
    of_each = [
        ("server", [one.as_release for one in report.servers]),
        ("cluster", [one.as_release for one in report.clusters]),
    ]
    told = []
    for kind, every in of_each:
        on = Counter(name for one in every if one for name in {row.name for row in one.gone if _goes_away(row)})
        told += [f"{name} on {number(count, kind)}" for name, count in on.most_common()]
    if told:
        yield "would go away: ", listed(told, _MOST_NAMED)


def total(report: Report) -> list[str]:
    """`4 would go away`, `12 stand as now`, `2 servers run it already`: behind the number of findings."""
    each = [*(one.as_release for one in report.servers), *(one.as_release for one in report.clusters)]
    every = [one for one in each if one and one.how == UPGRADED]
    rows = [row for one in every for row in one.gone]
    lost, silent = sum(map(_goes_away, rows)), sum(row.no_rule for row in rows)
    milder = len(rows) - lost - silent
    same = sum(one.same for one in every)
    of_each = Counter(one.how for one in each if one)
    already, newer = of_each[ALREADY], of_each[NEWER]
    told = [f"{lost} would go away"] * bool(lost) + [f"{milder} would be milder"] * bool(milder)
    told += [f"{silent} without a rule for it"] * bool(silent)
    told += [f"{same} {'stand' if same > 1 else 'stands'} as now"] * bool(same)
    told += [f"{already} {'run' if already > 1 else 'runs'} it already"] * bool(already)
    return told + [f"{newer} {'run' if newer > 1 else 'runs'} a newer one"] * bool(newer)

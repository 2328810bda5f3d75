"""Text of `domlint upgrade`: what another release would change on servers and clusters, beside the findings."""

from collections import Counter
from collections.abc import Iterable, Iterator

from advisor.pack import SEVERITIES
from advisor.report.first_steps import short_fix
from advisor.report.model import ALREADY, NEWER, UPGRADED, AsRelease, Gone, Report, ServerReport, Unjudged
from advisor.report.upgrade_items import looked_for, set_at, upgrade_items, upgrade_rules
from advisor.terminal import Line, labelled, wrap
from advisor.values.printing import listed, number
from advisor.values.release import NEWEST, is_beyond
from advisor.writers.coverage import letter, wanted_of

NOT_VISIBLE = "Not visible in files: check these changes yourself. Brackets name the release that brings them"
_MOST_NAMED = 8
_MOST_SERVERS = 5
_MOST_WANTED = 2
_ROOM = 90
_DOUBTFUL = {"solaris", "zlinux", "zos"}  # no page was found that names the last release for them


def title(release: str) -> str:
    """Return the first sentence of a report on another release."""
    return f"Upgrade to Domino {release}: what it would change, and what to do before, during and after it."


def current_release(server: ServerReport) -> str:
    """Return `9.0.1FP10 now (FaultRecovery_Build)`, or `of unknown release now`."""
    release = server.as_release.release if server.as_release else None
    return f"{release.value} now ({release.basis})" if release and release.value else "of unknown release now"


def server_lines(server: ServerReport, unchecked: list[Unjudged], release: str, width: int) -> Iterator[Line]:
    """Yield what the release would change on a server beside its findings, what stays the same, and the grades."""
    upgrade = server.as_release
    if upgrade is None:
        return
    if upgrade.how != UPGRADED:
        words = f"the server runs a newer release than {release}" if upgrade.how == NEWER else f"it runs {release}"
        yield from labelled("No change: ", f"{words} already", width, margin=2)
        return
    yield from change_lines(upgrade, unchecked, release, width)
    if not (server.grade or upgrade.grade):
        return
    new_grade = letter(server.grade or "", server.grade_is_bound)
    current_grade = letter(upgrade.grade, upgrade.grade_is_bound)
    yield from labelled("Grade: ", f"{new_grade} with {release}, {current_grade} now", width, margin=2)


def change_lines(upgrade: AsRelease, unchecked: list[Unjudged], release: str, width: int) -> Iterator[Line]:
    """Yield what the release would change on a server or cluster, and what stays the same, without grades."""
    for words in to_prepare(upgrade):
        yield from labelled("Fix before: ", words, width, margin=2)
    if gone := [one for one in upgrade.gone if _goes_away(one)]:
        names = _counted(f"{one.name} ({one.severity})" for one in gone)
        yield from labelled("Would go away: ", listed(names, _MOST_NAMED), width, margin=2)
    if without_rule := [one for one in upgrade.gone if one.no_rule]:
        names = _counted(f"{one.name} ({one.severity})" for one in without_rule)
        yield from labelled(f"No rule covers {release}: ", listed(names, _MOST_NAMED), width, margin=2)
    if milder := [one for one in upgrade.gone if one.becomes]:
        names = _counted(f"{one.name} ({one.becomes} instead of {one.severity})" for one in milder)
        yield from labelled("Would be less severe: ", listed(names, _MOST_NAMED), width, margin=2)
    for default in upgrade.defaults:
        words = f"{default.setting} is not set. Its default is {default.now} now and {default.then} with {release}."
        yield from labelled("Default: ", f"{words} {default.meaning}", width, margin=2)
    if upgrade.lost:
        yield from labelled(f"{_no_longer(release)}: ", listed(upgrade.lost, _MOST_NAMED), width, margin=2)
    others = [one for one in unchecked if one.name not in upgrade.lost]
    if names := list(dict.fromkeys(one.name for one in sorted(others, key=_rank))):
        yield from labelled(f"Cannot be checked for {release}: ", listed(names, _MOST_NAMED), width, margin=2)
    about_upgrades = {row.rule for row in unchecked if row.name in upgrade_rules()}
    wanted = sorted(wanted_of(unchecked).values(), key=lambda input: about_upgrades.isdisjoint(input.rules))
    for input in wanted[:_MOST_WANTED]:
        words = f"{input.collect} ({number(len(input.rules), 'rule')})"
        yield from labelled("To check more: ", words, width, margin=2)
    if (same := upgrade.same - len(upgrade.prepare)) > 0:
        words = f"{number(same, 'other finding' if upgrade.prepare else 'finding')}. "
        words += f"`domlint check` lists {'them' if same > 1 else 'it'}."
        yield from labelled(f"Same now and with {release}: ", words, width, margin=2)


def to_prepare(upgrade: AsRelease) -> Iterator[str]:
    """Yield the findings of now that concern the upgrade, each with its location and the first step of its fix."""
    for one in upgrade.prepare:
        where = f" ({one.locations[0].spot})" if one.locations else ""
        fix = f" Fix: {short_fix(one.fix, _ROOM)}" if one.fix else ""
        yield f"{one.name}{where}: {one.message}{fix}"


def _no_longer(release: str) -> str:
    return f"Checked now, but not with {release}"


def _goes_away(one: Gone) -> bool:
    return not (one.becomes or one.no_rule)


def _rank(one: Unjudged) -> int:
    return SEVERITIES.index(one.severity)


def _counted(names: Iterable[str]) -> list[str]:
    """Return each name once, with its number if there are several: `2 weak-ciphers-on (high)`."""
    return [f"{count} {name}" if count > 1 else name for name, count in Counter(names).items()]


def remarks(report: Report) -> Iterator[tuple[str, str]]:
    """Yield which servers do not change, and whether the rules cover the release."""
    release = report.as_release
    for platform in dict.fromkeys(server.platform for server in report.servers if server.platform in _DOUBTFUL):
        yield "note: ", f"domlint does not know whether Domino {release} exists for {platform}"
    if is_beyond(release):
        yield "note: ", f"the rules cover releases up to {NEWEST}. What {release} changes is unknown."
    for how, words in ((ALREADY, f"{release} already"), (NEWER, f"a newer release than {release}")):
        names = [server.name for server in report.servers if server.as_release and server.as_release.how == how]
        if names and len(report.servers) > 1:
            yield "note: ", f"{listed(names, _MOST_SERVERS)} {'run' if len(names) > 1 else 'runs'} {words}"


def nothing_found(report: Report) -> str:
    """Return the kinds of change that were looked for, if nothing was found that is new or to be put right first."""
    prepared = any(one.as_release and one.as_release.prepare for one in report.servers)
    kinds = [] if report.findings or prepared else looked_for(report)
    return listed(kinds, len(kinds))


def plan(report: Report) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the changes that files do not show as steps: a heading for each phase, with a label and words a step."""
    items = upgrade_items(report)
    if not items:
        return []
    pages = list(dict.fromkeys((one.page, one.second_hand) for one in items))
    notes = {page: f"[{count}]" for count, page in enumerate(pages, 1)}
    phases: list[tuple[str, list[tuple[str, str]]]] = [
        ("Before the upgrade", []),
        ("During the upgrade", []),
        ("After the upgrade", []),
    ]
    for item in items:
        note = notes[item.page, item.second_hand]
        here = f" Set here: {listed(places, _MOST_SERVERS)}." if (places := set_at(item, report)) else ""
        steps = (f"{item.what} {item.before}{here}", item.during, item.after)
        for (_, rows), words in zip(phases, steps, strict=True):
            if words:
                rows.append((f"{item.topic} ({item.since}): ", f"{words} {note}"))
    rows = [(f"{note} ", f"{page}{', second-hand' * second}") for (page, second), note in notes.items()]
    return [(heading, steps) for heading, steps in (*phases, ("Pages", rows)) if steps]


def plan_lines(report: Report, width: int) -> Iterator[Line]:
    """Yield the kinds of change that were not found, and the steps of `plan`, as lines of the text report."""
    kinds, phases = nothing_found(report), plan(report)
    if kinds or phases:
        yield []
    if kinds:
        yield from labelled("Nothing new found. Looked for: ", kinds, width, margin=2, indent=8)
    if phases:
        yield from wrap([(f"  {NOT_VISIBLE}.", "")], width)
    for heading, steps in phases:
        yield [(f"  {heading}", "strong")]
        for label, words in steps:
            yield from labelled(label, words, width, margin=4, indent=8)
    if kinds or phases:
        yield []


def counts_by_rule(report: Report) -> Iterator[tuple[str, str]]:
    """Yield labels and words: on how many servers and clusters a finding would go away or a rule no longer run."""
    kinds = [
        ("server", [one.as_release for one in report.servers]),
        ("cluster", [one.as_release for one in report.clusters]),
    ]
    gone, lost = [], []
    for kind, upgrades in kinds:
        known = [upgrade for upgrade in upgrades if upgrade]
        of_gone = Counter(name for one in known for name in {row.name for row in one.gone if _goes_away(row)})
        of_lost = Counter(name for one in known for name in one.lost)
        gone += [f"{name} on {number(count, kind)}" for name, count in of_gone.most_common()]
        lost += [f"{name} on {number(count, kind)}" for name, count in of_lost.most_common()]
    if gone:
        yield "Would go away: ", listed(gone, _MOST_NAMED)
    if lost:
        yield f"{_no_longer(report.as_release)}: ", listed(lost, _MOST_NAMED)


def summary_counts(report: Report) -> list[str]:
    """Return `4 would go away`, `12 same as now`, `2 run it already`, to follow the number of findings."""
    upgrades = [*(one.as_release for one in report.servers), *(one.as_release for one in report.clusters)]
    changed = [one for one in upgrades if one and one.how == UPGRADED]
    rows = [row for one in changed for row in one.gone]
    gone, without_rule = sum(map(_goes_away, rows)), sum(row.no_rule for row in rows)
    milder = len(rows) - gone - without_rule
    same = sum(one.same for one in changed)
    servers = Counter(one.how for one in upgrades if one)
    already, newer = servers[ALREADY], servers[NEWER]
    words = [f"{gone} would go away"] * bool(gone) + [f"{milder} would be less severe"] * bool(milder)
    words += [f"{without_rule} that no rule covers"] * bool(without_rule)
    words += [f"{same} same as now"] * bool(same)
    words += [f"{already} {'run' if already > 1 else 'runs'} it already"] * bool(already)
    return words + [f"{newer} {'run' if newer > 1 else 'runs'} a newer one"] * bool(newer)

"""Page of findings: each as a row of the page's table, with what it opens to."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import CommandLine, Evidence, Finding, Location, SettingEdit
from advisor.report.texts import DocumentField
from advisor.writers._advice import disputed
from advisor.writers._places import spot
from advisor.writers._server_rows import owner

NEEDS = {
    "none": "while it runs",
    "task": "task restart",
    "server": "server restart",
    "down": "server down",
    "system": "machine reboot",
    "rebuild": "array rebuild",
}
NO_REMEDY = "no remedy"
_MOST_PLACES = 4
_MOST_AROUND = 70  # characters of a file's line on each side of the value
_LONGEST_VALUE = 200
_MANY = 1000  # findings from which on what several of them say alike stands once
_ACTIONS = {"set": "{0.name}={0.to}", "remove": "{0.name} (take the line out)", "rename": "{0.name} (call it {0.to})"}


class PlaceRow(NamedTuple):
    """A place that a finding shows: its path, the file's line around the value, and what it bears on."""

    spot: str
    line: str
    before: str
    value: str
    behind: str
    told: str


class WayRow(NamedTuple):
    """What a remedy says that several findings may say alike. key: by which the page finds it; "" where it stands."""

    key: str
    summary: str
    safety: str
    needs: str
    rollback: str
    verify: str
    risk: str
    fields: tuple[DocumentField, ...]
    followed: str


class FindingRow(NamedTuple):
    """A finding. numbers: of its severity, rule, owner, category and restart, by which the page filters and sorts."""

    id: str
    numbers: str
    severity: str
    message: str
    rule: str
    name: str
    where: str
    owner: str
    category: str
    needs: str
    marks: tuple[str, ...]
    places: list[PlaceRow]
    more_places: int
    rests: list[tuple[str, str, str]]
    commands: tuple[CommandLine, ...]
    edits: list[str]
    way: WayRow | None
    rollback: str


class Choices(NamedTuple):
    """What the page filters by, in the order of the choices: worst severity and server first."""

    severities: list[str]
    rules: list[tuple[str, str]]
    owners: list[str]
    categories: list[str]
    needs: list[str]


def lists(found: list[Finding], ranked: list[str]) -> Choices:
    """The choices that findings leave. ranked: servers and clusters, the worst first."""
    owners, needs = {owner(one) for one in found}, {_needs(one) for one in found}
    severities = {one.severity for one in found}
    return Choices(
        [severity for severity in SEVERITIES if severity in severities],
        sorted({(one.rule, one.name) for one in found}),
        [name for name in ranked if name in owners],
        sorted({one.category for one in found}),
        [word for word in (*NEEDS.values(), NO_REMEDY) if word in needs],
    )


def _needs(finding: Finding) -> str:
    return NEEDS[finding.fix.restart] if finding.fix else NO_REMEDY


def ordered(found: Iterable[Finding], ranked: list[str]) -> list[Finding]:
    """The worst server first, and of each the worst finding."""
    place = {name: at for at, name in enumerate(ranked)}
    return sorted(found, key=lambda one: (place[owner(one)], SEVERITIES.index(one.severity)))


def rows(found: list[Finding], choices: Choices) -> tuple[list[FindingRow], dict[str, list[WayRow]]]:
    """The rows, and by rule the ways that several of very many findings share."""
    shared = _WaysAlike(found)
    every = (choices.severities, [rule for rule, _ in choices.rules], choices.owners, choices.categories, choices.needs)
    at = [{name: place for place, name in enumerate(names)} for names in every]
    return [_row(one, at, shared) for one in found], shared.ways


class _WaysAlike:
    """The ways of findings; of those that several go, where there are very many findings, the numbers.

    What takes a change back names the old value more often than all else, so it may differ where the rest is shared.
    """

    def __init__(self, found: list[Finding]) -> None:
        of_each = [(one.rule, _way(one)) for one in found] if len(found) > _MANY else []
        whole = Counter(of_each)
        rest = Counter((rule, way._replace(rollback="")) for rule, way in of_each if whole[rule, way] == 1)
        self.keys: dict[tuple[str, WayRow], str] = {}
        self.ways: dict[str, list[WayRow]] = {}
        for (rule, way), count in chain(whole.items(), rest.items()):
            if count > 1:
                of_rule = self.ways.setdefault(rule, [])
                self.keys[rule, way] = f"{rule}-{len(of_rule) + 1}"
                of_rule.append(way._replace(key=self.keys[rule, way]))

    def of(self, finding: Finding) -> tuple[WayRow | None, str]:
        """A finding's way, and the way back where that is its own and the rest is not."""
        if not finding.fix and not finding.dispute:
            return None, ""
        way, rule = _way(finding), finding.rule
        if key := self.keys.get((rule, way)):
            return way._replace(key=key), ""
        if key := self.keys.get((rule, way._replace(rollback=""))):
            return way._replace(key=key), way.rollback
        return way, ""


def _way(one: Finding) -> WayRow:
    fix, followed = one.fix, disputed(one, one.dispute) if one.dispute else ""
    if fix is None:
        return WayRow("", "", "", "", "", "", "", (), followed)
    return WayRow(
        "",
        fix.summary,
        fix.safety,
        NEEDS[fix.restart],
        fix.rollback,
        fix.verify,
        fix.risk,
        fix.fields,
        followed,
    )


def _row(one: Finding, at: list[dict[str, int]], shared: _WaysAlike) -> FindingRow:
    who, needs = owner(one), _needs(one)
    values = (one.severity, one.rule, who, one.category, needs)
    places = one.locations
    return FindingRow(
        one.fingerprint,
        " ".join([str(of[value]) for of, value in zip(at, values, strict=True)]),
        one.severity,
        one.message,
        one.rule,
        one.name,
        spot(places[0]) if places else one.subject,
        who,
        one.category,
        needs,
        tuple(_marks(one)),
        [_place(place, places[0].path) for place in places[:_MOST_PLACES]],
        len(places[_MOST_PLACES:]) + one.more_places,
        [_rests(each) for each in one.evidence if not each.path or each.presumed],
        one.fix.commands if one.fix else (),
        [] if not one.fix or one.fix.commands else [_edit(edit) for edit in one.fix.edits],
        *shared.of(one),
    )


def _marks(one: Finding) -> Iterable[str]:
    if one.known:
        yield "known from the baseline"
    if one.worse:
        yield "worse than in the baseline"


def _edit(edit: SettingEdit) -> str:
    return _ACTIONS[edit.action].format(edit)


def _rests(one: Evidence) -> tuple[str, str, str]:
    note = "; ".join(filter(None, ["presumed" * one.presumed, one.note]))
    return one.key, "not set" if one.value is None else one.value, note


def _place(place: Location, before_it: str) -> PlaceRow:
    """A place. before_it: the path that is told already; of the same one the line's number is enough."""
    told = place.word + (f", for {place.bears_on}" if place.bears_on else "")
    where = "" if place.path == before_it else place.path
    if place.line is None:
        lacks = f"does not set {place.word or 'it'}" * place.lacks
        return PlaceRow(where, "", "", "", "", lacks or told.removeprefix(", "))
    text, caret = place.excerpt, min(place.caret, len(place.excerpt))
    end = caret + max(place.length, 1)
    before, value, behind = text[:caret].lstrip(), text[caret:end], text[end:].rstrip()
    if len(before) > _MOST_AROUND:
        before = "…" + before[-_MOST_AROUND:]
    value, behind = _cut(value, _LONGEST_VALUE), _cut(behind, _MOST_AROUND)
    if not place.bears_on and told.casefold() in text.casefold():
        told = ""  # the line says it
    where = where or f"line {place.line}" * (not text)
    return PlaceRow(where, str(place.line), before, value, behind, told.removeprefix(", "))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"

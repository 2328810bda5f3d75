"""Page of an upgrade: what of each server is otherwise as another release, beside the findings that it would bring."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.report.accounts import ALREADY, NEWER, AsRelease, Gone, OtherDefault
from advisor.report.report import Report
from advisor.values.printing import listed, number
from advisor.writers._account import letter


class GoneRow(NamedTuple):
    """A finding of now, and what becomes of it."""

    severity: str
    rule: str
    name: str
    message: str
    becomes: str


class UpgradeRow(NamedTuple):
    """A server or cluster. told: in words, how it stands to the release."""

    name: str
    told: list[str]
    gone: list[GoneRow]
    defaults: tuple[OtherDefault, ...]


def upgrades(report: Report) -> list[UpgradeRow]:
    """A row for each server and cluster of which something is to be told; none without another release."""
    if not report.as_release:
        return []
    rows = []
    for one in report.servers:
        if one.as_release:
            then = letter(one.grade or "", one.grade_is_bound)
            rows.append(_row(one.name, one.as_release, report.as_release, then))
    rows += [
        _row(f"cluster {one.name}", one.as_release, report.as_release) for one in report.clusters if one.as_release
    ]
    return [row for row in rows if row.told or row.gone or row.defaults]


def _row(name: str, told: AsRelease, release: str, then: str = "") -> UpgradeRow:
    gone = [GoneRow(one.severity, one.rule, one.name, one.message, _becomes(one, release)) for one in told.gone]
    return UpgradeRow(name, list(_words(told, release, then)), gone, told.defaults)


def _words(told: AsRelease, release: str, then: str) -> Iterator[str]:
    if told.how == ALREADY:
        yield f"It runs {release} already: there is nothing to tell."
        return
    if told.how == NEWER:
        yield f"It runs a newer release than {release}, and is judged as it is."
        return
    if then not in {"", "-"} or told.grade:
        yield f"Grade {then} with {release}, {letter(told.grade, told.grade_is_bound)} now."
    if told.same:
        yield f"{number(told.same, 'finding')} now and with {release}: a page without --as-release tells of them."
    if told.lost:
        yield f"Judged now, not as {release}: {listed(told.lost, len(told.lost))}."


def _becomes(one: Gone, release: str) -> str:
    if one.no_rule:
        return f"no rule speaks of {release}"
    return f"{one.becomes} with {release}" if one.becomes else "goes away"

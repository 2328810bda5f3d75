"""Upgrade part of the HTML page: what another release changes on each server, beside the findings it would bring."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.report.model import ALREADY, NEWER, AsRelease, Gone, OtherDefault, Report
from advisor.values.printing import listed, number
from advisor.writers.coverage import letter


class GoneRow(NamedTuple):
    """A finding of the current release, and what becomes of it."""

    severity: str
    rule: str
    name: str
    message: str
    becomes: str


class UpgradeRow(NamedTuple):
    """The changes of a server or cluster. notes: its grade, and what stays the same."""

    name: str
    notes: list[str]
    gone: list[GoneRow]
    defaults: tuple[OtherDefault, ...]


def upgrades(report: Report) -> list[UpgradeRow]:
    """Return a row for each server and cluster that changes; none without another release."""
    if not report.as_release:
        return []
    rows = []
    for server in report.servers:
        if server.as_release:
            then = letter(server.grade or "", server.grade_is_bound)
            rows.append(_row(server.name, server.as_release, report.as_release, then))
    rows += [
        _row(f"cluster {cluster.name}", cluster.as_release, report.as_release)
        for cluster in report.clusters
        if cluster.as_release
    ]
    return [row for row in rows if row.notes or row.gone or row.defaults]


def _row(name: str, upgrade: AsRelease, release: str, then: str = "") -> UpgradeRow:
    gone = [GoneRow(one.severity, one.rule, one.name, one.message, _becomes(one, release)) for one in upgrade.gone]
    return UpgradeRow(name, list(_notes(upgrade, release, then)), gone, upgrade.defaults)


def _notes(upgrade: AsRelease, release: str, then: str) -> Iterator[str]:
    if upgrade.how == ALREADY:
        yield f"This server runs {release} already."
        return
    if upgrade.how == NEWER:
        yield f"This server runs a newer release than {release}. It was checked as it is."
        return
    if then not in {"", "not graded"} or upgrade.grade:
        yield f"Grade {then} with {release}, {letter(upgrade.grade, upgrade.grade_is_bound)} now."
    if upgrade.same:
        yield f"{number(upgrade.same, 'finding')} now and with {release}: run `domlint check` for a list."
    if upgrade.lost:
        yield f"Checked now, but not with {release}: {listed(upgrade.lost, len(upgrade.lost))}."


def _becomes(gone: Gone, release: str) -> str:
    if gone.no_rule:
        return f"no rule covers {release}"
    return f"{gone.becomes} with {release}" if gone.becomes else "goes away"

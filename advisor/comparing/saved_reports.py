"""Saved JSON reports, read for comparison, and the remarks on how they can be compared."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from advisor import limits
from advisor.configuration.baseline import (
    FileOwners,
    KnownFinding,
    KnownServer,
    changed_figures,
    known_finding,
    known_servers,
    report_errors,
    report_lines,
)
from advisor.report.baseline import Later, Open, folded
from advisor.report.finding import FINGERPRINT
from advisor.report.grades import GRADES
from advisor.report.model import SCHEMA_VERSION
from advisor.values.printing import listed, number, printable
from advisor.values.whereabouts import Places

Owner = tuple[bool, str]  # whether it is a cluster, and its name, case folded


class ReportedFinding(Struct, frozen=True):
    """A finding of a report."""

    fingerprint: str
    known: KnownFinding  # the parts that show later why the finding is gone
    name: str
    is_cluster: bool
    message: str
    path: str
    line: int | None
    state: str
    accepted: str | None = None  # the reason of the waiver that accepts it

    @property
    def owner(self) -> Owner:
        """Return whether the owner is a cluster, and its case-folded name."""
        return self.is_cluster, self.known.owner.casefold()

    def fields(self) -> dict[str, Any]:
        """Return the fields that every comparison prints of a finding."""
        server, cluster = ("", self.known.owner) if self.is_cluster else (self.known.owner, "")
        return {
            "rule": self.known.rule, "name": self.name, "severity": self.known.severity, "server": server,
            "cluster": cluster, "subject": self.known.subject, "message": self.message,
            "fingerprint": self.fingerprint,
        }  # fmt: skip


class ReportedServer(Struct, frozen=True):
    """A server or cluster of a report."""

    name: str
    is_cluster: bool
    grade: str = ""  # "" for a cluster, or if the report has none
    is_bound: bool = False  # the grade is at best this one


class OpenHints:
    """The rules that a report could not check, with the inputs that each needs.

    A row of the report covers every rule with every subject. The rows are kept because the pairs may be millions.
    """

    def __init__(self) -> None:
        self._gives: list[Mapping[str, tuple[str, ...]]] = []  # by row, what to give by rule
        self._of_rules: dict[tuple[str, str], set[int]] = {}  # by rule and owner the numbers of rows
        self._of_subjects: dict[tuple[str, str | None], set[int]] = {}  # by owner and subject
        self._asked: dict[Open, int | None] = {}

    def add(self, owner: str, subjects: Iterable[str | None], gives: Mapping[str, tuple[str, ...]]) -> None:
        """Add a row. gives: inputs by rule. Names are case-folded."""
        number = len(self._gives)
        self._gives.append(gives)
        for rule in gives:
            self._of_rules.setdefault((rule, owner), set()).add(number)
        for subject in subjects:
            self._of_subjects.setdefault((owner, subject), set()).add(number)

    def __contains__(self, asked: object) -> bool:
        """Return whether a rule could not be checked on an owner and a subject."""
        return isinstance(asked, tuple) and self._row(asked) is not None

    def get(self, asked: Open) -> tuple[str, ...]:
        """Return the inputs that a rule needs on an owner and a subject; nothing if it was checked."""
        row = self._row(asked)
        return () if row is None else self._gives[row][asked[0]]

    def _row(self, asked: Open) -> int | None:
        """Return the index of the last row that covers this, or None. Results are cached."""
        if asked not in self._asked:
            rule, owner, subject = asked
            both = self._of_rules.get((rule, owner), set()) & self._of_subjects.get((owner, subject), set())
            self._asked[asked] = max(both, default=None)
        return self._asked[asked]


class SavedReport(Struct, frozen=True):
    """A saved report, as far as a comparison needs it."""

    shown: str  # its file, for messages
    version: str
    rulepack: str
    complete: bool
    troubles: tuple[str, ...]
    profile: str
    as_release: str
    ran: frozenset[str]
    figures: Mapping[str, Any]  # of the rules that the configuration changed, by rule id
    severities: Mapping[str, str]  # by rule id, as configured
    servers: Mapping[str, KnownServer]
    members: Mapping[str, tuple[str, ...]]
    owners: Mapping[Owner, ReportedServer]  # servers and clusters
    findings: Mapping[str, ReportedFinding]
    waived: Mapping[str, ReportedFinding]
    hints: OpenHints  # the inputs that are missing

    def later(self) -> Later:
        """Return the report as the later one, in which findings of an earlier report are searched."""
        places: dict[str, list[str]] = {}
        for server in self.servers.values():
            places.setdefault(server.plain_name.casefold(), []).append(server.place)
        return Later(
            self.ran,
            self.figures,
            self.servers,
            {name: Places(of_one) for name, of_one in places.items()},
            {name: frozenset(folded(members)) for name, members in self.members.items()},
            self.hints,
            {},
            self.complete,
            self.as_release,
        )


def saved_report(raw: bytes, shown: str) -> SavedReport:
    """Parse a report. shown: the file, with which each NotAReport error begins."""
    with report_errors(shown):
        lines = report_lines(raw, (SCHEMA_VERSION,))
        last = lines[-1]
        rows = last["servers"] if "servers" in last else [line["server"] for line in lines[:-1]]
        known = known_servers(rows, last["places"])
        servers = {_name(row).casefold(): server for row, server in zip(rows, known, strict=True)}
        members = {_text(row["name"]).casefold(): tuple(map(_text, row["members"])) for row in last["clusters"]}
        holders = FileOwners(servers)
        found = [
            finding for line in lines for finding in _findings_of_rows(line["findings"], servers, members, holders)
        ]
        waived = [finding for line in lines for finding in _findings_of_rows(line["waived"], servers, members, holders)]
        changed = last.get("changed", {})
        return SavedReport(
            shown=shown,
            version=_text(last["tool"]["version"]),
            rulepack=_text(last["tool"]["rulepack"]),
            complete=last["complete"] is True,
            troubles=tuple(f"{_text(error['where'] or '')}: {_text(error['message'])}" for error in last["errors"]),
            profile=_text(last.get("profile") or "default"),
            as_release=_text(last["as_release"] or ""),
            ran=frozenset(map(_text, last["ran"])),
            figures=changed_figures(changed),
            severities={rule: _text(server["severity"]) for rule, server in changed.items() if server["severity"]},
            servers=servers,
            members=members,
            owners=dict(_owners(rows, last["clusters"])),
            findings={finding.fingerprint: finding for finding in found},
            waived={finding.fingerprint: finding for finding in waived},
            hints=_hints(lines),
        )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return printable(value)


def _fingerprint(value: object) -> str:
    if not re.fullmatch(FINGERPRINT, _text(value)):
        raise ValueError("no fingerprint")
    return _text(value)


def _grade(value: object) -> str:
    return GRADES[GRADES.index(_text(value))] if value is not None else ""


def _name(row: Mapping[str, Any]) -> str:
    return _text(row["name"])


def _owners(servers: list[Any], clusters: list[Any]) -> Iterator[tuple[Owner, ReportedServer]]:
    for row in clusters:
        yield (True, _name(row).casefold()), ReportedServer(_name(row), is_cluster=True)
    for row in servers:
        yield (
            (False, _name(row).casefold()),
            ReportedServer(_name(row), False, _grade(row["grade"]), row["grade_is_bound"] is True),
        )


def _findings_of_rows(
    rows: list[Any], servers: Mapping[str, KnownServer], members: Mapping[str, tuple[str, ...]], holders: FileOwners
) -> Iterator[ReportedFinding]:
    """Yield the findings of some rows. Raises LookupError for an owner that the report does not list."""
    for row in rows:
        owner = _text(row["server"] or row["cluster"]).casefold()
        if owner not in (servers if row["server"] else members):
            raise LookupError(owner)
        cluster = {row["cluster"]: members[owner]} if not row["server"] else {}
        known = known_finding(row, servers, cluster, holders)
        place = row["location"] or {}
        yield ReportedFinding(
            fingerprint=_fingerprint(row["fingerprint"]),
            known=replace(known, rule=_text(row["rule"]), owner=_text(known.owner), subject=_text(row["subject"])),
            name=_text(row["name"]),
            is_cluster=not row["server"],
            message=_text(row["message"]),
            path=_text(place.get("path") or ""),
            line=place.get("line") if isinstance(place.get("line"), int) else None,
            state=_text(row["state"]),
            accepted=_text(row["reason"] or "") if "reason" in row else None,
        )


def _hints(lines: list[Any]) -> OpenHints:
    """Return the rules that were not checked, with the inputs that each needs."""
    hints = OpenHints()
    for line in lines:
        collects = [_text(hint["collect"])[: limits.MAX_HINT] for hint in line["hints"]]
        for row in line["unknown"]:
            owner = _text(row.get("server") or row["cluster"]).casefold()
            subjects = [_text(subject).casefold() for subject in row["subjects"]] if "subjects" in row else [None]
            rules = {
                _text(rule): tuple(dict.fromkeys(collects[number] for number in numbers or ()))[: limits.MAX_HINTS]
                for rule, numbers in row["rules"].items()
            }
            hints.add(owner, subjects, rules)
    return hints


def remarks(old: SavedReport, new: SavedReport) -> Iterator[str]:
    """Yield sentences about differences that limit the comparison, the most important first."""
    if old is new:
        yield f"Both are one report, {new.shown}."
    yield from _completeness_remarks(old, new)
    yield from _release_remarks(old, new)
    yield from _rule_remarks(old, new)
    yield from _server_remarks(old, new)


def _completeness_remarks(old: SavedReport, new: SavedReport) -> Iterator[str]:
    if not new.complete:
        yield f"{new.shown} is incomplete, so nothing in it counts as fixed{_troubles(new)}."
    if not old.complete:
        yield f"{old.shown} is incomplete, so what it missed counts as new{_troubles(old)}."


def _troubles(report: SavedReport) -> str:
    return f" ({listed(report.troubles, 3)})" if report.troubles else ""


def _release_remarks(old: SavedReport, new: SavedReport) -> Iterator[str]:
    if old.as_release == new.as_release:
        if old.as_release:
            yield f"Both reports are about release {old.as_release}, not about what runs: nothing counts as fixed."
        return
    for report in (old, new):
        if report.as_release:
            yield f"{report.shown} is about release {report.as_release} (domlint upgrade): the two share no finding."


def _rule_remarks(old: SavedReport, new: SavedReport) -> Iterator[str]:
    if old.profile != new.profile:
        yield f"{old.shown} used the profile {old.profile}, {new.shown} the profile {new.profile}."
    if (old.version, old.rulepack) != (new.version, new.rulepack):
        yield (
            f"{old.shown} was made by domlint {old.version} (facts of {old.rulepack}), {new.shown} by {new.version} "
            f"(facts of {new.rulepack}): their rules may differ for the same files."
        )
    if old.as_release or new.as_release:
        return
    if more := sorted(new.ran - old.ran):
        rules = number(len(more), "rule")
        yield f"{rules} ran only for {new.shown} ({listed(more)}): what {_pronoun(more)} found is new."
    if fewer := sorted(old.ran - new.ran):
        yield (
            f"{number(len(fewer), 'rule')} ran only for {old.shown} ({listed(fewer)}): "
            f"what {_pronoun(fewer)} found then is not checked now."
        )


def _pronoun(rules: list[str]) -> str:
    return "it" if len(rules) == 1 else "they"


def _server_remarks(old: SavedReport, new: SavedReport) -> Iterator[str]:
    for report, other in ((old, new), (new, old)):
        alone = [report.owners[owner].name for owner in report.owners if owner not in other.owners and not owner[0]]
        if alone:
            verb = "is" if len(alone) == 1 else "are"
            yield f"{number(len(alone), 'server')} {verb} only in {report.shown}: {listed(alone)}."
    both = [owner for owner in new.owners if owner in old.owners]
    spellings = [(old.owners[owner].name, new.owners[owner].name) for owner in both]
    if respelled := [f"{then} is now {now}" for then, now in spellings if then != now]:
        yield f"{number(len(respelled), 'name')} spelled differently, which makes no difference: {listed(respelled)}."

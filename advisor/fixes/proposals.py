"""Proposals: failed results of a server in, what the remedy of each would change where out; or why it edits nothing."""

from collections.abc import Iterable
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.fixes.places import SettingPlaces, owned
from advisor.judging.engine import FAILED, Result, Results
from advisor.pack import Catalogue, message
from advisor.report import masking
from advisor.report.finding import Finding, SettingEdit
from advisor.report.findings import written_name
from advisor.report.identity import Owner, fingerprint_of, identities
from advisor.report.setting_edits import edits_of
from advisor.servers.gathered import InputFile

_NOT_KNOWN = "a value that it needs is not known"
_PRESUMED = "the value is assumed"

Failure = tuple[str, Subject]  # a rule's id, and what it failed on


class Proposal(NamedTuple):
    """What puts a finding right. changes: of `file`, where they can be made; else `why_not` says why they cannot be.

    Without both the remedy edits no file. lines: of the file, those with the setting of each change; unlike: one has
    several values, of which nobody knows which counts.
    """

    finding: Finding
    result: Result
    changes: tuple[SettingEdit, ...] = ()
    file: InputFile | None = None
    why_not: str = ""
    lines: tuple[tuple[int, ...], ...] = ()
    unlike: bool = False

    @property
    def failure(self) -> Failure:
        """What it is to put right."""
        return self.result.rule.id, self.result.subject

    @property
    def safety(self) -> str:
        """`safe`, `unsafe` or `manual`."""
        return self.finding.fix.safety if self.finding.fix else "manual"

    @property
    def by_hand(self) -> bool:
        """Whether its rule leaves it to a person, whatever else is known."""
        return (self.result.fix or self.result.rule.fix).safety == "manual"

    @property
    def only_asks(self) -> bool:
        """Whether all that is typed asks the server: of what an edit took out there is nothing to ask."""
        fix = self.finding.fix
        return bool(fix and fix.commands and not fix.fields and all(line.looks for line in fix.commands))


def proposals(
    findings: Iterable[Finding], results: Results, owner: Owner, catalogue: Catalogue, places: SettingPlaces | None
) -> list[Proposal]:
    """A proposal for each finding of a server or cluster, in their order. places: None where no file can be edited."""
    named = identities(results, catalogue)
    failed = {
        fingerprint_of(one.result.rule.id, owner.name, one.subject, one.ordinal or 0): one.result
        for one in named
        if one.result.verdict == FAILED
    }
    return [_proposal(one, failed[one.fingerprint], catalogue, places) for one in findings]


def _proposal(finding: Finding, result: Result, catalogue: Catalogue, places: SettingPlaces | None) -> Proposal:
    changes = edits_of(result, written_name(result), catalogue)
    bare = Proposal(finding, result)
    if changes is None:
        own = owned(result.subject.name, catalogue) if result.subject.kind == "setting" else ""
        return bare._replace(why_not=own or _NOT_KNOWN)
    if not changes or places is None:
        return bare
    if presumed := _presumed(result):
        return bare._replace(changes=changes, why_not=f"{_PRESUMED}: {masking.masked(catalogue, presumed)}")
    place = places.of(changes)
    if isinstance(place, str):
        return bare._replace(changes=changes, why_not=place)
    standing = [places.standing(change, place) for change in changes]
    unlike = any(len({fact.text for fact in facts}) > 1 for facts in standing)
    return bare._replace(changes=changes, file=place, lines=tuple(map(_lines, standing)), unlike=unlike)


def _lines(facts: list[Fact]) -> tuple[int, ...]:
    return tuple(fact.source.position(fact.span[0])[0] for fact in facts if fact.source and fact.span)


def _presumed(result: Result) -> str:
    """What a value that would be written is presumed by; "" where all are known."""
    fix = result.fix or result.rule.fix
    names = {name for text in (*fix.set.values(), *fix.rename.values()) for name in message.names(text)}
    facts = (fact for answer in result.fix_named if answer.key in names for fact in answer.facts)
    return next((fact.note or fact.text for fact in facts if fact.presumed), "")

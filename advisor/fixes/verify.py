"""Verify edits: which proposals hold together without new findings, and why the others are dropped."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from advisor import values
from advisor.derive.server import awaits_set_up
from advisor.facts import SERVER, Fact, places
from advisor.fixes.edits import MANY, Refusal
from advisor.fixes.proposals import EDITORS, Failure, Proposal, keys_of
from advisor.fixes.trial import (
    BarredKeys,
    EditedServer,
    Trials,
    Verdicts,
    concerns_neighbours,
    current_bytes,
    neighbour_verdicts,
)
from advisor.judging.engine import UNKNOWN
from advisor.pack import SEVERITIES, Catalogue
from advisor.readers.transcript import CUT
from advisor.report.server_report import missing_parts
from advisor.servers.model import InputFile, Server
from advisor.servers.reload import HeldFiles
from advisor.values import release
from advisor.values.printing import listed, spot

_NOT_CHECKED = "with the edit made, it could no longer be checked"


def missing_reason(unchecked: Iterable[Proposal], before: Server, now: Verdicts, catalogue: Catalogue) -> str:
    """Return why rules cannot be checked after the edits: a truncated file, or missing inputs.

    before: the unedited server, whose lines are counted.
    """
    proposals = list(unchecked)
    edited = {proposal.file.path for proposal in proposals if proposal.file}
    truncated = [
        spot(end.source.path, end.source.position(end.span[0])[0])
        for end in before.facts.of(SERVER, "cut.format")
        if end.source and end.span and end.source.path in edited
    ]
    if truncated:
        return f"{_NOT_CHECKED}: {listed(truncated)}: {CUT}"
    rules = {proposal.failure[0] for proposal in proposals}
    unknown_results = (
        result for result in now.assessment.judged.outcomes if result.verdict == UNKNOWN and result.rule.id in rules
    )
    missing = dict.fromkeys(
        part.collect for result in unknown_results for part in missing_parts(result.missing, catalogue)
    )
    return f"{_NOT_CHECKED}; what would tell: {listed(missing)}" if missing else _NOT_CHECKED


def is_expected_unknown(proposals: Iterable[Proposal], before: Verdicts, now: Verdicts) -> bool:
    """Return whether rules are only unknown because edits removed settings from a set-up file.

    Nothing else sets them before the server is set up, so that the findings are fixed.
    """
    if not awaits_set_up(now.assessment.server.facts):
        return False
    changes = [(proposal.failure[0], change) for proposal in proposals for change in proposal.changes]
    rules = {rule for rule, _ in changes}
    keys = {key for _, change in changes for key in keys_of(change)}
    unknown = [result for result in now.assessment.judged.outcomes if result.verdict == UNKNOWN]
    newly_unknown = [result for result in unknown if (result.rule.id, result.subject) not in before.open]
    return all(
        result.rule.id in rules or not keys.isdisjoint(part.key for part in result.missing) for result in newly_unknown
    )


def blamed_proposals(
    proposals: list[Proposal], worse: Iterable[Failure], now: Verdicts, catalogue: Catalogue
) -> Iterator[tuple[Proposal, list[Failure]]]:
    """Yield the proposals that changed what new failures depend on, with these failures.

    Halving would find them too, but needs a dozen checks of the server for each. If a failure depends on the lowest
    release that the file implies, all settings that imply it are blamed.
    """
    by_key: dict[str, list[Failure]] = {}
    wanted = set(worse)
    for result in now.assessment.judged.outcomes:
        failure = (result.rule.id, result.subject)
        if failure not in wanted:
            continue
        facts = [fact for answer in result.evidence + result.scope for fact in answer.facts]
        keys = {origin.key for fact in facts for origin in places(fact)}
        keys |= {key for fact in facts for key in _newer_releases(fact, proposals, catalogue)}
        named = {f"ini.{result.subject.name.lower()}"} if result.subject != SERVER else set()
        for key in keys | named:
            by_key.setdefault(key, []).append(failure)
    for proposal in proposals:
        failures = [
            failure for change in proposal.changes for key in keys_of(change) for failure in by_key.get(key, ())
        ]
        if failures:
            yield proposal, list(dict.fromkeys(failures))


def _newer_releases(fact: Fact, proposals: list[Proposal], catalogue: Catalogue) -> Iterator[str]:
    """Yield the keys of changes that imply a release as new as a lower bound."""
    if fact.key != "release" or not fact.text.endswith(values.AT_LEAST):
        return
    lowest = release.parse(fact.text.removesuffix(values.AT_LEAST)) or []
    for key in {key for proposal in proposals for change in proposal.changes for key in keys_of(change)}:
        setting = catalogue.settings.get(key.removeprefix("ini."))
        if setting and setting.floor and (release.parse(setting.floor) or []) >= lowest:
            yield key


_MAX_ROUNDS = 5
_MAX_FACTS_CHECKED = 20_000  # facts, and pieces of edited files, that the checks of halves may take together
_PIECE = 32  # bytes
HARMFUL, IN_VAIN, NO_COMMAND = "harmful", "in vain", "no command"
_BRINGS = "it would bring "
_STILL_FAILS = "with the edit made, the rule would still fail"
_ELSEWHERE = " by what other files tell, which are from before it"
_NOT_JUDGED = "with the edit made, the server could not be checked"

ProposalsOf = Callable[[Verdicts], list[Proposal]]  # those of a server that could edit a file


class RejectReason(Struct, frozen=True):
    """Why an edit is not made."""

    why: str
    proves: str = ""  # HARMFUL, IN_VAIN, NO_COMMAND, or "": the file forbids the edit
    whole_file: str = ""  # why nothing in the file can be changed


class Rejection(Struct, frozen=True):
    """A proposal that is not carried out, and why."""

    proposal: Proposal
    reason: RejectReason


class EditedState(NamedTuple):
    """The edited files of a server and its verdicts."""

    now: Verdicts
    files: dict[InputFile, bytes]
    keys: frozenset[str] = frozenset()  # that changed


class Verification(Struct, frozen=True):
    """The result of a verification."""

    accepted: list[Proposal]
    dropped: list[Rejection]
    was: dict[InputFile, bytes]  # bytes before the edits
    files: dict[InputFile, bytes]  # bytes after the edits
    now: Verdicts  # verdicts after the edits
    refused: dict[InputFile, str]  # files that cannot be changed at all, each with the reason


class Verifier:
    """Verifies the edits of one server. named: names a failure in reasons. barred: keys that must not change.

    All edits are tried together. If that fails, those that new failures depend on are dropped, or the edits are tried
    in halves. What still fails is proposed again, up to a fixed number of rounds.
    """

    def __init__(
        self,
        trials: Trials,
        held: HeldFiles,
        before: Verdicts,
        named: Callable[[Failure], str],
        barred: BarredKeys,
    ) -> None:
        self.trials, self.held, self.named, self.barred = trials, held, named, barred
        self.state = EditedState(before, {})
        self.was: dict[InputFile, bytes] = {}
        self.accepted: list[Proposal] = []
        self.dropped: dict[Failure, Rejection] = {}
        self.facts = sum(map(len, held.items))
        self.missed: EditedState | None = None  # the last that did not hold: what was dropped is asked for once more

    def run(self, proposals_of: ProposalsOf) -> Verification:
        """Verify all proposals, round by round."""
        for _ in range(_MAX_ROUNDS):
            accepted_before = len(self.accepted)
            self.dropped = {}  # an edit may be possible after another one
            self._accept([proposal for proposal in proposals_of(self.state.now) if not self._left_alone(proposal)])
            if len(self.accepted) == accepted_before:
                break
        files = {file: raw for file, raw in self.state.files.items() if raw != self.was[file]}
        if files:
            self.trials.plan(EditedServer(self.held, files, self.state.keys), self.state.now.assessment.server)
        dropped = list(self.dropped.values())
        of_files = [(rejected.proposal.file, rejected.reason.whole_file) for rejected in dropped]
        refused = {file: why for file, why in of_files if file and why}
        return Verification(self.accepted, dropped, self.was, files, self.state.now, refused)

    def fixed_together(self, proposals: list[Proposal]) -> frozenset[Failure]:
        """Return the failures that these proposals fix together. Nothing is planned."""
        self._accept([proposal for proposal in proposals if not self._left_alone(proposal)])
        return frozenset(proposal.failure for proposal in self.accepted)

    def _left_alone(self, proposal: Proposal) -> bool:
        """Reject a proposal that changes a barred key. Return whether it does."""
        if self.barred.keys.isdisjoint(key for change in proposal.changes for key in keys_of(change)):
            return False
        self.dropped[proposal.failure] = Rejection(proposal, RejectReason(f"{_BRINGS}{self.barred.why}", HARMFUL))
        return True

    def _accept(self, proposals: list[Proposal]) -> None:
        """Accept all proposals together if they hold, else without the rejected ones or in halves."""
        proposals = [proposal for proposal in proposals if proposal.failure in self.state.now.failed]
        if not proposals:
            return
        tried = self._tried(proposals)
        if isinstance(tried, EditedState):
            self.state = tried
            self.accepted += proposals
        elif isinstance(tried, list):
            self.dropped |= {rejected.proposal.failure: rejected for rejected in tried}
            self._accept([proposal for proposal in proposals if proposal.failure not in self.dropped])
        elif len(proposals) == 1:
            self.dropped[proposals[0].failure] = Rejection(proposals[0], tried)
        else:
            half = len(proposals) // 2
            self._accept(proposals[:half])
            self._accept(proposals[half:])

    def _tried(self, proposals: list[Proposal]) -> EditedState | RejectReason | list[Rejection]:
        """Return the state after the edits, or why it is not wanted, or the proposals that cannot be applied."""
        files, keys = dict(self.state.files), self.state.keys
        refused: list[Rejection] = []
        by_file: dict[InputFile | None, list[Proposal]] = {}
        for proposal in proposals:
            by_file.setdefault(proposal.file, []).append(proposal)
        for file, proposals_of_file in by_file.items():
            if file is None:
                return RejectReason(proposals_of_file[0].why_not)
            try:
                if file not in self.was:
                    self.was[file] = current_bytes(file, self.held)
                raw = files.get(file, self.was[file])
            except OSError as error:
                return _file_reject_reason(file, Refusal(error.strerror or str(error), whole_file=True))
            remedies, edits = [proposal.changes for proposal in proposals_of_file], EDITORS[file.reader.name]
            applied = edits.several(raw, remedies) if len(remedies) > 1 else edits.remedied(raw, remedies[0])
            if isinstance(applied, Refusal):
                return _file_reject_reason(file, applied)
            refused += [
                Rejection(proposals_of_file[index], _file_reject_reason(file, why))
                for index, why in applied.refused.items()
            ]
            files[file] = applied.raw
            keys |= {key for proposal in proposals_of_file for change in proposal.changes for key in keys_of(change)}
        if refused:
            return refused
        if self.missed and self.missed[1:] == (files, keys):
            now: Verdicts | None = self.missed.now
        else:
            now = self.trials.check_again(self.held, files, keys)
        if now is None:
            return RejectReason(_NOT_JUDGED, IN_VAIN)
        state = EditedState(now, files, keys)
        if self._are_many(proposals, files) and (dropped := self._blamed(proposals, now)):
            self.missed = state
            return dropped
        if worse := _new_failures(self.state.now, now):
            return RejectReason(f"{_BRINGS}{self._listed(worse)}", HARMFUL)
        return self._in_vain(proposals, now) or self._beside(now, files, keys) or state

    def _are_many(self, proposals: list[Proposal], files: Mapping[InputFile, bytes]) -> bool:
        """Return whether trying halves would need too many checks for a server of this size."""
        facts_and_pieces = self.facts + sum(map(len, files.values())) // _PIECE
        return len(proposals) >= max(2, min(MANY, _MAX_FACTS_CHECKED // max(facts_and_pieces, 1)))

    def _blamed(self, proposals: list[Proposal], now: Verdicts) -> list[Rejection]:
        """Return those of many proposals that cause failures or do not help."""
        blamed = blamed_proposals(proposals, _new_failures(self.state.now, now), now, self.trials.run.catalogue)
        harmful = {proposal.failure: brought for proposal, brought in blamed}
        dropped = []
        for proposal in proposals:
            if proposal.failure in harmful:
                reason: RejectReason | None = RejectReason(
                    f"{_BRINGS}{self._listed(harmful[proposal.failure])}", HARMFUL
                )
            else:
                reason = self._in_vain([proposal], now)
            dropped += [Rejection(proposal, reason)] if reason else []
        all_harm = len(dropped) == len(proposals) < MANY and all(proposal.failure in harmful for proposal in proposals)
        return dropped[all_harm:]  # the first of a few that exclude each other is tried alone

    def _beside(self, now: Verdicts, files: dict[InputFile, bytes], keys: frozenset[str]) -> RejectReason | None:
        """Return why edits are not wanted, by failures on other servers of the machine."""
        derived = now.assessment.server
        if not concerns_neighbours(keys, self.state.now.assessment.server, derived):
            return None
        for name, before, then in neighbour_verdicts(self.trials, EditedServer(self.held, files, keys), derived):
            if worse := _new_failures(before, then):
                return RejectReason(f"{_BRINGS}{self._listed(worse)} on {name}", HARMFUL)
        return None

    def _listed(self, failures: list[Failure]) -> str:
        return listed(dict.fromkeys(self.named(failure) for failure in failures))

    def _in_vain(self, proposals: list[Proposal], now: Verdicts) -> RejectReason | None:
        """Return why edits do not help, or None."""
        if any(proposal.failure in now.failed for proposal in proposals):
            return RejectReason(_STILL_FAILS + _ELSEWHERE * (len(self.held.files) > 1), IN_VAIN)
        before = self.state.now
        unchecked = [proposal for proposal in proposals if now.is_open(proposal.failure, before)]
        if not unchecked or is_expected_unknown(proposals, before, now):
            return None
        return RejectReason(missing_reason(unchecked, self.held.server, now, self.trials.run.catalogue), IN_VAIN)


def _new_failures(before: Verdicts, now: Verdicts) -> list[Failure]:
    """Return the failures that are new or more severe."""
    known = before.failed
    return [
        failure
        for failure, severity in now.failed.items()
        if failure not in known or SEVERITIES.index(severity) < SEVERITIES.index(known[failure])
    ]


def _file_reject_reason(file: InputFile, why: Refusal) -> RejectReason:
    return RejectReason(f"{file.path}: {why.why}", NO_COMMAND if why.by_hand else "", why.why if why.whole_file else "")

"""Verify edits: which proposals hold together without new findings, and why the others are dropped."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from advisor import values
from advisor.derive.server import awaits_set_up
from advisor.facts import SERVER, Fact, places
from advisor.fixes.editors import editor
from advisor.fixes.edits import MANY, AppliedRemedies, Refusal, apply_remedy
from advisor.fixes.proposals import Failure, Proposal, keys_of
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
from advisor.report.finding import SettingEdit
from advisor.report.server_report import missing_parts
from advisor.servers.changed import HeldFiles
from advisor.servers.gathered import InputFile
from advisor.servers.server import Server
from advisor.values import release
from advisor.values.printing import listed, spot

_NOT_CHECKED = "with the edit made, it could no longer be checked"


def missing_reason(left: Iterable[Proposal], before: Server, now: Verdicts, catalogue: Catalogue) -> str:
    """Return why rules cannot be checked after the edits: a truncated file, or missing inputs.

    before: the unedited server, whose lines are counted.
    """
    asked = list(left)
    edited = {one.file.path for one in asked if one.file}
    cut = [
        spot(end.source.path, end.source.position(end.span[0])[0])
        for end in before.facts.of(SERVER, "cut.format")
        if end.source and end.span and end.source.path in edited
    ]
    if cut:
        return f"{_NOT_CHECKED}: {listed(cut)}: {CUT}"
    rules = {one.failure[0] for one in asked}
    found = (one for one in now.assessment.judged.outcomes if one.verdict == UNKNOWN and one.rule.id in rules)
    missing = dict.fromkeys(part.collect for one in found for part in missing_parts(one.missing, catalogue))
    return f"{_NOT_CHECKED}; what would tell: {listed(missing)}" if missing else _NOT_CHECKED


def is_expected_unknown(asked: Iterable[Proposal], before: Verdicts, now: Verdicts) -> bool:
    """Return whether rules are only unknown because edits removed settings from a set-up file.

    Nothing else sets them before the server is set up, so that the findings are fixed.
    """
    if not awaits_set_up(now.assessment.server.facts):
        return False
    changes = [(one.failure[0], change) for one in asked for change in one.changes]
    rules = {rule for rule, _ in changes}
    keys = {key for _, change in changes for key in keys_of(change)}
    left = [one for one in now.assessment.judged.outcomes if one.verdict == UNKNOWN]
    opened = [one for one in left if (one.rule.id, one.subject) not in before.open]
    return all(one.rule.id in rules or not keys.isdisjoint(part.key for part in one.missing) for one in opened)


def blamed_proposals(
    asked: list[Proposal], worse: Iterable[Failure], now: Verdicts, catalogue: Catalogue
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
        keys |= {key for fact in facts for key in _newer_releases(fact, asked, catalogue)}
        named = {f"ini.{result.subject.name.lower()}"} if result.subject != SERVER else set()
        for key in keys | named:
            by_key.setdefault(key, []).append(failure)
    for one in asked:
        found = [failure for change in one.changes for key in keys_of(change) for failure in by_key.get(key, ())]
        if found:
            yield one, list(dict.fromkeys(found))


def _newer_releases(fact: Fact, asked: list[Proposal], catalogue: Catalogue) -> Iterator[str]:
    """Yield the keys of changes that imply a release as new as a lower bound."""
    if fact.key != "release" or not fact.text.endswith(values.AT_LEAST):
        return
    lowest = release.parse(fact.text.removesuffix(values.AT_LEAST)) or []
    for key in {key for one in asked for change in one.changes for key in keys_of(change)}:
        setting = catalogue.settings.get(key.removeprefix("ini."))
        if setting and setting.floor and (release.parse(setting.floor) or []) >= lowest:
            yield key


_MOST_ROUNDS = 5
_TRIED = 20_000  # facts, and pieces of edited files, that halves may read and judge; of larger servers fewer are halved
_PIECE = 32  # bytes
HARMFUL, IN_VAIN, NO_COMMAND = "harmful", "in vain", "no command"
_BRINGS = "it would bring "
_STILL_FAILS = "with the edit made, the rule would still fail"
_ELSEWHERE = " by what other files tell, which are from before it"
_NOT_JUDGED = "with the edit made, the server could not be checked"

ProposalsOf = Callable[[Verdicts], list[Proposal]]  # those of a server that could edit a file


class RejectReason(NamedTuple):
    """Why an edit is not made.

    proves: HARMFUL: it would cause findings; IN_VAIN: it would not help; NO_COMMAND: the file forbids it, and no
    command changes the setting; "": the file forbids it. whole_file: why nothing in the file can be changed.
    """

    why: str
    proves: str = ""
    whole_file: str = ""


class Rejected(NamedTuple):
    """A proposal that is not carried out, and why."""

    proposal: Proposal
    obstacle: RejectReason


class EditedState(NamedTuple):
    """The edited files of a server and its verdicts. keys: that changed."""

    now: Verdicts
    files: dict[InputFile, bytes]
    keys: frozenset[str] = frozenset()


class Verified(NamedTuple):
    """The result of a verification. was, files: bytes before and after the edits. now: verdicts after them.

    refused: files that cannot be changed at all, each with the reason.
    """

    accepted: list[Proposal]
    dropped: list[Rejected]
    was: dict[InputFile, bytes]
    files: dict[InputFile, bytes]
    now: Verdicts
    refused: dict[InputFile, str]


class Verifier:
    """Verifies the edits of one server. named: names a failure in reasons. barred: keys that must not change.

    All edits are tried together. If that fails, those that new failures depend on are dropped, or the edits are tried
    in halves. What still fails is proposed again, up to a fixed number of rounds.
    """

    def __init__(
        self,
        judges: Trials,
        held: HeldFiles,
        before: Verdicts,
        named: Callable[[Failure], str],
        barred: BarredKeys,
    ) -> None:
        self.judges, self.held, self.named, self.barred = judges, held, named, barred
        self.state = EditedState(before, {})
        self.was: dict[InputFile, bytes] = {}
        self.accepted: list[Proposal] = []
        self.dropped: dict[Failure, Rejected] = {}
        self.facts = sum(map(len, held.items))
        self.missed: EditedState | None = None  # the last that did not hold: what was dropped is asked for once more

    def run(self, proposals_of: ProposalsOf) -> Verified:
        """Verify all proposals, round by round."""
        for _ in range(_MOST_ROUNDS):
            known, self.dropped = len(self.accepted), {}  # what another edit brings about may make room for one
            self._accept([one for one in proposals_of(self.state.now) if not self._left_alone(one)])
            if len(self.accepted) == known:
                break
        files = {file: raw for file, raw in self.state.files.items() if raw != self.was[file]}
        if files:
            self.judges.plan(EditedServer(self.held, files, self.state.keys), self.state.now.assessment.server)
        dropped = list(self.dropped.values())
        of_files = [(one.proposal.file, one.obstacle.whole_file) for one in dropped]
        refused = {file: why for file, why in of_files if file and why}
        return Verified(self.accepted, dropped, self.was, files, self.state.now, refused)

    def holding(self, asked: list[Proposal]) -> frozenset[Failure]:
        """Return the failures that these proposals fix together. Nothing is planned."""
        self._accept([one for one in asked if not self._left_alone(one)])
        return frozenset(one.failure for one in self.accepted)

    def _left_alone(self, one: Proposal) -> bool:
        """Reject a proposal that changes a barred key. Return whether it does."""
        if self.barred.keys.isdisjoint(key for change in one.changes for key in keys_of(change)):
            return False
        self.dropped[one.failure] = Rejected(one, RejectReason(f"{_BRINGS}{self.barred.why}", HARMFUL))
        return True

    def _accept(self, asked: list[Proposal]) -> None:
        """Accept all proposals together if they hold, else without the rejected ones or in halves."""
        asked = [one for one in asked if one.failure in self.state.now.failed]
        if not asked:
            return
        tried = self._tried(asked)
        if isinstance(tried, EditedState):
            self.state = tried
            self.accepted += asked
        elif isinstance(tried, list):
            self.dropped |= {one.proposal.failure: one for one in tried}
            self._accept([one for one in asked if one.failure not in self.dropped])
        elif len(asked) == 1:
            self.dropped[asked[0].failure] = Rejected(asked[0], tried)
        else:
            half = len(asked) // 2
            self._accept(asked[:half])
            self._accept(asked[half:])

    def _tried(self, asked: list[Proposal]) -> EditedState | RejectReason | list[Rejected]:
        """Return the state after the edits, or why it is not wanted, or the proposals that cannot be applied."""
        files, keys = dict(self.state.files), self.state.keys
        refused: list[Rejected] = []
        for file, of_file in _by_file(asked).items():
            if file is None:
                return RejectReason(of_file[0].why_not)
            try:
                raw = files[file] if file in files else self._bytes(file)
            except OSError as slip:
                return _file_reject_reason(file, Refusal(slip.strerror or str(slip), whole_file=True))
            made = _apply_to_file(file, raw, [one.changes for one in of_file])
            if isinstance(made, Refusal):
                return _file_reject_reason(file, made)
            refused += [Rejected(of_file[at], _file_reject_reason(file, why)) for at, why in made.refused.items()]
            files[file] = made.raw
            keys |= {key for one in of_file for change in one.changes for key in keys_of(change)}
        if refused:
            return refused
        if self.missed and self.missed[1:] == (files, keys):
            now: Verdicts | None = self.missed.now
        else:
            now = self.judges.anew(self.held, files, keys)
        if now is None:
            return RejectReason(_NOT_JUDGED, IN_VAIN)
        state = EditedState(now, files, keys)
        if self._are_many(asked, files) and (dropped := self._blamed(asked, now)):
            self.missed = state
            return dropped
        return self._why_not(asked, now) or self._beside(now, files, keys) or state

    def _are_many(self, asked: list[Proposal], files: Mapping[InputFile, bytes]) -> bool:
        """Return whether trying halves would need too many checks for a server of this size."""
        each = self.facts + sum(map(len, files.values())) // _PIECE
        return len(asked) >= max(2, min(MANY, _TRIED // max(each, 1)))

    def _blamed(self, asked: list[Proposal], now: Verdicts) -> list[Rejected]:
        """Return those of many proposals that cause failures or do not help."""
        why = blamed_proposals(asked, _new_failures(self.state.now, now), now, self.judges.run.catalogue)
        harmful = {one.failure: brought for one, brought in why}
        dropped = []
        for one in asked:
            if one.failure in harmful:
                obstacle: RejectReason | None = RejectReason(f"{_BRINGS}{self._listed(harmful[one.failure])}", HARMFUL)
            else:
                obstacle = self._in_vain([one], now)
            dropped += [Rejected(one, obstacle)] if obstacle else []
        all_harm = len(dropped) == len(asked) < MANY and all(one.failure in harmful for one in asked)
        return dropped[all_harm:]  # the first of a few that exclude each other is tried alone

    def _beside(self, now: Verdicts, files: dict[InputFile, bytes], keys: frozenset[str]) -> RejectReason | None:
        """Return why edits are not wanted, by failures on other servers of the machine."""
        derived = now.assessment.server
        if not concerns_neighbours(keys, self.state.now.assessment.server, derived):
            return None
        for name, before, then in neighbour_verdicts(self.judges, EditedServer(self.held, files, keys), derived):
            if worse := _new_failures(before, then):
                return RejectReason(f"{_BRINGS}{self._listed(worse)} on {name}", HARMFUL)
        return None

    def _listed(self, failures: list[Failure]) -> str:
        return listed(dict.fromkeys(self.named(one) for one in failures))

    def _bytes(self, file: InputFile) -> bytes:
        if file not in self.was:
            self.was[file] = current_bytes(file, self.held)
        return self.was[file]

    def _why_not(self, asked: list[Proposal], now: Verdicts) -> RejectReason | None:
        """Return why edits are not wanted, by the verdicts after them."""
        if worse := _new_failures(self.state.now, now):
            return RejectReason(f"{_BRINGS}{self._listed(worse)}", HARMFUL)
        return self._in_vain(asked, now)

    def _in_vain(self, asked: list[Proposal], now: Verdicts) -> RejectReason | None:
        """Return why edits do not help, or None."""
        if any(one.failure in now.failed for one in asked):
            return RejectReason(_STILL_FAILS + _ELSEWHERE * (len(self.held.files) > 1), IN_VAIN)
        before = self.state.now
        left = [one for one in asked if now.is_open(one.failure, before)]
        if not left or is_expected_unknown(asked, before, now):
            return None
        return RejectReason(missing_reason(left, self.held.server, now, self.judges.run.catalogue), IN_VAIN)


def _new_failures(before: Verdicts, now: Verdicts) -> list[Failure]:
    """Return the failures that are new or more severe."""
    known = before.failed
    return [
        failure
        for failure, severity in now.failed.items()
        if failure not in known or SEVERITIES.index(severity) < SEVERITIES.index(known[failure])
    ]


def _by_file(asked: list[Proposal]) -> dict[InputFile | None, list[Proposal]]:
    of_each: dict[InputFile | None, list[Proposal]] = {}
    for one in asked:
        of_each.setdefault(one.file, []).append(one)
    return of_each


def _file_reject_reason(file: InputFile, why: Refusal) -> RejectReason:
    return RejectReason(f"{file.path}: {why.why}", NO_COMMAND if why.by_hand else "", why.why if why.whole_file else "")


def _apply_to_file(file: InputFile, raw: bytes, remedies: list[tuple[SettingEdit, ...]]) -> AppliedRemedies | Refusal:
    """Return a file's bytes with the changes of remedies, all or none of each."""
    edits = editor(file.reader.name)
    if edits is None:
        return Refusal("files of its format are not edited")
    return edits.several(raw, remedies) if len(remedies) > 1 else apply_remedy(edits.several, raw, remedies[0])

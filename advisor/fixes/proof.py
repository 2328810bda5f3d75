"""Proof: proposals in, those out that put right what they are for and bring nothing new; the others with the reason.

The files are read and judged again in memory, with all edits together where that holds; else without those of many that
are blamed for it, and at last with one half behind the other. What then still fails is proposed anew, to a fixed point.
How many are many hangs on what each trial reads: a few are, of a large server.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from advisor.fixes import editor
from advisor.fixes.at_once import MANY, Several, whole
from advisor.fixes.blame import blamed
from advisor.fixes.clusters import Barred
from advisor.fixes.edits import Refusal
from advisor.fixes.lacking import is_all_that_tells, lacking
from advisor.fixes.neighbours import concerns_others, neighbours
from advisor.fixes.places import keys_of
from advisor.fixes.proposals import Failure, Proposal
from advisor.fixes.trial import Edited, Judges, Verdicts, bytes_of
from advisor.pack import SEVERITIES
from advisor.report.finding import SettingEdit
from advisor.servers.changed import HeldFiles
from advisor.servers.gathered import InputFile
from advisor.values.printing import listed

_MOST_ROUNDS = 5
_TRIED = 20_000  # facts, and pieces of edited files, that halves may read and judge; of larger servers fewer are halved
_PIECE = 32  # bytes
HARMFUL, IN_VAIN, NO_COMMAND = "harmful", "in vain", "no command"
_BRINGS = "it would bring "
_STILL_FAILS = "with the edit made, the rule would still fail"
_ELSEWHERE = " by what other files tell, which are from before it"
_NOT_JUDGED = "with the edit made, the server could not be checked"

ProposalsOf = Callable[[Verdicts], list[Proposal]]  # those of a server that could edit a file


class Obstacle(NamedTuple):
    """Why an edit is not made.

    proves: HARMFUL where it would bring something else, IN_VAIN where it would not help, NO_COMMAND where the file is
    why and none changes it either; "" where the file alone is why. whole_file: why nothing in the file can be changed.
    """

    why: str
    proves: str = ""
    whole_file: str = ""


class Dropped(NamedTuple):
    """A proposal that is not carried out, and why."""

    proposal: Proposal
    obstacle: Obstacle


class State(NamedTuple):
    """The files of a server as they would be, and what is so of it then. keys: of all that changed."""

    now: Verdicts
    files: dict[InputFile, bytes]
    keys: frozenset[str] = frozenset()


class Proven(NamedTuple):
    """What may be written. was, files: their bytes before and behind; now: what is so of the server then.

    refused: the files that cannot be changed at all although a proposal would, each with the reason.
    """

    accepted: list[Proposal]
    dropped: list[Dropped]
    was: dict[InputFile, bytes]
    files: dict[InputFile, bytes]
    now: Verdicts
    refused: dict[InputFile, str]


class Proof:
    """The proof of one server's edits. named: what a failure is called in a reason. barred: what is left alone."""

    def __init__(
        self,
        judges: Judges,
        held: HeldFiles,
        before: Verdicts,
        named: Callable[[Failure], str],
        barred: Barred,
    ) -> None:
        self.judges, self.held, self.named, self.barred = judges, held, named, barred
        self.state = State(before, {})
        self.was: dict[InputFile, bytes] = {}
        self.accepted: list[Proposal] = []
        self.dropped: dict[Failure, Dropped] = {}
        self.facts = sum(map(len, held.items))
        self.missed: State | None = None  # the last that did not hold: what was dropped is asked for once more

    def run(self, proposals_of: ProposalsOf) -> Proven:
        """All that can be proven, round by round."""
        for _ in range(_MOST_ROUNDS):
            known, self.dropped = len(self.accepted), {}  # what another edit brings about may make room for one
            self._accept([one for one in proposals_of(self.state.now) if not self._left_alone(one)])
            if len(self.accepted) == known:
                break
        files = {file: raw for file, raw in self.state.files.items() if raw != self.was[file]}
        if files:
            self.judges.plan(Edited(self.held, files, self.state.keys), self.state.now.assessment.server)
        dropped = list(self.dropped.values())
        of_files = [(one.proposal.file, one.obstacle.whole_file) for one in dropped]
        refused = {file: why for file, why in of_files if file and why}
        return Proven(self.accepted, dropped, self.was, files, self.state.now, refused)

    def holding(self, asked: list[Proposal]) -> frozenset[Failure]:
        """What some would put right together; nothing is planned by that."""
        self._accept([one for one in asked if not self._left_alone(one)])
        return frozenset(one.failure for one in self.accepted)

    def _left_alone(self, one: Proposal) -> bool:
        """Whether a proposal is dropped for what it would bring in the cluster."""
        if self.barred.keys.isdisjoint(key for change in one.changes for key in keys_of(change)):
            return False
        self.dropped[one.failure] = Dropped(one, Obstacle(f"{_BRINGS}{self.barred.why}", HARMFUL))
        return True

    def _accept(self, asked: list[Proposal]) -> None:
        """Accepts all together where that holds; else without those who are why, or one half behind the other."""
        asked = [one for one in asked if one.failure in self.state.now.failed]
        if not asked:
            return
        tried = self._tried(asked)
        if isinstance(tried, State):
            self.state = tried
            self.accepted += asked
        elif isinstance(tried, list):
            self.dropped |= {one.proposal.failure: one for one in tried}
            self._accept([one for one in asked if one.failure not in self.dropped])
        elif len(asked) == 1:
            self.dropped[asked[0].failure] = Dropped(asked[0], tried)
        else:
            half = len(asked) // 2
            self._accept(asked[:half])
            self._accept(asked[half:])

    def _tried(self, asked: list[Proposal]) -> State | Obstacle | list[Dropped]:
        """What would be so, or why that is not wanted; or those that cannot be made in the files as they are."""
        files, keys = dict(self.state.files), self.state.keys
        refused: list[Dropped] = []
        for file, of_file in _by_file(asked).items():
            if file is None:
                return Obstacle(of_file[0].why_not)
            try:
                raw = files[file] if file in files else self._bytes(file)
            except OSError as slip:
                return _obstacle(file, Refusal(slip.strerror or str(slip), whole_file=True))
            made = _made(file, raw, [one.changes for one in of_file])
            if isinstance(made, Refusal):
                return _obstacle(file, made)
            refused += [Dropped(of_file[at], _obstacle(file, why)) for at, why in made.refused.items()]
            files[file] = made.raw
            keys |= {key for one in of_file for change in one.changes for key in keys_of(change)}
        if refused:
            return refused
        if self.missed and self.missed[1:] == (files, keys):
            now: Verdicts | None = self.missed.now
        else:
            now = self.judges.anew(self.held, files, keys)
        if now is None:
            return Obstacle(_NOT_JUDGED, IN_VAIN)
        state = State(now, files, keys)
        if self._are_many(asked, files) and (dropped := self._blamed(asked, now)):
            self.missed = state
            return dropped
        return self._why_not(asked, now) or self._beside(now, files, keys) or state

    def _are_many(self, asked: list[Proposal], files: Mapping[InputFile, bytes]) -> bool:
        """Whether halves of them would take too many trials for what each of these reads."""
        each = self.facts + sum(map(len, files.values())) // _PIECE
        return len(asked) >= max(2, min(MANY, _TRIED // max(each, 1)))

    def _blamed(self, asked: list[Proposal], now: Verdicts) -> list[Dropped]:
        """Of many those that would bring something, or do not help; the others are tried without them."""
        why = blamed(asked, _worse(self.state.now, now), now, self.judges.run.catalogue)
        harmful = {one.failure: brought for one, brought in why}
        dropped = []
        for one in asked:
            if one.failure in harmful:
                obstacle: Obstacle | None = Obstacle(f"{_BRINGS}{self._listed(harmful[one.failure])}", HARMFUL)
            else:
                obstacle = self._in_vain([one], now)
            dropped += [Dropped(one, obstacle)] if obstacle else []
        all_harm = len(dropped) == len(asked) < MANY and all(one.failure in harmful for one in asked)
        return dropped[all_harm:]  # the first of a few that exclude each other is tried alone

    def _beside(self, now: Verdicts, files: dict[InputFile, bytes], keys: frozenset[str]) -> Obstacle | None:
        """Why edits are not wanted, by what they would bring on other servers of the machine."""
        derived = now.assessment.server
        if not concerns_others(keys, self.state.now.assessment.server, derived):
            return None
        for name, before, then in neighbours(self.judges, Edited(self.held, files, keys), derived):
            if worse := _worse(before, then):
                return Obstacle(f"{_BRINGS}{self._listed(worse)} on {name}", HARMFUL)
        return None

    def _listed(self, failures: list[Failure]) -> str:
        return listed(dict.fromkeys(self.named(one) for one in failures))

    def _bytes(self, file: InputFile) -> bytes:
        if file not in self.was:
            self.was[file] = bytes_of(file, self.held)
        return self.was[file]

    def _why_not(self, asked: list[Proposal], now: Verdicts) -> Obstacle | None:
        """Why edits are not wanted, by what would be so behind them."""
        if worse := _worse(self.state.now, now):
            return Obstacle(f"{_BRINGS}{self._listed(worse)}", HARMFUL)
        return self._in_vain(asked, now)

    def _in_vain(self, asked: list[Proposal], now: Verdicts) -> Obstacle | None:
        """Why edits do not help."""
        if any(one.failure in now.failed for one in asked):
            return Obstacle(_STILL_FAILS + _ELSEWHERE * (len(self.held.files) > 1), IN_VAIN)
        before = self.state.now
        left = [one for one in asked if now.is_open(one.failure, before)]
        if not left or is_all_that_tells(asked, before, now):
            return None
        return Obstacle(lacking(left, self.held.server, now, self.judges.run.catalogue), IN_VAIN)


def _worse(before: Verdicts, now: Verdicts) -> list[Failure]:
    """What fails now and did not before, or not as badly."""
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


def _obstacle(file: InputFile, why: Refusal) -> Obstacle:
    return Obstacle(f"{file.path}: {why.why}", NO_COMMAND if why.by_hand else "", why.why if why.whole_file else "")


def _made(file: InputFile, raw: bytes, remedies: list[tuple[SettingEdit, ...]]) -> Several | Refusal:
    """A file's bytes with the changes of remedies made, all or none of each."""
    edits = editor(file.reader.name)
    if edits is None:
        return Refusal("files of its format are not edited")
    return edits.several(raw, remedies) if len(remedies) > 1 else whole(edits.several, raw, remedies[0])

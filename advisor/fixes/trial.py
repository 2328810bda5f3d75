"""Trial: a server's files with other bytes, read by their readers, derived and judged once more, in memory."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from advisor import readers
from advisor.facts import PARTITION, SERVER, Fact
from advisor.fixes.places import why_too_large
from advisor.fixes.proposals import Failure
from advisor.judging.assess import Assessment, judged_anew
from advisor.judging.engine import FAILED, UNKNOWN
from advisor.judging.turns import Turns
from advisor.pack import Rule
from advisor.readers import Item
from advisor.servers import machines
from advisor.servers.changed import HeldFiles
from advisor.servers.gathered import InputFile
from advisor.servers.pools import pools
from advisor.servers.server import Server
from advisor.source import Source

if TYPE_CHECKING:
    from advisor.servers.clusters import ClusterMember

CHANGED = "it changed while domlint was reading; run domlint again"


class Verdicts(NamedTuple):
    """What is so of a server. failed: each failure with its severity. open: what could not be judged."""

    assessment: Assessment
    failed: dict[Failure, str]
    open: frozenset[Failure]

    def is_open(self, failure: Failure, before: "Verdicts") -> bool:
        """Whether a rule could be judged before on what it failed on, and cannot now."""
        rule, _ = failure
        as_a_whole = (rule, SERVER)
        return failure in self.open or (as_a_whole in self.open and as_a_whole not in before.open)


class Edited(NamedTuple):
    """A server's files, and the bytes that some would hold. keys: of what changes in them."""

    held: HeldFiles
    files: Mapping[InputFile, bytes] = {}
    keys: frozenset[str] = frozenset()


class PlannedMember(NamedTuple):
    """A member of a cluster as its planned edits leave it. keys: of those that change what counts for its cluster."""

    member: "ClusterMember"
    keys: frozenset[str]


class Judges:
    """What a run checks its servers by.

    planned: by name the servers on machines with others that have edits planned. members: those of clusters.
    """

    def __init__(self, run: Turns, rules: list[Rule]) -> None:
        self.run, self.rules = run, rules
        self.planned: dict[str, Edited] = {}
        self.members: dict[str, PlannedMember] = {}

    def plan(self, one: Edited, derived: Server) -> None:
        """Keeps what is planned for a server beside others, or in a cluster with them. derived: as it is then."""
        if derived.name in self.run.in_clusters:
            from advisor.servers.clusters import COMPARED, member

            told, before = member(derived), self.run.members.get(derived.name)
            if before is None or told.answers != before.answers:
                self.members[derived.name] = PlannedMember(told, one.keys & COMPARED or one.keys)
        if derived.facts.subjects(PARTITION):
            self.planned[derived.name] = one
            self.run.pools[derived.name] = pools(derived)

    def forget(self, name: str) -> None:
        """Lets go of what was planned for a server."""
        self.planned.pop(name, None)
        self.members.pop(name, None)

    def told(self, server: Server) -> Server:
        """A server, told of the others on its machine as they are planned."""
        given = server.given
        for subject in server.facts.subjects(PARTITION) or () if self.planned else ():
            if subject.name in self.planned:
                facts = self.read(*self.planned[subject.name]).facts
                given = given._replace(more=machines.told_anew(given.more, subject.name, facts))
        return server if given is server.given else server._replace(given=given)

    def anew(self, held: HeldFiles, files: Mapping[InputFile, bytes], keys: frozenset[str]) -> Verdicts | None:
        """A server once its files hold these bytes; None where a bug keeps it from being judged.

        keys: of what changes in them.
        """
        return self.judged(self.read(held, files, keys))

    def read(self, held: HeldFiles, files: Mapping[InputFile, bytes], keys: frozenset[str]) -> Server:
        """A server once its files hold these bytes, of which nothing is derived yet."""
        told = {file.path: self._items(file, raw) for file, raw in files.items()}
        return held.with_told(told, keys)

    def judged(self, server: Server) -> Verdicts | None:
        """A server of which nothing is derived yet; None where a bug keeps it from being judged."""
        one = judged_anew(self.run, server, self.rules)
        return judgement(one) if isinstance(one, Assessment) else None

    def _items(self, file: InputFile, raw: bytes) -> tuple[Item, ...]:
        source = Source.of(file.path, raw)
        return tuple(readers.facts_of(file.reader, source, self.run.catalogue))


def judgement(one: Assessment) -> Verdicts:
    """An assessment by what failed and what is open."""
    outcomes = one.judged.outcomes
    failed = {(result.rule.id, result.subject): result.severity for result in outcomes if result.verdict == FAILED}
    left = [result for result in outcomes if result.verdict == UNKNOWN]
    open_ = {(result.rule.id, subject) for result in left for subject in (result.subject, *(result.alike or ()))}
    return Verdicts(one, failed, frozenset(open_))


def bytes_of(file: InputFile, held: HeldFiles) -> bytes:
    """Return the bytes that a file has now. Raises OSError, also if the file changed or is too large."""
    items = next(items for one, items in zip(held.files, held.items, strict=True) if one.path == file.path)
    read = next((item.source for item in items if isinstance(item, Fact) and item.source), None)
    if read and (why := why_too_large(items, read)):
        raise OSError(0, why)
    raw = Path(file.place.path, file.name).read_bytes()
    if read is None or Source.of(file.path, raw).data != read.data:
        raise OSError(0, CHANGED)
    return raw

"""Trials: servers and clusters checked again in memory, with edited files."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from advisor import readers
from advisor.facts import PARTITION, SERVER, Fact
from advisor.fixes.proposals import Failure, size_error
from advisor.judging.assess import CLUSTER, Assessment, judged_anew
from advisor.judging.clusters import ClusterAssessment, judged_clusters
from advisor.judging.engine import FAILED, UNKNOWN
from advisor.judging.run import Run
from advisor.judging.turns import Turns
from advisor.pack import SEVERITIES, Rule
from advisor.readers import Item
from advisor.servers import machines
from advisor.servers.changed import HeldFiles
from advisor.servers.clusters import differing
from advisor.servers.gathered import InputFile
from advisor.servers.partition_settings import OF_PARTITIONS, PORT_OF_PARTITIONS
from advisor.servers.pools import pool, pools
from advisor.servers.server import Server
from advisor.source import Source
from advisor.values.printing import listed

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


class EditedServer(NamedTuple):
    """A server's files, and the bytes that some would hold. keys: of what changes in them."""

    held: HeldFiles
    files: Mapping[InputFile, bytes] = {}
    keys: frozenset[str] = frozenset()


class PlannedMember(NamedTuple):
    """A member of a cluster as its planned edits leave it. keys: of those that change what counts for its cluster."""

    member: "ClusterMember"
    keys: frozenset[str]


class Trials:
    """What a run checks its servers by.

    planned: by name the servers on machines with others that have edits planned. members: those of clusters.
    """

    def __init__(self, run: Turns, rules: list[Rule]) -> None:
        self.run, self.rules = run, rules
        self.planned: dict[str, EditedServer] = {}
        self.members: dict[str, PlannedMember] = {}

    def plan(self, one: EditedServer, derived: Server) -> None:
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
        return verdicts_of(one) if isinstance(one, Assessment) else None

    def _items(self, file: InputFile, raw: bytes) -> tuple[Item, ...]:
        source = Source.of(file.path, raw)
        return tuple(readers.facts_of(file.reader, source, self.run.catalogue))


def verdicts_of(one: Assessment) -> Verdicts:
    """An assessment by what failed and what is open."""
    outcomes = one.judged.outcomes
    failed = {(result.rule.id, result.subject): result.severity for result in outcomes if result.verdict == FAILED}
    left = [result for result in outcomes if result.verdict == UNKNOWN]
    open_ = {(result.rule.id, subject) for result in left for subject in (result.subject, *(result.alike or ()))}
    return Verdicts(one, failed, frozenset(open_))


def current_bytes(file: InputFile, held: HeldFiles) -> bytes:
    """Return the bytes that a file has now. Raises OSError, also if the file changed or is too large."""
    items = next(items for one, items in zip(held.files, held.items, strict=True) if one.path == file.path)
    read = next((item.source for item in items if isinstance(item, Fact) and item.source), None)
    if read and (why := size_error(items, read)):
        raise OSError(0, why)
    raw = Path(file.place.path, file.name).read_bytes()
    if read is None or Source.of(file.path, raw).data != read.data:
        raise OSError(0, CHANGED)
    return raw


_SHARED_KEYS = frozenset(f"ini.{name}" for name in (*OF_PARTITIONS, *PORT_OF_PARTITIONS))


def concerns_neighbours(keys: frozenset[str], before: Server, now: Server) -> bool:
    """Whether an edit changes what the other servers of the machine are told. keys: of what it changes."""
    if not now.facts.subjects(PARTITION):
        return False
    return not keys.isdisjoint(_SHARED_KEYS) or pool(before.facts).text != pool(now.facts).text


def neighbour_verdicts(judges: Trials, one: EditedServer, derived: Server) -> Iterator[tuple[str, Verdicts, Verdicts]]:
    """Each other server on the machine of one, by name, before and behind. derived: that one as it is then."""
    run, edited = judges.run, judges.read(*one)
    for subject in edited.facts.subjects(PARTITION) or ():
        other = planned_server(judges, subject.name)
        if other is None:
            continue
        name, known = edited.name, judges.told(other.held.server)
        before = judges.judged(judges.read(*other._replace(held=other.held.of(known))))
        given = known.given._replace(more=machines.told_anew(known.given.more, name, edited.facts))
        kept = run.pools.pop(name, None)
        run.pools[name] = pools(derived)
        now = judges.judged(judges.read(*other._replace(held=other.held.of(known._replace(given=given)))))
        run.pools.pop(name)
        run.pools |= {name: kept} if kept else {}
        if before and now:
            yield subject.name, before, now


def planned_server(judges: Trials, name: str) -> EditedServer | None:
    """A server of the run, with what is planned for it."""
    if name in judges.planned:
        return judges.planned[name]
    other = judges.run.by_name.get(name)
    if other is None:
        return None
    whole = judges.run.again.whole(other).server if judges.run.again else other
    return EditedServer(HeldFiles(whole, judges.run.catalogue, judges.run.again))


class BarredKeys(NamedTuple):
    """Keys that no edit of a server may change, and what that would bring."""

    keys: frozenset[str] = frozenset()
    why: str = ""


NO_BARRED_KEYS = BarredKeys()


def barred_keys(run: Run, judges: Trials) -> dict[str, BarredKeys]:
    """By the names of members what their edits must not change, when all servers had their turn.

    All that is planned counts as done, so that members may be changed alike.
    """
    if not judges.members:
        return {}
    rules = [rule for rule in judges.rules if rule.subject == CLUSTER]
    planned = {name: one.member for name, one in judges.members.items()}
    pairs = zip(judged_clusters(run, rules), judged_clusters(run, rules, planned), strict=True)
    return {name: one for before, then in pairs for name, one in _barred(before, then, judges)}


def _barred(before: ClusterAssessment, then: ClusterAssessment, judges: Trials) -> Iterator[tuple[str, BarredKeys]]:
    """What the members of one cluster must leave alone."""
    worse = list(dict.fromkeys(_worse_rules(before, then)))
    if not worse:
        return
    for member in then.cluster.members:
        changed = judges.members.get(member.name)
        if changed and changed.keys:
            yield member.name, BarredKeys(changed.keys, f"{listed(worse)} ({then.cluster.name})")


def _worse_rules(before: ClusterAssessment, then: ClusterAssessment) -> Iterator[str]:
    """The rules that find what they did not before, worse than before, or in one matter more."""
    known = _failed_rules(before)
    more = differing(then.cluster) - differing(before.cluster)
    for rule, severity in _failed_rules(then).items():
        if rule not in known or more or SEVERITIES.index(severity) < SEVERITIES.index(known[rule]):
            yield rule


def _failed_rules(one: ClusterAssessment) -> dict[str, str]:
    return {result.rule.name: result.severity for result in one.judged.outcomes if result.verdict == FAILED}

"""Trials: servers and clusters checked again in memory, with edited files."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor import readers
from advisor.facts import PARTITION, SERVER, Fact
from advisor.fixes.proposals import Failure, size_error
from advisor.judging.assess import CLUSTER, Assessment, ClusterAssessment, checked_again, judged_clusters
from advisor.judging.engine import FAILED, UNKNOWN
from advisor.judging.run import LazyServers, Run
from advisor.pack import SEVERITIES, Rule
from advisor.servers import machines
from advisor.servers.clusters import COMPARED, differing, member
from advisor.servers.machines import pool, pools
from advisor.servers.model import OF_PARTITIONS, PORT_OF_PARTITIONS, ClusterMember, InputFile, Server
from advisor.servers.reload import HeldFiles
from advisor.source import Source
from advisor.values.printing import listed

CHANGED = "it changed while domlint was reading; run domlint again"


class Verdicts(Struct, frozen=True):
    """The verdicts of a server."""

    assessment: Assessment
    failed: dict[Failure, str]  # the severity of each failure
    open: frozenset[Failure]  # what could not be checked

    def is_open(self, failure: Failure, before: "Verdicts") -> bool:
        """Return whether a failure could be checked before and cannot be checked now."""
        rule, _ = failure
        as_a_whole = (rule, SERVER)
        return failure in self.open or (as_a_whole in self.open and as_a_whole not in before.open)


class EditedServer(NamedTuple):
    """A server's files with edited bytes."""

    held: HeldFiles
    files: Mapping[InputFile, bytes] = {}
    keys: frozenset[str] = frozenset()  # that the edits change


class PlannedMember(Struct, frozen=True):
    """A cluster member with its planned edits."""

    member: ClusterMember
    keys: frozenset[str]  # of edits that matter to the cluster


class Trials:
    """Checks servers of a run in memory with edited files.

    planned: edited servers on shared machines, by name. members: edited members of clusters, by name.
    """

    def __init__(self, run: LazyServers, rules: list[Rule]) -> None:
        self.run, self.rules = run, rules
        self.planned: dict[str, EditedServer] = {}
        self.members: dict[str, PlannedMember] = {}

    def plan(self, edited: EditedServer, derived: Server) -> None:
        """Keep the planned edits of a server that shares a machine or a cluster. derived: the edited server."""
        if derived.name in self.run.in_clusters:
            now, before = member(derived), self.run.members.get(derived.name)
            if before is None or now.answers != before.answers:
                self.members[derived.name] = PlannedMember(now, edited.keys & COMPARED or edited.keys)
        if derived.facts.subjects(PARTITION):
            self.planned[derived.name] = edited
            self.run.pools[derived.name] = pools(derived)

    def forget(self, name: str) -> None:
        """Discard the planned edits of a server."""
        self.planned.pop(name, None)
        self.members.pop(name, None)

    def with_planned_neighbours(self, server: Server) -> Server:
        """Return a server with the facts of its neighbours as planned."""
        given = server.given
        for subject in server.facts.subjects(PARTITION) or () if self.planned else ():
            if subject.name in self.planned:
                facts = self.read(*self.planned[subject.name]).facts
                given = replace(given, more=machines.changed_partition_facts(given.more, subject.name, facts))
        return server if given is server.given else replace(server, given=given)

    def check_again(self, held: HeldFiles, files: Mapping[InputFile, bytes], keys: frozenset[str]) -> Verdicts | None:
        """Check a server whose files hold these bytes. Return None after an internal error. keys: that change."""
        return self.judged(self.read(held, files, keys))

    def read(self, held: HeldFiles, files: Mapping[InputFile, bytes], keys: frozenset[str]) -> Server:
        """Return a server whose files hold these bytes, before any derivation."""
        items_by_path = {
            file.path: tuple(readers.facts_of(file.reader, Source.of(file.path, raw), self.run.catalogue))
            for file, raw in files.items()
        }
        return held.with_changed_items(items_by_path, keys)

    def judged(self, server: Server) -> Verdicts | None:
        """Check a server before any derivation. Return None after an internal error."""
        assessment = checked_again(self.run, server, self.rules)
        return verdicts_of(assessment) if isinstance(assessment, Assessment) else None


def verdicts_of(assessment: Assessment) -> Verdicts:
    """Return the verdicts of an assessment."""
    outcomes = assessment.judged.outcomes
    failed = {(result.rule.id, result.subject): result.severity for result in outcomes if result.verdict == FAILED}
    unknown_results = [result for result in outcomes if result.verdict == UNKNOWN]
    open_failures = {
        (result.rule.id, subject) for result in unknown_results for subject in (result.subject, *(result.alike or ()))
    }
    return Verdicts(assessment, failed, frozenset(open_failures))


def current_bytes(file: InputFile, held: HeldFiles) -> bytes:
    """Return the bytes that a file has now. Raises OSError, also if the file changed or is too large."""
    items = next(items for file_read, items in zip(held.files, held.items, strict=True) if file_read.path == file.path)
    read = next((item.source for item in items if isinstance(item, Fact) and item.source), None)
    if read and (why := size_error(items, read)):
        raise OSError(0, why)
    raw = Path(file.place.path, file.name).read_bytes()
    if read is None or Source.of(file.path, raw).data != read.data:
        raise OSError(0, CHANGED)
    return raw


_SHARED_KEYS = frozenset(f"ini.{name}" for name in (*OF_PARTITIONS, *PORT_OF_PARTITIONS))


def concerns_neighbours(keys: frozenset[str], before: Server, now: Server) -> bool:
    """Return whether an edit changes what the other servers of the machine depend on."""
    if not now.facts.subjects(PARTITION):
        return False
    return not keys.isdisjoint(_SHARED_KEYS) or pool(before.facts).text != pool(now.facts).text


def neighbour_verdicts(
    trials: Trials, edited_server: EditedServer, derived: Server
) -> Iterator[tuple[str, Verdicts, Verdicts]]:
    """Yield the name of each neighbour with its verdicts before and after. derived: the edited server.

    PlannedServer edits of the neighbours count as made, so that the edits of all are checked together.
    """
    run, edited = trials.run, trials.read(*edited_server)
    for subject in edited.facts.subjects(PARTITION) or ():
        other = planned_server(trials, subject.name)
        if other is None:
            continue
        name, known = edited.name, trials.with_planned_neighbours(other.held.server)
        before = trials.judged(trials.read(*other._replace(held=other.held.of(known))))
        given = replace(known.given, more=machines.changed_partition_facts(known.given.more, name, edited.facts))
        kept = run.pools.pop(name, None)
        run.pools[name] = pools(derived)
        now = trials.judged(trials.read(*other._replace(held=other.held.of(replace(known, given=given)))))
        run.pools.pop(name)
        run.pools |= {name: kept} if kept else {}
        if before and now:
            yield subject.name, before, now


def planned_server(trials: Trials, name: str) -> EditedServer | None:
    """Return a server of the run with its planned edits, or None."""
    if name in trials.planned:
        return trials.planned[name]
    other = trials.run.by_name.get(name)
    if other is None:
        return None
    whole = trials.run.reloader.whole(other)[0] if trials.run.reloader else other
    return EditedServer(HeldFiles(whole, trials.run.catalogue, trials.run.reloader))


class BarredKeys(Struct, frozen=True):
    """Keys that no edit of a server may change, and the findings that it would cause."""

    keys: frozenset[str] = frozenset()
    why: str = ""


NO_BARRED_KEYS = BarredKeys()


def barred_keys(run: Run, trials: Trials) -> dict[str, BarredKeys]:
    """Return the keys that the edits of each member must not change, after all servers were planned.

    All planned edits count as made, so that members may be changed alike.
    """
    if not trials.members:
        return {}
    rules = [rule for rule in trials.rules if rule.subject == CLUSTER]
    planned = {name: planned_member.member for name, planned_member in trials.members.items()}
    pairs = zip(judged_clusters(run, rules), judged_clusters(run, rules, planned), strict=True)
    return {name: planned_member for before, then in pairs for name, planned_member in _barred(before, then, trials)}


def _barred(before: ClusterAssessment, then: ClusterAssessment, trials: Trials) -> Iterator[tuple[str, BarredKeys]]:
    """Yield the barred keys of the members of one cluster."""
    rules_with_findings = list(dict.fromkeys(_worse_rules(before, then)))
    if not rules_with_findings:
        return
    for cluster_member in then.cluster.members:
        changed = trials.members.get(cluster_member.name)
        if changed and changed.keys:
            yield cluster_member.name, BarredKeys(changed.keys, f"{listed(rules_with_findings)} ({then.cluster.name})")


def _worse_rules(before: ClusterAssessment, then: ClusterAssessment) -> Iterator[str]:
    """Yield the rules with a new, worse or further finding."""
    known = _failed_rules(before)
    more = differing(then.cluster) - differing(before.cluster)
    for rule, severity in _failed_rules(then).items():
        if rule not in known or more or SEVERITIES.index(severity) < SEVERITIES.index(known[rule]):
            yield rule


def _failed_rules(assessment: ClusterAssessment) -> dict[str, str]:
    return {result.rule.name: result.severity for result in assessment.judged.outcomes if result.verdict == FAILED}

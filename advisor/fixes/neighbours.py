"""Neighbours: the other servers on a machine, judged before and behind an edit of one, by what they are told of it."""

from collections.abc import Iterator

from advisor.facts import OF_PARTITIONS, PARTITION, PORT_OF_PARTITIONS
from advisor.fixes.trial import Judges, Verdicts
from advisor.servers import machines
from advisor.servers.changed import HeldFiles
from advisor.servers.server import Server

TOLD_OTHERS = frozenset(f"ini.{name}" for name in (*OF_PARTITIONS, *PORT_OF_PARTITIONS))


def neighbours(judges: Judges, held: HeldFiles, edited: Server) -> Iterator[tuple[str, Verdicts, Verdicts]]:
    """Each other server on the machine of one, by name, before and behind. edited: that one, with nothing derived."""
    run = judges.run
    for subject in held.server.facts.subjects(PARTITION) or ():
        other = run.by_name.get(subject.name)
        if other is None:
            continue
        whole = run.again.whole(other).server if run.again else other
        more = machines.told_anew(whole.given.more, held.server.name, edited.facts)
        before = _judged(judges, whole)
        now = _judged(judges, whole._replace(given=whole.given._replace(more=more)))
        if before and now:
            yield subject.name, before, now


def _judged(judges: Judges, server: Server) -> Verdicts | None:
    read = HeldFiles(server, judges.run.catalogue)
    return judges.judged(read.with_told({}, frozenset()))

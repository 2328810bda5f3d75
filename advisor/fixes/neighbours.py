"""Neighbours: the other servers on a machine, judged before and behind an edit of one, by what they are told of it.

What the run plans for them already counts as done, so that the edits of all of them are proven together.
"""

from collections.abc import Iterator

from advisor.facts import PARTITION
from advisor.fixes.trial import Edited, Judges, Verdicts
from advisor.servers import machines
from advisor.servers.changed import HeldFiles
from advisor.servers.partition_settings import OF_PARTITIONS, PORT_OF_PARTITIONS
from advisor.servers.pools import pool, pools
from advisor.servers.server import Server

_TOLD_OTHERS = frozenset(f"ini.{name}" for name in (*OF_PARTITIONS, *PORT_OF_PARTITIONS))


def concerns_others(keys: frozenset[str], before: Server, now: Server) -> bool:
    """Whether an edit changes what the other servers of the machine are told. keys: of what it changes."""
    if not now.facts.subjects(PARTITION):
        return False
    return not keys.isdisjoint(_TOLD_OTHERS) or pool(before.facts).text != pool(now.facts).text


def neighbours(judges: Judges, one: Edited, derived: Server) -> Iterator[tuple[str, Verdicts, Verdicts]]:
    """Each other server on the machine of one, by name, before and behind. derived: that one as it is then."""
    run, edited = judges.run, judges.read(*one)
    for subject in edited.facts.subjects(PARTITION) or ():
        other = standing(judges, subject.name)
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


def standing(judges: Judges, name: str) -> Edited | None:
    """A server of the run, with what is planned for it."""
    if name in judges.planned:
        return judges.planned[name]
    other = judges.run.by_name.get(name)
    if other is None:
        return None
    whole = judges.run.again.whole(other).server if judges.run.again else other
    return Edited(HeldFiles(whole, judges.run.catalogue, judges.run.again))

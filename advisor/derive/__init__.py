"""Derive: facts from facts, before any rule sees them. One module a matter, run in this order."""

from typing import NamedTuple

from advisor.derive import (
    arrays,
    backup,
    bits,
    buffer_pool,
    cluster,
    documents,
    effective,
    environment,
    kind,
    known_settings,
    layout,
    logical_volumes,
    mail_boxes,
    memory,
    mount_options,
    places,
    platform,
    ports,
    presumed,
    release,
    restricted,
    secrets,
    settings,
    statistics,
    tasks,
    transactions,
    write_cost,
)
from advisor.facts import Facts
from advisor.pack import Catalogue


class Told(NamedTuple):
    """What the command line says of the servers; it comes before any evidence."""

    release: str | None = None
    platform: str | None = None
    bits: int | None = None


def derive(facts: Facts, catalogue: Catalogue, told: Told) -> None:
    """Adds every derived fact. Later modules build on earlier ones' facts; presumptions come last."""
    facts.add(documents.derive(facts))
    facts.add(kind.derive(facts))
    facts.add(platform.derive(facts, told.platform))
    facts.add(tasks.derive(facts))
    facts.add(release.derive(facts, catalogue, told.release))
    facts.add(bits.derive(facts, told.bits))
    facts.add(settings.derive(facts, catalogue))
    facts.add(known_settings.derive(facts, catalogue))
    facts.add(secrets.derive(facts, catalogue))
    facts.add(effective.derive(facts, catalogue))
    facts.add(mail_boxes.derive(facts, catalogue))
    facts.add(statistics.derive(facts))
    facts.add(memory.derive(facts))
    facts.add(places.derive(facts, catalogue))
    facts.add(ports.derive(facts))
    facts.add(cluster.derive(facts, catalogue))
    facts.add(environment.derive(facts))
    facts.add(restricted.derive(facts))
    facts.add(backup.derive(facts))
    facts.add(transactions.derive(facts))
    facts.add(buffer_pool.derive(facts))
    facts.add(arrays.derive(facts))
    facts.add(logical_volumes.derive(facts))
    facts.add(mount_options.derive(facts))
    facts.add(layout.derive(facts))
    facts.add(write_cost.derive(facts))
    facts.add(presumed.derive(facts))

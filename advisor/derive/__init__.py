"""Derive: facts from facts, before any rule sees them. One module a matter, run in this order.

What only some kinds of input call for is imported when such input was given: a check of NOTES.INI alone does without.
"""

from importlib import import_module
from typing import Any, NamedTuple

from advisor.derive import (
    backup,
    bits,
    buffer_pool,
    cluster,
    kind,
    known_settings,
    places,
    platform,
    ports,
    presumed,
    release,
    settings,
    tasks,
    transactions,
)
from advisor.facts import Facts
from advisor.pack import Catalogue

_STORAGE = {"array", "volume", "controller", "logical_volume"}
_CONSOLE = {"console", "stat"}


class Overrides(NamedTuple):
    """What the command line says of the servers; it comes before any evidence."""

    release: str | None = None
    platform: str | None = None
    bits: int | None = None


def derive(facts: Facts, catalogue: Catalogue, told: Overrides) -> None:
    """Adds every derived fact. Later modules build on earlier ones' facts; presumptions come last."""
    if facts.documents:
        facts.add(_late("documents").derive(facts))
    facts.add(kind.derive(facts))
    facts.add(platform.derive(facts, told.platform))
    facts.add(tasks.derive(facts))
    facts.add(release.derive(facts, catalogue, told.release))
    facts.add(bits.derive(facts, told.bits))
    facts.add(settings.derive(facts, catalogue))
    facts.add(known_settings.derive(facts, catalogue))
    _of_documents_and_consoles(facts, catalogue)
    facts.add(places.derive(facts, catalogue))
    facts.add(ports.derive(facts))
    facts.add(cluster.derive(facts, catalogue))
    if "aix" in facts.evidence:
        facts.add(_late("environment").derive(facts))
        facts.add(_late("restricted").derive(facts))
    facts.add(backup.derive(facts))
    facts.add(transactions.derive(facts))
    facts.add(buffer_pool.derive(facts))
    if facts.evidence & _STORAGE or facts.ask("platform").text == "windows":  # a drive letter is a volume of its own
        _of_storage(facts)
    facts.add(presumed.derive(facts))


def _of_documents_and_consoles(facts: Facts, catalogue: Catalogue) -> None:
    """What holds where NOTES.INI is not the only one to speak of it."""
    if "one_touch" in facts.evidence:
        facts.add(_late("secrets").derive(facts, catalogue))
    if facts.documents or "console" in facts.evidence:
        facts.add(_late("effective").derive(facts, catalogue))
    scanned = any(".box" in listed.text.lower() for listed in facts.each("ini.servertasks"))
    if facts.documents or facts.evidence & _CONSOLE or scanned:
        facts.add(_late("mail_boxes").derive(facts, catalogue))
    if "stat" in facts.evidence:
        facts.add(_late("statistics").derive(facts))
        facts.add(_late("memory").derive(facts))


def _of_storage(facts: Facts) -> None:
    """What lives on which disks."""
    for name in ("arrays", "logical_volumes", "mount_options", "layout", "write_cost"):
        facts.add(_late(name).derive(facts))


def _late(name: str) -> Any:
    return import_module(f"advisor.derive.{name}")

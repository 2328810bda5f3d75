"""Shared port: reads where a machine's partitions listen for Notes clients, and gives the port they have in common.

Of the port TCPIP alone, which set-up makes. A port that is bound to no address listens on all of them; beside one that
is bound it is not told as shared, because some systems let both listen.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.context import Context
from advisor.facts import PARTITION, SERVER, Answer, Fact, Facts, Subject
from advisor.values.paths import same_path
from advisor.values.printing import listed

_ADDRESS = re.compile(r"\s*\d+\s*,\s*(\[[^\]]*\]|[^\s:]*)\s*(?::\s*(\d+)\s*)?")
_ALL = {"", "0", "0.0.0.0"}  # noqa: S104 what the file says, nothing is bound here
_NRPC = "1352"


class _Place(NamedTuple):
    """Where a server listens. address: "" for all of the machine's; facts: where its files say so."""

    address: str
    port: int
    facts: tuple[Fact, ...] = ()

    def in_words(self) -> str:
        return f"port {self.port} of {self.address or 'every address'}"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`machine.shares_port`: `port 1352 of every address with P2/Acme`, or none where all others listen elsewhere."""
    own = _place(facts, SERVER, "ini")
    if own is None:
        return
    others = {subject: _of_partition(facts, subject) for subject in facts.subjects(PARTITION) or []}
    sharing = {subject: place for subject, place in others.items() if place and place[:2] == own[:2]}
    if sharing:
        origins = own.facts + tuple(fact for place in sharing.values() for fact in place.facts)
        names = listed([subject.name for subject in sharing])
        yield Fact("machine.shares_port", f"{own.in_words()} with {names}", made_from=tuple(dict.fromkeys(origins)))
    elif all(others.values()):
        yield Fact("machine.shares_port", "none", made_from=own.facts)


def _of_partition(facts: Facts, subject: Subject) -> _Place | None:
    """None too where it has this server's directory or number: one of the files may be an old copy, and is told so."""
    own, its = (
        (facts.ask(f"{kind}.directory", of).text or "", values.whole(facts.ask(f"{kind}.partitionnumber", of).text))
        for kind, of in (("ini", SERVER), (PARTITION, subject))
    )
    if same_path(own[0], its[0]) or (own[1] and own[1] == its[1]):
        return None
    return _place(facts, subject, PARTITION)


def _place(facts: Facts, subject: Subject, kind: str) -> _Place | None:
    """Where the port TCPIP listens; None where there is none, or nobody can say."""
    ports, address = (facts.ask(f"{kind}.{name}", subject) for name in ("ports", "tcpip_tcpipaddress"))
    if "tcpip" not in values.parse("list", ports.text or ""):
        return None
    if address.absent:
        return _Place("", int(_NRPC), ports.facts)
    return _bound(address)


def _bound(address: Answer) -> _Place | None:
    match = _ADDRESS.fullmatch(address.text or "")
    if match is None:
        return None
    host = match[1].casefold()
    return _Place("" if host in _ALL else host, int(match[2] or _NRPC), address.facts)

"""Shared port: reads where a machine's partitions listen, and gives the ports that they have in common.

Of the Notes port TCPIP, which set-up makes and where SMTP, POP3, IMAP and LDAP listen too, and of HTTP, by NOTES.INI
and server document. What is bound to no address listens on all of them; beside what is bound to one, the system
decides: on Linux the one that comes second gets none, elsewhere some let both listen, and nothing is told.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.context import Context
from advisor.facts import PARTITION, SERVER, Answer, Fact, Subject
from advisor.known import Facts
from advisor.values.paths import same_path
from advisor.values.printing import listed

_ADDRESS = re.compile(r"\s*+\d++\s*+,\s*+(\[[^\]]*+\]|[^\s:]*+)\s*+(?::\s*+(\d++)\s*+)?")
_ALL = {"", "0", "0.0.0.0"}  # noqa: S104 what the file says, nothing is bound here
_NRPC = "1352"
_WEB = {"HTTP": ("http_normalmode", "http_port", "80"), "HTTPS": ("http_sslmode", "http_sslport", "443")}
_OF_WEB = {PARTITION: PARTITION, "ini": "doc.server"}  # which keys tell of the server document, by those of NOTES.INI
_SERVICES = ("", *_WEB)


class _Place(NamedTuple):
    """Where a server listens. address: "" for all of the machine's; port: 0 where it does not listen at all.

    facts: where its files say so.
    """

    address: str
    port: int
    facts: tuple[Fact, ...] = ()

    def in_words(self, service: str, other: "_Place") -> str:
        """The port, and where this server listens there, and the other, if that is elsewhere."""
        what = f"port {self.port}" + f" ({service})" * bool(service)
        own, its = self.address or "every address", other.address or "every address"
        return f"{what} of {own}" if own == its else f"{what}, here of {own} and there of {its},"


_NOWHERE = _Place("", 0)


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`machine.shares_port`: `port 1352 of every address with P2/Acme`, or none where all others listen elsewhere."""
    own = {service: _place(facts, SERVER, service) for service in _SERVICES}
    shared: dict[str, list[str]] = {}
    origins: list[Fact] = []
    apart = own[""] is not _NOWHERE
    for subject in facts.subjects(PARTITION) or []:
        for service, place in own.items():
            its = None if _may_be_a_copy(facts, subject) else _place(facts, subject, service)
            together = _together(place, its, facts.ask("platform").text)
            apart = apart and together is False
            if together and place and its:
                shared.setdefault(place.in_words(service, its), []).append(subject.name)
                origins += place.facts + its.facts
    if shared:
        yield _presumably(
            facts, Fact("machine.shares_port", _in_words(shared), made_from=tuple(dict.fromkeys(origins)))
        )
    elif apart:
        yield Fact("machine.shares_port", "none", made_from=own[""].facts if own[""] else ())


def _presumably(facts: Facts, shared: Fact) -> Fact:
    """The same, as a presumption where only a file of the machine above them says that they are on one."""
    machine = facts.first("machine.servers")
    if machine is None or not any(fact.presumed for fact in shared.made_from):
        return shared
    return shared._replace(presumed=True, note=machine.note)


def _in_words(shared: dict[str, list[str]]) -> str:
    by_servers: dict[str, list[str]] = {}
    for place, servers in shared.items():
        by_servers.setdefault(listed(servers), []).append(place)
    return "; ".join(f"{listed(places)} with {servers}" for servers, places in by_servers.items())


def _together(own: _Place | None, its: _Place | None, platform: str | None) -> bool | None:
    """Whether two listen at one place, so that only one of them can; None where nobody can say."""
    if own is _NOWHERE or its is _NOWHERE:
        return False
    if own is None or its is None:
        return None
    if own.port != its.port:
        return False
    if (own.address and its.address) or own.address == its.address:
        return own.address == its.address
    return None if platform is None else platform == "linux"


def _may_be_a_copy(facts: Facts, subject: Subject) -> bool:
    """Whether it has this server's directory or number: one of the files may be an old copy, and is told so."""
    own, its = (
        (facts.ask(f"{kind}.directory", of).text or "", values.whole(facts.ask(f"{kind}.partitionnumber", of).text))
        for kind, of in (("ini", SERVER), (PARTITION, subject))
    )
    return same_path(own[0], its[0]) or bool(own[1] and own[1] == its[1])


def _place(facts: Facts, subject: Subject, service: str) -> _Place | None:
    """Where a server has its Notes port, or HTTP; None where nobody can say."""
    kind = "ini" if subject == SERVER else PARTITION
    return _of_web(facts, subject, kind, service) if service else _of_notes(facts, subject, kind)


def _of_notes(facts: Facts, subject: Subject, kind: str) -> _Place | None:
    """Where the port TCPIP listens; None too where there is none."""
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


def _of_web(facts: Facts, subject: Subject, kind: str, service: str) -> _Place | None:
    """Where the server document has HTTP listen, if the server runs it, and on its own ports."""
    tasks, ihs = (facts.ask(f"{kind}.{name}", subject) for name in ("servertasks", "httpihsenabled"))
    words = [task.split()[0].casefold() for task in (tasks.text or "").split(",") if task.strip()]
    if tasks.absent or (words and "http" not in words):
        return _NOWHERE
    mode, port, bound, host = (
        facts.ask(f"{_OF_WEB[kind]}.{name}", subject)
        for name in (*_WEB[service][:2], "http_bindtohostname", "http_hostname")
    )
    if mode.text not in {None, "1"} or ihs.text == "1":
        return _NOWHERE
    number = values.whole(port.text or _WEB[service][2] * port.absent)
    known = words and mode.text and ihs.absent and (bound.text or bound.absent)
    address = (host.text or "").strip().casefold() if bound.text == "1" else ""
    if not known or number is None or (bound.text == "1" and not address):
        return None
    return _Place(address, number, (*tasks.facts, *mode.facts, *port.facts, *bound.facts, *host.facts))

"""Several servers on one machine: what they share."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.derive import directories
from advisor.derive.contents import OF_NEIGHBOURS
from advisor.derive.context import Context, derived
from advisor.derive.directories import MountPoints
from advisor.facts import PARTITION, SERVER, Answer, Complete, Fact, Facts, Subject
from advisor.servers.model import OF_PARTITIONS
from advisor.values.paths import WINDOWS_PATH, comparable, same_path
from advisor.values.printing import listed

_KEYS = ("ini.directory", "transaction_log.path", "view_rebuild.path")
_LODGERS = dict(zip(OF_NEIGHBOURS, _KEYS, strict=True))  # what of a neighbour is on disks, and by which key
_LOG = "transaction log directory"
_DAOS = "DAOS directory"
_PARTITION_NUMBER = "partition number"
_MUST_DIFFER = {
    "data directory": "ini.directory",
    _LOG: "transaction_log.path",
    _DAOS: "daos.path",
    _PARTITION_NUMBER: "ini.partitionnumber",
}


def _stores_no_objects(facts: Facts) -> bool:
    """Return whether DAOS stores nothing: it is off unless it was switched on."""
    on = facts.ask("ini.daosenable")
    return on.text == "0" or on.absent


_SWITCHED = {_LOG: directories.writes_no_log, _DAOS: _stores_no_objects}  # whether a server has no such directory


class _Shared(Struct, frozen=True):
    """Something that two servers have in common. facts: where both files say so."""

    what: str
    value: str
    server: str
    facts: tuple[Fact, ...]


@derived("partition.databases", "partition.transaction-log", "partition.view-rebuild", "machine.shares")
def derive_shared_directories(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `partition.databases` … of each neighbour, `machine.shares`, `.shares_log` and `.shares_daos`."""
    shared: list[_Shared] = []
    apart = dict.fromkeys(_MUST_DIFFER, True)  # whether all neighbours are known to have another one
    for subject in facts.subjects(PARTITION) or []:
        neighbour = _settings_of(facts, subject, context)
        yield from _lodgers_of(neighbour, subject)
        for what, key in _MUST_DIFFER.items():
            own, other = _own(facts, what, key), _own(neighbour, what, key)
            same = _same(own, other)
            apart[what] = apart[what] and same is False
            if same:
                number = facts.of(subject, f"{PARTITION}.partitionnumber") if what == _PARTITION_NUMBER else ()
                origins = tuple(fact for fact in number if fact.presumed) or other.facts
                shared.append(_Shared(what, own.text or "", subject.name, own.facts + origins))
    yield from (_presumably(facts, fact) for fact in _shares(shared, apart))


def lodgers(facts: Facts) -> Iterator[tuple[str, str, str, Fact]]:
    """Yield what of the neighbours lies where: whose it is, `databases` or its like, the path, and the fact that tells.

    A directory below this server's own directory is reported as shared.
    """
    neighbours = facts.subjects(PARTITION)
    if not neighbours:
        return
    own = {what: comparable(facts.ask(key).text or "") for what, key in _LODGERS.items()}
    mounts = MountPoints(volume for volume in facts.subjects("volume") or [] if volume.name != "/")
    for subject in neighbours:
        for what in _LODGERS:
            for fact in facts.of(subject, f"{PARTITION}.{what}"):
                if comparable(fact.text) != own[what] and _has_a_volume(facts, mounts, fact.text):
                    yield subject.name, what, fact.text, fact


def _has_a_volume(facts: Facts, mounts: MountPoints, path: str) -> bool:
    """Return whether this server's files may tell the volume of a neighbour's directory.

    storage.toml names one server's volumes: what is on none of them need not be on /, as by a mount table it does.
    """
    is_on_a_mount = mounts.above(path) is not None
    return is_on_a_mount or not path.startswith("/") or bool(facts.of(Subject("volume", "/"), "volume.device"))


def _settings_of(facts: Facts, subject: Subject, context: Context) -> Facts:
    """Return what a neighbour's NOTES.INI says, as facts of its own, with the directories that follow from it."""
    neighbour = Facts()
    for name in OF_PARTITIONS:
        for fact in facts.of(subject, f"{PARTITION}.{name}"):
            absent = (Complete(f"ini.{name}", fact.source),) if fact.source else ()
            of_ini = all(origin.key.startswith("ini.") for origin in fact.made_from)
            neighbour.add(fact.made_from if of_ini else (replace(fact, key=f"ini.{name}", subject=SERVER),))
            neighbour.add(absent if not fact.made_from else ())
    neighbour.add(directories.derive_directories(neighbour, context))
    return neighbour


def _lodgers_of(neighbour: Facts, subject: Subject) -> Iterator[Fact]:
    for what, key in _LODGERS.items():
        answer = neighbour.ask(key)
        if answer.text and not (what == "transaction-log" and directories.writes_no_log(neighbour)):
            yield Fact(f"{PARTITION}.{what}", answer.text, subject=subject, made_from=answer.facts)


def _own(facts: Facts, what: str, key: str) -> Answer:
    """Return what a server has of that kind; absent where it has none."""
    answer = facts.ask(key)
    if what in _SWITCHED:
        if _SWITCHED[what](facts):
            return Answer(absent=True)
        return answer if answer.text and _from_the_root(answer.text) else Answer()
    return Answer(absent=True) if answer.text == "0" else answer


def _from_the_root(path: str) -> bool:
    return path.startswith("/") or bool(WINDOWS_PATH.match(path))


def _same(own: Answer, other: Answer) -> bool | None:
    """Return whether both have the same; None where that of one is not known."""
    if own.absent or other.absent:
        return False
    if own.text is None or other.text is None:
        return None
    return _comparable(own.text) == _comparable(other.text)


def _comparable(text: str) -> str:
    number = values.whole(text)
    return comparable(text) if number is None else str(number)


def _shares(shared: list[_Shared], apart: dict[str, bool]) -> Iterator[Fact]:
    """Yield `the data directory /local/data and the partition number 1 with P2/Acme`; none if nothing is shared."""
    origins = tuple(dict.fromkeys(fact for one in shared for fact in one.facts))
    if shared:
        yield Fact("machine.shares", _shared_in_words(shared), made_from=origins)
    elif all(apart.values()):
        yield Fact("machine.shares", "none")
    for key, what in (("machine.shares_log", _LOG), ("machine.shares_daos", _DAOS)):
        facts = tuple(fact for one in shared if one.what == what for fact in one.facts)
        if facts or apart[what]:
            yield Fact(key, "yes" if facts else "no", made_from=tuple(dict.fromkeys(facts)))


def _shared_in_words(shared: list[_Shared]) -> str:
    by_thing: dict[str, list[str]] = {}
    for one in shared:
        by_thing.setdefault(f"the {one.what} {one.value}", []).append(one.server)
    return _with_servers(by_thing)


def _with_servers(servers_by_thing: dict[str, list[str]]) -> str:
    """Return `a and b with P2/Acme; c with P3/Acme`."""
    by_servers: dict[str, list[str]] = {}
    for thing, servers in servers_by_thing.items():
        by_servers.setdefault(listed(servers), []).append(thing)
    return "; ".join(f"{listed(things)} with {servers}" for servers, things in by_servers.items())


_ADDRESS = re.compile(r"\s*+\d++\s*+,\s*+(\[[^\]]*+\]|[^\s:]*+)\s*+(?::\s*+(\d++)\s*+)?")
_ALL = {"", "0", "0.0.0.0"}  # noqa: S104 what the file says, nothing is bound here
_NRPC = "1352"
_WEB = {"HTTP": ("http_normalmode", "http_port", "80"), "HTTPS": ("http_sslmode", "http_sslport", "443")}
_OF_WEB = {PARTITION: PARTITION, "ini": "doc.server"}  # which keys tell of the server document, by those of NOTES.INI
_SERVICES = ("", *_WEB)


class _Place(Struct, frozen=True):
    """Where a server listens. address: "" for all of the machine's; port: 0 where it does not listen at all.

    facts: where its files say so.
    """

    address: str
    port: int
    facts: tuple[Fact, ...] = ()

    def in_words(self, service: str, other: "_Place") -> str:
        """Return the port, and where this server listens there, and the other, if that is elsewhere."""
        what = f"port {self.port}" + f" ({service})" * bool(service)
        own, others = self.address or "every address", other.address or "every address"
        return f"{what} of {own}" if own == others else f"{what}, here of {own} and there of {others},"


_NOWHERE = _Place("", 0)


@derived("machine.shares_port")
def derive_shared_port(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `machine.shares_port`.

    `port 1352 of every address with P2/Acme`, or none where all others listen elsewhere.
    """
    own = {service: _place(facts, SERVER, service) for service in _SERVICES}
    shared: dict[str, list[str]] = {}
    origins: list[Fact] = []
    apart = own[""] is not _NOWHERE
    for subject in facts.subjects(PARTITION) or []:
        for service, place in own.items():
            other = None if _may_be_a_copy(facts, subject) else _place(facts, subject, service)
            together = _together(place, other, facts.ask("platform").text)
            apart = apart and together is False
            if together and place and other:
                shared.setdefault(place.in_words(service, other), []).append(subject.name)
                origins += place.facts + other.facts
    if shared:
        yield _presumably(
            facts, Fact("machine.shares_port", _with_servers(shared), made_from=tuple(dict.fromkeys(origins)))
        )
    elif apart:
        yield Fact("machine.shares_port", "none", made_from=own[""].facts if own[""] else ())


@derived("ports.unbound_partition")
def derive_unbound_port(facts: Facts, _: Context) -> Iterator[Fact]:
    """`ports.unbound_partition`: the only TCP port of a partition, if it has no address; else `none`.

    Also `none` if another rule reports the same: several ports without address, or a port that two partitions share.
    """
    apart, unbound = facts.ask("server.partitioned"), facts.ask("ports.unbound")
    ports = facts.ask("ini.ports")
    if apart.text != "yes" or unbound.text is None:
        return
    reported = unbound.text != "none" or facts.ask("machine.shares_port").text not in {None, "none"}
    lines = {name: facts.first(f"ini.{name}") for name in values.parse("list", ports.text or "")}
    tcp = [name for name, line in lines.items() if line and line.text.upper().startswith("TCP")]
    name = tcp[0] if len(tcp) == 1 and not reported else ""
    address = facts.ask(f"ini.{name}_tcpipaddress") if name else None
    open_to_all = address is not None and (address.absent or getattr(_bound(address), "address", None) == "")
    origins = ports.facts + apart.facts
    yield Fact("ports.unbound_partition", name.upper() if open_to_all else "none", made_from=origins)


def _presumably(facts: Facts, shared: Fact) -> Fact:
    """Return the same, as a presumption where only a file of the machine above them says that they are on one."""
    machine = facts.first("machine.servers")
    if machine is None or not any(fact.presumed for fact in shared.made_from):
        return shared
    return replace(shared, presumed=True, note=machine.note)


def _together(own: _Place | None, other: _Place | None, platform: str | None) -> bool | None:
    """Return whether two servers are to listen on one address and port; None if unknown."""
    if own is _NOWHERE or other is _NOWHERE:
        return False
    if own is None or other is None:
        return None
    if own.port != other.port:
        return False
    if (own.address and other.address) or own.address == other.address:
        return own.address == other.address
    return None if platform is None else platform == "linux"


def _may_be_a_copy(facts: Facts, subject: Subject) -> bool:
    """Return whether it has this server's directory: one of the files may be an old copy, and another rule says so."""
    own, other = (facts.ask(f"{kind}.directory", of).text or "" for kind, of in (("ini", SERVER), (PARTITION, subject)))
    return same_path(own, other)


def _place(facts: Facts, subject: Subject, service: str) -> _Place | None:
    """Return the address and port of Notes or HTTP of a server; None if unknown."""
    kind = "ini" if subject == SERVER else PARTITION
    return _of_web(facts, subject, kind, service) if service else _of_notes(facts, subject, kind)


def _of_notes(facts: Facts, subject: Subject, kind: str) -> _Place | None:
    """Return where the port TCPIP listens; None too where there is none."""
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
    """Return where the server document has HTTP listen, if the server runs it, and on its own ports."""
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


_IN_MEMORY = {"tmpfs", "devtmpfs", "none", "udev", "shm", "proc", "sysfs"}  # devices of many that share nothing
_OF_A_CONTAINER = re.compile(r"(/dev/disk\d+)(?:s\d+)+")


def spaces_of(facts: Facts, volumes: Iterable[tuple[Subject, int, int]]) -> list[list[Subject]]:
    """Return the volumes that share their space, in the order given. volumes: each with its free bytes and its size.

    Two with other figures have a quota, or are not the same.
    """
    found: dict[tuple[str, int, int], list[Subject]] = {}
    for volume, free, size in volumes:
        device = next((fact.text for fact in facts.of(volume, "volume.device")), "")
        if pool := _pool(device):
            whole = 0 if _is_a_dataset(device) else size  # of a dataset it is what it holds and what is free
            found.setdefault((pool, free, whole), []).append(volume)
    return [together for together in found.values() if len(together) > 1]


def _pool(device: str) -> str:
    """Return what a device takes its space from, by a name; "" where that is nothing that others share."""
    if _is_a_dataset(device):
        return device.partition("/")[0]
    if match := _OF_A_CONTAINER.fullmatch(device):
        return match[1]
    return "" if device in _IN_MEMORY else device


def _is_a_dataset(device: str) -> bool:
    """Return whether it is named as ZFS names them: rpool/data; of another machine's there is a colon."""
    return "/" in device[1:] and not device.startswith("/") and ":" not in device and "\\" not in device

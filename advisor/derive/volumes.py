"""Volumes: devices, mount options, inodes and repairs."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile

from advisor import values
from advisor.derive.arrays import whole_disk
from advisor.derive.context import OF_CONTAINERS, Context, derived
from advisor.facts import SERVER, Fact, Facts, Subject
from advisor.values.media import is_remote
from advisor.values.printing import listed

LOGICAL_VOLUME = "logical volume "  # how an array is named that AIX makes by mirroring


@derived("volume.disk")
def derive_logical_volumes(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `volume.disk` of each volume on a logical volume.

    Two volumes of one group may be on the same disks or not. It is known where lspv -l or lslv -l names them, and
    where the logical volume is on as many disks as its group has.
    """
    by_device: dict[str, list[Subject]] = {}
    for logical in facts.subjects("logical_volume") or []:
        by_device.setdefault(f"/dev/{logical.name}".casefold(), []).append(logical)
    for volume in facts.subjects("volume") or []:
        for device in facts.of(volume, "volume.device"):
            for name in values.parse("list", device.text):
                for origins, disks in _disks(facts, by_device.get(name, [])):
                    yield Fact("volume.disk", disks, subject=volume, made_from=(device, *origins))


def _disks(facts: Facts, logicals: list[Subject]) -> Iterator[tuple[tuple[Fact, ...], str]]:
    """Yield the disks of logical volumes, and the facts that show them."""
    for logical in logicals:
        named = facts.of(logical, "logical_volume.disk")
        yield from (((fact,), fact.text) for fact in named)
        if not named:
            yield from _of_group(facts, logical)


def _of_group(facts: Facts, logical: Subject) -> Iterator[tuple[tuple[Fact, ...], str]]:
    """Yield all disks of the group, where it has one, or where the logical volume is on that many."""
    group = facts.ask("logical_volume.volume_group", logical)
    subject = Subject("volume_group", group.text or "")
    disks = facts.ask("volume_group.disks", subject)
    total = facts.ask("volume_group.total_disks", subject)
    count = str(len(values.parse("list", disks.text or "")))
    used = facts.ask("logical_volume.disk_count", logical)
    if disks.text and total.text in {None, count} and (count in {"1", used.text}):
        yield (*group.facts, *used.facts, *disks.facts), disks.text


_UNSUPPORTED = {"cio", "dio"}
_NAMED_FOR = _UNSUPPORTED | {"ro"}  # mount options about which a rule names the volume
_ROOT = Subject("volume", "/")


@derived("volume.concurrent_io", "volume.mount", "volume.other_options", "machine.container")
def derive_mount_options(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `volume.concurrent_io`: yes where it is mounted so, or will be, and what stays then; no where it is not.

    `volume.mounted_below`: of one with it, what is to be unmounted before. `machine.container`: yes where a container's
    layers are the root. That they are not proves nothing.
    """
    names = sorted(volume.name for volume in facts.subjects("volume") or [])
    for volume in facts.subjects("volume") or []:
        mounted = facts.of(volume, "volume.options")
        options = (*mounted, *facts.of(volume, "volume.configured_options"))
        named = tuple(fact for fact in options if _NAMED_FOR & set(values.parse("list", fact.text)))
        if named and not facts.of(volume, "volume.mount"):
            yield Fact("volume.mount", volume.name, subject=volume, made_from=named)
        if origins := tuple(fact for fact in options if _UNSUPPORTED & set(values.parse("list", fact.text))):
            yield Fact("volume.concurrent_io", "yes", subject=volume, made_from=origins)
            yield _others(volume, origins, facts.of(volume, "volume.configured_options") or mounted)
            if below := _below(volume.name, names):
                yield Fact("volume.mounted_below", listed(below), subject=volume, made_from=origins)
        elif mounted:
            yield Fact("volume.concurrent_io", "no", subject=volume, made_from=mounted)
    for device in facts.of(_ROOT, "volume.device")[:1]:
        if device.text in OF_CONTAINERS:
            yield Fact("machine.container", "yes", made_from=(device,), note=f"{device.text} is mounted on /")


def _below(mount: str, names: list[str]) -> list[str]:
    """Return what of the names, which are sorted, is below a mount point, the innermost first."""
    above = f"{mount.rstrip('/')}/"
    later = names[bisect_left(names, above) :]
    return [one for one in takewhile(lambda name: name.startswith(above), later) if one != above][::-1]


def _others(volume: Subject, origins: tuple[Fact, ...], given: tuple[Fact, ...]) -> Fact:
    """Return `volume.other_options`: the list without cio and dio, as chfs takes it.

    chfs replaces the whole list. `mount` prints the log among the options, where /etc/filesystems has it apart.
    """
    every = [option.strip() for fact in given for option in fact.text.split(",")]
    kept = [option for option in every if option and option.lower() not in _UNSUPPORTED and "log=" not in option]
    return Fact("volume.other_options", ",".join(dict.fromkeys(kept)) or "rw", subject=volume, made_from=origins)


_PARTITION = r"(?:[-_]part|p)?\d{1,3}"
_ELSEWHERE = "its disks are on a storage network"


@derived("volume.disk", "volume.media")
def derive_storage_network(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `volume.disk` where a map is mounted, and `volume.media` where every disk of a volume is remote."""
    maps: dict[str, list[Fact]] = {}
    for lun in facts.subjects("lun") or []:
        for fact in facts.of(lun, "lun.map"):
            maps.setdefault(fact.text, []).append(fact)
    for volume in facts.subjects("volume") or []:
        disks = list(facts.of(volume, "volume.disk"))
        found = [] if disks else list(_of_maps(facts, volume, maps))
        yield from found
        yield from _media(facts, volume, disks + found)


def _of_maps(facts: Facts, volume: Subject, maps: dict[str, list[Fact]]) -> Iterator[Fact]:
    for device in facts.of(volume, "volume.device"):
        name = device.text.removeprefix("/dev/mapper/")
        paths = maps.get(name) or maps.get(re.sub(_PARTITION + r"\Z", "", name), [])
        if paths and name != device.text:
            disks = ",".join(dict.fromkeys(path.subject.name for path in paths))
            yield Fact("volume.disk", disks, subject=volume, made_from=(device, *paths))


def _media(facts: Facts, volume: Subject, named: list[Fact]) -> Iterator[Fact]:
    disks = {whole_disk(name) or name for fact in named for name in values.parse("list", fact.text)}
    telling = [list(_remote(facts, Subject("lun", disk))) for disk in sorted(disks)]
    if telling and all(telling) and not facts.of(volume, "volume.media"):
        origins = tuple(fact for found in telling for fact in found)
        yield Fact("volume.media", "virtual", subject=volume, made_from=(*named, *origins), note=_ELSEWHERE)


def _remote(facts: Facts, lun: Subject) -> Iterator[Fact]:
    """Yield what shows that a disk is a storage network's."""
    yield from facts.of(lun, "lun.target")
    yield from (fact for fact in facts.of(lun, "lun.maker") if is_remote(fact.text))


_MAX_NAMED_PATHS = 6
_MAP = re.compile(r"/dev/mapper/(?:mpath[a-z]+|3[0-9a-f]{16,32})\S*")
_NETWORK = {"fc", "fcoe", "iscsi", "srp"}  # transports, as lsblk has them
_VIRTUAL = {"virtual", "nvme"}  # a virtual machine's disks have their paths on its host


@derived("paths.down", "paths.none_left", "paths.side_lost", "paths.expected")
def derive_paths_down(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `paths.expected`; `paths.down` in words, `none` if all are up; `paths.none_left` and `paths.side_lost`."""
    yield from _expected(facts)
    paths = {lun: fact for lun in facts.subjects("lun") or [] for fact in facts.of(lun, "lun.path")[:1]}
    if not paths:
        return
    down = [lun for lun, fact in paths.items() if fact.text == "down"]
    origins = tuple(paths[lun] for lun in down or paths)
    words = [f"{lun.name.removeprefix('/dev/')} of {_map(facts, lun)}" for lun in down]
    sides = _lost_sides(facts, paths)
    lost_sides = f" (every path over {listed(sides)})" if sides else ""
    yield Fact("paths.down", f"{listed(words, _MAX_NAMED_PATHS)}{lost_sides}" if words else "none", made_from=origins)
    yield Fact("paths.side_lost", "yes" if sides else "no", made_from=origins)
    alive = {_map(facts, lun) for lun, fact in paths.items() if fact.text == "up"}
    lost = any(_map(facts, lun) not in alive for lun in down)
    yield Fact("paths.none_left", "yes" if lost else "no", made_from=origins)


def _lost_sides(facts: Facts, paths: dict[Subject, Fact]) -> list[str]:
    """Return the adapters or target ports that are lost, in words, while others are left.

    An adapter is lost if all its paths are down. Target ports are numbered by adapter, so a port of the storage counts
    as lost if each adapter with paths lost one of several.
    """
    states: dict[str, dict[str, set[str]]] = {}  # of the paths, by adapter and target port
    for lun, fact in paths.items():
        adapter, _, port = (facts.ask("lun.address", lun).text or "").rpartition(":")[0].partition(":")
        states.setdefault(adapter, {}).setdefault(port, set()).add(fact.text)
    if not all(states):
        return []
    dead = {adapter: [port for port, found in ports.items() if found == {"down"}] for adapter, ports in states.items()}
    adapters = [adapter for adapter, ports in dead.items() if len(ports) == len(states[adapter])]
    if adapters:
        return [f"adapter {adapter}" for adapter in adapters] if len(adapters) < len(states) else []
    ports = [f"target port {adapter}:{port}" for adapter, found in dead.items() for port in found]
    return ports if all(dead.values()) else []


def _expected(facts: Facts) -> Iterator[Fact]:
    """Return yes if a disk of a storage network or a map is known, no if each volume is on other disks."""
    volumes = facts.subjects("volume") or []
    luns = facts.subjects("lun") or []
    shown = [fact for lun in luns for key in ("lun.path", "lun.target") for fact in facts.of(lun, key)]
    shown += [fact for volume in volumes for fact in _of_a_network(facts, volume)]
    local = {volume: _local(facts, volume) for volume in volumes}
    on_disks = [fact for found in local.values() for fact in found]
    if shown:
        yield Fact("paths.expected", "yes", made_from=tuple(shown[:1]))
    elif facts.ask("machine.container").text == "yes":
        yield Fact("paths.expected", "no", made_from=facts.of(SERVER, "machine.container"))
    elif on_disks and all(found or not _has_a_disk(facts, volume) for volume, found in local.items()):
        yield Fact("paths.expected", "no", made_from=tuple(dict.fromkeys(on_disks)))


def _of_a_network(facts: Facts, volume: Subject) -> Iterator[Fact]:
    yield from (fact for fact in facts.of(volume, "volume.device") if _MAP.match(fact.text))
    for fact in facts.of(volume, "volume.transport"):
        if _NETWORK & set(values.parse("list", fact.text)):
            yield fact


def _local(facts: Facts, volume: Subject) -> list[Fact]:
    """Return what shows that a volume is on no storage network."""
    made_of = [fact for fact in facts.of(volume, "volume.media") if fact.text in _VIRTUAL]
    return [*made_of, *facts.of(volume, "volume.transport")]


def _has_a_disk(facts: Facts, volume: Subject) -> bool:
    """Return whether a device of this machine is mounted: not memory, and not another machine's directory."""
    return any(fact.text.startswith("/dev/") for fact in facts.of(volume, "volume.device")) or volume.name == "[SWAP]"


def _map(facts: Facts, lun: Subject) -> str:
    return facts.ask("lun.map", lun).text or lun.name


_FIXED = {"ext2", "ext3", "ext4", "ufs", "minix"}
_INODE_KEYS = ("volume.inodes_used_percent", "volume.inodes_free")


@derived("volume.counts_inodes", "volume.mount")
def derive_inodes(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `volume.counts_inodes`: yes where they are fixed or were listed.

    No where a file system makes them as needed.
    `volume.mount`, by which the finding calls it, where no file tells it by itself.
    """
    for volume in facts.subjects("volume") or []:
        listed = [fact for key in _INODE_KEYS for fact in facts.of(volume, key)]
        kinds = facts.of(volume, "volume.file_system")
        if listed or (kinds and kinds[0].text):
            counts = bool(listed) or kinds[0].text.lower() in _FIXED
            origins = tuple(listed[:1] or kinds[:1])
            yield Fact("volume.counts_inodes", "yes" if counts else "no", subject=volume, made_from=origins)
            if listed and not facts.of(volume, "volume.mount"):
                yield Fact("volume.mount", volume.name, subject=volume, made_from=origins)


_ASKED_FOR = ("full repair", "spot fix", "scan")  # the most thorough first


@derived("volume.repair", "volume.letter")
def derive_volume_repair(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `volume.repair`: full repair, spot fix or scan. `volume.letter`: that of a drive, without the colon."""
    for volume in facts.subjects("volume") or []:
        for said in facts.of(volume, "volume.health_said")[:1]:
            if asked := next((word for word in _ASKED_FOR if word in said.text.casefold()), None):
                yield Fact("volume.repair", asked, subject=volume, made_from=(said,))
            if len(volume.name) == 2 and volume.name.endswith(":"):
                yield Fact("volume.letter", volume.name[0], subject=volume, made_from=(said,))

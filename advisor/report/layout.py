"""Storage layout: what is stored on the disks of a server, and which findings are about each place."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from advisor.derive.arrays import text_of
from advisor.derive.contents import Lodger
from advisor.derive.contents import lodgers_in_words as in_words
from advisor.derive.contents import lodgers_of_array as of_array
from advisor.derive.directories import NOWHERE, Directory, directories_of, holds, side_files_of
from advisor.derive.equivalent_arrays import firsts
from advisor.derive.free_space import size_in_words
from advisor.derive.partitions import lodgers
from advisor.derive.placement import Placement, labels_of, mounts_of, placements_of
from advisor.facts import Facts, Subject
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.finding import Finding
from advisor.report.model import Clash, DrawnArray, DrawnController, DrawnVolume, Resident, StorageLayout
from advisor.values import whole
from advisor.values.printing import listed, number

_RESIDENTS = {  # how keys begin, and the contents whose place they show
    "transaction_log": "transaction-log",
    "view_rebuild": "view-rebuild",
    "log_database": "log",
    "page_file": "swap",
    "databases": "databases",
    "daos": "daos",
}
_OF_PLACES = {  # how they end
    "shares", "media", "own_file_system", "in_data_directory", "controller", "controller_shares", "off_spindles",
    "virtual", "arrays", "controllers",
}  # fmt: skip
_SHARED = "machine.shares"  # by another server on the machine; its text names directories
_DIRECTORIES = {
    "transaction log directory": "transaction-log",
    "data directory": "databases",
    "DAOS directory": "daos",
}


class Clashes:
    """The findings of one server by their places."""

    def __init__(self, found: Iterable[Finding]) -> None:
        self._subjects: dict[str, list[Clash]] = {}
        self._residents: dict[str, list[Clash]] = {}
        for finding in found:
            clash = Clash(finding.rule, finding.name, finding.severity, finding.fingerprint)
            self._subjects.setdefault(finding.subject, []).append(clash)
            for what in _of_residents(finding):
                self._residents.setdefault(what, []).append(clash)

    def of_subject(self, subject: str) -> tuple[Clash, ...]:
        """Return the findings on an array, a controller or a volume, by its name in findings."""
        return tuple(self._subjects.get(subject, ()))

    def of_resident(self, what: str) -> tuple[Clash, ...]:
        """Return the findings that say that databases, the log and so on should be stored elsewhere."""
        return tuple(self._residents.get(what, ()))


def _of_residents(finding: Finding) -> Iterable[str]:
    """Return the contents that a finding on the server is about, by the key of its first evidence."""
    if not finding.evidence:
        return ()
    first = finding.evidence[0]
    if first.key == _SHARED:
        return [what for words, what in _DIRECTORIES.items() if words in (first.value or "")]
    about, _, what = first.key.rpartition(".")
    return [_RESIDENTS[about]] if about in _RESIDENTS and what in _OF_PLACES else ()


Disks = tuple[Subject, ...] | frozenset[str]  # arrays, or the names of disks that no array is known of
_CALLED = {"hdd": "spinning disks", "ssd": "SSD", "nvme": "NVMe", "virtual": "virtual"}


def layout_of(facts: Facts, found: Iterable[Finding], catalogue: Catalogue) -> StorageLayout:
    """Return what is stored on which disks, with the findings about each place."""
    return _Drawing(facts, found, catalogue).whole()


class _Drawing:
    """Builds the layout of one server."""

    def __init__(self, facts: Facts, found: Iterable[Finding], catalogue: Catalogue) -> None:
        self.facts, self.catalogue = facts, catalogue
        self.labels = labels_of(facts)
        self.mounts = mounts_of(facts, self.labels)
        self.placements = list(placements_of(facts, self.labels))
        self.paths, self.firsts = _paths(facts), firsts(facts)
        self.clashes = Clashes(found)
        self.shown: Callable[[str], str] = lambda text: masking.masked(catalogue, text)
        self.of_volume: dict[Subject, list[Placement]] = {}
        self.on_disks: dict[Disks, dict[Subject, None]] = {}
        for one in self.placements:
            self.of_volume.setdefault(one.volume, []).append(one)
            lying: list[Disks] = [(array,) for array in one.arrays] or [one.disks]
            for disks in lying:
                self.on_disks.setdefault(disks, {})[one.volume] = None

    def whole(self) -> StorageLayout:
        arrays = [*(self.facts.subjects("array") or [])]
        elsewhere = self.on_disks.pop(frozenset(), {})
        hanging: dict[str, list[DrawnArray]] = {}
        for array in arrays:
            controller = text_of(self.facts, array, "array.controller") or ""
            hanging.setdefault(controller, []).append(self._array(array))
        plain = [disks for disks in self.on_disks if isinstance(disks, frozenset)]
        if plain:
            hanging.setdefault("", []).extend(self._disks(disks) for disks in sorted(plain, key=sorted))
        return StorageLayout(
            tuple(self._controller(name, _joined(drawn)) for name, drawn in hanging.items()),
            tuple(self._volume(volume, frozenset()) for volume in elsewhere if volume != NOWHERE),
            tuple(self._unplaced()),
        )

    def _controller(self, name: str, arrays: list[DrawnArray]) -> DrawnController:
        subject = Subject("controller", name)
        model = text_of(self.facts, subject, "controller.model") or ""
        clashes = self.clashes.of_subject(masking.subject_name(self.catalogue, subject)) if name else ()
        return DrawnController(self.shown(name), tuple(arrays), self.shown(model), clashes)

    def _array(self, array: Subject) -> DrawnArray:
        name = text_of(self.facts, array, "array.name") or array.name
        mounted = [Subject("volume", mount) for mount in self.mounts.get(array, [])]
        volumes = dict.fromkeys([*self.on_disks.get((array,), {}), *mounted])
        drawn = tuple(self._volume(volume, (array,)) for volume in volumes if volume != NOWHERE)
        placed = {one.lodger for volume in volumes if volume != NOWHERE for one in self.of_volume.get(volume, ())}
        held = self.facts.of(array, "array.holds")[:1]
        presumed = self.shown(held[0].note) if held and held[0].presumed else ""
        loose = [one for one in of_array(self.facts, array) if one not in placed]
        residents = tuple(self._resident(one, presumed) for one in loose)
        speaking = (array, self.firsts.get(array, array))
        named = dict.fromkeys(masking.subject_name(self.catalogue, one) for one in speaking)
        clashes = tuple(dict.fromkeys(clash for one in named for clash in self.clashes.of_subject(one)))
        health = text_of(self.facts, array, "array.health") or ""
        about = tuple(map(self.shown, _about(self.facts, array)))
        return DrawnArray(
            (self.shown(name),), about, "" if health == "ok" else self.shown(health), drawn, residents, clashes
        )

    def _disks(self, disks: frozenset[str]) -> DrawnArray:
        volumes = self.on_disks[disks]
        media = {fact.text for volume in volumes for fact in self.facts.of(volume, "volume.media")[:1]}
        about = tuple(_CALLED.get(one, self.shown(one)) for one in sorted(media)) if len(media) == 1 else ()
        drawn = tuple(self._volume(volume, disks) for volume in volumes)
        return DrawnArray((self.shown(_disks_called(disks, drawn)),), about, volumes=drawn)

    def _volume(self, volume: Subject, disks: Disks) -> DrawnVolume:
        size, free = (whole(text_of(self.facts, volume, f"volume.{key}")) for key in ("size", "free"))
        here = [one for one in self.of_volume.get(volume, ()) if _is_on(one, disks)]
        why_by_lodger: dict[Lodger, dict[str, None]] = {}
        for one in here:
            why_by_lodger.setdefault(one.lodger, {}).update(dict.fromkeys(one.presumed))
        of_all = [
            why for why in next(iter(why_by_lodger.values()), {}) if all(why in each for each in why_by_lodger.values())
        ]
        return DrawnVolume(
            self.shown(volume.name),
            size_in_words(size) if size is not None else "",
            size_in_words(free) if free is not None else "",
            self.shown(text_of(self.facts, volume, "volume.free_percent") or ""),
            self.shown("; ".join(of_all)),
            tuple(
                self._resident(one, "; ".join(each for each in why if each not in of_all), volume.name)
                for one, why in why_by_lodger.items()
            ),
            self.clashes.of_subject(masking.subject_name(self.catalogue, volume)),
        )

    def _resident(self, lodger: Lodger, presumed: str = "", mount: str = "") -> Resident:
        """Return stored contents. mount: of the volume; a path equal to it, or outside of it, is left out."""
        words = in_words([Lodger(lodger.what)], self.facts.ask("platform").text)
        clashes = () if lodger.owner else self.clashes.of_resident(lodger.what)
        path = self.paths.get(lodger, "")
        beside = mount and (not holds(mount, path) or path.rstrip("\\/").casefold() == mount.rstrip("\\/").casefold())
        path = "" if beside else self.shown(path)
        return Resident(words, path, masking.name(self.catalogue, lodger.owner), self.shown(presumed), clashes)

    def _unplaced(self) -> Iterator[Resident]:
        """Yield the contents with a path that are on no volume of the layout."""
        placed = {one.lodger for one in self.placements if one.volume != NOWHERE or one.disks}
        placed |= {one for array in self.facts.subjects("array") or [] for one in of_array(self.facts, array)}
        data = self.paths.get(Lodger("databases"))
        for lodger, path in self.paths.items():
            with_databases = data and lodger.what != "databases" and not lodger.owner and holds(data, path)
            if lodger not in placed and lodger.what != "os" and not with_databases:
                yield self._resident(lodger)


def _joined(arrays: list[DrawnArray]) -> list[DrawnArray]:
    """Return equal arrays as one, with all of their names."""
    alike: dict[DrawnArray, list[str]] = {}
    for array in arrays:
        alike.setdefault(replace(array, names=()), []).extend(array.names)
    return [replace(array, names=tuple(names)) for array, names in alike.items()]


def _disks_called(disks: frozenset[str], volumes: tuple[DrawnVolume, ...]) -> str:
    """Return the names of disks; for device paths of Windows, their volumes."""
    if any(disk.startswith("\\\\?\\") for disk in disks):
        return f"disk of {listed(volume.mount for volume in volumes)}"
    return listed(sorted(disks))


def _is_on(placement: Placement, disks: Disks) -> bool:
    return placement.disks == disks if isinstance(disks, frozenset) else set(disks) <= set(placement.arrays)


def _paths(facts: Facts) -> dict[Lodger, str]:
    """Return the paths of all contents with a path."""
    of_neighbours = (Directory(what, path, owner=owner) for owner, what, path, _ in lodgers(facts))
    return {
        Lodger(one.what, one.owner): one.path for one in (*side_files_of(facts), *directories_of(facts), *of_neighbours)
    }


def _about(facts: Facts, array: Subject) -> Iterator[str]:
    """Yield the properties of an array: `RAID 5`, `3 disks`, `spinning disks`, `write-back, protected`."""
    properties = {key: text_of(facts, array, f"array.{key}") for key in ("level", "disks", "media", "write_cache")}
    if level := properties["level"]:
        yield level if level == "JBOD" else f"RAID {level}"
    if disks := properties["disks"]:
        yield number(disks, "disk")
    if media := properties["media"]:
        yield _CALLED.get(media, media)
    if cache := properties["write_cache"]:
        protected = text_of(facts, array, "array.write_cache_protected")
        yield cache + {"yes": ", protected", "no": ", not protected"}.get(protected or "", "")

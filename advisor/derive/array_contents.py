"""What is stored on each array, what a write costs there, and what controllers have."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.derive.arrays import disks_of, text_of
from advisor.derive.contents import NEIGHBOURS, NOTHING, Lodger
from advisor.derive.contents import lodgers_in_words as in_words
from advisor.derive.contents import lodgers_of_array as of_array
from advisor.derive.contents import unknown_paths as in_doubt
from advisor.derive.context import Context, derived
from advisor.derive.directories import NOWHERE, Directory
from advisor.derive.equivalent_arrays import ON_ONE_OF_THEM, arrays_alike
from advisor.derive.placement import Labels, Mounts, Placement, arrays_of, beside_the_databases, labels_of, may_hold
from advisor.derive.volumes import LOGICAL_VOLUME
from advisor.facts import SERVER, Fact, Facts, Subject
from advisor.values.paths import named
from advisor.values.printing import listed

_OF_DOMINO = {"databases", "transaction-log", "view-rebuild", "log", "program"}
_JUDGED = ("databases", "transaction-log")  # what rules ask of an array whether it holds it
_KEPT_APART = ("databases", "transaction-log", "view-rebuild", "os", "swap")  # not to share disks with mail files
_SYSTEM_FOLDERS = (["boot"], ["usr"], ["var"], ["tmp"])
_IN_ORDER = ("ok", None)  # None: no tool lists the array
_MIRRORED = ("1", "1E", "1E0", "10", None)  # other levels under databases have a finding of their own
_MOST_NAMED = 6
NO_HOME = "the place of the databases (`Directory` in the server's whole notes.ini)"
_WHICH_ARRAY = "the array of {} (a mount table, or `[[volume]]` in storage.toml)"


def held(facts: Facts, mounts: Mounts, placements: list[Placement], directories: list[Directory]) -> Iterator[Fact]:
    """Yield what each array holds and is made of, and what of the server's Domino each volume holds."""
    lost = _lost(placements, directories)
    nowhere = "" if facts.ask("ini.directory").text else NO_HOME
    on_arrays: dict[Subject, list[Placement]] = {}
    for placement in placements:
        for array in dict.fromkeys(placement.arrays):
            on_arrays.setdefault(array, []).append(placement)
    made: dict[tuple[str, tuple[int, ...]], list[Fact]] = {}  # of arrays with the same contents: there may be thousands
    for array in facts.subjects("array") or []:
        if on_array := on_arrays.get(array):
            here = [path for path in lost if may_hold(mounts.get(array, []), path)]
            doubt = _WHICH_ARRAY.format(listed(here)) if here else nowhere
            alike = doubt, tuple(map(id, on_array))
            if alike not in made:
                made[alike] = list(_lodgers(facts, on_array, doubt))
            yield from (replace(fact, subject=array) for fact in made[alike])
            yield from _media_of_array(facts, array, on_array)
    holding: set[Subject] = set()
    by_volume: dict[Subject, list[Placement]] = {}
    for placement in placements:
        by_volume.setdefault(placement.volume, []).append(placement)
    for volume, on_volume in by_volume.items():
        of_domino = [placement for placement in on_volume if placement.what in _OF_DOMINO and not placement.owner]
        if of_domino and volume != NOWHERE:
            yield Fact("volume.lodgers", words(facts, of_domino), subject=volume, made_from=_origins(of_domino))
            holding.add(volume)
    yield from in_doubt(facts, holding)


def _lost(placements: list[Placement], directories: list[Directory]) -> list[str]:
    """Return the directories of databases and log whose disks are unknown: any array may hold them."""
    placed = {placement.what for placement in placements if placement.disks and not placement.owner}
    return [one.path for one in directories if one.what in _JUDGED and one.what not in placed]


def _lodgers(facts: Facts, on_array: list[Placement], lost: str = "") -> Iterator[Fact]:
    """Yield what lives on an array, for conditions and for people.

    These look up no more than where the first of it lies.
    """
    own_placements = [placement for placement in on_array if not placement.owner]
    doubt = "" if any(placement.what in _JUDGED for placement in own_placements) else lost
    kinds = ", ".join(dict.fromkeys(placement.what for placement in own_placements))
    yield replace(resting_on("array.holds", kinds or NOTHING, own_placements or on_array), doubt=doubt)
    for one in (placement for placement in on_array if placement.owner):
        yield resting_on(NEIGHBOURS + one.what, one.owner, [one])
    named = [placement for placement in on_array if placement.what != "program"] or on_array
    yield replace(resting_on("array.lodgers", words(facts, named), on_array), made_from=named[0].facts)


def held_by_one_of_them(
    facts: Facts, mounts: Mounts, placements: list[Placement], directories: list[Directory]
) -> Iterator[Fact]:
    """Return what NOTES.INI's paths name and no file places, assumed on each of several equal arrays."""
    arrays = arrays_alike(facts)
    if len(arrays) < 2:
        return
    placed = {placement.what for placement in placements if placement.disks and not placement.owner}
    beside = beside_the_databases(facts, directories)
    lost = [one for one in directories if one in beside and one.what in _OF_DOMINO and one.what not in placed]
    if not lost:
        return
    note = ON_ONE_OF_THEM.format(len(arrays))
    for array in arrays:
        here = [one for one in lost if may_hold(mounts.get(array, []), one.path)]
        if here and not facts.of(array, "array.holds"):
            nowhere = Placement("", NOWHERE, frozenset(), (array,), False, (), (note,))
            contents = [replace(nowhere, what=one.what, facts=one.facts) for one in here]
            yield from (replace(fact, subject=array) for fact in _lodgers(facts, contents))


def free_for_databases(
    facts: Facts, mounts: Mounts, placements: list[Placement], directories: list[Directory]
) -> Iterator[Fact]:
    """Yield `arrays.free_for_databases`: the arrays that could take mail files without a new finding.

    Nothing that should be apart from the databases is stored on their disks, and a file lists their volumes. An array
    that may hold a directory whose volume is unknown is left out.
    """
    kept_apart = [one for one in placements if one.owner or one.what in _KEPT_APART]
    taken = frozenset(disk for one in kept_apart for disk in one.disks)
    placed = {one.what for one in placements if one.disks and not one.owner}
    lost = [one.path for one in directories if one.what in _KEPT_APART and one.what not in placed]
    free = [
        array
        for array, mounted in mounts.items()
        if not array.name.startswith(LOGICAL_VOLUME)
        and not disks_of(facts, array) & taken
        and not any(mount.split("/")[1:2] in _SYSTEM_FOLDERS for mount in mounted)
        and not any(may_hold(mounted, path) for path in lost)
        and text_of(facts, array, "array.health") in _IN_ORDER
        and text_of(facts, array, "array.level") in _MIRRORED
    ]
    if free:
        names = listed((text_of(facts, array, "array.name") or array.name for array in free), _MOST_NAMED)
        origins = tuple(fact for array in free for fact in facts.of(array, "array.name")[:1])
        yield Fact("arrays.free_for_databases", names, made_from=origins)


def _media_of_array(facts: Facts, array: Subject, on_array: list[Placement]) -> Iterator[Fact]:
    """Yield what an array is made of by the volumes that are on it alone, where its own tool does not say."""
    if facts.of(array, "array.media"):
        return
    volumes = dict.fromkeys(placement.volume for placement in on_array if placement.arrays == (array,))
    media = tuple(fact for volume in volumes for fact in facts.of(volume, "volume.media")[:1])
    if len({fact.text for fact in media}) == 1:
        yield Fact("array.media", media[0].text, subject=array, made_from=media)


def own(what: str, placements: list[Placement]) -> list[Placement]:
    """Return the server's own of a kind."""
    return [placement for placement in placements if placement.what == what and not placement.owner]


def words(facts: Facts, placements: list[Placement]) -> str:
    """Return what is stored there, as an administrator calls it."""
    return in_words((placement.lodger for placement in placements), facts.ask("platform").text)


def resting_on(key: str, text: str, placements: list[Placement]) -> Fact:
    """Return a fact with what its placements rest on, presumed where one of them is."""
    notes = "; ".join(dict.fromkeys(note for placement in placements for note in placement.presumed))
    return Fact(key, text, made_from=_origins(placements), presumed=bool(notes), note=notes)


def _origins(placements: list[Placement]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(fact for placement in placements for fact in placement.facts))


_DATABASES = "databases"


@derived("array.block")
def derive_block_sizes(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `array.block`, in bytes."""
    labels = labels_of(facts)
    for volume in facts.subjects("volume") or []:
        block, lodgers = facts.of(volume, "volume.block")[:1], facts.ask("volume.lodgers", volume)
        if block and _DATABASES in (lodgers.text or ""):
            for fact in facts.of(volume, "volume.array"):
                for array in arrays_of(labels, fact):
                    yield Fact("array.block", block[0].text, subject=array, made_from=(*block, fact))


_SINGLE_PARITY = {"5", "5E", "5EE", "50"}
_DOUBLE_PARITY = {"6", "60"}
_ON_PARITY, _ON_MIRROR = 4, 2  # disk operations a write
_OF_A_LOG = f"A write costs {_ON_PARITY} disk operations here and {_ON_MIRROR} on mirrored disks"
_OF_DOUBLE_PARITY = "Double parity costs more than the four disk operations a write of single parity"
_DISKS = "stat.platform.logicaldisk."
_RATES = ("counter.reads_a_second", "counter.writes_a_second")


class Share(Struct, frozen=True):
    """A share of writes, or its minimum and maximum, with its origin in words and its facts."""

    least: float
    most: float
    origin: str
    facts: tuple[Fact, ...] = ()


Counts = tuple[Fact, Fact]  # reads and writes a second, of one volume

_MAIL = Share(0.6, 0.6, "the R5 mail benchmark on Solaris")
_IMAP = Share(0.9, 0.9, "the R5 IMAP benchmark on Solaris")
_POP3 = Share(0.7, 0.7, "the R5 SMTP and POP3 benchmark on Solaris")
_WEB = Share(0.9, 0.9, "the R5 web mail benchmark on Solaris")
_ANY = Share(0.6, 0.9, "the R5 benchmarks on Solaris")
_SHARE_BY_USE = {"notes-mail": _MAIL, "web-mail": _WEB, "imap": _IMAP, "pop3": _POP3, "smtp": _POP3}


@derived("array.write_cost")
def derive_write_cost(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `array.write_cost`: a sentence for each array of parity level."""
    counted, sampled = _counted(facts), _sampled(facts)
    for array in facts.subjects("array") or []:
        levels = facts.ask("array.level", array)
        if levels.text in _SINGLE_PARITY and of_array(facts, array) == [Lodger("transaction-log")]:
            yield Fact("array.write_cost", _OF_A_LOG, subject=array, made_from=levels.facts)
        elif levels.text in _SINGLE_PARITY:
            share = (
                _of_storage_toml(facts, array)
                or _measured(sampled.get(array, []), "by Windows' performance counters")
                or _measured(counted.get(array, []), "by the server's own platform statistics")
                or _of_workload(facts)
            )
            yield Fact("array.write_cost", _sentence(share), subject=array, made_from=(*levels.facts, *share.facts))
        elif levels.text in _DOUBLE_PARITY:
            yield Fact("array.write_cost", _OF_DOUBLE_PARITY, subject=array, made_from=levels.facts)


def _of_storage_toml(facts: Facts, array: Subject) -> Share | None:
    percent = facts.of(array, "array.write_percent")
    share = int(percent[0].text) / 100 if percent else 0
    return Share(share, share, "by storage.toml", percent) if percent else None


def _counted(facts: Facts) -> dict[Subject, list[Counts]]:
    """Return what Domino's platform statistics count on the volumes of each array.

    `Platform.LogicalDisk.1.ReadsPerSec`.
    """
    counted: dict[Subject, list[Counts]] = {}
    labels = labels_of(facts)
    for name in facts.each(_DISKS):
        disk, _, last = name.key.removeprefix(_DISKS).partition(".")
        if last == "assignedname":
            read, written = (_figure(facts, f"{_DISKS}{disk}.{rate}") for rate in ("readspersec", "writespersec"))
            for array in _lying_below(facts, labels, name.text):
                if read and written:
                    counted.setdefault(array, []).append((read, written))
    return counted


def _sampled(facts: Facts) -> dict[Subject, list[Counts]]:
    """Return what Performance Monitor counts on the volumes of each array, `LogicalDisk(F:)`.

    Of other machines nothing.
    """
    sampled: dict[Subject, list[Counts]] = {}
    labels = labels_of(facts)
    for disk in facts.subjects("counter") or []:
        rates = [fact for key in _RATES for fact in facts.of(disk, key)[:1] if not fact.doubt and float(fact.text) >= 0]
        if len(rates) == len(_RATES):
            for array in _lying_below(facts, labels, disk.name):
                sampled.setdefault(array, []).append((rates[0], rates[1]))
    return sampled


def _measured(counted: list[Counts], origin: str) -> Share | None:
    """Return the share of writes on an array's volumes. Idle disks do not count."""
    reads, writes = (sum(float(one[at].text) for one in counted) for at in (0, 1))
    share = round(writes / (reads + writes), 2) if reads + writes >= 1 else 0.0
    origins = tuple(fact for one in counted for fact in one)
    return Share(share, share, origin, origins) if share else None


def _lying_below(facts: Facts, labels: Labels, name: str) -> list[Subject]:
    """Return the arrays below a volume that the statistics call `C` or `D:`."""
    letter = name.strip().rstrip(":")
    volume = Subject("volume", named(f"{letter}:" if len(letter) == 1 else name))
    return [array for fact in facts.of(volume, "volume.array") for array in arrays_of(labels, fact)]


def _figure(facts: Facts, key: str) -> Fact | None:
    """Return a statistic as a number: `1,063.5` as 1063.5. None for text and negative numbers."""
    fact = facts.first(key)
    number = values.number(fact.text.replace(",", "")) if fact else None
    return replace(fact, text=str(number)) if fact and number is not None and number >= 0 else None


def _of_workload(facts: Facts) -> Share:
    """Return the measured workload by domlint.toml, else by the server's tasks, of which HTTP may be anything."""
    stated = facts.of(SERVER, "server.workload")
    shares = {_SHARE_BY_USE.get(word, _ANY) for fact in stated for word in values.parse("list", fact.text)}
    if shares:
        share = shares.pop() if len(shares) == 1 else _ANY
        return replace(share, origin=f"{share.origin}, by the workload that domlint.toml tells", facts=stated)
    names = values.parse("list", facts.ask("tasks.names").text or "")
    if isinstance(names, values.Some) or "router" not in names or "http" in names or {"imap", "pop3"}.issubset(names):
        return _ANY
    return _IMAP if "imap" in names else _POP3 if "pop3" in names else _MAIL


def _sentence(share: Share) -> str:
    if share.least == share.most:
        writes = f"{share.least * 100:.0f} %"
        here, there = (f"{_cost(share.least, each):g}" for each in (_ON_PARITY, _ON_MIRROR))
    else:
        writes = f"{share.least * 100:.0f} to {share.most * 100:.0f} %"
        here, there = (
            f"{_cost(share.least, each):g} to {_cost(share.most, each):g}" for each in (_ON_PARITY, _ON_MIRROR)
        )
    costs = f"an operation costs {here} disk operations here and {there} on mirrored disks"
    return f"At {writes} writes, {share.origin}, {costs}"


def _cost(writes: float, each: int) -> float:
    return round((1 - writes) + writes * each, 2)


Arrays = dict[str, list[Subject]]  # by the controller that they hang on


@derived(
    "controllers.count", "databases.controllers", "transaction_log.controller", "transaction_log.controller_shares",
)  # fmt: skip
def derive_controllers(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `controllers.count`, `databases.controllers`, and what else the controller of the log serves."""
    hanging: Arrays = {}
    for array in facts.subjects("array") or []:
        for fact in facts.of(array, "array.controller")[:1]:
            hanging.setdefault(fact.text, []).append(array)
    if not hanging:
        return
    names = dict.fromkeys([*hanging, *(one.name for one in facts.subjects("controller") or [])])
    naming = tuple(fact for arrays in hanging.values() for fact in facts.of(arrays[0], "array.controller")[:1])
    yield Fact("controllers.count", str(len(names)), made_from=naming)
    yield from _of_the_databases(facts, hanging)
    yield from _of_the_log(facts, hanging)


def _of_the_databases(facts: Facts, hanging: Arrays) -> Iterator[Fact]:
    arrays = _holding(facts, "databases")
    serving = {name: [array for array in arrays_of_one if array in arrays] for name, arrays_of_one in hanging.items()}
    serving = {name: arrays_of_one for name, arrays_of_one in serving.items() if arrays_of_one}
    if arrays and sum(map(len, serving.values())) == len(arrays):
        doubt = NO_HOME if len(serving) == 1 and not facts.ask("ini.directory").text else ""
        yield replace(_resting_on(facts, "databases.controllers", str(len(serving)), arrays), doubt=doubt)


def _of_the_log(facts: Facts, hanging: Arrays) -> Iterator[Fact]:
    """Yield whether a log exists, and on which controller each array with databases is."""
    log, databases = _holding(facts, "transaction-log"), _holding(facts, "databases")
    controllers = {name for name, arrays in hanging.items() if any(array in arrays for array in log)}
    if len(controllers) != 1 or not all(facts.of(array, "array.controller") for array in databases):
        return
    (name,) = controllers
    lodgers = [one for array in hanging[name] for one in of_array(facts, array) if one != Lodger("transaction-log")]
    shares = in_words((one for one in lodgers if one.what != "program"), facts.ask("platform").text)
    yield _resting_on(facts, "transaction_log.controller", name, log)
    yield _resting_on(facts, "transaction_log.controller_shares", shares or "none", [*log, *hanging[name]])


def _holding(facts: Facts, what: str) -> list[Subject]:
    """Return the arrays that hold something of the server's own."""
    return [array for array in facts.subjects("array") or [] if Lodger(what) in of_array(facts, array)]


def _resting_on(facts: Facts, key: str, text: str, arrays: Iterable[Subject]) -> Fact:
    """Return a fact that rests on the contents and controllers of some arrays, assumed if these are."""
    each = list(dict.fromkeys(arrays))
    contents = [fact for array in each for fact in facts.of(array, "array.holds")]
    notes = "; ".join(dict.fromkeys(fact.note for fact in contents if fact.presumed))
    origins = tuple(fact for array in each for fact in facts.of(array, "array.controller")[:1])
    return Fact(key, text, made_from=origins, presumed=bool(notes), note=notes)

"""Free space of volumes, from df, Windows, the console and the statistics.

Of several that tell of one volume the newest counts, where files say of which day they are; else the one that leaves it
least, and the finding says that another tells otherwise. Volumes that share their space are told of once.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.derive.context import OF_CONTAINERS, Context, derived
from advisor.derive.directories import NOWHERE, MountPoints, holds, resolved
from advisor.derive.partitions import spaces_of
from advisor.derive.volume_contents import Lodging, On, at_stake, lodging_on, own_contents
from advisor.facts import SERVER, Fact, Facts, Subject
from advisor.source import Source
from advisor.values import dates
from advisor.values.dates import ORDERS, day_of
from advisor.values.names import abbreviated, alike
from advisor.values.printing import listed, printable

_STATISTIC = "stat.disk."
_GIGABYTE = 1024**3
_EXTENT = 64 * 1024**2  # the size of a file of the transaction log: less than that is as good as nothing …
_FULL_PERCENT = 5  # … save on a very small volume
_LARGE_LOG = 4096 * 1024**2
_NEARLY_FULL, _ENOUGH, _SCARCE = 10, 50 * _GIGABYTE, 5 * _GIGABYTE  # percent and bytes, as volume-nearly-full has them
_PART = 20  # of the size: listings that differ by less may be of one day
_NAMES = ("ini.servername", "ini.keyfilename_owner", "console.server_name")
_HEADS = ("nsd.started", "listing.date")  # the dates that files print of themselves
_PAST_AFTER_DAYS = 7
_LONG_AGO_AFTER_DAYS = 30
_UNITS = {"TB": 1024**4, "GB": _GIGABYTE, "MB": 1024**2, "KB": 1024}


_SIZE_UNTOLD = "its size was not given and is taken for 50 GB or more"


class Room(Struct, frozen=True):
    """The size and free space of a volume by one input, in bytes.

    size: None where it tells only what is free. facts: what tells it. percent: what is free, where that stands for the
    size.
    """

    free: int
    size: int | None
    facts: tuple[Fact, ...]
    percent: float | None = None

    @property
    def source(self) -> Source | None:
        """Return the file that shows it."""
        return self.facts[0].source


class ListingDates(Struct, frozen=True):
    """The dates on which the files of one server were written, and the newest of them.

    A console log's last line shows that the server ran that day, so an older listing describes the past. The limits of
    7 and 30 days are domlint's own.
    """

    date_by_path: dict[str, date]  # the date that a file prints in its head
    newest: date | None  # None if no file has a date
    newest_is_log: bool  # the newest file is a console log, else a listing
    newest_is_lower_bound: bool = False  # the order of day and month in the log is unknown; the earlier date is used

    def date_of(self, source: Source | None) -> date | None:
        """Return the date of a file by its head or its name. A console log has many dates, so it has none here."""
        if not source or source.path.rpartition("/")[2].lower().startswith("console"):
            return None
        day = self.date_by_path.get(source.path)
        return day if day and not dates.is_to_come(day) else dates.named(source.path)

    def age(self, day: date | None) -> tuple[str, str]:
        """Return `recent`, `past` or `long ago` for a date, and the age in words, which ends a sentence."""
        days = (self.newest - day).days if day and self.newest else 0
        if days < _PAST_AFTER_DAYS:
            return "recent", ""
        end = "the console log's last line" if self.newest_is_log else "the newest listing"
        days_ago = f"at least {days:,}" if self.newest_is_lower_bound and self.newest_is_log else f"{days:,}"
        return "long ago" if days >= _LONG_AGO_AFTER_DAYS else "past", f", {days_ago} days before {end}"


def _listing_dates(facts: Facts, listings: set[Source]) -> ListingDates:
    """Return the dates of all files that print one, and the newest of logs and listings.

    listings: the files whose names count, too.
    """
    heads = [fact for key in _HEADS for fact in facts.of(SERVER, key) if fact.source]
    printed = {fact.source.path: day for fact in heads if fact.source and (day := dates.printed(fact.text))}
    found = ListingDates(printed, None, False)
    ends = _ends_of_logs(facts)
    log = min(ends, default=None)
    newest = max((day for day in (log, *map(found.date_of, listings)) if day), default=None)
    return ListingDates(printed, newest, newest is not None and newest == log, len(ends) > 1)


def _ends_of_logs(facts: Facts) -> set[date]:
    """Return the last day of all logs, in each order in which their dates may be read."""
    orders = {fact.text for fact in facts.of(SERVER, "logged.order") if fact.text}
    ends = [fact.text for fact in facts.of(SERVER, "logged.end")]
    last_days: set[date] = set()
    for order in orders if len(orders) == 1 else ORDERS:
        days = [day for text in ends if (day := day_of(text, order)) and not dates.is_to_come(day)]
        last_days |= {max(days)} if days else set()
    return last_days


@derived(
    "volume.free", "volume.size", "volume.full", "volume.size_given", "volume.at_stake", "volume.vital",
    "volume.essential", "volume.written", "volume.standing", "volume.health_told", "volume.log_archived",
    "volume.grows", "console_log.room_short", "daos.free_percent", "transaction_log.free_percent",
    "databases.free_percent",
    "transaction_log.free_gigabytes", "transaction_log.room_short", "transaction_log.room_said",
)  # fmt: skip
def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield the settled `volume.free` and `.size`, what follows from them, and what stops if a volume is full."""
    rooms_by_volume = _told(facts)
    when = _listing_dates(
        facts,
        {fact.source for spaces in rooms_by_volume.values() for one in spaces for fact in one.facts if fact.source},
    )
    counting = {volume: _counting(spaces, when) for volume, spaces in rooms_by_volume.items()}
    volumes = list(dict.fromkeys([*(facts.subjects("volume") or []), *rooms_by_volume]))
    lodging = lodging_on(facts, volumes)
    figures = ((volume, one.free, one.size or 0) for volume, (one, _) in counting.items())
    together = dict(_told_with(lodging, spaces_of(facts, figures)))
    names: dict[Subject, list[str]] = {}
    for one, first in together.items():
        if one in lodging:
            names.setdefault(first, []).append(one.name)
    for volume, (space, doubt) in counting.items():
        yield from _settled(facts, volume, space)
        sharing = names.get(volume, ())
        called = f"{listed(sharing)} share one space, which" if len(sharing) > 1 else _named(facts, volume)
        notes = "; ".join(filter(None, (doubt, _machine_named(facts, space))))
        yield from _figures(volume, space, called, when, notes)
    sizes = {volume: counting[volume][0].size if volume in counting else None for volume in volumes}
    yield from at_stake(facts, sizes, lodging, together)
    rooms = {volume: one for volume, (one, _) in counting.items()}
    yield from _of_attachment_objects(facts, rooms, lodging, when)
    yield from _of_databases(rooms, lodging, when)
    yield from _for_a_larger_log(facts, rooms, lodging, when)
    yield from _for_the_console_log(facts, rooms, lodging, when)


def _of_databases(rooms: dict[Subject, Room], lodging: Lodging, when: ListingDates) -> Iterator[Fact]:
    """Yield `databases.free_percent`: what is free where databases are stored, if a listing of these days tells it."""
    for room in _rooms_with("databases", rooms, lodging):
        if (percent := _percent(room)) is not None and _is_recent(room, when):
            yield Fact("databases.free_percent", _tenths(percent), made_from=room.facts)
            return


def _for_a_larger_log(facts: Facts, rooms: dict[Subject, Room], lodging: Lodging, when: ListingDates) -> Iterator[Fact]:
    """Yield `transaction_log.free_percent`, and `.room_short`: whether a log of 4096 MB would nearly fill its volume.

    `.room_said`: what is free.
    The log may already take what TRANSLOG_MaxSize allows. A volume that holds the log alone may be as good as full.
    """
    written = values.whole((facts.ask("ini.translog_maxsize").text or "").strip()) or 0
    for volume, room in rooms.items():
        kinds = own_contents(lodging.get(volume, ()))
        if "transaction-log" in kinds and _is_recent(room, when):
            if (percent := _percent(room)) is not None:
                yield Fact("transaction_log.free_percent", _tenths(percent), made_from=room.facts)
                yield Fact("transaction_log.free_gigabytes", _tenths(room.free / _GIGABYTE), made_from=room.facts)
            left = room.free - max(0, _LARGE_LOG - written * 1024**2)
            nearly_full = room.size is not None and 100 * left < _NEARLY_FULL * room.size and left < _ENOUGH
            short = left < _EXTENT or (len(kinds) > 1 and (nearly_full or left < _SCARCE))
            yield Fact("transaction_log.room_short", "yes" if short else "no", made_from=room.facts)
            said = f"{_named(facts, volume)} has {size_in_words(room.free)} free"
            yield Fact("transaction_log.room_said", said, made_from=room.facts)
            return


def _of_attachment_objects(
    facts: Facts, rooms: dict[Subject, Room], lodging: Lodging, when: ListingDates
) -> Iterator[Fact]:
    """Yield `daos.free_percent`: what is free where attachment objects lie, if a listing of these days tells it."""
    path, data = facts.ask("daos.path").text, facts.ask("ini.directory").text
    apart = any("daos" in own_contents(here) for here in lodging.values())
    what = "daos" if apart else "databases" if path and data and holds(data, resolved(data, path)) else ""
    for room in _rooms_with(what, rooms, lodging):
        if (percent := _percent(room)) is not None:
            if _is_recent(room, when):
                yield Fact("daos.free_percent", _tenths(percent), made_from=room.facts)
            return


def _for_the_console_log(
    facts: Facts, rooms: dict[Subject, Room], lodging: Lodging, when: ListingDates
) -> Iterator[Fact]:
    """Yield `console_log.room_short`: whether the volume with the diagnostic files is nearly full."""
    if (facts.ask("ini.console_log_enabled").text or "0").strip() in {"", "0"}:
        return
    what = "dumps" if any("dumps" in own_contents(here) for here in lodging.values()) else "databases"
    for room in _rooms_with(what, rooms, lodging)[:1]:
        if _is_recent(room, when):
            share = room.size is not None and 100 * room.free < _NEARLY_FULL * room.size
            short = (share and room.free < _ENOUGH) or room.free < _SCARCE
            yield Fact("console_log.room_short", "yes" if short else "no", made_from=room.facts)


def _rooms_with(what: str, rooms: dict[Subject, Room], lodging: Lodging) -> list[Room]:
    """Return the free space of the volumes on which the server stores something."""
    return [rooms[volume] for volume, here in lodging.items() if volume in rooms and what in own_contents(here)]


def _is_recent(room: Room, when: ListingDates) -> bool:
    return when.age(when.date_of(room.source))[0] == "recent"


def _percent(room: Room) -> float | None:
    return 100 * room.free / room.size if room.size else room.percent


def _counting(spaces: list[Room], when: ListingDates) -> tuple[Room, str]:
    """Return the room that counts, and a remark on one that contradicts it and is not known to be older."""
    size = next((one.size for one in spaces if one.size), 0)
    whole = [one if one.size or one.free > size else replace(one, size=size) for one in spaces]
    days = [when.date_of(one.source) for one in whole]
    newest = max(filter(None, days), default=None)
    kept = [one for one, day in zip(whole, days, strict=True) if day in (None, newest)]
    least = min(kept, key=_share)
    most = max((one for one in kept if one.source is not least.source), key=_share, default=least)
    differ = most.free - least.free > max(_GIGABYTE, (least.size or 0) // _PART)
    if not differ or not most.source:
        return least, ""
    return least, f"{size_in_words(most.free)} by {most.source.path}, and nothing tells which of them is newer"


def _told_with(lodging: Lodging, spaces: list[list[Subject]]) -> Iterator[tuple[Subject, Subject]]:
    """Yield each volume that shares its space with others, and the one it is reported with: the databases' first."""
    for volumes in spaces:
        first = min(volumes, key=lambda one: _rank(lodging.get(one, ())))
        yield from ((one, first) for one in volumes)


def _rank(here: Iterable[On]) -> int:
    kinds = own_contents(here)
    return 0 if "databases" in kinds else 1 if kinds else 2


def _share(space: Room) -> float:
    if space.size:
        return space.free / space.size
    return space.percent / 100 if space.percent is not None else float(space.free)


def _told(facts: Facts) -> dict[Subject, list[Room]]:
    """Return all measurements of free space, by volume."""
    rooms: dict[Subject, list[Room]] = {}
    volumes = facts.subjects("volume") or []
    mounted, but = MountPoints(volumes), "" if facts.complete("volume.") else "/"
    for volume in volumes:
        sizes, shares = (
            {id(fact.source): fact for fact in reversed(tuple(facts.of(volume, f"volume.{key}")))}
            for key in ("size", "used_percent")
        )
        for free in facts.of(volume, "volume.free"):
            _add(rooms, volume, free, sizes.get(id(free.source)), shares.get(id(free.source)))
    for place in facts.subjects("space") or []:
        volume = _volume(mounted, place.name, but)
        for free in facts.of(place, "space.free"):
            _add(rooms, volume, free)
    for free in facts.each(_STATISTIC):
        name, _, what = free.key.removeprefix(_STATISTIC).rpartition(".")
        if what == "free":
            size = facts.first(f"{_STATISTIC}{name}.size")
            drive = f"{name.upper()}:" if len(name) == 1 and name.isalpha() else name
            _add(rooms, _volume(mounted, drive, but), free, size)
    return rooms


def _add(
    rooms: dict[Subject, list[Room]], volume: Subject, free: Fact, size: Fact | None = None, used: Fact | None = None
) -> None:
    """Take in what is a number. A size of nothing is none; with nothing free it is that of what cannot be read.

    More than the whole is not free.
    """
    count, whole = _bytes(free), _bytes(size) if size else None
    share = values.whole(used.text) if used and not used.doubt and not whole else None
    if count is not None and not (count == 0 == whole) and not (whole and count > whole):
        told_by = tuple(fact for fact in (free, size, used if share is not None else None) if fact)
        percent = None if share is None else 100.0 - min(share, 100)
        rooms.setdefault(volume, []).append(Room(count, whole or None, told_by, percent))


def _bytes(fact: Fact) -> int | None:
    return None if fact.doubt else values.whole(fact.text.partition(".")[0])


def _volume(mounted: MountPoints, place: str, but: str) -> Subject:
    """Return the volume that a place is on.

    Of that name in any case, else the one that is mounted above it, else itself.
    """
    return mounted.named(place) or mounted.above(place, but) or Subject(NOWHERE.kind, place)


def _settled(facts: Facts, volume: Subject, space: Room) -> Iterator[Fact]:
    """Yield the one word on a volume, where several were given or none under the volume's own keys."""
    for key, count in (("volume.free", space.free), ("volume.size", space.size)):
        known = facts.of(volume, key)
        if count is not None and {fact.text for fact in known} != {str(count)}:
            fact = Fact(key, str(count), subject=volume, made_from=space.facts)
            if known:
                facts.settle(fact)
            else:
                yield fact


def _figures(volume: Subject, space: Room, called: str, when: ListingDates, otherwise: str) -> Iterator[Fact]:
    """Yield the free share and gigabytes, rounded down to tenths, whether nothing is free, and all that in words.

    called: what the volume is called. otherwise: what another listing says, and of which machine this one tells.
    """
    day = when.date_of(space.source)
    standing, ago = when.age(day)
    percent = _percent(space)
    full = space.free < _EXTENT and (percent is None or percent < _FULL_PERCENT)
    texts = {"free_gigabytes": _tenths(space.free / _GIGABYTE), "full": "yes" if full else "no", "standing": standing}
    said = f"{size_in_words(space.free)} free"
    if percent is not None:
        texts["free_percent"] = _tenths(percent)
        whole = f" of {size_in_words(space.size)}" if space.size else ""
        said = f"{size_in_words(space.free)}{whole} free ({_tenths(percent)} %)"
    for name, text in texts.items():
        yield Fact(f"volume.{name}", text, subject=volume, made_from=space.facts)
    said = f"{called} had {said} on {day}{ago}" if day else f"{called} has {said}"
    yield Fact("volume.free_said", said, subject=volume, made_from=space.facts, note=otherwise)
    note = "" if percent is not None else _SIZE_UNTOLD
    given = "no" if note else "yes"
    yield Fact("volume.size_given", given, subject=volume, made_from=space.facts, presumed=bool(note), note=note)


def _named(facts: Facts, volume: Subject) -> str:
    if any(fact.text in OF_CONTAINERS for fact in facts.of(volume, "volume.device")):
        return f"The container's own layer ({volume.name})"
    return f"Drive {volume.name}" if len(volume.name) == 2 and volume.name.endswith(":") else volume.name


def _machine_named(facts: Facts, space: Room) -> str:
    """Return the name of the machine in the file as words, or "" if it is the server's name."""
    host = space.facts[0].host
    names = (abbreviated(fact.text).partition("/")[0] for key in _NAMES for fact in facts.of(SERVER, key))
    return (
        f"its file names the machine {printable(host)}" if host and not any(alike(host, one) for one in names) else ""
    )


def _tenths(figure: float) -> str:
    return f"{int(figure * 10) / 10:.1f}"


def size_in_words(count: int) -> str:
    """Return an administrator's figure: 1.2 GB, 300 MB."""
    unit, size = next((pair for pair in _UNITS.items() if count >= pair[1]), ("bytes", 1))
    return f"{count / size:.1f} {unit}".replace(".0 ", " ")

"""Outliers: servers with a setting that differs from nearly all similar servers.

Only settings that determine the behaviour of a server are compared, without those that differ by nature.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.configuration.decisions import Decisions
from advisor.facts import Answer, Fact, Facts, places
from advisor.pack import Catalogue
from advisor.pack.catalogue import Key, Setting
from advisor.report import masking
from advisor.report.accounts import (
    CLUSTER,
    ID,
    NAME,
    RELEASE,
    ROLE,
    HasValue,
    Kind,
    OddServer,
    Outliers,
    OutOfLine,
    Traits,
)
from advisor.report.decisions import accepting
from advisor.report.identity import fingerprint_of
from advisor.report.model import ReportPart
from advisor.servers.model import CLUSTER_NAMED_BY
from advisor.values.printing import spot
from advisor.values.release import AtLeast, parse

NAMED = 20  # servers with a value that are named
_MOST_VALUES = 64  # with more a setting is each server's own matter


class TalliedServer(Struct, frozen=True):
    """A server with its value, and its number in the run."""

    number: int
    server: str
    held: HasValue


class ValueTally:
    """The number of servers with a value, and the first of them."""

    __slots__ = ("count", "first")

    def __init__(self) -> None:
        self.count = 0
        self.first: list[TalliedServer] = []

    def add(self, member: TalliedServer) -> None:
        """Count one more server."""
        self.count += 1
        if len(self.first) < NAMED:
            self.first.append(member)


class AlikeServers:
    """Similar servers. settings: by name, the servers of each value."""

    def __init__(self) -> None:
        self.servers = 0
        self.first: list[tuple[int, str]] = []
        self.whole = ValueTally()
        self.settings: dict[str, dict[values.Value | None, ValueTally]] = {}
        self.absent: dict[str, ValueTally] = {}
        self.own: set[str] = set()

    def add(self, number: int, server: str, whole: bool, held: Iterable[HasValue]) -> None:
        """Count a server. whole: its NOTES.INI is complete, so missing settings are not set."""
        value_by_name = {one.name: one for one in held}
        self.servers += 1
        if len(self.first) < NAMED:
            self.first.append((number, server))
        for name in value_by_name.keys() - self.settings.keys() - self.own:
            self.settings[name], self.absent[name] = {}, ValueTally()
            self.absent[name].count, self.absent[name].first = self.whole.count, list(self.whole.first)
        for name, of_setting in list(self.settings.items()):
            if name not in value_by_name:
                if whole:
                    self.absent[name].add(TalliedServer(number, server, HasValue(name, None)))
            elif (value := value_by_name[name].value) is not None:
                of_setting.setdefault(value, ValueTally()).add(TalliedServer(number, server, value_by_name[name]))
                if len(of_setting) > _MOST_VALUES:
                    self.own.add(name)
                    del self.settings[name], self.absent[name]
        if whole:
            self.whole.add(TalliedServer(number, server, HasValue("", None)))


LEAST = 5  # servers that have the value of the many
SHARE = 0.9  # of a group that has it; of few servers all but one


_OfValues = dict[values.Value | None, list[tuple[Kind, ValueTally]]]


class Counting:
    """Counts the settings of a run's servers, in order."""

    def __init__(self, catalogue: Catalogue, decisions: Decisions) -> None:
        self.catalogue, self.decisions = catalogue, decisions
        self.cells: dict[Kind, AlikeServers] = {}
        self.number, self.partly = 0, 0
        self.by_disks: set[str] = set()
        self.by_memory: set[str] = set()  # of servers whose memory is not known
        self.unknown = AlikeServers()  # servers of which nobody knows what they are

    def add(self, part: ReportPart) -> None:
        """Add the part of a server."""
        traits: Traits | None = part.traits
        if part.server is None:
            return
        self.number += 1
        if traits is None:
            self.unknown.add(self.number, part.server.name, False, ())
            return
        self.partly += not traits.whole
        plain = [one for one in traits.held if not by_memory(one.name)]
        fitted = [one for one in traits.held if by_memory(one.name)]
        self._put(replace(traits.kind, memory=""), part, traits.whole, plain)
        self.by_disks.update(traits.by_disks)
        if traits.kind.memory:
            self._put(traits.kind, part, traits.whole, fitted)
        else:
            self.by_memory.update(one.name for one in fitted)

    def _put(self, kind: Kind, part: ReportPart, whole: bool, held: list[HasValue]) -> None:
        name = part.server.name if part.server else ""
        self.cells.setdefault(kind, AlikeServers()).add(self.number, name, whole, held)

    def outliers(self) -> Outliers:
        """Return the outliers by setting, the closest group first."""
        rows: list[OutOfLine] = []
        reported: set[tuple[str, int]] = set()
        compared: set[Kind] = set()
        for by, family in ((ROLE, False), (CLUSTER, False), (RELEASE, False), (RELEASE, True)):
            for kinds in _groups(self.cells, by, family=family):
                if family and compared.issuperset(kinds):
                    continue  # each of its patch levels has enough servers
                group = _Group(by, kinds, {kind: self.cells[kind] for kind in kinds}, self.catalogue, family=family)
                if group.servers > LEAST:
                    compared |= set(kinds)
                    rows += group.rows(reported, self.decisions)
        rows.sort(key=lambda row: row.setting.lower())
        apart = [self.unknown, *(cell for kind, cell in self.cells.items() if not kind.memory and kind not in compared)]
        alone = sum(cell.servers for cell in apart)
        first = sorted(one for cell in apart for one in cell.first)[:NAMED]
        of_alone = tuple(name for _, name in first)
        few = (cell.settings for kind, cell in self.cells.items() if kind.memory and kind not in compared)
        by_memory = self.by_memory.union(*few)
        return Outliers(
            ID, NAME, self.number - alone, tuple(rows), alone, of_alone, self.partly,
            self._spelt(self.by_disks), self._spelt(by_memory),
        )  # fmt: skip

    def _spelt(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(map(self.catalogue.spelling, names), key=str.lower))


def _groups(kinds: Iterable[Kind], by: str, *, family: bool = False) -> Iterator[list[Kind]]:
    """Yield the kinds of each group: of the same role, and the same cluster or release if known.

    family: of a release only its first two numbers count.
    """

    def common(kind: Kind) -> tuple[str, ...]:
        what = _family(kind.release) if family else kind.role if by == ROLE else getattr(kind, by)
        return (kind.kind, kind.platform, kind.role, kind.memory, what)

    known = [kind for kind in kinds if getattr(kind, by)]
    for _, alike in groupby(sorted(known, key=common), common):
        yield list(alike)


def _family(release: str) -> str:
    """Return `14.5` for `14.5FP3`."""
    found = parse(release)
    return f"{found[0]}.{found[1]}" if found else release


class _Group:
    """Servers of one role, cluster or release."""

    def __init__(
        self, by: str, kinds: list[Kind], cells: dict[Kind, AlikeServers], catalogue: Catalogue, *, family: bool
    ) -> None:
        self.by, self.kinds, self.cells, self.catalogue = by, kinds, cells, catalogue
        self.release = _family(kinds[0].release) if family else kinds[0].release
        self.servers = sum(cell.servers for cell in cells.values())

    def rows(self, reported: set[tuple[str, int]], decisions: Decisions) -> Iterator[OutOfLine]:
        """Yield the outliers of the group. reported: settings and servers that were reported already."""
        names = {name for cell in self.cells.values() for name in cell.settings}
        own = {name for cell in self.cells.values() for name in cell.own}
        for name in sorted(names - own):
            yield from self._row(name, reported, decisions)

    def _row(self, name: str, reported: set[tuple[str, int]], decisions: Decisions) -> Iterator[OutOfLine]:
        of_values, shown = self._of_values(name)
        if not of_values:
            return  # each server sets it, and of none its value is beyond doubt
        agreed = {value: sum(one.count for _, one in tallies) for value, tallies in of_values.items()}
        total = sum(agreed.values())
        usual = max(agreed, key=lambda value: (agreed[value], value is not None))
        alike = agreed[usual]
        if alike < LEAST or alike == total or (alike < SHARE * total and alike < total - 1):
            return
        explained = self._clusters_alike(of_values) if self.by == RELEASE else set()
        others = [
            tally
            for value, tallies in of_values.items()
            if value != usual
            for kind, tally in tallies
            if kind.cluster not in explained
        ]
        members = sorted((member for tally in others for member in tally.first), key=lambda one: one.number)
        odd = [one for one in members if (name, one.number) not in reported][:NAMED]
        reported |= {(name, one.number) for one in odd}
        if odd:
            spelt = self.catalogue.spelling(name)
            more = max(sum(tally.count for tally in others) - len(members), 0)
            yield OutOfLine(
                spelt, self.by, self._words(), total, alike, shown.get(usual, ""), self._default(name),
                tuple(_odd(one, spelt, decisions) for one in odd), more,
            )  # fmt: skip

    def _clusters_alike(self, of_values: _OfValues) -> set[str]:
        """Return the clusters whose members (at least two) all have the same value: there it is intended."""
        having: dict[str, list[tuple[values.Value | None, int]]] = {}
        for value, tallies in of_values.items():
            for kind, tally in tallies:
                having.setdefault(kind.cluster, []).append((value, tally.count))
        return {
            cluster
            for cluster, values_there in having.items()
            if cluster
            and len({value for value, _ in values_there}) == 1
            and sum(count for _, count in values_there) > 1
        }

    def _of_values(self, name: str) -> tuple[_OfValues, dict[values.Value | None, str]]:
        """Return the servers of each value, and its spelling. None: not set. The default counts as not set.

        Only where somebody wrote down the default of his release and others did not are the two one value.
        """
        found: _OfValues = {}
        shown: dict[values.Value | None, str] = {}
        for kind, cell in self.cells.items():
            default = in_force(self.catalogue.settings[name], kind.release)
            built_in = None if default is None else values.parse(self.catalogue.settings[name].type, default)
            for value, tally in cell.settings.get(name, {}).items():
                folded = default is not None and value == built_in
                found.setdefault(None if folded else value, []).append((kind, tally))
                shown.setdefault(
                    None if folded else value, self._default(name) if folded else tally.first[0].held.shown
                )
            absent = cell.absent.get(name, cell.whole)
            if absent.count:
                found.setdefault(None, []).append((kind, absent))
        return found, shown

    def _default(self, name: str) -> str:
        defaults = {in_force(self.catalogue.settings[name], kind.release) for kind in self.kinds}
        return (defaults.pop() or "") if len(defaults) == 1 else ""

    def _words(self) -> str:
        """Return the group in words: `hub servers on linux`, `cluster MailCluster`, `Domino 14.0 on linux`."""
        kind = self.kinds[0]
        beside = f" with {kind.memory} MB of memory" if kind.memory else ""
        role = f"{kind.role} {kind.kind}s" if kind.role else f"{kind.kind}s"
        if self.by == ROLE:
            return f"{role} on {kind.platform}{beside}"
        if self.by == CLUSTER:
            return f"{role} of cluster {kind.cluster}{beside}"
        return f"{role} of Domino {self.release} on {kind.platform}{beside}"


def _odd(one: TalliedServer, setting: str, decisions: Decisions) -> OddServer:
    subject = f"setting {setting}"
    spoken = accepting(decisions, ID, subject, one.server)
    reason = next((waiver.reason for waiver in spoken if waiver not in decisions.expired), "")
    return OddServer(one.server, one.held.shown, one.held.place, fingerprint_of(ID, one.server, subject), reason)


_FIGURES = {"number", "switch", "size"}  # no names, paths, lists, ports or keys
_EACH_ITS_OWN = frozenset(
    {
        "partitionnumber", "setup", "timezone", "dst",  # of the machine and its place
        "daoscatalogstate", "nlcache_version",  # Domino writes them itself
        "log_purge_hour", "mailcompacthour",  # staggered on purpose
        "console_loglevel", "client_clock", "client_clock_server_format",
    }
)  # fmt: skip
_BY_MEMORY = frozenset(
    {
        "constrainedshmsizemb", "group_cache_size", "httpjvmmaxheapsize", "javamaxheapsize", "keepjavaheapinmb",
        "memory_quota", "namelookup_max_mb", "nif_pool_size", "nlcache_size", "nsf_backup_memory_limit",
        "nsf_buffer_pool_size", "nsf_buffer_pool_size_mb", "nsf_dpool_limit_size", "nts_buffer_pool_size_mb",
        "percentavailsysresources",
    }
)  # fmt: skip
_BY_DISKS = frozenset({"translog_maxsize"})


def traits(facts: Facts, catalogue: Catalogue) -> Traits | None:
    """Return the traits of a server as it runs now; None if its kind is unknown."""
    kind, platform = facts.ask("server.kind").text, facts.ask("platform").text
    if kind is None or platform is None:
        return None
    release = facts.ask("release").text or ""
    cluster = next((text for key in CLUSTER_NAMED_BY if (text := facts.ask(key).text)), "")
    role, memory = facts.ask("server.role").text or "", _known_text(facts.ask("machine.memory"))
    like = Kind(
        kind, platform, role, masking.name(catalogue, cluster),
        "" if release.endswith(values.AT_LEAST) else release, memory,
    )  # fmt: skip
    everything = facts.complete("ini.*")
    by_disks = tuple(name for name in sorted(_BY_DISKS) if facts.ask(f"ini.{name}").facts)
    whole = everything is not None and not everything.but
    return Traits(like, whole, tuple(_held(facts, catalogue)), by_disks)


def by_memory(name: str) -> bool:
    """Return whether the value of a setting depends on the machine's memory."""
    return name in _BY_MEMORY


def in_force(entry: Setting | Key, release: str) -> str | None:
    """Return the default in a release, if the catalogue vouches for it."""
    for default in entry.default:
        if not (default.since or default.until):
            return default.value
        runs = values.parse("release", release) if release else None
        if runs is None or isinstance(runs, AtLeast):
            return None
        since = not default.since or values.parse("release", default.since) <= runs
        if since and (not default.until or runs < values.parse("release", default.until)):
            return default.value
    return None


def is_compared(name: str, entry: Setting) -> bool:
    """Return whether similar servers should have the same value of a setting."""
    if entry.type not in _FIGURES or name in _EACH_ITS_OWN or name in _BY_DISKS:
        return False
    return not entry.secret and entry.home != "set-up" and entry.on != "client"


def _held(facts: Facts, catalogue: Catalogue) -> Iterator[HasValue]:
    for key in facts.words.get("ini", ()):
        name = key[4:]
        entry = catalogue.settings.get(name)
        if entry is None or not is_compared(name, entry):
            continue
        answer = facts.ask(key)
        if answer.absent:
            continue
        if text := _known_text(answer):
            value = parsed(entry.type, text)
            yield HasValue(name, value, masking.value(catalogue, key, text), place(answer.facts))
        else:
            yield HasValue(name, None)


def _known_text(answer: Answer) -> str:
    """Return the text of an answer; "" if it is unknown or an assumption."""
    return "" if any(fact.presumed for fact in answer.facts) else answer.text or ""


def parsed(kind: str, text: str) -> values.Value:
    """Return a value of its type for comparison; a value of another type as text."""
    try:
        return values.parse(kind, text)
    except values.NotOfType:
        return text.casefold()


def place(facts: tuple[Fact, ...]) -> str:
    """Return the first location of an answer: `servers/hub17/notes.ini:12`."""
    for fact in facts:
        for origin in places(fact):
            if origin.source and origin.span:
                return spot(origin.source.path, origin.source.position(origin.span[0])[0])
    return ""

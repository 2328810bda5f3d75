"""Peers: what of a server counts for comparing it with others of its like. Imported late: only `--outliers` asks.

Compared are the settings by which a server behaves, and none of those which each server has to have for itself.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.facts import Answer, Fact, places
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.pack.entries import Key, Setting
from advisor.report import masking
from advisor.servers.parsed import CLUSTER_NAMED_BY
from advisor.values.printing import spot
from advisor.values.release import AtLeast

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


class Kind(NamedTuple):
    """What peers have alike. release: "" where no more than a floor is known; memory: in MB, where that counts."""

    kind: str
    platform: str
    role: str
    cluster: str
    release: str
    memory: str = ""


class HasValue(NamedTuple):
    """What a server has in one setting. value: to compare; None where nobody can say what it is."""

    name: str
    value: values.Value | None
    shown: str = ""
    place: str = ""


class Traits(NamedTuple):
    """What of a server counts for its peers. whole: what `held` does not name is not set.

    by_disks: the settings that depend on the disks, if it sets them.
    """

    kind: Kind
    whole: bool
    held: tuple[HasValue, ...]
    by_disks: tuple[str, ...] = ()


def traits(facts: Facts, catalogue: Catalogue) -> Traits | None:
    """A server's, as it runs now; None where it is not known what it is."""
    kind, platform = facts.ask("server.kind").text, facts.ask("platform").text
    if kind is None or platform is None:
        return None
    release = facts.ask("release").text or ""
    cluster = next((text for key in CLUSTER_NAMED_BY if (text := facts.ask(key).text)), "")
    role, memory = facts.ask("server.role").text or "", _told(facts.ask("machine.memory"))
    like = Kind(
        kind, platform, role, masking.name(catalogue, cluster),
        "" if release.endswith(values.AT_LEAST) else release, memory,
    )  # fmt: skip
    everything = facts.complete("ini.*")
    by_disks = tuple(name for name in sorted(_BY_DISKS) if facts.ask(f"ini.{name}").facts)
    whole = everything is not None and not everything.but
    return Traits(like, whole, tuple(_held(facts, catalogue)), by_disks)


def by_memory(name: str) -> bool:
    """Whether a setting's value is fitted to the machine's memory."""
    return name in _BY_MEMORY


def in_force(entry: Setting | Key, release: str) -> str | None:
    """The default in a release, as far as the catalogue vouches for one that is surely in force there."""
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
    """Whether servers of one kind should have a setting alike."""
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
        if text := _told(answer):
            value = parsed(entry.type, text)
            yield HasValue(name, value, masking.value(catalogue, key, text), place(answer.facts))
        else:
            yield HasValue(name, None)


def _told(answer: Answer) -> str:
    """What a file tells; "" where nobody can say, and where something is only presumed."""
    return "" if any(fact.presumed for fact in answer.facts) else answer.text or ""


def parsed(kind: str, text: str) -> values.Value:
    """A value to compare: of its type, or what is none as text."""
    try:
        return values.parse(kind, text)
    except values.NotOfType:
        return text.casefold()


def place(facts: tuple[Fact, ...]) -> str:
    """The first line that tells it: `servers/hub17/notes.ini:12`."""
    for fact in facts:
        for origin in places(fact):
            if origin.source and origin.span:
                return spot(origin.source.path, origin.source.position(origin.span[0])[0])
    return ""

"""The steps that derive values: what each is given, the keys that it derives, and for which input it runs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from advisor.configuration.site import ServerEntry, StatedValue
from advisor.facts import NOW, Answer, Complete, Fact, Facts
from advisor.pack import Catalogue
from advisor.values.release import ReleaseList

SHOWN_BY = {  # settings whose value in force `show server` prints
    "ini.translog_status": "console.transaction_logging",
    "ini.daosenable": "console.daos",
    "ini.faultrecovery": "console.fault_recovery",
}

# Tasks that work through databases and end, by their names without the n of Windows' programs.
END_BY_THEMSELVES = ("updall", "fixup", "compact", "dbmt", "design", "catalog", "statlog", "object", "daosmgr")

_NO_ENTRIES: Mapping[str, ServerEntry] = {}

OF_CONTAINERS = {"overlay", "fuse-overlayfs"}  # the root of a container of Docker or Podman; no machine has it


class Overrides(Struct, frozen=True):
    """The values that the command line and the site's configuration state. They count if no file gives a value."""

    release: str | None = None  # of all servers, as the next two
    platform: str | None = None
    bits: int | None = None
    servers: Mapping[str, ServerEntry] = _NO_ENTRIES  # the site's entries, by server name in lower case
    own: tuple[ServerEntry, ...] = ()  # the entries of the server in question, the nearest first
    releases: ReleaseList | None = None  # the site's list of fix packs in place of domlint's own

    def of(self, *names: str) -> "Overrides":
        """Return the overrides of a server by its names; the first name precedes the others."""
        entries = [self.servers[name] for name in dict.fromkeys(map(str.casefold, names)) if name in self.servers]
        return replace(self, own=tuple(entries)) if entries else self

    def told(self, key: str) -> list[StatedValue]:
        """Return the stated values of a key by precedence: that of the nearest entry, then the option's."""
        stated = [entry.told[key] for entry in self.own if key in entry.told][:1]
        option = {"release": self.release, "platform": self.platform, "bits": self.bits}.get(key)
        if not option:
            return stated
        return [*stated, StatedValue(str(option), f"--{key}", f"--{key}")]


class Upgrade(Struct, frozen=True):
    """The release that a server is checked as, whatever its files say."""

    release: str
    by: str  # the option that states it
    moved: bool  # the server runs another release, or its release is unknown
    bits: Answer  # the word size of the program that runs now


class Context(Struct, frozen=True):
    """What every step is given besides the facts. One context makes one view of a server."""

    catalogue: Catalogue
    overrides: Overrides = Overrides()
    view: str = NOW  # the name of the view
    upgrade: Upgrade | None = None  # in the views of a server as another release, that release


Condition = Callable[[Facts], bool]
Derivation = Callable[[Facts, Context], Iterable[Fact | Complete]]


_KEYS: dict[Derivation, tuple[str, ...]] = {}  # what each function derives; a test compares it with what it yields


def derived(*keys: str) -> Callable[[Derivation], Derivation]:
    """Name the keys that a function derives. A name that ends in a dot or an underscore is the beginning of keys."""

    def name(function: Derivation) -> Derivation:
        _KEYS[function] = keys
        return function

    return name


class Step(Struct, frozen=True):
    """A function that derives values, as `module.function`, and the condition for it to run."""

    name: str
    where: Condition = lambda _: True  # for every server if none is given

    @property
    def function(self) -> Derivation:
        """Return the function, whose module is imported when the step first runs."""
        return _function(self.name)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys that the function derives."""
        return _KEYS[self.function]


@cache
def _function(name: str) -> Derivation:
    module, _, function = name.partition(".")
    derivation: Derivation = getattr(import_module(f"advisor.derive.{module}"), function)
    return derivation


def first_by_precedence(candidates: Iterable[Fact]) -> Iterator[Fact]:
    """Yield the first of the facts that may give a key. Candidates are in the order of precedence.

    If `candidates` is a generator, what follows the first fact is not computed.
    """
    return islice(candidates, 1)

"""The configuration of a site, as its file states it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct


class Waiver(Struct, frozen=True):
    """A finding that the site accepts."""

    rule: str
    reason: str
    server: str = ""  # "" means all
    subject: str = ""  # "" means all
    number: int = 0  # its index in the file
    until: str = ""  # its last day, or ""
    owner: str = ""  # who answers for it
    ticket: str = ""  # where it was agreed on
    place: str = ""  # its line


class StatedValue(Struct, frozen=True):
    """A value that an option or the configuration states about a server."""

    value: str
    by: str  # the option or file
    place: str  # with its line


class ServerEntry(Struct, frozen=True):
    """The values that the configuration states about a server."""

    name: str  # abbreviated
    place: str
    told: Mapping[str, StatedValue]  # values by key, such as `release`


_NONE: Mapping[str, Any] = {}


class ConfigurationError(ValueError):
    """A configuration that cannot be used, with a line for each error.

    words: the names of rules in it, so that errors in them can be reported too.
    """

    def __init__(self, reason: str, words: "Configuration | None" = None) -> None:
        super().__init__(reason)
        self.words = words


class Configuration(Struct, frozen=True):
    """The decisions in a configuration file."""

    path: str | None = None  # as printed
    folder: Path = Path("/")  # of the file
    text: str = ""  # its content
    root: tuple[str | int, ...] = ()  # path of domlint's table in the file
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    severity: Mapping[str, str] = _NONE
    parameters: Mapping[str, dict[str, Any]] = _NONE
    waivers: tuple[Waiver, ...] = ()
    fail_on: str | None = None
    strict: bool | None = None
    min_severity: str | None = None
    profile: str | None = None
    rules: tuple[str, ...] = ()  # paths relative to `folder`
    baseline: str | None = None  # path relative to `folder`
    releases: str | None = None  # the path of the site's list of fix packs, relative to `folder`
    docs_url: str = ""
    servers: Mapping[str, ServerEntry] = _NONE  # by case-folded name

    def at(self, *place: str | int) -> str:
        """Return the location of a field: `domlint.toml:12`."""
        from advisor.values.toml import line_of  # imports tomllib, which a run without configuration does not need

        return f"{self.path}:{line_of(self.text, (*self.root, *place))}"

"""The configuration of a site, as its file states it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Waiver(NamedTuple):
    """A finding that the site accepts. server, subject: "" means all.

    number: its index in the file. until: its last day, or "". place: its line.
    """

    rule: str
    reason: str
    server: str = ""
    subject: str = ""
    number: int = 0
    until: str = ""
    owner: str = ""
    ticket: str = ""
    place: str = ""


class StatedValue(NamedTuple):
    """A value that an option or the configuration states about a server. by: the option or file; place: with line."""

    value: str
    by: str
    place: str


class ServerEntry(NamedTuple):
    """The values that the configuration states about a server.

    name: abbreviated. told: values by key, such as `release`.
    """

    name: str
    place: str
    told: Mapping[str, StatedValue]


_NONE: Mapping[str, Any] = {}


class ConfigurationError(ValueError):
    """A configuration that cannot be used, with a line for each error.

    words: the names of rules in it, so that errors in them can be reported too.
    """

    def __init__(self, reason: str, words: "Configuration | None" = None) -> None:
        super().__init__(reason)
        self.words = words


class Configuration(NamedTuple):
    """The decisions in a configuration file.

    path: as printed, or None. folder: of the file. text: its content. root: path of domlint's table in it. servers: by
    case-folded name. rules, baseline: paths relative to `folder`.
    """

    path: str | None = None
    folder: Path = Path("/")
    text: str = ""
    root: tuple[str | int, ...] = ()
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
    rules: tuple[str, ...] = ()
    baseline: str | None = None
    docs_url: str = ""
    servers: Mapping[str, ServerEntry] = _NONE

    def at(self, *place: str | int) -> str:
        """Return the location of a field: `domlint.toml:12`."""
        from advisor.values.toml import line_of  # imports tomllib, which a run without configuration does not need

        return f"{self.path}:{line_of(self.text, (*self.root, *place))}"

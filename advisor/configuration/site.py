"""The configuration of a site, as its file states it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Waiver(NamedTuple):
    """A finding that is accepted. server and subject "" stand for all.

    number: which of the file's, from 0. until: the last day on which it holds, or "". place: where it stands.
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
    """What somebody says of a server where its files may not. by: the file's name, or the option; place: with line."""

    value: str
    by: str
    place: str


class ServerEntry(NamedTuple):
    """What a site tells of one server. name: abbreviated; place: where it stands; told: by key, such as `release`."""

    name: str
    place: str
    told: Mapping[str, StatedValue]


_NONE: Mapping[str, Any] = {}


class ConfigurationError(ValueError):
    """A configuration that cannot be used; a line for everything that is wrong, with file and line or field.

    words: what of it names rules, so that what is wrong with that can be said too.
    """

    def __init__(self, reason: str, words: "Configuration | None" = None) -> None:
        super().__init__(reason)
        self.words = words


class Configuration(NamedTuple):
    """What a site has decided.

    path: the file it came from, as printed, or None; folder: the one it lies in; text: what stands in it; root: the
    table of it that is domlint's. servers: by name without case. rules, baseline: paths from `folder`.
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
        """The place of a field: `domlint.toml:12`."""
        from advisor.values.toml_lines import line_of  # late: mostly nothing is wrong

        return f"{self.path}:{line_of(self.text, (*self.root, *place))}"

"""Site: what a site has decided, as its configuration file says it."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

_NONE: Mapping[str, Any] = MappingProxyType({})


class ConfigurationError(ValueError):
    """A configuration that cannot be used; a line for everything that is wrong, with file and line or field."""


class Waiver(NamedTuple):
    """A finding that is accepted. server and subject "" stand for all. number: which of the file's, from 0."""

    rule: str
    reason: str
    server: str = ""
    subject: str = ""
    number: int = 0


class Configuration(NamedTuple):
    """What a site has decided.

    path: the file it came from, as printed, or None; folder: the one it lies in; text: what stands in it; root: the
    table of it that is domlint's.
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

    def at(self, *place: str | int) -> str:
        """The place of a field: `domlint.toml:12`."""
        from advisor.values.toml_lines import line_of  # late: mostly nothing is wrong

        return f"{self.path}:{line_of(self.text, (*self.root, *place))}"

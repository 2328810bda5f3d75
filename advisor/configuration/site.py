"""Site: what a site has decided, as its configuration file says it."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

_NONE: Mapping[str, Any] = MappingProxyType({})


class ConfigurationError(ValueError):
    """A configuration that cannot be used; says file, line or field, and what is wrong."""


class Waiver(NamedTuple):
    """A finding that is accepted. server and subject "" stand for all."""

    rule: str
    reason: str
    server: str = ""
    subject: str = ""


class Configuration(NamedTuple):
    """What a site has decided. path: the file it came from, as printed, or None; folder: the one it lies in."""

    path: str | None = None
    folder: Path = Path("/")
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    severity: Mapping[str, str] = _NONE
    parameters: Mapping[str, dict[str, Any]] = _NONE
    waivers: tuple[Waiver, ...] = ()

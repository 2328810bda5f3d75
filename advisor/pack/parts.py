"""Define the parts of a rule that only its page, its compilation and its examples use. Imported late."""

from typing import NamedTuple


class Scope(NamedTuple):
    """The servers to which a rule applies; an empty field does not restrict them."""

    kind: str = "server"
    releases: str = ""
    platforms: tuple[str, ...] = ()
    not_platforms: tuple[str, ...] = ()
    bits: int | None = None
    roles: tuple[str, ...] = ()


class Conditions(NamedTuple):
    """A rule's conditions as its file has them."""

    when: str
    applies: str = ""
    severity_when: dict[str, str] = {}  # noqa: RUF012  never written to


class Leeway(NamedTuple):
    """The limits in which a site may change a figure. means: what it counts.

    of: whose figure it is, `domlint` or a source. why: why a site may change a source's figure.
    """

    least: float
    most: float
    means: str
    of: str
    why: str = ""


class Example(NamedTuple):
    """Files with the expected result of a rule. files: maps a name to a text. name: its name in a register of claims.

    role, workload, criticality: the values of the server in domlint.toml.
    """

    expect: str
    files: dict[str, str]
    severity: str | None = None
    subject: str | None = None
    release: str | None = None
    platform: str | None = None
    bits: int | None = None
    name: str = ""
    role: str | None = None
    workload: str | None = None
    criticality: str | None = None

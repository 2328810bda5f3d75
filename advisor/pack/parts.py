"""Parts: what of a rule only its page, its compilation and its examples show, as types. Imported late."""

from typing import NamedTuple


class Scope(NamedTuple):
    """Of which servers a rule speaks; empty fields leave it open."""

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
    """How far a site may move a figure. means: what it counts.

    of: whose figure it is, `domlint` or a source. why: why a site may have another one though a source gives it.
    """

    least: float
    most: float
    means: str
    of: str
    why: str = ""


class Example(NamedTuple):
    """Files and what a rule says of them. files: name → text. name: by which a register of claims shows it.

    role, workload, criticality: what domlint.toml tells of the server.
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

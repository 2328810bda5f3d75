"""Fixes: how a rule's fault is put right, as types. Imported where a rule fails, is shown or is compiled."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


class Template(NamedTuple):
    """A command with names in braces, and where it is typed; `values.typed` says what is typed there.

    each: a list's key; the command is then typed once for each of its members.
    """

    target: str
    command: str
    each: str = ""


class Fix(NamedTuple):
    """How to put it right; `set` and `remove` name keys of notes.ini. where: what may hold in its stead."""

    safety: str
    summary: str
    restart: str
    rollback: str
    verify: str
    set: dict[str, str] = {}  # noqa: RUF012  never written to
    remove: tuple[str, ...] = ()
    command: tuple[Template, ...] = ()
    where: tuple["Alternative", ...] = ()


class Alternative(NamedTuple):
    """What a fix says where its condition is true; what is None it takes from the fix.

    when: the condition as it was written; tree: as it is judged.
    """

    when: str
    tree: list[Any]
    safety: str | None = None
    summary: str | None = None
    restart: str | None = None
    rollback: str | None = None
    verify: str | None = None
    command: tuple[Template, ...] | None = None

    def of(self, fix: Fix) -> Fix:
        """The whole fix. One that is left to a person edits nothing."""
        said = {name: value for name, value in self._asdict().items() if name in Fix._fields and value is not None}
        whole = fix._replace(**said, where=())
        return whole._replace(set={}, remove=()) if self.safety == "manual" else whole


def fix(row: dict[str, Any]) -> Fix:
    """A fix out of its row of the pack."""
    fields = row | {"remove": tuple(row.get("remove", ())), "command": _templates(row.get("command", ()))}
    return Fix(**fields | {"where": tuple(map(_alternative, row.get("where", ())))})


def _alternative(row: dict[str, Any]) -> Alternative:
    return Alternative(**row | ({"command": _templates(row["command"])} if "command" in row else {}))


def _templates(rows: Iterable[dict[str, str]]) -> tuple[Template, ...]:
    return tuple(Template(**row) for row in rows)


def edits(fix: Fix, spelling: Callable[[str], str]) -> tuple[Template, ...]:
    """The edits of NOTES.INI as they are typed on the console. spelling: of a setting's name in lower case."""
    changes = (fix.set | dict.fromkeys(fix.remove, "")).items()
    return tuple(
        Template("console", f"set config {spelling(key.removeprefix('ini.'))}={value}") for key, value in changes
    )

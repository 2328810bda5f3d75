"""Fixes and disagreements of sources, as types. Imported if a rule fails, is shown or is compiled."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from advisor.pack import message

RESTART_TASK = "restart task "  # how such a console command begins

EDITS: dict[str, Any] = {"set": {}, "remove": (), "rename": {}}  # the fields of a fix that edit NOTES.INI, empty


class Template(NamedTuple):
    """A command with names in braces, and where it is typed; `values.typed` says what is typed there.

    each: a list's key; the command is then typed once for each of its members. back: what takes it back, typed at the
    same place; "" where nothing that can be typed does. looks: it changes nothing.
    """

    target: str
    command: str
    each: str = ""
    back: str | None = None
    looks: bool = False


class FieldChange(NamedTuple):
    """A field of a document, named by its key in the catalogue, and what is to stand in it; "": a person chooses."""

    key: str
    to: str = ""


class Fix(NamedTuple):
    """How to put it right. where: what may hold in its stead.

    `set`, `remove` and `rename` name keys of notes.ini, and `{key}` in them a setting that only the server tells. at:
    where the change belongs. risk: what may go wrong. field: what a person changes in documents. after: the rules whose
    remedies come first, where both are to be done. project: whether it needs a plan of its own, such as an upgrade.
    """

    safety: str
    summary: str
    restart: str
    rollback: str
    verify: str
    at: str = ""
    risk: str = ""
    set: dict[str, str] = {}  # noqa: RUF012  never written to
    remove: tuple[str, ...] = ()
    rename: dict[str, str] = {}  # noqa: RUF012  never written to
    field: tuple[FieldChange, ...] = ()
    command: tuple[Template, ...] = ()
    after: tuple[str, ...] = ()
    where: tuple["Alternative", ...] = ()
    project: bool = False


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
    at: str | None = None
    risk: str | None = None
    set: dict[str, str] | None = None
    remove: tuple[str, ...] | None = None
    rename: dict[str, str] | None = None
    field: tuple[FieldChange, ...] | None = None
    command: tuple[Template, ...] | None = None
    after: tuple[str, ...] | None = None

    def of(self, fix: Fix) -> Fix:
        """The whole fix. Edits of its own stand in the place of all others; one left to a person edits nothing."""
        said = {name: value for name, value in self._asdict().items() if name in Fix._fields and value is not None}
        return fix._replace(**in_its_stead(said, self.safety or fix.safety), where=())


def in_its_stead(said: dict[str, Any], safety: str) -> dict[str, Any]:
    """What an alternative says, with what that takes away of the fix. safety: of the two together."""
    if safety == "manual":
        return said | EDITS
    return EDITS | said if said.keys() & EDITS.keys() else said


class Remedy(NamedTuple):
    """A whole fix, and the condition that it is for; None: for all others. keys: those that its texts name."""

    tree: list[Any] | None
    fix: Fix
    keys: tuple[str, ...]


def remedies(fix: Fix, parameters: Collection[str]) -> tuple[Remedy, ...]:
    """Return the alternatives of a fix as whole fixes, in order, and at last the fix itself."""
    whole: list[tuple[list[Any] | None, Fix]] = [(one.tree, one.of(fix)) for one in fix.where]
    whole.append((None, fix._replace(where=())))
    return tuple([Remedy(tree, one, _keys(one, parameters)) for tree, one in whole])


def _keys(fix: Fix, parameters: Collection[str]) -> tuple[str, ...]:
    """Return the keys that a fix names. The restart of a task also needs the release: its command depends on it."""
    named = message.keys(texts(fix), parameters)
    restarts = any(one.command.startswith(RESTART_TASK) for one in fix.command)
    return (*named, "release") if restarts and "release" not in named else named


def fix(row: dict[str, Any]) -> Fix:
    """A fix out of its row of the pack."""
    return Fix(**_typed(row) | {"where": tuple(Alternative(**_typed(one)) for one in row.get("where", ()))})


_ROWS: dict[str, Callable[..., NamedTuple]] = {"field": FieldChange, "command": Template}


def _typed(row: dict[str, Any]) -> dict[str, Any]:
    """A row with tuples for the lists of JSON; what is judged stays as it is."""
    rows = {name: tuple(kind(**one) for one in row[name]) for name, kind in _ROWS.items() if name in row}
    return row | {name: tuple(row[name]) for name in ("remove", "after") if name in row} | rows


def texts(fix: Fix) -> Iterable[str]:
    """All of a fix's texts that may hold names in braces, the names of settings too."""
    yield from (fix.summary, fix.risk, fix.rollback, fix.verify, *fix.set, *fix.set.values(), *fix.remove)
    yield from (*fix.rename, *fix.rename.values(), *(one.to for one in fix.field))
    for one in fix.command:
        yield from (one.command, one.back or "")


def edits(fix: Fix, spelling: Callable[[str], str]) -> tuple[Template, ...]:
    """The edits of NOTES.INI as they are typed on the console. spelling: of a setting's name in lower case.

    What is renamed is not typed there: with its name the line stays where it is, which only an editor does.
    """
    changes = (fix.set | dict.fromkeys(fix.remove, "")).items()
    return tuple(Template("console", f"set config {_name(key, spelling)}={value}") for key, value in changes)


def _name(key: str, spelling: Callable[[str], str]) -> str:
    name = key.removeprefix("ini.")
    return name if "{" in name else spelling(name)


class Side(NamedTuple):
    """What one source says, in few words, and of which releases: in words, and as a scope has them ("": of all).

    tree: whether a server is of one of those releases, as it is judged; None: of all.
    """

    source: str
    says: str
    of: str
    releases: str = ""
    tree: list[Any] | None = None


class Follow(NamedTuple):
    """Whom a rule follows where its condition is true, and why. tree: the condition as it is judged; None: else."""

    sources: tuple[str, ...]
    because: str
    when: str = ""
    tree: list[Any] | None = None


class Disagreement(NamedTuple):
    """What sources disagree on; the first of `follows` whose condition is true counts, and the last has none."""

    on: str
    sides: tuple[Side, ...]
    follows: tuple[Follow, ...]

    def side(self, source: str) -> Side:
        """What a source says."""
        return next(side for side in self.sides if side.source == source)


def disagreement(row: dict[str, Any]) -> Disagreement:
    """A disagreement out of its row of the pack."""
    follows = tuple(Follow(**one | {"sources": tuple(one["sources"])}) for one in row["follows"])
    return Disagreement(row["on"], tuple(Side(**one) for one in row["sides"]), follows)

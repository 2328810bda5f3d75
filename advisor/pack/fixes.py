"""Fixes and disagreements of sources, as types. Imported if a rule fails, is shown or is compiled."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from advisor.pack import message
from advisor.pack.catalogue import Setting
from advisor.values.release import parse

RESTART_TASK = "restart task "  # how such a console command begins

EDITS: dict[str, Any] = {"set": {}, "remove": (), "rename": {}}  # the fields of a fix that edit NOTES.INI, empty


class Template(Struct, frozen=True):
    """A command with names in braces, and where it is typed; `values.typed` quotes the values.

    each: the key of a list; the command is typed once for each member. back: the command that undoes it at the same
    place, or "". looks: it changes nothing.
    """

    target: str
    command: str
    each: str = ""
    back: str | None = None
    looks: bool = False


class FieldChange(Struct, frozen=True):
    """A document field to change, by its key in the catalogue, and its new value; "" if a person must choose it."""

    key: str
    to: str = ""


class Fix(Struct, frozen=True):
    """A fix of a rule. where: the alternatives that replace it.

    `set`, `remove` and `rename` contain keys of notes.ini; `{key}` in them is a setting known only on the server. at:
    where the change belongs. risk: what may fail. field: the document fields to change. after: the rules whose remedies
    come first. project: whether it needs a plan of its own, such as an upgrade.
    """

    safety: str
    summary: str
    restart: str
    rollback: str
    verify: str
    at: str = ""
    risk: str = ""
    set: dict[str, str] = {}
    remove: tuple[str, ...] = ()
    rename: dict[str, str] = {}
    field: tuple[FieldChange, ...] = ()
    command: tuple[Template, ...] = ()
    after: tuple[str, ...] = ()
    where: tuple["Alternative", ...] = ()
    project: bool = False


class Alternative(Struct, frozen=True):
    """The fix if a condition is true. Fields that are None come from the rule's fix.

    when: the condition as written. tree: as parsed.
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
        """Return the combined fix. Its own edits replace all others; a manual alternative has no edits."""
        own = {name: getattr(self, name) for name in Fix.__struct_fields__ if hasattr(self, name)}
        fields = {name: value for name, value in own.items() if value is not None}
        return replace(fix, **alternative_fields(fields, self.safety or fix.safety), where=())


def alternative_fields(fields: dict[str, Any], safety: str) -> dict[str, Any]:
    """Return an alternative's fields, with the fields of the fix that it removes. safety: of the combined fix."""
    if safety == "manual":
        return fields | EDITS
    return EDITS | fields if fields.keys() & EDITS.keys() else fields


class ConditionalFix(Struct, frozen=True):
    """A complete fix of a rule with its condition; None for all other cases. keys: the keys in its texts."""

    tree: list[Any] | None
    fix: Fix
    keys: tuple[str, ...]


def remedies(fix: Fix, parameters: Collection[str]) -> tuple[ConditionalFix, ...]:
    """Return the alternatives of a fix as complete fixes, in order, and finally the fix itself."""
    whole: list[tuple[list[Any] | None, Fix]] = [(alternative.tree, alternative.of(fix)) for alternative in fix.where]
    whole.append((None, replace(fix, where=())))
    return tuple([ConditionalFix(tree, whole_fix, _keys(whole_fix, parameters)) for tree, whole_fix in whole])


def _keys(fix: Fix, parameters: Collection[str]) -> tuple[str, ...]:
    """Return the keys that a fix names. The restart of a task also needs the release: its command depends on it."""
    keys = message.keys(texts(fix), parameters)
    restarts = any(command.command.startswith(RESTART_TASK) for command in fix.command)
    return (*keys, "release") if restarts and "release" not in keys else keys


def fix(row: dict[str, Any]) -> Fix:
    """Return a fix from its row in the pack."""
    return Fix(
        **_typed(row) | {"where": tuple(Alternative(**_typed(alternative)) for alternative in row.get("where", ()))}
    )


_ROWS: dict[str, Callable[..., FieldChange | Template]] = {"field": FieldChange, "command": Template}


def _typed(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with tuples in place of JSON lists. Parsed conditions stay unchanged."""
    rows = {name: tuple(kind(**item) for item in row[name]) for name, kind in _ROWS.items() if name in row}
    return row | {name: tuple(row[name]) for name in ("remove", "after") if name in row} | rows


def texts(fix: Fix) -> Iterable[str]:
    """Yield all texts of a fix that may contain names in braces, including names of settings."""
    yield from (fix.summary, fix.risk, fix.rollback, fix.verify, *fix.set, *fix.set.values(), *fix.remove)
    yield from (*fix.rename, *fix.rename.values(), *(command.to for command in fix.field))
    for command in fix.command:
        yield from (command.command, command.back or "")


def edits(fix: Fix, spelling: Callable[[str], str]) -> tuple[Template, ...]:
    """Return the edits of NOTES.INI as console commands. spelling: maps a lower-case name to its spelling.

    Renames are not included, because only an editor can rename a line in place.
    """
    changes = (fix.set | dict.fromkeys(fix.remove, "")).items()
    return tuple(Template("console", f"set config {_name(key, spelling)}={value}") for key, value in changes)


def _name(key: str, spelling: Callable[[str], str]) -> str:
    name = key.removeprefix("ini.")
    return name if "{" in name else spelling(name)


class Side(Struct, frozen=True):
    """The statement of one source, and the releases to which it applies ("": all), in words and as a scope.

    tree: the parsed condition for these releases; None for all.
    """

    source: str
    says: str
    of: str
    releases: str = ""
    tree: list[Any] | None = None


class Follow(Struct, frozen=True):
    """The sources that a rule follows if a condition is true, and why. tree: the parsed condition; None: otherwise."""

    sources: tuple[str, ...]
    because: str
    when: str = ""
    tree: list[Any] | None = None


class Disagreement(Struct, frozen=True):
    """A disagreement of sources. The first of `follows` whose condition is true is used; the last has none."""

    on: str
    sides: tuple[Side, ...]
    follows: tuple[Follow, ...]

    def side(self, source: str) -> Side:
        """Return the statement of a source."""
        return next(side for side in self.sides if side.source == source)


def disagreement(row: dict[str, Any]) -> Disagreement:
    """Return a disagreement from its row in the pack."""
    follows = tuple(Follow(**item | {"sources": tuple(item["sources"])}) for item in row["follows"])
    return Disagreement(row["on"], tuple(Side(**item) for item in row["sides"]), follows)


NOTES_INI = "notes.ini"
_FIRST_WITH_RESTART_TASK = [8, 5, 0, 0, 0, 0]  # the oldest help that names the command
_SETS = "set config "


def owners(text: str, entry: Callable[[str], Setting | None]) -> dict[str, str]:
    """Return the owner of each setting: `notes.ini`, a document, or "" if unknown. entry: by lower-case name."""
    return dict(_owner(name, entry(name.lower())) for name in _names(text))


def refused(text: str, entry: Callable[[str], Setting | None]) -> Iterator[str]:
    """Yield why a text must not be printed: Domino would undo its settings, or a setting is unknown."""
    for name, owner in owners(text, entry).items():
        if not owner:
            yield f"{name} is set on the console, and is no setting of the catalogue"
        elif owner != NOTES_INI:
            yield f"{name} is set on the console, and belongs to the {owner}: it is set there"


def is_undone(line: str, entry: Callable[[str], Setting | None]) -> bool:
    """Return whether a command sets a setting that a document owns."""
    return any(owner not in {"", NOTES_INI} for owner in owners(line, entry).values())


def restart(command: str, release: str) -> tuple[str, ...]:
    """Return what restarts a task on a release: `restart task`, or `tell … quit` and `load …` on all releases."""
    task, known = command.removeprefix(RESTART_TASK), parse(release)
    if known and known >= _FIRST_WITH_RESTART_TASK:
        return (command,)
    return (f"tell {task} quit", f"load {task}")


def _owner(name: str, entry: Setting | None) -> tuple[str, str]:
    return (entry.name, entry.home) if entry else (name, "")


def _names(text: str) -> Iterator[str]:
    """Yield the names between `set config` and an equals sign, except names in braces."""
    words = " ".join(text.split())
    lowered, end = words.lower(), 0
    if len(lowered) != len(words):  # a letter whose small form is two
        words = lowered
    while (begin := lowered.find(_SETS, end)) >= 0:
        end = begin + len(_SETS)
        name, equals, _ = words[end:].partition("=")
        name = name.strip(' "`')
        if equals and name and " " not in name and "{" not in name:
            yield name

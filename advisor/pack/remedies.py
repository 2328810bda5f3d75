"""Remedies: the fix of a rule file, as its row of the pack; held to what can be known and typed where it is read."""

import re
from typing import Any

from advisor.pack import console, entries, message
from advisor.pack.language.certain import certain
from advisor.pack.rule_forms import AlternativeForm, FixForm, RuleFile, TemplateForm
from advisor.pack.slips import Place, RuleText

_SENTENCES = ("summary", "rollback", "verify")
_SAID = (*_SENTENCES, "safety", "restart")
_NAME_OF = {"volume": "volume.mount"}  # of every other subject it is `array.name`, `task.name` …
_IN_QUOTES = re.compile(r"""(["'])[^"']*\{[^"']*\1""")


def row(file: RuleFile, trees: list[list[Any]], settings: dict[str, dict[str, Any]], where: RuleText) -> dict[str, Any]:
    """A fix as the pack has it, with the trees of its alternatives' conditions. Raises RulebookError.

    trees: of the rule's own conditions. settings: of the catalogue, by name in lower case.
    """
    fix = file.fix
    _check_edits(fix, settings, where)
    known = {_NAME_OF.get(file.subject, f"{file.subject}.name"), *file.parameters}.union(*map(certain, trees))
    _check_sentences(fix, known, ("fix",), where)
    _check_commands(fix.command, file, settings, ("fix",), where)
    compiled: dict[str, Any] = fix.model_dump(include=set(_SAID)) | fix.model_dump(exclude_defaults=True)
    for number, other in enumerate(fix.where):
        place = ("fix", "where", number)
        tree = where.tree(other.when, file.parameters, (*place, "when"))
        _check_sentences(_whole(other, fix), known | certain(tree), place, where)
        _check_commands(other.command or (), file, settings, place, where)
        compiled["where"][number]["tree"] = tree
    return compiled


def _whole(other: AlternativeForm, fix: FixForm) -> FixForm:
    """What an alternative says, with what it leaves unsaid as the fix has it."""
    return fix.model_copy(update=other.model_dump(include=set(_SENTENCES), exclude_none=True))


def _check_edits(fix: FixForm, settings: dict[str, dict[str, Any]], where: RuleText) -> None:
    """A setting that a document owns is never edited in NOTES.INI: Domino would undo it."""
    for key in (*fix.set, *fix.remove):
        setting = _entry(key.removeprefix("ini."), settings)
        if not key.startswith("ini.") or setting is None:
            raise where.error(("fix", "set"), f'"{key}" is no setting of the catalogue')
        if setting.home != console.NOTES_INI:
            raise where.error(("fix", "set"), f"{setting.name} belongs to the {setting.home}: the fix is manual")


def _check_sentences(fix: FixForm, known: set[str] | frozenset[str], place: Place, where: RuleText) -> None:
    """A sentence with a gap helps nobody, so it names only what is known wherever it is said."""
    for field in _SENTENCES:
        for name in message.names(getattr(fix, field)):
            if name not in known:
                _check_name(name, known, (*place, field), where)
                asked = f"\"{name}\" is not always known here: say it in a [[fix.where]] with when = 'set({name})'"
                raise where.error((*place, field), asked)


def _check_commands(
    commands: tuple[TemplateForm, ...],
    file: RuleFile,
    settings: dict[str, dict[str, Any]],
    place: Place,
    where: RuleText,
) -> None:
    for number, one in enumerate(commands):
        at = (*place, "command", number, "command")
        for name in message.names(one.command):
            _check_name(name, set(file.parameters), at, where)
        if one.each and (where.types.get(one.each) != "list" or one.each not in message.names(one.command)):
            raise where.error((*place, "command", number, "each"), "each names a list that the command names, too")
        if one.target == "console":
            for slip in console.refused(one.command, lambda name: _entry(name, settings)):
                raise where.error(at, slip)
        elif _IN_QUOTES.search(one.command):
            raise where.error(at, "a value is quoted as its place needs it: no quotes around {…}")


def _check_name(name: str, known: set[str] | frozenset[str], place: Place, where: RuleText) -> None:
    if name not in where.types and name not in known:
        raise where.error(place, f'"{name}" is neither a key of the catalogue nor a parameter')


def _entry(name: str, settings: dict[str, dict[str, Any]]) -> entries.Setting | None:
    row = settings.get(name)
    return entries.setting("", row) if row else None

"""Compile the remedy of a rule file, and check its edits, commands and document changes."""

import re
from collections.abc import Iterator, Set
from typing import Any

from advisor import values
from advisor.pack import message
from advisor.pack.catalogue import Key, Setting, fields_of_entry
from advisor.pack.fixes import NOTES_INI, alternative_fields, refused
from advisor.pack.rule_files import Place, RuleText
from advisor.pack.rule_forms import AlternativeForm, FixForm, RuleFile, TemplateForm
from advisor.values.typed import DOCUMENTS

Node = list[Any]


def certain(node: Node, verdict: bool = True) -> frozenset[str]:
    """Return the keys that have a value whenever the condition's verdict is `verdict`."""
    kind = node[0]
    if kind == "not":
        return certain(node[1], not verdict)
    if kind in {"and", "or"}:
        parts = [certain(part, verdict) for part in node[1:]]
        all_hold = (kind == "and") is verdict  # else one of them does, and which is not told
        return frozenset().union(*parts) if all_hold else parts[0].intersection(*parts[1:])
    if kind == "set":
        return frozenset({node[1]} if verdict else ())
    if kind in {"key", "count"}:
        return frozenset({node[1]})
    if kind in {"value", "parameter", "else"}:
        return frozenset()  # what has an `else` may be absent
    return certain(node[1]) | certain(node[2])


_EDITED = ("NOTES.INI", "One-Touch JSON")  # where a fix that edits settings belongs
_IN_QUOTES = re.compile(r"""\"[^"'{]*+\{[^"']*+\"|'[^"'{]*+\{[^"']*+'""")


class FixChanges:
    """The changes of one rule's fixes. catalogue: the pack's."""

    def __init__(self, file: RuleFile, catalogue: dict[str, Any], rule_text: RuleText) -> None:
        self.parameters = set(file.parameters)
        self.catalogue = catalogue
        self.where = rule_text

    def check(self, fix: FixForm, place: Place) -> None:
        """Check a complete fix at a place of the file. Raises RulebookError."""
        self._edits(fix, place)
        self._fields(fix, place)
        for number, command in enumerate(fix.command):
            self._command(command, (*place, "command", number))

    def _edits(self, fix: FixForm, place: Place) -> None:
        """Check that each setting is edited once. Raises RulebookError."""
        edits = [(name, key) for name in ("set", "remove", "rename") for key in getattr(fix, name)]
        for number, (field, key) in enumerate(edits):
            location = (*place, field)
            if key in (other_key for _, other_key in edits[:number]):
                raise self.where.error(location, f"{key} is edited twice")
            self._setting(key.removeprefix("ini.") if key.startswith("ini.") else "", key, location)
        if edits and fix.at and fix.at not in _EDITED:
            raise self.where.error((*place, "at"), f"a setting of NOTES.INI is edited, and not the {fix.at}")
        for key, value in fix.set.items():
            self._value(key, value, (*place, "set"))
        for name in fix.rename.values():
            self._setting(name, name, (*place, "rename"))

    def _setting(self, name: str, written: str, location: Place) -> None:
        """Check that no document owns the setting, because Domino would undo the edit. Raises RulebookError."""
        if "{" in name:
            return self._names(name, location)
        setting = self._entry(name)
        if setting is None:
            raise self.where.error(location, f'"{written}" is no setting of the catalogue')
        if setting.home != NOTES_INI:
            raise self.where.error(location, f"{setting.name} belongs to the {setting.home}: the fix is manual")
        return None

    def _value(self, key: str, value: str, location: Place) -> None:
        setting = self._entry(key.removeprefix("ini."))
        if "{" in value or setting is None:
            return self._names(value, location)
        return self._typed(setting.type, value, location)

    def _fields(self, fix: FixForm, place: Place) -> None:
        """Check that each field is in the catalogue, and in the fix's document if no setting is edited."""
        places: dict[str, str] = {}
        for number, field_change in enumerate(fix.field):
            location = (*place, "field", number, "key")
            entry = (
                self._entry(field_change.key.removeprefix("ini."))
                if field_change.key.startswith("ini.")
                else self._key(field_change.key)
            )
            if entry is None:
                raise self.where.error(location, f'"{field_change.key}" is no key of the catalogue')
            if not entry.field:
                raise self.where.error(location, f"of {field_change.key} the catalogue names no field")
            document = entry.field.partition(",")[0]
            places[DOCUMENTS.get(document, document)] = document
            self._names(field_change.to, (*place, "field", number, "to"))
        if places and fix.at and fix.at not in places and not (fix.set or fix.remove or fix.rename):
            problem = f'fields of the {", ".join(places.values())} are changed, and `at` says "{fix.at}"'
            raise self.where.error((*place, "at"), problem)

    def _command(self, template: TemplateForm, place: Place) -> None:
        names = message.names(template.command)
        if template.each and (self.where.types.get(template.each) != "list" or template.each not in names):
            raise self.where.error((*place, "each"), "each names a list that the command names, too")
        for field, text in (("command", template.command), ("back", template.back or "")):
            self._names(text, (*place, field))
            for slip in self._slips(template.target, text):
                raise self.where.error((*place, field), slip)

    def _slips(self, target: str, text: str) -> Iterator[str]:
        if target == "console":
            yield from refused(text, self._entry)
        elif _IN_QUOTES.search(text):
            yield "a value is quoted as its place needs it: no quotes around {…}"

    def _names(self, text: str, location: Place) -> None:
        for name in message.names(text):
            self.where.check_name(name, self.parameters, location)

    def _typed(self, kind: str, value: str, location: Place) -> None:
        try:
            values.parse(kind, value)
        except values.NotOfType as slip:
            raise self.where.error(location, str(slip)) from None

    def _entry(self, name: str) -> Setting | None:
        row = self.catalogue["settings"].get(name.lower())
        return Setting(**fields_of_entry(row)) if row else None

    def _key(self, name: str) -> Key | None:
        row = self.catalogue["keys"].get(name)
        return Key(name, **fields_of_entry(row)) if row else None


_SENTENCES = ("summary", "risk", "rollback", "verify")
_SAID = ("summary", "rollback", "verify", "safety", "restart")
_NAME_OF = {"volume": "volume.mount"}  # of every other subject it is `array.name`, `task.name` …


def row(file: RuleFile, trees: list[list[Any]], catalogue: dict[str, Any], rule_text: RuleText) -> dict[str, Any]:
    """Return a fix as a row of the pack, with the parsed conditions of its alternatives. Raises RulebookError.

    trees: of the rule's own conditions. catalogue: the pack's.
    """
    fix, changes = file.fix, FixChanges(file, catalogue, rule_text)
    known_names = {_NAME_OF.get(file.subject, f"{file.subject}.name"), *file.parameters}.union(*map(certain, trees))
    _check_sentences(fix, known_names, ("fix",), rule_text)
    changes.check(fix, ("fix",))
    compiled: dict[str, Any] = fix.model_dump(include=set(_SAID)) | fix.model_dump(exclude_defaults=True)
    for number, alternative in enumerate(fix.where):
        location = ("fix", "where", number)
        tree = rule_text.tree(alternative.when, file.parameters, (*location, "when"))
        whole_fix = _whole(alternative, fix, location, rule_text)
        _check_sentences(whole_fix, known_names | certain(tree), location, rule_text)
        changes.check(whole_fix, location)
        compiled["where"][number]["tree"] = tree
    return compiled


def _whole(alternative: AlternativeForm, fix: FixForm, location: Place, rule_text: RuleText) -> FixForm:
    """Return an alternative as a complete fix, with missing fields from the fix."""
    fields = {name: getattr(alternative, name) for name in alternative.model_fields_set if name != "when"}
    whole_fix = fix.model_copy(update=alternative_fields(fields, alternative.safety or fix.safety) | {"where": ()})
    if slip := whole_fix.amiss():
        raise rule_text.error((*location, "safety"), slip)
    return whole_fix


def _check_sentences(fix: FixForm, known_names: Set[str], location: Place, rule_text: RuleText) -> None:
    """Check that each sentence names only values that are always known in its context. Raises RulebookError."""
    for field in _SENTENCES:
        for name in message.names(getattr(fix, field)):
            if name not in known_names:
                rule_text.check_name(name, known_names, (*location, field))
                advice = f"\"{name}\" is not always known here: say it in a [[fix.where]] with when = 'set({name})'"
                raise rule_text.error((*location, field), advice)

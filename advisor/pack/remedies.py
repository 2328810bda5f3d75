"""Remedies: the fix of a rule file, as its row of the pack; held to what can be known and typed where it is read."""

from typing import Any

from advisor.pack import message
from advisor.pack.changes import FixChanges
from advisor.pack.fix_forms import AlternativeForm, FixForm
from advisor.pack.fixes import in_its_stead
from advisor.pack.language.certain import certain
from advisor.pack.rule_forms import RuleFile
from advisor.pack.slips import Place, RuleText

_SENTENCES = ("summary", "risk", "rollback", "verify")
_SAID = ("summary", "rollback", "verify", "safety", "restart")
_NAME_OF = {"volume": "volume.mount"}  # of every other subject it is `array.name`, `task.name` …


def row(file: RuleFile, trees: list[list[Any]], catalogue: dict[str, Any], where: RuleText) -> dict[str, Any]:
    """A fix as the pack has it, with the trees of its alternatives' conditions. Raises RulebookError.

    trees: of the rule's own conditions. catalogue: the pack's.
    """
    fix, changes = file.fix, FixChanges(file, catalogue, where)
    known = {_NAME_OF.get(file.subject, f"{file.subject}.name"), *file.parameters}.union(*map(certain, trees))
    _check_sentences(fix, known, ("fix",), where)
    changes.check(fix, ("fix",))
    compiled: dict[str, Any] = fix.model_dump(include=set(_SAID)) | fix.model_dump(exclude_defaults=True)
    for number, other in enumerate(fix.where):
        place = ("fix", "where", number)
        tree = where.tree(other.when, file.parameters, (*place, "when"))
        whole = _whole(other, fix, place, where)
        _check_sentences(whole, known | certain(tree), place, where)
        changes.check(whole, place)
        compiled["where"][number]["tree"] = tree
    return compiled


def _whole(other: AlternativeForm, fix: FixForm, place: Place, where: RuleText) -> FixForm:
    """What an alternative says, with what it leaves unsaid as the fix has it."""
    said = {name: getattr(other, name) for name in other.model_fields_set if name != "when"}
    whole = fix.model_copy(update=in_its_stead(said, other.safety or fix.safety) | {"where": ()})
    if slip := whole.amiss():
        raise where.error((*place, "safety"), slip)
    return whole


def _check_sentences(fix: FixForm, known: set[str] | frozenset[str], place: Place, where: RuleText) -> None:
    """A sentence with a gap helps nobody, so it names only what is known wherever it is said."""
    for field in _SENTENCES:
        for name in message.names(getattr(fix, field)):
            if name not in known:
                where.check_name(name, known, (*place, field))
                asked = f"\"{name}\" is not always known here: say it in a [[fix.where]] with when = 'set({name})'"
                raise where.error((*place, field), asked)

"""Choose the remedy of a failed result, and whom the rule follows where its sources disagree."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.facts import SERVER
from advisor.pack import Rule, message
from advisor.pack.disagreements import disagreement
from advisor.pack.fixes import Fix, texts
from advisor.pack.language.judge import Look, judge

if TYPE_CHECKING:
    from advisor.facts import Answer
    from advisor.judging.engine import Result
    from advisor.judging.lookup import Lookup


def with_remedy(result: "Result", lookup: "Lookup") -> "Result":
    """A failed result with what is to be done, and what is known of all that message and remedy name."""
    rule, fix = result.rule, chosen(result.rule, lookup.look)
    named = _known(message.names(rule.message), rule, lookup)
    known = _known(names(fix), rule, lookup)
    values = {answer.key: answer.text or "" for answer in known} | {"setting.name": result.subject.name}
    was = tuple(lookup.facts.ask(key, SERVER) for key in edited(fix, values | rule.parameters))
    failed = result._replace(named=named, fix=fix, fix_named=known, fix_was=was)
    if "disagreement" not in rule.row:
        return failed

    return failed._replace(followed=followed(rule, lookup.look))


def chosen(rule: Rule, look: Look) -> Fix:
    """The fix of a rule, or the first of its alternatives whose condition is true; unknown counts as not true."""
    fix = rule.fix
    for other in fix.where:
        if judge(other.tree, look, rule.parameters).verdict:
            return other.of(fix)
    return fix._replace(where=())


def names(fix: Fix) -> tuple[str, ...]:
    """The keys and parameters that a fix's sentences, edits and commands name, each once."""
    return _names(tuple(texts(fix)))


@lru_cache(maxsize=256)  # every finding of a rule asks for those of its fix
def _names(of_fix: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for text in of_fix for name in message.names(text)))


def edited(fix: Fix, values: Mapping[str, object]) -> tuple[str, ...]:
    """The keys of the settings that a fix edits, new names too, as far as it is known which.

    values: by the names in the fix.
    """
    if not (fix.set or fix.remove or fix.rename):
        return ()
    named = (*fix.set, *fix.remove, *fix.rename, *fix.rename.values())
    filled = (message.PLACEHOLDER.sub(lambda match: str(values.get(match[1], "")), key).lower() for key in named)
    names = (name.strip() for key in filled for name in key.removeprefix("ini.").split(","))
    return tuple(dict.fromkeys(f"ini.{name}" for name in names if name))


def _known(named: Iterable[str], rule: Rule, lookup: "Lookup") -> "tuple[Answer, ...]":
    keys = [name for name in dict.fromkeys(named) if name not in rule.parameters and name != "setting.name"]
    return tuple(answer for key in keys for answer in lookup.look(key, lookup.catalogue.entry(key).type).evidence)


class Followed(NamedTuple):
    """Which of a disagreement's `follows` holds, from 0; and the sources that speak of other releases alone."""

    number: int
    elsewhere: tuple[str, ...]


def followed(rule: Rule, look: Look) -> Followed:
    """Whom a rule follows on a subject, by the first condition that is true; the rule's sources disagree."""
    whole = disagreement(rule.row["disagreement"])

    def verdict(tree: list[Any]) -> bool | None:
        return judge(tree, look, rule.parameters).verdict

    number = next(at for at, one in enumerate(whole.follows) if one.tree is None or verdict(one.tree))
    elsewhere = tuple(side.source for side in whole.sides if side.tree and verdict(side.tree) is False)
    return Followed(number, elsewhere)

"""Choose the remedy of a failed result, and the source to follow if sources disagree."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from advisor.facts import SERVER, Answer, Subject
from advisor.judging.lookup import Values
from advisor.pack import Rule, message
from advisor.pack.fixes import Disagreement, Fix, Remedy
from advisor.pack.language.judge import judge


class Followed(NamedTuple):
    """Which of a disagreement's `follows` holds, from 0; and the sources that speak of other releases alone."""

    number: int
    elsewhere: tuple[str, ...]


class Advice(NamedTuple):
    """What the report says of a failed result beside its evidence: the fields of `Result` of these names."""

    named: tuple[Answer, ...]
    fix: Fix
    fix_named: tuple[Answer, ...]
    fix_was: tuple[Answer, ...]
    followed: Followed | None


def advice(rule: Rule, subject: Subject, values: Values) -> Advice:
    """Return the advice for a failed rule, with the values of all keys in its message and remedy."""
    remedy = chosen(rule, values)
    fix, known = remedy.fix, _known(remedy.keys, values)
    was: tuple[Answer, ...] = ()
    if fix.set or fix.remove or fix.rename:
        texts = {answer.key: answer.text or "" for answer in known} | {"setting.name": subject.name}
        was = tuple([values.facts.ask(key, SERVER) for key in edited(fix, texts | rule.parameters)])
    follows = followed(rule.disagreement, rule, values) if rule.disagreement else None
    return Advice(_known(rule.named, values), fix, known, was, follows)


def chosen(rule: Rule, values: Values) -> Remedy:
    """Return the first of a rule's remedies whose condition is true; unknown counts as not true."""
    return next(
        remedy for remedy in rule.remedies if remedy.tree is None or judge(remedy.tree, values, rule.parameters).verdict
    )


def edited(fix: Fix, values: Mapping[str, object]) -> tuple[str, ...]:
    """Return the known keys of the settings that a fix edits, including new names.

    values: by the names in the fix.
    """
    edited_keys = (*fix.set, *fix.remove, *fix.rename, *fix.rename.values())
    filled = [message.PLACEHOLDER.sub(lambda match: str(values.get(match[1], "")), key).lower() for key in edited_keys]
    names = [name.strip() for key in filled for name in key.removeprefix("ini.").split(",")]
    return tuple(dict.fromkeys(f"ini.{name}" for name in names if name))


def _known(keys: tuple[str, ...], values: Values) -> tuple[Answer, ...]:
    """Return the values of some keys."""
    entry = values.catalogue.entry
    return tuple([answer for key in keys for answer in values.known((key, entry(key).type)).evidence])


def followed(whole: Disagreement, rule: Rule, values: Values) -> Followed:
    """Return which source a rule follows on a subject: the first whose condition is true."""

    def verdict(tree: list[Any]) -> bool | None:
        return judge(tree, values, rule.parameters).verdict

    number = next(index for index, follow in enumerate(whole.follows) if follow.tree is None or verdict(follow.tree))
    elsewhere = tuple(side.source for side in whole.sides if side.tree and verdict(side.tree) is False)
    return Followed(number, elsewhere)

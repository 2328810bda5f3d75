"""Remedy: a rule that failed on a subject and what is known there, as the fix to be shown."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from advisor.judging.judge import Look, judge
from advisor.pack import Rule, message
from advisor.pack.fixes import Fix

if TYPE_CHECKING:
    from advisor.facts import Answer
    from advisor.judging.engine import Result
    from advisor.judging.lookup import Lookup


def with_remedy(result: "Result", lookup: "Lookup") -> "Result":
    """A failed result with what is to be done, and what is known of all that message and remedy name."""
    rule, fix = result.rule, chosen(result.rule, lookup.look)
    named = _known(message.names(rule.message), rule, lookup)
    failed = result._replace(named=named, fix=fix, fix_named=_known(names(fix), rule, lookup))
    if "disagreement" not in rule.rows:
        return failed
    from advisor.judging.followed import followed  # late: the sources of most rules agree

    return failed._replace(followed=followed(rule, lookup.look))


def chosen(rule: Rule, look: Look) -> Fix:
    """The fix of a rule, or the first of its alternatives whose condition is true; unknown counts as not true."""
    fix = rule.fix
    for other in fix.where:
        if judge(other.tree, look, rule.parameters).verdict:
            return other.of(fix)
    return fix._replace(where=())


def names(fix: Fix) -> Iterator[str]:
    """The keys and parameters that a fix's sentences and commands name."""
    for text in (fix.summary, fix.rollback, fix.verify, *(one.command for one in fix.command)):
        yield from message.names(text)


def _known(named: Iterable[str], rule: Rule, lookup: "Lookup") -> "tuple[Answer, ...]":
    keys = [name for name in dict.fromkeys(named) if name not in rule.parameters and name != "setting.name"]
    return tuple(answer for key in keys for answer in lookup.look(key, lookup.catalogue.entry(key).type).evidence)

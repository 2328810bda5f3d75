"""Remedy: a rule that failed on a subject and what is known there, as the fix to be shown."""

from collections.abc import Iterator

from advisor.judging.judge import Look, judge
from advisor.pack import Rule, message
from advisor.pack.fixes import Fix


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

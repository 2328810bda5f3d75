"""Alike: subjects of a kind of which the same is known, so that one of them is judged for all."""

from collections.abc import Hashable, Iterable

from advisor.facts import Subject
from advisor.known import Facts


def differing(subjects: list[Subject], keys: Iterable[str], facts: Facts) -> tuple[list[Subject], list[Subject]]:
    """The subjects of which one of the keys is known, and the first of the others: the verdict on those is the same.

    With them come the others. So a rule on misspelt settings costs one judgement and not one for each line of the file.
    """
    holders = {subject for key in keys if key in facts.holders for subject in facts.holders[key]}
    others = [subject for subject in subjects if subject not in holders] if holders else subjects
    if len(others) == len(subjects):
        return subjects[:1], others
    holders.update(others[:1])
    return [subject for subject in subjects if subject in holders], others


def said(subject: Subject, keys: Iterable[str], facts: Facts) -> Hashable:
    """What a verdict hangs on that rests on some keys, but for what is known of the server."""
    known = [facts.known.get((subject, key), ()) for key in keys]
    return tuple([tuple([(fact.text, fact.doubt, fact.presumed) for fact in of_key]) for of_key in known])

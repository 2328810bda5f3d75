"""Wordlint: the texts of a pack in, what in them nobody would say, or leaves to the reader what domlint knows."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.checking.rulelint import remedies
from advisor.pack import Pack, Rule
from advisor.pack.message import PLACEHOLDER
from advisor.report.first import first_sentence

_AMISS = (
    (re.compile(r"\bmaker(?:'?s|s')?\b(?!-)", re.IGNORECASE), "says maker: name HCL or IBM"),
    (re.compile(r"\b[Ll]ook that\b"), 'says "look that": make sure that'),
    (re.compile(r"\bis none that\b"), 'says "is none that"'),
    (re.compile(r"\bas R\d has it\b"), 'says "as R5 has it"'),
)
# What weakens a sentence, with what is to stand in its place. `may` and `usually` are not among them: they tell how
# often something holds, and the others only how sure somebody is of it.
_HEDGES = (
    (r"should (?:probably|perhaps|maybe|possibly|ideally|normally|usually)", "say that it is to be done, or when not"),
    (r"(?:may|might|could) (?:want|like|wish) to", "say what to do"),
    (r"(?:might|could) (?:possibly|well|perhaps|potentially)", "say when it does"),
    (r"perhaps|maybe|probably|possibly|presumably|apparently", "say what is known, or what would tell"),
    (r"it (?:seems|appears)(?: that)?", "say what shows it"),
    (r"hopefully|ideally|obviously|of course|basically|simply|please|feel free", "the sentence does without"),
    (r"it (?:is|was) (?:highly |strongly )?(?:recommended|advised|suggested|advisable|desirable)", "name who says so"),
    (r"it (?:should be|is) (?:noted|worth noting)|(?:please )?note that", "begin with what is to be noted"),
    (r"(?:as|where) appropriate|if (?:necessary|needed)|accordingly|and so (?:on|forth)|etc\.", "say which, or when"),
    (r"(?:try|attempt) to", "say what to do, and what to do if it fails"),
    (r"consider (?!the\b)\w+ing|should be considered|should consider", "say what to do, and where"),
)  # fmt: skip
_WEAK = tuple((re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE), instead) for words, instead in _HEDGES)
_GAPS = (
    (re.compile(r"\b(?:NAME|FIGURE|SETTING|ADDRESS|MOUNT|PATH|VALUE|DISK|SLOT)(?:\b|_)|\b[A-Z]?=N\b|\bslot=N\b|/[cv]N\b"
                r"|\bld N\b|<[a-z][^>]*>|…|\.\.\."), "leaves a gap for the reader to fill"),
)  # fmt: skip
_UNWRITTEN = "Write here"  # how the text of a new rule begins that somebody is to replace
_ENDS = (".", ".)", "?", "}")  # a value that ends a message ends the sentence, too
_TYPED = re.compile(r"\b(?:[Tt]ype [a-z]|then (?:set config|tell|load|restart) )[^.]*$")


_MAX_FIX = 84  # characters of a remedy's first sentence: a report prints it on one line behind "Fix:"
_VALUE = "x" * 10  # stands for a value that a remedy names


class Said(NamedTuple):
    """A text of the pack. field: what it is; instruction: whether somebody is to act on it.

    others: whether it tells what somebody else says, who may have said it weakly.
    """

    field: str
    text: str
    instruction: bool = False
    others: bool = False


def of_rule(rule: Rule) -> Iterator[str]:
    """What is amiss in the texts of a rule, one sentence each."""
    for said in of_one(rule):
        yield from _amiss(said)
    if rule.why.startswith(_UNWRITTEN):
        yield "why is still what `rules new` wrote: say why it matters to you"
    yield from (f"{field} does not end with a full stop" for field, text in _sentences(rule) if not _ended(text))
    for place, whole in remedies(rule):
        length = len(PLACEHOLDER.sub(_VALUE, first_sentence(whole.summary)))
        if length > _MAX_FIX:
            yield f"{place}: the first sentence of summary has {length} characters: {_MAX_FIX} fit behind Fix:"


def _sentences(rule: Rule) -> Iterator[tuple[str, str]]:
    """The texts that are whole sentences, each with what it is."""
    yield from ((said.field, said.text) for said in of_one(rule) if not (said.others or said.field.endswith("command")))
    yield from ((f"the note on {use.id}", use.note) for use in rule.sources)


def _ended(text: str) -> bool:
    """Whether a text ends as a sentence does. A command at its end has no full stop, which would be typed too."""
    plain = text.rstrip()
    return not plain or plain.endswith(_ENDS) or bool(_TYPED.search(plain))


def of_catalogue(pack: Pack) -> Iterator[str]:
    """What is amiss in the texts of the catalogue and of the publications."""
    for said in _of_catalogue(pack):
        yield from _amiss(said)


def _amiss(said: Said) -> Iterator[str]:
    for pattern, what in _AMISS + (_GAPS if said.instruction else ()):
        if found := pattern.search(said.text):
            yield f"{said.field} {what} ({found[0]})"
    text = said.text
    for pattern, instead in () if said.others else _WEAK:
        if found := pattern.search(text):
            yield f'{said.field} says "{found[0]}": {instead}'
            text = pattern.sub("", text)


def of_one(rule: Rule) -> Iterator[Said]:
    """The texts of a rule."""
    yield Said("message", rule.message)
    yield Said("why", rule.why)
    for use in rule.sources:
        yield Said(f"the note on {use.id}", f"{use.note} {use.figure} {use.where}", others=True)
    for place, whole in remedies(rule):
        texts = {"summary": whole.summary, "risk": whole.risk, "rollback": whole.rollback, "verify": whole.verify}
        yield from (Said(f"{place}: {name}", text, name != "risk") for name, text in texts.items())
        typed = (text for one in whole.command for text in (one.command, one.back) if text)
        yield from (Said(f"{place}: command", text, True) for text in typed)


def _of_catalogue(pack: Pack) -> Iterator[Said]:
    catalogue = pack.catalogue
    for entry in catalogue.settings.values():
        told = (entry.meaning, entry.unset, entry.elsewhere, entry.instead, *entry.values.values())
        yield Said(entry.name, " ".join(told))
        yield Said(entry.name, entry.said, others=True)
    for key in catalogue.keys.values():
        yield Said(key.key, f"{key.meaning} {key.collect}")
    yield from (Said(family.like, family.meaning) for family in catalogue.families)
    yield from (Said(folklore.name, folklore.truth) for folklore in catalogue.folklore.values())
    yield from (Said(prefix, f"{kind.collect} {kind.windows}") for prefix, kind in catalogue.evidence.items())
    for name, source in pack.sources.items():
        yield Said(name, f"{source.title} {source.publisher} {source.speaks_of} {source.short}")

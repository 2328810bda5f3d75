"""Texts of the pack: wording, values that a message does not show, addresses, and names of rules and sources."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

from msgspec import Struct

from advisor.checking.rules import remedies
from advisor.pack import Pack, Rule
from advisor.pack.language.judge import COMPARE, Node
from advisor.pack.message import PLACEHOLDER, names
from advisor.report.first_steps import first_sentence
from advisor.values.near import most_slips, near

_POOR_WORDS = (
    (re.compile(r"\bmaker(?:'?s|s')?\b(?!-)", re.IGNORECASE), "says maker: name HCL or IBM"),
    (re.compile(r"\b[Ll]ook that\b"), 'says "look that": make sure that'),
    (re.compile(r"\bis none that\b"), 'says "is none that"'),
    (re.compile(r"\bas R\d has it\b"), 'says "as R5 has it"'),
)
# What weakens a sentence, with what to write instead. `may` and `usually` are not among them: they tell how
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


_MAX_FIX = 84  # characters of a remedy's first sentence: a report prints it on one line after "Fix:"
_VALUE = "x" * 10  # stands for a value that a remedy names


class PackText(Struct, frozen=True):
    """A text of the pack."""

    field: str  # as messages name it
    text: str
    instruction: bool = False  # somebody acts on the text
    others: bool = False  # it quotes somebody else, so that weak words are allowed


def rule_wording(rule: Rule) -> Iterator[str]:
    """Yield what is wrong with the texts of a rule, one sentence each."""
    for text in rule_texts(rule):
        yield from _poor_wording(text)
    if rule.why.startswith(_UNWRITTEN):
        yield "why is still what `rules new` wrote: say why it matters to you"
    yield from (f"{field} does not end with a full stop" for field, text in _sentences(rule) if not _is_ended(text))
    for place, whole in remedies(rule):
        length = len(PLACEHOLDER.sub(_VALUE, first_sentence(whole.summary)))
        if length > _MAX_FIX:
            yield f"{place}: the first sentence of summary has {length} characters: {_MAX_FIX} fit behind Fix:"


def _sentences(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield the texts that must be whole sentences, each with its field."""
    yield from (
        (text.field, text.text) for text in rule_texts(rule) if not (text.others or text.field.endswith("command"))
    )
    yield from ((f"the note on {use.id}", use.note) for use in rule.sources)


def _is_ended(text: str) -> bool:
    """Return whether a text ends like a sentence. A command at the end has no full stop, which would be typed too."""
    plain = text.rstrip()
    return not plain or plain.endswith(_ENDS) or bool(_TYPED.search(plain))


def catalogue_wording(pack: Pack) -> Iterator[str]:
    """Yield what is wrong with the texts of the catalogue and of the publications."""
    for text in _catalogue_texts(pack):
        yield from _poor_wording(text)


def _poor_wording(said: PackText) -> Iterator[str]:
    for pattern, what in _POOR_WORDS + (_GAPS if said.instruction else ()):
        if found := pattern.search(said.text):
            yield f"{said.field} {what} ({found[0]})"
    text = said.text
    for pattern, instead in () if said.others else _WEAK:
        if found := pattern.search(text):
            yield f'{said.field} says "{found[0]}": {instead}'
            text = pattern.sub("", text)


def rule_texts(rule: Rule) -> Iterator[PackText]:
    """Yield the texts of a rule."""
    yield PackText("message", rule.message)
    yield PackText("why", rule.why)
    for use in rule.sources:
        yield PackText(f"the note on {use.id}", f"{use.note} {use.figure} {use.where}", others=True)
    for place, whole in remedies(rule):
        texts = {"summary": whole.summary, "risk": whole.risk, "rollback": whole.rollback, "verify": whole.verify}
        yield from (PackText(f"{place}: {name}", text, name != "risk") for name, text in texts.items())
        typed = (text for one in whole.command for text in (one.command, one.back) if text)
        yield from (PackText(f"{place}: command", text, True) for text in typed)


def _catalogue_texts(pack: Pack) -> Iterator[PackText]:
    catalogue = pack.catalogue
    for entry in catalogue.settings.values():
        sentences = (entry.meaning, entry.unset, entry.elsewhere, entry.instead, *entry.values.values())
        yield PackText(entry.name, " ".join(sentences))
        yield PackText(entry.name, entry.said, others=True)
    for key in catalogue.keys.values():
        yield PackText(key.key, f"{key.meaning} {key.collect}")
    yield from (PackText(family.like, family.meaning) for family in catalogue.families)
    yield from (PackText(folklore.name, folklore.truth) for folklore in catalogue.folklore.values())
    yield from (PackText(prefix, f"{kind.collect} {kind.windows}") for prefix, kind in catalogue.evidence.items())
    for name, source in pack.sources.items():
        yield PackText(name, f"{source.title} {source.publisher} {source.speaks_of} {source.short}")


_IN_REPORT_HEAD = frozenset({"release", "platform", "bits"})  # what a report says of each server
_COMPARISONS = frozenset({*COMPARE, "in", "like"})
_KEY_NAME = re.compile(r"(?<![\w%-])[\w%-]++(?>\.[\w%-]++)++")


def hidden_values(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield a sentence for each compared key that the message does not print, and for needless `unsaid` entries.

    `unsaid` of a rule says why a key is not printed. Keys with a single value at fault, and those in the head of every
    report, need no reason.
    """
    unsaid: dict[str, str] = rule.page_row.get("unsaid", {})
    hidden = dict.fromkeys(_hidden(rule))
    printed = set(names(rule.message))
    for key in hidden:
        if key not in unsaid:
            yield f"message does not print {key}, which `when` compares; unsaid may say why not"
    for key, why in unsaid.items():
        if key not in hidden:
            yield f"unsaid speaks of {key}, which is not hidden: nothing is to be said of it"
        for other in _KEY_NAME.findall(why):
            if other in pack.catalogue.keys and other not in printed:
                yield f"unsaid of {key} names {other}, which the message does not print"


def _hidden(rule: Rule) -> Iterator[str]:
    """Yield the keys that `when` compares and that the message must print, but does not."""
    known = _IN_REPORT_HEAD.union(names(rule.message), _settled_keys(rule.when, True, rule))
    for node in _comparisons(rule.when):
        for key in _compared_keys(node):
            if key not in known:
                yield key


def _comparisons(node: Node) -> Iterator[Node]:
    if node[0] in {"and", "or", "not"}:
        for part in node[1:]:
            yield from _comparisons(part)
    elif node[0] in _COMPARISONS:
        yield node


def _compared_keys(node: Node) -> Iterator[str]:
    """Yield the keys on both sides of a comparison."""
    for side in node[1:3]:
        plain = side[1] if side[0] == "else" else side
        if plain[0] in {"key", "count"}:
            yield plain[1]


def _settled_keys(node: Node, verdict: bool, rule: Rule) -> Iterator[str]:
    """Yield the keys that have a single value whenever a tree has its verdict."""
    if node[0] == "not":
        yield from _settled_keys(node[1], not verdict, rule)
    elif node[0] == ("and" if verdict else "or"):
        for part in node[1:]:
            yield from _settled_keys(part, verdict, rule)
    elif node[0] == "in" and node[2][0] == "key":  # one member of a list, there or not there
        yield node[2][1]
    elif node[0] == ("==" if verdict else "!=") and _is_stated(node[2], rule):
        yield from _compared_keys(node)


def _is_stated(literal: Node, rule: Rule) -> bool:
    """Return whether the message states what a key equals: a word is implied, a figure must be named."""
    value: Any = rule.parameters[literal[1]] if literal[0] == "parameter" else literal[1]
    if literal[0] not in {"value", "parameter"} or isinstance(value, list):
        return False
    if literal[1] in names(rule.message) or isinstance(value, str | bool):
        return True
    return re.search(rf"(?<![\w.]){re.escape(str(value))}(?![\w]|\.\d)", rule.message) is not None


_ADDRESS = re.compile(r"\b(?:[a-z]{3,8}:/{1,3}|www\.)\w[^\s`\"'{}<>]*", re.IGNORECASE)
_LABEL = re.compile(r"(?!-)[a-z0-9-]+(?<!-)", re.IGNORECASE)
_OF_A_VISIT = re.compile(r"(?:j|php|asp)?sess(?:ion)?_?id|s?sid|token|utm_\w+|fbclid|gclid|comment_sort", re.IGNORECASE)
_WITNESS = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_NAME = re.compile(r"(?<![\w./:-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w/=-])")


def rule_links(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield errors in addresses of a rule's texts, and words that resemble a rule's name."""
    names = {one.name for one in pack.rules}
    for text in rule_texts(rule):
        yield from (f"{text.field}: {error}" for error in _text_links(text, pack))
        for word in _NAME.findall(text.text):
            if meant := _similar_name(word, names):
                yield f'{text.field} names "{word}", which is no rule; {meant} is one'


def _text_links(text: PackText, pack: Pack) -> Iterator[str]:
    for address in _ADDRESS.findall(text.text):
        yield from address_errors(address.rstrip(".,;:)"), pack)


def _similar_name(word: str, names: set[str]) -> str | None:
    """Return the rule's name that an unknown word resembles, or None."""
    found = [] if word in names else sorted(near(word, names, most_slips(word)))
    return found[0][1] if found else None


def source_links(pack: Pack) -> Iterator[str]:
    """Yield errors in addresses of publications and catalogue entries, and names of unknown sources."""
    for name, source in pack.sources.items():
        if source.url:
            yield from (f"{name}: url: {error}" for error in address_errors(source.url, pack))
    for name, text in cited_sources(pack):
        if _WITNESS.fullmatch(text) and text not in pack.sources:
            yield f'{name}: no source is called "{text}"'
        yield from (f"{name}: {error}" for error in _text_links(PackText("source", text), pack))


def cited_sources(pack: Pack) -> Iterator[tuple[str, str]]:
    """Yield the sources of catalogue entries, each with the entry's name."""
    catalogue = pack.catalogue
    for key in catalogue.keys.values():
        yield from ((key.key, default.source) for default in key.default)
    for entry in catalogue.settings.values():
        yield from ((entry.name, default.source) for default in entry.default)
        yield entry.name, entry.source
    yield from ((family.like, family.source) for family in catalogue.families)
    yield from ((folklore.name, folklore.source) for folklore in catalogue.folklore.values())


def address_errors(address: str, pack: Pack) -> Iterator[str]:
    """Yield errors in the form of an address."""
    if not (address.isascii() and address.isprintable()) or " " in address:
        yield f"{address} has a blank in it, or a letter that no address has: write it as %20"
        return
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.scheme not in {"http", "https"}:
        yield f"{address} is no address of a page: https:// comes first, and then a host"
        return
    yield from _url_errors(address, parts, host, pack)


def _url_errors(address: str, parts: SplitResult, host: str, pack: Pack) -> Iterator[str]:
    labels = host.split(".")
    if len(labels) < 2 or not all(map(_LABEL.fullmatch, labels)):
        yield f"{address}: no host is called {host}"
    if parts.username is not None:
        yield f"{address} has a user's name in it"
    if parts.scheme == "http" and host not in pack.plain:
        yield f"{address} is not https; where a host has http: alone, [[plain]] in a file of sources/ says why"
    given = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True)]
    for name in given + re.findall(r";(\w+)=", parts.path):
        if _OF_A_VISIT.fullmatch(name):
            yield f"{address} has {name} in it, which is of one visit: leave it out"

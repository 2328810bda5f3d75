"""Links of the pack: addresses, names of sources and names of rules. Nothing is fetched."""

import re
from collections.abc import Iterator
from urllib.parse import SplitResult, parse_qsl, urlsplit

from advisor.checking.words import PackText, rule_texts
from advisor.pack import Pack, Rule
from advisor.values.near import most_slips, near

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

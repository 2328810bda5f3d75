"""Web sites: reads what each asks of its users, and which ports are open; tells which documents ask too little.

An administrator looks at all of them at once, and mostly changes the one port, so they are told together.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.derive.context import Context
from advisor.derive.documents import are_cut
from advisor.derive.sites import SITE_DOCUMENT
from advisor.facts import Answer, Complete, Fact, Facts, Subject
from advisor.values.printing import listed

ANONYMOUS, IN_CLEAR, KEY_RINGS = "web.anonymous_at", "web.login_in_clear_at", "web.key_rings_at"
_CUT = "a file of documents is cut, and what is missing may have told of one more"
_OPEN = "1"
_KEY_RING = ".kyr"


class _Port(NamedTuple):
    """A port of HTTP by the server document. told: whether its status is known; open: whether that is enabled."""

    facts: tuple[Fact, ...]
    told: bool
    open: bool


def derive(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """`web.anonymous_at`, `web.login_in_clear_at`, `web.key_rings_at`: the documents, in words, that say so.

    A port that redirects or is off asks nobody for anything. A port of which nothing is known leaves open whether
    passwords pass it and whether its key is in use; anonymous users are told of all the same.
    """
    sites = [site for site in facts.subjects("site") or () if facts.ask("site.protocol", site).text == "web"]
    if not sites:
        return
    plain, tls = _port(facts, "doc.server.http_normalmode"), _port(facts, "doc.server.http_sslmode")
    anonymous = [("site.tcp_anonymous", plain), ("site.tls_anonymous", tls)]
    keys = [key for key, port in anonymous if port.open or not port.told]
    yield from _told(facts, ANONYMOUS, sites, keys)
    if plain.told:
        yield from _told(facts, IN_CLEAR, sites, ["site.tcp_password"] * plain.open, plain.facts)
    if tls.told:
        yield from _told(facts, KEY_RINGS, sites, ["site.key_file"] * tls.open)


def _port(facts: Facts, key: str) -> _Port:
    answer = facts.ask(key)
    return _Port(answer.facts, answer.text is not None, answer.text == _OPEN)


def _told(
    facts: Facts, key: str, sites: list[Subject], asked: list[str], besides: tuple[Fact, ...] = ()
) -> Iterator[Fact | Complete]:
    """The documents of which one of some keys says so; a word that there is none where that is known."""
    answers = {site: [facts.ask(name, site) for name in asked] for site in sites}
    found = {site: origins for site, those in answers.items() if (origins := _origins(those))}
    if found:
        documents = [facts.ask("site.document", site).text or site.name for site in found]
        yield Fact(key, _named(documents), made_from=(*besides, *(fact for those in found.values() for fact in those)))
    elif doubted := next((answer for those in answers.values() for answer in those if answer.trouble), None):
        yield Fact(key, "", made_from=doubted.facts, doubt=doubted.trouble)
    elif are_cut(facts):
        yield Fact(key, "", doubt=_CUT)
    else:
        yield Complete(key, facts.documents[0].source)


def _named(documents: list[str]) -> str:
    """`Internet Site documents a, b and c`."""
    names = [document.removeprefix(f"{SITE_DOCUMENT} ") for document in documents]
    several = len(names) > 1 and all(map(str.__ne__, names, documents))
    return f"{SITE_DOCUMENT}s {listed(names)}" if several else listed(documents)


def _origins(answers: list[Answer]) -> list[Fact]:
    """The facts of those answers that say yes, or name a key ring."""
    return [fact for answer in answers if _says_so(answer.text or "") for fact in answer.facts]


def _says_so(text: str) -> bool:
    return text == "1" or text.lower().endswith(_KEY_RING)

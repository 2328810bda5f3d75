"""Web sites: reads what each asks of its users, and which ports are open; tells which documents ask too little.

An administrator looks at all of them at once, and mostly changes the one port, so they are told together.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.context import Context
from advisor.derive.documents import are_cut
from advisor.derive.sites import SITE_DOCUMENT
from advisor.facts import Answer, Complete, Fact, Subject
from advisor.known import Facts
from advisor.values.printing import listed

ANONYMOUS, IN_CLEAR, KEY_RINGS = "web.anonymous_at", "web.login_in_clear_at", "web.key_rings_at"
CLEAR_PORT = "web.clear_port"
_CUT = "a file of documents is cut, and what is missing may have told of one more"
_OPEN = "1"
_USUAL_PORT = "80"
_HEADERS = "ini.httpadditionalrespheader"
_HSTS = "strict-transport-security"
_KEY_RING = ".kyr"


class _Port(NamedTuple):
    """A port of HTTP by the server document. told: whether its status is known; open: whether that is enabled."""

    facts: tuple[Fact, ...]
    told: bool
    open: bool


def derive(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """What the ports are, and `web.anonymous_at`, `.login_in_clear_at`, `.key_rings_at`: the documents that say so.

    A port that redirects or is off asks nobody for anything. A port of which nothing is known leaves open whether
    passwords pass it and whether its key is in use; anonymous users are told of all the same.
    """
    plain, tls = _port(facts, "doc.server.http_normalmode"), _port(facts, "doc.server.http_sslmode")
    yield from _of_ports(facts, plain, tls)
    yield from _locked_out(facts)
    sites = [site for site in facts.subjects("site") or () if facts.ask("site.protocol", site).text == "web"]
    if not sites:
        return
    anonymous = [("site.tcp_anonymous", plain), ("site.tls_anonymous", tls)]
    keys = [key for key, port in anonymous if port.open or not port.told]
    yield from _told(facts, ANONYMOUS, sites, keys)
    if plain.told:
        yield from _told(facts, IN_CLEAR, sites, ["site.tcp_password"] * plain.open, plain.facts)
    if tls.told:
        yield from _told(facts, KEY_RINGS, sites, ["site.key_file"] * tls.open)
        yield from _key_files(facts, sites if tls.open else [])


def _of_ports(facts: Facts, plain: _Port, tls: _Port) -> Iterator[Fact | Complete]:
    """Whether one is open, and TLS's; the number of the one without TLS where that is; whether HSTS has a header."""
    if plain.open or tls.open or (plain.told and tls.told):
        yield Fact("web.open", "yes" if plain.open or tls.open else "no", made_from=plain.facts + tls.facts)
    if tls.told:
        yield Fact("web.tls_open", "yes" if tls.open else "no", made_from=tls.facts)
    if plain.open:
        number = facts.ask("doc.server.http_port")
        yield Fact(CLEAR_PORT, number.text or _USUAL_PORT, made_from=number.facts or plain.facts)
    elif plain.told and facts.documents:
        yield Complete(CLEAR_PORT, facts.documents[0].source)
    headers = [fact for fact in facts.each(_HEADERS) if _HSTS in fact.text.lower()]
    yield Fact("web.own_hsts_header", "yes" if headers else "no", made_from=tuple(headers))


def _locked_out(facts: Facts) -> Iterator[Fact]:
    """Whether the server's lists keep anybody out: a name in Not access server, or an Access server without `*`."""
    denied, allowed = facts.ask("doc.server.denyaccess"), facts.ask("doc.server.allowaccess")
    if denied.trouble and values.certain(fact.text for fact in denied.facts):
        yield Fact("web.locked_out", "yes", made_from=denied.facts)  # whoever else is
    if denied.trouble or allowed.trouble or not (denied.facts or allowed.facts):
        return
    names = [{name.strip() for name in (answer.text or "").split(",")} - {""} for answer in (denied, allowed)]
    said = "yes" if names[0] or (names[1] and "*" not in names[1]) else "no"
    yield Fact("web.locked_out", said, made_from=denied.facts + allowed.facts)


def _key_files(facts: Facts, sites: list[Subject]) -> Iterator[Fact]:
    """The names of the key ring files, each once."""
    named = [fact for site in sites for fact in _origins([facts.ask("site.key_file", site)])]
    if named:
        files = dict.fromkeys(fact.text.strip() for fact in named)
        yield Fact("web.key_files", listed(files), made_from=tuple(named))


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

"""Who may do what: access lists, password lockout and web sites."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.derive.context import Context, derived
from advisor.derive.documents import SITE_DOCUMENT, are_cut, own_names
from advisor.facts import SERVER, Answer, Complete, Fact, Facts, Subject
from advisor.pack.catalogue import Key
from advisor.source import Source
from advisor.values.names import abbreviated
from advisor.values.printing import brief, listed

EVERYBODY, NOBODY, NAMED = "everybody", "nobody", "named"
_COUNTRY = re.compile(r"C=.*|[A-Z]{2}", re.IGNORECASE)
_ADMINISTRATORS = {"Administrator", "DBAdmin", "RemoteAdmin", "SysAdmin"}
_WIDE = {EVERYBODY, "organization", "view"}
_WIDEST = (EVERYBODY, "organization", "unit", "view", NAMED)


@derived(
    "access_list.entries", "access_list.field", "access_list.name", "access_list.own_organization",
    "access_list.reach", "access_list.wildcards", "access_list.written", "administrators.reach",
    "administrators.wildcards",
)  # fmt: skip
def derive_access(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `access_list.…` of each list of the server document.

    Its name and field, and how far it reaches if that is known.
    `access_list.written` tells whether the document has the list at all; one from a server has every list, be it empty.

    A list that is empty is passed over where no page says what that means. And `administrators.…` of those of them that
    make administrators, taken together.
    """
    if not any(document.form == "server" for document in facts.documents):
        return
    of_lists: list[Fact] = []
    own = {organization for name in own_names(facts) if (organization := _organization(name))}
    for key in context.catalogue.access_lists:
        answer, entry = facts.ask(key), context.catalogue.keys[key]
        of_lists += (
            _of_none(entry, answer.where) if answer.absent and not answer.facts else _of_list(entry, answer, own)
        )
    yield from of_lists
    yield from _administrators([fact for fact in of_lists if fact.subject.name in _ADMINISTRATORS])


def _administrators(of_lists: list[Fact]) -> Iterator[Fact]:
    """Yield how far the widest list reaches, and the wildcards of all, each with its fields.

    In doubt with one of them.
    """
    of_key: dict[str, list[Fact]] = {name: [] for name in ("reach", "wildcards", "field")}
    for fact in of_lists:
        of_key.get(fact.key.removeprefix("access_list."), []).append(fact)
    reach = [fact for fact in of_key["reach"] if not fact.doubt and fact.text in _WIDEST]
    wide = [fact for fact in reach if fact.text in _WIDE]
    if not wide and any(fact.doubt for fact in of_key["reach"]):
        yield from (replace(fact, key="administrators.reach", subject=SERVER) for fact in of_key["reach"] if fact.doubt)
        return
    lists = {fact.subject for fact in of_lists}
    if not wide and lists != {fact.subject for fact in of_key["reach"]}:  # of a document that is cut, one may be lost
        return
    origins = tuple(wide or of_key["reach"])
    widest = min((fact.text for fact in reach), key=_WIDEST.index, default=NOBODY)
    yield Fact("administrators.reach", widest, made_from=origins)
    fields = {fact.subject: fact.text.rpartition(", ")[2] for fact in of_key["field"]}
    by_entry: dict[str, list[str]] = {}
    for fact in of_key["wildcards"]:
        if fact.subject in {one.subject for one in wide}:
            by_entry.setdefault(fact.text, []).append(fields[fact.subject])
    if by_entry:
        words = listed(
            [f"{brief(entry, is_list=True)} ({', '.join(names)})" for entry, names in by_entry.items()], most=3
        )
        yield Fact("administrators.wildcards", words, made_from=origins)


@lru_cache(maxsize=256)  # a directory's documents that lack a list all lack the same
def _of_none(entry: Key, where: Source | None) -> tuple[Fact, ...]:
    """Return the facts of a list that its document does not have."""
    return tuple(_of_list(entry, Answer(absent=True, where=where)))


def _of_list(entry: Key, answer: Answer, own: Collection[str] = ()) -> Iterator[Fact]:
    """Yield the facts of one list. own: the organization of the server, in lower case, by each of its names."""
    if answer.absent and entry.empty == "unknown":
        return
    subject = Subject("access_list", entry.item)
    note = next((fact.note for fact in answer.facts if fact.presumed), "")

    def told(what: str, text: str) -> Fact:
        return Fact(f"access_list.{what}", text, answer.where, None, subject, answer.facts, bool(note), note)

    yield told("name", entry.item)
    yield told("field", entry.field.partition(", ")[2] or entry.item)
    yield told("written", "yes" if answer.facts else "no")
    if answer.trouble and "*" in (values.certain(fact.text for fact in answer.facts) or ()):
        yield told("reach", EVERYBODY)  # whatever else the list has
        yield told("wildcards", f"*, {values.MORE}")
    elif answer.trouble:
        yield from (
            Fact("access_list.reach", "", subject=subject, made_from=(fact,), doubt=answer.trouble)
            for fact in answer.facts
        )
    elif answer.absent:
        yield told("reach", entry.empty)
        yield told("entries", "0")
    elif answer.text:
        entries = [name.strip() for name in answer.text.split(",") if name.strip()]
        wide = list(dict.fromkeys(abbreviated(name) for name in entries if name.startswith("*")))
        reach = min(map(_reach, entries), key=_WIDEST.index, default=NAMED)
        yield told("reach", reach)
        yield told("entries", str(len(entries)))
        if wide:
            yield told("wildcards", ", ".join(wide))
        if own:
            is_own = any(_organization(name.casefold()) in own for name in wide if _reach(name) == "organization")
            yield told("own_organization", "yes" if is_own else "no")


def _reach(name: str) -> str:
    """Return how far one entry reaches. `*/Acme` and `*/Acme/US` are an organization, `*/West/Acme` is a unit of one.

    Two letters at the end are a country: an organization's name has three or more (HCL, Domino naming requirements).
    """
    if not name.startswith("*"):
        return NAMED
    if name == "*":
        return EVERYBODY
    if not name.startswith("*/"):
        return "view"
    parts = [part.strip() for part in name.split("/")[1:] if part.strip()]
    return "organization" if len(parts) - _has_country(parts) <= 1 else "unit"


def _organization(name: str) -> str:
    """Return organization and country of a hierarchical name, `acme` of mail01/west/acme; "" of a flat name."""
    parts = [part.strip() for part in abbreviated(name).split("/")[1:] if part.strip()]
    return "/".join(parts[-2:] if _has_country(parts) else parts[-1:])


def _has_country(parts: list[str]) -> bool:
    return len(parts) > 1 and bool(_COUNTRY.fullmatch(parts[-1]))


_OFF = "0"
_EMPTY = "the field is empty, and nothing is locked out unless it says so"


@derived("lockout.enforced")
def derive_lockout(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `lockout.enforced`: as the field says; 0 where it is empty, and set to nothing where there is none."""
    answer = facts.ask("doc.config.ilenforce")
    for fact in facts.of(SERVER, "doc.config.ilenforce"):
        note = fact.note if fact.text.strip() else "; ".join(filter(None, (_EMPTY, fact.note)))
        yield replace(fact, key="lockout.enforced", text=fact.text.strip() or _OFF, note=note)
    if answer.absent and not answer.facts:
        yield Fact("lockout.enforced", "", answer.where)


ANONYMOUS, IN_CLEAR, KEY_RINGS = "web.anonymous_at", "web.login_in_clear_at", "web.key_rings_at"
CLEAR_PORT = "web.clear_port"
_FILE_CUT = "a file of documents is cut, and what is missing may have told of one more"
_OPEN = "1"
_USUAL_PORT = "80"
_HEADERS = "ini.httpadditionalrespheader"
_HSTS = "strict-transport-security"
_KEY_RING = ".kyr"


class _Port(Struct, frozen=True):
    """A port of HTTP by the server document. told: whether its status is known; open: whether that is enabled."""

    facts: tuple[Fact, ...]
    told: bool
    open: bool


@derived(
    "web.anonymous_at", "web.clear_port", "web.key_files", "web.key_rings_at", "web.locked_out",
    "web.login_in_clear_at", "web.open", "web.own_hsts_header", "web.tls_open",
)  # fmt: skip
def derive_web_sites(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield what the ports are, and `web.anonymous_at`, `.login_in_clear_at`, `.key_rings_at`.

    The documents that say so.
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
    """Yield whether one is open, and TLS's.

    The number of the one without TLS where that is; whether HSTS has a header.
    """
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
    """Yield whether the server's lists keep anybody out.

    A name in Not access server, or an Access server without `*`.
    """
    denied, allowed = facts.ask("doc.server.denyaccess"), facts.ask("doc.server.allowaccess")
    if denied.trouble and values.certain(fact.text for fact in denied.facts):
        yield Fact("web.locked_out", "yes", made_from=denied.facts)  # whoever else is
    if denied.trouble or allowed.trouble or not (denied.facts or allowed.facts):
        return
    names = [{name.strip() for name in (answer.text or "").split(",")} - {""} for answer in (denied, allowed)]
    said = "yes" if names[0] or (names[1] and "*" not in names[1]) else "no"
    yield Fact("web.locked_out", said, made_from=denied.facts + allowed.facts)


def _key_files(facts: Facts, sites: list[Subject]) -> Iterator[Fact]:
    """Yield the names of the key ring files, each once."""
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
    """Yield the documents of which one of some keys says so; a word that there is none where that is known."""
    answers = {site: [facts.ask(name, site) for name in asked] for site in sites}
    found = {site: origins for site, answers_of_site in answers.items() if (origins := _origins(answers_of_site))}
    if found:
        documents = [facts.ask("site.document", site).text or site.name for site in found]
        yield Fact(
            key,
            _named(documents),
            made_from=(*besides, *(fact for answers_of_site in found.values() for fact in answers_of_site)),
        )
    elif doubted := next(
        (answer for answers_of_site in answers.values() for answer in answers_of_site if answer.trouble), None
    ):
        yield Fact(key, "", made_from=doubted.facts, doubt=doubted.trouble)
    elif are_cut(facts):
        yield Fact(key, "", doubt=_FILE_CUT)
    else:
        yield Complete(key, facts.documents[0].source)


def _named(documents: list[str]) -> str:
    """Return `Internet Site documents a, b and c`."""
    names = [document.removeprefix(f"{SITE_DOCUMENT} ") for document in documents]
    several = len(names) > 1 and all(map(str.__ne__, names, documents))
    return f"{SITE_DOCUMENT}s {listed(names)}" if several else listed(documents)


def _origins(answers: list[Answer]) -> list[Fact]:
    """Return the facts of those answers that say yes, or name a key ring."""
    return [fact for answer in answers if _says_so(answer.text or "") for fact in answer.facts]


def _says_so(text: str) -> bool:
    return text == "1" or text.lower().endswith(_KEY_RING)

"""Sites: tells what each Internet protocol asks of its users: by Internet Site documents, or by the server document.

Which of the two counts the server document's LdISite says. With 1 the Internet Site documents count, and the server
document only tells ports and whether lists of who may use the server are gone by; else its own items count.
"""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.derive.directory import as_subject, of_kind, once
from advisor.facts import Fact, Subject
from advisor.known import Facts

_LOADED = "doc.server.ldisite"
_WEB = {  # what Internet Site documents say instead: items of the server document, and the key that says the same
    "doc.server.http_allowanonymous": "site.tcp_anonymous",
    "doc.server.http_tcpnp": "site.tcp_password",
    "doc.server.http_sslanonymous": "site.tls_anonymous",
    "doc.server.http_sslbearertoken": "site.bearer_token",
    "doc.server.http_enablesessionauth": "site.sessions",
    "doc.server.http_sslkeyfile": "site.key_file",
    "doc.server.sslcipherlist": "site.ciphers",
}
SILENT = {*_WEB, "doc.server.http_sslcert", "doc.server.http_homeurl", "doc.server.http_databasebrowsing"}
_OWN = "server document"
SITE_DOCUMENT = "Internet Site document"


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`site.…` of each Internet Site document, or of the server document's own HTTP."""
    loaded = facts.ask(_LOADED)
    if loaded.text == "1":
        taken: dict[str, int] = {}
        for given in of_kind(facts, "site", context.catalogue):
            named = given.text("site.name") or given.text("site.hosts") or "without a name"
            subject = Subject("site", once(f"{given.text('site.protocol')} {named}".strip(), taken))
            yield from as_subject(given, subject)
            at = given.items.get("site.name", given.place())
            yield Fact("site.document", f"{SITE_DOCUMENT} {named}", subject=subject, made_from=(at,))
    elif loaded.text == "0" or loaded.absent:
        yield from _of_server_document(facts, Subject("site", f"web of the {_OWN}"))


def _of_server_document(facts: Facts, subject: Subject) -> Iterator[Fact]:
    told = {key: facts.ask(item) for item, key in _WEB.items()}
    origins = next((answer.facts for answer in told.values() if answer.facts), ())
    if not origins:
        return
    yield Fact("site.protocol", "web", subject=subject, made_from=origins)
    yield Fact("site.document", _OWN, subject=subject, made_from=origins)
    for key, answer in told.items():
        if answer.facts:
            yield Fact(key, answer.text or "", subject=subject, made_from=answer.facts, doubt=answer.trouble)

"""Define the supported forms of the Domino Directory, their items, and the servers that a document names.

Other databases have forms with the same names, so a document must have the items of the Directory's form.
"""

from collections.abc import Mapping
from functools import cache

from advisor.pack import Catalogue

SITES = {"website": "web", "directorysite": "ldap", "imapsite": "imap", "pop3site": "pop3", "smtpinboundsite": "smtp"}
_KINDS = {
    "server": "server",
    "serverconfig": "config",
    "program": "program",
    "local": "connection",  # the form of a connection over the network
    "connection": "connection",
    "domain": "global_domain",
    "keyfile": "certstore",  # TLS credentials, in certstore.nsf
    **dict.fromkeys(SITES, "site"),
}
OF_DIRECTORY = {"server", "config"}  # kinds whose keys begin with `doc.`
_MUST_BE: dict[str, dict[str, tuple[str, ...]]] = {
    "program": {"type": ("", "program")},
    "connection": {"type": ("connection",)},
    "global_domain": {"domaintype": ("globaldomain",)},
}
_MUST_HAVE = {"program": "program", "connection": "source"}
NAMING = {"form", "type", "servername", "useasdefault", "source", "wshostingsrvrs", "domaintype", "program"}
ALL = "*"


def kind_of(form: str) -> str:
    """Return the kind of document that a form makes, by its name in lower case; "" for one that is not read."""
    return _KINDS.get(form, "")


@cache
def items(catalogue: Catalogue, kind: str) -> Mapping[str, str]:
    """Return the items of a kind of document that the catalogue knows, in lower case, and the key of each."""
    if kind in OF_DIRECTORY:
        prefix = f"doc.{kind}."
        return {key.removeprefix(prefix): key for key in catalogue.keys if key.startswith(prefix)}
    of_kind = (key for key in catalogue.keys if key.startswith(f"{kind}."))
    return {catalogue.keys[key].item.lower(): key for key in of_kind if catalogue.keys[key].item}


def key_of(catalogue: Catalogue, kind: str, item: str) -> str | None:
    """Return the key of an item by its name in lower case. Every item of a server or configuration document has one."""
    return f"doc.{kind}.{item}" if kind in OF_DIRECTORY else items(catalogue, kind).get(item)


def is_one(kind: str, texts: Mapping[str, str]) -> bool:
    """Return whether a document has the required items of its kind. texts: its items by lower-case name."""
    if _MUST_HAVE.get(kind, "form") not in {*texts, "form"}:
        return False
    return all(texts.get(item, "").lower() in allowed for item, allowed in _MUST_BE.get(kind, {}).items())


def named(kind: str, texts: Mapping[str, str]) -> str:
    """Return the server names in a document, separated by commas; `*` for all servers, "" if unknown.

    In a site document without the item, the item has its default, which is all servers.
    """
    if kind == "config" and texts.get("useasdefault") == "1":
        return ALL
    if kind in OF_DIRECTORY:
        return texts.get("servername", "")
    if kind == "site":
        return texts.get("wshostingsrvrs", ALL)
    return ALL if kind == "global_domain" else texts.get("source", "")

"""Read DXL, XML exports of a Domino database: the documents of a Domino Directory about servers.

Server documents have the form Server, configuration documents the form ServerConfig; `_directory_forms` lists the other
forms. The reader skips documents of Domino Backup's database (known by its template or by two items), replication and
save conflicts, and other forms. The configuration collector puts the server's name and the time into the file's name:
serverdoc_sales_2009_08_02@16_05_20.dxl.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial

from advisor import limits
from advisor.facts import Diagnostic, Document, Fact
from advisor.pack import Catalogue
from advisor.readers.domino import _directory_forms
from advisor.readers.domino._dxl_documents import DxlDocument, documents
from advisor.readers.interface import Reader
from advisor.source import Source, Stream
from advisor.values.names import collected as collected_as

_ROOT = re.compile(rb"<(?!\?|!)(?>\w++:)?+(?P<name>\w++)(?P<attributes>[^<]{0,4000}+)")
_BEFORE = ((b"<!--", b"-->"), (b"<?", b"?>"))  # comments and instructions, which may hold other elements
_NAMESPACE = re.compile(rb"\sxmlns(?::\w+)?\s*=\s*[\"']http://www\.lotus\.com/dxl[\"']")
_ITEM = re.compile(rb"<item\s")
_MUST_NAME = {"server", "config", "program", "connection", "site"}
_DIVIDE = "what follows was not read: export the servers into several files, and give their folder"
TOO_MANY = f"it holds more than {limits.MAX_DOCUMENTS:,} documents that tell of servers; {_DIVIDE}"
_TOO_MANY_SERVERS = (
    f"more than {limits.MAX_SMALL_SERVER_DOCUMENTS:,} server documents of less than 1 KB each; {_DIVIDE}"
)
_TOO_MANY_SHARED = (
    f"the server documents times the documents for several servers exceed {limits.MAX_SHARED_DOCUMENTS:,}; {_DIVIDE}"
)
_ITEMS_OF_BACKUP = {"backupdbcommand_type", "excludeddatabases"}
_OF_A_CONFLICT = {"$conflict", "$ref"}  # such a copy is a response to the document that counts
_IDENTIFYING_ITEMS = _directory_forms.NAMING | _ITEMS_OF_BACKUP | _OF_A_CONFLICT  # they identify a document
_CONFLICT = "this copy of a document is a replication or save conflict, which Domino does not go by; it was passed over"
_SAVED = re.compile(r"(\d{8})T?(\d{6})(?:, ?\d{1,3})?(?:Z|(?P<sign>[+-])(?P<hours>\d\d)(?P<minutes>\d\d)?)?", re.ASCII)
_TEMPLATE_OF_BACKUP = "stddominobackup"


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """Return whether a file is XML whose first element has DXL's namespace, or is a document of a form with items."""
    text = Source.of("", head).data.lstrip()
    if not text.startswith(b"<"):
        return False
    root = _root(text)
    if not root:
        return False
    return bool(_NAMESPACE.search(root["attributes"]) or (root["name"] == b"document" and _ITEM.search(text)))


def _root(text: bytes) -> re.Match[bytes] | None:
    """Return the first element after all comments and instructions, or None if one of these does not end."""
    offset = text.find(b"<")
    while offset >= 0:
        if root := _ROOT.match(text, offset):
            return root
        for begin, end in _BEFORE:
            if text.startswith(begin, offset) and (offset := text.find(end, offset + len(begin))) < 0:
                return None
        offset = text.find(b"<", offset + 1)
    return None


def read(source: Source, catalogue: Catalogue) -> Iterator[Document | Diagnostic]:
    """Yield the documents about servers, each with the items that domlint knows."""
    stream = source if isinstance(source, Stream) else Stream(source.path, lambda: iter([source.data]))
    number = servers = shared = 0
    for exported in documents(stream, partial(_wanted, catalogue)):
        if isinstance(exported, Diagnostic):
            yield exported
        elif _is_conflict(exported):
            yield Diagnostic(exported.span[0], _CONFLICT, problem=False)
        elif document := _document(stream, exported, catalogue):
            number += 1
            if number > limits.MAX_DOCUMENTS:
                yield Diagnostic(exported.span[0], TOO_MANY, left=True)
                return
            if document.form == "server":
                servers += 1
            elif _is_for_several(document):
                shared += 1
            if servers > max(limits.MAX_SMALL_SERVER_DOCUMENTS, exported.end // 1024):
                yield Diagnostic(exported.span[0], _TOO_MANY_SERVERS, left=True)
                return
            if shared > limits.MAX_DOCUMENTS_FOR_SEVERAL or servers * shared > max(
                limits.MAX_SHARED_DOCUMENTS, exported.end // 10
            ):
                yield Diagnostic(exported.span[0], _TOO_MANY_SHARED, left=True)
                return
            yield document
            for item in exported.items:
                if item.left:
                    yield Diagnostic(item.span[0], f"the item {item.name} is in doubt: {item.doubt}", left=True)


def _is_for_several(document: Document) -> bool:
    """Return whether a document is for all servers, for a group, or names several servers."""
    return "," in document.server or "*" in document.server or "/" not in document.server


def _wanted(catalogue: Catalogue, form: str, item: str) -> bool:
    kind = _directory_forms.kind_of(form)
    if not kind or not item:
        return bool(kind)
    return item in _IDENTIFYING_ITEMS or item in _directory_forms.items(catalogue, kind)


def _document(stream: Stream, exported: DxlDocument, catalogue: Catalogue) -> Document | None:
    kind = _directory_forms.kind_of(exported.form)
    texts = {item.name: ", ".join(item.values) for item in exported.items}
    if kind in {"server", "config"}:
        texts = {item.name: item.values[0] for item in exported.items if item.values}
    if not _directory_forms.is_one(kind, texts) or _is_of_backup(exported):
        return None
    collected = collected_as(stream.path)
    server = _directory_forms.named(kind, texts) or (
        collected["server"] if collected and kind in {"server", "config"} else ""
    )
    if not server and kind in _MUST_NAME:
        return None
    facts = tuple(_facts(stream, exported, kind, catalogue))
    saved = _time(re.sub(r"\D", "", collected["date"] + collected["time"])) if collected else _time(exported.modified)
    return Document(kind, server, facts, exported.closed, saved, stream, exported.span, unid=exported.unid)


def _facts(stream: Stream, exported: DxlDocument, kind: str, catalogue: Catalogue) -> Iterator[Fact]:
    """Yield a fact for each known item, and a fact for the form."""
    if protocol := _directory_forms.SITES.get(exported.form):
        yield Fact("site.protocol", protocol, stream, exported.span)
    keys = _directory_forms.items(catalogue, kind)
    for item in exported.items:
        if item.name in keys:
            yield Fact(keys[item.name], ", ".join(item.values), stream, item.span, doubt=item.doubt)


def _is_of_backup(exported: DxlDocument) -> bool:
    template = exported.database.get("fromtemplate", "").lower()
    return template == _TEMPLATE_OF_BACKUP or any(item.name in _ITEMS_OF_BACKUP for item in exported.items)


def _is_conflict(exported: DxlDocument) -> bool:
    return not _is_of_backup(exported) and any(item.name in _OF_A_CONFLICT for item in exported.items)


def _time(text: str) -> str:
    """Return `20220226T194647,58+01` as 2022-02-26T18:46:47 in UTC, a time without zone unchanged, or ""."""
    match = _SAVED.fullmatch(text.strip())
    if not match:
        return ""
    ahead = timedelta(hours=int(match["hours"] or 0), minutes=int(match["minutes"] or 0))
    try:
        saved = datetime.strptime(match[1] + match[2], "%Y%m%d%H%M%S")
        return (saved + ahead if match["sign"] == "-" else saved - ahead).isoformat()
    except (ValueError, OverflowError):
        return ""


READER = Reader(
    __name__,
    "dxl",
    recognises,
    read,
    signs=(b"<",),
    needs_whole_head=True,
    reports_cut=True,
    must_be_whole=True,
    is_stream=True,
)

"""Reads the databases of a One-Touch file into the documents of its names.nsf that tell of servers."""

import re
from collections.abc import Iterator

from advisor.facts import Document, Fact
from advisor.pack import Catalogue
from advisor.readers.domino import _directory_forms
from advisor.readers.domino._one_touch import doubt
from advisor.readers.json_tree import Branch, Entry, JsonValue, Scalar, is_object
from advisor.source import Source, Span
from advisor.values import secrets
from advisor.values.names import abbreviated

_DATABASES = re.compile(r"(?:.*[/\\])?(?:names|certstore)\.nsf", re.IGNORECASE)
_OF_DIRECTORY = {"server", "config"}  # kinds of which every item is told
_EQUALS = r"""(?<![\w$])%s\s*=\s*(?:\{([^{}]*)\}|"([^"]*)"|(@UserName)\b)"""
_ASKED = {name: re.compile(_EQUALS % name, re.IGNORECASE) for name in ("Form", "Type", "ServerName")}


def documents(root: Branch, source: Source, own_name: str, catalogue: Catalogue) -> Iterator[Document]:
    """Each document that tells of servers. own_name: of the server that is set up, or nothing."""
    for node in _of_directory(root, "database", "filename"):
        items = [Entry(name, at, value) for fields in node.all("fields") for name, at, value in _fields(fields)]
        yield from _document(node, items, [], source, own_name, catalogue)
    for configuration in _branches(root.all("appconfiguration")):
        for node in _of_directory(configuration, "databases", "filepath"):
            items = [entry for listed in _branches(node.all("items")) for entry in listed.entries]
            yield from _document(node, items, node.all("finddocument"), source, own_name, catalogue)


def _of_directory(above: Branch, databases: str, path: str) -> Iterator[Branch]:
    for listed in _branches(above.all(databases)):
        for database in _branches(listed.values):
            if any(_DATABASES.fullmatch(text) for text in _texts(database.all(path))):
                for in_database in _branches(database.all("documents")):
                    yield from _branches(in_database.values)


def _document(
    node: Branch, items: list[Entry], sought: list[JsonValue], source: Source, own_name: str, catalogue: Catalogue
) -> Iterator[Document]:
    """A document that is sought or made; of the container's form the type stands beside its fields."""
    forms = [text for name in ("form", "type") for text in _texts_of(name, sought, items) + _texts(node.all(name))]
    form = forms[0].lower() if forms else ""
    kind = _directory_forms.kind_of(form)
    if not kind:
        return
    if kind in _OF_DIRECTORY:
        server = _server(kind, sought, items, own_name)
    else:
        texts = {item.name.strip().lower(): ", ".join(_texts([_bare(item.value)])) for item in items}
        server = _directory_forms.named(kind, texts)
        if not _directory_forms.is_one(kind, texts) or _is_another(server, own_name):
            return
    facts = tuple(_facts(form, items, source, catalogue))
    begin = node.edges[0]
    yield Document(kind, "" if doubt(server) else server, facts, False, "", source, (begin, begin + 1))


def _server(kind: str, sought: list[JsonValue], items: list[Entry], own_name: str) -> str:
    """Whom a server or configuration document names."""
    if kind == "config" and "1" in _texts_of("useasdefault", [], items):
        return _directory_forms.ALL
    server = next(iter(_texts_of("servername", sought, items)), "@username")
    if server.lower() == "@username":
        return own_name if kind == "server" else ""
    return server


def _is_another(named: str, own_name: str) -> bool:
    """Whether a document names other servers than the one that is set up."""
    names = [abbreviated(name).strip().casefold() for name in named.split(",")]
    plain = own_name and not doubt(named) and all("/" in name and "*" not in name for name in names)
    return bool(plain) and abbreviated(own_name).casefold() not in names


def _texts_of(name: str, sought: list[JsonValue], items: list[Entry]) -> list[str]:
    """What an item has to be for a document to be found, or is made to be."""
    texts: list[str] = []
    for value in sought:
        if isinstance(value, Branch):
            texts += _texts(value.all(name))
        elif value.text:
            spelt = {"servername": "ServerName"}.get(name, name.title())
            texts += [next(filter(None, match.groups()), "") for match in _ASKED[spelt].finditer(value.text)]
    return texts + _texts([item.value for item in items if item.name.strip().lower() == name])


def _facts(form: str, items: list[Entry], source: Source, catalogue: Catalogue) -> Iterator[Fact]:
    kind = _directory_forms.kind_of(form)
    keys = {} if kind in _OF_DIRECTORY else _directory_forms.items(catalogue, kind)
    protocol = _directory_forms.SITES.get(form)
    if protocol and items:
        yield Fact("site.protocol", protocol, source, items[0].at)
    for item in items:
        name = item.name.strip().lower()
        key = f"doc.{kind}.{name}" if kind in _OF_DIRECTORY else keys.get(name)
        value = _bare(item.value)
        texts = _texts([value], hidden=True)
        if name and key and (texts or isinstance(value, Branch)):
            text = ", ".join(texts)
            yield Fact(key, text, source, value.span, doubt=doubt(text))


def _bare(value: JsonValue) -> JsonValue:
    """`{"type": "datetime", "value": …}` is its value."""
    if is_object(value):
        return next(iter(value.all("value")), Scalar(None, value.span))
    return value


def _fields(fields: JsonValue) -> Iterator[tuple[str, Span, JsonValue]]:
    """The container's form: name, value and whether the value is added to the one before."""
    gathered: dict[str, Branch] = {}
    for field in _branches(fields.values if isinstance(fields, Branch) else []):
        name, value = next(iter(_texts(field.all("name"))), ""), next(iter(field.all("value")), None)
        if value is None:
            continue
        if "true" in _texts(field.all("append")) and name in gathered:
            gathered[name].entries.append(Entry("", field.span, value))
            continue
        gathered[name] = Branch([Entry("", field.span, value)], list(value.span), True)
        yield name, field.span, gathered[name]


def _branches(values: list[JsonValue]) -> list[Branch]:
    return [value for value in values if isinstance(value, Branch)]


def _texts(values: list[JsonValue], hidden: bool = False) -> list[str]:
    """The texts of values and of lists of values; null is none. hidden: without those beside a secret's name."""
    texts: list[str] = []
    for value in values:
        if isinstance(value, Branch):
            inner = _texts(value.values, hidden)
            tells = hidden and is_object(value) and any(map(secrets.names_a_secret, inner))
            texts += [text if secrets.names_a_secret(text) else secrets.MASK for text in inner] if tells else inner
        elif value.text is not None:
            texts.append(value.text)
    return texts

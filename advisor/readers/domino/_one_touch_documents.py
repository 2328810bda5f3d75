"""Reads the databases of a One-Touch file into the server and configuration documents of its names.nsf."""

import re
from collections.abc import Iterator

from advisor.facts import Document, Fact
from advisor.readers.domino._one_touch import doubt
from advisor.readers.json_tree import Branch, Entry, JsonValue, Scalar, is_object
from advisor.source import Source, Span

_NAMES_NSF = re.compile(r"(?:.*[/\\])?names\.nsf", re.IGNORECASE)
_FORMS = {"server": "server", "serverconfig": "config"}
_EQUALS = r"""(?<![\w$])%s\s*=\s*(?:\{([^{}]*)\}|"([^"]*)"|(@UserName)\b)"""
_ASKED = {name: re.compile(_EQUALS % name, re.IGNORECASE) for name in ("Form", "Type", "ServerName")}


def documents(root: Branch, source: Source, own_name: str) -> Iterator[Document]:
    """Each document that is a server's or a configuration's. own_name: of the server that is set up, or nothing."""
    for node in _of_names_nsf(root, "database", "filename"):
        items = [Entry(name, at, value) for fields in node.all("fields") for name, at, value in _fields(fields)]
        yield from _document(node, items, [], source, own_name)
    for configuration in _branches(root.all("appconfiguration")):
        for node in _of_names_nsf(configuration, "databases", "filepath"):
            items = [entry for listed in _branches(node.all("items")) for entry in listed.entries]
            yield from _document(node, items, node.all("finddocument"), source, own_name)


def _of_names_nsf(above: Branch, databases: str, path: str) -> Iterator[Branch]:
    for listed in _branches(above.all(databases)):
        for database in _branches(listed.values):
            if any(_NAMES_NSF.fullmatch(text) for text in _texts(database.all(path))):
                for in_database in _branches(database.all("documents")):
                    yield from _branches(in_database.values)


def _document(
    node: Branch, items: list[Entry], sought: list[JsonValue], source: Source, own_name: str
) -> Iterator[Document]:
    """A document that is sought or made; of the container's form the type stands beside its fields."""
    kinds = [text for name in ("form", "type") for text in _texts_of(name, sought, items) + _texts(node.all(name))]
    form = next((_FORMS[text.lower()] for text in kinds if text.lower() in _FORMS), "")
    if not form or (kinds[0].lower() not in _FORMS):
        return
    server = next(iter(_texts_of("servername", sought, items)), "@username")
    if form == "config" and "1" in _texts_of("useasdefault", [], items):
        server = "*"
    if server.lower() == "@username":
        server = own_name if form == "server" else ""
    facts = tuple(_facts(f"doc.{form}.", items, source))
    begin = node.edges[0]
    yield Document(form, "" if doubt(server) else server, facts, False, "", source, (begin, begin + 1))


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


def _facts(prefix: str, items: list[Entry], source: Source) -> Iterator[Fact]:
    for item in items:
        name = item.name.strip().lower()
        value = _bare(item.value)
        texts = _texts([value])
        if name and (texts or isinstance(value, Branch)):
            text = ", ".join(texts)
            yield Fact(prefix + name, text, source, value.span, doubt=doubt(text))


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


def _texts(values: list[JsonValue]) -> list[str]:
    """The texts of values and of lists of values; null is none."""
    texts: list[str] = []
    for value in values:
        if isinstance(value, Branch):
            texts += _texts(value.values)
        elif value.text is not None:
            texts.append(value.text)
    return texts

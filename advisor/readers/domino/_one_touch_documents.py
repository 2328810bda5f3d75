"""The documents of names.nsf in a One-Touch file: its databases in, server and configuration documents out."""

import re
from collections.abc import Iterator

from advisor.facts import Document, Fact
from advisor.readers.domino._one_touch import doubt
from advisor.readers.json_members import Member, Node
from advisor.readers.json_places import Scalar
from advisor.source import Source, Span

_FORMS = {"server": "server", "serverconfig": "config"}
_EQUALS = r"""(?<![\w$])%s\s*=\s*(?:\{([^{}]*)\}|"([^"]*)"|(@UserName)\b)"""
_ASKED = {name: re.compile(_EQUALS % name, re.IGNORECASE) for name in ("Form", "Type", "ServerName")}


def documents(root: Node, source: Source, own_name: str) -> Iterator[Document]:
    """Each document that is a server's or a configuration's. own_name: of the server that is set up, or nothing."""
    for node in _of_names_nsf(root, "database", "filename"):
        items = [Member(name, at, value) for fields in node.all("fields") for name, at, value in _fields(fields)]
        yield from _document(node, items, [], source, own_name)
    for configuration in _nodes(root.all("appconfiguration")):
        for node in _of_names_nsf(configuration, "databases", "filepath"):
            items = [member for listed in _nodes(node.all("items")) for member in listed.members]
            yield from _document(node, items, node.all("finddocument"), source, own_name)


def _of_names_nsf(above: Node, databases: str, path: str) -> Iterator[Node]:
    for listed in _nodes(above.all(databases)):
        for database in _nodes([member.value for member in listed.members]):
            if any(re.fullmatch(r"(?:.*[/\\])?names\.nsf", text, re.IGNORECASE) for text in _texts(database.all(path))):
                for found in _nodes(database.all("documents")):
                    yield from _nodes([member.value for member in found.members])


def _document(
    node: Node, items: list[Member], asked: list[Scalar | Node], source: Source, own_name: str
) -> Iterator[Document]:
    """A document that is sought or made; of the container's form the type stands beside its fields."""
    told = [one for name in ("form", "type") for one in _said(name, asked, items) + _texts(node.all(name))]
    form = next((_FORMS[text.lower()] for text in told if text.lower() in _FORMS), "")
    if not form or (told[0].lower() not in _FORMS):
        return
    named = next(iter(_said("servername", asked, items)), "@username")
    if form == "config" and "1" in _said("useasdefault", [], items):
        named = "*"
    if named.lower() == "@username":
        named = own_name if form == "server" else ""
    facts = tuple(_facts(f"doc.{form}.", items, source))
    begin = node.edges[0]
    yield Document(form, "" if doubt(named) else named, facts, False, "", source, (begin, begin + 1))


def _said(name: str, asked: list[Scalar | Node], items: list[Member]) -> list[str]:
    """What an item has to be for a document to be found, or is made to be."""
    found: list[str] = []
    for one in asked:
        if isinstance(one, Node):
            found += _texts(one.all(name))
        elif one.text:
            spelt = {"servername": "ServerName"}.get(name, name.title())
            found += [next(filter(None, match.groups()), "") for match in _ASKED[spelt].finditer(one.text)]
    return found + _texts([item.value for item in items if item.name.strip().lower() == name])


def _facts(prefix: str, items: list[Member], source: Source) -> Iterator[Fact]:
    for item in items:
        name = item.name.strip().lower()
        value = _bare(item.value)
        texts = _texts([value])
        if name and (texts or isinstance(value, Node)):
            text = ", ".join(texts)
            yield Fact(prefix + name, text, source, value.span, doubt=doubt(text))


def _bare(value: Scalar | Node) -> Scalar | Node:
    """`{"type": "datetime", "value": …}` is its value."""
    if isinstance(value, Node) and not value.is_list:
        return next(iter(value.all("value")), Scalar(None, value.span))
    return value


def _fields(listed: Scalar | Node) -> Iterator[tuple[str, Span, Scalar | Node]]:
    """The container's form: name, value and whether the value is added to the one before."""
    gathered: dict[str, Node] = {}
    for field in _nodes([member.value for member in listed.members] if isinstance(listed, Node) else []):
        name, value = next(iter(_texts(field.all("name"))), ""), next(iter(field.all("value")), None)
        if value is None:
            continue
        if "true" in _texts(field.all("append")) and name in gathered:
            gathered[name].members.append(Member("", field.span, value))
            continue
        gathered[name] = Node([Member("", field.span, value)], list(value.span), True)
        yield name, field.span, gathered[name]


def _nodes(values: list[Scalar | Node]) -> list[Node]:
    return [value for value in values if isinstance(value, Node)]


def _texts(values: list[Scalar | Node]) -> list[str]:
    """The texts of values and of lists of values; null is none."""
    found: list[str] = []
    for value in values:
        if isinstance(value, Node):
            found += _texts([member.value for member in value.members])
        elif value.text is not None:
            found.append(value.text)
    return found

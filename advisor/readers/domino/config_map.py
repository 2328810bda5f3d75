"""Reads Kubernetes' config maps, as YAML or JSON, that hold a One-Touch file or a NOTES.INI under one of their keys.

The text is read as the file it becomes, and stands where it stands in the config map. Of several files of one kind only
the first is read: each is a server's. Keys that are One-Touch's variables are a container's environment (`envFrom`).
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from advisor.facts import Diagnostic
from advisor.pack import Catalogue
from advisor.readers import registry
from advisor.readers.domino import one_touch_env
from advisor.readers.domino._inlaid import Inlaid, inlaid
from advisor.readers.json_tree import Branch, JsonValue, Scalar, listed, parse
from advisor.readers.registry import Item, Reader
from advisor.source import HEAD, Source

Node = Any  # of PyYAML, which has no types of its own

FORMAT = "config map"
ENDS = b""  # the file that it holds tells itself where it ends

_KIND = re.compile(rb"^(?:[ \t-]*kind:[ \t]*[\"']?ConfigMap\b|.*\"kind\"\s*:\s*\"ConfigMap\")", re.MULTILINE)
_DATA = re.compile(rb"^(?:[ \t-]*data:|.*\"data\"\s*:\s*\{)", re.MULTILINE)
_HOLDS = re.compile(rb"serverSetup|autoConfigPreferences|appConfiguration|notesini|\[Notes\]", re.IGNORECASE)
_READERS = ("one_touch", "one_touch_env", "notes_ini")
_LETTERS = {byte: 0xE000 + byte for byte in range(0x80, 0x100)}  # a letter a byte, so that YAML's places are offsets
_NO_LIBRARY = "it is YAML: install domlint[yaml], or give what `kubectl get configmap NAME -o json` prints"
_TEMPLATE = "it is a template; give what `helm template`, or `kubectl get configmap NAME -o yaml`, prints"
_NO_YAML = "this is not YAML; what follows was not read"
_NOTHING = "none of its keys holds a One-Touch file or a NOTES.INI, or is a variable of One-Touch"
_SECOND = "a second file of its kind begins here; it was not read, give each server a file of its own"


class MapKey(NamedTuple):
    """A key's text, and the name of the key."""

    name: str
    text: Inlaid


def recognises(head: bytes, _: Catalogue) -> bool:
    """A config map with what One-Touch files and NOTES.INIs hold."""
    data = Source.of("", head).data
    return all(pattern.search(data) for pattern in (_KIND, _DATA, _HOLDS))


def read(source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """All that the files within it tell."""
    from advisor.readers import facts_of

    taken: set[Reader] = set()
    variables: list[one_touch_env.SetupVariable] = []
    stopped: list[Diagnostic] = []
    is_json = source.data.lstrip()[:1] == b"{"
    for held in _of_json(source, stopped) if is_json else _of_yaml(source, stopped):
        if one_touch_env.is_variable(held.name):
            variables.append(_variable(source, held))
            continue
        reader = _reader(held, catalogue)
        if reader in taken:
            yield Diagnostic(held.text.place(0), _SECOND)
        elif reader:
            taken.add(reader)
            yield from (_moved(item, held.text) for item in facts_of(reader, held.text, catalogue))
    yield from one_touch_env.of_variables(source, variables)
    if not taken and not variables and not stopped:
        stopped.append(Diagnostic(0, _NOTHING))
    yield from stopped


def _reader(held: MapKey, catalogue: Catalogue) -> Reader | None:
    head = held.text.data[:HEAD]
    readers = (registry.reader(name) for name in _READERS)
    return next((reader for reader in readers if reader.recognises(head, catalogue)), None)


def _variable(source: Source, held: MapKey) -> one_touch_env.SetupVariable:
    """A variable, on the lines of the config map: beside its name a secret is known as one."""
    value, name = held.text.data.decode().strip(), held.name.encode()
    begin = held.text.place(0)
    end = held.text.place(max(len(value.encode()) - 1, 0)) + bool(value)
    at = max(source.data.rfind(name, 0, begin), 0)
    return one_touch_env.SetupVariable(held.name, value, (begin, max(begin, end)), (at, at + len(name)))


def _moved(item: Item, text: Inlaid) -> Item:
    """A diagnostic with its place in the config map; facts have theirs by their source."""
    if not isinstance(item, Diagnostic):
        return item
    quote = item.quote and (text.place(item.quote[0]), text.place(item.quote[1]))
    return item._replace(offset=text.place(item.offset), quote=quote)


def _of_json(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """The texts of a config map, or of each in a List, as `kubectl -o json` prints them."""
    parsed = parse(source)
    stopped += parsed.diagnostics
    for root in parsed.values:
        for one in [root, *listed(root, "items")] if isinstance(root, Branch) else []:
            yield from _of_object(source, one)


def _of_object(source: Source, value: JsonValue) -> Iterator[MapKey]:
    kind, data = (value.last.get("kind"), value.last.get("data")) if isinstance(value, Branch) else (None, None)
    if isinstance(kind, Scalar) and kind.text == "ConfigMap" and isinstance(data, Branch):
        for entry in data.entries:
            if isinstance(entry.value, Scalar) and entry.value.text:
                text = entry.value.text.encode("utf-8", "replace")
                yield MapKey(entry.name, inlaid(source, text, entry.value.span, '"'))


def _of_yaml(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """The texts of all documents of a YAML file."""
    try:
        import yaml  # type: ignore[import-untyped]  # late: an extra, and few files are YAML
    except ImportError:
        stopped.append(Diagnostic(0, _NO_LIBRARY))
        return
    try:
        for root in yaml.compose_all(source.data.decode("latin-1").translate(_LETTERS), yaml.SafeLoader):
            for one in [root, *_nodes(_pairs(root).get("items"))]:
                yield from _of_mapping(source, one)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        stopped.append(Diagnostic(mark.index if mark else 0, _TEMPLATE if b"{{" in source.data else _NO_YAML))


def _of_mapping(source: Source, node: Node) -> Iterator[MapKey]:
    found = _pairs(node)
    if getattr(found.get("kind"), "value", "") == "ConfigMap":
        for name, value in _pairs(found.get("data")).items():
            if value.id == "scalar":
                yield MapKey(name, _text_of(source, value))


def _text_of(source: Source, node: Node) -> Inlaid:
    begin, end, style = node.start_mark.index, node.end_mark.index, node.style or ""
    if style in {"|", ">"}:
        begin = source.data.find(b"\n", begin, end) + 1 or end
    quoted = style in {'"', "'"}
    text = b"".join(bytes([ord(one) - 0xE000]) if 0xE080 <= ord(one) <= 0xE0FF else one.encode() for one in node.value)
    if end < len(source.data) and not text.endswith(b"\n"):
        text += b"\n"  # `|-` leaves the last line end out; where the file is cut there is none
    return inlaid(source, text, (begin + quoted, end - quoted), style)


def _pairs(node: Node | None) -> dict[str, Node]:
    """The values of a mapping by their keys; nothing for another node."""
    if node is None or node.id != "mapping":
        return {}
    return {key.value: value for key, value in node.value if key.id == "scalar"}


def _nodes(node: Node | None) -> list[Node]:
    return list(node.value) if node is not None and node.id == "sequence" else []

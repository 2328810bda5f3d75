"""Read the keys of Kubernetes config maps in YAML, written by hand or printed by `kubectl get configmap -o yaml`.

This is the only module that needs PyYAML, an optional dependency. An alias is read once, because a short file could
otherwise expand to gigabytes.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

from advisor import limits
from advisor.facts import Diagnostic
from advisor.readers.domino._embedded_text import (
    DUPLICATE_KEY,
    NO_SECRETS,
    EmbeddedText,
    MapKey,
    MapKeyPlace,
    base64_key,
    embedded_text,
)
from advisor.readers.json_tree import TOO_DEEP
from advisor.source import Source

_ALIAS = "what stands here is given again by an alias; it was read once"


class AliasGuard(NamedTuple):
    """Finds aliases, which repeat the node of their anchor.

    seen: the offsets of the nodes already read. stopped: the diagnostics.
    """

    source: Source
    seen: set[int]
    stopped: list[Diagnostic]

    def taken(self, node: Any) -> bool:
        """Return whether a text or mapping was read before. Only the first alias is reported."""
        offset = -1 if node is None else node.start_mark.index
        if offset < 0 or offset not in self.seen:
            self.seen.add(offset)
            return False
        if not any(slip.reason == _ALIAS for slip in self.stopped):
            self.stopped.append(Diagnostic(offset, _ALIAS))
        return True


Node = Any  # of PyYAML, which has no types of its own

_PART = re.compile(rb"[\r\n,:\[{]")  # after each of them YAML may have another one
_TOO_MANY = f"it has more than {limits.MAX_YAML_MARKS:,} lines, colons and commas; give the map alone, or as JSON"
_MANY_VALUES = (
    f"it holds more than {limits.MAX_YAML_VALUES:,} values; what follows was not read: give the map alone, or as JSON"
)
_LETTERS = {byte: 0xE000 + byte for byte in range(0x80, 0x100)}  # a letter a byte, so that YAML's places are offsets
_BYTES = {letter: 0xDC00 + byte for byte, letter in _LETTERS.items()}  # as Python has a byte that is no letter
_TEMPLATE = "it is a template; give what `helm template`, or `kubectl get configmap NAME -o yaml`, prints"
_NO_YAML = "this is not YAML; what follows was not read"


def yaml_keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """Yield the texts of all documents of a YAML file."""
    if sum(1 for _ in _PART.finditer(source.data)) > limits.MAX_YAML_MARKS:
        stopped.append(Diagnostic(0, _TOO_MANY, left=True))
        return
    try:
        roots = _documents(source.data.decode("latin-1").translate(_LETTERS), limits.MAX_YAML_VALUES)
        objects = (node for root in roots for node in [root, *_sequence(_pairs(root).get("items"))])
        offsets: set[int] = set()
        for number, node in enumerate(objects):
            yield from _mapping_keys(AliasGuard(source, offsets, stopped), node, number)
    except TooMuch as slip:
        stopped.append(Diagnostic(slip.place, _MANY_VALUES if slip.many else TOO_DEEP, left=True))
    except NotYaml as error:
        mark = getattr(error, "problem_mark", None)
        stopped.append(
            Diagnostic(mark.index if mark else 0, _TEMPLATE if b"{{" in source.data else _NO_YAML, left=True)
        )


def _mapping_keys(written: AliasGuard, node: Node, number: int) -> Iterator[MapKey]:
    source, _, stopped = written
    pairs = {} if written.taken(node) else _pairs(node)
    kind = getattr(pairs.get("kind"), "value", "")
    if kind == "Secret":
        stopped.append(Diagnostic(node.start_mark.index, NO_SECRETS, problem=False))
    elif kind == "ConfigMap":
        map_name = _pairs(pairs.get("metadata")).get("name")
        map_id = (number, map_name.value if map_name is not None and map_name.id == "scalar" else str(number + 1))
        data, binary = (pairs.get(name) for name in ("data", "binaryData"))
        for mapping in (node, data, binary):
            stopped += _repeated(mapping)
        for name, value in () if written.taken(data) else _pairs(data).items():
            if value.id == "scalar" and not written.taken(value):
                yield MapKey(name, _text_of(source, value), map_id)
        for name, value in () if written.taken(binary) else _pairs(binary).items():
            if value.id == "scalar" and not written.taken(value):
                place = MapKeyPlace(name, map_id, value.start_mark.index)
                yield from base64_key(source, place, value.value, stopped)


def _text_of(source: Source, node: Node) -> EmbeddedText:
    begin, end, style = node.start_mark.index, node.end_mark.index, node.style or ""
    if style in {"|", ">"}:
        begin = source.data.find(b"\n", begin, end) + 1 or end
    quoted = style in {'"', "'"}
    text = _encoded(node.value)
    if end < len(source.data) and not text.endswith(b"\n"):
        text += b"\n"  # `|-` leaves the last line end out; where the file is cut there is none
    return embedded_text(source, text, (begin + quoted, end - quoted), style)


def _encoded(value: str) -> bytes:
    """Return the bytes of a value as in the file. An escaped half of a surrogate pair becomes a replacement."""
    if value.isascii():
        return value.encode()
    replaced = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return replaced.translate(_BYTES).encode("utf-8", "surrogateescape")


def _pairs(node: Node | None) -> dict[str, Node]:
    """Return the values of a mapping by key, or {} for another node."""
    if node is None or node.id != "mapping":
        return {}
    return {key.value: value for key, value in node.value if key.id == "scalar"}


def _repeated(node: Node | None) -> list[Diagnostic]:
    """Return a diagnostic for the first repeated key of a mapping, or []."""
    last = _pairs(node)
    if node is None or node.id != "mapping":
        return []
    pairs = [(key, value) for key, value in node.value if key.id == "scalar"]
    return [Diagnostic(key.start_mark.index, DUPLICATE_KEY) for key, value in pairs if last[key.value] is not value][:1]


def _sequence(node: Node | None) -> list[Node]:
    return list(node.value) if node is not None and node.id == "sequence" else []


NotYaml = yaml.YAMLError


class TooMuch(ValueError):
    """Raised if a file has too `many` values, or too deeply nested values. `place`: the first excess value."""

    def __init__(self, many: bool, place: int) -> None:
        super().__init__("more than is read")
        self.many, self.place = many, place


def _documents(text: str, most: int) -> Iterator[Any]:
    """Yield the documents in order. most: the limit of values in all documents. Raises NotYaml or TooMuch."""
    loader = _BoundedLoader(text, most)
    while loader.check_node():
        yield loader.get_node()


class _BoundedLoader(yaml.SafeLoader):  # type: ignore[misc]
    """The library's loader with limits for the number and the depth of values."""

    def __init__(self, text: str, most: int) -> None:
        super().__init__(text)
        self.left, self.depth = most, 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Return a value with all that is in it."""
        self.left -= 1
        self.depth += 1
        if self.left < 0 or self.depth > limits.MAX_JSON_DEPTH + 1:
            raise TooMuch(self.left < 0, self.peek_event().start_mark.index)
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

"""Map in YAML: the keys of Kubernetes' config maps, as somebody wrote them or `kubectl get configmap` prints them."""

import re
from collections.abc import Iterator
from typing import Any

from advisor import limits
from advisor.facts import Diagnostic
from advisor.readers.domino._aliases import Written
from advisor.readers.domino._inlaid import Inlaid, inlaid
from advisor.readers.domino._opened_map import SEALED, TWICE, MapKey, MapKeyPlace, of_base64
from advisor.readers.json_tree import TOO_DEEP
from advisor.source import Source

Node = Any  # of PyYAML, which has no types of its own

_PART = re.compile(rb"[\r\n,:\[{]")  # behind each of them YAML may have another one
_TOO_MANY = f"it has more than {limits.MAX_YAML_MARKS:,} lines, colons and commas; give the map alone, or as JSON"
_MANY_VALUES = (
    f"it holds more than {limits.MAX_YAML_VALUES:,} values; what follows was not read: give the map alone, or as JSON"
)
_LETTERS = {byte: 0xE000 + byte for byte in range(0x80, 0x100)}  # a letter a byte, so that YAML's places are offsets
_BYTES = {letter: 0xDC00 + byte for byte, letter in _LETTERS.items()}  # as Python has a byte that is no letter
_NO_LIBRARY = "it is YAML: install domlint[yaml], or give what `kubectl get configmap NAME -o json` prints"
_TEMPLATE = "it is a template; give what `helm template`, or `kubectl get configmap NAME -o yaml`, prints"
_NO_YAML = "this is not YAML; what follows was not read"


def keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """The texts of all documents of a YAML file."""
    try:
        from advisor.readers.domino import _yaml_values  # late: it needs an extra, and few files are YAML
    except ImportError:
        stopped.append(Diagnostic(0, _NO_LIBRARY, left=True))
        return
    if sum(1 for _ in _PART.finditer(source.data)) > limits.MAX_YAML_MARKS:
        stopped.append(Diagnostic(0, _TOO_MANY, left=True))
        return
    try:
        roots = _yaml_values.documents(source.data.decode("latin-1").translate(_LETTERS), limits.MAX_YAML_VALUES)
        objects = (one for root in roots for one in [root, *_nodes(_pairs(root).get("items"))])
        seen: set[int] = set()
        for number, one in enumerate(objects):
            yield from _of_mapping(Written(source, seen, stopped), one, number)
    except _yaml_values.TooMuch as slip:
        stopped.append(Diagnostic(slip.place, _MANY_VALUES if slip.many else TOO_DEEP, left=True))
    except _yaml_values.NotYaml as error:
        mark = getattr(error, "problem_mark", None)
        stopped.append(
            Diagnostic(mark.index if mark else 0, _TEMPLATE if b"{{" in source.data else _NO_YAML, left=True)
        )


def _of_mapping(written: Written, node: Node, number: int) -> Iterator[MapKey]:
    source, _, stopped = written
    found = {} if written.taken(node) else _pairs(node)
    kind = getattr(found.get("kind"), "value", "")
    if kind == "Secret":
        stopped.append(Diagnostic(node.start_mark.index, SEALED, problem=False))
    elif kind == "ConfigMap":
        named = _pairs(found.get("metadata")).get("name")
        of = (number, named.value if named is not None and named.id == "scalar" else str(number + 1))
        data, binary = (found.get(name) for name in ("data", "binaryData"))
        for mapping in (node, data, binary):
            stopped += _repeated(mapping)
        for name, value in () if written.taken(data) else _pairs(data).items():
            if value.id == "scalar" and not written.taken(value):
                yield MapKey(name, _text_of(source, value), of)
        for name, value in () if written.taken(binary) else _pairs(binary).items():
            if value.id == "scalar" and not written.taken(value):
                place = MapKeyPlace(name, of, value.start_mark.index)
                yield from of_base64(source, place, value.value, stopped)


def _text_of(source: Source, node: Node) -> Inlaid:
    begin, end, style = node.start_mark.index, node.end_mark.index, node.style or ""
    if style in {"|", ">"}:
        begin = source.data.find(b"\n", begin, end) + 1 or end
    quoted = style in {'"', "'"}
    text = _encoded(node.value)
    if end < len(source.data) and not text.endswith(b"\n"):
        text += b"\n"  # `|-` leaves the last line end out; where the file is cut there is none
    return inlaid(source, text, (begin + quoted, end - quoted), style)


def _encoded(value: str) -> bytes:
    """A value's bytes, as they stand in the file; half a pair of UTF-16, which an escape may be, is no letter."""
    if value.isascii():
        return value.encode()
    whole = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.translate(_BYTES).encode("utf-8", "surrogateescape")


def _pairs(node: Node | None) -> dict[str, Node]:
    """The values of a mapping by their keys; nothing for another node."""
    if node is None or node.id != "mapping":
        return {}
    return {key.value: value for key, value in node.value if key.id == "scalar"}


def _repeated(node: Node | None) -> list[Diagnostic]:
    """Return a diagnostic for the first key of a mapping that is given again; nothing if each is given once."""
    last = _pairs(node)
    if node is None or node.id != "mapping":
        return []
    pairs = [(key, value) for key, value in node.value if key.id == "scalar"]
    return [Diagnostic(key.start_mark.index, TWICE) for key, value in pairs if last[key.value] is not value][:1]


def _nodes(node: Node | None) -> list[Node]:
    return list(node.value) if node is not None and node.id == "sequence" else []

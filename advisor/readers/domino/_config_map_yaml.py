"""Read the keys of Kubernetes config maps in YAML, written by hand or printed by `kubectl get configmap -o yaml`.

An alias is read once, because a short file could otherwise expand to gigabytes.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

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
from advisor.readers.yaml_nodes import Node, documents, encoded, pairs, sequence
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


def yaml_keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """Yield the texts of all documents of a YAML file."""
    objects = (node for root in documents(source, stopped) for node in [root, *sequence(pairs(root).get("items"))])
    offsets: set[int] = set()
    for number, node in enumerate(objects):
        yield from _mapping_keys(AliasGuard(source, offsets, stopped), node, number)


def _mapping_keys(written: AliasGuard, node: Node, number: int) -> Iterator[MapKey]:
    source, _, stopped = written
    fields = {} if written.taken(node) else pairs(node)
    kind = getattr(fields.get("kind"), "value", "")
    if kind == "Secret":
        stopped.append(Diagnostic(node.start_mark.index, NO_SECRETS, problem=False))
    elif kind == "ConfigMap":
        map_name = pairs(fields.get("metadata")).get("name")
        map_id = (number, map_name.value if map_name is not None and map_name.id == "scalar" else str(number + 1))
        data, binary = (fields.get(name) for name in ("data", "binaryData"))
        for mapping in (node, data, binary):
            stopped += _repeated(mapping)
        for name, value in () if written.taken(data) else pairs(data).items():
            if value.id == "scalar" and not written.taken(value):
                yield MapKey(name, _text_of(source, value), map_id)
        for name, value in () if written.taken(binary) else pairs(binary).items():
            if value.id == "scalar" and not written.taken(value):
                place = MapKeyPlace(name, map_id, value.start_mark.index)
                yield from base64_key(source, place, value.value, stopped)


def _text_of(source: Source, node: Node) -> EmbeddedText:
    begin, end, style = node.start_mark.index, node.end_mark.index, node.style or ""
    if style in {"|", ">"}:
        begin = source.data.find(b"\n", begin, end) + 1 or end
    quoted = style in {'"', "'"}
    text = encoded(node.value)
    if end < len(source.data) and not text.endswith(b"\n"):
        text += b"\n"  # `|-` leaves the last line end out; where the file is cut there is none
    return embedded_text(source, text, (begin + quoted, end - quoted), style)


def _repeated(node: Node | None) -> list[Diagnostic]:
    """Return a diagnostic for the first repeated key of a mapping, or []."""
    last = pairs(node)
    if node is None or node.id != "mapping":
        return []
    written = [(key, value) for key, value in node.value if key.id == "scalar"]
    return [Diagnostic(key.start_mark.index, DUPLICATE_KEY) for key, value in written if last[key.value] is not value][
        :1
    ]

"""Parse YAML into nodes whose offsets are those of the file, with limits for hostile files.

PyYAML is an optional dependency, which only this module imports. An alias is read once, because a short file could
otherwise expand to gigabytes.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from advisor import limits
from advisor.facts import Diagnostic
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
_TEMPLATE = "it is a template; give what `helm template`, or `kubectl get configmap NAME -o yaml`, prints"
_NO_YAML = "this is not YAML; what follows was not read"
_NEEDS_LIBRARY = "it is YAML: install domlint[yaml], or give what {} prints"


def documents(source: Source, stopped: list[Diagnostic], instead: str) -> Iterator[Node]:
    """Yield the root node of each document. stopped: receives the reason if a part was not read.

    instead: a command that prints the same as JSON, for users without PyYAML.
    """
    try:
        import yaml  # type: ignore[import-untyped]
    except ImportError:
        stopped.append(Diagnostic(0, _NEEDS_LIBRARY.format(instead), left=True))
        return
    if sum(1 for _ in _PART.finditer(source.data)) > limits.MAX_YAML_MARKS:
        stopped.append(Diagnostic(0, _TOO_MANY, left=True))
        return
    try:
        loader = _bounded_loader()(source.data.decode("latin-1").translate(_LETTERS))
        while loader.check_node():
            yield loader.get_node()
    except TooMuch as slip:
        stopped.append(Diagnostic(slip.place, _MANY_VALUES if slip.many else TOO_DEEP, left=True))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        stopped.append(
            Diagnostic(mark.index if mark else 0, _TEMPLATE if b"{{" in source.data else _NO_YAML, left=True)
        )


def encoded(value: str) -> bytes:
    """Return the bytes of a value as in the file. An escaped half of a surrogate pair becomes a replacement."""
    if value.isascii():
        return value.encode()
    replaced = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return replaced.translate(_BYTES).encode("utf-8", "surrogateescape")


def pairs(node: Node | None) -> dict[str, Node]:
    """Return the values of a mapping by key, or {} for another node."""
    if node is None or node.id != "mapping":
        return {}
    return {key.value: value for key, value in node.value if key.id == "scalar"}


def sequence(node: Node | None) -> list[Node]:
    """Return the values of a sequence, or [] for another node."""
    return list(node.value) if node is not None and node.id == "sequence" else []


class TooMuch(ValueError):
    """Raised if a file has too `many` values, or too deeply nested values. `place`: the first excess value."""

    def __init__(self, many: bool, place: int) -> None:
        super().__init__("more than is read")
        self.many, self.place = many, place


@cache
def _bounded_loader() -> Any:
    """Return the library's loader with limits for the number and the depth of values."""
    import yaml

    class BoundedLoader(yaml.SafeLoader):  # type: ignore[misc]
        def __init__(self, text: str) -> None:
            super().__init__(text)
            self.left, self.depth = limits.MAX_YAML_VALUES, 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            self.left -= 1
            self.depth += 1
            if self.left < 0 or self.depth > limits.MAX_JSON_DEPTH + 1:
                raise TooMuch(self.left < 0, self.peek_event().start_mark.index)
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

    return BoundedLoader

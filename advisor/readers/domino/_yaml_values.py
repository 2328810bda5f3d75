"""Yaml values: the documents of a YAML text as nodes, so many and no more. The only user of PyYAML, an extra."""

from collections.abc import Iterator
from typing import Any

import yaml  # type: ignore[import-untyped]

from advisor import limits

NotYaml = yaml.YAMLError


class TooMuch(ValueError):
    """More than is read: too `many` values, or too many one in the other; `place` is where the first of them stands."""

    def __init__(self, many: bool, place: int) -> None:
        super().__init__("more than is read")
        self.many, self.place = many, place


def documents(text: str, most: int) -> Iterator[Any]:
    """The documents, in their order. most: values of all of them. Raises NotYaml, TooMuch."""
    loader = _Bounded(text, most)
    while loader.check_node():
        yield loader.get_node()


class _Bounded(yaml.SafeLoader):  # type: ignore[misc]
    """The library's own loader, which composes so many values, and so many one in the other."""

    def __init__(self, text: str, most: int) -> None:
        super().__init__(text)
        self.left, self.depth = most, 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """A value with all that is in it."""
        self.left -= 1
        self.depth += 1
        if self.left < 0 or self.depth > limits.MAX_JSON_DEPTH + 1:
            raise TooMuch(self.left < 0, self.peek_event().start_mark.index)
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

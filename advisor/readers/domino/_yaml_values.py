"""Yaml values: the documents of a YAML text as nodes, so many and no more. The only user of PyYAML, an extra."""

from collections.abc import Iterator
from typing import Any

import yaml  # type: ignore[import-untyped]

NotYaml = yaml.YAMLError


class TooMany(ValueError):
    """More values than are read; `place` is where the first of them stands."""

    def __init__(self, place: int) -> None:
        super().__init__("more values than are read")
        self.place = place


def documents(text: str, most: int) -> Iterator[Any]:
    """The documents, in their order. most: values of all of them. Raises NotYaml, RecursionError, TooMany."""
    loader = _Bounded(text, most)
    while loader.check_node():
        yield loader.get_node()


class _Bounded(yaml.SafeLoader):  # type: ignore[misc]
    """The library's own loader, which composes so many values."""

    def __init__(self, text: str, most: int) -> None:
        super().__init__(text)
        self.left = most

    def compose_node(self, parent: Any, index: Any) -> Any:
        """A value with all that is in it."""
        self.left -= 1
        if self.left < 0:
            raise TooMany(self.peek_event().start_mark.index)
        return super().compose_node(parent, index)

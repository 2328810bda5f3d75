"""What the reports of `compare`, `diff`, `fix` and `size` have in common: the type of a renderer, and JSON."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from advisor.values.rows import columns, row
from advisor.writers.options import Options

_Product = TypeVar("_Product")
Renderer = Callable[[_Product, Options], str]  # with `\n` line ends


def render_json(product: Any, options: Options) -> str:
    """Return a product as one JSON object, with a line for each element of a list.

    product: an instance of one of the classes that `domlint schema` describes. Equal input gives equal bytes.
    """
    parts = {name: row(getattr(product, name)) for name in columns(product.__class__)}
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _lines(part: Any) -> str:
    return "[\n" + ",\n".join(map(_line, part)) + "\n]" if isinstance(part, list) and part else _line(part)


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))

"""JSON: the comparison for programs, as `domlint schema comparison` describes it."""

import json
from typing import Any

from advisor.comparing.comparison import Comparison
from advisor.values.rows import columns, row
from advisor.writers._options import Options

FOR_PEOPLE = False


def render(comparison: Comparison, options: Options) -> str:
    """One object, a server and a finding a line; the same bytes on every run over the same reports."""
    parts = {name: row(getattr(comparison, name)) for name in columns(Comparison)}
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _lines(part: Any) -> str:
    return "[\n" + ",\n".join(map(_line, part)) + "\n]" if isinstance(part, list) and part else _line(part)


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))

"""JSON: the difference for programs, as `domlint schema difference` describes it."""

import json
from typing import Any

from advisor.comparing.difference import SideBySide
from advisor.values.rows import columns, row
from advisor.writers._options import Options

FOR_PEOPLE = False


def render(difference: SideBySide, options: Options) -> str:
    """One object, a row a line; the same bytes on every run over the same files."""
    parts = {name: row(getattr(difference, name)) for name in columns(SideBySide)}
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _lines(part: Any) -> str:
    return "[\n" + ",\n".join(map(_line, part)) + "\n]" if isinstance(part, list) and part else _line(part)


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))

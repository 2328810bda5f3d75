"""JSON: the answer to a plan for programs, as `domlint schema size` describes it."""

import json
from typing import Any

from advisor.sizing.model import Sizing
from advisor.values.rows import columns, row
from advisor.writers._options import Options

FOR_PEOPLE = False


def render(sizing: Sizing, options: Options) -> str:
    """One object, a step a line; the same bytes on every run over the same plan."""
    parts = {name: row(getattr(sizing, name)) for name in columns(Sizing)}
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _lines(part: Any) -> str:
    return "[\n" + ",\n".join(map(_line, part)) + "\n]" if isinstance(part, list) and part else _line(part)


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))

"""JSON: the history for programs, as `domlint schema history` describes it."""

import json
from typing import Any

from advisor.comparing.history import History
from advisor.values.rows import columns, row
from advisor.writers._options import Options

FOR_PEOPLE = False


def render(history: History, options: Options) -> str:
    """One object, a report, server and finding a line; the same bytes on every run over the same reports."""
    parts = {name: row(getattr(history, name)) for name in columns(History)}
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _lines(part: Any) -> str:
    return "[\n" + ",\n".join(map(_line, part)) + "\n]" if isinstance(part, list) and part else _line(part)


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))

"""Forms: the shapes of what domlint takes and gives, checked by pydantic; `domlint schema` prints them.

Imported only where a rule is compiled, a configuration file is read or a schema is asked for.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Severity = Literal["critical", "high", "medium", "low", "info"]


class Form(BaseModel):
    """A shape that takes no field it does not know and does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def in_words(slip: Any) -> str:
    """What pydantic found wrong with a field, as one would say it."""
    if slip["type"] == "extra_forbidden":
        return "there is no such field"
    if slip["type"] == "missing":
        return "it is missing"
    return str(slip["msg"]).removeprefix("Value error, ")


class NotToml(ValueError):
    """A file that is not there, is no text or is no TOML; says why, without the file's name."""


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """A file's text and what it holds. Raises NotToml."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except UnicodeDecodeError:
        raise NotToml("not a UTF-8 file") from None
    except OSError as slip:
        raise NotToml(slip.strerror) from None
    except (ValueError, RecursionError) as slip:  # tomllib's own error is a ValueError
        raise NotToml(str(slip)) from None


def line_of(text: str, place: tuple[int | str, ...]) -> int:
    """The line of a field: of its nth table, then of its name in there; 1 where it does not stand in the file."""
    lines = text.splitlines()
    at = begin = 0
    for index, part in enumerate(place):
        if isinstance(part, int):
            begin = at + 1  # within the table, of which a field may have the name
            continue
        counted = index + 1 < len(place) and isinstance(place[index + 1], int)
        nth = place[index + 1] if counted else 0
        ends = r"\]|=" if counted else r"\]|=|\."  # `[[fix.where.command]]` is no further `[[fix.where]]`
        pattern = re.compile(rf"^\s*(\[+\s*([\w-]+\.)*)?[\"']?{re.escape(part)}[\"']?\s*({ends})")
        hits = [number for number in range(begin, len(lines)) if pattern.match(lines[number])]
        if not hits:
            break
        at = begin = hits[min(int(nth), len(hits) - 1)]
    return at + 1

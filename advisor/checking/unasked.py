"""Unasked: the lists of rules/unasked/ in, in short what is read and neither a rule nor a step asks for."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

LISTS = Path(__file__).parents[2] / "rules" / "unasked"  # of a checkout; the installed program has none


def lines(folder: Path = LISTS) -> Iterator[str]:
    """A line for each reason: how many keys it holds for, what their names begin with, and the reason."""
    for path in sorted(folder.glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["unasked"]:
            yield f"{_in_short(entry['keys'])}: {entry['why']}"


def _in_short(keys: list[str]) -> str:
    """`console. (27), running_task.name`: a key alone by its name, several by what they have in common."""
    kinds: dict[str, list[str]] = {}
    for key in keys:
        head, dot, _ = key.rpartition(".")
        kinds.setdefault(head + dot if dot else key, []).append(key)
    return ", ".join(of[0] if len(of) == 1 else f"{kind} ({len(of)})" for kind, of in kinds.items())

"""Bars: how full and how busy each server will be, as a chart that any terminal can draw."""

from collections.abc import Iterator

from advisor.sizing import systems
from advisor.sizing.model import Sizing
from advisor.terminal import Line, clip_line, clip_middle, columns, fill
from advisor.writers.sizes import _words

_WHOLE = 100
_LONGEST, _SHORTEST = 50, 10  # columns of a bar
_BESIDE = 14  # columns of what stands around it
_NAMES = 3  # the part of a line that a name takes at most


def chart(sizing: Sizing, width: int) -> Iterator[Line]:
    """A bar of processor use for each server; the limits stand as strokes below."""
    uses, limits = _words.uses(sizing), _words.limits(sizing)
    if not uses:
        return
    names = min(max(map(columns, uses)), width // _NAMES)
    room = max(min(width - names - _BESIDE, _LONGEST), _SHORTEST)
    yield [(f"{systems.PROCESSOR_USE} (| is a limit)", "strong")]
    lowest = min((limit for _, limit in limits), default=_WHOLE)
    for server, use in uses.items():
        line = [
            (f"  {fill(clip_middle(server, names), names)}  ", ""),
            (_bar(use, room, [limit for _, limit in limits]), "medium" if use > lowest else ""),
            (f" {use:g} %", "strong"),
        ]
        yield clip_line(line, width)
    told = ", ".join(f"{name} {percent:g} %" for name, percent in limits)
    below = max(min(names + 4, width - len(told)), 2)  # the bars, or further left where they have less room
    yield clip_line([(f"{' ' * below}{told}", "faint")], width)
    yield []


def _bar(percent: float, room: int, limits: list[float]) -> str:
    full = round(min(percent, _WHOLE) * room / _WHOLE)
    drawn = list("#" * full + "." * (room - full))
    for limit in limits:
        drawn[min(round(limit * room / _WHOLE), room - 1)] = "|"
    return "".join(drawn)

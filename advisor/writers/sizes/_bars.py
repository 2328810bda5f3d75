"""Bars: how full and how busy each server will be, as a chart that any terminal can draw."""

from collections.abc import Iterator

from advisor.sizing import headroom
from advisor.sizing.answer import SizedStep, Sizing
from advisor.writers._cells import cells, filled
from advisor.writers._lines import Line, clipped

_WHOLE = 100
_LONGEST, _SHORTEST = 50, 10  # columns of a bar
_BESIDE = 14  # columns of what stands around it


def chart(sizing: Sizing, width: int) -> Iterator[Line]:
    """A bar of processor use for each server; the limits stand as strokes below."""
    uses = {step.server: step for step in sizing.steps if step.title == headroom.TITLE}
    limits = {step.of: _limit(step) for step in sizing.steps if step.title == headroom.ROOM}
    if not uses:
        return
    names = max(map(cells, uses))
    room = max(min(width - names - _BESIDE, _LONGEST), _SHORTEST)
    yield [(f"{headroom.TITLE} (| is a limit)", "strong")]
    for server, step in uses.items():
        bar = _bar(float(step.result), room, sorted(limits.values()))
        over = min(limits.values(), default=_WHOLE) < float(step.result)
        line = [
            (f"  {filled(server, names)}  ", ""),
            (bar, "medium" if over else ""),
            (f" {step.result:g} %", "strong"),
        ]
        yield clipped(line, width)
    told = ", ".join(f"{name} {percent:g} %" for name, percent in sorted(limits.items(), key=lambda one: one[1]))
    yield clipped([(f"  {' ' * names}  {told}", "faint")], width)
    yield []


def _limit(step: SizedStep) -> float:
    return next(float(figure.value) for figure in step.figures if figure.name == "limit")


def _bar(percent: float, room: int, limits: list[float]) -> str:
    full = round(min(percent, _WHOLE) * room / _WHOLE)
    drawn = list("#" * full + "." * (room - full))
    for limit in limits:
        drawn[min(round(limit * room / _WHOLE), room - 1)] = "|"
    return "".join(drawn)

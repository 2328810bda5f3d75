"""Curves and limits: figures → charts of the page, as text that is safe in HTML.

A curve has its measured points as discs; what was read off between two of them is a hollow diamond, and what the tests
do not reach a line without one. Every chart has a sentence and a table with the same figures, so the SVG says nothing
that they do not. Places go by percent, so that words keep their size at any width.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10
from typing import NamedTuple

from markupsafe import Markup

_LEFT, _WIDE = 15, 80  # percent: where the plot begins, and how wide it is
_TOP, _HIGH = 30, 130  # pixels
_STEPS = (1, 2, 2.5, 4, 5, 8, 10)  # that an axis may end at, times a power of ten
_FEW = 5  # points that each have their place written below them
_REACH = 2  # times the last place that an axis is drawn out for what was asked for
_MIDDLE = 50  # percent: right of it words stand to the left of their point

_CURVE = Markup(
    '<figure class="chart" id="{id}"><figcaption>{title}</figcaption><p class="how">{how}</p>'
    '<svg class="curve" height="184" aria-hidden="true">{drawn}</svg>'
    "<details><summary>Measured</summary><table><thead><tr>"
    '<th scope="col" class="n">{along}</th><th scope="col" class="n">{unit}</th></tr></thead>'
    "<tbody>{rows}</tbody></table></details></figure>"
)
_ROW = Markup('<tr><td class="n">{0}</td><td class="n">{1}</td></tr>')
_LINE = Markup('<line class="{0}" x1="{1:.4g}%" y1="{2:.4g}" x2="{3:.4g}%" y2="{4:.4g}"/>')
_DISC = Markup('<circle class="{0}" cx="{1:.4g}%" cy="{2:.4g}" r="{3}"/>')
_DIAMOND = Markup('<svg class="at" x="{0:.4g}%" y="{1:.4g}"><path class="asked" d="M-6 0 0-6 6 0 0 6z"/></svg>')
_WORD = Markup('<text class="{0}" x="{1:.4g}%" y="{2:.4g}">{3}</text>')


class CurveChart(NamedTuple):
    """What a chart shows. how: the sentence. along, unit: of the axes. at, value: what was asked for, and its answer.

    value: None where the tests do not reach. said: the value in words. read_off: it stands between two points.
    """

    ident: str
    title: str
    how: str
    along: str
    unit: str
    points: Sequence[tuple[float, float]]
    at: float
    value: float | None
    said: str
    read_off: bool


def curve(chart: CurveChart) -> Markup:
    """A figure with the measured points and what was asked for."""
    rows = Markup("").join(_ROW.format(f"{at:,}", f"{value:,}") for at, value in chart.points)
    return _CURVE.format(
        id=chart.ident,
        title=chart.title,
        how=chart.how,
        drawn=Markup("").join(_drawn(chart)),
        along=chart.along,
        unit=chart.unit,
        rows=rows,
    )


def _drawn(chart: CurveChart) -> list[Markup]:
    last = max(at for at, _ in chart.points)
    shown = chart.at <= last * _REACH
    right = max(last, chart.at if shown else 0)
    top = _end(max([value for _, value in chart.points] + [chart.value or 0]))
    places = [(_across(at, right), _down(value, top)) for at, value in chart.points]
    drawn = [mark for part in (0, 1 / 2, 1) for mark in _level(part, top)]
    drawn += [_LINE.format("run", *one, *other) for one, other in pairwise(places)]
    drawn += [_DISC.format("point", *place, 4) for place in places]
    below = chart.points if len(chart.points) <= _FEW else [chart.points[0], chart.points[-1]]
    under = [0, *(at for at, _ in below)]
    drawn += [_WORD.format("place", _across(at, right), _TOP + _HIGH + 18, f"{at:,}") for at in under]
    return drawn + (_asked(chart, right, top) if shown else [])


def _level(part: float, top: float) -> list[Markup]:
    """A line across, and its figure."""
    down = _down(part * top, top)
    line = _LINE.format("level", _LEFT, down, _LEFT + _WIDE, down)
    return [line, _WORD.format("tick", _LEFT - 2, down + 4, f"{part * top:,.4g}")]


def _asked(chart: CurveChart, right: float, top: float) -> list[Markup]:
    """The place that was asked for, and what came out there."""
    across = _across(chart.at, right)
    side = "before" if across > _MIDDLE else "behind"
    if chart.value is None:
        return [
            _LINE.format("drop", across, _TOP, across, _TOP + _HIGH),
            _WORD.format(f"said {side}", across, _TOP - 16, f"{chart.at:,}: not measured"),
        ]
    down = _down(chart.value, top)
    mark = _DIAMOND.format(across, down) if chart.read_off else _DISC.format("asked", across, down, 7)
    word = _WORD.format(f"said {side}", across, down - 11, chart.said)
    return [_LINE.format("drop", across, down, across, _TOP + _HIGH), mark, word]


def _across(at: float, right: float) -> float:
    return _LEFT + _WIDE * at / right


def _down(value: float, top: float) -> float:
    return _TOP + _HIGH * (1 - value / top)


def _end(most: float) -> float:
    """Where an axis ends: a round figure that is not below what it shows."""
    if most <= 0:
        return 1
    power = 10.0 ** floor(log10(most))
    return next(step * power for step in _STEPS if step * power >= most)


_LIMITS = Markup(
    '<figure class="chart limits" id="{id}"><figcaption>{title}</figcaption><p class="how">{how}</p>'
    '<table><thead><tr><th scope="col">Server</th><th scope="col" class="scale">'
    '<span class="unseen">As a bar</span>{scale}</th>'
    '<th scope="col" class="n">use</th>{heads}</tr></thead><tbody>{rows}</tbody></table></figure>'
)
_HEAD = Markup('<th scope="col" class="n">below {0}</th>')
_USE = Markup('<tr><th scope="row">{0}</th><td class="bar">{1}</td><td class="n all" data-l="use">{2} %</td>{3}</tr>')
_ROOM = Markup('<td class="n{1}" data-l="below {2:g} %">{0}</td>')
_BAR = Markup(
    '<svg class="limit" height="20" aria-hidden="true"><rect class="whole" width="100%" y="4" height="12"/>'
    '<rect class="use{0}" width="{1:.4g}%" y="4" height="12"/>{2}</svg>'
)
_STROKE = Markup('<line class="stroke" x1="{0:.4g}%" x2="{0:.4g}%" y1="0" y2="20"/>')
_SCALE = Markup('<svg class="limit" height="18" aria-hidden="true">{0}</svg>')
_ALL = 100


def limits(ident: str, title: str, how: str, uses: dict[str, float], held: Sequence[tuple[str, float]]) -> Markup:
    """A bar of use for each server, against limits, the lower first; and the room that is left below each."""
    whole = max([_ALL, *uses.values()])
    strokes = Markup("").join(_STROKE.format(100 * limit / whole) for _, limit in held)
    rows = (
        _USE.format(name, _use(use, whole, held, strokes), f"{use:,}", _rooms(use, held)) for name, use in uses.items()
    )
    scale = Markup("").join(_WORD.format("place", 100 * limit / whole, 12, f"{limit:g} %") for _, limit in held)
    return _LIMITS.format(
        id=ident,
        title=title,
        how=how,
        scale=_SCALE.format(scale),
        heads=Markup("").join(_HEAD.format(f"{limit:g} %") for _, limit in held),
        rows=Markup("").join(rows),
    )


def _use(use: float, whole: float, held: Sequence[tuple[str, float]], strokes: Markup) -> Markup:
    over = sum(use > limit for _, limit in held)
    return _BAR.format(" over" * bool(over) + " most" * (over > 1), 100 * use / whole, strokes)


def _rooms(use: float, held: Sequence[tuple[str, float]]) -> Markup:
    """What is left below each limit, or by how much the use is over it."""
    rooms = [(limit - use, limit) for _, limit in held]
    return Markup("").join(
        _ROOM.format(f"{room:.1f} points", "", limit)
        if room >= 0
        else _ROOM.format(f"{-room:.1f} over", " over", limit)
        for room, limit in rooms
    )

"""Storage drawing of the HTML page: controllers, arrays and volumes as boxes within boxes.

The boxes are nested lists, so that a screen reader has the same content; everything drawn is also in words. A part with
a finding has the severity's letter and the rule, with a link to the finding. An assumed part has a dashed edge.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import floor, log10

from markupsafe import Markup
from msgspec import Struct

from advisor.pack import SEVERITIES
from advisor.report.model import Clash, DrawnArray, DrawnController, DrawnVolume, Resident, StorageLayout
from advisor.values.printing import begun, listed, number

_DRAWING = Markup(
    '<details class="drawing{long}" id="{id}"{open}><summary>{server}{marked}</summary>'
    "<div class=storage>{drawn}</div></details>"
)
_BOX = Markup('<li class="{kind}{marks}"><p>{icon}<b>{name}</b>{about}{clashes}</p>{inner}</li>')
_NONE = Markup("")
_LEADS = re.compile('class=clash href="([^"]*)"')
_DISKS_DRAWN = 12  # of an array: more are a number alone
_WITHOUT = "unknown controller"
_READ_SO = "Boxes stand for controllers, arrays and volumes."
_SIGNS = (  # markup that drawings may contain, and its explanation
    (" class=clash ", "A letter with a rule links to a finding about that part."),
    (' presumed"', "Dashed parts are assumed: no file contains them."),
    (
        " class=apart>",
        "To add unknown disks, send a mount table with lsblk, the listing of the RAID controller, or storage.toml "
        "(docs/formats.md).",
    ),
)
_UNKNOWN_DISKS = "On unknown disks"
_UNKNOWN_VOLUMES = "On unknown volumes"


def storage(layout: StorageLayout, server: str, ident: str = "storage", opened: bool = True) -> Markup:
    """Return the drawing of one server as a `details` element; "" if nothing is known."""
    drawn = Markup("").join(
        [
            _list("controllers", map(_controller, layout.controllers)),
            _apart(_UNKNOWN_DISKS, "volumes", map(_volume, layout.elsewhere)),
            _apart(_UNKNOWN_VOLUMES, "residents", map(_resident, layout.unplaced)),
        ]
    )
    if not drawn:
        return _NONE
    count = len(set(_LEADS.findall(drawn)))
    marked = Markup(" <small>{0}</small>").format(number(count, "finding")) if count else _NONE
    shut = Markup(" open" if opened else "")  # noqa: S704 ours
    return _DRAWING.format(
        id=ident, open=shut, long="" if opened else " long", server=server, marked=marked, drawn=drawn
    )


def how(drawings: Iterable[Markup]) -> str:
    """Return how to read the drawings: a sentence for each kind of sign in them."""
    drawn = list(drawings)
    return " ".join([_READ_SO, *(words for sign, words in _SIGNS if any(sign in one for one in drawn))])


def _apart(words: str, kind: str, items: Iterable[Markup]) -> Markup:
    """Return the parts without a known place, with a heading."""
    if not (drawn := _list(kind, items)):
        return _NONE
    return Markup("<div class=apart><p>{0}</p>{1}</div>").format(words, drawn)


def _list(kind: str, items: Iterable[Markup]) -> Markup:
    every = Markup("").join(items)
    return Markup("<ul class={0}>{1}</ul>").format(kind, every) if every else _NONE


def _controller(one: DrawnController) -> Markup:
    name = one.name or _WITHOUT
    inner = _list("arrays", map(_array, one.arrays))
    kind = "controller" + " several" * (len(one.arrays) > 1) + " card" * bool(one.name)
    return _box(kind, begun(name), _about([one.about] if one.about else []), one.clashes, inner)


def _array(one: DrawnArray) -> Markup:
    several = [f"{number(len(one.names), 'array')}, each"] if len(one.names) > 1 and one.about else []
    health = [f"health: {one.health}"] if one.health else []
    inner = _list("volumes", map(_volume, one.volumes)) + _list("residents", map(_resident, one.residents))
    inner = inner or Markup("<p class=nothing>Nothing of Domino is known to be stored here.</p>")
    lines = [" ".join([*several, *one.about[:1]]), *one.about[1:], *health] if one.about else health
    return _box("array", listed(one.names, 6), _about(lines), one.clashes, inner, icon=_disks(one))


def _volume(one: DrawnVolume) -> Markup:
    room = f"{one.free} of {one.size} free" if one.free and one.size else one.size or (one.free and f"{one.free} free")
    inner = _fullness(one) + _why(one.presumed) + _list("residents", map(_resident, one.residents))
    return _box("volume", one.mount, _about([room] if room else []), one.clashes, inner, bool(one.presumed))


def _resident(one: Resident) -> Markup:
    what = one.what.removeprefix("the ")
    words = (what if "." in what else begun(what)) + (f" of {one.owner}" if one.owner else "")
    path = Markup(" <span class=path>{0}</span>").format(one.path) if one.path else _NONE
    marks = _marks(one.clashes, bool(one.presumed))
    begun_with = Markup('<li class="{0}">').format(marks.strip()) if marks else Markup("<li>")
    return begun_with + Markup("{0}{1} {2}{3}</li>").format(words, path, _clashes(one.clashes), _why(one.presumed))


def _box(
    kind: str,
    name: str,
    about: Markup,
    clashes: tuple[Clash, ...],
    inner: Markup,
    presumed: bool = False,
    icon: Markup = _NONE,
) -> Markup:
    marks = _marks(clashes, presumed)
    return _BOX.format(
        kind=kind, marks=marks, icon=icon, name=name, about=about, clashes=_clashes(clashes), inner=inner
    )


def _marks(clashes: tuple[Clash, ...], presumed: bool) -> str:
    worst = min((one.severity for one in clashes), key=SEVERITIES.index, default="")
    return (f" edge-{worst}" if worst else "") + (" presumed" if presumed else "")


def _about(words: list[str]) -> Markup:
    return Markup(" <span class=about>{0}</span> ").format(", ".join(words)) if words else _NONE


def _why(presumed: str) -> Markup:
    return Markup("<small class=why>Assumed: {0}.</small>").format(presumed) if presumed else _NONE


def _clashes(clashes: tuple[Clash, ...]) -> Markup:
    """Return the links to the findings about a part, each with the letter of its severity."""
    link = Markup('<a class=clash href="#{0}" title="{1}: {2}"><b class="sev {1}">{3}</b>{4}</a>')
    return Markup("").join(
        link.format(one.fingerprint, one.severity, one.name, one.severity[:1].upper(), one.rule) for one in clashes
    )


def _disks(one: DrawnArray) -> Markup:
    """Return an icon for each disk; "" if the number is unknown or too large (the style then draws one)."""
    count_of_disks = next((part.partition(" ")[0] for part in one.about if part.endswith(" disks")), "")
    count = int(count_of_disks) if count_of_disks.isdecimal() and len(count_of_disks) < 3 else 1
    if not 1 < count <= _DISKS_DRAWN:
        return _NONE
    drawn = "".join(f"M{x} 3v10c0 3 8 3 8 0V3M{x} 3c0 3 8 3 8 0c0-3-8-3-8 0" for x in range(1, 1 + 11 * count, 11))
    return Markup('<svg class=icon viewBox="0 0 {0} 17" aria-hidden=true><path d="{1}"/></svg>').format(
        11 * count, drawn
    )


def _fullness(one: DrawnVolume) -> Markup:
    """Return a bar that shows how full a volume is; "" if that is unknown."""
    try:
        used = 100 - float(one.percent)
    except ValueError:
        return _NONE
    return Markup(
        '<svg class=bar viewBox="0 0 100 8" preserveAspectRatio=none aria-hidden=true><path d="M0 0h{0}v8H0z"/></svg>'
    ).format(f"{used:.4g}")


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


class CurveChart(Struct, frozen=True):
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
    """Return a figure with the measured points and the requested value."""
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
    """Return a horizontal line with its figure."""
    down = _down(part * top, top)
    line = _LINE.format("level", _LEFT, down, _LEFT + _WIDE, down)
    return [line, _WORD.format("tick", _LEFT - 2, down + 4, f"{part * top:,.4g}")]


def _asked(chart: CurveChart, right: float, top: float) -> list[Markup]:
    """Return the requested point and its result."""
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
    """Return the end of an axis: a round number that is not below the largest value."""
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
    """Return a bar of use for each server against ascending limits, with the room below each limit."""
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
    """Return the room below each limit, or the excess above it."""
    rooms = [(limit - use, limit) for _, limit in held]
    return Markup("").join(
        _ROOM.format(f"{room:.1f} points", "", limit)
        if room >= 0
        else _ROOM.format(f"{-room:.1f} over", " over", limit)
        for room, limit in rooms
    )

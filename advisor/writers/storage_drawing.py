"""Storage drawing of the HTML page: controllers, arrays and volumes as boxes within boxes.

The boxes are nested lists, so that a screen reader has the same content; everything drawn is also in words. A part with
a finding has the severity's letter and the rule, with a link to the finding. An assumed part has a dashed edge.
"""

import re
from collections.abc import Iterable

from markupsafe import Markup

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
    told = [" ".join([*several, *one.about[:1]]), *one.about[1:], *health] if one.about else health
    return _box("array", listed(one.names, 6), _about(told), one.clashes, inner, icon=_disks(one))


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
    told = next((part.partition(" ")[0] for part in one.about if part.endswith(" disks")), "")
    count = int(told) if told.isdecimal() and len(told) < 3 else 1
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

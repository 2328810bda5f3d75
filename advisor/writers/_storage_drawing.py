"""Storage drawing: a server's layout → boxes within boxes, as text that is safe in HTML: controllers, arrays, volumes.

Lists within lists, so that a screen reader has the same; the pictures say nothing that no word says. What a finding
speaks of bears its severity's letter and its rule, and leads to it; what is presumed says so, and its edge is dashed.
The styles are `_storage_drawing.css`, the colours the page's own.
"""

from collections.abc import Iterable

from markupsafe import Markup

from advisor.pack import SEVERITIES
from advisor.report.clashes import Clash
from advisor.report.layout import DrawnArray, DrawnController, DrawnVolume, Resident, StorageLayout
from advisor.values.printing import begun, listed, number
from advisor.writers._charts import sign

_FIGURE = Markup(
    '<figure class="storage" id="{id}" aria-labelledby="{id}-title"><figcaption id="{id}-title">{title}</figcaption>'
    "{how}{drawn}</figure>"
)
_BOX = Markup(
    '<li class="{kind}{marks}"><div class="head">{icon}<span class="name"><b>{name}</b></span>{about}{clashes}</div>'
    "{inner}</li>"
)
_NONE = Markup("")
_DISKS_DRAWN = 12  # of an array: more are a number alone
_WITHOUT = "no controller known"
_HOW = "Boxes stand for controllers, arrays and volumes."
_MARKED = "A letter with a rule: a finding speaks of that place."
_DASHED = "Dashed: presumed, no file tells it."
_NOBODY_KNOWS = "Which disks these volumes lie on, no file tells"
_TO_GIVE = "a mount table and what lsblk or the RAID controller's tool prints, or storage.toml, would (docs/storage.md)"
_NO_VOLUME = "No file tells of a volume that these lie on"


def storage(layout: StorageLayout, server: str, ident: str = "storage") -> Markup:
    """The drawing of one server; "" where nothing is known that could be drawn."""
    if not (layout.controllers or layout.elsewhere or layout.unplaced):
        return _NONE
    drawn = Markup("").join(
        [
            _list("controllers", map(_controller, layout.controllers)),
            _apart(_NOBODY_KNOWS, "volumes", map(_volume, layout.elsewhere)),
            _apart(_NO_VOLUME, "residents", map(_resident, layout.unplaced)),
        ]
    )
    return _FIGURE.format(id=ident, title=f"Where things lie on the disks of {server}", how=_how(drawn), drawn=drawn)


def _how(drawn: Markup) -> Markup:
    """How to read the drawing, of what stands in it; no text of a file has a quote of its own in it."""
    signs = ((_MARKED, 'class="clash"'), (_DASHED, ' presumed"'))
    return Markup('<p class="how">{0}</p>').format(" ".join([_HOW, *(words for words, sign in signs if sign in drawn)]))


def _apart(words: str, kind: str, items: Iterable[Markup]) -> Markup:
    """What has no place in the drawing, below the reason."""
    if not (drawn := _list(kind, items)):
        return _NONE
    return Markup('<div class="apart"><p>{0}; {1}.</p>{2}</div>').format(words, _TO_GIVE, drawn)


def _list(kind: str, items: Iterable[Markup]) -> Markup:
    every = Markup("").join(items)
    return Markup('<ul class="{0}">{1}</ul>').format(kind, every) if every else _NONE


def _controller(one: DrawnController) -> Markup:
    name, icon = (one.name, _CARD) if one.name else (_WITHOUT, _NONE)
    inner = _list("arrays", map(_array, one.arrays))
    kind = "controller several" if len(one.arrays) > 1 else "controller"
    return _box(kind, begun(name), _about([one.about] if one.about else []), one.clashes, inner, icon=icon)


def _array(one: DrawnArray) -> Markup:
    several = [f"{number(len(one.names), 'array')}, each"] if len(one.names) > 1 and one.about else []
    health = [f"health: {one.health}"] if one.health else []
    inner = _list("volumes", map(_volume, one.volumes)) + _list("residents", map(_resident, one.residents))
    inner = inner or Markup('<p class="nothing">Nothing is known to lie here.</p>')
    told = [" ".join([*several, *one.about[:1]]), *one.about[1:], *health] if one.about else health
    return _box("array", listed(one.names, 6), _about(told), one.clashes, inner, icon=_disks(one))


def _volume(one: DrawnVolume) -> Markup:
    room = f"{one.free} of {one.size} free" if one.free and one.size else one.size or (one.free and f"{one.free} free")
    inner = _fullness(one) + _why(one.presumed) + _list("residents", map(_resident, one.residents))
    return _box("volume", one.mount, _about([room] if room else []), one.clashes, inner, bool(one.presumed))


def _resident(one: Resident) -> Markup:
    what = one.what.removeprefix("the ")
    words = (what if "." in what else begun(what)) + (f" of {one.owner}" if one.owner else "")
    path = Markup(' <span class="path">{0}</span>').format(one.path) if one.path else _NONE
    marks = _marks(one.clashes, bool(one.presumed)) + (" others" if one.owner else "")
    return Markup('<li class="resident{0}">{1}{2}{3}{4}</li>').format(
        marks, words, path, _clashes(one.clashes), _why(one.presumed)
    )


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
    return Markup('<span class="about">{0}</span>').format(", ".join(words)) if words else _NONE


def _why(presumed: str) -> Markup:
    return Markup('<small class="why-presumed">Presumed: {0}.</small>').format(presumed) if presumed else _NONE


def _clashes(clashes: tuple[Clash, ...]) -> Markup:
    """The findings that speak of a place, each with its letter, and where it leads the severity in words."""
    return Markup("").join(
        Markup('<a class="clash" href="#{0}" title="{1}">{2}<span class="unseen">{3}: </span>{4}</a>').format(
            one.fingerprint, one.name, sign(one.severity), one.severity, one.rule
        )
        for one in clashes
    )


_CARD = Markup(
    '<svg class="icon" viewBox="0 0 24 16" aria-hidden="true"><rect x="1" y="1" width="22" height="10" rx="1"/>'
    '<path d="M4 11v4M8 11v4M12 11v4"/><rect x="5" y="4" width="5" height="4"/></svg>'
)


def _disks(one: DrawnArray) -> Markup:
    """As many disks as the array has, or one where nobody counted them or there are too many to draw."""
    told = next((part.partition(" ")[0] for part in one.about if part.endswith((" disk", " disks"))), "")
    count = int(told) if told.isdecimal() and len(told) < 3 else 1
    count = count if 0 < count <= _DISKS_DRAWN else 1
    drawn = "".join(
        f'<path d="M{x} 3v10c0 3 8 3 8 0V3M{x} 3c0 3 8 3 8 0c0-3-8-3-8 0"/>' for x in range(1, 1 + 11 * count, 11)
    )
    return Markup('<svg class="icon" viewBox="0 0 {0} 17" aria-hidden="true">{1}</svg>').format(
        11 * count,
        Markup(drawn),  # noqa: S704 — numbers alone
    )


def _fullness(one: DrawnVolume) -> Markup:
    """How full a volume is, as a bar; the words stand above it."""
    try:
        used = 100 - float(one.percent)
    except ValueError:
        return _NONE
    return Markup(
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="room" width="100" height="8"/><rect class="used" width="{0}" height="8"/></svg>'
    ).format(f"{used:.4g}")

"""What a fix needs, what was measured, and which sources disagree."""

import re
from collections.abc import Iterator

from advisor.report.finding import Finding, Location, Remedy
from advisor.report.first_steps import first_sentence
from advisor.report.texts import Dispute, Reference
from advisor.terminal import clip, columns
from advisor.values.printing import begun

_RESTARTS = {
    "task": "needs a restart of the task",
    "server": "needs a restart of the server",
    "down": "needs the server down",
    "system": "needs a reboot of the machine",
    "rebuild": "needs a rebuild of the array and restore from backup",
}
_MOST_OBJECTIONS = 2


def price(fix: Remedy) -> str:
    """Return ` [unsafe; needs a restart of the server]`, or ""."""
    safety = [fix.safety] if fix.safety == "unsafe" else []
    restart = [_RESTARTS[fix.restart]] if fix.restart in _RESTARTS else []
    return f" [{'; '.join(safety + restart)}]" if safety or restart else ""


def grounds(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield labels and sentences: one measured figure with its source, and who disagrees."""
    if measured := _measured(finding):
        yield "Figure", f"{measured.figure} ({_witness(measured)})"
    if finding.dispute:
        yield "Disputed", disputed(finding, finding.dispute)
        return
    for against in _objections(finding)[:_MOST_OBJECTIONS]:
        yield "Against", f"{_said(against)} ({_witness(against)})"


def _measured(finding: Finding) -> Reference | None:
    """Return the source with the figure to show, or None.

    If sources disagree, this is a followed source; otherwise one for the server's release.
    """
    given = [one for one in finding.references if one.figure and one.says != "against"]
    if dispute := finding.dispute:
        followed, strangers = dispute.followed.sources, dispute.strangers
        given.sort(key=lambda one: (one.id not in followed, one.id in strangers))
    return next(iter(given), None)


def disputed(finding: Finding, dispute: Dispute) -> str:
    """Return who disagrees and for which releases, whom the rule follows and why. At most two opponents are named."""
    followed = [one for one in finding.references if one.side and one.id in dispute.followed.sources]
    objections = "; ".join(_side(one, dispute) for one in _others(finding, dispute)[:_MOST_OBJECTIONS])
    called = " and ".join(dict.fromkeys(_called(one) for one in followed))
    return f"{begun(objections)}. Followed here: {called}, {dispute.followed.because}."


def _others(finding: Finding, dispute: Dispute) -> list[Reference]:
    """Return the opposing sources, those for this server's release first."""
    others = [one for one in finding.references if one.side and one.id not in dispute.followed.sources]
    return sorted(others, key=lambda one: one.id in dispute.strangers)


def _side(one: Reference, dispute: Dispute) -> str:
    """Return `16 KB (Iris, a cluster in the field, 1999, of R4.6.2a only)`; "only": not of this server's release."""
    return f"{one.side} ({_called(one)}, of {one.of}{' only' * (one.id in dispute.strangers)})"


def _called(one: Reference) -> str:
    return ", ".join(part for part in (one.short, one.date[:4]) if part)


def _objections(finding: Finding) -> list[Reference]:
    return [one for one in finding.references if one.says == "against"]


def _said(against: Reference) -> str:
    return begun(first_sentence(against.note or "").rstrip("."))


def _witness(source: Reference) -> str:
    """Return `LDD, Domino 6 logging: Drive selection`."""
    return f"{source.short}: {source.where}" if source.where else source.short


MOST_PLACES = 3
_MAX_SHOWN = 120  # characters of a file's line
_MIN_SHOWN = 5
_ELLIPSIS = "…"
_BLANKS = re.compile(" +")


def spot(location: Location) -> str:
    """Return `notes.ini:26:24`, or the path if the location is a whole file."""
    return location.path if location.line is None else f"{location.path}:{location.line}:{location.column}"


def purpose(location: Location) -> str:
    """Return what a further location shows and why: `, Directory, for where the databases are stored`."""
    word = f", {location.word}" if location.word else ""
    return word + (f", for {location.bears_on}" if location.bears_on else "")


def around(location: Location, room: int) -> tuple[str, int, int]:
    """Return the line of the file, cut around the value to `room` columns; the columns before and under the value."""
    room = max(min(room, _MAX_SHOWN), _MIN_SHOWN)
    text, caret = location.excerpt, min(location.caret, len(location.excerpt))
    if columns(text) > room:
        blanks = min(len(text) - len(text.lstrip(" ")), caret)
        text, caret = text[blanks:], caret - blanks
    value = text[caret : caret + max(location.length, 1)]
    before, behind = text[:caret], text[caret + len(value) :]
    room -= not value  # at the end of a line something is underlined too
    if columns(text) > room:
        value = value if columns(value) <= room - bool(before) - bool(behind) else clip(value, room * 3 // 4)
        left = room - columns(value)
        kept = min(columns(before), max(left // 2, left - columns(behind)))
        before = before if columns(before) <= kept else _ELLIPSIS * (kept > 0) + _ending(before, kept - 1)
        behind = clip(behind, left - columns(before))
    return before + value + behind, columns(before), max(columns(value), 1)


def _ending(text: str, room: int) -> str:
    """Return as much of the end of a text as has `room` columns."""
    if text.isascii():
        return text[max(len(text) - room, 0) :]
    while text and columns(text) > room:
        text = text[1:]
    return text


def on_one_line(location: Location, room: int) -> str:
    """Return the line of the file, or what surrounds the value, with one blank for several."""
    before, value, behind = (
        _BLANKS.sub(" ", part)
        for part in (
            location.excerpt[: location.caret].lstrip(),
            location.excerpt[location.caret : location.caret + location.length],
            location.excerpt[location.caret + location.length :],
        )
    )
    return around(location._replace(excerpt=before + value + behind, caret=len(before), length=len(value)), room)[0]

"""Findings: each as the text report tells it: what is wrong, what to do and type, why and on whose word, and where."""

from collections.abc import Iterator

from advisor.report.report import Finding, Location, Reference, Remedy
from advisor.writers._lines import Line, first_sentence, wrapped

_MOST_PLACES = 3
_MOST_OBJECTIONS = 2
_LONGEST_SHOWN = 120  # characters of a file's line around the caret
_SHORTEST_SHOWN = 40
_CONSOLE = "console"
_RESTARTS = {
    "task": "restart of the task",
    "server": "restart of the server",
    "system": "reboot of the machine",
    "rebuild": "rebuild of the array and restore from backup",
}
_NEEDS_A_WAY_BACK = {"system", "rebuild"}


def findings(found: list[Finding], width: int) -> Iterator[Line]:
    """Each finding; what the next ones of a rule would say alike of why and what to do, only the first says."""
    before = None
    for finding in found:
        yield from _head(finding, width)
        if not (before and before.rule == finding.rule and before.fix == finding.fix):
            yield from _remedy(finding.fix, width) if finding.fix else ()
        if not (before and before.rule == finding.rule and before.why == finding.why):
            yield from _reasons(finding, width)
        yield from _places(finding, width)
        yield []
        before = finding


def _head(finding: Finding, width: int) -> Iterator[Line]:
    page = f", {finding.page}" if finding.page else ""
    yield [
        (f"  {finding.severity:<8}", finding.severity),
        ("  " + finding.name, "strong"),
        (f"  {finding.rule}, {finding.confidence}{page}", "faint"),
    ]
    yield from wrapped("", finding.message, width)


def _remedy(fix: Remedy, width: int) -> Iterator[Line]:
    """What to do, what to type (never folded, so that it can be copied), and the way back where it may be needed."""
    yield from wrapped("Do: ", f"{fix.summary}{_price(fix)}", width)
    for target, command in fix.commands:
        where = "" if target == _CONSOLE else f" ({target})"
        yield [(f"      Type{where}: ", "strong"), (command, "")]
    if fix.rollback and (fix.safety == "unsafe" or fix.restart in _NEEDS_A_WAY_BACK):
        yield from wrapped("Way back: ", fix.rollback, width)


def _price(fix: Remedy) -> str:
    """` [unsafe; needs a restart of the server]`."""
    safety = [fix.safety] if fix.safety == "unsafe" else []
    restart = [f"needs a {_RESTARTS[fix.restart]}"] if fix.restart in _RESTARTS else []
    return f" [{'; '.join(safety + restart)}]" if safety or restart else ""


def _reasons(finding: Finding, width: int) -> Iterator[Line]:
    """Why; what was measured; and who disagrees."""
    yield from wrapped("Why: ", first_sentence(finding.why), width)
    if measured := next((one for one in finding.references if one.figure and one.says != "against"), None):
        yield from wrapped("Figure: ", f"{measured.figure} ({_witness(measured)})", width)
    for against in [one for one in finding.references if one.says == "against"][:_MOST_OBJECTIONS]:
        said = first_sentence(against.note).rstrip(".")
        yield from wrapped("Against: ", f"{said[:1].upper()}{said[1:]} ({_witness(against)})", width)


def _witness(source: Reference) -> str:
    """`LDD, Domino 6 logging: Drive selection`."""
    return f"{source.short}: {source.where}" if source.where else source.short


def _places(finding: Finding, width: int) -> Iterator[Line]:
    """Where to look: the primary place with a caret, two more, and how many there are besides."""
    for location in finding.locations[:1]:
        yield from primary(location, width)
    for location in finding.locations[1:_MOST_PLACES]:
        yield [(f"      and {_spot(location)}{f', {location.word}' if location.word else ''}", "faint")]
        yield [(_gutter(location), "faint"), (_around_caret(location, width)[0], "")]
    others = len(finding.locations[_MOST_PLACES:]) + finding.more_places
    if others:
        yield [(f"      and {others} more place{'s' * (others > 1)}", "faint")]


def primary(location: Location, width: int) -> Iterator[Line]:
    """The file's line with a caret."""
    if location.line is None:
        yield [(f"      {location.path}" + " does not set it" * location.lacks, "faint")]
        return
    yield [("      " + _spot(location), "faint")]
    excerpt, caret = _around_caret(location, width)
    gutter = _gutter(location)
    yield [(gutter, "faint"), (excerpt, "")]
    yield [(" " * (len(gutter) - 2) + "| ", "faint"), (" " * caret + "^", "caret")]


def _around_caret(location: Location, width: int) -> tuple[str, int]:
    """The line, or of a very long one what surrounds the caret; and where the caret stands in that."""
    room = _room(width)
    begin = 0 if len(location.excerpt) <= room else max(0, location.caret - room // 2)
    excerpt = location.excerpt[begin : begin + room]
    return excerpt, max(0, min(location.caret - begin, len(excerpt)))


def _room(width: int) -> int:
    """How many characters of a file's line are shown."""
    return min(_LONGEST_SHOWN, max(width - len(_gutter(Location("", 1))), _SHORTEST_SHOWN))


def _spot(location: Location) -> str:
    return location.path if location.line is None else f"{location.path}:{location.line}:{location.column}"


def _gutter(location: Location) -> str:
    return f"      {location.line:>5} | "

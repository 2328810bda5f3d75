"""Findings: each as the text report tells it: what is wrong, what to do and type, why and on whose word, and where."""

from collections.abc import Iterator

from advisor.report.report import Finding, Remedy
from advisor.report.texts import Reference
from advisor.writers._cells import cells
from advisor.writers._lines import Line, first_sentence, flowed, wrapped
from advisor.writers._places import places

_MOST_OBJECTIONS = 2
_MARGIN = 6
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
        yield from places(finding, width)
        yield []
        before = finding


def _head(finding: Finding, width: int) -> Iterator[Line]:
    severity = (f"  {finding.severity:<8}", finding.severity)
    yield from flowed(
        [severity, ("  " + finding.name, "strong"), (f"  {finding.rule}, {finding.confidence}", "faint")], width, 6
    )
    yield from wrapped("", finding.message, width)


def _remedy(fix: Remedy, width: int) -> Iterator[Line]:
    """What to do, what to type (never folded, so that it can be copied), and the way back where it may be needed."""
    yield from wrapped("Do: ", f"{fix.summary}{_price(fix)}", width)
    for target, command in fix.commands:
        yield from _typed("Type: " if target == _CONSOLE else f"Type ({target}): ", command, width)
    if fix.rollback and (fix.safety == "unsafe" or fix.restart in _NEEDS_A_WAY_BACK):
        yield from wrapped("Way back: ", fix.rollback, width)


def _typed(label: str, command: str, width: int) -> Iterator[Line]:
    """A line to copy is never broken: without room behind its label it has a line of its own, however wide."""
    if _MARGIN + len(label) + cells(command) <= width:
        yield [(" " * _MARGIN + label, "strong"), (command, "")]
        return
    yield [(" " * _MARGIN + label.rstrip(), "strong")]
    yield [(" " * max(min(_MARGIN + 4, width - cells(command)), 0) + command, "")]


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

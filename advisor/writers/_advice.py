"""Advice: what to do about a finding and what to type, why, what was measured, and who disagrees."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.report.disputes import Dispute
from advisor.report.finding import CommandLine, Finding, Remedy
from advisor.report.texts import Reference
from advisor.values.printing import begun
from advisor.writers._cells import cells
from advisor.writers._lines import Line, first_sentence, wrapped

_CONSOLE = "console"
_RESTARTS = {
    "task": "needs a restart of the task",
    "server": "needs a restart of the server",
    "down": "needs the server down",
    "system": "needs a reboot of the machine",
    "rebuild": "needs a rebuild of the array and restore from backup",
}
_IN_BRIEF = {
    "task": "task restart",
    "server": "server restart",
    "down": "server down",
    "system": "machine reboot",
    "rebuild": "array rebuild, restore from backup",
}
_MOST_OBJECTIONS = 2
_NEEDS_A_WAY_BACK = {"system", "rebuild"}


class Page(NamedTuple):
    """Where advice stands: the columns of the page, those before a label, and those before further lines.

    indent: -1 for under the text. brief: a way back out of a rebuild is left to `explain`.
    """

    width: int
    margin: int
    indent: int = -1
    brief: bool = False

    def told(self, label: str, text: str) -> Iterator[Line]:
        """Text behind its label."""
        return wrapped(label, text, self.width, self.margin, self.indent)


def remedy(fix: Remedy, page: Page, on: str = "") -> Iterator[Line]:
    """What to do and type, and the way back where it may be needed. on: the servers, where others have another."""
    yield from page.told(f"Do{on}: ", f"{fix.summary}{price(fix, page.brief)}")
    for command in fix.commands:
        yield from typed(command, page.width, page.margin)
    needed = fix.safety == "unsafe" or (fix.restart in _NEEDS_A_WAY_BACK and not page.brief)
    if fix.rollback and needed:
        yield from page.told("Way back: ", fix.rollback)


def typed(line: CommandLine, width: int, margin: int, as_what: str = "Type") -> Iterator[Line]:
    """A line to copy is never broken: without room behind its label it has a line of its own, however wide."""
    label = f"{as_what}: " if line.target == _CONSOLE else f"{as_what} ({line.target}): "
    if margin + len(label) + cells(line.command) <= width:
        yield [(" " * margin + label, "strong"), (line.command, "")]
        return
    yield [(" " * margin + label.rstrip(), "strong")]
    yield [(" " * max(min(margin + 4, width - cells(line.command)), 0) + line.command, "")]


def price(fix: Remedy, brief: bool = False) -> str:
    """` [unsafe; needs a restart of the server]`, in brief ` [unsafe; server restart]`."""
    safety = [fix.safety] if fix.safety == "unsafe" else []
    words = _IN_BRIEF if brief else _RESTARTS
    restart = [words[fix.restart]] if fix.restart in words else []
    return f" [{'; '.join(safety + restart)}]" if safety or restart else ""


def reasons(finding: Finding, page: Page) -> Iterator[Line]:
    """Why, in one sentence; one figure with its witness, where a source has one; and who disagrees."""
    yield from page.told("Why: ", first_sentence(finding.why))
    yield from grounds(finding, page)


def grounds(finding: Finding, page: Page) -> Iterator[Line]:
    """One figure with its witness, where a source has one; and who disagrees."""
    if measured := _measured(finding):
        yield from page.told("Figure: ", f"{measured.figure} ({_witness(measured)})")
    if finding.dispute:
        yield from page.told("Disputed: ", disputed(finding, finding.dispute))
        return
    for against in _objections(finding)[:_MOST_OBJECTIONS]:
        yield from page.told("Against: ", f"{_said(against)} ({_witness(against)})")


def _measured(finding: Finding) -> Reference | None:
    """The figure to show: where sources disagree that of one which is followed, or else of the server's release."""
    given = [one for one in finding.references if one.figure and one.says != "against"]
    if dispute := finding.dispute:
        followed, strangers = dispute.followed.sources, dispute.strangers
        given.sort(key=lambda one: (one.id not in followed, one.id in strangers))
    return next(iter(given), None)


def in_brief(finding: Finding) -> Line:
    """Why, and the first who disagrees, as part of a paragraph; the place in the source is left to `explain`."""
    runs: Line = [(" Why: ", "strong"), (first_sentence(finding.why), "")]
    if finding.dispute:
        other = _others(finding, finding.dispute)[0]
        return [*runs, (" Disputed: ", "strong"), (begun(_side(other, finding.dispute)), "")]
    for against in _objections(finding)[:1]:
        runs += [(" Against: ", "strong"), (f"{_said(against)} ({against.short})", "")]
    return runs


def disputed(finding: Finding, dispute: Dispute) -> str:
    """Who says otherwise, of which releases, and whom the rule follows here and why; two others at most."""
    here = [one for one in finding.references if one.side and one.id in dispute.followed.sources]
    told = "; ".join(_side(one, dispute) for one in _others(finding, dispute)[:_MOST_OBJECTIONS])
    called = " and ".join(dict.fromkeys(_called(one) for one in here))
    return f"{begun(told)}. Followed here: {called}, {dispute.followed.because}."


def _others(finding: Finding, dispute: Dispute) -> list[Reference]:
    """Those who say otherwise, those first who speak of this server's release."""
    others = [one for one in finding.references if one.side and one.id not in dispute.followed.sources]
    return sorted(others, key=lambda one: one.id in dispute.strangers)


def _side(one: Reference, dispute: Dispute) -> str:
    """`16 KB (Iris, a cluster in the field, 1999, of R4.6.2a only)`; only: and not of this server's release."""
    return f"{one.side} ({_called(one)}, of {one.of}{' only' * (one.id in dispute.strangers)})"


def _called(one: Reference) -> str:
    return ", ".join(part for part in (one.short, one.date[:4]) if part)


def _objections(finding: Finding) -> list[Reference]:
    return [one for one in finding.references if one.says == "against"]


def _said(against: Reference) -> str:
    return begun(first_sentence(against.note or "").rstrip("."))


def _witness(source: Reference) -> str:
    """`LDD, Domino 6 logging: Drive selection`."""
    return f"{source.short}: {source.where}" if source.where else source.short

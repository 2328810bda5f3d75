"""Findings: each as the text report tells it, server by server: what is wrong, what to do, why, and where."""

from collections.abc import Iterator

from advisor.report.finding import Finding
from advisor.writers._advice import Page, reasons, remedy
from advisor.writers._lines import Line, flowed, wrapped
from advisor.writers._places import places

_MARGIN = 6


def findings(found: list[Finding], width: int) -> Iterator[Line]:
    """Each finding; what the next ones of a rule would say alike of why and what to do, only the first says."""
    before, page = None, Page(width, _MARGIN)
    for finding in found:
        yield from _head(finding, width)
        if finding.fix and not (before and before.rule == finding.rule and before.fix == finding.fix):
            yield from remedy(finding.fix, page)
        if not (before and before.rule == finding.rule and before.why == finding.why):
            yield from reasons(finding, page)
        yield from places(finding, width)
        yield []
        before = finding


def _head(finding: Finding, width: int) -> Iterator[Line]:
    severity, name = (f"  {finding.severity:<8}", finding.severity), ("  " + finding.name, "strong")
    yield from flowed([severity, name, (f"  {finding.rule}, {finding.confidence}", "faint")], width, _MARGIN)
    yield from wrapped("", finding.message, width, _MARGIN)

"""Ticket: findings as they are issued, each with what the site decided of it, and how urgent it is."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.report.finding import Finding, Waived
from advisor.report.report import Report

OPEN, KNOWN, ACCEPTED = "open", "known", "accepted"
STATUSES = (OPEN, KNOWN, ACCEPTED)

# By severity, where somebody measured or documented it, and where it is practice alone.
PRIORITIES = {"critical": (1, 2), "high": (2, 3), "medium": (3, 4), "low": (4, 5), "info": (5, 5)}
DUE_DAYS = {1: 1, 2: 7, 3: 30, 4: 90, 5: None}  # from the day on which the ticket was opened
PRIORITY_NAMES = {1: "Highest", 2: "High", 3: "Medium", 4: "Low", 5: "Lowest"}  # Jira's
_IMPACT_URGENCY = {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 3), 5: (3, 3)}  # ServiceNow's own table of priorities


class Issued(NamedTuple):
    """A finding, and the waiver that accepts it."""

    finding: Finding
    waived: Waived | None = None

    @property
    def status(self) -> str:
        """What the site decided of it."""
        return ACCEPTED if self.waived else KNOWN if self.finding.known else OPEN

    @property
    def priority(self) -> int:
        """From 1, the most urgent, to 5."""
        return PRIORITIES[self.finding.severity][self.finding.confidence == "field"]


def issued(report: Report) -> Iterator[Issued]:
    """All findings in the report's order, those that waivers accept behind the others."""
    yield from map(Issued, report.findings)
    yield from (Issued(one.finding, one) for one in report.waived)


def impact_and_urgency(priority: int) -> tuple[int, int]:
    """ServiceNow's two figures, of which it makes that priority."""
    return _IMPACT_URGENCY[priority]

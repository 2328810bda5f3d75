"""Tally: what the parts of a run add up to, which is known of thousands of servers without holding their parts."""

from collections import Counter

from advisor.configuration.site import Waiver
from advisor.pack import SEVERITIES
from advisor.report.grades import Counts
from advisor.report.parts import Part
from advisor.report.report import Totals, Trouble


class Tally:
    """Told of each part. used: waivers that accept something; found: ids of rules to which something points.

    new: the severities of findings that are not known from the baseline. left_open: whether on some server a rule could
    not be judged although a file of the kind it needs was given.
    """

    def __init__(self) -> None:
        self.servers = self.known = self.waived = self.unknown = 0
        self.counts: Counter[str] = Counter()
        self.new: set[str] = set()
        self.used: set[Waiver] = set()
        self.found: set[str] = set()
        self.errors: dict[Trouble, None] = {}
        self.left_open = False

    def add(self, part: Part) -> None:
        """Adds a server's or a cluster's part."""
        self.servers += part.server is not None
        self.known += sum(finding.known for finding in part.findings)
        self.waived += len(part.waived)
        self.unknown += len(part.unknown)
        self.counts.update(finding.severity for finding in part.findings)
        self.new |= {finding.severity for finding in part.findings if not finding.known}
        self.used |= part.used
        self.found |= {finding.rule for finding in part.findings} | {waived.finding.rule for waived in part.waived}
        self.errors |= dict.fromkeys(part.errors)
        self.left_open = self.left_open or (part.server is not None and part.server.left_open)

    def totals(self) -> Totals:
        """The numbers of the run."""
        counts = Counts(*(self.counts[severity] for severity in SEVERITIES))
        return Totals(self.servers, counts, self.known, self.waived, self.unknown)

"""Add up the parts of a run, so that the parts of thousands of servers need not be held."""

from collections import Counter
from typing import Any

from msgspec import Struct

from advisor.configuration.site import Waiver
from advisor.judging.lookup import Missing
from advisor.pack import SEVERITIES
from advisor.report.accounts import BaselineAccount, Totals
from advisor.report.grades import Counts
from advisor.report.model import ClusterReport, Hint, ReportPart, Trouble, found_by, remedies_of
from advisor.report.server_report import RunContext


class RunTotals:
    """The sums of the parts that were added."""

    def __init__(self, context: RunContext) -> None:
        self.servers = self.known = self.waived = self.unknown = 0
        self.counts: Counter[str] = Counter()  # findings by severity
        self.new: set[str] = set()  # the severities of findings that the baseline does not have
        self.used: set[Waiver] = set()  # waivers that accept a finding
        self.found: set[str] = set()  # the ids of rules with findings
        self.remedies: set[tuple[str, int]] = set()  # rule ids with the numbers of the remedies that findings have
        self.errors: dict[Trouble, None] = {}
        self.left_open = False  # on a server a rule could not be checked although a file of its format was given
        self.names: list[str] = []  # the names by which a configuration may call the servers
        self._of_site = bool(context.decisions.waivers or context.decisions.servers)
        self._hints: dict[str, dict[str, None]] = {}  # the missing keys by hint
        self._lacked: dict[str, tuple[Missing, ...]] = {}  # by rule id, the missing inputs of the last row
        self._account = None
        if context.decisions.baseline is not None:
            from advisor.report.baseline import Account  # few runs have a baseline

            changed = {rule.id: rule.parameters for rule in context.rules if rule.id in context.site.changed}
            ran = [rule.id for rule in context.rules]
            of_profile = context.decisions.of_profile
            self._account = Account(context.decisions.baseline, ran, changed, of_profile)

    def add(self, part: ReportPart) -> None:
        """Add the part of a server or a cluster."""
        self.servers += part.server is not None
        self.known += sum(finding.known for finding in part.findings)
        self.waived += len(part.waived)
        self.unknown += len(part.unknown)
        self.counts.update(finding.severity for finding in part.findings)
        self.new |= {finding.severity for finding in part.findings if not finding.known}
        self.used |= part.used
        self.names += part.names if self._of_site else ()
        self.found |= found_by(part)
        self.remedies |= remedies_of(part)
        self.errors |= dict.fromkeys(part.errors)
        self.left_open = self.left_open or (part.server is not None and part.server.left_open)
        for unjudged in part.unknown:
            if self._lacked.get(unjudged.rule) is not unjudged.missing:  # servers lack the very same, mostly
                self._lacked[unjudged.rule] = unjudged.missing
                for missing in unjudged.missing:
                    self._hints.setdefault(missing.collect, {})[missing.key] = None
        if self._account:
            self._account.add(part)

    def join(self, other: "RunTotals") -> None:
        """Add the sums of later parts."""
        self.servers += other.servers
        self.known += other.known
        self.waived += other.waived
        self.unknown += other.unknown
        self.counts.update(other.counts)
        self.new |= other.new
        self.used |= other.used
        self.found |= other.found
        self.remedies |= other.remedies
        self.errors |= other.errors
        self.left_open = self.left_open or other.left_open
        self.names += other.names
        for collect, keys in other._hints.items():
            self._hints.setdefault(collect, {}).update(keys)

    def baseline(self, clusters: tuple[ClusterReport, ...], whole: bool) -> BaselineAccount | None:
        """Return what became of the baseline's findings. whole: everything was read and checked."""
        return self._account.settled(clusters, whole) if self._account else None

    def hints(self) -> tuple[Hint, ...]:
        """Return the inputs that would let more rules be checked, in the order of the rows."""
        return tuple(Hint(collect, tuple(keys)) for collect, keys in self._hints.items())

    def totals(self) -> Totals:
        """Return the numbers of the run."""
        counts = Counts(*(self.counts[severity] for severity in SEVERITIES))
        return Totals(self.servers, counts, self.known, self.waived, self.unknown)


class EncodedPart(Struct, frozen=True):
    """The part of a server, encoded for the format of the report."""

    text: Any  # what the `ENCODER` of the format returned
    adds: RunTotals | None = None  # with the last server of a batch: the sums of the batch

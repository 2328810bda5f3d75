"""Plan the work of each server of a run."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from advisor.derive.server import awaits_set_up
from advisor.fixes import steps
from advisor.fixes.diff import masked_diff
from advisor.fixes.plan import REFUSED, EditedFile, ServerPlan
from advisor.fixes.proposals import Failure, Proposal, SettingPlaces, proposals
from advisor.fixes.steps import Outcome
from advisor.fixes.trial import NO_BARRED_KEYS, BarredKeys, Trials, Verdicts, planned_server, verdicts_of
from advisor.fixes.verify import RejectReason, Verified, Verifier
from advisor.judging.assess import Assessment
from advisor.judging.lazy_servers import with_error
from advisor.pack import Catalogue
from advisor.report import masking, server_report
from advisor.report.finding import Finding
from advisor.report.identity import Owner
from advisor.report.model import ReportPart, Trouble
from advisor.report.server_report import RunContext, failure
from advisor.servers.changed import HeldFiles
from advisor.servers.gathered import InputFile
from advisor.servers.parsed import SET_UP
from advisor.servers.walk import NOT_READ
from advisor.values.secrets import MASK

_GONE = "the edits take it out of the file; what else there is to do is left to you"


class ToWrite(NamedTuple):
    """A file to write: its bytes as read, and its new bytes."""

    file: InputFile
    was: bytes
    new: bytes


class Planned(NamedTuple):
    """The plan of one server. errors: rules that raised an exception, or a server that could not be checked.

    refused: files that cannot be written. beside: names of the other servers on its machine.
    """

    plan: ServerPlan
    writes: tuple[ToWrite, ...] = ()
    refused: tuple[EditedFile, ...] = ()
    errors: tuple[Trouble, ...] = ()
    beside: frozenset[str] = frozenset()


class Selected(NamedTuple):
    """What a plan covers. rules: ids of the rules whose remedies it has.

    unsafe: whether unsafe edits are included. barred: paths of files that are not edited, and why. ignored: ids of
    rules that a configuration file ignores, with its path; they check edits all the same.
    """

    rules: frozenset[str]
    unsafe: bool
    barred: Mapping[str, str]
    ignored: Mapping[str, str] = MappingProxyType({})


class Planner:
    """Plans the work of each server of a run."""

    def __init__(self, judges: Trials, context: RunContext, wanted: Selected) -> None:
        self.judges, self.context, self.wanted = judges, context, wanted

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the run, which knows the public names."""
        return self.context.pack.catalogue

    def of_server(self, one: Assessment, name: str, barred: BarredKeys = NO_BARRED_KEYS) -> Planned:
        """Return the plan of a server. name: as in reports. barred: keys that its edits must not change."""
        part = server_report.server_part(one, name, self.context)
        if all(finding.rule not in self.wanted.rules for finding in part.findings):
            return Planned(ServerPlan(name), errors=part.errors)
        try:
            return _OfServer(self, one, part, name, barred).planned()
        except Exception as slip:  # a bug, or a file that is gone, costs the server that it met
            error = failure(name, with_error(one.server, slip), self.catalogue)
            lost = Trouble(NOT_READ, name, str(slip.strerror or slip)) if isinstance(slip, OSError) else error
            return Planned(ServerPlan(name), errors=(*part.errors, lost))

    def again(self, server: str, name: str, barred: BarredKeys) -> Planned | None:
        """Plan a server again; None if it cannot be checked now. server: its name in the run."""
        self.judges.forget(server)
        other = planned_server(self.judges, server)
        told = other and self.judges.anew(other.held, {}, frozenset())
        return self.of_server(told.assessment, name, barred) if told else None

    def standing(self, part: ReportPart) -> frozenset[str]:
        """Return the names of the rules that have findings and were not selected."""
        return frozenset(one.name for one in part.findings if one.rule not in self.wanted.rules)

    def of_cluster(self, one: ReportPart, cluster: ServerPlan, found: list[Proposal]) -> Planned:
        """Return the plan of a cluster. Its steps edit no file. cluster: the plan without its steps."""
        outcomes = [Outcome(proposal, why_not=proposal.why_not) for proposal in found]
        made = steps.steps(outcomes, self.catalogue, self.standing(one))
        return Planned(cluster._replace(steps=made), errors=one.errors)


class _OfServer:
    """The plan of one server."""

    def __init__(self, planner: Planner, one: Assessment, part: ReportPart, name: str, barred: BarredKeys) -> None:
        """part: the server's report before any edit."""
        self.planner, self.name, self.barred, judges = planner, name, barred, planner.judges
        self.held = HeldFiles(judges.told(one.server), judges.run.catalogue, judges.run.again)
        told = None if self.held.server is one.server else judges.anew(self.held, {}, frozenset())
        self.before = told or verdicts_of(one)
        self.places = SettingPlaces(self.held, planner.catalogue, planner.wanted.barred)
        self.context = planner.context
        self.part, self.last = part, (one, self.context, part)
        self.proposed: tuple[ReportPart, list[Proposal]] | None = None  # the last part that was asked for, with its own

    def planned(self) -> Planned:
        """Return the plan of the server."""
        before = self._part(self.before)
        asked = self._proposals(before, self.before)
        proven = self._proof().run(self._editing)
        after = self._part(proven.now)
        outcomes, along = self._outcomes(asked, proven, after)
        nothing_runs = awaits_set_up(proven.now.assessment.server.facts)
        standing = self.planner.standing(after)
        made = steps.steps(
            outcomes, self.planner.catalogue, standing, lambda one: nothing_runs or self._stands_in_set_up(one)
        )
        writes = tuple(ToWrite(file, proven.was[file], new) for file, new in proven.files.items())
        files = tuple(map(self._edited, writes))
        refused = tuple(
            EditedFile(file.path, file.reader.name, (), REFUSED, why=why) for file, why in proven.refused.items()
        )
        return Planned(
            ServerPlan(self.name, set_up=nothing_runs, files=files, steps=made, along=along),
            writes,
            refused,
            self.part.errors,
        )

    def _part(self, now: Verdicts) -> ReportPart:
        """Return the server's report for these verdicts. The last one is kept."""
        assessment, context, part = self.last
        if assessment is not now.assessment or context is not self.context:
            part = server_report.server_part(now.assessment, self.name, self.context)
            self.last = now.assessment, self.context, part
        return part

    def _proof(self) -> Verifier:
        return Verifier(self.planner.judges, self.held, self.before, self._named, self.barred)

    def _stands_in_set_up(self, finding: Finding) -> bool:
        """Return whether a finding is about a member of a set-up file that is no setting."""
        files = {file.path for file in self.held.files if file.format in SET_UP}
        of_a_file = finding.subject.startswith("file ")
        return (of_a_file or "." in finding.subject) and all(one.path in files for one in finding.locations)

    def _edited(self, one: ToWrite) -> EditedFile:
        lines = masked_diff(one.file.path, one.was, one.new, self.planner.catalogue)
        taken = any(line[:1] == "-" and MASK in line for line in lines[2:])
        return EditedFile(one.file.path, one.file.reader.name, lines, secret=taken)

    def _proposals(self, part: ReportPart, now: Verdicts) -> list[Proposal]:
        """Return proposals for the findings of a report. The last ones are kept."""
        if self.proposed is None or self.proposed[0] is not part:
            found = [finding for finding in part.findings if finding.rule in self.planner.wanted.rules]
            made = proposals(found, now.assessment.judged, Owner(self.name), self.planner.catalogue, self.places)
            self.proposed = part, made
        return self.proposed[1]

    def _editing(self, now: Verdicts) -> list[Proposal]:
        """Return the proposals that edit a file and are included in the plan."""
        return self._allowed(self._proposals(self._part(now), now))

    def _allowed(self, found: list[Proposal]) -> list[Proposal]:
        """Return those proposals that edit a file and are included; safe ones first."""
        allowed = {"safe", "unsafe"} if self.planner.wanted.unsafe else {"safe"}
        editing = [one for one in found if one.file and one.safety in allowed]
        return sorted(editing, key=lambda one: one.safety != "safe")  # of two that exclude each other the safe one

    def _outcomes(
        self, asked: list[Proposal], proven: Verified, part: ReportPart
    ) -> tuple[list[Outcome], tuple[str, ...]]:
        """Return the outcome of each proposal, and the findings that other edits fix. part: the report after the edits.

        The steps left are those after the edits. A password that is removed from a file must still be changed by hand.
        """
        dropped = {one.proposal.failure: one.obstacle for one in proven.dropped}
        found = [Outcome(one, included=True) for one in proven.accepted]
        for one in self._proposals(part, proven.now):
            obstacle = dropped.get(one.failure, RejectReason(one.why_not))
            found.append(Outcome(one, why_not=obstacle.why, proves=obstacle.proves))
        known = {one.proposal.failure for one in found}
        along = [one for one in asked if one.failure not in known]
        left = [one for one in along if one.by_hand and not one.only_asks]
        found += [Outcome(one, why_not=_GONE) for one in left]
        put_right = [one.finding for one in along if one not in left]
        places = {one.failure: one.finding for one in asked}
        return [_as_found(one, places) for one in found], tuple(f"{one.name} ({one.subject})" for one in put_right)

    def _named(self, failure: Failure) -> str:
        """Return the name of a failure for reasons."""
        rule, subject = failure
        name = next(one.name for one in self.planner.judges.rules if one.id == rule)
        by = self.planner.wanted.ignored.get(rule)
        told = f", which {by} ignores" if by else ""
        return f"{name} ({masking.subject_name(self.planner.catalogue, subject)}){told}"


def _as_found(one: Outcome, before: Mapping[Failure, Finding]) -> Outcome:
    """Return the outcome with the locations before the edits."""
    proposal, was = one.proposal, before.get(one.proposal.failure)
    places = (was.location, was.further) if was else (None, ())
    finding = proposal.finding._replace(location=places[0], further=places[1])
    return one._replace(proposal=proposal._replace(finding=finding))

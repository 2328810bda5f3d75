"""Plan the work of each server of a run."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from advisor.derive.server import awaits_set_up
from advisor.fixes import steps
from advisor.fixes.diff import masked_diff
from advisor.fixes.plan import REFUSED, EditedFile, ServerPlan
from advisor.fixes.proposals import Failure, Proposal, SettingPlaces, proposals
from advisor.fixes.steps import Outcome
from advisor.fixes.trial import NO_BARRED_KEYS, BarredKeys, Trials, Verdicts, planned_server, verdicts_of
from advisor.fixes.verify import RejectReason, Verification, Verifier
from advisor.judging.assess import Assessment
from advisor.judging.run import with_error
from advisor.pack import Catalogue
from advisor.report import masking, server_report
from advisor.report.finding import Finding
from advisor.report.identity import Owner
from advisor.report.model import ReportPart, Trouble
from advisor.report.server_report import RunContext, failure
from advisor.servers.model import NOT_READ, SET_UP, InputFile
from advisor.servers.reload import HeldFiles
from advisor.values.secrets import MASK

_GONE = "the edits take it out of the file; what else there is to do is left to you"


class FileToWrite(Struct, frozen=True):
    """A file to write: its bytes as read, and its new bytes."""

    file: InputFile
    was: bytes
    new: bytes


class PlannedServer(Struct, frozen=True):
    """The plan of one server, and the files to write for it."""

    plan: ServerPlan
    writes: tuple[FileToWrite, ...] = ()
    refused: tuple[EditedFile, ...] = ()  # files that cannot be edited, each with the reason
    errors: tuple[Trouble, ...] = ()  # rules that raised an exception, or why the server could not be checked
    beside: frozenset[str] = frozenset()  # names of the other servers on its machine


class PlanScope(Struct, frozen=True):
    """What a plan covers."""

    rules: frozenset[str]  # ids of the rules whose remedies it contains
    unsafe: bool  # whether it includes unsafe edits
    barred: Mapping[str, str]  # files that are not edited: the reason by path
    ignored: Mapping[str, str] = MappingProxyType({})  # by rule id, the configuration that ignores it; it checks edits


class Planner:
    """Plans the work of each server of a run."""

    def __init__(self, trials: Trials, context: RunContext, scope: PlanScope) -> None:
        self.trials, self.context, self.scope = trials, context, scope

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue of the run, which knows the public names."""
        return self.context.pack.catalogue

    def of_server(self, assessment: Assessment, name: str, barred: BarredKeys = NO_BARRED_KEYS) -> PlannedServer:
        """Return the plan of a server. name: as in reports. barred: keys that its edits must not change."""
        part = server_report.server_part(assessment, name, self.context)
        if all(finding.rule not in self.scope.rules for finding in part.findings):
            return PlannedServer(ServerPlan(name), errors=part.errors)
        try:
            return _ServerPlanner(self, assessment, part, name, barred).planned()
        except OSError as error:  # a file is gone, or has changed
            trouble = Trouble(NOT_READ, name, str(error.strerror or error))
        except Exception as bug:  # costs the plan of this server
            trouble = failure(name, with_error(assessment.server, bug), self.catalogue)
        return PlannedServer(ServerPlan(name), errors=(*part.errors, trouble))

    def again(self, server: str, name: str, barred: BarredKeys) -> PlannedServer | None:
        """Plan a server again; None if it cannot be checked now. server: its name in the run."""
        self.trials.forget(server)
        edited_server = planned_server(self.trials, server)
        verdicts = edited_server and self.trials.check_again(edited_server.held, {}, frozenset())
        return self.of_server(verdicts.assessment, name, barred) if verdicts else None

    def unselected_rules(self, part: ReportPart) -> frozenset[str]:
        """Return the names of the rules that have findings and were not selected."""
        return frozenset(finding.name for finding in part.findings if finding.rule not in self.scope.rules)

    def of_cluster(self, part: ReportPart, cluster: ServerPlan, proposals_of_cluster: list[Proposal]) -> PlannedServer:
        """Return the plan of a cluster. Its steps edit no file. cluster: the plan without its steps."""
        outcomes = [Outcome(proposal, why_not=proposal.why_not) for proposal in proposals_of_cluster]
        work_steps = steps.steps(outcomes, self.catalogue, self.unselected_rules(part))
        return PlannedServer(replace(cluster, steps=work_steps), errors=part.errors)


class _ServerPlanner:
    """Plans the work of one server."""

    def __init__(
        self, planner: Planner, assessment: Assessment, part: ReportPart, name: str, barred: BarredKeys
    ) -> None:
        """Read the server's files. part: its report before any edit."""
        self.planner, self.name, self.barred, trials = planner, name, barred, planner.trials
        server = trials.with_planned_neighbours(assessment.server)
        self.held = HeldFiles(server, trials.run.catalogue, trials.run.reloader)
        again = None if self.held.server is assessment.server else trials.check_again(self.held, {}, frozenset())
        self.before = again or verdicts_of(assessment)
        self.places = SettingPlaces(self.held, planner.catalogue, planner.scope.barred)
        self.context = planner.context
        self.part, self.last_part = part, (assessment, self.context, part)
        self.last_proposals: tuple[ReportPart, list[Proposal]] | None = None  # those of the last report

    def planned(self) -> PlannedServer:
        """Return the plan of the server."""
        before = self._part(self.before)
        proposals_before = self._proposals(before, self.before)
        verifier = Verifier(self.planner.trials, self.held, self.before, self._failure_name, self.barred)
        verified = verifier.run(self._editing)
        after = self._part(verified.now)
        outcomes, along = self._outcomes(proposals_before, verified, after)
        nothing_runs = awaits_set_up(verified.now.assessment.server.facts)
        standing = self.planner.unselected_rules(after)
        work_steps = steps.steps(
            outcomes, self.planner.catalogue, standing, lambda finding: nothing_runs or self._stands_in_set_up(finding)
        )
        writes = tuple(FileToWrite(file, verified.was[file], new) for file, new in verified.files.items())
        files = []
        for write in writes:
            lines = masked_diff(write.file.path, write.was, write.new, self.planner.catalogue)
            secret_removed = any(line[:1] == "-" and MASK in line for line in lines[2:])
            files.append(EditedFile(write.file.path, write.file.reader.name, lines, secret=secret_removed))
        refused = tuple(
            EditedFile(file.path, file.reader.name, (), REFUSED, why=why) for file, why in verified.refused.items()
        )
        return PlannedServer(
            ServerPlan(self.name, set_up=nothing_runs, files=tuple(files), steps=work_steps, along=along),
            writes,
            refused,
            self.part.errors,
        )

    def _part(self, now: Verdicts) -> ReportPart:
        """Return the server's report for these verdicts. The last one is kept."""
        assessment, context, part = self.last_part
        if assessment is not now.assessment or context is not self.context:
            part = server_report.server_part(now.assessment, self.name, self.context)
            self.last_part = now.assessment, self.context, part
        return part

    def _stands_in_set_up(self, finding: Finding) -> bool:
        """Return whether a finding is about a member of a set-up file that is no setting."""
        files = {file.path for file in self.held.files if file.format in SET_UP}
        of_a_file = finding.subject.startswith("file ")
        return (of_a_file or "." in finding.subject) and all(location.path in files for location in finding.locations)

    def _proposals(self, part: ReportPart, now: Verdicts) -> list[Proposal]:
        """Return proposals for the findings of a report. The last ones are kept."""
        if self.last_proposals is None or self.last_proposals[0] is not part:
            findings = [finding for finding in part.findings if finding.rule in self.planner.scope.rules]
            new_proposals = proposals(
                findings, now.assessment.judged, Owner(self.name), self.planner.catalogue, self.places
            )
            self.last_proposals = part, new_proposals
        return self.last_proposals[1]

    def _editing(self, now: Verdicts) -> list[Proposal]:
        """Return the proposals that edit a file and are included; safe ones first, which exclude unsafe ones."""
        allowed = {"safe", "unsafe"} if self.planner.scope.unsafe else {"safe"}
        found = self._proposals(self._part(now), now)
        editing = [proposal for proposal in found if proposal.file and proposal.safety in allowed]
        return sorted(editing, key=lambda proposal: proposal.safety != "safe")

    def _outcomes(
        self, proposals_before: list[Proposal], verified: Verification, part: ReportPart
    ) -> tuple[list[Outcome], tuple[str, ...]]:
        """Return the outcome of each proposal, and the findings that other edits fix. part: the report after the edits.

        The steps left are those after the edits. A password that is removed from a file must still be changed by hand.
        """
        dropped = {one.proposal.failure: one.reason for one in verified.dropped}
        outcomes = [Outcome(one, included=True) for one in verified.accepted]
        for one in self._proposals(part, verified.now):
            reason = dropped.get(one.failure, RejectReason(one.why_not))
            outcomes.append(Outcome(one, why_not=reason.why, proves=reason.proves))
        known = {one.proposal.failure for one in outcomes}
        not_in_plan = [one for one in proposals_before if one.failure not in known]
        by_hand = [one for one in not_in_plan if one.by_hand and not one.only_asks]
        outcomes += [Outcome(one, why_not=_GONE) for one in by_hand]
        fixed = [one.finding for one in not_in_plan if one not in by_hand]
        findings_before = {one.failure: one.finding for one in proposals_before}
        names = tuple(f"{finding.name} ({finding.subject})" for finding in fixed)
        return [_with_places_of(findings_before.get(one.proposal.failure), one) for one in outcomes], names

    def _failure_name(self, failure: Failure) -> str:
        """Return the name of a failure for reasons."""
        rule, subject = failure
        name = next(rule_of_pack.name for rule_of_pack in self.planner.trials.rules if rule_of_pack.id == rule)
        ignoring_file = self.planner.scope.ignored.get(rule)
        note = f", which {ignoring_file} ignores" if ignoring_file else ""
        return f"{name} ({masking.subject_name(self.planner.catalogue, subject)}){note}"


def _with_places_of(finding: Finding | None, outcome: Outcome) -> Outcome:
    """Return the outcome with the locations of a finding before the edits; without it there are none."""
    proposal = outcome.proposal
    location, further = (finding.location, finding.further) if finding else (None, ())
    moved = replace(proposal.finding, location=location, further=further)
    return replace(outcome, proposal=replace(proposal, finding=moved))

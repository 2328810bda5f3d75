"""Edits of a report's findings, as replacements in the files as they are.

Edits are verified like the plan of `domlint fix`, in one round: an edit that is possible only after another is left
out. Two edits of one setting exclude each other in a plan; here each is verified alone. Plans of other servers do not
count, so that the result does not depend on the order of the servers.
"""

from collections.abc import Iterable, Set

from msgspec import Struct
from msgspec.structs import replace

from advisor.fixes.edits import Edits, Refusal, open_source, position
from advisor.fixes.proposals import EDITORS, Failure, Proposal, SettingPlaces, keys_of, proposals
from advisor.fixes.trial import NO_BARRED_KEYS, BarredKeys, Trials, verdicts_of
from advisor.fixes.verify import Verifier
from advisor.judging.assess import Assessment
from advisor.judging.run import LazyServers, with_error
from advisor.pack import Rule
from advisor.report.finding import FileEdit, Finding, Replacement
from advisor.report.identity import Owner
from advisor.report.model import ReportPart
from advisor.report.server_report import RunContext, failure
from advisor.servers.clusters import COMPARED
from advisor.servers.model import InputFile
from advisor.servers.reload import HeldFiles
from advisor.source import Source, decode

_MOST_ALONE = 8  # edits of a server that are proven once more, each alone
_ENCODINGS = {
    "ascii": "UTF-8", "utf-8": "UTF-8", "cp1252": "windows-1252", "utf-16-le": "UTF-16LE", "utf-16-be": "UTF-16BE"
}  # fmt: skip


class FindingEdits(Struct, frozen=True):
    """Finds the edits of findings."""

    rules: tuple[Rule, ...]  # that check the edits

    def begin(self, run: LazyServers, context: RunContext) -> "EditsOfRun":
        """Return what adds edits to the parts of a run."""
        return EditsOfRun(self.rules, run, context)


class EditsOfRun:
    """Adds edits to the parts of a run's servers."""

    def __init__(self, rules: tuple[Rule, ...], run: LazyServers, context: RunContext) -> None:
        self.context = context
        self.same_rules = rules == context.rules
        self.trials = Trials(run, list(rules))

    def added(self, part: ReportPart, assessment: Assessment, name: str) -> ReportPart:
        """Return the part of a server, with the edits of its findings. A bug costs the edits, and is reported."""
        fixes = ((finding, finding.fix) for finding in part.findings)
        editable = [finding for finding, fix in fixes if fix and fix.edits and fix.safety != "manual"]
        if not editable:
            return part
        try:
            edits = self._edits(editable, assessment, name)
        except OSError:  # a file is gone, or changed since it was read: its findings stand without edits
            return part
        except Exception as bug:
            error = failure(name, with_error(assessment.server, bug), self.context.pack.catalogue)
            return replace(part, errors=(*part.errors, error))
        findings = [replace(finding, file_edit=edits.get(finding.fingerprint)) for finding in part.findings]
        return replace(part, findings=tuple(findings))

    def _edits(self, findings: list[Finding], assessment: Assessment, name: str) -> dict[str, FileEdit]:
        """Return the edits by the fingerprints of their findings."""
        catalogue, run = self.context.pack.catalogue, self.trials.run
        held = HeldFiles(assessment.server, run.catalogue, run.reloader)
        places = SettingPlaces(held, catalogue, self.context.not_edited)
        found = proposals(findings, assessment.judged, Owner(name), catalogue, places)
        is_member = assessment.server.name in run.in_clusters  # by these keys the members of a cluster are compared
        barred = BarredKeys(COMPARED) if is_member else NO_BARRED_KEYS
        editing = sorted(filter(_can_be_shown, found), key=lambda proposal: proposal.safety != "safe")
        if not editing:
            return {}
        before = verdicts_of(assessment) if self.same_rules else self.trials.check_again(held, {}, frozenset())
        if before is None:
            return {}
        verifier = Verifier(self.trials, held, before, lambda failure: failure[0], barred)
        verified = set(verifier.fixed_together(editing))
        for proposal in _in_conflict(editing, verified)[:_MOST_ALONE]:
            alone = Verifier(self.trials, held, before, lambda failure: failure[0], barred)
            verified |= alone.fixed_together([proposal])
        by_file: dict[InputFile, list[Proposal]] = {}
        for proposal in editing:
            if proposal.file and proposal.failure in verified:
                by_file.setdefault(proposal.file, []).append(proposal)
        return {
            fingerprint: edit
            for file, proposals_of_file in by_file.items()
            for fingerprint, edit in _of_file(file, verifier.was[file], proposals_of_file)
        }


def _in_conflict(editing: list[Proposal], verified: Set[Failure]) -> list[Proposal]:
    """Return the edits that do not hold together with another edit of the same setting. Each may hold alone."""
    changed_keys = {
        key
        for proposal in editing
        if proposal.failure in verified
        for change in proposal.changes
        for key in keys_of(change)
    }
    unverified = [proposal for proposal in editing if proposal.failure not in verified]
    return [
        proposal
        for proposal in unverified
        if any(key in changed_keys for change in proposal.changes for key in keys_of(change))
    ]


def _can_be_shown(proposal: Proposal) -> bool:
    """Return whether a proposal edits a file and writes no secret: the finding has its changes masked."""
    return bool(proposal.file and proposal.finding.fix and proposal.finding.fix.edits == proposal.changes)


def _of_file(file: InputFile, raw: bytes, proposals_of_file: Iterable[Proposal]) -> list[tuple[str, FileEdit]]:
    """Return the edits of one file, with the fingerprints of their findings."""
    source = open_source(raw)
    if isinstance(source, Refusal):
        return []
    possible: dict[str, Edits] = {}
    for proposal in proposals_of_file:
        edits = EDITORS[file.reader.name].edits(raw, proposal.changes)
        if edits and not isinstance(edits, Refusal):
            possible[proposal.finding.fingerprint] = edits
    marked = source.mark.startswith("utf-16")
    encoding = "UTF-16" if marked else _ENCODINGS.get(source.encoding, "")
    offsets = {offset for edits in possible.values() for edit in edits for offset in (edit.start, edit.end)}
    positions = {offset: position(source, offset) for offset in sorted(offsets)}  # each continues from the last one
    return [
        (fingerprint, FileEdit(file.path, encoding, _replacements(source, edits, positions)))
        for fingerprint, edits in possible.items()
    ]


def _replacements(source: Source, edits: Edits, at: dict[int, tuple[int, int]]) -> tuple[Replacement, ...]:
    """Return edits of a file as replacements."""
    codec = source.encoding
    return tuple(
        Replacement(
            *at[edit.start],
            *at[edit.end],
            edit.text.decode(codec) if codec.startswith("utf-16") else decode(edit.text, codec),
            edit.start,
            edit.end - edit.start,
            edit.text,
        )
        for edit in sorted(edits)
    )

"""The plan that `domlint fix` prints. The types are JSON's, field by field; all texts are masked."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from msgspec import Struct
from msgspec.structs import astuple, replace

from advisor.pack import SEVERITIES
from advisor.pack.fixes import RESTART_TASK
from advisor.report.finding import FINGERPRINT, CommandLine
from advisor.report.model import Program, Trouble
from advisor.report.texts import RESTARTS, SAFETIES, DocumentField
from advisor.servers.model import Unread
from advisor.values.rows import FULL, INNER, SPARE, OneOf, Pattern
from advisor.values.scales import IMPACTS

_UNIT = "systemctl restart "


def restarted_task(line: CommandLine) -> str:
    """Return the task that a console command restarts, or ""."""
    is_restart = line.target == "console" and line.command.startswith(RESTART_TASK)
    return line.command.removeprefix(RESTART_TASK) if is_restart else ""


def restarts_unit(line: CommandLine) -> bool:
    """Return whether a command restarts the server by its systemd unit."""
    return line.target != "console" and line.command.startswith(_UNIT)


def restarted_unit(line: CommandLine) -> str:
    """Return the systemd unit that a command restarts."""
    return line.command.removeprefix(_UNIT)


SCHEMA_VERSION = 1
EDIT, COMMAND, BY_HAND = "edit", "command", "by hand"
PLANNED, WRITTEN, REFUSED = "planned", "written", "refused"


class ShownLine(Struct, frozen=True):
    """A line of a file that a finding shows."""

    path: str
    line: Annotated[int | None, "from 1; null where the file is meant as a whole"] = None
    text: Annotated[str, SPARE, "what stands there, secrets as ***, cut around the value"] = ""


class Reason(Struct, frozen=True):
    """A finding that a step puts right."""

    subject: str
    severity: Annotated[str, OneOf(SEVERITIES)]
    message: str
    fingerprint: Annotated[str, Pattern(FINGERPRINT), "the finding's, as `domlint check` gives it"]
    places: Annotated[tuple[ShownLine, ...], SPARE, "the lines to look at, ten at most"] = ()
    server: Annotated[str, SPARE, "of a machine's step with several servers: whose finding it is"] = ""


class WorkStep(Struct, frozen=True):
    """One piece of work. number: within its server, in the order of work."""

    number: Annotated[int, "from 1, in the order of the work on its server"]
    kind: Annotated[
        str, OneOf((EDIT, COMMAND, BY_HAND)), "an edit of a file, a command that is typed, or what a person does"
    ]
    safety: Annotated[
        str, OneOf(SAFETIES), "safe: it can be taken back; unsafe: a judgement, or an outage; manual: a person's work"
    ]
    restart: Annotated[
        str,
        OneOf(RESTARTS),
        "what it waits for: none: the server may run; down: it is stopped meanwhile; rebuild: of the array",
    ]
    rule: str
    name: str
    findings: Annotated[tuple[Reason, ...], FULL, "what it puts right; several where their remedy is the same"]
    summary: Annotated[str, "what to do"]
    at: Annotated[str, SPARE, "where the change belongs"] = ""
    file: Annotated[str, SPARE, "the file that is edited"] = ""
    changes: Annotated[tuple[str, ...], SPARE, "of that file, in words"] = ()
    included: Annotated[bool, SPARE, "--write makes the edit, and the diff shows it"] = False
    done: Annotated[bool, SPARE, "the edit was written"] = False
    fields: Annotated[tuple[DocumentField, ...], SPARE, "what is set in documents"] = ()
    commands: Annotated[tuple[CommandLine, ...], SPARE, "what can be typed, of an edit instead of it"] = ()
    why_not: Annotated[str, SPARE, "why no file is edited although the remedy would"] = ""
    not_typed: Annotated[str, SPARE, "why nothing is typed that would do the same as the edit"] = ""
    risk: Annotated[str, SPARE, "what may go wrong"] = ""
    verify: Annotated[str, "how to check that it worked"] = ""
    rollback: Annotated[str, "the way back"] = ""
    after: Annotated[tuple[int, ...], SPARE, "numbers of the steps that come first"] = ()
    first: Annotated[
        tuple[str, ...], SPARE, "rules whose remedies come first; they were not selected, and what they find stands"
    ] = ()
    behind: Annotated[bool, SPARE, "it is done once what it waits for is over, by a server that runs again"] = False
    project: Annotated[bool, SPARE, "it needs a plan of its own, such as an upgrade or new hardware"] = False
    completed_by: Annotated[
        tuple[int, ...], SPARE, "numbers of later steps that change the same setting: it is done with them"
    ] = ()
    impact: Annotated[str, INNER] = IMPACTS[-1]
    origin: Annotated[str, SPARE, "the rule file, where the rule is one of the site's own"] = ""
    servers: Annotated[tuple[str, ...], SPARE, "of a machine's step: the servers whose findings it puts right"] = ()


class EditedFile(Struct, frozen=True):
    """A file with the edits that --write makes."""

    path: str
    format: Annotated[str, "the reader that took it"]
    diff: Annotated[tuple[str, ...], FULL, "a unified diff, line by line; secrets as ***"]
    state: Annotated[str, OneOf((PLANNED, WRITTEN, REFUSED)), "what became of it"] = PLANNED
    backup: Annotated[str, SPARE, "where the old file is kept"] = ""
    why: Annotated[str, SPARE, "why it was not written"] = ""
    secret: Annotated[bool, SPARE, "the edits take a secret out, which the old file keeps"] = False
    target: Annotated[str, SPARE, "the file itself, of one that is a link and was written"] = ""


class ServerPlan(Struct, frozen=True):
    """What there is to do on one server, on a machine that several share, or of a cluster.

    in_turn: of a cluster, the members that are stopped, one after the other.
    """

    name: str
    cluster: Annotated[bool, SPARE, "it is a cluster, whose work is on its members"] = False
    set_up: Annotated[bool, SPARE, "it is yet to be set up: nothing runs, and nothing is restarted"] = False
    files: Annotated[
        tuple[EditedFile, ...], SPARE, "those with edits, with --write also those that cannot be edited"
    ] = ()
    steps: Annotated[tuple[WorkStep, ...], SPARE, "in the order of the work"] = ()
    along: Annotated[tuple[str, ...], SPARE, "findings that the edits put right along with their own"] = ()
    machine: Annotated[bool, SPARE, "it is the machine of several servers, and what is done on it once for all"] = False
    servers: Annotated[tuple[str, ...], SPARE, "a machine's servers, or a cluster's members"] = ()
    stopped_with: Annotated[str, SPARE, "the machine whose work stops this server: one stop does for both"] = ""
    in_cluster: Annotated[str, SPARE, "the cluster, of a member that is stopped"] = ""
    in_turn: Annotated[
        tuple[str, ...],
        SPARE,
        "of a cluster: members to stop and start one after the other; those that their machine stops are one",
    ] = ()


class Numbers(Struct, frozen=True):
    """How many steps there are of each kind. not_included: edits that only --unsafe includes, among the unsafe."""

    safe: Annotated[int, "edits and commands that do what the rule says and can be taken back"] = 0
    unsafe: Annotated[int, "edits and commands that are a judgement, or an outage"] = 0
    by_hand: Annotated[int, "what a person does"] = 0
    edits: Annotated[int, "edits that --write makes"] = 0
    not_included: Annotated[int, "edits that only --unsafe includes"] = 0
    written: Annotated[int, "edits that were written"] = 0
    refused: Annotated[int, "edits of files that were not written; those have the reason"] = 0


def total(servers: Iterable[ServerPlan]) -> Numbers:
    """Count the steps of all servers by kind."""
    return Numbers(*map(sum, zip(*map(astuple, [Numbers(), *map(numbers, servers)]), strict=True)))


def numbers(server: ServerPlan) -> Numbers:
    """Count the steps of a server by kind."""
    listed, refused = server.steps, {file.path for file in server.files if file.state == REFUSED}
    by_safety = Counter(step.safety for step in listed)
    edits = [step for step in listed if step.kind == EDIT]
    included = sum(step.included for step in edits)
    return Numbers(
        by_safety["safe"],
        by_safety["unsafe"],
        by_safety["manual"],
        included,
        len(edits) - included,
        sum(step.done for step in edits),
        sum(step.included and step.file in refused for step in edits),
    )


class Plan(Struct, frozen=True):
    """All that there is to do."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,)), "goes up where a field goes or means something else"]
    complete: Annotated[bool, "false where a file could not be read or a rule raised: `errors` says which"]
    tool: Annotated[Program, "which program, and how old its facts are"]
    config: Annotated[str | None, "the configuration that was used"]
    writes: Annotated[bool, "whether --write was given"]
    servers: Annotated[tuple[ServerPlan, ...], "in the order of files, a machine before its servers; clusters last"]
    numbers: Annotated[Numbers, "how many steps there are of each kind"]
    unread: Annotated[tuple[Unread, ...], "what was not read, or not to its end"]
    errors: Annotated[tuple[Trouble, ...], "why the plan is incomplete"]


SET_UP_FILE = "the file that the server is set up from"
_OF_A_SERVER = {"NOTES.INI", "Server document", "Configuration document", "Web Site document", "Domino console"}
_RUNS = re.compile(r"\brestart|\bopen their session again|\bcut off\b", re.IGNORECASE)


def step_before_set_up(step: WorkStep) -> WorkStep:
    """Return a step for a server that is not set up yet: nothing runs, so nothing waits for a restart.

    The server is set up from One-Touch JSON or environment variables (HCL, Preparing input parameters in a JSON file).
    """
    return replace(
        step,
        restart="none",
        at=SET_UP_FILE if step.at in _OF_A_SERVER else step.at,
        risk=_without(step.risk),
        rollback=_begun(step.rollback.removeprefix("Nothing runs yet: ")),
    )


def _without(risk: str) -> str:
    """Return a risk without its clauses about restarts."""
    kept = [clause for clause in risk.rstrip(".").split("; ") if not _RUNS.search(clause)]
    return f"{_begun('; '.join(kept))}." if kept else ""


def _begun(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

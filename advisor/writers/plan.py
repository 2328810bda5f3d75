"""The plan of `domlint fix`: as text, Markdown and JSON."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from advisor.fixes.plan import EDIT, REFUSED, WRITTEN, EditedFile, Numbers, Plan, ServerPlan, WorkStep, numbers
from advisor.report.finding import CommandLine
from advisor.report.texts import DocumentField
from advisor.terminal import Line, columns, labelled, rendered, wrap
from advisor.values.markdown import block, code, plain
from advisor.values.printing import listed, number, spot, without_commands
from advisor.writers import Options, Renderer, plan_phases, render_json

DOWN = (
    "Edit NOTES.INI only while the server is down: a running server overwrites the file. "
    "Where a step has a `set config` line, that does the same while the server runs."
)
SET_UP = "Nothing runs here yet: this is done in the set-up file, before the server is set up from it."
NOWHERE = frozenset({"", "nobody"})  # places that say nothing of where to go
_NOTHING = "Nothing to do."
_MOST_PLACES = 5
_STILL = "It still holds the secret that the edits took out, readable: delete it once you need no way back."


def plan_summary(plan: Plan) -> str:
    """Return `2 servers: 3 safe, 1 unsafe, 12 by hand`."""
    servers = sum(not (server.cluster or server.machine) for server in plan.servers)
    return f"{number(servers, 'server')}: {_numbers_in_words(plan.numbers)}"


def server_summary(server: ServerPlan) -> str:
    """Return the numbers of a server or cluster: `3 safe, 1 unsafe, 12 by hand`."""
    return _numbers_in_words(numbers(server))


def _numbers_in_words(of: Numbers) -> str:
    became = [f"{count} {word}" for count, word in ((of.written, "written"), (of.refused, "refused")) if count]
    edits = f"; edits: {' and '.join(became)}" if became else ""
    return f"{of.safe} safe, {of.unsafe} unsafe, {of.by_hand} by hand{edits}"


def server_label(server: ServerPlan) -> str:
    """Return `Mail01/Acme`, `Cluster MailCluster`, `Machine of Mail01/Acme and Mail02/Acme`."""
    kind = "Cluster " if server.cluster else "Machine of " if server.machine else ""
    return f"{kind}{server.name}"


def step_messages(step: WorkStep) -> list[str]:
    """Return the messages of a step, each once; with the server if they differ between the servers of a machine."""
    messages = list(dict.fromkeys(one.message for one in step.findings))
    if len(messages) == 1:
        return messages
    return list(dict.fromkeys(f"{one.server}: {one.message}" if one.server else one.message for one in step.findings))


def step_rule(step: WorkStep) -> str:
    """Return the rule of a step: `THR001`, or with its file for a rule of the site."""
    return f"{step.rule}, a rule of the site's own: {step.origin}" if step.origin else step.rule


def opening_sentences(plan: Plan) -> Iterator[str]:
    """Yield what was done or would be done, and that the server must be down."""
    numbers = plan.numbers
    if not any(server.steps for server in plan.servers):
        yield _NOTHING
        return
    if any(file.format == "notes.ini" for server in plan.servers for file in server.files):
        yield DOWN
    files = [file for server in plan.servers for file in server.files]
    if plan.writes:
        written = len({file.backup for file in files if file.state == WRITTEN})  # one may have several names
        yield f"{number(written, 'file')} written, with the old one kept beside; nothing else was changed."
    else:
        yield from _not_written(numbers)


def _not_written(numbers: Numbers) -> Iterator[str]:
    more = numbers.not_included
    read = f"Read {'it' if more == 1 else 'them'} first: each is a judgement, or an outage."
    if numbers.edits:
        yield f"Nothing was changed. `--write` makes what the diffs show: {number(numbers.edits, 'edit')}."
        if more:
            yield f"`--unsafe` includes {number(more, 'edit')} more. {read}"
    elif more:
        yield f"Nothing was changed. `--write` makes edits only with `--unsafe`: {number(more, 'edit')}. {read}"
    else:
        yield "Nothing was changed, and there is no edit that `--write` could make."


def file_state(file: EditedFile) -> str:
    """Return what happened to a file; "" if it was not to be written."""
    if file.state == WRITTEN:
        over = file.target or file.path
        secret = f" {_STILL}" if file.secret else ""
        stop = "stop the server and " if file.format == "notes.ini" else ""
        back = f"to undo this, {stop}move it over {over}."
        link = f" It is a link to {file.target}." if file.target else ""
        return f"{file.path}: written.{link} The old file is {file.backup}; {back}{secret}"
    return f"{file.path}: not written: {file.why}" if file.state == REFUSED else ""


def step_label(step: WorkStep) -> str:
    """Return how safe a step is, in a few words: `safe`, `safe with step 2`, `by hand`."""
    if step.done or step.safety == "manual":
        return "done" if step.done else "by hand"
    if step.safety == "safe" and step.completed_by:
        return f"safe with step{'s' * (len(step.completed_by) > 1)} {listed(map(str, step.completed_by))}"
    return step.safety


def field_in_words(one: DocumentField) -> str:
    """Return a field and its new value: `Server document, DAOS tab, Store file attachments in DAOS: Enabled`."""
    place = ", ".join(part for part in (one.document, one.tab and f"{one.tab} tab", one.field) if part)
    return f"{place}: {one.to}" if one.to else place


def found_places(step: WorkStep) -> Iterator[tuple[str, str]]:
    """Yield the locations of a step and their lines; the last item says how many more there are."""
    places = list(dict.fromkeys(place for reason in step.findings for place in reason.places))
    shown = places if len(places) == _MOST_PLACES + 1 else places[:_MOST_PLACES]  # one more needs no more room
    yield from ((spot(place.path, place.line), place.text) for place in shown)
    if more := len(places) - len(shown):
        yield number(more, "more place"), ""


class StepDetail(NamedTuple):
    """A labelled text about a step. line: of a file, which belongs to the text."""

    label: str
    text: str
    line: str = ""


def step_details(step: WorkStep) -> Iterator[StepDetail]:
    """Yield what a plan says of a step before its commands."""
    yield from (StepDetail("", message) for message in step_messages(step))
    yield from (StepDetail("Found", place, line) for place, line in found_places(step))
    if step.at not in NOWHERE:
        yield StepDetail("Where", step.at)
    yield StepDetail("Fix", step.summary)
    if step.kind == EDIT:
        left_out = " (not included: `--unsafe` includes it)" * (step.safety == "unsafe" and not step.included)
        yield StepDetail("Edit", f"{step.file}: {'; '.join(step.changes)}{left_out}")
    for label, text in (("Not edited", step.why_not), ("Not typed", step.not_typed)):
        if text:
            yield StepDetail(label, text)
    yield from (StepDetail("Field", field_in_words(field)) for field in step.fields)


def earlier_work(step: WorkStep) -> list[StepDetail]:
    """Return the work outside of this plan that comes first."""
    stands = "their findings stand" if len(step.first) > 1 else "its finding stands"
    return [StepDetail("First", f"{listed(step.first)} (not selected; {stands})")] if step.first else []


def step_ends(step: WorkStep) -> list[StepDetail]:
    """Return what a plan says of a step after its commands."""
    texts = (("Risk", step.risk), ("Verify", step.verify), ("Undo", step.rollback))
    return [StepDetail(label, text) for label, text in texts if text]


_MARGIN = 6
_DIFF = {"+": "strong", "-": "faint", "@": "code"}


def render_text(plan: Plan, options: Options) -> str:
    """Return the total, each server with its diffs and steps in order, troubles, and the total again."""
    return rendered(_text_lines(plan, options.width), options.color == "always", options.width)


def _text_lines(plan: Plan, width: int) -> Iterator[Line]:
    yield from wrap([(plan_summary(plan), "strong")], width, 4)
    for sentence in opening_sentences(plan):
        yield from wrap([(sentence, "")], width, 0)
    yield []
    for server in plan.servers:
        if server.steps or server.along or server.in_turn:
            yield from _text_server(server, width)
    for part in plan.unread:
        if part.problem:
            yield from wrap([("trouble: ", "strong"), (f"{spot(part.path, part.line)}: {part.reason}", "")], width, 4)
    for error in plan.errors:
        yield from wrap([("error: ", "critical"), (f"{error.where}: {error.message}", "")], width, 4)
    yield from wrap([(plan_summary(plan), "strong")], width, 4)


def _text_server(server: ServerPlan, width: int) -> Iterator[Line]:
    yield from wrap([(server_label(server), "strong"), (f"  {server_summary(server)}", "faint")], width, 4)
    yield []
    if server.set_up:
        yield from wrap([(f"  {SET_UP}", "")], width, 2)
        yield []
    for file in server.files:
        yield from _text_file(file, width)
    if server.along:
        yield from wrap([("  The edits put right along with these: ", ""), (listed(server.along), "")], width, 4)
        yield []
    for phase in plan_phases.phases(server):
        yield from _text_once(phase.heading, width)
        yield from _text_once(phase.first, width, phase.stops)
        for step in phase.steps:
            yield from _text_step(step, width)
            yield []
        yield from _text_once(phase.last, width, phase.starts)


def _text_once(sentence: str, width: int, lines: Iterable[CommandLine] = ()) -> Iterator[Line]:
    if sentence:
        yield from wrap([(f"  {sentence}", "strong")], width, 4)
        for line in lines:
            yield from _text_typed(line, width, _MARGIN)
        yield []


def _text_file(file: EditedFile, width: int) -> Iterator[Line]:
    for line in file.diff:
        yield [(line, _DIFF.get(line[:1], ""))]
    if state := file_state(file):
        yield []
        yield from wrap([(f"  {state}", "strong")], width, 4)
    yield []


def _text_step(step: WorkStep, width: int) -> Iterator[Line]:
    """Yield a step: message, fix, location, commands, risk, check and undo."""
    severity = step.findings[0].severity
    head: Line = [(f"  {step.number}. ", "strong"), (step_label(step), "strong"), ("  ", "")]
    yield from wrap([*head, (severity, severity), (f"  {step.name}  {step_rule(step)}", "")], width, _MARGIN)
    details = list(step_details(step))
    if step.after:
        steps = f"step{'s' * (len(step.after) > 1)} {', '.join(map(str, step.after))}"
        details.append(StepDetail("After", steps))
    for label, text, line in (*details, *earlier_work(step)):
        found = f"{text}: {line}" if line else text
        yield from labelled(f"{label}: " if label else "", found, width, _MARGIN)
    for command in plan_phases.step_commands(step):
        if not step.done:
            yield from _text_typed(command, width, _MARGIN)
        if command.back:
            yield from _text_typed(replace(command, command=command.back), width, _MARGIN, "Back")
    for label, text, _ in step_ends(step):
        yield from labelled(f"{label}: ", text, width, _MARGIN)


def _text_typed(command: CommandLine, width: int, margin: int, verb: str = "Type") -> Iterator[Line]:
    """Yield a command to copy. It is never broken: without room after its label it has a line of its own."""
    label = f"{verb}: " if command.target == "console" else f"{verb} ({command.target}): "
    if margin + len(label) + columns(command.command) <= width:
        yield [(" " * margin + label, "strong"), (command.command, "")]
        return
    yield [(" " * margin + label.rstrip(), "strong")]
    yield [(" " * max(min(margin + 4, width - columns(command.command)), 0) + command.command, "")]


_BEHIND = ("First", "Risk", "Verify", "Undo")
_CONSOLE = "Domino's console"


def render_markdown(plan: Plan, options: Options) -> str:
    """Return the total, then each server with its edits and its steps, grouped by restart."""
    return without_commands("\n".join(_markdown_lines(plan)) + "\n")


def _markdown_lines(plan: Plan) -> Iterator[str]:
    yield from ("# Order of work by domlint", "", plain(plan_summary(plan)), "")
    for sentence in opening_sentences(plan):
        yield from (plain(sentence), "")
    for server in plan.servers:
        if server.steps or server.along or server.in_turn:
            yield from _markdown_server(server)
    troubles = [f"{spot(part.path, part.line)}: {part.reason}" for part in plan.unread if part.problem]
    troubles += [f"{error.where}: {error.message}" for error in plan.errors]
    if troubles:
        yield from ("## Not read, or not to its end", "", *(f"- {plain(one)}" for one in dict.fromkeys(troubles)), "")


def _markdown_server(server: ServerPlan) -> Iterator[str]:
    yield from (f"## {plain(server_label(server))}", "", server_summary(server), "")
    if server.set_up:
        yield from (plain(SET_UP), "")
    for file in server.files:
        yield from _markdown_file(file)
    if server.along:
        yield from (f"The edits put right along with these: {plain(listed(server.along))}", "")
    for phase in plan_phases.phases(server):
        yield from (f"### {phase.heading}", "")
        yield from _markdown_once(phase.first, phase.stops)
        for step in phase.steps:
            yield from _markdown_step(step)
            yield ""
        yield from _markdown_once(phase.last, phase.starts)


def _markdown_once(sentence: str, lines: Iterable[CommandLine]) -> Iterator[str]:
    if sentence:
        yield from (f"**{plain(sentence)}**", "")
        for line in lines:
            yield from (f"{_markdown_typed(line, done=False)}", "")


def _markdown_file(file: EditedFile) -> Iterator[str]:
    if file.diff:
        yield from (f"Edits of {code(file.path)}:", "", *block(file.diff, "diff"), "")
    if state := file_state(file):
        yield from (plain(state), "")


def _markdown_step(step: WorkStep) -> Iterator[str]:
    """Yield a step as an item of a list."""
    indent = " " * (len(str(step.number)) + 2)
    severity = step.findings[0].severity
    yield f"{step.number}. **{step_label(step)}** {plain(step.name)} ({plain(step_rule(step))}, {severity})"
    for line in _markdown_details(step):
        yield f"{indent}{line}" if line else ""


def _markdown_details(step: WorkStep) -> Iterator[str]:
    for label, text, line in step_details(step):
        yield f"- {f'{label}: ' if label else ''}{plain(text)}{f': {code(line)}' if line else ''}"
    for command in plan_phases.step_commands(step):
        if command.back or not step.done:
            yield f"- {_markdown_typed(command, done=step.done)}"
    if step.after:
        yield f"- After step {', '.join(map(str, step.after))}"
    for label, text, _ in (*earlier_work(step), *step_ends(step)):
        yield f"- {label}: {plain(text)}"


def _markdown_typed(command: CommandLine, *, done: bool) -> str:
    """Return a command and the command that undoes it; only the latter if the step was done."""
    where = _CONSOLE if command.target == "console" else command.target
    if done:
        return f"Back ({where}): {code(command.back)}"
    back = f"; back: {code(command.back)}" if command.back else ""
    return f"Type ({where}): {code(command.command)}{back}"


RENDERERS: dict[str, Renderer[Plan]] = {
    "text": render_text,
    "json": render_json,
    "markdown": render_markdown,
}

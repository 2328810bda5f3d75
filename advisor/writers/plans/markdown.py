"""Markdown: the plan as an order of work for a change window, a part a server."""

from collections.abc import Iterable, Iterator

from advisor.fixes.plan import EditedFile, Plan, ServerPlan, WorkStep
from advisor.report.finding import CommandLine
from advisor.values.markdown import block, code, plain
from advisor.values.printing import listed, spot, without_commands
from advisor.writers._options import Options
from advisor.writers.plans import _phases, _words

FOR_PEOPLE = False
_BEHIND = ("First", "Risk", "Verify", "Undo")
_CONSOLE = "Domino's console"


def render(plan: Plan, options: Options) -> str:
    """The total, then each server: its edits, and its steps by what they wait for, with restarts named once."""
    return without_commands("\n".join(_lines(plan)) + "\n")


def _lines(plan: Plan) -> Iterator[str]:
    yield from ("# Order of work by domlint", "", plain(_words.summary(plan)), "")
    for sentence in _words.opening(plan):
        yield from (plain(sentence), "")
    for server in plan.servers:
        if server.steps or server.along or server.in_turn:
            yield from _server(server)
    troubles = [f"{spot(part.path, part.line)}: {part.reason}" for part in plan.unread if part.problem]
    troubles += [f"{error.where}: {error.message}" for error in plan.errors]
    if troubles:
        yield from ("## Not read, or not to its end", "", *(f"- {plain(one)}" for one in dict.fromkeys(troubles)), "")


def _server(server: ServerPlan) -> Iterator[str]:
    yield from (f"## {plain(_words.called(server))}", "", _words.of_server(server), "")
    if told := _words.before(server):
        yield from (plain(told), "")
    for file in server.files:
        yield from _file(file)
    if server.along:
        yield from (f"The edits put right along with these: {plain(listed(server.along))}", "")
    for phase in _phases.phases(server):
        yield from (f"### {phase.heading}", "")
        yield from _once(phase.first, phase.stops)
        for step in phase.steps:
            yield from _step(step)
            yield ""
        yield from _once(phase.last, phase.starts)


def _once(sentence: str, lines: Iterable[CommandLine]) -> Iterator[str]:
    if sentence:
        yield from (f"**{plain(sentence)}**", "")
        for line in lines:
            yield from (f"{_typed(line, done=False)}", "")


def _file(file: EditedFile) -> Iterator[str]:
    if file.diff:
        yield from (f"Edits of {code(file.path)}:", "", *block(file.diff, "diff"), "")
    if told := _words.state(file):
        yield from (plain(told), "")


def _step(step: WorkStep) -> Iterator[str]:
    """A step as an item of a list, with all that stands under it."""
    indent = " " * (len(str(step.number)) + 2)
    severity = step.findings[0].severity
    yield f"{step.number}. **{_words.label(step)}** {plain(step.name)} ({plain(_words.of_whom(step))}, {severity})"
    for line in _under(step):
        yield f"{indent}{line}" if line else ""


def _under(step: WorkStep) -> Iterator[str]:
    for message in _words.messages(step):
        yield f"- {plain(message)}"
    for place, text in _words.found(step):
        yield f"- Found: {plain(place)}{f': {code(text)}' if text else ''}"
    if step.at not in _words.NOWHERE:
        yield f"- Where: {step.at}"
    yield f"- Fix: {plain(step.summary)}"
    if edit := _words.edit(step):
        yield f"- Edit: {plain(edit)}"
    for label, text in (("Not edited", step.why_not), ("Not typed", step.not_typed)):
        if text:
            yield f"- {label}: {plain(text)}"
    for field in step.fields:
        yield f"- Field: {plain(_words.field(field))}"
    for command in _phases.typed(step):
        if command.back or not step.done:
            yield f"- {_typed(command, done=step.done)}"
    if step.after:
        yield f"- After step {', '.join(map(str, step.after))}"
    for label, text in (
        ("First", _words.first(step)),
        ("Risk", step.risk),
        ("Verify", step.verify),
        ("Undo", step.rollback),
    ):
        if text:
            yield f"- {label}: {plain(text)}"


def _typed(command: CommandLine, *, done: bool) -> str:
    """A line to type and its way back; that alone where the step was done."""
    where = _CONSOLE if command.target == "console" else command.target
    if done:
        return f"Back ({where}): {code(command.back)}"
    back = f"; back: {code(command.back)}" if command.back else ""
    return f"Type ({where}): {code(command.command)}{back}"

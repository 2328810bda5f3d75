"""Text: the plan for people, folded to the page's width; a diff and what is typed stand as they are."""

from collections.abc import Iterable, Iterator

from advisor.fixes.plan import EditedFile, Plan, ServerPlan, WorkStep
from advisor.report.finding import CommandLine
from advisor.terminal import Line, columns, labelled, rendered, wrap
from advisor.values.printing import listed, spot
from advisor.writers._options import Options
from advisor.writers.plans import _phases, _words

FOR_PEOPLE = True
_MARGIN = 6
_DIFF = {"+": "strong", "-": "faint", "@": "code"}


def render(plan: Plan, options: Options) -> str:
    """How much there is to do; each server with its diffs and its steps, in their order; trouble; the total."""
    return rendered(_lines(plan, options.width), options.color == "always", options.width)


def _lines(plan: Plan, width: int) -> Iterator[Line]:
    yield from wrap([(_words.summary(plan), "strong")], width, 4)
    for sentence in _words.opening(plan):
        yield from wrap([(sentence, "")], width, 0)
    yield []
    for server in plan.servers:
        if server.steps or server.along or server.in_turn:
            yield from _server(server, width)
    for part in plan.unread:
        if part.problem:
            yield from wrap([("trouble: ", "strong"), (f"{spot(part.path, part.line)}: {part.reason}", "")], width, 4)
    for error in plan.errors:
        yield from wrap([("error: ", "critical"), (f"{error.where}: {error.message}", "")], width, 4)
    yield from wrap([(_words.summary(plan), "strong")], width, 4)


def _server(server: ServerPlan, width: int) -> Iterator[Line]:
    yield from wrap([(_words.called(server), "strong"), (f"  {_words.of_server(server)}", "faint")], width, 4)
    yield []
    if told := _words.before(server):
        yield from wrap([(f"  {told}", "")], width, 2)
        yield []
    for file in server.files:
        yield from _file(file, width)
    if server.along:
        yield from wrap([("  The edits put right along with these: ", ""), (listed(server.along), "")], width, 4)
        yield []
    for phase in _phases.phases(server):
        yield from _once(phase.heading, width)
        yield from _once(phase.first, width, phase.stops)
        for step in phase.steps:
            yield from _step(step, width)
            yield []
        yield from _once(phase.last, width, phase.starts)


def _once(sentence: str, width: int, lines: Iterable[CommandLine] = ()) -> Iterator[Line]:
    if sentence:
        yield from wrap([(f"  {sentence}", "strong")], width, 4)
        for line in lines:
            yield from _typed(line, width, _MARGIN)
        yield []


def _file(file: EditedFile, width: int) -> Iterator[Line]:
    for line in file.diff:
        yield [(line, _DIFF.get(line[:1], ""))]
    if told := _words.state(file):
        yield []
        yield from wrap([(f"  {told}", "strong")], width, 4)
    yield []


def _step(step: WorkStep, width: int) -> Iterator[Line]:
    """What is wrong, what to do, where and how; what may go wrong, how to check, and the way back."""
    severity = step.findings[0].severity
    head: Line = [(f"  {step.number}. ", "strong"), (_words.label(step), "strong"), ("  ", "")]
    yield from wrap([*head, (severity, severity), (f"  {step.name}  {_words.of_whom(step)}", "")], width, _MARGIN)
    for label, text in _said(step):
        yield from labelled(label, text, width, _MARGIN)
    for command in _phases.typed(step):
        if not step.done:
            yield from _typed(command, width, _MARGIN)
        if command.back:
            yield from _typed(command._replace(command=command.back), width, _MARGIN, "Back")
    for label, text in (("Risk: ", step.risk), ("Verify: ", step.verify), ("Undo: ", step.rollback)):
        if text:
            yield from labelled(label, text, width, _MARGIN)


def _said(step: WorkStep) -> Iterator[tuple[str, str]]:
    for message in _words.messages(step):
        yield "", message
    for place, text in _words.found(step):
        yield "Found: ", f"{place}: {text}" if text else place
    if step.at not in _words.NOWHERE:
        yield "Where: ", step.at
    yield "Fix: ", step.summary
    if edit := _words.edit(step):
        yield "Edit: ", edit
    if step.why_not:
        yield "Not edited: ", step.why_not
    if step.not_typed:
        yield "Not typed: ", step.not_typed
    for field in step.fields:
        yield "Field: ", _words.field(field)
    if step.after:
        yield "After: ", f"step{'s' * (len(step.after) > 1)} {', '.join(map(str, step.after))}"
    if first := _words.first(step):
        yield "First: ", first


def _typed(command: CommandLine, width: int, margin: int, verb: str = "Type") -> Iterator[Line]:
    """Yield a command to copy. It is never broken: without room behind its label it has a line of its own."""
    label = f"{verb}: " if command.target == "console" else f"{verb} ({command.target}): "
    if margin + len(label) + columns(command.command) <= width:
        yield [(" " * margin + label, "strong"), (command.command, "")]
        return
    yield [(" " * margin + label.rstrip(), "strong")]
    yield [(" " * max(min(margin + 4, width - columns(command.command)), 0) + command.command, "")]

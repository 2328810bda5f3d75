"""Words: what the plan's formats for people say alike: its first lines, and what is said of a step."""

from collections.abc import Iterator

from advisor.fixes.plan import EDIT, REFUSED, WRITTEN, EditedFile, Numbers, Plan, ServerPlan, WorkStep, numbers
from advisor.report.texts import DocumentField
from advisor.values.printing import listed, number, spot

DOWN = (
    "Edit NOTES.INI only while the server is down: a running server overwrites the file. "
    "Where a step has a `set config` line, that does the same while the server runs."
)
SET_UP = "Nothing runs here yet: this is done in the set-up file, before the server is set up from it."
NOWHERE = frozenset({"", "nobody"})  # places that say nothing of where to go
_NOTHING = "Nothing to do."
_MOST_PLACES = 5
_STILL = "It still holds the secret that the edits took out, readable: delete it once you need no way back."


def summary(plan: Plan) -> str:
    """`2 servers: 3 safe, 1 unsafe, 12 by hand`."""
    servers = sum(not (server.cluster or server.machine) for server in plan.servers)
    return f"{number(servers, 'server')}: {_told(plan.numbers)}"


def of_server(server: ServerPlan) -> str:
    """The same of one server or cluster: `3 safe, 1 unsafe, 12 by hand`."""
    return _told(numbers(server))


def _told(of: Numbers) -> str:
    became = [f"{count} {word}" for count, word in ((of.written, "written"), (of.refused, "refused")) if count]
    behind = f"; edits: {' and '.join(became)}" if became else ""
    return f"{of.safe} safe, {of.unsafe} unsafe, {of.by_hand} by hand{behind}"


def called(server: ServerPlan) -> str:
    """`Mail01/Acme`, `Cluster MailCluster`, `Machine of Mail01/Acme and Mail02/Acme`."""
    kind = "Cluster " if server.cluster else "Machine of " if server.machine else ""
    return f"{kind}{server.name}"


def messages(step: WorkStep) -> list[str]:
    """What is wrong, each thing once; of a machine's servers with the server where it is not the same on all."""
    told = list(dict.fromkeys(one.message for one in step.findings))
    if len(told) == 1:
        return told
    return list(dict.fromkeys(f"{one.server}: {one.message}" if one.server else one.message for one in step.findings))


def of_whom(step: WorkStep) -> str:
    """The rule of a step: `THR001`; of one of the site's own with its file."""
    return f"{step.rule}, a rule of the site's own: {step.origin}" if step.origin else step.rule


def opening(plan: Plan) -> Iterator[str]:
    """What was done, or what would be, and that the server must be down."""
    told = plan.numbers
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
        yield from _not_written(told)


def _not_written(told: Numbers) -> Iterator[str]:
    more = told.not_included
    read = f"Read {'it' if more == 1 else 'them'} first: each is a judgement, or an outage."
    if told.edits:
        yield f"Nothing was changed. `--write` makes what the diffs show: {number(told.edits, 'edit')}."
        if more:
            yield f"`--unsafe` includes {number(more, 'edit')} more. {read}"
    elif more:
        yield f"Nothing was changed. `--write` makes edits only with `--unsafe`: {number(more, 'edit')}. {read}"
    else:
        yield "Nothing was changed, and there is no edit that `--write` could make."


def state(file: EditedFile) -> str:
    """What became of a file; "" where it was not to be written."""
    if file.state == WRITTEN:
        over = file.target or file.path
        secret = f" {_STILL}" if file.secret else ""
        stop = "stop the server and " if file.format == "notes.ini" else ""
        back = f"to undo this, {stop}move it over {over}."
        link = f" It is a link to {file.target}." if file.target else ""
        return f"{file.path}: written.{link} The old file is {file.backup}; {back}{secret}"
    return f"{file.path}: not written: {file.why}" if file.state == REFUSED else ""


def label(step: WorkStep) -> str:
    """How safe a step is, in a word or two."""
    return "done" if step.done else "by hand" if step.safety == "manual" else step.safety


def field(one: DocumentField) -> str:
    """A field and what to put there: `Server document, DAOS tab, Store file attachments in DAOS: Enabled`."""
    place = ", ".join(part for part in (one.document, one.tab and f"{one.tab} tab", one.field) if part)
    return f"{place}: {one.to}" if one.to else place


def edit(step: WorkStep) -> str:
    """The edit of a step in words; "" of one without."""
    if step.kind != EDIT:
        return ""
    behind = " (not included: `--unsafe` includes it)" if step.safety == "unsafe" and not step.included else ""
    return f"{step.file}: {'; '.join(step.changes)}{behind}"


def before(server: ServerPlan) -> str:
    """What is to be known of a server before its steps."""
    return SET_UP if server.set_up else ""


def first(step: WorkStep) -> str:
    """What has to be done first and is no step of this plan: `kyr-file-in-use (not selected; its finding stands)`."""
    stands = "their findings stand" if len(step.first) > 1 else "its finding stands"
    return f"{listed(step.first)} (not selected; {stands})" if step.first else ""


def found(step: WorkStep) -> Iterator[tuple[str, str]]:
    """Where what is wrong stands: path and line, and what is there; the last says how many more places there are."""
    places = list(dict.fromkeys(one for reason in step.findings for one in reason.places))
    yield from ((spot(one.path, one.line), one.text) for one in places[:_MOST_PLACES])
    if more := len(places[_MOST_PLACES:]):
        yield f"and {number(more, 'more place')}", ""

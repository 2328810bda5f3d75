"""Finding: the report's types of what was found. No check that finds nothing imports them."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Struct

from advisor.facts import VIEWS
from advisor.pack import SEVERITIES
from advisor.report.texts import RESTARTS, RESTARTS_MEAN, SAFETIES, Dispute, DocumentField, Reference
from advisor.values.rows import FULL, INLINE, INNER, OR_NULL, SPARE, OneOf, Pattern
from advisor.values.scales import IMPACTS
from advisor.values.typed import TARGETS

ACTIONS = ("set", "remove", "rename")
FINGERPRINT, STEM = r"^dl1:[0-9a-f]{20}$", r"^dl1s:[0-9a-f]{16}$"


class Location(Struct, frozen=True):
    """A place that a finding shows, and why.

    excerpt: the line that is there; caret: the place in it; length: of what is told there, in characters.
    bears_on: what the verdict took from it, where the word does not say that. lacks: the file was read to its end and
    does not hold what the word names.
    """

    path: str
    line: Annotated[int | None, "from 1; null if the file lacks the setting, or for a whole file"] = None
    column: Annotated[int | None, "from 1, in characters"] = None
    end_column: Annotated[int | None, "the first column after the value; null if it is not known"] = None
    word: Annotated[str, SPARE, "what the place shows, if no row of `evidence` says it"] = ""
    excerpt: Annotated[str, INNER] = ""
    caret: Annotated[int, INNER] = 0
    length: Annotated[int, INNER] = 1
    bears_on: Annotated[str, INNER] = ""
    lacks: Annotated[bool, INNER] = False

    @property
    def spot(self) -> str:
        """Return `notes.ini:26:24`, or the path if the location is a whole file."""
        return self.path if self.line is None else f"{self.path}:{self.line}:{self.column}"


class Evidence(Struct, frozen=True):
    """One thing a finding rests on."""

    key: str
    value: Annotated[str | None, "secrets as ***; null if the key is not set"]
    path: str | None = None
    line: int | None = None
    column: int | None = None
    presumed: Annotated[bool, "an assumption"] = False
    note: Annotated[str, OR_NULL, "how it is known, if the place does not show it"] = ""


class CommandLine(Struct, frozen=True):
    """One command, and the place to type it."""

    target: Annotated[str, OneOf(TARGETS)]
    command: Annotated[str, "with the values of this server, quoted for the place"]
    back: Annotated[str, SPARE, "the command that undoes it, typed at the same place"] = ""
    looks: Annotated[bool, SPARE, "it changes nothing"] = False


def undo_commands(commands: Iterable[CommandLine]) -> list[CommandLine]:
    """Return the commands that can be undone, in the order of the undo: changes from the last, then restarts."""
    changes = [line for line in commands if line.back and line.back != line.command]
    return [*reversed(changes), *(line for line in commands if line.back and line.back == line.command)]


class SettingEdit(Struct, frozen=True):
    """An edit of a setting in NOTES.INI or a One-Touch file."""

    action: Annotated[str, OneOf(ACTIONS), "set, remove or rename; rename keeps the value"]
    name: Annotated[str, "the name of the setting"]
    to: Annotated[str, SPARE, "the new value, secrets as ***; for rename the new name"] = ""


class Remedy(Struct, frozen=True):
    """How to put this finding right and take it back, with the values of this server.

    number: of the rule's remedies, 0 the fix itself, from 1 what may hold in its stead. project: it needs a plan of its
    own, such as an upgrade or new hardware.
    """

    safety: Annotated[str, OneOf(SAFETIES)]
    summary: str
    restart: Annotated[str, OneOf(RESTARTS), RESTARTS_MEAN]
    commands: Annotated[tuple[CommandLine, ...], "what can be typed; all are left out where one lacks a value"]
    rollback: Annotated[str, "how to undo it"]
    verify: Annotated[str, "how to check that it worked"]
    number: Annotated[int, INNER] = 0
    edits: Annotated[tuple[SettingEdit, ...], "all are left out where one lacks a value"] = ()
    fields: Annotated[tuple[DocumentField, ...], "fields of documents to change"] = ()
    risk: str = ""
    project: Annotated[bool, INNER] = False


class Replacement(Struct, frozen=True):
    """A region of a file, and the text that takes its place. The region of an insertion is empty.

    Lines and columns are those of `Location`. offset, length: the region in bytes of the file, its byte order mark
    included. data: the text in the file's encoding.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    offset: int
    length: int
    data: bytes


class FileEdit(Struct, frozen=True):
    """The edit of one file that fixes a finding. encoding: the IANA name; "" for LMBCS, which has none."""

    path: str
    encoding: str
    replacements: tuple[Replacement, ...]


class Finding(Struct, frozen=True):
    """A rule that failed on a subject.

    why, references: what `rules` says of its rule; the references in the order for this server. worse: it is in the
    baseline, less severe. more_places: how many there are besides those in `locations`. values: what `state` is made
    of, beside the severity. broken: whether it tells what is broken now. expired: of the waiver that
    accepted it, "" where none did. file_edit: what `domlint fix` writes, if a format needs edits.
    """

    rule: str
    name: str
    category: Annotated[str, INNER]
    severity: Annotated[str, OneOf(SEVERITIES)]
    impact: Annotated[str, OneOf(IMPACTS), "what is at stake; findings of one severity are sorted by it"]
    confidence: Annotated[str, INNER]
    server: str | None
    cluster: Annotated[str | None, "the cluster, if the finding is about a cluster; else null"]
    subject: str
    message: str
    location: Location | None
    further: Annotated[tuple[Location, ...], "more places to look at, nine at most"]
    evidence: tuple[Evidence, ...]
    fix: Remedy | None
    fingerprint: Annotated[str, Pattern(FINGERPRINT), "the identity of the finding; never changes"]
    stem: Annotated[str, Pattern(STEM), "the same for all findings of a rule on a server"]
    state: Annotated[str, Pattern(r"^[0-9a-f]{16}$"), "changes if the value or the severity changes"] = ""
    known: Annotated[bool, "in the baseline, and not worse now"] = False
    views: Annotated[
        tuple[str, ...], FULL, "now: as the server runs; next start: as its documents will configure it"
    ] = VIEWS
    dispute: Annotated[Dispute | None, SPARE, "if the sources of the rule disagree: whom it follows here"] = None
    now: Annotated[
        str,
        SPARE,
        OneOf(("unknown", *SEVERITIES)),
        "for another release only: the severity now, or unknown",
    ] = ""
    why: Annotated[str, INNER] = ""
    references: Annotated[tuple[Reference, ...], INNER] = ()
    worse: Annotated[bool, INNER] = False
    more_places: Annotated[int, INNER] = 0
    values: Annotated[tuple[str, ...], INNER] = ()
    broken: Annotated[bool, INNER] = False
    expired: Annotated[str, INNER] = ""
    file_edit: Annotated[FileEdit | None, INNER] = None

    @property
    def locations(self) -> tuple[Location, ...]:
        """All places to look at, the first of them first."""
        return (self.location, *self.further) if self.location else ()

    @property
    def urgency(self) -> tuple[int, int]:
        """Return a key that sorts findings by severity, then by impact, the most urgent first."""
        return SEVERITIES.index(self.severity), IMPACTS.index(self.impact)


def urgency(findings: Iterable[Finding]) -> tuple[int, int]:
    """Return the key of the most urgent of several findings."""
    return min(finding.urgency for finding in findings)


class Waived(Struct, frozen=True):
    """A finding that a waiver accepts."""

    finding: Annotated[Finding, INLINE]
    reason: Annotated[str, "the reason of the waiver"]
    until: Annotated[str, OR_NULL, "the last day of the waiver"] = ""
    owner: Annotated[str, OR_NULL, "the owner"] = ""
    ticket: Annotated[str, OR_NULL, "the ticket"] = ""

"""Ticket rows: the types of the lines of tickets, which are their fields."""

from typing import Annotated, NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.report import SCHEMA_VERSION, Program
from advisor.report.texts import RESTARTS, SAFETIES
from advisor.report.troubles import Trouble
from advisor.values.rows import FULL, OR_NULL, SPARE, OneOf
from advisor.values.scales import CONFIDENCES
from advisor.writers._ticket import PRIORITY_NAMES, STATUSES


class Link(NamedTuple):
    """Where more can be read."""

    kind: Annotated[str, OneOf(("rule", "source"))]
    title: str
    url: Annotated[str, OR_NULL, "null for a page that lies in the project alone"]
    page: Annotated[str, SPARE, "the rule's page, relative to the project"] = ""


class Acceptance(NamedTuple):
    """What the waiver says of itself."""

    reason: str
    until: Annotated[str, OR_NULL]
    owner: Annotated[str, OR_NULL]
    ticket: Annotated[str, OR_NULL]


class OnServer(NamedTuple):
    """A finding of a rule, on one of its servers."""

    server: str | None
    cluster: str | None
    subject: str
    correlation_id: Annotated[str, "the finding's fingerprint"]
    state: str
    status: Annotated[str, OneOf(STATUSES)]
    severity: Annotated[str, OneOf(SEVERITIES)]
    message: str
    path: Annotated[str, OR_NULL]
    line: int | None


class Ticket(NamedTuple):
    """A finding, or all findings of a rule, for a ticketing system."""

    correlation_id: Annotated[str, "the same ticket, for ever"]
    state: Annotated[str, "changes when value or severity do, and of a rule when its servers do"]
    status: Annotated[str, OneOf(STATUSES)]
    summary: Annotated[str, "one line, 255 at most"]
    short_description: Annotated[str, "the same, 160 at most"]
    description: Annotated[str, "what, where, why, what to type, the way back, on whose word; 32,767 at most"]
    priority: Annotated[int, OneOf(tuple(PRIORITY_NAMES)), "from 1, the most urgent, by severity and confidence"]
    priority_name: Annotated[str, OneOf(tuple(PRIORITY_NAMES.values()))]
    impact: Annotated[int, OneOf((1, 2, 3)), "with urgency, what gives ServiceNow's priority"]
    urgency: Annotated[int, OneOf((1, 2, 3))]
    due_days: Annotated[int | None, "days from the one on which the ticket was opened; null: no hurry"]
    labels: Annotated[tuple[str, ...], FULL, "without blanks, commas and quotes"]
    severity: Annotated[str, OneOf(SEVERITIES)]
    confidence: Annotated[str, OneOf(CONFIDENCES)]
    rule: str
    name: str
    title: Annotated[str, "what is wrong, in a few words"]
    category: str
    server: Annotated[str | None, "null in a cluster's, and in a rule's on several servers"]
    cluster: str | None
    subject: str | None
    named_by: Annotated[str | None, "what told the server's name"]
    release: str | None
    platform: str | None
    criticality: Annotated[str | None, SPARE, "what domlint.toml says of the server"]
    message: Annotated[str, "what is wrong, with the values"]
    where: tuple[str, ...]
    path: Annotated[str, OR_NULL, "the file to look at first"]
    line: int | None
    why: str
    remedy: Annotated[str, OR_NULL, "what to do and type, the way back, how to check"]
    references: Annotated[str, OR_NULL, "on whose word, and who disagrees"]
    safety: Annotated[str | None, OneOf(SAFETIES)]
    restart: Annotated[str | None, OneOf(RESTARTS)]
    links: tuple[Link, ...]
    accepted: Acceptance | None
    servers: Annotated[tuple[OnServer, ...], SPARE, "of a rule: each of its findings"] = ()


class End(NamedTuple):
    """The last line: nothing is missing before it."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,))]
    tool: Program
    complete: Annotated[bool, "as JSON's: whether all that was given could be read and judged"]
    as_release: Annotated[str, OR_NULL]
    tickets: Annotated[int, "lines before this one"]
    open: int
    known: int
    accepted: int
    left_out: Annotated[dict[str, int], "findings that are no tickets, by the reason why"]
    servers: Annotated[int, "those that were judged"]
    unknown: Annotated[int, "what could not be judged: a rule on a subject each"]
    errors: Annotated[tuple[Trouble, ...], "why the report is not whole"]

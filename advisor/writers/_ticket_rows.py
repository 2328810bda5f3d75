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

    kind: Annotated[str, OneOf(("rule", "source")), "of what"]
    title: Annotated[str, "what stands there"]
    url: Annotated[str, OR_NULL, "null for a page that lies in the project alone"]
    page: Annotated[str, SPARE, "the rule's page, relative to the project"] = ""


class Acceptance(NamedTuple):
    """What the waiver says of itself."""

    reason: Annotated[str, "why it is accepted"]
    until: Annotated[str, OR_NULL, "the last day on which it holds"]
    owner: Annotated[str, OR_NULL, "who answers for it"]
    ticket: Annotated[str, OR_NULL, "where it was agreed on"]


class OnServer(NamedTuple):
    """A finding of a rule, on one of its servers."""

    server: Annotated[str | None, "null in a cluster's"]
    cluster: Annotated[str | None, "null in a server's"]
    subject: Annotated[str, "what it is about"]
    correlation_id: Annotated[str, "the finding's fingerprint"]
    state: Annotated[str, "the finding's"]
    status: Annotated[str, OneOf(STATUSES), "what the site decided of it"]
    severity: Annotated[str, OneOf(SEVERITIES), "the finding's"]
    message: Annotated[str, "what is wrong, with the values"]
    path: Annotated[str, OR_NULL, "the file to look at first"]
    line: Annotated[int | None, "its line"]


class Ticket(NamedTuple):
    """A finding, or all findings of a rule, for a ticketing system."""

    domlint: Annotated[str, OneOf(("ticket",)), "what the line is"]
    correlation_id: Annotated[str, "the same ticket, for ever: the finding's fingerprint, or `dl1r:` and the rule's id"]
    state: Annotated[str, "changes when value or severity do; of a rule when its findings do"]
    status: Annotated[str, OneOf(STATUSES), "what the site decided; accepted by a waiver, known from the baseline"]
    summary: Annotated[str, "whose it is, what is wrong, and the subject, on one line, 255 at most"]
    short_description: Annotated[str, "the same, 160 at most"]
    description: Annotated[
        str, "all that somebody needs who has the ticket alone, as plain text with `\\n`, 32,767 at most"
    ]
    priority: Annotated[int, OneOf(tuple(PRIORITY_NAMES)), "from 1, the most urgent, by severity and confidence"]
    priority_name: Annotated[str, OneOf(tuple(PRIORITY_NAMES.values())), "as Jira calls it"]
    impact: Annotated[int, OneOf((1, 2, 3)), "for ServiceNow, with `urgency`"]
    urgency: Annotated[int, OneOf((1, 2, 3)), "for ServiceNow, with `impact`"]
    due_days: Annotated[int | None, "days from the one on which the ticket is opened; null: no hurry"]
    labels: Annotated[
        tuple[str, ...],
        FULL,
        "`domlint`, `domlint-` and the id, rule, category, severity, confidence, owner; each in one piece, 255 at most",
    ]
    severity: Annotated[str, OneOf(SEVERITIES), "the finding's, of a rule the worst"]
    confidence: Annotated[str, OneOf(CONFIDENCES), "the rule's"]
    rule: Annotated[str, "the rule's id"]
    name: Annotated[str, "the rule's name"]
    title: Annotated[str, "what is wrong, in a few words, without values"]
    category: Annotated[str, "the rule's"]
    server: Annotated[str | None, "null in a cluster's, and in a rule's with several owners"]
    cluster: Annotated[str | None, "null in a server's, and in a rule's with several owners"]
    subject: Annotated[
        str | None, "what it is about: `server`, an array, a setting; null where there are several findings"
    ]
    named_by: Annotated[str | None, "what told the server's name; `folder`: it changes with the folder's"]
    release: Annotated[str | None, "the server's"]
    platform: Annotated[str | None, "the server's"]
    criticality: Annotated[str | None, SPARE, "what domlint.toml says of the server; left out where it says nothing"]
    message: Annotated[str, "what is wrong, with the values; of several findings without"]
    where: Annotated[
        tuple[str, ...], "the places to look at, each with its line of the file; of several findings each one's first"
    ]
    path: Annotated[str, OR_NULL, "the file to look at first; null in a rule's with several findings"]
    line: Annotated[int | None, "its line"]
    why: Annotated[str, "why it matters"]
    remedy: Annotated[str, OR_NULL, "what to do and type, what may go wrong, the way back, how to check"]
    references: Annotated[str, OR_NULL, "on whose word, and who disagrees"]
    safety: Annotated[str | None, OneOf(SAFETIES), "whether the remedy can hurt"]
    restart: Annotated[str | None, OneOf(RESTARTS), "what the remedy needs"]
    links: Annotated[tuple[Link, ...], "the rule's page, and the sources that have an address"]
    accepted: Annotated[Acceptance | None, "what the waiver says: reason, until, owner, ticket"]
    servers: Annotated[
        tuple[OnServer, ...], SPARE, "under --group-by rule alone: each finding of the rule, with its own id and state"
    ] = ()
    not_judged: Annotated[
        tuple[str, ...],
        SPARE,
        "under --group-by rule alone: where the rule could not be checked",
    ] = ()


class End(NamedTuple):
    """The last line: nothing is missing before it."""

    domlint: Annotated[str, OneOf(("end",)), "what the line is"]
    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,)), "JSON's"]
    tool: Annotated[Program, "name, version, and the day of its facts"]
    complete: Annotated[bool, "whether all that was given could be read and checked"]
    as_release: Annotated[str, OR_NULL, "the release that was asked for; then there are no tickets"]
    tickets: Annotated[int, "how many lines stand before this one"]
    open: Annotated[int, "how many of them are open"]
    known: Annotated[int, "how many are known from the baseline"]
    accepted: Annotated[int, "how many a waiver accepts"]
    left_out: Annotated[dict[str, int], "how many findings are no tickets, by the reason why"]
    servers: Annotated[int, "how many were checked"]
    unknown: Annotated[int, "rules that could not be checked: one for each rule and subject"]
    errors: Annotated[tuple[Trouble, ...], "why the report is incomplete"]

"""Tickets: one line for each finding, or with --group-by rule for each rule. docs/tickets.md describes it.

Each is an object; the last one, with `"domlint":"end"`, says that none is missing before it, and what was left out.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding, Waived
from advisor.report.identity import digest
from advisor.report.model import SCHEMA_VERSION, Program, Report, Trouble
from advisor.report.texts import RESTARTS, SAFETIES, SharedTexts
from advisor.values.printing import listed, number
from advisor.values.rows import FULL, OR_NULL, SPARE, OneOf, row
from advisor.values.scales import CONFIDENCES, IMPACTS
from advisor.writers import Options, encoded, ticket_texts

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False
NEEDS = frozenset({"excerpts"})

OPEN, KNOWN, ACCEPTED = "open", "known", "accepted"
STATUSES = (OPEN, KNOWN, ACCEPTED)

# By severity, where somebody measured or documented it, and where it is practice alone.
PRIORITIES = {"critical": (1, 2), "high": (2, 3), "medium": (3, 4), "low": (4, 5), "info": (5, 5)}
DUE_DAYS = {1: 1, 2: 7, 3: 30, 4: 90, 5: None}  # from the day on which the ticket was opened
PRIORITY_NAMES = {1: "Highest", 2: "High", 3: "Medium", 4: "Low", 5: "Lowest"}  # Jira's
_IMPACT_URGENCY = {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 3), 5: (3, 3)}  # ServiceNow's own table of priorities


class Issued(Struct, frozen=True):
    """A finding, and the waiver that accepts it."""

    finding: Finding
    waived: Waived | None = None

    @property
    def status(self) -> str:
        """Return the decision of the site: open, known or accepted."""
        return ACCEPTED if self.waived else KNOWN if self.finding.known else OPEN

    @property
    def priority(self) -> int:
        """Return the priority from 1, the most urgent, to 5."""
        return PRIORITIES[self.finding.severity][self.finding.confidence == "field"]


def issued(report: Report) -> Iterator[Issued]:
    """Yield all findings in the order of the report, then those that waivers accept."""
    yield from map(Issued, report.findings)
    yield from (Issued(one.finding, one) for one in report.waived)


def impact_and_urgency(priority: int) -> tuple[int, int]:
    """Return impact and urgency, from which ServiceNow calculates this priority."""
    return _IMPACT_URGENCY[priority]


class Link(Struct, frozen=True):
    """Where more can be read."""

    kind: Annotated[str, OneOf(("rule", "source")), "of what"]
    title: Annotated[str, "what stands there"]
    url: Annotated[str, OR_NULL, "null for a page that lies in the project alone"]
    page: Annotated[str, SPARE, "the rule's page, relative to the project"] = ""


class Acceptance(Struct, frozen=True):
    """What the waiver says of itself."""

    reason: Annotated[str, "why it is accepted"]
    until: Annotated[str, OR_NULL, "the last day on which it holds"]
    owner: Annotated[str, OR_NULL, "who answers for it"]
    ticket: Annotated[str, OR_NULL, "where it was agreed on"]


class OnServer(Struct, frozen=True):
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


class Ticket(Struct, frozen=True):
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


class End(Struct, frozen=True):
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


LABEL = 255  # units of a label, in Jira and in DefectDojo
_PARTS_LABELS = re.compile(r"[\s,;'\"]+")  # what would part a label in two, in one receiver or another
_PLACES = 3  # of a server, in a rule's ticket


class Making:
    """Makes the tickets of a report."""

    def __init__(self, report: Report) -> None:
        self.rules = report.rules
        self.servers = {one.name: one for one in report.servers}
        self.open: dict[str, dict[str, None]] = {}  # by rule, on whom it could not be judged
        for one in report.unknown:
            self.open.setdefault(one.rule, {})[ticket_texts.whose(one.server, one.cluster)] = None

    def of_finding(self, one: Issued) -> Ticket:
        """Return the ticket of a finding."""
        finding, texts = one.finding, self.rules[one.finding.rule]
        server = self.servers.get(finding.server or "")
        where, first = ticket_texts.places(finding), finding.location
        named = f" ({finding.subject})" * (finding.subject not in {"server", ticket_texts.owner(finding)})
        remedy, references = ticket_texts.remedy(finding.fix, texts), ticket_texts.sources(finding.references)
        impact, urgency = impact_and_urgency(one.priority)
        return Ticket(
            domlint="ticket",
            correlation_id=finding.fingerprint,
            state=finding.state,
            status=one.status,
            **_summaries(f"{ticket_texts.owner(finding)}: {texts.title}{named}"),
            description=self._description(one, remedy, references),
            priority=one.priority,
            priority_name=PRIORITY_NAMES[one.priority],
            impact=impact,
            urgency=urgency,
            due_days=DUE_DAYS[one.priority],
            labels=_labels(finding, finding.fingerprint.partition(":")[2], finding.server or finding.cluster),
            severity=finding.severity,
            confidence=finding.confidence,
            rule=finding.rule,
            name=finding.name,
            title=texts.title,
            category=finding.category,
            server=finding.server,
            cluster=finding.cluster,
            subject=finding.subject,
            named_by=server.named_by if server else None,
            release=server.release.value if server else None,
            platform=server.platform if server else None,
            criticality=server.criticality if server else None,
            message=ticket_texts.on_one(finding.message),
            where=tuple(where),
            path=first.path if first else "",
            line=first.line if first else None,
            why=ticket_texts.on_one(finding.why),
            remedy=remedy,
            references=references,
            safety=finding.fix.safety if finding.fix else None,
            restart=finding.fix.restart if finding.fix else None,
            links=_links(finding, texts),
            accepted=_accepted(one),
        )

    def _description(self, one: Issued, remedy: str, references: str) -> str:
        """Return the description of a finding for readers who have only the ticket."""
        finding = one.finding
        server = ticket_texts.of_server(self.servers.get(finding.server or ""), ticket_texts.owner(finding))
        what = "\n".join(
            [f"Server: {server}", *ticket_texts.looked_at(ticket_texts.places(finding)), *ticket_texts.judged(finding)]
        )
        blocks = [
            ticket_texts.on_one(finding.message),
            _decided(one),
            what,
            remedy,
            ticket_texts.reasons(finding),
            references,
        ]
        return ticket_texts.whole(blocks, ticket_texts.ids(finding, finding.fingerprint))

    def of_rule(self, group: list[Issued]) -> Ticket:
        """Return the ticket of a rule with all its findings. It is as urgent as the most urgent open finding."""
        status = next(one for one in STATUSES if any(each.status == one for each in group))
        some = [one for one in group if one.status == status]
        worst = min(some, key=lambda one: (one.priority, SEVERITIES.index(one.finding.severity)))
        finding, texts = worst.finding, self.rules[worst.finding.rule]
        owners = list(dict.fromkeys(ticket_texts.owner(one.finding) for one in some))
        alone, ours = len(owners) == 1, f"dl1r:{finding.rule}"
        left = tuple(self.open.get(finding.rule, ()))
        rows = tuple(_on_server(one) for one in group)
        states = sorted(f"{one.correlation_id} {one.state} {one.status}" for one in rows)
        remedy, each = ticket_texts.remedy_of_rule([one.finding for one in some], texts)
        blocks = [
            f"{texts.title}, on {listed(owners)}.", _left_open(left), "\n".join(ticket_texts.judged(finding)), remedy,
            ticket_texts.reasons(finding),
            ticket_texts.sources(finding.references), *(_of_one(one, texts if each else None) for one in group),
        ]  # fmt: skip
        return replace(
            self.of_finding(worst),
            correlation_id=ours,
            state=digest("\n".join(states), 16),
            **_summaries(f"{texts.title} on {owners[0] if alone else _counted(some)}"),
            description=ticket_texts.whole(blocks, ticket_texts.ids(finding, ours)),
            labels=_labels(finding, f"rule-{finding.rule.lower()}", owners[0] if alone else None),
            **({} if alone else _OF_SEVERAL) | (_evidence(blocks[0], some) if len(some) > 1 else {}),
            remedy=remedy,
            servers=rows,
            not_judged=left,
        )


_OF_SEVERAL: dict[str, Any] = dict.fromkeys(
    ("server", "cluster", "subject", "named_by", "release", "platform", "criticality")
)


def _evidence(message: str, some: list[Issued]) -> dict[str, Any]:
    """Return the fields about evidence for several findings: the first location of each."""
    firsts = ((ticket_texts.owner(one.finding), ticket_texts.places(one.finding)[:1]) for one in some)
    where = tuple(dict.fromkeys(f"{owner}: {place}" for owner, places in firsts for place in places))
    return {"subject": None, "message": message, "where": where, "path": "", "line": None}


def _counted(some: list[Issued]) -> str:
    """Return `8 servers`, `2 servers and 1 cluster`."""
    servers = {one.finding.server for one in some} - {None}
    clusters = {one.finding.cluster for one in some} - {None}
    return listed(number(len(names), kind) for names, kind in ((servers, "server"), (clusters, "cluster")) if names)


def _left_open(owners: tuple[str, ...]) -> str:
    """Return on which servers the rule could not be checked."""
    return f"It could not be checked on {listed(owners)}, where it is unknown." if owners else ""


def _summaries(text: str) -> dict[str, Any]:
    """Return the fields that name the ticket on one line."""
    line = ticket_texts.on_one(text)
    return {
        "summary": ticket_texts.cut(line, ticket_texts.SUMMARY),
        "short_description": ticket_texts.cut(line, ticket_texts.SHORT),
    }


def _decided(one: Issued) -> str:
    """Return the decision of the site in words."""
    if one.waived:
        beside = [f"until {one.waived.until}"] * bool(one.waived.until) + [one.waived.owner, one.waived.ticket]
        details = "; ".join(filter(None, beside))
        return ticket_texts.on_one(f"Accepted by a waiver: {one.waived.reason}" + f" ({details})" * bool(details))
    known = "Known from the baseline: it counts no more." if one.finding.known else ""
    return " ".join(filter(None, [known, ticket_texts.on_one(one.finding.expired)]))


def _accepted(one: Issued) -> Acceptance | None:
    waived = one.waived
    return Acceptance(waived.reason, waived.until, waived.owner, waived.ticket) if waived else None


def _labels(finding: Finding, identity: str, owner: str | None) -> tuple[str, ...]:
    words = ["domlint", f"domlint-{identity}", finding.name, finding.category, finding.severity, finding.confidence]
    words += [owner] if owner else []
    return tuple(
        dict.fromkeys(
            ticket_texts.cut(_PARTS_LABELS.sub("_", ticket_texts.on_one(word)), LABEL, parting="_") for word in words
        )
    )


def _links(finding: Finding, texts: SharedTexts) -> tuple[Link, ...]:
    """Return links to the page of the rule and to its sources, each once."""
    page = Link("rule", f"{finding.name} ({finding.rule})", texts.url or "", texts.page or "")
    cited = {
        one.url: Link("source", ticket_texts.on_one(f"{one.publisher}: {one.title}"), one.url)
        for one in finding.references
        if one.url
    }
    return (page, *cited.values())


def _on_server(one: Issued) -> OnServer:
    finding, first = one.finding, one.finding.location
    return OnServer(
        finding.server,
        finding.cluster,
        finding.subject,
        finding.fingerprint,
        finding.state,
        one.status,
        finding.severity,
        ticket_texts.on_one(finding.message),
        first.path if first else "",
        first.line if first else None,
    )


def _of_one(one: Issued, texts: SharedTexts | None) -> str:
    """Return the part of a rule's ticket about one server. texts: those of the rule, if the fix differs by server."""
    finding = one.finding
    lines = [
        f"{ticket_texts.owner(finding)}: {finding.severity}. {ticket_texts.on_one(finding.message)}",
        *ticket_texts.looked_at(ticket_texts.places(finding)[:_PLACES]),
    ]
    lines += [_decided(one)] * bool(_decided(one))
    if texts and finding.fix and not one.waived:
        lines += ticket_texts.of_one(finding.fix, texts)
    return "\n  ".join(lines)


def render(report: Report, options: Options) -> str:
    """Return the tickets, the most urgent first, and the last line."""
    kept, left_out = _parted(report, options)
    making = Making(report)
    if options.group_by == "rule":
        groups: dict[str, list[Issued]] = {}
        for one in kept:
            groups.setdefault(one.finding.rule, []).append(one)
        rows = [making.of_rule(group) for group in groups.values()]
    else:
        rows = [making.of_finding(one) for one in kept]
    impacts = {one.finding.rule: IMPACTS.index(one.finding.impact) for one in kept}
    rows.sort(key=lambda one: (one.priority, SEVERITIES.index(one.severity), impacts[one.rule]))
    statuses = Counter(one.status for one in rows)
    end = End(
        "end", report.schema_version, report.tool, report.complete, report.as_release, len(rows), statuses["open"],
        statuses["known"], statuses["accepted"], dict(left_out), len(report.servers), len(report.unknown),
        report.errors,
    )  # fmt: skip
    last = {name: row(part) for name, part in asdict(end).items()}  # a whole: its lists may be empty
    return "".join(encoded(item) + "\n" for item in (*map(row, rows), last))


def _parted(report: Report, options: Options) -> tuple[list[Issued], Counter[str]]:
    """Return the findings that become tickets, and how many do not, by reason."""
    folders = {one.name for one in report.servers if one.named_by == "folder"} if not report.complete else set[str]()
    kept, left_out = list[Issued](), Counter[str]()
    for one in issued(report):
        if why := _why_none(one.finding, report.as_release, folders, options.min_severity):
            left_out[why] += 1
        else:
            kept.append(one)
    return kept, left_out


def _why_none(finding: Finding, as_release: str, folders: set[str], least: str) -> str:
    """Return why a finding becomes no ticket, or "". folders: servers that are named by their folder."""
    if as_release:
        return "as another release"
    if finding.server in folders:
        return "named by its folder"
    return f"below {least}" if SEVERITIES.index(finding.severity) > SEVERITIES.index(least) else ""

"""Ticket making: lines of tickets out of findings, and out of all findings of a rule."""

import re
from typing import Any

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.identity import digest
from advisor.report.report import Report
from advisor.report.texts import SharedTexts
from advisor.values.printing import listed, number
from advisor.writers import _ticket_texts as told
from advisor.writers._ticket import DUE_DAYS, PRIORITY_NAMES, STATUSES, Issued, impact_and_urgency
from advisor.writers._ticket_rows import Acceptance, Link, OnServer, Ticket

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
            self.open.setdefault(one.rule, {})[told.whose(one.server, one.cluster)] = None

    def of_finding(self, one: Issued) -> Ticket:
        """The ticket of one finding."""
        finding, texts = one.finding, self.rules[one.finding.rule]
        server = self.servers.get(finding.server or "")
        where, first = told.places(finding), finding.location
        named = f" ({finding.subject})" * (finding.subject not in {"server", told.owner(finding)})
        remedy, references = told.remedy(finding.fix, texts), told.sources(finding.references)
        impact, urgency = impact_and_urgency(one.priority)
        return Ticket(
            domlint="ticket",
            correlation_id=finding.fingerprint,
            state=finding.state,
            status=one.status,
            **_summaries(f"{told.owner(finding)}: {texts.title}{named}"),
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
            named_by=server and server.named_by,
            release=server and server.release.value,
            platform=server and server.platform,
            criticality=server and server.criticality,
            message=told.on_one(finding.message),
            where=tuple(where),
            path=first.path if first else "",
            line=first.line if first else None,
            why=told.on_one(finding.why),
            remedy=remedy,
            references=references,
            safety=finding.fix and finding.fix.safety,
            restart=finding.fix and finding.fix.restart,
            links=_links(finding, texts),
            accepted=_accepted(one),
        )

    def _description(self, one: Issued, remedy: str, references: str) -> str:
        """All that somebody needs who has the ticket of a finding alone."""
        finding = one.finding
        server = told.of_server(self.servers.get(finding.server or ""), told.owner(finding))
        what = "\n".join([f"Server: {server}", *told.looked_at(told.places(finding)), *told.judged(finding)])
        blocks = [told.on_one(finding.message), _decided(one), what, remedy, told.reasons(finding), references]
        return told.whole(blocks, told.ids(finding, finding.fingerprint))

    def of_rule(self, group: list[Issued]) -> Ticket:
        """The ticket of a rule with all of its findings: as urgent as the worst of them that is open."""
        status = next(one for one in STATUSES if any(each.status == one for each in group))
        some = [one for one in group if one.status == status]
        worst = min(some, key=lambda one: (one.priority, SEVERITIES.index(one.finding.severity)))
        finding, texts = worst.finding, self.rules[worst.finding.rule]
        owners = list(dict.fromkeys(told.owner(one.finding) for one in some))
        alone, ours = len(owners) == 1, f"dl1r:{finding.rule}"
        left = tuple(self.open.get(finding.rule, ()))
        rows = tuple(_on_server(one) for one in group)
        states = sorted(f"{one.correlation_id} {one.state} {one.status}" for one in rows)
        remedy, each = told.remedy_of_rule([one.finding for one in some], texts)
        blocks = [
            f"{texts.title}, on {listed(owners)}.", _left_open(left), "\n".join(told.judged(finding)), remedy,
            told.reasons(finding),
            told.sources(finding.references), *(_of_one(one, texts if each else None) for one in group),
        ]  # fmt: skip
        return self.of_finding(worst)._replace(
            correlation_id=ours,
            state=digest("\n".join(states), 16),
            **_summaries(f"{texts.title} on {owners[0] if alone else _counted(some)}"),
            description=told.whole(blocks, told.ids(finding, ours)),
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
    """What several findings show together: of each of them the first place, and no file as if it were of all."""
    firsts = ((told.owner(one.finding), told.places(one.finding)[:1]) for one in some)
    where = tuple(dict.fromkeys(f"{owner}: {place}" for owner, places in firsts for place in places))
    return {"subject": None, "message": message, "where": where, "path": "", "line": None}


def _counted(some: list[Issued]) -> str:
    """`8 servers`, `2 servers and 1 cluster`."""
    servers = {one.finding.server for one in some} - {None}
    clusters = {one.finding.cluster for one in some} - {None}
    return listed(number(len(names), kind) for names, kind in ((servers, "server"), (clusters, "cluster")) if names)


def _left_open(owners: tuple[str, ...]) -> str:
    """On whom the rule could not be judged: that they are not named is no cure."""
    return f"It could not be checked on {listed(owners)}, where it is unknown." if owners else ""


def _summaries(text: str) -> dict[str, Any]:
    """The fields that name the ticket on one line."""
    line = told.on_one(text)
    return {"summary": told.cut(line, told.SUMMARY), "short_description": told.cut(line, told.SHORT)}


def _decided(one: Issued) -> str:
    """What the site decided of a finding, in words."""
    if one.waived:
        beside = [f"until {one.waived.until}"] * bool(one.waived.until) + [one.waived.owner, one.waived.ticket]
        told_of = "; ".join(filter(None, beside))
        return told.on_one(f"Accepted by a waiver: {one.waived.reason}" + f" ({told_of})" * bool(told_of))
    known = "Known from the baseline: it counts no more." if one.finding.known else ""
    return " ".join(filter(None, [known, told.on_one(one.finding.expired)]))


def _accepted(one: Issued) -> Acceptance | None:
    waived = one.waived
    return waived and Acceptance(waived.reason, waived.until, waived.owner, waived.ticket)


def _labels(finding: Finding, identity: str, owner: str | None) -> tuple[str, ...]:
    words = ["domlint", f"domlint-{identity}", finding.name, finding.category, finding.severity, finding.confidence]
    words += [owner] if owner else []
    return tuple(
        dict.fromkeys(told.cut(_PARTS_LABELS.sub("_", told.on_one(word)), LABEL, parting="_") for word in words)
    )


def _links(finding: Finding, texts: SharedTexts) -> tuple[Link, ...]:
    """The rule's page, and what it cites, each publication once."""
    page = Link("rule", f"{finding.name} ({finding.rule})", texts.url or "", texts.page or "")
    cited = {
        one.url: Link("source", told.on_one(f"{one.publisher}: {one.title}"), one.url)
        for one in finding.references
        if one.url
    }
    return (page, *cited.values())


def _on_server(one: Issued) -> OnServer:
    finding, first = one.finding, one.finding.location
    return OnServer(
        finding.server, finding.cluster, finding.subject, finding.fingerprint, finding.state, one.status,
        finding.severity, told.on_one(finding.message), first.path if first else "", first.line if first else None,
    )  # fmt: skip


def _of_one(one: Issued, texts: SharedTexts | None) -> str:
    """A server's part of a rule's ticket. texts: the rule's, where what to do is told for each server."""
    finding = one.finding
    lines = [
        f"{told.owner(finding)}: {finding.severity}. {told.on_one(finding.message)}",
        *told.looked_at(told.places(finding)[:_PLACES]),
    ]
    lines += [_decided(one)] * bool(_decided(one))
    if texts and finding.fix and not one.waived:
        lines += told.of_one(finding.fix, texts)
    return "\n  ".join(lines)

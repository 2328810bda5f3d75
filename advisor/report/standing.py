"""Standing: one judged server as a whole: what it is, what was read of it, its grade and its counts."""

from typing import TypedDict

from advisor.configuration.decisions import Decisions
from advisor.judging.assess import Assessment
from advisor.judging.engine import UNKNOWN, Results
from advisor.known import Facts
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.report import grading, lowering, masking
from advisor.report.grades import Counts
from advisor.report.report import Input, Release, ServerReport
from advisor.report.stamping import Stamped
from advisor.servers.naming import spot
from advisor.servers.parsed import ANCHORS
from advisor.servers.server import Server

_TOLD = ("release", "platform", "bits")


def standing(
    assessment: Assessment, name: str, stamped: Stamped, site: lowering.Site, decisions: Decisions, catalogue: Catalogue
) -> ServerReport:
    """A server with its grade. site: what a configuration leaves out or changes."""
    server = assessment.server
    formats = frozenset(file.reader.name for file in server.files)
    graded = grading.standing(_judged(assessment, formats, stamped, site, decisions, catalogue))
    ungraded = _ungraded(server, graded, decisions)
    return ServerReport(
        name=name,
        named_by=server.named_by,
        **_told(server.facts, catalogue),
        told=_told_by_the_site(server.facts, (decisions.config or "").rpartition("/")[2]),
        contradictions=tuple(masking.masked(catalogue, text) for text in _contradictions(server)),
        grade=None if ungraded else graded.grade,
        ungraded=ungraded,
        grade_is_bound=graded.bound and not ungraded,
        grade_note=_note(site, stamped),
        categories=graded.categories,
        counts=Counts(*(sum(one.severity == name for one in stamped.findings) for name in SEVERITIES)),
        waived=len(stamped.waived),
        known=sum(one.known for one in stamped.findings),
        inputs=tuple(Input(file.path, file.reader.name) for file in server.files),
        beside=(),
        place=place(server),
        copies=server.given.group.copies,
        coverage=graded.coverage,
        bound_by=graded.bound_by,
        plain_name=masking.name(catalogue, server.plain_name),
        left_open=_left_open(assessment.judged, formats),
    )


def place(server: Server) -> str:
    """Where it begins: the file that may begin one, or its only one; else the folder, whichever file there is first.

    What is piped in has no folder: its name stands alone.
    """
    first = server.files[0]
    if first.once:
        return first.path
    return spot(first, len(server.files) == 1 or first.reader.name in ANCHORS)


def _note(site: lowering.Site, stamped: Stamped) -> str:
    """What the site decided that the grade rests on."""
    accepted = f"{len(stamped.waived)} waived" if stamped.waived else ""
    return "; ".join(filter(None, [site.words, accepted]))


def _judged(
    assessment: Assessment,
    formats: frozenset[str],
    stamped: Stamped,
    site: lowering.Site,
    decisions: Decisions,
    catalogue: Catalogue,
) -> lowering.Judged:
    """What the grade goes by."""
    return lowering.Judged(
        assessment.judged,
        stamped.findings,
        [waived.finding.rule for waived in stamped.waived],
        site.changed,
        decisions.severities,
        _left_out(() if decisions.narrowed else site.left_out, assessment.server, catalogue),
        assessment.server.facts,
        formats,
        catalogue,
        frozenset(document.form for document in assessment.server.facts.documents),
    )


class _WhatFilesTell(TypedDict):
    kind: str | None
    release: Release
    platform: str | None
    bits: int | None
    role: str | None
    workload: tuple[str, ...]
    criticality: str | None


def _told(facts: Facts, catalogue: Catalogue) -> _WhatFilesTell:
    """What its files tell of the server, in the report's fields."""
    release, platform, bits = (facts.ask(key) for key in _TOLD)
    workload = facts.ask("server.workload").text
    criticality = facts.ask("server.criticality")
    return _WhatFilesTell(
        kind=facts.ask("server.kind").text,
        release=Release(
            release.text and masking.masked(catalogue, release.text),
            masking.masked(catalogue, release.facts[0].note) if release.text else None,
        ),
        platform=platform.text,
        bits=int(bits.text) if bits.text else None,
        role=facts.ask("server.role").text,
        workload=tuple(workload.split(",")) if workload else (),
        criticality=None if any(fact.presumed for fact in criticality.facts) else criticality.text,
    )


def _told_by_the_site(facts: Facts, config: str) -> dict[str, str]:
    """What counts because an option or the configuration told it, by field. config: its file's name."""
    answers = {key: facts.ask(key) for key in (*_TOLD, "server.role", "server.workload", "server.criticality")}
    return {
        key.rpartition(".")[2]: answer.text
        for key, answer in answers.items()
        if answer.text and answer.facts[0].note in {f"--{key}", config}
    }


def _contradictions(server: Server) -> list[str]:
    """Where somebody says otherwise than what counts."""
    answers = (server.facts.ask(f"{key}.told_otherwise").text for key in _TOLD)
    return [text for text in answers if text]


def _left_open(results: Results, formats: frozenset[str]) -> bool:
    """Whether a rule could not be judged although a file of the kind it needs was given."""
    return any(
        not formats.isdisjoint(lacking.formats)
        for outcome in results.outcomes
        if outcome.verdict == UNKNOWN
        for lacking in outcome.missing
    )


def _left_out(rules: tuple[Rule, ...], server: Server, catalogue: Catalogue) -> Results:
    """What the rules would give that a configuration leaves out."""
    if not rules:
        return Results()
    from advisor.judging import views

    return views.run(list(rules), server.views, catalogue)


def _ungraded(server: Server, graded: grading.Standing, decisions: Decisions) -> str:
    """Return why there is no letter; "" if there is one."""
    if server.facts.ask("server.kind").text == "client":
        return "a client"
    if decisions.narrowed:
        return "rules were selected or ignored"
    return "" if graded.grade else graded.coverage.words

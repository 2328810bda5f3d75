"""The verdicts of a rule or a setting on a server, with their evidence, as Markdown below the page of `explain`."""

import re
from collections import Counter

from advisor.derive.server import awaits_set_up
from advisor.facts import Answer
from advisor.judging import assess, engine
from advisor.known import VIEWS, View
from advisor.pack import Catalogue, Pack, pages, setting_pages
from advisor.report import findings, masking, unjudged
from advisor.report.evidence import evidence_of, evidence_of_all
from advisor.report.finding import CommandLine, Evidence, Finding, Remedy
from advisor.report.identity import Owner, identities
from advisor.values.printing import number, spot
from advisor.writers._advice import disputed

_HEADING = 3  # lines
_MOST_VERDICTS = 200  # of a rule that are printed
_WORDS = {
    engine.PASSED: "passed",
    engine.UNKNOWN: "could not be checked",
    engine.NOT_APPLICABLE: "does not apply",
}
_MARKDOWN, _ESCAPED = re.compile(r"([\\`*\[\]<>&])"), r"\\\1"  # what a server's name must not mean
_WHERE_TYPED = {"console": "on the Domino console"}


def about(assessment: assess.Assessment, name: str) -> assess.Assessment:
    """Return the assessment without verdicts on other settings."""
    outcomes = [
        result
        for result in assessment.judged.outcomes
        if result.subject.kind != "setting" or result.subject.name.lower() == name.lower()
    ]
    return assessment._replace(judged=engine.Results(tuple(outcomes), assessment.judged.errors))


def _lines_of(assessment: assess.Assessment, name: str, catalogue: Catalogue) -> list[str]:
    """Return the lines of a server's file that set a setting."""
    key = f"ini.{name.lower()}"
    now, *later = assessment.server.views
    lines = _lines_in(now, key, catalogue)
    for view in later:
        if now.facts.ask(key).text != view.facts.ask(key).text:
            lines = [f"{line}, {now.name}" for line in lines]
            lines += [f"{line}, {view.name}" for line in _lines_in(view, key, catalogue)]
    return [*lines, ""]


def _lines_in(view: View, key: str, catalogue: Catalogue) -> list[str]:
    answer = view.facts.ask(key)
    if not answer.facts and not answer.absent:
        return [f"- {key}: unknown, because no complete notes.ini was given"]
    answers = [Answer(fact.text, (fact,), key=key) for fact in answer.facts] or [answer]
    return [f"- {_shown(evidence_of(catalogue, answer), answer.absent)}" for answer in answers]


def figures(assessment: assess.Assessment, server: str, name: str, pack: Pack, as_release: str = "") -> str:
    """Return what a server's file sets and the verdicts of the rules, with the evidence.

    as_release: the release to check the server as, if it is not its own.
    """
    catalogue, results = pack.catalogue, _in_bounds(assessment.judged)
    left = len(assessment.judged.outcomes) - len(results.outcomes)
    assessment = assessment._replace(judged=results)
    lines = ["", f"## {_MARKDOWN.sub(_ESCAPED, server)}{f' as Domino {as_release}' * bool(as_release)}", ""]
    lines += _lines_of(assessment, name, catalogue) if setting_pages.is_known(name, pack) else []
    told = _findings(assessment, server, pack)
    for result in results.outcomes:
        if result.verdict == engine.FAILED:
            lines += _found(result, told[id(result)], catalogue)
        elif result.subject.kind == "server" or result.verdict == engine.UNKNOWN:
            lines += _verdict(result, catalogue)
    if len(lines) == _HEADING and not results.errors:
        lines += ["No finding on this server.", ""]
    if left:
        lines += [f"{number(left, 'more verdict')} not shown: at most {_MOST_VERDICTS} of a rule are.", ""]
    lines += _ready_waivers(results, server, catalogue)
    return "\n".join(lines) + "\n"


def _in_bounds(results: engine.Results) -> engine.Results:
    """Return at most _MOST_VERDICTS results of a rule and verdict: a file may have a fault on each of its lines."""
    outcomes, met = [], Counter[tuple[str, str]]()
    for result in results.outcomes:
        met[result.rule.id, result.verdict] += 1
        outcomes += [result] * (met[result.rule.id, result.verdict] <= _MOST_VERDICTS)
    return engine.Results(tuple(outcomes), results.errors)


def _findings(assessment: assess.Assessment, server: str, pack: Pack) -> dict[int, Finding]:
    """Return the finding of each failed result, by the identity of the result."""
    facts = assessment.server.facts
    owner = Owner(server, awaits_set_up=awaits_set_up(facts))
    named = [one for one in identities(assessment.judged, pack.catalogue) if one.result.verdict == engine.FAILED]
    told = findings.found(named, owner, pack, facts.ask("release").text)
    return {id(one.result): finding for one, finding in zip(named, told, strict=True)}


def _dispute(finding: Finding) -> list[str]:
    """Return who disagrees, and whom the rule follows on this server."""
    return ["", f"Sources disagree: {disputed(finding, finding.dispute)}"] if finding.dispute else []


def _found(result: engine.Result, finding: Finding, catalogue: Catalogue) -> list[str]:
    """Return a finding with the values of this server: message, evidence and fix."""
    when = "" if result.views == VIEWS else f", {', '.join(result.views)}"
    return [
        f"{_head(result, catalogue)}: a finding of severity {result.severity}{when}",
        "",
        finding.message,
        "",
        *_grounds(result, catalogue),
        *_dispute(finding),
        "",
        *(_to_do(finding.fix) if finding.fix else []),
        "",
    ]


def _to_do(fix: Remedy) -> list[str]:
    typed = _typed(fix.commands)
    return [f"Fix: {fix.summary}", *typed, f"Undo: {fix.rollback}", f"Verify: {fix.verify}"]


def _typed(commands: tuple[CommandLine, ...]) -> list[str]:
    """Return the commands, as they are typed."""
    lines = []
    for target in dict.fromkeys(one.target for one in commands):
        of_target = [one.command for one in commands if one.target == target]
        lines += [f"Type {_WHERE_TYPED.get(target, f'({target})')}:", "```", *of_target, "```"]
    return lines


def _head(result: engine.Result, catalogue: Catalogue) -> str:
    """Return the name of the rule, and its subject if that is not the server."""
    subject = "" if result.subject.kind == "server" else f", {masking.subject_name(catalogue, result.subject)}"
    return f"{result.rule.name}{subject}"


def _grounds(result: engine.Result, catalogue: Catalogue) -> list[str]:
    grounds = tuple(dict.fromkeys(result.evidence + result.named + result.scope))
    rows = [(row, answer.absent) for answer in grounds for row in evidence_of_all(catalogue, (answer,))]
    return list(dict.fromkeys(f"- {_shown(evidence, absent)}" for evidence, absent in rows))


def _verdict(result: engine.Result, catalogue: Catalogue) -> list[str]:
    """Return a verdict that is no finding, with its evidence and the missing inputs."""
    missing = unjudged.missing_parts(result.missing, catalogue)
    return [
        f"{_head(result, catalogue)} {_WORDS[result.verdict]}",
        "",
        *_grounds(result, catalogue),
        *(f"- unknown: {part.key}; collect {part.collect}" for part in missing),
        "",
    ]


def _ready_waivers(results: engine.Results, server: str, catalogue: Catalogue) -> list[str]:
    """Return the lines that accept the findings, one waiver for each subject."""
    lines = []
    for result in results.outcomes:
        if result.verdict == engine.FAILED:
            subject = "" if result.subject.kind == "server" else masking.subject_name(catalogue, result.subject)
            lines += [pages.waiver(result.rule, server, subject), ""]
    if not lines:
        return []
    return ["To accept it on this server, in domlint.toml:", "", "```toml", *lines[:-1], "```"]


def _shown(evidence: Evidence, absent: bool) -> str:
    """Return a line of evidence. absent: the key is not set, even if a line names it with an empty value."""
    place = f" ({spot(evidence.path, evidence.line)})" if evidence.path else ""
    if evidence.value is None and evidence.line and not absent:
        return f"{evidence.key}: one of several lines that disagree{place}"
    if not evidence.value:
        return f"{evidence.key}: not set{place}"
    notes = ["assumed"] * evidence.presumed + [evidence.note] * bool(evidence.note)
    return f"{evidence.key} = {evidence.value}{place}{''.join(f', {note}' for note in notes)}"

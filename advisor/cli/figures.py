"""Figures: what is so of a rule or a setting on a server, with each figure's place, as Markdown below its page."""

from advisor.facts import VIEWS, Answer, View
from advisor.judging import assess, engine
from advisor.pack import Catalogue, Pack, pages, setting_pages
from advisor.report import masking, parts
from advisor.report.evidence import evidence_of, evidence_of_all
from advisor.report.finding import Evidence

_HEADING = 3  # lines
_WORDS = {
    engine.FAILED: "failed",
    engine.PASSED: "passed",
    engine.UNKNOWN: "could not be judged",
    engine.NOT_APPLICABLE: "does not apply",
}


def about(assessment: assess.Assessment, name: str) -> assess.Assessment:
    """What was judged, without the rules' verdicts on other settings."""
    results = engine.Results()
    results.errors = assessment.judged.errors
    results.outcomes = [
        result
        for result in assessment.judged.outcomes
        if result.subject.kind != "setting" or result.subject.name.lower() == name.lower()
    ]
    return assessment._replace(judged=results)


def _lines_of(assessment: assess.Assessment, name: str, catalogue: Catalogue) -> list[str]:
    """What the server's file says of a setting, a line each."""
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
        return [f"- {key}: not known; no whole notes.ini was given"]
    answers = [Answer(fact.text, (fact,), key=key) for fact in answer.facts] or [answer]
    return [f"- {_shown(evidence_of(catalogue, answer))}" for answer in answers]


def figures(assessment: assess.Assessment, server: str, name: str, pack: Pack) -> str:
    """What one server's file says of a setting, and what the rules say of the server, with each figure's place."""
    catalogue, results = pack.catalogue, assessment.judged
    lines = ["", f"## {server}", ""]
    lines += _lines_of(assessment, name, catalogue) if setting_pages.is_known(name, pack) else []
    for result in results.outcomes:
        if result.subject.kind == "server" or result.verdict not in {engine.PASSED, engine.NOT_APPLICABLE}:
            lines += _verdict(result, catalogue)
    if len(lines) == _HEADING and not results.errors:
        lines += ["It fails on no subject of this server.", ""]
    lines += _ready_waivers(results, server, catalogue)
    return "\n".join(lines) + "\n"


def _verdict(result: engine.Result, catalogue: Catalogue) -> list[str]:
    """A verdict with what it rested on and what was not known."""
    when = "" if result.views == VIEWS else f", {', '.join(result.views)}"
    severity = f" ({result.severity}{when})" if result.verdict == engine.FAILED else ""
    subject = masking.subject_name(catalogue, result.subject)
    grounds = tuple(dict.fromkeys(result.evidence + result.named + result.scope))
    missing = parts.missing_parts(result.missing, catalogue)
    return [
        f"{subject}: {result.rule.name} {_WORDS[result.verdict]}{severity}",
        "",
        *(f"- {_shown(evidence)}" for evidence in evidence_of_all(catalogue, grounds)),
        *(f"- not known: {part.key}; to know it: {part.collect}" for part in missing),
        "",
    ]


def _ready_waivers(results: engine.Results, server: str, catalogue: Catalogue) -> list[str]:
    """The lines that accept what failed, one waiver for each subject."""
    lines = []
    for result in results.outcomes:
        if result.verdict == engine.FAILED:
            subject = "" if result.subject.kind == "server" else masking.subject_name(catalogue, result.subject)
            lines += [pages.waiver(result.rule, server, subject), ""]
    if not lines:
        return []
    return ["To accept it on this server, in domlint.toml:", "", "```toml", *lines[:-1], "```"]


def _shown(evidence: Evidence) -> str:
    place = f"{evidence.path}:{evidence.line}" if evidence.line else evidence.path
    spot = f" ({place})" if place else ""
    if evidence.value is None and evidence.line:
        return f"{evidence.key}: one of several lines that disagree{spot}"
    if not evidence.value:
        return f"{evidence.key}: not set{spot}"
    notes = ["presumed"] * evidence.presumed + [evidence.note] * bool(evidence.note)
    return f"{evidence.key} = {evidence.value}{spot}{''.join(f', {note}' for note in notes)}"

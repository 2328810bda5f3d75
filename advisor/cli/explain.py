"""explain: prints the page of a rule or a setting and, with --for, what is so of it on a server."""

import sys
from typing import Annotated

import typer

from advisor.cli import inputs, options, streams
from advisor.cli.guard import INTERNAL, NOTHING_READ, WRONG_USE, Exit
from advisor.cli.options import guarded
from advisor.configuration import file, selection
from advisor.configuration.site import ConfigurationError
from advisor.facts import VIEWS, Answer, View
from advisor.judging import assess, engine
from advisor.pack import Catalogue, Pack, Rule, glossary, pages, setting_pages
from advisor.pack.misspelling import resembles
from advisor.report import making, masking
from advisor.report.evidence import evidence_of, evidence_of_all
from advisor.report.report import Evidence, Raised

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_HEADING = 3  # lines
_WORDS = {
    engine.FAILED: "failed",
    engine.PASSED: "passed",
    engine.UNKNOWN: "could not be judged",
    engine.NOT_APPLICABLE: "does not apply",
}


@app.command()
@guarded
def explain(
    name: Annotated[
        str,
        typer.Argument(
            metavar="RULE|SETTING|WORD",
            help="A rule's name or id, a setting's name, or a word that reports use.",
            autocompletion=inputs.page_words,
        ),
    ],
    for_path: Annotated[
        str | None, typer.Option("--for", metavar="PATH", help="Also show what is so on this server.")
    ] = None,
    rules: options.Rules = None,
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
) -> None:
    """Print a rule's page: what, why, when, how to fix it, on whose word, and how to waive it.

    Of a NOTES.INI setting: what it does, its values, default, releases and source, and which rules look at it.
    Of a word that reports use (measured, high, unsafe, "at best" …): what it means.
    """
    trouble = inputs.Trouble()
    pack = inputs.pack_of(rules, trouble)
    named, text = _pages(name, pack, trouble)
    judged: list[assess.Assessment] = []
    raised: list[Raised] = []
    if for_path is not None:
        overrides = inputs.overrides(release, platform, bits)
        site = file.configuration(config, isolated, trouble.add)
        named = selection.with_figures(named, site, pack.rules, trouble.add)
        gathered = inputs.read([for_path], pack.catalogue, trouble)
        servers, unread = assess.servers_of(gathered.files, pack.catalogue, overrides)
        pack = pack._replace(catalogue=masking.of_run(pack.catalogue, servers))
        inputs.tell(masking.unread_parts(pack.catalogue, gathered.unread + unread))
        verdicts = assess.assess(servers, named, pack.catalogue)
        judged = list(verdicts.servers)
        if setting_pages.is_known(name, pack):
            judged = [_about(assessment, name) for assessment in judged]
        names = making.names_of(verdicts, pack.catalogue)
        text += "".join(_figures(*pair, name, pack) for pair in zip(judged, names, strict=False))
        raised += making.failures(verdicts, names, pack.catalogue)
    _print(text)
    raised += [error for assessment in judged for error in making.raised(assessment.judged, pack.catalogue)]
    for error in raised:
        inputs.tell_error(error)
    built_in = (not error.rule.origin for assessment in judged for error in assessment.judged.errors)
    if any(not error.rule for error in raised) or any(built_in):
        raise Exit(INTERNAL)
    if trouble.messages or raised:
        raise Exit(WRONG_USE)
    if for_path is not None and not judged:
        streams.error(f"{for_path}: nothing here is a file that domlint reads")
        raise Exit(NOTHING_READ)


def _pages(name: str, pack: Pack, trouble: inputs.Trouble) -> tuple[list[Rule], str]:
    """The rules in question and the pages: of the rules, the setting and the report's word so called."""
    setting = setting_pages.page(name, pack)
    word = glossary.page(name)
    try:
        named = selection.named(pack.rules, name)
    except ConfigurationError as slip:
        if setting:
            on_any = [rule for rule in pack.rules if rule.subject == "setting"]
            return setting_pages.rules_on(name, pack) + on_any, "\n".join([setting, *([word] if word else [])])
        if word:
            return [], word
        meant = resembles(name.lower(), pack.catalogue)
        trouble.add(f'no setting is called "{name}"; did you mean {meant}?' if meant else str(slip))
        raise Exit(WRONG_USE) from None
    rules = [rule for rule in pack.rules if rule.id in named]
    return rules, "\n".join([*(pages.page(rule, pack) for rule in rules), *([setting] if setting else [])])


def _about(assessment: assess.Assessment, name: str) -> assess.Assessment:
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


def _figures(assessment: assess.Assessment, server: str, name: str, pack: Pack) -> str:
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
    missing = making.missing_parts(result.missing, catalogue)
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


def _print(text: str) -> None:
    """The page; on a terminal with its headings in bold, and otherwise to the letter."""
    if sys.stdout is None or not sys.stdout.isatty():
        streams.out(text)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in text.splitlines():
        console.print(Text(line, "bold" if line.startswith("#") else ""))

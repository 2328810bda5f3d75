"""explain: prints the page of a rule or a setting and, with --for, what is so of it on a server."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from advisor import masking
from advisor.cli import inputs, streams
from advisor.cli.guard import INTERNAL, NOTHING_READ, WRONG_USE, guarded
from advisor.configuration import site as configuration
from advisor.judging import assess, engine
from advisor.pack import Catalogue, Pack, Rule, pages, setting_pages
from advisor.pack.misspelling import resembles
from advisor.report import findings

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
        typer.Argument(metavar="RULE|SETTING", help="Its name, or a rule's id.", autocompletion=inputs.page_words),
    ],
    for_path: Annotated[
        str | None, typer.Option("--for", metavar="PATH", help="Show this server's own figures as well.")
    ] = None,
    rules: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder of the site's own rules.")] = None,
    release: Annotated[str | None, typer.Option(metavar="RELEASE", help="The Domino release, as 9.0.1FP10.")] = None,
    platform: Annotated[inputs.Platform | None, typer.Option(help="What the server runs on.")] = None,
    bits: Annotated[inputs.Bits | None, typer.Option(help="Of the Domino program.")] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="This configuration file, and no other.")] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="Look for no configuration file.")] = False,
) -> None:
    """Print a rule's page: what, why, when, how to put it right, on whose word, and how to waive it.

    Of a NOTES.INI setting: what it does, its values, default, releases and source, and which rules look at it.
    """
    trouble = inputs.Trouble()
    pack = inputs.pack_of(rules, trouble, with_pages=True)
    found, text = _pages(name, pack, trouble)
    judged: list[assess.Assessment] = []
    if for_path is not None:
        told = inputs.told(release, platform, bits)
        site = inputs.configuration(config, isolated, trouble)
        found = inputs.tuned(found, site, pack, trouble)
        gathered = inputs.read([for_path], pack.catalogue, trouble)
        servers, unread = assess.servers_of(gathered.files, pack.catalogue, told)
        inputs.tell(gathered.unread + unread)
        judged = list(assess.assess(servers, found, pack.catalogue).servers)
        if setting_pages.is_known(name, pack):
            judged = [_about(one, name) for one in judged]
        text += "".join(_figures(one, name, pack) for one in judged)
    _print(text)
    raised = [error for one in judged for error in one.judged.errors]
    for error in raised:
        streams.error(f"rule {error.rule.id} raised an error: {error.rule.origin or error.rule.name}: {error.message}")
    if any(not error.rule.origin for error in raised):
        raise typer.Exit(INTERNAL)
    if trouble.messages or raised:
        raise typer.Exit(WRONG_USE)
    if for_path is not None and not judged:
        streams.error(f"{for_path}: nothing here is a file that domlint reads")
        raise typer.Exit(NOTHING_READ)


def _pages(name: str, pack: Pack, trouble: inputs.Trouble) -> tuple[list[Rule], str]:
    """The rules in question and the pages: of the rules so called, and of the setting so called."""
    setting = setting_pages.page(name, pack)
    try:
        named = configuration.named(pack.rules, name)
    except configuration.ConfigurationError as slip:
        if setting:
            on_any = [rule for rule in pack.rules if rule.subject == "setting"]
            return setting_pages.rules_on(name, pack) + on_any, setting
        meant = resembles(name.lower(), pack.catalogue)
        trouble.add(f'no setting is called "{name}"; did you mean {meant}?' if meant else str(slip))
        raise typer.Exit(WRONG_USE) from None
    found = [rule for rule in pack.rules if rule.id in named]
    return found, "\n".join([*(pages.page(rule, pack) for rule in found), *([setting] if setting else [])])


def _about(one: assess.Assessment, name: str) -> assess.Assessment:
    """What was judged, without the rules' verdicts on other settings."""
    judged = engine.Results()
    judged.errors = one.judged.errors
    judged.outcomes = [
        outcome
        for outcome in one.judged.outcomes
        if outcome.subject.kind != "setting" or outcome.subject.name.lower() == name.lower()
    ]
    return one._replace(judged=judged)


def _lines_of(one: assess.Assessment, name: str, catalogue: Catalogue) -> list[str]:
    """What the server's file says of a setting, a line each."""
    key = f"ini.{name.lower()}"
    reading = one.server.facts.ask(key)
    if not reading.facts and not reading.absent:
        return [f"- {key}: not known; no whole notes.ini was given", ""]
    found = [engine.Evidence(key, fact.text, (fact,)) for fact in reading.facts]
    rows = found or [engine.Evidence(key, None, where=reading.where)]
    return [*(f"- {_shown(findings.witness(catalogue, row))}" for row in rows), ""]


def _figures(one: assess.Assessment, name: str, pack: Pack) -> str:
    """What one server's file says of a setting, and what the rules say of the server, with each figure's place."""
    lines = ["", f"## {one.server.name}", ""]
    lines += _lines_of(one, name, pack.catalogue) if setting_pages.is_known(name, pack) else []
    for outcome in one.judged.outcomes:
        if outcome.subject.kind != "server" and outcome.verdict in {engine.PASSED, engine.NOT_APPLICABLE}:
            continue
        severity = f" ({outcome.severity})" if outcome.verdict == engine.FAILED else ""
        subject = findings.subject_name(pack.catalogue, outcome.subject)
        lines.append(f"{subject}: {outcome.rule.name} {_WORDS[outcome.verdict]}{severity}")
        lines.append("")
        grounds = dict.fromkeys(outcome.evidence + outcome.named + outcome.scope)
        lines += [f"- {_shown(seen)}" for seen in findings.witnesses(pack.catalogue, tuple(grounds))]
        lines += [f"- not known: {_missing(pack.catalogue, missing)}" for missing in outcome.missing]
        lines.append("")
    if len(lines) == _HEADING and not one.judged.errors:
        lines += ["It fails on no subject of this server.", ""]
    lines += _ready_waivers(one, pack.catalogue)
    return "\n".join(lines) + "\n"


def _missing(catalogue: Catalogue, missing: engine.Missing) -> str:
    return f"{missing.key}; to know it: {masking.shown(catalogue, missing.collect)}"


def _ready_waivers(one: assess.Assessment, catalogue: Catalogue) -> list[str]:
    """The lines that accept what failed, one waiver for each subject."""
    lines = []
    for outcome in one.judged.outcomes:
        if outcome.verdict == engine.FAILED:
            subject = "" if outcome.subject.kind == "server" else findings.subject_name(catalogue, outcome.subject)
            lines += [pages.waiver(outcome.rule, one.server.name, subject), ""]
    if not lines:
        return []
    return ["To accept it on this server, in domlint.toml:", "", "```toml", *lines[:-1], "```"]


def _shown(seen: findings.Witness) -> str:
    place = seen.place
    spot = "" if place is None else f" ({place.path}:{place.line})" if place.line else f" ({place.path})"
    if seen.value is None and place and place.line:
        return f"{seen.key}: one of several lines that disagree{spot}"
    if not seen.value:
        return f"{seen.key}: not set{spot}"
    notes = ["presumed"] * seen.presumed + [seen.note] * bool(seen.note)
    return f"{seen.key} = {seen.value}{spot}{''.join(f', {note}' for note in notes)}"


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

"""explain: prints a rule's page and, with --for, what the rule says of a server and on what it rests."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from advisor import assess, configuration, engine, findings, masking, pages
from advisor.cli import inputs, streams
from advisor.cli.guard import INTERNAL, NOTHING_READ, WRONG_USE, guarded
from advisor.pack import Catalogue, Pack, Rule, builtin

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_HEADING = 3  # lines
_WORDS = {
    engine.FAILED: "failed",
    engine.PASSED: "passed",
    engine.UNKNOWN: "could not be judged",
    engine.NOT_APPLICABLE: "does not apply",
}


def _rule_names(incomplete: str) -> list[str]:
    return [rule.name for rule in builtin().rules if rule.name.startswith(incomplete)]


@app.command()
@guarded
def explain(
    rule: Annotated[str, typer.Argument(help="A rule's name or id.", autocompletion=_rule_names)],
    for_path: Annotated[
        str | None, typer.Option("--for", metavar="PATH", help="Show this server's own figures as well.")
    ] = None,
    rules: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder of the site's own rules.")] = None,
    release: Annotated[str | None, typer.Option(metavar="RELEASE", help="The Domino release, as 9.0.1FP10.")] = None,
    platform: Annotated[inputs.Platform | None, typer.Option(help="What the server runs on.")] = None,
) -> None:
    """Print a rule's page: what, why, when, how to put it right, on whose word, and how to waive it."""
    trouble = inputs.Trouble()
    pack = inputs.pack_of(rules, trouble)
    try:
        named = configuration.named(pack.rules, rule)
    except configuration.ConfigurationError as slip:
        trouble.add(str(slip))
        raise typer.Exit(WRONG_USE) from None
    found = [one for one in pack.rules if one.id in named]
    text = "\n".join(pages.page(one, pack) for one in found)
    judged: list[assess.Assessment] = []
    if for_path is not None:
        told = inputs.told(release, platform, None)
        gathered = inputs.read([for_path], trouble)
        servers, unread = assess.servers_of(gathered.files, pack.catalogue, told)
        inputs.tell(gathered.unread + unread)
        judged = assess.assess(servers, found, pack.catalogue)
        text += "".join(_figures(one, pack) for one in judged)
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


def _figures(one: assess.Assessment, pack: Pack) -> str:
    """What the rules say of one server, with each figure's place."""
    lines = ["", f"## {one.server.name}", ""]
    for outcome in one.judged.outcomes:
        if outcome.subject.kind != "server" and outcome.verdict in {engine.PASSED, engine.NOT_APPLICABLE}:
            continue
        severity = f" ({outcome.severity})" if outcome.verdict == engine.FAILED else ""
        subject = findings.subject_name(pack.catalogue, outcome.subject)
        lines.append(f"{subject}: {outcome.rule.name} {_WORDS[outcome.verdict]}{severity}")
        lines.append("")
        grounds = dict.fromkeys(outcome.evidence + outcome.named + outcome.scope)
        lines += [f"- {_shown(pack.catalogue, evidence)}" for evidence in grounds]
        lines += [f"- not known: {_missing(pack.catalogue, missing)}" for missing in outcome.missing]
        lines.append("")
    if len(lines) == _HEADING and not one.judged.errors:
        lines += ["It fails on no subject of this server.", ""]
    lines += _ready_waivers(one)
    return "\n".join(lines) + "\n"


def _missing(catalogue: Catalogue, missing: engine.Missing) -> str:
    return f"{missing.key}; to know it: {masking.shown(catalogue, missing.collect)}"


def _ready_waivers(one: assess.Assessment) -> list[str]:
    failed: dict[str, Rule] = {
        outcome.rule.id: outcome.rule for outcome in one.judged.outcomes if outcome.verdict == engine.FAILED
    }
    lines = []
    for rule in failed.values():
        lines += [
            "To accept it on this server, in domlint.toml:",
            "",
            "```toml",
            pages.waiver(rule, one.server.name),
            "```",
        ]
    return lines


def _shown(catalogue: Catalogue, evidence: engine.Evidence) -> str:
    seen = findings.witness(catalogue, evidence)
    place = seen.place
    spot = "" if place is None else f" ({place.path}:{place.line})" if place.line else f" ({place.path})"
    value = "not set" if seen.value is None else seen.value
    note = f", {seen.note}" if seen.note and seen.note != "not set" else ""
    presumed = ", presumed" if seen.presumed else ""
    return f"{seen.key} = {value}{spot}{presumed}{note}" if seen.value else f"{seen.key}: {value}{spot}"


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

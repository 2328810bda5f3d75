"""explain: prints a rule's page and, with --for, what the rule says of a server and on what it rests."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from advisor import assess, configuration, engine, findings, pages
from advisor.cli import inputs, streams
from advisor.cli.guard import NOTHING_READ, WRONG_USE, guarded
from advisor.pack import Catalogue, Pack, Rule, builtin

app = typer.Typer(add_completion=False, rich_markup_mode=None)

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
    read_something = True
    if for_path is not None:
        told = inputs.told(release, platform, None)
        servers, _ = assess.servers_of(inputs.read([for_path], trouble).files, pack.catalogue, told)
        judged = assess.assess(servers, found, pack.catalogue)
        text += "".join(_figures(one, pack) for one in judged)
        read_something = bool(judged)
    _print(text)
    if trouble.messages:
        raise typer.Exit(WRONG_USE)
    if not read_something:
        streams.error(f"{for_path}: nothing here is a file that domlint reads")
        raise typer.Exit(NOTHING_READ)


def _figures(one: assess.Assessment, pack: Pack) -> str:
    """What the rules say of one server, with each figure's place."""
    lines = ["", f"## {one.server.name}", ""]
    for outcome in one.judged.outcomes:
        if outcome.subject.kind != "server" and outcome.verdict in {engine.PASSED, engine.NOT_APPLICABLE}:
            continue
        severity = f" ({outcome.severity})" if outcome.verdict == engine.FAILED else ""
        lines.append(
            f"{findings.subject_name(outcome.subject)}: {outcome.rule.name} {_WORDS[outcome.verdict]}{severity}"
        )
        lines.append("")
        lines += [
            f"- {_shown(pack.catalogue, evidence)}"
            for evidence in dict.fromkeys(outcome.evidence + outcome.named + outcome.scope)
        ]
        lines += [f"- not known: {missing.key}; to know it: {missing.collect}" for missing in outcome.missing]
        lines.append("")
    if len(lines) == 3:
        lines += ["It fails on no subject of this server.", ""]
    lines += _ready_waivers(one)
    return "\n".join(lines) + "\n"


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
    return f"{evidence.key} = {value}{spot}{presumed}{note}" if seen.value else f"{evidence.key}: {value}{spot}"


def _print(text: str) -> None:
    if not sys.stdout.isatty():
        streams.out(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))

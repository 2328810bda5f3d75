"""Rule list: the rules of a pack that are asked for, a line each or as JSON."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from advisor.cli import inputs, options, screen, streams
from advisor.cli.guard import Faults, WrongUse
from advisor.configuration import selection
from advisor.derive import Overrides
from advisor.pack import Pack, Rule, from_json, message
from advisor.values.toml_forms import Severity

Folder = Annotated[Path | None, typer.Argument(help="A folder of the site's own rules; default: the built-in rules.")]
Words = Annotated[
    list[str] | None,
    typer.Option(
        "--select", metavar="RULE", help="Ids, names, prefixes, categories.", autocompletion=inputs.rule_words
    ),
]

_NAME = 24  # columns; a longer name moves the text behind it


def list_(
    folder: Folder = None,
    select: Words = None,
    severity: Annotated[Severity | None, typer.Option(help="Rules that may find something as bad as this.")] = None,
    confidence: Annotated[
        Literal["measured", "documented", "field"] | None, typer.Option(help="Rules that rest on this.")
    ] = None,
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    format: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="Output format.")] = "text",
) -> None:
    """Print a line for every rule: id, the worst that it finds, name, what it says.

    --release, --platform and --bits leave out the rules that speak of other servers.
    """
    faults = Faults()
    overrides = faults.tried(lambda: inputs.overrides(release, platform, bits), Overrides())
    wanted = [
        rule_id
        for word in inputs.words(select)
        for rule_id in selection.known_words(rules_of(folder)[1], word, "", faults.add)
    ]
    faults.stop()
    pack, rules = rules_of(folder)
    shown = [
        rule
        for rule in rules
        if (not select or rule.id in wanted)
        and (severity is None or severity in severities(rule))
        and confidence in {None, rule.confidence}
        and (overrides == Overrides() or _may_apply(rule, overrides, pack))
    ]
    if format == "json":
        streams.out_utf8(json.dumps([_row(rule) for rule in shown], indent=2, ensure_ascii=False) + "\n")
        return
    from advisor.writers._cells import cut

    width = screen.width(sys.stdout)
    for rule in shown:
        streams.out(cut(_line(rule), width) + "\n")


def rules_of(folder: Path | None) -> tuple[Pack, list[Rule]]:
    """The pack, and the rules in question: the site's when a folder is given, or the project's out of its own folder.

    Raises WrongUse.
    """
    from advisor.pack.rulebook import compile_pack, is_built_in
    from advisor.pack.slips import RulebookError

    if folder is not None and is_built_in(folder):
        try:
            pack = from_json(compile_pack(folder))
        except RulebookError as slip:
            raise WrongUse(str(slip).splitlines()) from None
        return pack, pack.rules
    faults = Faults()
    pack = inputs.pack_of(folder, faults)
    faults.stop()
    return pack, [rule for rule in pack.rules if rule.origin] if folder else pack.rules


def severities(rule: Rule) -> list[str]:
    """What a rule's findings may have, worst first."""
    return [*(severity for severity, _ in rule.severity_when), rule.severity]


def _may_apply(rule: Rule, overrides: Overrides, pack: Pack) -> bool:
    """Whether a rule speaks of servers of which only this is known."""
    from advisor.derive import Context, derive
    from advisor.facts import Facts
    from advisor.judging import engine

    facts = Facts()
    derive(facts, Context(pack.catalogue, overrides))
    return any(one.verdict != engine.NOT_APPLICABLE for one in engine.run([rule], facts, pack.catalogue).outcomes)


def _line(rule: Rule) -> str:
    return f"{rule.id:<8}{severities(rule)[0]:<10}{rule.name:<{_NAME}}  {message.in_words(rule.message, rule)}"


def _row(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "category": rule.category,
        "severities": severities(rule),
        "confidence": rule.confidence,
        "message": message.in_words(rule.message, rule),
        "since": rule.since or None,
        "page": rule.page or None,
        "file": rule.origin or None,
    }

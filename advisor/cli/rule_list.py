"""Rule list: the rules of a pack that are asked for, a line each or as JSON."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from advisor import terminal
from advisor.cli import console, inputs, options
from advisor.cli.guard import Faults, WrongUse
from advisor.configuration import selection
from advisor.configuration.decisions import chosen_profile
from advisor.configuration.site import Configuration
from advisor.derive import Overrides
from advisor.pack import Pack, Rule, from_json, pages
from advisor.terminal import Line, rendered, wrap
from advisor.values.scales import Confidence, Severity

Folder = Annotated[Path | None, typer.Argument(help="A folder of the site's own rules; default: the built-in rules.")]
Words = Annotated[
    list[str] | None,
    typer.Option(
        "--select", metavar="RULE", help="Ids, names, prefixes, categories.", autocompletion=inputs.rule_words
    ),
]

_ID, _SEVERITY = 8, 10  # columns
_LEAST_ROOM = 50  # columns for a sentence beside the names


def list_(
    folder: Folder = None,
    rules: options.Rules = None,
    select: Words = None,
    severity: Annotated[Severity | None, typer.Option(help="Rules that may find something as bad as this.")] = None,
    confidence: Annotated[Confidence | None, typer.Option(help="Rules that rest on this.")] = None,
    profile: Annotated[str | None, typer.Option(metavar="NAME", help="Rules that run under this profile.")] = None,
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    format: options.ListFormat = "text",
    color: options.Color = "auto",
) -> None:
    """Print every rule: id, the worst that it finds, name, what it says; in a pipe in one line.

    --release, --platform and --bits leave out the rules that speak of other servers.
    """
    faults = Faults()
    folder = one_folder(folder, rules)
    overrides = faults.tried(lambda: inputs.overrides(release, platform, bits), Overrides())
    wanted = [
        rule_id
        for word in inputs.words(select)
        for rule_id in selection.known_rule_ids(rules_of(folder)[1], word, "", faults.add)
    ]
    pack, every = rules_of(folder)
    under = chosen_profile(pack, profile, Configuration(), faults.add) if profile is not None else None
    faults.stop()
    if folder and not every:
        console.error(f"{folder.as_posix()}: no rules lie in this folder")
    shown = [
        rule
        for rule in every
        if (not select or rule.id in wanted)
        and (severity is None or severity in rule.severities)
        and confidence in {None, rule.confidence}
        and (under is None or under.runs(rule, None))
        and (overrides == Overrides() or _may_apply(rule, overrides, pack))
    ]
    if format == "json":
        console.out_utf8(json.dumps([_row(rule, pack) for rule in shown], indent=2, ensure_ascii=False) + "\n")
    else:
        _print(shown, pack, color)


def _print(rules: list[Rule], pack: Pack, color: str) -> None:
    """The rules as lines; on a terminal folded at its width."""
    folded = color == "always" or terminal.is_terminal(sys.stdout)
    lines = drawn(rules, pack, terminal.width(sys.stdout) if folded else sys.maxsize)
    console.out(rendered(lines, terminal.uses_colour(color, sys.stdout)))


def drawn(rules: list[Rule], pack: Pack, width: int) -> Iterator[Line]:
    """Id, worst severity, name and sentence of each rule; the sentence beside the name where there is room for it."""
    column = _ID + _SEVERITY + max((len(rule.name) for rule in rules), default=0) + 2
    beside = width - column >= _LEAST_ROOM
    for rule in rules:
        worst = rule.severities[0]
        head = [(f"{rule.id:<{_ID}}", ""), (worst, worst), (" " * (_SEVERITY - len(worst)), "")]
        said = pages.summary(rule, pack.catalogue)
        if beside:
            yield from wrap([*head, (rule.name.ljust(column - _ID - _SEVERITY), ""), (said, "")], width, column)
        else:
            yield from wrap([*head, (rule.name, "strong")], width, _ID)
            yield from wrap([(" " * _ID, ""), (said, "")], width, _ID)


def one_folder(folder: Path | None, rules: Path | None) -> Path | None:
    """The folder, given as such or, as other commands take it, behind --rules. Raises WrongUse."""
    if folder is not None and rules is not None:
        raise WrongUse([f"--rules {rules}: a folder of rules is given already, {folder}"])
    return folder or rules


def rules_of(folder: Path | None) -> tuple[Pack, list[Rule]]:
    """The pack, and the rules in question: the site's when a folder is given, or the project's out of its own folder.

    Raises WrongUse.
    """
    if folder is not None:
        from advisor.pack.rulebook import compile_pack, is_built_in  # late: the built-in rules are compiled already
        from advisor.pack.slips import RulebookError

        if is_built_in(folder):
            try:
                pack = from_json(compile_pack(folder))
            except RulebookError as slip:
                raise WrongUse(str(slip).splitlines()) from None
            return pack, pack.rules
    faults = Faults()
    pack = inputs.pack_of(folder, faults)
    faults.stop()
    return pack, [rule for rule in pack.rules if rule.origin] if folder else pack.rules


def _may_apply(rule: Rule, overrides: Overrides, pack: Pack) -> bool:
    """Whether a rule speaks of servers of which only this is known."""
    from advisor.derive import Context, derive
    from advisor.judging import engine
    from advisor.known import Facts

    facts = Facts()
    derive(facts, Context(pack.catalogue, overrides))
    return any(one.verdict != engine.NOT_APPLICABLE for one in engine.run([rule], facts, pack.catalogue).outcomes)


def _row(rule: Rule, pack: Pack) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "category": rule.category,
        "severities": rule.severities,
        "confidence": rule.confidence,
        "message": pages.summary(rule, pack.catalogue),
        "since": rule.since or None,
        "page": rule.page or None,
        "file": rule.origin or None,
    }

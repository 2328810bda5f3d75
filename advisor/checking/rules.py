"""Weaknesses of rules: examples, sources, remedies, disagreements, and figures without an example or a source."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from advisor import readers
from advisor.checking import examples
from advisor.checking.examples import Read, cluster_facts, outcomes_on
from advisor.derive import Context, Overrides, derive
from advisor.facts import Complete, Fact, Facts
from advisor.judging import engine
from advisor.pack import Pack, Rule
from advisor.pack.fixes import Disagreement, Fix, refused
from advisor.pack.language.judge import Node
from advisor.source import Source

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_SPECIAL_VALUES = frozenset({0, -1})

TreePath = tuple[int, ...]


def loose_figures(rule: Rule, read: list[Read], pack: Pack) -> Iterator[str]:
    """Yield a sentence for each figure that no example of the rule pins down.

    An example pins a figure down if its result changes when the figure is one more, or one less. 0 and -1 mean none and
    off in Domino, and releases are no figures: these are not moved.
    """
    moved = [*_parameters(rule), *_literals(rule)]
    if not moved:
        return
    facts = [cluster_facts(rule, each.servers, pack) or each.servers[0].facts for each in read]
    as_it_is = [_verdicts(rule, each, pack) for each in facts]
    for figure, rules in moved:
        if any(as_it_is == [_verdicts(other, each, pack) for each in facts] for other in rules):
            yield f"no example changes its verdict or severity when {figure} is one more or one less"


def _parameters(rule: Rule) -> Iterator[tuple[str, list[Rule]]]:
    """Yield each parameter, `least = 300`, and the rule with one more and one less."""
    for name, value in rule.parameters.items():
        if isinstance(value, int | float):
            steps = (value + 1, value - 1)
            yield f"{name} = {value}", [replace(rule, parameters=rule.parameters | {name: step}) for step in steps]


def _literals(rule: Rule) -> Iterator[tuple[str, list[Rule]]]:
    """Yield each literal, `98 in when`, and the rule with one more and one less."""
    for field in ("applies", "when"):
        tree = getattr(rule, field) or []
        for place, value in figures_in_tree(tree):
            trees = [_with_value(tree, place, step) for step in (value + 1, value - 1)]
            yield f"{value} in {field}", [replace(rule, **{field: moved}) for moved in trees]
    for number, (severity, tree) in enumerate(rule.severity_when):
        for place, value in figures_in_tree(tree):
            trees = [_with_value(rule.severity_when, (number, 1, *place), step) for step in (value + 1, value - 1)]
            yield f"{value} in severity_when.{severity}", [replace(rule, severity_when=tree) for tree in trees]


def figures_in_tree(node: Node, place: TreePath = ()) -> Iterator[tuple[TreePath, float]]:
    """Yield the figures that a tree compares with something, and their paths in the tree."""
    compared = node[1:] if node and node[0] in _COMPARISONS else []
    for number, part in enumerate(compared, start=1):
        if (
            part[0] == "value"
            and isinstance(part[1], int | float)
            and not isinstance(part[1], bool)
            and part[1] not in _SPECIAL_VALUES
        ):
            yield (*place, number, 1), part[1]
    if node and node[0] in {"and", "or", "not"}:
        for number, part in enumerate(node[1:], start=1):
            yield from figures_in_tree(part, (*place, number))


def _with_value(tree: Any, place: TreePath, value: float) -> Any:
    """Return a copy of the tree with another value at one path."""
    if not place:
        return value
    here, *deeper = place
    return [_with_value(part, tuple(deeper), value) if number == here else part for number, part in enumerate(tree)]


def _verdicts(rule: Rule, facts: Facts, pack: Pack) -> list[tuple[str, str]]:
    return [(result.verdict, result.severity) for result in engine.run([rule], facts, pack.catalogue).outcomes]


_FIGURE = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SCALES = (1, 1000, 1024, 1024**2, 1024**3)  # a source may have it in seconds, KB, MB or GB
_COMMON_FIGURES = frozenset({1, 100, 2**31 - 1})  # one, the whole, and the largest number of 32 bits


def unsourced_figures(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield a sentence for each fixed figure of a built-in rule that no source or catalogue entry has."""
    if rule.origin:
        return
    sentences = " ".join(
        [rule.message, *(f"{use.figure} {use.note}" for use in rule.sources), *_catalogue_texts(rule, pack)]
    )
    known = set(_FIGURE.findall(sentences.replace(",", "")))
    for figure, value in _fixed_figures(rule):
        if value not in _COMMON_FIGURES and known.isdisjoint(f"{value / scale:.10g}" for scale in _SCALES):
            yield f"{figure} is fixed, and neither a source's line nor the catalogue has it"


def _fixed_figures(rule: Rule) -> Iterator[tuple[str, float]]:
    for name, value in rule.parameters.items():
        if name not in rule.bounds and isinstance(value, int | float):
            yield f"{name} = {value}", value
    severities = {f"severity_when.{severity}": tree for severity, tree in rule.severity_when}
    for where, tree in {"applies": rule.applies or [], "when": rule.when, **severities}.items():
        yield from ((f"{value} in {where}", value) for _, value in figures_in_tree(tree))


def _catalogue_texts(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield the texts of the catalogue about the keys of a rule."""
    for entry in map(pack.catalogue.entry, rule.keys):
        yield entry.meaning
        yield from (default.value for default in entry.default)
        for field in ("said", "least", "most", "values"):
            yield str(getattr(entry, field, ""))


def disagreement_weaknesses(rule: Rule, read: list[Read], pack: Pack) -> Iterator[str]:
    """Yield sources without a short name, badly ended reasons, and choices that no failing example shows."""
    whole = rule.disagreement
    if whole is None:
        return
    yield from _side_texts(whole, pack)
    shown = _shown_choices(rule, read, pack)
    for number, one in enumerate(whole.follows):
        if number not in shown:
            yield f"no failing example shows that {', '.join(one.sources)} is followed ({one.when or 'else'})"


def _side_texts(whole: Disagreement, pack: Pack) -> Iterator[str]:
    for side in whole.sides:
        if not pack.sources[side.source].short:
            yield f"{side.source} has no short name to stand behind its side"
        if side.says.endswith("."):
            yield f"the side of {side.source} ends with a full stop, and a sentence goes on behind it"
    for one in whole.follows:
        if not one.because.startswith("because ") or one.because.endswith("."):
            yield f"why {one.sources[0]} is followed begins with because, and has no full stop"


def _shown_choices(rule: Rule, read: list[Read], pack: Pack) -> set[int]:
    """Return the numbers of the choices that failing examples show."""
    failing = (one.servers for one in read if one.example.expect == "fail")
    results = (result for servers in failing for result in outcomes_on(rule, servers, pack).outcomes)
    return {one.followed.number for one in results if one.verdict == engine.FAILED and one.followed}


_NEEDED = ("fail", "pass", "unknown")


def rule_weaknesses(rule: Rule, read: list[examples.Read], pack: Pack) -> Iterator[str]:
    """Yield what a rule lacks, one sentence each. read: its examples."""
    if slips := [error for one in read for error in examples.slips_of(rule, one, pack)]:
        yield from slips
        return
    yield from source_weaknesses(rule, pack)
    yield from console_weaknesses(rule, pack)
    expected = {example.expect for example in rule.examples}
    for need in _NEEDED:
        if need not in expected:
            yield f'no example expects "{need}"'
    shown = {example.severity or rule.severity for example in rule.examples if example.expect == "fail"}
    for severity in rule.severities:
        if severity not in shown:
            yield f"no failing example has severity {severity}"
    yield from loose_figures(rule, read, pack)
    yield from disagreement_weaknesses(rule, read, pack)


def source_weaknesses(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield sources that a reader cannot look up, or that a report cannot name."""
    for use in rule.sources:
        source = pack.sources[use.id]
        if source.long and not use.where:
            yield f"{use.id} is long, and the rule does not say where in it"
        if use.says == "figure" and not use.figure:
            yield f"{use.id} gives a figure, and no line of the field figure has it"
        if (use.figure or use.says == "against") and not source.short:
            yield f"{use.id} has no short name to stand behind its figure or its objection"


def console_weaknesses(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield settings that a remedy sets on the console although a document owns them."""
    sentences = dict.fromkeys(
        text for _, fix in remedies(rule) for text in (fix.summary, fix.risk, fix.rollback, fix.verify)
    )
    for error in dict.fromkeys(error for text in sentences for error in refused(text, pack.catalogue.settings.get)):
        yield f"the remedy: {error}"


def remedy_weaknesses(rule: Rule) -> Iterator[str]:
    """Yield the fields of a rule's remedy that are missing and that a plan needs."""
    for place, fix in remedies(rule):
        if not fix.at:
            yield f"{place}: no `at`: where the change belongs"
        if not fix.risk:
            yield f"{place}: no `risk`: what may go wrong on the way or afterwards"
        for command in fix.command:
            if command.back is None and not command.looks:
                yield f"{place}: `{command.command}` has neither `back` nor `looks`"
            sets = command.target == "console" and command.command.lower().startswith("set config ")
            if sets and fix.at != "Domino console":  # there it is what runs that is to change, and no file
                yield f"{place}: `{command.command}` is an edit: use set or remove"


def remedies(rule: Rule) -> Iterator[tuple[str, Fix]]:
    """Yield a rule's remedy and its alternatives, each with its place."""
    yield "fix", rule.fix
    yield from (
        (f"fix.where {number}", alternative.of(rule.fix)) for number, alternative in enumerate(rule.fix.where, 1)
    )


_COLLECTED = ("doc.", "stat.", "array.", "controller.", "volume.", "aix.", "task.", "json_key.", "item.", "cluster.")


def open_defaults(pack: Pack) -> dict[str, list[str]]:
    """Return the keys of each rule that stay unknown if every input was read and nothing is set."""
    facts = Facts()
    bare = Source.of("notes.ini", b"[Notes]\nKitType=2\nDirectory=/local/notesdata\n")
    facts.add(
        item for item in readers.reader("notes_ini").read(bare, pack.catalogue) if isinstance(item, Fact | Complete)
    )
    facts.add(Complete(prefix, bare) for prefix in _COLLECTED)
    derive(facts, Context(pack.catalogue, Overrides("14.5", "linux", 64)))
    judged = engine.run(pack.rules, facts, pack.catalogue)
    return {
        outcome.rule.name: [missing.key for missing in outcome.missing]
        for outcome in judged.outcomes
        if outcome.verdict == engine.UNKNOWN
    }

"""Weaknesses of rules: examples, sources, remedies and disagreements."""

from collections.abc import Iterator

from advisor import readers
from advisor.checking import examples, figures
from advisor.checking.examples import Read, outcomes_on
from advisor.derive import Context, Overrides, derive
from advisor.facts import Complete, Fact, Facts
from advisor.judging import engine
from advisor.pack import Pack, Rule
from advisor.pack.console import refused
from advisor.pack.fixes import Disagreement, Fix
from advisor.source import Source


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
    yield from figures.loose_figures(rule, read, pack)
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

"""Rulelint: a pack in, what is weak in its rules out."""

from collections.abc import Iterator

from advisor import readers
from advisor.checking import examples, figures
from advisor.checking.sidelint import of_disagreement
from advisor.derive import Context, Overrides, derive
from advisor.facts import Complete, Fact
from advisor.judging import engine
from advisor.known import Facts
from advisor.pack import Pack, Rule
from advisor.pack.console import refused
from advisor.pack.fixes import Fix
from advisor.source import Source

_NEEDED = ("fail", "pass", "unknown")


def weaknesses(rule: Rule, read: list[examples.Read], pack: Pack) -> Iterator[str]:
    """What a rule lacks to be trusted, one sentence each. read: its examples."""
    if slips := [slip for one in read for slip in examples.slips_of(rule, one, pack)]:
        yield from slips
        return
    yield from of_sources(rule, pack)
    yield from of_console(rule, pack)
    expected = {example.expect for example in rule.examples}
    for need in _NEEDED:
        if need not in expected:
            yield f'no example expects "{need}"'
    shown = {example.severity or rule.severity for example in rule.examples if example.expect == "fail"}
    for severity in rule.severities:
        if severity not in shown:
            yield f"no failing example has severity {severity}"
    yield from figures.loose(rule, read, pack)
    yield from of_disagreement(rule, read, pack)


def of_sources(rule: Rule, pack: Pack) -> Iterator[str]:
    """What a reader would need to look a source up, and what a report prints of it."""
    for use in rule.sources:
        source = pack.sources[use.id]
        if source.long and not use.where:
            yield f"{use.id} is long, and the rule does not say where in it"
        if use.says == "figure" and not use.figure:
            yield f"{use.id} gives a figure, and no line of the field figure has it"
        if (use.figure or use.says == "against") and not source.short:
            yield f"{use.id} has no short name to stand behind its figure or its objection"


def of_console(rule: Rule, pack: Pack) -> Iterator[str]:
    """Settings that a remedy's sentences set on the console although a document owns them: Domino would undo it."""
    sentences = dict.fromkeys(
        text for _, fix in remedies(rule) for text in (fix.summary, fix.risk, fix.rollback, fix.verify)
    )
    for slip in dict.fromkeys(slip for text in sentences for slip in refused(text, pack.catalogue.settings.get)):
        yield f"the remedy: {slip}"


def of_remedies(rule: Rule) -> Iterator[str]:
    """What the record of a rule's remedy leaves open: a plan for a change window is made of it."""
    for place, fix in remedies(rule):
        if not fix.at:
            yield f"{place}: no `at`: where the change belongs"
        if not fix.risk:
            yield f"{place}: no `risk`: what may go wrong on the way or afterwards"
        for one in fix.command:
            if one.back is None and not one.looks:
                yield f"{place}: `{one.command}` has neither `back` nor `looks`"
            sets = one.target == "console" and one.command.lower().startswith("set config ")
            if sets and fix.at != "Domino console":  # there it is what runs that is to change, and no file
                yield f"{place}: `{one.command}` is an edit: use set or remove"


def remedies(rule: Rule) -> Iterator[tuple[str, Fix]]:
    """A rule's fix, and what may hold in its stead as a whole, each with its place."""
    yield "fix", rule.fix
    yield from ((f"fix.where {number}", one.of(rule.fix)) for number, one in enumerate(rule.fix.where, 1))


_COLLECTED = ("doc.", "stat.", "array.", "controller.", "volume.", "aix.", "task.", "json_key.", "item.", "cluster.")


def open_defaults(pack: Pack) -> dict[str, list[str]]:
    """Rule name → keys that stay unknown when every input was read and none of them is set."""
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

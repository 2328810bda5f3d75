"""Registers of claims, checked against the rules, tables and steps that they name."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from advisor import sizing
from advisor.checking import examples
from advisor.facts import Facts
from advisor.pack import Pack, Rule
from advisor.pack.claims import Claim, Register
from advisor.pack.rule import SourceUse
from advisor.pack.tables import tables


def register_errors(registers: Iterable[Register], pack: Pack) -> Iterator[str]:
    """Yield the errors of each claim's fate: rules, examples, tables or steps that do not exist."""
    rules = {rule.name: rule for rule in pack.rules}
    for register in registers:
        for claim in register.claims:
            yield from (f"{claim.id}: {sentence}" for sentence in _of_claim(claim, rules, register))


def _of_claim(claim: Claim, rules: dict[str, Rule], register: Register) -> Iterator[str]:
    if not claim.fate:
        yield "has no fate"
    if claim.open and not register.origin:  # a site's own may be work in progress
        yield f"is open: {claim.open}"
    for name in claim.rules:
        rule = rules.get(name)
        if rule is None:
            yield f'no rule is called "{name}"'
        elif bool(rule.origin) == bool(register.origin) and not any(claim.id in use.claims for use in rule.sources):
            yield f"{name} does not cite it"
    for shown in claim.judged_by:
        named = [example.name for example in rules[shown.rule].examples] if shown.rule in rules else [shown.example]
        if named.count(shown.example) != 1:
            yield f'{shown.rule} has no example, or several, called "{shown.example}"'
    yield from _of_sizing(claim)


def _of_sizing(claim: Claim) -> Iterator[str]:
    for name in claim.tables:
        if name not in tables():
            yield f'no table is called "{name}"'
    for name in claim.steps:
        if name not in sizing_modules():
            yield f'no step of sizing is called "{name}"'


@cache
def sizing_modules() -> frozenset[str]:
    """Return what a claim may name as a step of sizing: the modules of sizing/."""
    return frozenset(path.stem for path in Path(sizing.__file__).parent.glob("[a-z]*.py"))


_UNIX = {"aix", "solaris", "linux"}


def example_errors(registers: Iterable[Register], pack: Pack) -> Iterator[str]:
    """Yield examples that show a claim on a release or platform that its document does not cover."""
    named = {(rule.name, each.name): each for rule in pack.rules for each in rule.examples if each.name}
    for claim in (claim for register in registers for claim in register.claims):
        for shown in claim.judged_by:
            if example := named.get((shown.rule, shown.example)):
                sentences = _other_release_or_platform(claim, examples.facts_of(example, pack))
                yield from (f'{claim.id}: {shown.rule}, "{shown.example}": {error}' for error in sentences)


def _other_release_or_platform(claim: Claim, facts: Facts) -> Iterator[str]:
    release, platform = facts.ask("release").text or "", facts.ask("platform").text
    if not any(f"{release}.".startswith(f"{each}.") for each in claim.releases):
        yield f"the claim speaks of release {' and '.join(claim.releases)}, the example of {release or 'none'}"
    spoken = {*claim.platforms, *(_UNIX if "unix" in claim.platforms else ())}
    if spoken and platform and platform not in spoken:
        yield f"the claim speaks of {' and '.join(claim.platforms)}, the example of {platform}"


def objection_errors(registers: Iterable[Register]) -> Iterator[str]:
    """Yield claims that contradict another claim which does not name them."""
    stated = {claim.id: claim.against for register in registers for claim in register.claims}
    for name, against in stated.items():
        for other in against:
            if name not in stated.get(other, ()) or name == other:
                yield f"{name}: is against {other}, which does not name it"


def citation_errors(rules: Iterable[Rule], registers: Iterable[Register]) -> Iterator[str]:
    """Yield cited passages without a claim, and cited claims that the document does not have."""
    of_witness = {witness: register for register in registers for witness in register.witnesses}
    for rule in rules:
        for use in rule.sources:
            if use.id in of_witness:
                claims = {claim.id: claim for claim in of_witness[use.id].claims}
                yield from (f"{rule.name}: {use.id}: {sentence}" for sentence in _of_use(rule, use, claims))
            elif use.claims:
                yield f"{rule.name}: {use.id}: has no register, and claims of it are named"


def _of_use(rule: Rule, use: SourceUse, claims: dict[str, Claim]) -> Iterator[str]:
    named = [claims[name] for name in use.claims if name in claims]
    yield from (f"{name} is none of its claims" for name in use.claims if name not in claims)
    if not any(use.where.startswith(claim.section.partition(", ")[0]) for claim in named):
        yield f'no claim is named that stands in "{use.where}"'
    for claim in named:
        if claim.not_checkable:
            yield f"{claim.id} is cited, and its fate says that it is not checkable"


def missing_registers(registers: Iterable[Register], pack: Pack) -> Iterator[str]:
    """Yield the long documents without a register."""
    registered = {witness for register in registers for witness in register.witnesses}
    long = [name for name, source in pack.sources.items() if source.long]
    yield from (f"{name} is long, and no register has its claims" for name in long if name not in registered)

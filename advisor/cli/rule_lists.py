"""`domlint rules list` and `domlint rules coverage`: the rules, and what became of the claims of documents."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import asdict

from advisor import terminal
from advisor.cli import console, inputs, options
from advisor.cli.errors import Faults, WrongUse
from advisor.configuration import selection
from advisor.configuration.decisions import chosen_profile
from advisor.configuration.site import Configuration
from advisor.derive import Context, Overrides, derive
from advisor.facts import Facts
from advisor.judging import engine
from advisor.pack import Pack, Rule, claims, from_json, pages
from advisor.pack.claim_files import compile_claims
from advisor.pack.claims import FATES, KINDS, Claim, Register
from advisor.pack.rule_files import RulebookError
from advisor.pack.rulebook import compile_pack, is_built_in
from advisor.terminal import Line, rendered, wrap
from advisor.values.scales import Confidence, Severity

Folder = Annotated[Path | None, typer.Argument(help="A folder of the site's own rules; default: the built-in rules.")]
Words = Annotated[
    list[str] | None,
    typer.Option(
        "--select", metavar="RULE", help="Ids, names, prefixes, categories.", autocompletion=inputs.rule_words
    ),
]

_ID_WIDTH, _SEVERITY_WIDTH = 8, 10  # columns
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
    pack, every = rules_of(folder)
    wanted = selected(every, select, faults)
    under = chosen_profile(pack, profile, Configuration(), faults.add) if profile is not None else None
    faults.stop()
    if folder and not every:
        console.error(f"{folder.as_posix()}: no rules lie in this folder")
    shown = [
        rule
        for rule in wanted
        if (severity is None or severity in rule.severities)
        and confidence in {None, rule.confidence}
        and (under is None or under.runs(rule, None))
        and (overrides == Overrides() or _may_apply(rule, overrides, pack))
    ]
    if format == "json":
        console.out_utf8(json.dumps([_rule_row(rule, pack) for rule in shown], indent=2, ensure_ascii=False) + "\n")
    else:
        _print_lines(lambda width: rule_lines(shown, pack, width), color)


def _print_lines(lines: Callable[[int], Iterator[Line]], color: str) -> None:
    """Print lines, wrapped on a terminal. lines: returns them for a width in columns."""
    folded = color == "always" or terminal.is_terminal(sys.stdout)
    width = terminal.width(sys.stdout) if folded else sys.maxsize
    console.out(rendered(lines(width), terminal.uses_colour(color, sys.stdout)))


def rule_lines(rules: list[Rule], pack: Pack, width: int) -> Iterator[Line]:
    """Yield id, highest severity, name and sentence of each rule; the sentence beside the name if there is room."""
    column = _ID_WIDTH + _SEVERITY_WIDTH + max((len(rule.name) for rule in rules), default=0) + 2
    beside = width - column >= _LEAST_ROOM
    for rule in rules:
        worst = rule.severities[0]
        head = [(f"{rule.id:<{_ID_WIDTH}}", ""), (worst, worst), (" " * (_SEVERITY_WIDTH - len(worst)), "")]
        sentence = pages.summary(rule, pack.catalogue)
        if beside:
            yield from wrap(
                [*head, (rule.name.ljust(column - _ID_WIDTH - _SEVERITY_WIDTH), ""), (sentence, "")], width, column
            )
        else:
            yield from wrap([*head, (rule.name, "strong")], width, _ID_WIDTH)
            yield from wrap([(" " * _ID_WIDTH, ""), (sentence, "")], width, _ID_WIDTH)


def one_folder(folder: Path | None, rules: Path | None) -> Path | None:
    """Return the folder that was given as an argument or with --rules. Raises WrongUse if both were."""
    if folder is not None and rules is not None:
        raise WrongUse([f"--rules {rules}: a folder of rules is given already, {folder}"])
    return folder or rules


def rules_of(folder: Path | None) -> tuple[Pack, list[Rule]]:
    """Return the pack and its rules: those of a site's folder, or those of the project.

    Raises WrongUse.
    """
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


def selected(rules: list[Rule], select: list[str] | None, faults: Faults) -> list[Rule]:
    """Return the rules that the words of --select name; all rules without it."""
    if not select:
        return rules
    words = inputs.words(select)
    ids = {rule_id for word in words for rule_id in selection.known_rule_ids(rules, word, "", faults.add)}
    return [rule for rule in rules if rule.id in ids]


def _may_apply(rule: Rule, overrides: Overrides, pack: Pack) -> bool:
    """Return whether a rule may apply to a server with this release, platform and word size."""
    facts = Facts()
    derive(facts, Context(pack.catalogue, overrides))
    return any(result.verdict != engine.NOT_APPLICABLE for result in engine.run([rule], facts, pack.catalogue).outcomes)


def _rule_row(rule: Rule, pack: Pack) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "category": rule.category,
        "severities": rule.severities,
        "impact": rule.impact,
        "confidence": rule.confidence,
        "basis": rule.basis,
        "message": pages.summary(rule, pack.catalogue),
        "since": rule.since or None,
        "page": rule.page or None,
        "file": rule.origin or None,
    }


_CLAIM_ID_WIDTH, _KIND_WIDTH = 8, 13  # columns
_SHORT_HEADS = {"judged in part": "part", "not checkable": "unchecked"}
_HEADS = {"claims": "claims", **{fate: _SHORT_HEADS.get(fate, fate) for fate in FATES}}  # of columns


def coverage(
    folder: Folder = None,
    rules: options.Rules = None,
    format: options.ListFormat = "text",
    color: options.Color = "auto",
) -> None:
    """Count what became of the founding documents' claims, by document and kind; name open ones, and documents' errors.

    With a folder of the site's own rules: of the documents that its sources/claims/ hold.
    """
    folder = one_folder(folder, rules)
    pack, _ = rules_of(folder)
    registers = registers_of(folder, pack)
    if format == "json":
        console.out_utf8(json.dumps(account(registers, pack), indent=2, ensure_ascii=False) + "\n")
    else:
        _print_lines(lambda width: coverage_lines(registers, pack, width), color)


def registers_of(folder: Path | None, pack: Pack) -> list[Register]:
    """Return the built-in registers, or those of a folder of rules. Raises WrongUse."""
    if folder is None:
        return claims.builtin()
    try:
        rows = compile_claims(folder, pack.sources, "" if is_built_in(folder) else folder.resolve().name)
    except RulebookError as slip:
        raise WrongUse(str(slip).splitlines()) from None
    return claims.from_rows(rows)


def account(registers: list[Register], pack: Pack) -> dict[str, Any]:
    """Return the coverage for JSON: counts in total, by kind and by document, and every claim."""
    every = [claim for register in registers for claim in register.claims]
    return {
        "counts": _counts(every),
        "kinds": {kind: _counts(of) for kind, of in _by_kind(every)},
        "documents": [
            {
                "document": document_name(register, pack),
                "title": register.title,
                "witnesses": register.witnesses,
                "file": register.origin or None,
                "counts": _counts(register.claims),
                "claims": [
                    {"id": claim.id, "fate": claim.fate or None}
                    | asdict(claim)
                    | {"judged_by": [asdict(shown) for shown in claim.judged_by]}
                    for claim in register.claims
                ],
            }
            for register in registers
        ],
    }


def document_name(register: Register, pack: Pack) -> str:
    """Return the short name of a document: that of its first source, or its title."""
    return pack.sources[register.witnesses[0]].short or register.title


def _counts(of: Iterable[Claim]) -> dict[str, int]:
    """Count the claims in total and by fate; a claim without a fate is open."""
    found = Counter(claim.fate or "open" for claim in of)
    return {"claims": found.total(), **{fate: found[fate] for fate in FATES}}


def _by_kind(every: list[Claim]) -> Iterator[tuple[str, list[Claim]]]:
    for kind in KINDS:
        if of := [claim for claim in every if claim.kind == kind]:
            yield kind, of


def coverage_lines(registers: list[Register], pack: Pack, width: int) -> Iterator[Line]:
    """Yield a table of documents, a table of kinds, the open claims, and the errors in documents."""
    every = [claim for register in registers for claim in register.claims]
    of_documents = [(document_name(register, pack), _counts(register.claims)) for register in registers]
    of_kinds = [(kind, _counts(of)) for kind, of in _by_kind(every)]
    first = max(len(name) for name, _ in [("document", {}), *of_documents, *of_kinds])
    yield from _table("document", [*of_documents, ("all", _counts(every))], first)
    yield []
    yield from _table("kind", of_kinds, first)
    left = [claim for claim in every if claim.fate in {"", "open"}]
    rows = [
        (
            f"{claim.id:<{_CLAIM_ID_WIDTH}}{claim.kind:<{_KIND_WIDTH}}",
            f"{claim.says} Open: {claim.open or 'nobody has settled it'}.",
        )
        for claim in left
    ]
    yield from _claim_lines(f"{len(left)} open", rows, width)
    in_part = [claim for claim in every if claim.fate == "judged in part"]
    rows = [(claim.id, f"{claim.says} Not judged: {claim.part}.") for claim in in_part]
    yield from _claim_lines(f"{len(in_part)} judged in part", rows, width)
    sized = [claim for claim in every if claim.tables or claim.steps]
    of_rules = sum(claim.fate != "sized" for claim in sized)
    also = f" ({of_rules} with another fate too)" if of_rules else ""
    rows = [(claim.id, ", ".join([*claim.tables, *(f"step {name}" for name in claim.steps)])) for claim in sized]
    yield from _claim_lines(f"{len(sized)} in tables of figures, or in steps of domlint size{also}", rows, width)
    wrong = [
        (document_name(register, pack), claim) for register in registers for claim in register.claims if claim.error
    ]
    rows = [(claim.id, f"{claim.error} ({document}: {claim.section})") for document, claim in wrong]
    yield from _claim_lines(f"{len(wrong)} with something wrong in the document", rows, width)


def _claim_lines(heading: str, rows: list[tuple[str, str]], width: int) -> Iterator[Line]:
    """Yield a heading and a line for each claim: its id, and what is said about it; nothing without claims."""
    if rows:
        yield []
        yield [(heading, "strong")]
    for name, text in rows:
        head = name.ljust(_CLAIM_ID_WIDTH)
        yield from wrap([(head, ""), (text, "")], width, len(head))


def _table(head: str, rows: list[tuple[str, dict[str, int]]], first: int) -> Iterator[Line]:
    yield [(head.ljust(first) + "".join(f"  {name}" for name in _HEADS.values()), "strong")]
    for name, counts in rows:
        yield [(name.ljust(first) + "".join(f"{counts[of]:>{len(name) + 2}}" for of, name in _HEADS.items()), "")]

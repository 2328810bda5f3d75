"""coverage: the account of what became of the claims that the registered documents make."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from advisor import terminal
from advisor.cli import console, options, rule_list
from advisor.cli.guard import WrongUse
from advisor.pack import Pack, claims
from advisor.pack.claims import FATES, KINDS, Claim, Register
from advisor.terminal import Line, rendered, wrap

_ID, _KIND = 8, 13  # columns
_HEADS = {"claims": "claims", **{fate: fate for fate in FATES}}  # of columns


def coverage(
    folder: rule_list.Folder = None,
    rules: options.Rules = None,
    format: options.ListFormat = "text",
    color: options.Color = "auto",
) -> None:
    """Count what became of the founding documents' claims, by document and kind; name open ones, and documents' errors.

    With a folder of the site's own rules: of the documents that its sources/claims/ hold.
    """
    folder = rule_list.one_folder(folder, rules)
    pack, _ = rule_list.rules_of(folder)
    registers = registers_of(folder, pack)
    if format == "json":
        console.out_utf8(json.dumps(account(registers, pack), indent=2, ensure_ascii=False) + "\n")
    else:
        _print(registers, pack, color)


def registers_of(folder: Path | None, pack: Pack) -> list[Register]:
    """The built-in registers, or those of a folder of rules. Raises WrongUse."""
    if folder is None:
        return claims.builtin()
    from advisor.pack.claim_files import compile_claims  # late: the built-in ones are compiled already
    from advisor.pack.rulebook import is_built_in
    from advisor.pack.slips import RulebookError

    try:
        rows = compile_claims(folder, pack.sources, "" if is_built_in(folder) else folder.resolve().name)
    except RulebookError as slip:
        raise WrongUse(str(slip).splitlines()) from None
    return claims.from_rows(rows)


def account(registers: list[Register], pack: Pack) -> dict[str, Any]:
    """The account as JSON has it: counts of all, of each kind, of each document, and every claim."""
    every = [claim for register in registers for claim in register.claims]
    return {
        "counts": _counts(every),
        "kinds": {kind: _counts(of) for kind, of in _by_kind(every)},
        "documents": [
            {
                "document": name_of(register, pack),
                "title": register.title,
                "witnesses": register.witnesses,
                "file": register.origin or None,
                "counts": _counts(register.claims),
                "claims": [_row(claim) for claim in register.claims],
            }
            for register in registers
        ],
    }


def _row(claim: Claim) -> dict[str, Any]:
    plain = claim._asdict() | {"judged_by": [shown._asdict() for shown in claim.judged_by]}
    return {"id": claim.id, "fate": claim.fate or None} | plain


def name_of(register: Register, pack: Pack) -> str:
    """What a document is called in a word or two: as reports call its first witness, or its title."""
    return pack.sources[register.witnesses[0]].short or register.title


def _counts(of: Iterable[Claim]) -> dict[str, int]:
    """How many there are, and of each fate; a claim without one is open."""
    found = Counter(claim.fate or "open" for claim in of)
    return {"claims": found.total(), **{fate: found[fate] for fate in FATES}}


def _by_kind(every: list[Claim]) -> Iterator[tuple[str, list[Claim]]]:
    for kind in KINDS:
        if of := [claim for claim in every if claim.kind == kind]:
            yield kind, of


def _print(registers: list[Register], pack: Pack, color: str) -> None:
    folded = color == "always" or terminal.is_terminal(sys.stdout)
    lines = drawn(registers, pack, terminal.width(sys.stdout) if folded else sys.maxsize)
    console.out(rendered(lines, terminal.uses_colour(color, sys.stdout)))


def drawn(registers: list[Register], pack: Pack, width: int) -> Iterator[Line]:
    """A table of documents, one of kinds, the open claims, and what is wrong in documents."""
    every = [claim for register in registers for claim in register.claims]
    of_documents = [(name_of(register, pack), _counts(register.claims)) for register in registers]
    of_kinds = [(kind, _counts(of)) for kind, of in _by_kind(every)]
    first = max(len(name) for name, _ in [("document", {}), *of_documents, *of_kinds])
    yield from _table("document", [*of_documents, ("all", _counts(every))], first)
    yield []
    yield from _table("kind", of_kinds, first)
    left = [claim for claim in every if claim.fate in {"", "open"}]
    if left:
        yield []
        yield [(f"{len(left)} open", "strong")]
    for claim in left:
        head = (f"{claim.id:<{_ID}}{claim.kind:<{_KIND}}", "")
        yield from wrap([head, (_left(claim), "")], width, _ID + _KIND)
    yield from _sized(every, width)
    yield from _wrong(registers, pack, width)


def _sized(every: list[Claim], width: int) -> Iterator[Line]:
    """The claims that end in tables or in steps of sizing, a claim a line."""
    sized = [claim for claim in every if claim.tables or claim.steps]
    if sized:
        yield []
        of_rules = sum(claim.fate != "sized" for claim in sized)
        also = f" ({of_rules} with another fate too)" if of_rules else ""
        yield [(f"{len(sized)} in tables of figures, or in steps of domlint size{also}", "strong")]
    for claim in sized:
        named = [*claim.tables, *(f"step {name}" for name in claim.steps)]
        yield from wrap([(f"{claim.id:<{_ID}}", ""), (", ".join(named), "")], width, _ID)


def _wrong(registers: list[Register], pack: Pack, width: int) -> Iterator[Line]:
    """What is wrong in the documents themselves, a claim a line, with its place."""
    wrong = [(name_of(register, pack), one) for register in registers for one in register.claims if one.error]
    if wrong:
        yield []
        yield [(f"{len(wrong)} with something wrong in the document", "strong")]
    for document, one in wrong:
        said = f"{one.error} ({document}: {one.section})"
        yield from wrap([(f"{one.id:<{_ID}}", ""), (said, "")], width, _ID)


def _left(claim: Claim) -> str:
    return f"{claim.says} Open: {claim.open or 'nobody has settled it'}."


def _table(head: str, rows: list[tuple[str, dict[str, int]]], first: int) -> Iterator[Line]:
    yield [(head.ljust(first) + "".join(f"  {name}" for name in _HEADS.values()), "strong")]
    for name, counts in rows:
        yield [(name.ljust(first) + "".join(f"{counts[of]:>{len(name) + 2}}" for of, name in _HEADS.items()), "")]

"""rules: lists, tests, lints, compiles and begins rules."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from advisor.cli import console, coverage, new_rule, options, rule_list
from advisor.cli.guard import FINDINGS, WRONG_USE, Exit
from advisor.cli.options import guarded
from advisor.pack import glossary
from advisor.pack.entries import PAGES
from advisor.values.printing import number

app = typer.Typer(
    cls=options.Group,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="List rules, and test, lint, compile or start rules of your own.",
    epilog=options.examples("domlint rules list", "domlint rules new my-rule"),
)


app.command("list", cls=options.Command, epilog=glossary.said("severity", "confidence"))(guarded(rule_list.list_))
app.command("coverage", cls=options.Command)(guarded(coverage.coverage))
app.command("new", cls=options.Command)(guarded(new_rule.new))


@app.command()
@guarded
def test(folder: rule_list.Folder = None, rules: options.Rules = None) -> None:
    """Run the examples of the rules."""
    from advisor.checking import examples

    pack, chosen = rule_list.rules_of(rule_list.one_folder(folder, rules))
    slips = list(examples.slips(pack, chosen))
    for slip in slips:
        console.out(f"{slip.rule.name}: example {slip.number}: {slip.message}\n")
    count = sum(len(rule.examples) for rule in chosen)
    console.out(f"{number(len(chosen), 'rule')}, {number(count, 'example')}, {len(slips)} failed\n")
    if slips:
        raise Exit(FINDINGS)


@app.command()
@guarded
def lint(folder: rule_list.Folder = None, rules: options.Rules = None) -> None:
    """Report weak spots of rules: missing examples, sources or defaults, thresholds without examples, unclear words.

    A line that begins with "note:" is no weakness.
    """
    from advisor.cli import linted

    folder = rule_list.one_folder(folder, rules)
    pack, chosen = rule_list.rules_of(folder)
    weak = 0
    for sentence in linted.weaknesses(folder, pack, chosen):
        weak += 1
        console.out(f"{sentence}\n")
    for sentence in linted.notes(folder, pack, chosen):
        console.out(f"note: {sentence}\n")
    console.out(f"{number(len(chosen), 'rule')}, {weak} {'weakness' if weak == 1 else 'weaknesses'}\n")
    if weak:
        raise Exit(FINDINGS)


@app.command()
@guarded
def build(
    folder: Annotated[Path, typer.Argument(help="The rules folder of the project.")] = Path("rules"),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail if generated files are outdated.")
    ] = False,
) -> None:
    """Compile the rules and tables of the project into advisor/pack/ and docs/."""
    from advisor.pack.claim_files import compile_claims
    from advisor.pack.rulebook import compile_pack
    from advisor.pack.slips import RulebookError
    from advisor.pack.table_files import compile_tables

    try:
        pack = compile_pack(folder)
        claims = compile_claims(folder, pack["sources"])
        tables = compile_tables(folder, pack["sources"])
    except RulebookError as slip:
        console.error(str(slip))
        raise Exit(WRONG_USE) from None
    files = _generated(folder.parent, pack, claims, tables)
    stale = [path for path, text in files.items() if _differs(path, text, check)]
    for path in stale:
        console.out(f"{path.as_posix()} {'is not current' if check else 'written'}\n")
    left = _left_over(folder.parent, files)
    for path in left:
        console.out(f"{path.as_posix()} {'belongs to no rule' if check else 'removed'}\n")
        if not check:
            path.unlink()
    if check and (stale or left):
        raise Exit(FINDINGS)


def _generated(
    project: Path, data: dict[str, Any], claims: list[dict[str, Any]], tables: list[dict[str, Any]]
) -> dict[Path, str]:
    from advisor.pack import claim_pages, compile, from_json, glossary, pages, table_pages
    from advisor.pack import tables as figures
    from advisor.pack.claims import errors, from_rows
    from advisor.pack.entries import ON_PAGES

    pack = from_json(data)
    checked = [{name: row[name] for name in row if name not in ON_PAGES} for row in data["rules"]]
    on_pages = {row["id"]: {name: row[name] for name in ON_PAGES if name in row} for row in data["rules"]}
    registers = from_rows(claims)
    wrong = errors(registers)
    return {
        project / "advisor" / "pack" / "pack.json": _as_json(data | {"rules": checked}),
        project / "advisor" / "pack" / "conditions.py": compile.module_source(data["rules"]),
        project / "advisor" / "pack" / "pages.json": _as_json(on_pages),
        project / "advisor" / "pack" / "claims.json": _as_json(claims),
        project / "advisor" / "pack" / "tables.json": _as_rows(tables),
        project / claim_pages.PAGE: claim_pages.page(registers, pack),
        project / glossary.PAGE: glossary.document(),
        project / table_pages.PAGE: table_pages.page(figures.from_json(tables).values(), pack),
        project / PAGES / "README.md": pages.overview(pack),
        **{project / rule.page: pages.page(rule, pack, wrong) for rule in pack.rules},
    }


_STARTS = r'(\{"id":"[A-Z]|\{"title":|"[^"]+":\{"(?:name|type|title|says|text)":)'  # of a rule, a setting, a source


def _as_json(data: Any) -> str:
    """JSON with a line for each rule and setting: short to read for the program, and for whoever reads a difference."""
    return re.sub(_STARTS, r"\n\1", _compact(data)) + "\n"


def _as_rows(tables: list[dict[str, Any]]) -> str:
    """JSON with a line for each table and each of its rows."""
    heads = (_compact(table | {"rows": []})[:-2] for table in tables)
    rows = (",\n".join(map(_compact, table["rows"])) for table in tables)
    return "[\n" + ",\n".join(f"{head}\n{of_it}]}}" for head, of_it in zip(heads, rows, strict=True)) + "]\n"


def _compact(data: Any) -> str:
    """JSON in one line, in ASCII, which is decoded in a fifth less time."""
    import json

    return json.dumps(data, separators=(",", ":"))


def _left_over(project: Path, files: dict[Path, str]) -> list[Path]:
    """Pages of rules that there are no more; refused.md is written by hand."""
    folder = project / PAGES
    return sorted(path for path in folder.glob("*.md") if path not in files and path.name != "refused.md")


def _differs(path: Path, text: str, check: bool) -> bool:
    new = text.encode("utf-8")
    if path.exists() and path.read_bytes() == new:
        return False
    if not check:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(new)
    return True

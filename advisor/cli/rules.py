"""`domlint rules`: list, test, lint, compile and start rules."""

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from advisor import __version__, limits
from advisor.checking import examples
from advisor.checking import lint as checking
from advisor.cli import console, options, rule_lists
from advisor.cli.errors import FINDINGS, WRONG_USE, Exit, Faults, WrongUse
from advisor.cli.options import guarded
from advisor.pack import builtin, claims, compile, from_json, glossary, pages, tables
from advisor.pack.catalogue import parted
from advisor.pack.claim_files import compile_claims
from advisor.pack.rule import CATEGORIES, IN_FINDINGS, ON_PAGES, PAGES
from advisor.pack.rule_files import RulebookError
from advisor.pack.rulebook import compile_pack
from advisor.pack.table_files import compile_tables
from advisor.values.paths import files_below
from advisor.values.printing import number, printable_path

_NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)+")
_ID = re.compile(r"""^[ \t]*+id\s*+=\s*+["']([A-Z]{3,4}\d{3})["']""", re.MULTILINE)
_RETIRED_ID = re.compile(r"^([A-Z]{3,4}\d{3})\s*=", re.MULTILINE)
_COMMENT = re.compile(r"^#.*\n|[ ]{2,}# .*$", re.MULTILINE)
_FIRST, _LAST = 900, 999  # numbers of a site's own rules
_SKELETON = Path(__file__).with_name("new_rule.toml")


rules = options.group(
    "List rules, and test, lint, compile or start rules of your own.",
    "domlint rules list",
    "domlint rules new my-rule",
)


rules.command("list", cls=options.Command, epilog=glossary.said("severity", "confidence"))(guarded(rule_lists.list_))
rules.command("coverage", cls=options.Command)(guarded(rule_lists.coverage))


@rules.command("new", cls=options.Command)
@guarded
def start_rule(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What is wrong, in words: mail-box-missing.")],
    folder: Annotated[Path, typer.Option("--dir", metavar="DIR", help="The folder of your own rules.")] = Path(
        "our-rules"
    ),
    category: Annotated[str, typer.Option(help="The category: logging, threads, security and so on.")] = "threads",
) -> None:
    """Write a rule of your own to begin with: DIR/NAME.toml. A file that is there is left alone.

    In a folder of domlint's own rules/, the rule gets the next id and the next version.
    """
    prefixes = {of: prefix for prefix, of in CATEGORIES.items()}
    if not _NAME.fullmatch(name):
        raise WrongUse([f'"{name}": a name is two words or more in lower case, such as mail-box-missing'])
    if any(rule.name == name for rule in builtin().rules):
        raise WrongUse([f"{name}: a built-in rule is called so"])
    if category not in prefixes:
        raise WrongUse([f'--category: "{category}" is none of {", ".join(prefixes)}'])
    path, shown = folder / f"{name}.toml", printable_path(str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        above = (folder, *folder.parents)
        project = next((path for path in above if (path / "retired.toml").is_file()), None)  # domlint's own rules/
        if project:
            text = _project_rule_text(name, category, _next_id(prefixes[category], project))
        else:
            text = _rule_text(name, category, _free_id(prefixes[category], folder), shown)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise WrongUse([f"{shown}/{path.name}: it is there already, and is left as it is"]) from None
    except OSError as slip:
        raise WrongUse([f"{shown}/{path.name}: {slip.strerror}"]) from None
    console.out(f"{shown}/{path.name} written. Put your condition in, then:\n")
    if project:
        console.out(f"  domlint rules build && domlint rules test --select {name}\n  domlint rules lint\n")
    else:
        console.out(f"  domlint rules test {shown}\n  domlint check notes.ini --rules {shown}\n")


@rules.command()
@guarded
def test(folder: rule_lists.Folder = None, rules: options.Rules = None, select: rule_lists.Words = None) -> None:
    """Run the examples of the rules."""
    pack, chosen = rule_lists.rules_of(rule_lists.one_folder(folder, rules))
    faults = Faults()
    chosen = rule_lists.selected(chosen, select, faults)
    faults.stop()
    slips = list(examples.slips(pack, chosen))
    for slip in slips:
        console.out(f"{slip.rule.name}: example {slip.number}: {slip.message}\n")
    count = sum(len(rule.examples) for rule in chosen)
    console.out(f"{number(len(chosen), 'rule')}, {number(count, 'example')}, {len(slips)} failed\n")
    if slips:
        raise Exit(FINDINGS)


@rules.command()
@guarded
def lint(folder: rule_lists.Folder = None, rules: options.Rules = None) -> None:
    """Report weak spots of rules: missing examples, sources or defaults, thresholds without examples, unclear words.

    A line that begins with "note:" is no weakness.
    """
    folder = rule_lists.one_folder(folder, rules)
    pack, chosen = rule_lists.rules_of(folder)
    weak = 0
    registers = rule_lists.registers_of(folder, pack)
    for sentence in checking.weaknesses(pack, chosen, registers, is_site=folder is not None):
        weak += 1
        console.out(f"{sentence}\n")
    for sentence in checking.notes(pack, chosen, is_site=folder is not None):
        console.out(f"note: {sentence}\n")
    console.out(f"{number(len(chosen), 'rule')}, {weak} {'weakness' if weak == 1 else 'weaknesses'}\n")
    if weak:
        raise Exit(FINDINGS)


@rules.command()
@guarded
def build(
    folder: Annotated[Path, typer.Argument(help="The rules folder of the project.")] = Path("rules"),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail if generated files are outdated.")
    ] = False,
) -> None:
    """Compile the rules and tables of the project into advisor/pack/ and docs/."""
    try:
        pack = compile_pack(folder)
        claim_rows = compile_claims(folder, pack["sources"])
        table_rows = compile_tables(folder, pack["sources"])
    except RulebookError as slip:
        console.error(str(slip))
        raise Exit(WRONG_USE) from None
    files = _generated(folder.parent, pack, claim_rows, table_rows)
    stale = [path for path, text in files.items() if _differs(path, text, check)]
    for path in stale:
        console.out(f"{path.as_posix()} {'is not current' if check else 'written'}\n")
    deleted = (path for path in (folder.parent / PAGES).glob("*.md") if path not in files)
    left = sorted(path for path in deleted if path.name != "refused.md")  # which is written by hand
    for path in left:
        console.out(f"{path.as_posix()} {'belongs to no rule' if check else 'removed'}\n")
        if not check:
            path.unlink()
    if check and (stale or left):
        raise Exit(FINDINGS)


def _generated(
    project: Path, data: dict[str, Any], claim_rows: list[dict[str, Any]], table_rows: list[dict[str, Any]]
) -> dict[Path, str]:
    pack = from_json(data)
    apart = (*IN_FINDINGS, *ON_PAGES)
    checked = [{name: row[name] for name in row if name not in apart} for row in data["rules"]]
    in_findings, on_pages = (
        [{name: row[name] for name in ("id", *names) if name in row} for row in data["rules"]]
        for names in (IN_FINDINGS, ON_PAGES)
    )
    catalogue, in_words = dict(data["catalogue"]), {}
    for part in ("settings", "keys"):
        rows = {name: parted(row) for name, row in catalogue[part].items()}
        catalogue[part] = {name: fields for name, (fields, _) in rows.items()}
        in_words[part] = {name: words for name, (_, words) in rows.items()}
    registers = claims.from_rows(claim_rows)
    wrong = claims.errors(registers)
    return {
        project / "advisor" / "pack" / "pack.json": _as_json(data | {"rules": checked, "catalogue": catalogue}),
        project / "advisor" / "pack" / "conditions.py": compile.module_source(data["rules"]),
        project / "advisor" / "pack" / "texts.jsonl": _as_lines(in_findings),
        project / "advisor" / "pack" / "pages.jsonl": _as_lines(on_pages),
        project / "advisor" / "pack" / "words.json": _as_json(in_words),
        project / "advisor" / "pack" / "claims.json": _as_json(claim_rows),
        project / "advisor" / "pack" / "tables.json": "[\n" + ",\n".join(map(_table_as_json, table_rows)) + "]\n",
        project / claims.PAGE: claims.page(registers, pack),
        project / glossary.PAGE: glossary.document(),
        project / tables.PAGE: tables.page(tables.from_json(table_rows).values(), pack),
        project / PAGES / "README.md": pages.overview(pack),
        **{project / rule.page: pages.page(rule, pack, wrong) for rule in pack.rules},
    }


_STARTS = r'(\{"id":"[A-Z]|\{"title":|"[^"]+":\{"(?:name|type|title|says|text|why)":)'  # of a rule, a setting, a source


def _as_json(data: Any) -> str:
    """Return JSON with a line for each rule and setting, so that differences are readable."""
    return re.sub(_STARTS, r"\n\1", _compact(data)) + "\n"


def _as_lines(rows: list[dict[str, Any]]) -> str:
    """Return each row as a line of JSON."""
    return "".join(f"{_compact(row)}\n" for row in rows)


def _table_as_json(table: dict[str, Any]) -> str:
    """Return JSON with a line for the table and a line for each row."""
    rows = ",\n".join(map(_compact, table["rows"]))
    return f"{_compact(table | {'rows': []})[:-2]}\n{rows}]}}"


def _compact(data: Any) -> str:
    """Return JSON in one line, in ASCII, which is decoded in a fifth less time."""
    return json.dumps(data, separators=(",", ":"))


def _differs(path: Path, text: str, check: bool) -> bool:
    new = text.encode("utf-8")
    if path.exists() and path.read_bytes() == new:
        return False
    if not check:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(new)
    return True


def _ids_in(folder: Path) -> set[str]:
    """Return the ids of the built-in rules, and of the rules in a folder."""
    ids = {rule.id for rule in builtin().rules}
    for path in files_below(folder, limits.MAX_FOLDER_DEPTH):
        if path.suffix == ".toml" and path.is_file():
            ids |= set(_ID.findall(path.read_text(encoding="utf-8", errors="replace")))
    return ids


def _next_id(prefix: str, rules_folder: Path) -> str:
    """Return the id after the highest of a prefix. Ids of retired rules count."""
    retired = _RETIRED_ID.findall((rules_folder / "retired.toml").read_text(encoding="utf-8"))
    ids = {*_ids_in(rules_folder), *retired}
    highest = max((int(rule_id.removeprefix(prefix)) for rule_id in ids if rule_id[:-3] == prefix), default=0)
    return f"{prefix}{highest + 1:03}"


def _free_id(prefix: str, folder: Path) -> str:
    """Return the first free id of a prefix. Raises WrongUse if none is free."""
    taken = _ids_in(folder)
    free = (f"{prefix}{number}" for number in range(_FIRST, _LAST + 1))
    found = next((rule_id for rule_id in free if rule_id not in taken), None)
    if found is None:
        raise WrongUse([f"{folder.as_posix()}: no id from {prefix}{_FIRST} to {prefix}{_LAST} is free"])
    return found


def _project_rule_text(name: str, category: str, rule_id: str) -> str:
    """Return a rule of the project to begin with. Its comments are left out, because they explain a site's rules."""
    major, minor = __version__.split(".")[:2]
    text = _COMMENT.sub("", _rule_text(name, category, rule_id, "rules"))
    return text.replace('since = "1"', f'since = "{major}.{int(minor) + 1}.0"')


def _rule_text(name: str, category: str, rule_id: str, folder: str) -> str:
    text = _SKELETON.read_text(encoding="utf-8")
    for word, value in {"THR900": rule_id, "house-rule": name, '"threads"': f'"{category}"'}.items():
        text = text.replace(word, value)
    return text.replace("our-rules", folder)

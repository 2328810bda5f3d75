"""New rule: a rule file of a site's own to begin with, which judges at once and whose examples hold."""

import re
from pathlib import Path
from typing import Annotated

import typer

from advisor import limits
from advisor.cli import console
from advisor.cli.guard import WrongUse
from advisor.pack import builtin
from advisor.pack.categories import CATEGORIES
from advisor.values.paths import files_below
from advisor.values.printing import printable_path

_NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)+")
_ID = re.compile(r"""^[ \t]*+id\s*+=\s*+["']([A-Z]{3,4}\d{3})["']""", re.MULTILINE)
_FIRST, _LAST = 900, 999  # numbers of a site's own rules
_SKELETON = Path(__file__).with_name("new_rule.toml")


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What is wrong, in words: mail-box-missing.")],
    folder: Annotated[Path, typer.Option("--dir", metavar="DIR", help="The folder of your own rules.")] = Path(
        "our-rules"
    ),
    category: Annotated[str, typer.Option(help="The category: logging, threads, security and so on.")] = "threads",
) -> None:
    """Write a rule of your own to begin with: DIR/NAME.toml. A file that is there is left alone."""
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
        text = _text(name, category, _free(prefixes[category], folder), shown)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise WrongUse([f"{shown}/{path.name}: it is there already, and is left as it is"]) from None
    except OSError as slip:
        raise WrongUse([f"{shown}/{path.name}: {slip.strerror}"]) from None
    console.out(f"{shown}/{path.name} written. Put your condition in, then:\n")
    console.out(f"  domlint rules test {shown}\n  domlint check notes.ini --rules {shown}\n")


def _free(prefix: str, folder: Path) -> str:
    """The first id of a prefix that neither a built-in rule nor one in the folder has. Raises WrongUse."""
    taken = {rule.id for rule in builtin().rules}
    for path in files_below(folder, limits.MAX_FOLDER_DEPTH):
        if path.suffix == ".toml" and path.is_file():
            taken |= set(_ID.findall(path.read_text(encoding="utf-8", errors="replace")))
    free = (f"{prefix}{number}" for number in range(_FIRST, _LAST + 1))
    found = next((rule_id for rule_id in free if rule_id not in taken), None)
    if found is None:
        raise WrongUse([f"{folder.as_posix()}: no id from {prefix}{_FIRST} to {prefix}{_LAST} is free"])
    return found


def _text(name: str, category: str, rule_id: str, folder: str) -> str:
    text = _SKELETON.read_text(encoding="utf-8")
    for word, value in {"THR900": rule_id, "house-rule": name, '"threads"': f'"{category}"'}.items():
        text = text.replace(word, value)
    return text.replace("our-rules", folder)

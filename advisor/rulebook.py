"""Rulebook: the rule files and the catalogue's files in, the pack's JSON form out. One loader, for ours and a site's.

The only module that reads rule files; it imports pydantic and lark, so it is itself imported late.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from advisor.language.parse import ConditionError, keys, parse
from advisor.pack import SEVERITIES

Severity = Literal["critical", "high", "medium", "low", "info"]
Home = Literal["notes.ini", "server document", "configuration document", "set-up"]

CATEGORIES = {
    "INI": "ini", "LOG": "logging", "STO": "storage", "MEM": "memory", "MAIL": "mail", "TASK": "tasks",
    "CLU": "cluster", "THR": "threads", "VIEW": "views", "AIX": "aix", "WIN": "windows", "LNX": "linux",
    "SEC": "security", "ODS": "databases", "SIZE": "capacity",
}  # fmt: skip


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_AnyForm = TypeVar("_AnyForm", bound=_Form)


class SourceUse(_Form):
    """What one source says for or against a rule; `figure` gives a measured or printed figure."""

    id: str
    says: Literal["for", "against", "figure"]
    note: str = Field(min_length=10, description="what the source says, in our own words, with its releases")


class Fix(_Form):
    """How to put it right. `set` and `remove` name keys of notes.ini; without them the fix is a person's work."""

    safety: Literal["safe", "unsafe", "manual"]
    summary: str = Field(min_length=10)
    set: dict[str, str] = {}
    remove: list[str] = []
    restart: Literal["none", "task", "server", "system"]
    rollback: str = Field(min_length=10)
    verify: str = Field(min_length=10)

    @model_validator(mode="after")
    def _manual_has_no_edit(self) -> Self:
        if (self.safety == "manual") == bool(self.set or self.remove):
            raise ValueError("a manual fix has no set or remove, and every other fix has one")
        return self


class Example(_Form):
    """Files and what the rule says of them. Every field that is not named here is a file: its name, its text."""

    model_config = ConfigDict(extra="allow", frozen=True)

    expect: Literal["fail", "pass", "unknown", "not-applicable"]
    severity: Severity | None = None
    subject: str | None = None
    release: str | None = None
    platform: str | None = None
    bits: Literal[32, 64] | None = None

    @property
    def files(self) -> dict[str, str]:
        """File name → text."""
        return {name: str(text) for name, text in (self.model_extra or {}).items()}


class RuleFile(_Form):
    """One rule, as an administrator writes it."""

    id: str = Field(pattern=r"^[A-Z]{3,4}\d{3}$")
    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)+$")
    category: str
    severity: Severity
    severity_when: dict[Severity, str] = {}
    confidence: Literal["measured", "documented", "field"]
    since: str
    subject: str = "server"
    applies: str | None = None
    when: str
    parameters: dict[str, int | float | str] = {}
    message: str = Field(min_length=10)
    why: str = Field(min_length=40)
    source: list[SourceUse] = Field(min_length=1)
    fix: Fix
    example: list[Example] = Field(min_length=3)


class Default(_Form):
    """A setting's built-in value in some releases: from `since` up to, not including, `until`."""

    value: str
    since: str | None = None
    until: str | None = None
    source: str


class Setting(_Form):
    """One NOTES.INI setting."""

    name: str
    type: Literal["number", "size", "yes-no", "release", "list", "path", "text"]
    meaning: str
    unit: str = ""
    default: list[Default] = []
    home: Home = "notes.ini"
    field: str = Field("", description="document, tab and field, where a document owns the setting")
    secret: bool = False
    floor: str = Field("", description="the first release that knows the setting; it then tells the release")
    restart: Literal["none", "task", "server", "system", ""] = ""
    source: str


class Key(_Form):
    """One key that is derived, or that a reader yields besides the settings."""

    key: str
    type: Literal["number", "size", "yes-no", "release", "list", "path", "text"]
    meaning: str
    collect: str = Field("", description="what to give so that it becomes known")
    readable: bool = Field(True, description="whether a reader takes what is to be collected")


class Evidence(_Form):
    """A kind of input, by the beginning of its keys."""

    prefix: str
    name: str
    collect: str


class Witness(_Form):
    """Somebody's word: a page, a document, a file."""

    id: str
    title: str
    publisher: str
    date: str = ""
    url: str = ""
    speaks_of: str = Field(description="the releases and platforms it speaks of")


class CatalogueFile(_Form):
    """A file of rules/catalogue/."""

    setting: list[Setting] = []
    key: list[Key] = []
    evidence: list[Evidence] = []
    names: list[str] = []


class SourcesFile(_Form):
    """A file of rules/sources/."""

    facts_date: str = ""
    witness: list[Witness] = []


class RulebookError(ValueError):
    """Something in a rule file is wrong; says file, line and field."""


def compile_pack(folder: Path) -> dict[str, Any]:
    """The whole pack out of the project's rules/ folder: catalogue, sources, rules. Raises RulebookError."""
    catalogue: dict[str, Any] = {"settings": {}, "keys": {}, "evidence": [], "names": []}
    for path in sorted((folder / "catalogue").glob("*.toml")):
        _add_catalogue(catalogue, _load(path, CatalogueFile))
    catalogue["names"] = sorted(set(catalogue["names"]) - catalogue["settings"].keys())
    facts_date, sources = "", {}
    for path in sorted((folder / "sources").glob("*.toml")):
        file = _load(path, SourcesFile)
        facts_date = max(facts_date, file.facts_date)
        sources.update({witness.id: witness.model_dump(exclude={"id"}) for witness in file.witness})
    rules = compile_rules(_rule_paths(folder), catalogue, sources, _retired(folder))
    return {"format": 1, "facts_date": facts_date, "rules": rules, "catalogue": catalogue, "sources": sources}


def compile_site(folder: Path, pack: dict[str, Any]) -> dict[str, Any]:
    """The built-in pack's JSON form with a site's own rules, keys and sources added. Raises RulebookError."""
    catalogue = {name: part.copy() for name, part in pack["catalogue"].items()}
    for path in sorted((folder / "catalogue").glob("*.toml")):
        _add_catalogue(catalogue, _load(path, CatalogueFile))
    sources = dict(pack["sources"])
    for path in sorted((folder / "sources").glob("*.toml")):
        sources |= {witness.id: witness.model_dump(exclude={"id"}) for witness in _load(path, SourcesFile).witness}
    taken = [label for row in pack["rules"] for label in (row["id"], row["name"])]
    rules = compile_rules(_rule_paths(folder), catalogue, sources, taken, origin=True)
    return pack | {"catalogue": catalogue, "sources": sources, "rules": pack["rules"] + rules}


def _rule_paths(folder: Path) -> list[Path]:
    """Every TOML file of a rules folder that holds a rule."""
    apart = {"catalogue", "sources"}
    found = [*folder.glob("*.toml"), *folder.glob("*/*.toml")]
    return sorted(path for path in found if path.parent.name not in apart and path.name != "retired.toml")


def compile_rules(
    paths: Iterable[Path],
    catalogue: dict[str, Any],
    sources: dict[str, Any],
    apart: Iterable[str] = (),
    origin: bool = False,
) -> list[dict[str, Any]]:
    """Rule files as rows of the pack, ordered by id.

    apart: ids and names that are taken. With `origin` each row says which file it came from.
    """
    types = key_types(catalogue)
    rows = [_compile(path, types, catalogue, sources, origin) for path in paths]
    taken: dict[str, str] = dict.fromkeys(apart, "another rule, standing or retired,")
    for row, path in zip(rows, paths, strict=True):
        for label in (row["id"], row["name"]):
            if label in taken:
                raise RulebookError(f"{path}: {label} is the id or name of {taken[label]} already")
            taken[label] = str(path)
    return sorted(rows, key=lambda row: _number(row["id"]))


def key_types(catalogue: dict[str, Any]) -> dict[str, str]:
    """The type of every key that a condition may name."""
    types = {f"ini.{name}": entry["type"] for name, entry in catalogue["settings"].items()}
    return types | {key: entry["type"] for key, entry in catalogue["keys"].items()}


def _number(rule_id: str) -> tuple[int, str]:
    """Categories in the order of CATEGORIES, then by number."""
    prefix = rule_id.rstrip("0123456789")
    order = list(CATEGORIES)
    return (order.index(prefix) if prefix in order else len(order), rule_id)


def _retired(folder: Path) -> list[str]:
    path = folder / "retired.toml"
    return list(tomllib.loads(path.read_text(encoding="utf-8")).get("retired", {})) if path.exists() else []


def _add_catalogue(catalogue: dict[str, Any], file: CatalogueFile) -> None:
    for setting in file.setting:
        catalogue["settings"][setting.name.lower()] = setting.model_dump(exclude_defaults=True)
    for key in file.key:
        catalogue["keys"][key.key] = key.model_dump(exclude={"key"}, exclude_defaults=True)
    catalogue["evidence"] += [kind.model_dump() for kind in file.evidence]
    catalogue["names"] += [name.lower() for name in file.names]


def _load(path: Path, form: type[_AnyForm]) -> _AnyForm:
    """One TOML file as its form; every slip names file, line and field."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as slip:
        raise RulebookError(f"{path}: {slip}") from None
    except UnicodeDecodeError:
        raise RulebookError(f"{path}: not a UTF-8 file") from None
    except OSError as slip:
        raise RulebookError(f"{path}: {slip.strerror}") from None
    try:
        return form.model_validate(data)
    except ValidationError as slips:
        lines = [f"{path}:{_line(text, slip['loc'])}: {_field(slip['loc'])}: {slip['msg']}" for slip in slips.errors()]
        raise RulebookError("\n".join(lines)) from None


def _field(place: tuple[int | str, ...]) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in place) or "file"


def _line(text: str, place: tuple[int | str, ...]) -> int:
    """The line of a field: of its nth table, then of its name in there; 1 where it does not stand in the file."""
    lines = text.splitlines()
    at = 0
    for index, part in enumerate(place):
        if isinstance(part, int):
            continue
        nth = place[index + 1] if index + 1 < len(place) and isinstance(place[index + 1], int) else 0
        pattern = re.compile(rf"^\s*(\[+\s*)?[\"']?{re.escape(part)}[\"']?\s*(\]|=|\.)")
        hits = [number for number in range(at, len(lines)) if pattern.match(lines[number])]
        if not hits:
            break
        at = hits[min(int(nth), len(hits) - 1)]
    return at + 1


def _compile(
    path: Path, types: dict[str, str], catalogue: dict[str, Any], sources: dict[str, Any], origin: bool
) -> dict[str, Any]:
    file = _load(path, RuleFile)
    where = _Where(path)
    _check_names(file, where)
    _check_fix(file.fix, catalogue, where)
    for number, use in enumerate(file.source):
        if sources and use.id not in sources:
            raise where.error(("source", number, "id"), f'no source is called "{use.id}"')
    trees = {"applies": where.tree(file.applies, types, file, "applies") if file.applies else None}
    trees["when"] = where.tree(file.when, types, file, "when")
    severity_when = [
        [severity, where.tree(text, types, file, "severity_when")] for severity, text in file.severity_when.items()
    ]
    if severity_when != sorted(severity_when, key=lambda pair: SEVERITIES.index(pair[0])):
        raise where.error(("severity_when",), "worst first")
    known = set(types) | set(file.parameters)
    for name in re.findall(r"\{([^{}]*)\}", file.message):
        if name not in known:
            raise where.error(("message",), f'"{name}" is neither a key of the catalogue nor a parameter')
    return {
        "id": file.id, "name": file.name, "category": file.category, "severity": file.severity,
        "severity_when": severity_when, "confidence": file.confidence, "since": file.since,
        "subject": file.subject, **trees, "parameters": file.parameters, "message": file.message,
        "why": " ".join(file.why.split()),
        "text": {"applies": file.applies or "", "when": file.when, "severity_when": dict(file.severity_when)},
        "sources": [use.model_dump() for use in file.source], "fix": file.fix.model_dump(),
        "examples": [_example(example) for example in file.example], "origin": path.as_posix() if origin else "",
    }  # fmt: skip


def _example(example: Example) -> dict[str, Any]:
    row: dict[str, Any] = example.model_dump(include=set(Example.model_fields), exclude_none=True)
    return row | {"files": example.files}


def _check_names(file: RuleFile, where: "_Where") -> None:
    prefix = file.id.rstrip("0123456789")
    if prefix not in CATEGORIES:
        raise where.error(("id",), f"{prefix} is none of " + ", ".join(CATEGORIES))
    if file.category != CATEGORIES[prefix]:
        raise where.error(("category",), f'ids in {prefix} are of category "{CATEGORIES[prefix]}"')


def _check_fix(fix: Fix, catalogue: dict[str, Any], where: "_Where") -> None:
    """A setting that a document owns is never edited in NOTES.INI: Domino would undo it."""
    for key in (*fix.set, *fix.remove):
        entry = catalogue["settings"].get(key.removeprefix("ini."))
        if not key.startswith("ini.") or entry is None:
            raise where.error(("fix", "set"), f'"{key}" is no setting of the catalogue')
        home = entry.get("home", "notes.ini")
        if home != "notes.ini":
            raise where.error(("fix", "set"), f"{entry['name']} belongs to the {home}: the fix is manual")


class _Where:
    """A rule file under compilation; knows its text so that errors name the line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")

    def error(self, place: tuple[int | str, ...], message: str) -> RulebookError:
        return RulebookError(f"{self.path}:{_line(self.text, place)}: {_field(place)}: {message}")

    def tree(self, condition: str, types: dict[str, str], file: RuleFile, field: str) -> list[Any]:
        try:
            tree = parse(condition, types, file.parameters)
        except ConditionError as slip:
            raise self.error((field,), f"{slip} (column {slip.column} of {condition!r})") from None
        for key in keys(tree):
            if key not in types:
                raise self.error((field,), f'"{key}" is not in the catalogue')
        return tree

"""Read rule files and profiles. Errors name file, line and field."""

from collections.abc import Callable, Iterable, Iterator, Set
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from advisor.pack.forms import ProfileForm
from advisor.pack.language.parse import ConditionError, keys, parse
from advisor.pack.rule_forms import RuleFile, SiteRule
from advisor.values.near import closest, suggestion
from advisor.values.printing import printable, spot, unseen
from advisor.values.toml import NotToml, line_of, read_toml, text_of
from advisor.values.toml_forms import Form, in_words

Place = tuple[int | str, ...]
_LONGEST = 400  # characters of what is said of a place: the file's own words may be thousands
_LONGEST_PLACE = 120


class RulebookError(ValueError):
    """Raised for an error in a rule file, with file, line and field."""


def field(place: Place) -> str:
    """Return a location in a file with numbers from 1: `example.2.expect`."""
    dotted = ".".join(str(part + 1) if isinstance(part, int) else part for part in place) or "file"
    return in_a_line(dotted, _LONGEST_PLACE)


def in_a_line(message: str, longest: int = _LONGEST) -> str:
    """Return a message on one line, with text from files made printable."""
    shown = printable(message)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


class RuleText:
    """The text of a rule file, from which errors get their line. types: of every key of the catalogue."""

    def __init__(self, path: Path, types: dict[str, str]) -> None:
        self.path = path
        self.types = types
        self.text = text_of(path.read_bytes())

    def error(self, place: Place, message: str) -> RulebookError:
        """Return the error to raise for a location."""
        return RulebookError(f"{self.path}:{line_of(self.text, place)}: {field(place)}: {in_a_line(message)}")

    def check_name(self, name: str, known: Set[str], place: Place) -> None:
        """Check that a name in braces is a key of the catalogue or a known name. Raises RulebookError."""
        if name not in self.types and name not in known:
            raise self.error(place, f'"{name}" is neither a key of the catalogue nor a parameter')

    def tree(self, condition: str, parameters: dict[str, Any], place: Place) -> list[Any]:
        """Return the tree of the condition at a location. Raises RulebookError."""
        try:
            tree = parse(condition, self.types, parameters)
        except ConditionError as slip:
            raise self.error(place, f"{slip} (column {slip.column} of {condition!r})") from None
        for key in keys(tree):
            if key not in self.types:
                raise self.error(place, f'"{key}" is not in the catalogue')
        return tree


_AnyForm = TypeVar("_AnyForm", bound=Form)
_MOST_NAMED = 50
Remark = Callable[[str], None]


def load(path: Path, form: type[_AnyForm], parse_float: Callable[[str], Any] = float) -> _AnyForm:
    """Return a TOML file as its form. Each error names file, line and field. parse_float: creates decimals."""
    text, data = _read(path, parse_float)
    try:
        return form.model_validate(data)
    except ValidationError as slips:
        raise RulebookError("\n".join(f"{path}:{line}" for line in _error_lines(slips, text, form))) from None


def _read(path: Path, parse_float: Callable[[str], Any] = float) -> tuple[str, dict[str, Any]]:
    if path.exists() and not path.is_file():
        raise RulebookError(f"{path}: no ordinary file")  # a pipe would be waited for
    try:
        text, data = read_toml(path, parse_float)
    except NotToml as slip:
        raise RulebookError(f"{spot(path, slip.line)}: {slip}") from None
    for place, sign in _unseen(data, ()):
        if place[0:1] == ("example",) and "." in str(place[-1]):  # a file, which may hold anything
            continue
        raise RulebookError(
            f"{path}:{line_of(text, place)}: {field(place)}: U+{ord(sign):04X} stands in it, which nobody sees"
        )
    return text, data


def _unseen(value: Any, place: Place) -> Iterator[tuple[Place, str]]:
    """Yield invisible characters and terminal controls with their locations. A rule's texts are printed unchanged."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from ((place, sign) for sign in unseen(name))
            yield from _unseen(part, (*place, name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _unseen(part, (*place, number))
    elif isinstance(value, str):
        yield from ((place, sign) for sign in unseen(value.replace("\n", "")))


def _error_lines(slips: ValidationError, text: str, form: type[Form]) -> list[str]:
    """Return each error with its line and field; of many, the first ones and the number of others."""
    errors = slips.errors()
    rows = [
        f"{line_of(text, slip['loc'])}: {field(slip['loc'])}: {in_a_line(in_words(slip) + _suggestion(slip, form))}"
        for slip in errors[:_MOST_NAMED]
    ]
    if further_errors := errors[_MOST_NAMED:]:
        rows.append(
            f"{line_of(text, further_errors[0]['loc'])}: {len(further_errors):,} more things are wrong in this file"
        )
    return rows


def _suggestion(slip: Any, form: type[Form]) -> str:
    """Return a suggestion for an unknown field."""
    if slip["type"] != "extra_forbidden" or len(slip["loc"]) > 1:
        return ""
    return suggestion(closest(str(slip["loc"][0]), form.model_fields))


def load_site_rule(path: Path, remark: Remark) -> RuleFile:
    """Return a site's rule. Only fields needed for a check are required; other missing fields are remarks."""
    text, data = _read(path)
    try:
        return RuleFile.model_validate(data)
    except ValidationError as slips:
        file = load(path, SiteRule)
        lacking = "; ".join(f"line {error_row}" for error_row in _error_lines(slips, text, RuleFile))
        remark(f"{path}: used as it is; what others would need to trust it: {lacking}")
        return file


def compile_profiles(folder: Path, rules: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the profiles of a rules folder. rules: rows of the pack with the allowed figures. Raises RulebookError."""
    figures = {row["name"]: row["bounds"] for row in rules}
    return {path.stem: _profile_row(path, figures) for path in sorted((folder / "profiles").glob("*.toml"))}


def _profile_row(path: Path, figures: dict[str, dict[str, Any]]) -> dict[str, Any]:
    form = load(path, ProfileForm)
    row = form.model_dump(exclude_defaults=True, exclude={"parameters"})
    if not form.parameters:
        return row
    parameters = {rule: dict(figures_form.model_extra or {}) for rule, figures_form in form.parameters.items()}
    for rule, own in parameters.items():
        for name, value in own.items():
            if wrong := _figure_error(figures.get(rule, {}).get(name), value):
                line = line_of(path.read_text(encoding="utf-8"), ("parameters", rule, name))
                raise RulebookError(f"{path}:{line}: parameters.{rule}: {wrong}")
    return row | {
        "parameters": parameters,
        "reasons": {rule: figures_form.reason for rule, figures_form in form.parameters.items()},
    }


def _figure_error(bounds: dict[str, Any] | None, value: Any) -> str:
    """Return why a figure is not allowed, or ""."""
    if bounds is None:
        return "there is no rule of that name with this figure for others to change"
    if isinstance(value, str) or not bounds["least"] <= value <= bounds["most"]:
        return f"{value} is not from {bounds['least']} to {bounds['most']}"
    return ""

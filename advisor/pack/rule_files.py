"""Rule files: a TOML file of a rules folder as its form; what is wrong in it is named by file, line and field."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from advisor.pack.rule_forms import RuleFile
from advisor.pack.site_forms import SiteRule
from advisor.pack.slips import Place, RulebookError, field, in_a_line
from advisor.values.near import closest, suggestion
from advisor.values.printing import spot, unseen
from advisor.values.toml import NotToml, read_toml
from advisor.values.toml_forms import Form, in_words
from advisor.values.toml_lines import line_of

_AnyForm = TypeVar("_AnyForm", bound=Form)
_MOST_NAMED = 50
Remark = Callable[[str], None]


def load(path: Path, form: type[_AnyForm], parse_float: Callable[[str], Any] = float) -> _AnyForm:
    """One TOML file as its form; every slip names file, line and field. parse_float: what makes a fraction's type."""
    text, data = _read(path, parse_float)
    try:
        return form.model_validate(data)
    except ValidationError as slips:
        raise RulebookError("\n".join(f"{path}:{line}" for line in _named(slips, text, form))) from None


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
    """Signs that steer a terminal or are not seen, each with its place: a rule's texts are printed as they are."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from ((place, sign) for sign in unseen(name))
            yield from _unseen(part, (*place, name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _unseen(part, (*place, number))
    elif isinstance(value, str):
        yield from ((place, sign) for sign in unseen(value.replace("\n", "")))


def _named(slips: ValidationError, text: str, form: type[Form]) -> list[str]:
    """Every slip with its line and field; of many the first, and how many more."""
    found = slips.errors()
    named = [
        f"{line_of(text, slip['loc'])}: {field(slip['loc'])}: {in_a_line(in_words(slip) + _meant(slip, form))}"
        for slip in found[:_MOST_NAMED]
    ]
    if left := found[_MOST_NAMED:]:
        named.append(f"{line_of(text, left[0]['loc'])}: {len(left):,} more things are wrong in this file")
    return named


def _meant(slip: Any, form: type[Form]) -> str:
    """Which field of the file may have been meant by one that there is not."""
    if slip["type"] != "extra_forbidden" or len(slip["loc"]) > 1:
        return ""
    return suggestion(closest(str(slip["loc"][0]), form.model_fields))


def of_site(path: Path, remark: Remark) -> RuleFile:
    """A site's rule: only what judging needs is a slip, the rest is remarked on."""
    text, data = _read(path)
    try:
        return RuleFile.model_validate(data)
    except ValidationError as slips:
        file = load(path, SiteRule)
        lacking = "; ".join(f"line {one}" for one in _named(slips, text, RuleFile))
        remark(f"{path}: used as it is; what others would need to trust it: {lacking}")
        return file

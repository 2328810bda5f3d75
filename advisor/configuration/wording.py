"""Wording: what pydantic found wrong in a configuration file, in an administrator's words and with the line."""

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError

from advisor import limits
from advisor.configuration.form import MOST, ConfigurationForm
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable
from advisor.values.toml_forms import allowed_in, kind_of, none_of, quoted
from advisor.values.toml_lines import Place, line_of

_MOST_NAMES = 20
_MOST_ROWS = 50
_EXAMPLES = {"rules": "our-rules", "exclude": "archive", "workload": "imap"}


class Wrong(NamedTuple):
    """One thing that is wrong. place: in the table that is domlint's; value: what stands there."""

    type: str
    place: Place
    value: Any
    message: str


def said(slips: ValidationError, data: dict[str, Any], text: str, root: Place) -> list[tuple[int, str]]:
    """Line and sentence of what is wrong, from the top of the file down: of all, or of the first and how many more."""
    found = sorted(((line_of(text, (*root, *slip.place)), slip) for slip in _slips(slips, data)), key=itemgetter(0))
    rows = sorted({(line, _sentence(slip)) for line, slip in found[:_MOST_ROWS]})
    if left := found[_MOST_ROWS:]:
        rows.append((left[0][0], f"{len(left):,} more things are wrong from here on"))
    return rows


def _slips(slips: ValidationError, data: dict[str, Any]) -> Iterator[Wrong]:
    for slip in slips.errors(include_url=False, include_context=False, include_input=False):
        place, value = _in_file(slip["loc"], data, slip["type"])
        yield Wrong(slip["type"], place, value, slip["msg"].removeprefix("Value error, "))


def _in_file(place: Place, whole: dict[str, Any], kind: str) -> tuple[Place, Any]:
    """A place without what names the branch of a form that did not fit, and what stands there."""
    data: Any = whole
    for depth, part in enumerate(place):
        is_there = part in data if isinstance(data, dict) else isinstance(data, list) and part in range(len(data))
        if not is_there:
            return (place if kind == "missing" else place[:depth]), data
        data = data[part]
    return place, data


def _sentence(slip: Wrong) -> str:
    if not slip.place:
        return f"[tool.domlint]: a table is wanted, not {kind_of(slip.value)}"
    table, name = _named(slip.place)
    label = " ".join(filter(None, [table, name]))
    fields = _fields(slip.place[:-1])
    if table and name in ConfigurationForm.model_fields and name not in fields:
        return f"{table} has no {name}; it belongs above the first [table]"
    if slip.type == "extra_forbidden":
        return (f'{table} has no "{name}"' if table else f'there is no "{name}"') + meant(name, fields)
    if slip.type == "missing":
        return f"{table}: {name} is missing"
    if slip.place == ("waive",):
        return "every waiver is a table under [[waive]], in two brackets"
    if slip.type == "too_long":
        return f"{label}: at most {MOST[name]:,} are wanted, not {len(slip.value):,}"
    if slip.type == "string_too_long":
        return (
            f"{label}: at most {limits.MAX_EXCLUDE_PATTERN} characters of a pattern are wanted, not {len(slip.value):,}"
        )
    if slip.type == "literal_error":
        return f"{label}: {none_of(slip.value, allowed_in(slip.message))}"
    if slip.type in {"string_too_short", "string_pattern_mismatch"} and name == "reason":
        return f"{label}: {quoted(slip.value)} tells nobody why; write a few words"
    if slip.type.startswith("bool_") and str(slip.value).lower() in {"true", "false"}:
        return f"{label}: {quoted(slip.value)} is a text; write {str(slip.value).lower()} without quotes"
    if wanted := _wanted(slip, name):
        return f"{label}: {wanted}, not {kind_of(slip.value)}"
    return f"{label}: {slip.message}"


def meant(word: str, known: list[str]) -> str:
    """`; did you mean "select"?`, or all that there is."""
    return _did_you_mean(word, known) or f"; there is {listed(known, _MOST_NAMES)}"


def _did_you_mean(word: object, known: list[str]) -> str:
    return suggestion(closest(word, known) if isinstance(word, str) else None)


def _wanted(slip: Wrong, name: str) -> str:
    """What should stand there; "" where that is not a matter of its kind."""
    if slip.place[0] == "parameters" and name != "reason" and slip.type not in {"dict_type", "model_type"}:
        return "a number or a text in quotes is wanted"
    if isinstance(slip.place[-1], int) and slip.type == "string_type":
        return "texts in quotes are wanted"
    return {
        "list_type": f'a list is wanted, such as {name} = ["{_EXAMPLES.get(name, "LOG")}"]',
        "string_type": "a text in quotes is wanted",
        "bool_type": "true or false is wanted",
        "dict_type": "a table is wanted",
        "model_type": "a table is wanted",
    }.get(slip.type, "")


def _named(place: Place) -> tuple[str, str]:
    """The table that a place lies in, as it is written, and the name in it; "" for the top of the file."""
    *tables, name = place
    if isinstance(name, int):
        return ("[[waive]]", "") if tables == ["waive"] else _named(place[:-1])
    if not tables:
        return "", printable(str(name))
    if isinstance(tables[-1], int):
        return f"[[{tables[0]}]]", printable(str(name))
    return f"[{'.'.join(_key(str(part)) for part in tables)}]", printable(str(name))


def _key(part: str) -> str:
    return part if re.fullmatch(r"[\w-]+", part, re.ASCII) else f'"{printable(part)}"'


def _fields(table: Place) -> list[str]:
    """The names that a table may hold; none where a site chooses them."""
    form: Any = ConfigurationForm
    for part in table:
        field = form.model_fields.get(part) if _is_form(form) else None
        form = field.annotation if field else next(iter(get_args(form)[::-1]), None)
    return list(form.model_fields) if _is_form(form) else []


def _is_form(form: Any) -> bool:
    return isinstance(form, type) and issubclass(form, BaseModel)

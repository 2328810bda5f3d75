"""Read a table of domlint.toml into a class whose annotations say what each field holds, and name what is wrong.

A field is annotated as those of `rows` are: `Annotated[str, "what it means"]`. Further marks are a `Length`, a
`Pattern`, a function that returns what is wrong with a value, or "", and INLINE for the fields that the site names
itself. A field without a default must be written.
"""

import math
import re
from collections.abc import Iterable
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable
from advisor.values.rows import INLINE, Pattern, marks
from advisor.values.toml import Place, kind_of, none_of, quoted


class Length:
    """How many characters a text has, or entries a list. unit: their name."""

    def __init__(self, most: int | None = None, unit: str = "", least: int | None = None) -> None:
        self.most, self.unit, self.least = most, unit, least


class Table:
    """The fields of a table that was read; those that were left out have the defaults of their class."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)

    @classmethod
    def fault(cls, values: dict[str, Any]) -> str:
        """Return what is wrong with a table whose fields are all right one by one, or ""."""
        return ""


Read = TypeVar("Read", bound=Table)
_UNIONS = {Union, UnionType}
_MOST_NAMES = 20


class Reading:
    """One reading of a table and of those in it. faults: place and sentence of what is wrong."""

    def __init__(self, kind: type[Table], examples: dict[str, str]) -> None:
        self.faults: list[tuple[Place, str]] = []
        self._top_fields = kind.__annotations__
        self._examples = examples  # of an entry of a list, by field

    def table(self, kind: type[Read], found: Any, place: Place = ()) -> Read | None:
        """Return a table as its class, or None if it is no table."""
        if not isinstance(found, dict):
            self._wrong(place, f"a table is wanted, not {kind_of(found)}")
            return None
        fields, faults_before = kind.__annotations__, len(self.faults)
        own = next((name for name, hint in fields.items() if INLINE in marks(hint)), None)
        values: dict[str, Any] = {}
        for name, hint in fields.items():
            if name in found and name != own:
                values[name] = self._value(hint, found[name], (*place, name))
            elif not hasattr(kind, name):
                self._add((*place, name), f"{_table_and_name((*place, name))[0]}: {name} is missing")
        others = {name: value for name, value in found.items() if name not in values}
        if own:
            values[own] = self._value(fields[own], others, place)
        else:
            for name in others:
                self._add((*place, name), _no_such_field((*place, name), fields))
        if len(self.faults) == faults_before and (fault := kind.fault(values)):
            self._wrong(place, fault)
        return kind(values)

    def _value(self, hint: Any, found: Any, place: Place) -> Any:
        """Return a value as its field holds it."""
        bare = hint.__origin__ if marks(hint) else hint
        kinds = [one for one in get_args(bare) if one is not NoneType] if get_origin(bare) in _UNIONS else [bare]
        origin, inner = get_origin(kinds[0]), get_args(kinds[0])
        length = next((mark for mark in marks(hint) if isinstance(mark, Length)), Length())
        if origin is list:
            return self._list(inner[0], found, place, length)
        if origin is dict:
            if not isinstance(found, dict):
                return self._wrong(place, f"a table is wanted, not {kind_of(found)}")
            return {name: self._value(inner[1], value, (*place, name)) for name, value in found.items()}
        if origin is Literal:
            is_allowed = any(found == value and type(found) is type(value) for value in inner)
            return found if is_allowed else self._wrong(place, none_of(found, [str(value) for value in inner]))
        if kinds[0] is date:
            return self._date(found, place)
        if isinstance(kinds[0], type) and issubclass(kinds[0], Table):
            return self.table(kinds[0], found, place)
        if type(found) not in kinds or (isinstance(found, float) and not math.isfinite(found)):
            return self._wrong(place, _wanted(kinds, found, place))
        pattern = next((mark for mark in marks(hint) if isinstance(mark, Pattern)), None)
        if length.most and len(found) > length.most:
            return self._wrong(place, f"at most {length.most:,} {length.unit} are wanted, not {len(found):,}")
        # Python's `$` would also stand before a line feed at the end.
        if pattern and not re.search(pattern.text.replace("$", r"\Z"), found):
            return self._wrong(place, f"{quoted(found)} {pattern.otherwise}")
        fault = next(filter(None, (mark(found) for mark in marks(hint) if callable(mark))), "")
        return self._wrong(place, fault) if fault else found

    def _list(self, kind: Any, found: Any, place: Place, length: Length) -> Any:
        if not isinstance(found, list):
            example = self._examples.get(str(place[-1]), "LOG")
            return self._wrong(place, f'a list is wanted, such as {place[-1]} = ["{example}"], not {kind_of(found)}')
        if length.most and len(found) > length.most:
            return self._wrong(place, f"at most {length.most:,} are wanted, not {len(found):,}")
        return [self._value(kind, value, (*place, number)) for number, value in enumerate(found)]

    def _date(self, found: Any, place: Place) -> Any:
        try:
            day = date.fromisoformat(found) if isinstance(found, str) else found
        except ValueError:
            return self._wrong(place, f"a date is wanted, such as 2027-03-31, not the text {quoted(found)}")
        if isinstance(day, datetime) or not isinstance(day, date):
            return self._wrong(place, "a date is wanted, such as 2027-03-31, without a time")
        return day

    def _wrong(self, place: Place, sentence: str) -> Any:
        """Add a fault of a value. Return None, which stands for the value."""
        label = " ".join(filter(None, _table_and_name(place))) if place else "[tool.domlint]"
        self._add(place, f"{label}: {sentence}")

    def _add(self, place: Place, sentence: str) -> None:
        table, name = _table_and_name(place) if place else ("", "")
        if table and name in self._top_fields:
            sentence = f"{table} has no {name}; it belongs above the first [table]"
        elif place == ("waive",):
            sentence = "every waiver is a table under [[waive]], in two brackets"
        self.faults.append((place, sentence))


def _wanted(kinds: list[Any], found: Any, place: Place) -> str:
    """Return the sentence for a value of another type than a field's."""
    if kinds == [bool] and str(found).lower() in {"true", "false"}:
        return f"{quoted(found)} is a text; write {str(found).lower()} without quotes"
    if kinds == [bool]:
        wanted = "true or false is wanted"
    elif len(kinds) > 1:
        wanted = "a number or a text in quotes is wanted"
    else:
        wanted = "texts in quotes are wanted" if isinstance(place[-1], int) else "a text in quotes is wanted"
    return f"{wanted}, not {kind_of(found)}"


def _table_and_name(place: Place) -> tuple[str, str]:
    """Return the table of a place, as it is written, and the name in it; "" for the top of the file."""
    *tables, name = place
    if isinstance(name, int):
        return ("[[waive]]", "") if tables == ["waive"] else _table_and_name(place[:-1])
    if not tables:
        return "", printable(str(name))
    if isinstance(tables[-1], int):
        return f"[[{tables[0]}]]", printable(str(name))
    return f"[{'.'.join(_key(str(part)) for part in tables)}]", printable(str(name))


def _key(part: str) -> str:
    return part if re.fullmatch(r"[\w-]+", part, re.ASCII) else f'"{printable(part)}"'


def _no_such_field(place: Place, known: Iterable[str]) -> str:
    table, name = _table_and_name(place)
    near = suggestion(closest(str(place[-1]), known)) or f"; there is {listed(list(known), _MOST_NAMES)}"
    return (f'{table} has no "{name}"' if table else f'there is no "{name}"') + near

"""The JSON schema of domlint.toml, made from its form."""

from datetime import date
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from advisor.configuration.form import ConfigurationForm
from advisor.configuration.table import Length, Table
from advisor.values.rows import INLINE, Pattern, marks

_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}


def configuration_schema() -> dict[str, Any]:
    """Return the JSON schema of domlint.toml, without its dialect and name."""
    tables: dict[str, Any] = {}
    whole = _table(ConfigurationForm, tables)
    return {"$defs": dict(sorted(tables.items()))} | whole


def _table(kind: type[Table], tables: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a table. tables: where those of its own tables are added, by the names of their classes."""
    further: Any = False
    fields = {}
    for name, hint in kind.__annotations__.items():
        if INLINE in marks(hint):
            further = _value(hint, tables)["additionalProperties"]
            continue
        default = {"default": getattr(kind, name)} if hasattr(kind, name) else {}
        title = name.replace("_", " ").title()
        fields[name] = dict(sorted((_value(hint, tables) | default | {"title": title}).items()))
    required = [name for name in fields if not hasattr(kind, name)]
    return {
        "additionalProperties": further,
        "description": kind.__doc__,
        "properties": fields,
        **({"required": required} if required else {}),
        "title": kind.__name__,
        "type": "object",
    }


def _value(hint: Any, tables: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a value, with what the marks of its annotation add."""
    bare = hint.__origin__ if marks(hint) else hint
    schema = _type(bare, tables)
    for mark in marks(hint):
        if isinstance(mark, str):
            schema["description"] = mark
        elif isinstance(mark, Pattern):
            schema["pattern"] = mark.text
        elif isinstance(mark, Length):
            unit = "Items" if get_origin(bare) is list else "Length"
            limits = {f"min{unit}": mark.least, f"max{unit}": mark.most}
            schema |= {name: limit for name, limit in limits.items() if limit is not None}
    return dict(sorted(schema.items()))


def _type(kind: Any, tables: dict[str, Any]) -> dict[str, Any]:
    inner = get_args(kind)
    if get_origin(kind) not in {list, dict, Literal, None}:
        return {"anyOf": [_type(one, tables) for one in inner]}
    if get_origin(kind) is list:
        return {"items": _value(inner[0], tables), "type": "array"}
    if get_origin(kind) is dict:
        return {"additionalProperties": _value(inner[1], tables), "type": "object"}
    if get_origin(kind) is Literal:
        return {"enum": list(inner), "type": _TYPES[type(inner[0])]}
    if kind is date:
        return {"format": "date", "type": "string"}
    if issubclass(kind, Table):
        tables[kind.__name__] = _table(kind, tables)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    return {"type": _TYPES[kind]}

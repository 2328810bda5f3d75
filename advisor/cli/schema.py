"""`domlint schema`: print the JSON schema of what domlint reads or writes, one subcommand a form."""

import json
from collections.abc import Callable
from datetime import date
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from pydantic import BaseModel

from advisor.cli import console, options
from advisor.comparing import comparison, difference, history
from advisor.comparing.comparison import Comparison
from advisor.comparing.difference import SideBySide
from advisor.comparing.history import History
from advisor.configuration.form import ConfigurationForm
from advisor.configuration.table import Length, Table
from advisor.fixes import plan
from advisor.pack.claim_files import ClaimsFile
from advisor.pack.rule_forms import RuleFile
from advisor.pack.table_files import TableFile
from advisor.readers.volumes._storage_form import StorageForm
from advisor.report import schema as report_schema
from advisor.report import settings
from advisor.report.schema import model, named, schema_of_either, schema_of_lines
from advisor.report.settings import Inventory
from advisor.sizing.model import SCHEMA_VERSION, Sizing
from advisor.sizing.plan import PlanForm
from advisor.values.rows import INLINE, Pattern, marks
from advisor.writers.tickets import End, Ticket


def schema_of_rows(kind: type[Struct], name: str, version: int, title: str) -> dict[str, Any]:
    """Return the schema of JSON that domlint writes. Later versions may add fields, so it does not forbid them."""
    return named(model(kind).model_json_schema(), f"{name}:{version}", title)


def schema_of_form(form: type[BaseModel], name: str, title: str) -> dict[str, Any]:
    """Return the schema of a file that domlint reads."""
    return named(form.model_json_schema(), name, title)


SCHEMAS: dict[str, tuple[str, Callable[[], dict[str, Any]]]] = {  # the help of each subcommand, and its schema
    "report": ("What `domlint check --format json` prints.", report_schema.schema),
    "ndjson": ("A line of what `domlint check --format ndjson` prints: a server's, or the last.", schema_of_lines),
    "tickets": (
        "A line of what `domlint check --format tickets` prints: a ticket, or the last.",
        lambda: schema_of_either((Ticket, End), "tickets", "A line of domlint check --format tickets"),
    ),
    "plan": (
        "What `domlint fix --format json` prints.",
        lambda: schema_of_rows(plan.Plan, "plan", plan.SCHEMA_VERSION, "A plan of domlint fix"),
    ),
    "comparison": (
        "What `domlint compare OLD NEW --format json` prints.",
        lambda: schema_of_rows(Comparison, "comparison", comparison.SCHEMA_VERSION, "A comparison of two reports"),
    ),
    "difference": (
        "What `domlint diff A B --format json` prints.",
        lambda: schema_of_rows(SideBySide, "difference", difference.SCHEMA_VERSION, "Two servers side by side"),
    ),
    "settings": (
        "What `domlint settings --format json` prints.",
        lambda: schema_of_rows(Inventory, "settings", settings.SCHEMA_VERSION, "The settings of servers"),
    ),
    "history": (
        "What `domlint compare FOLDER --format json` prints.",
        lambda: schema_of_rows(History, "history", history.SCHEMA_VERSION, "A history of reports"),
    ),
    "size": (
        "What `domlint size --format json` prints.",
        lambda: schema_of_rows(Sizing, "size", SCHEMA_VERSION, "What a plan asks of servers"),
    ),
    "size-plan": (
        "A size.toml, which `domlint size` takes.",
        lambda: schema_of_form(PlanForm, "size-plan", "size.toml"),
    ),
    "rule": ("A rule file.", lambda: schema_of_form(RuleFile, "rule", "A rule file of domlint")),
    "claims": (
        "A register of claims, a file of sources/claims/ beside rules.",
        lambda: schema_of_form(ClaimsFile, "claims", "A register of claims of domlint"),
    ),
    "tables": (
        "A table of figures, a file of tables/ beside rules.",
        lambda: schema_of_form(TableFile, "tables", "A table of figures of domlint"),
    ),
    "config": (
        r"domlint.toml, or \[tool.domlint] of a pyproject.toml.",
        lambda: named(configuration_schema(), "config", "domlint.toml"),
    ),
    "storage": (
        "storage.toml, beside a server's notes.ini.",
        lambda: schema_of_form(StorageForm, "storage", "storage.toml"),
    ),
}

schema = options.group(
    "Print the JSON schema of what domlint reads or writes.", "domlint schema report", "domlint schema config"
)


def schema_named(name: str) -> dict[str, Any]:
    """Return a schema by the name of its subcommand."""
    return SCHEMAS[name][1]()


def _add_command(name: str) -> None:
    @schema.command(name, help=SCHEMAS[name][0])
    def print_schema() -> None:
        console.out_utf8(json.dumps(schema_named(name), indent=2, ensure_ascii=False) + "\n")


for _name in SCHEMAS:
    _add_command(_name)


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

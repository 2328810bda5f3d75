"""`domlint schema`: print the JSON schema of what domlint reads or writes, one subcommand a form."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import typer
from pydantic import BaseModel

from advisor.cli import console, options
from advisor.comparing import comparison, difference, history
from advisor.configuration.form_schema import configuration_schema
from advisor.fixes import plan
from advisor.pack.claim_files import ClaimsFile
from advisor.pack.rule_forms import RuleFile
from advisor.pack.table_files import TableFile
from advisor.readers.volumes._storage_form import StorageForm
from advisor.report import schema as report_schema
from advisor.report.schema import model, named, schema_of_either, schema_of_lines
from advisor.sizing.model import SCHEMA_VERSION, Sizing
from advisor.sizing.plan import PlanForm
from advisor.writers.tickets import End, Ticket


def schema_of_rows(kind: type[tuple[Any, ...]], name: str, version: int, title: str) -> dict[str, Any]:
    """Return the schema of JSON that domlint writes. Later versions may add fields, so it does not forbid them."""
    return named(model(kind).model_json_schema(), f"{name}:{version}", title)


def schema_of_form(form: type[BaseModel], name: str, title: str) -> dict[str, Any]:
    """Return the schema of a file that domlint reads."""
    return named(form.model_json_schema(), name, title)


def schema_of_configuration() -> dict[str, Any]:
    """Return the schema of domlint.toml."""
    return named(configuration_schema(), "config", "domlint.toml")


class PrintedSchema(NamedTuple):
    """A schema that can be printed."""

    about: str  # the help of the subcommand
    make: Callable[..., dict[str, Any]]
    arguments: tuple[Any, ...] = ()  # of `make`


SCHEMAS = {
    "report": PrintedSchema("What `domlint check --format json` prints.", report_schema.schema),
    "ndjson": PrintedSchema(
        "A line of what `domlint check --format ndjson` prints: a server's, or the last.", schema_of_lines
    ),
    "tickets": PrintedSchema(
        "A line of what `domlint check --format tickets` prints: a ticket, or the last.",
        schema_of_either,
        ((Ticket, End), "tickets", "A line of domlint check --format tickets"),
    ),
    "plan": PrintedSchema(
        "What `domlint fix --format json` prints.",
        schema_of_rows,
        (plan.Plan, "plan", plan.SCHEMA_VERSION, "A plan of domlint fix"),
    ),
    "comparison": PrintedSchema(
        "What `domlint compare OLD NEW --format json` prints.",
        schema_of_rows,
        (comparison.Comparison, "comparison", comparison.SCHEMA_VERSION, "A comparison of two reports"),
    ),
    "difference": PrintedSchema(
        "What `domlint diff A B --format json` prints.",
        schema_of_rows,
        (difference.SideBySide, "difference", difference.SCHEMA_VERSION, "Two servers side by side"),
    ),
    "history": PrintedSchema(
        "What `domlint compare FOLDER --format json` prints.",
        schema_of_rows,
        (history.History, "history", history.SCHEMA_VERSION, "A history of reports"),
    ),
    "size": PrintedSchema(
        "What `domlint size --format json` prints.",
        schema_of_rows,
        (Sizing, "size", SCHEMA_VERSION, "What a plan asks of servers"),
    ),
    "size-plan": PrintedSchema(
        "A size.toml, which `domlint size` takes.", schema_of_form, (PlanForm, "size-plan", "size.toml")
    ),
    "rule": PrintedSchema("A rule file.", schema_of_form, (RuleFile, "rule", "A rule file of domlint")),
    "claims": PrintedSchema(
        "A register of claims, a file of sources/claims/ beside rules.",
        schema_of_form,
        (ClaimsFile, "claims", "A register of claims of domlint"),
    ),
    "tables": PrintedSchema(
        "A table of figures, a file of tables/ beside rules.",
        schema_of_form,
        (TableFile, "tables", "A table of figures of domlint"),
    ),
    "config": PrintedSchema(
        r"domlint.toml, or \[tool.domlint] of a pyproject.toml.",
        schema_of_configuration,
    ),
    "storage": PrintedSchema(
        "storage.toml, beside a server's notes.ini.", schema_of_form, (StorageForm, "storage", "storage.toml")
    ),
}

schema = typer.Typer(
    cls=options.Group,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Print the JSON schema of what domlint reads or writes.",
    epilog=options.examples("domlint schema report", "domlint schema config"),
)


def schema_named(name: str) -> dict[str, Any]:
    """Return a schema by the name of its subcommand."""
    return SCHEMAS[name].make(*SCHEMAS[name].arguments)


def _add_command(name: str) -> None:
    @schema.command(name, help=SCHEMAS[name].about)
    def print_schema() -> None:
        console.out_utf8(json.dumps(schema_named(name), indent=2, ensure_ascii=False) + "\n")


for _name in SCHEMAS:
    _add_command(_name)

"""schema: prints the JSON schema of what domlint reads or writes, a form each."""

import json

import typer

from advisor.cli import console, options

app = typer.Typer(
    cls=options.Group,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Print the JSON schema of what domlint reads or writes.",
    epilog=options.examples("domlint schema report", "domlint schema config"),
)


@app.command()
def report() -> None:
    """What `domlint check --format json` prints."""
    from advisor.report.schema import schema

    _print(schema())


@app.command()
def ndjson() -> None:
    """A line of what `domlint check --format ndjson` prints: a server's, or the last."""
    from advisor.report.schema import schema_of_lines

    _print(schema_of_lines())


@app.command()
def tickets() -> None:
    """A line of what `domlint check --format tickets` prints: a ticket, or the last."""
    from advisor.report.schema import schema_of_either
    from advisor.writers.tickets import End, Ticket

    _print(schema_of_either((Ticket, End), "tickets", "A line of domlint check --format tickets"))


@app.command()
def plan() -> None:
    """What `domlint fix --format json` prints."""
    from advisor.fixes.schema import schema

    _print(schema())


@app.command()
def comparison() -> None:
    """What `domlint compare OLD NEW --format json` prints."""
    from advisor.comparing.schema import schema

    _print(schema())


@app.command()
def difference() -> None:
    """What `domlint diff A B --format json` prints."""
    from advisor.comparing.schema import difference_schema

    _print(difference_schema())


@app.command()
def history() -> None:
    """What `domlint compare FOLDER --format json` prints."""
    from advisor.comparing.schema import history_schema

    _print(history_schema())


@app.command()
def size() -> None:
    """What `domlint size --format json` prints."""
    from advisor.report.schema import model, named
    from advisor.sizing.model import SCHEMA_VERSION, Sizing

    _print(named(model(Sizing).model_json_schema(), f"size:{SCHEMA_VERSION}", "What a plan asks of servers"))


@app.command()
def size_plan() -> None:
    """A size.toml, which `domlint size` takes."""
    from advisor.report.schema import named
    from advisor.sizing.plan import PlanForm

    _print(named(PlanForm.model_json_schema(), "size-plan", "size.toml"))


@app.command()
def rule() -> None:
    """A rule file."""
    from advisor.pack.rule_forms import RuleFile
    from advisor.report.schema import named

    _print(named(RuleFile.model_json_schema(), "rule", "A rule file of domlint"))


@app.command()
def claims() -> None:
    """A register of claims, a file of sources/claims/ beside rules."""
    from advisor.pack.claim_files import ClaimsFile
    from advisor.report.schema import named

    _print(named(ClaimsFile.model_json_schema(), "claims", "A register of claims of domlint"))


@app.command()
def tables() -> None:
    """A table of figures, a file of tables/ beside rules."""
    from advisor.pack.table_files import TableFile
    from advisor.report.schema import named

    _print(named(TableFile.model_json_schema(), "tables", "A table of figures of domlint"))


@app.command()
def config() -> None:
    """domlint.toml, or [tool.domlint] of a pyproject.toml."""
    from advisor.configuration.form import ConfigurationForm
    from advisor.report.schema import named

    _print(named(ConfigurationForm.model_json_schema(), "config", "domlint.toml"))


@app.command()
def storage() -> None:
    """storage.toml, beside a server's notes.ini."""
    from advisor.readers.volumes._storage_form import StorageForm
    from advisor.report.schema import named

    _print(named(StorageForm.model_json_schema(), "storage", "storage.toml"))


def _print(schema: dict[str, object]) -> None:
    console.out_utf8(json.dumps(schema, indent=2, ensure_ascii=False) + "\n")

"""The commands: arguments in, one call, printing, exit code. One module a command; each imports late what it needs."""

from __future__ import annotations

from typing import Annotated

import typer

from advisor.cli import check, explain, facts, rules, schema

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:\n\n  domlint check notes.ini\n\n  domlint check --format json:report.json servers/",
)


def _version(wanted: bool) -> None:
    if wanted:
        from advisor import __version__
        from advisor.pack import builtin

        pack = builtin()
        typer.echo(f"domlint {__version__}, {len(pack.rules)} rules, facts of {pack.facts_date}")
        raise typer.Exit


@app.callback()
def domlint(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print version and rule pack.")
    ] = False,
) -> None:
    """Reads an HCL Domino server's configuration files and says what is wrong with them.

    It never talks to a server and changes nothing. Fetch the files, then check them here.
    """


app.command()(check.check)
app.command()(explain.explain)
app.command()(facts.facts)
app.add_typer(rules.app, name="rules")
app.add_typer(schema.app, name="schema")

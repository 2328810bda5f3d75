"""check: judges the files and prints a report. Here stand its options; `run` is what it does, and has the defaults."""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import typer

from advisor import writers
from advisor.cli import inputs, options, run
from advisor.cli.options import guarded

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_FORMATS = f"{', '.join(writers.FORMATS[:-1])} or {writers.FORMATS[-1]}; several times, each to its file."
_KNOWN = "Findings in this report are known and do not count."
_STRICT = "Fail on files read in part and on rules a given file left open."
_DEFAULT: Any = SimpleNamespace(**run.check.__kwdefaults__ or {})

Limit = Literal["critical", "high", "medium", "low", "info", "never"]
Formats = Annotated[list[str] | None, typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS)]
Select = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Run only these rules.", autocompletion=inputs.rule_words)
]
Ignore = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Do not run these rules.", autocompletion=inputs.rule_words)
]
Baseline = Annotated[Path | None, typer.Option(metavar="REPORT.json", help=_KNOWN)]


@app.command()
@guarded
def check(
    paths: options.Paths = None,
    format: Formats = _DEFAULT.format,
    select: Select = _DEFAULT.select,
    ignore: Ignore = _DEFAULT.ignore,
    fail_on: Annotated[
        Limit, typer.Option(help="Exit with 1 for findings of this severity or worse.")
    ] = _DEFAULT.fail_on,
    strict: Annotated[bool, typer.Option("--strict", help=_STRICT)] = _DEFAULT.strict,
    release: options.Release = _DEFAULT.release,
    platform: options.Platform = _DEFAULT.platform,
    bits: options.Bits = _DEFAULT.bits,
    config: options.Config = _DEFAULT.config,
    isolated: options.Isolated = _DEFAULT.isolated,
    rules: options.Rules = _DEFAULT.rules,
    server: Annotated[
        str | None, typer.Option(metavar="NAME", help="The server's name, if only one is checked.")
    ] = _DEFAULT.server,
    with_folder: options.WithFolder = _DEFAULT.with_folder,
    baseline: Baseline = _DEFAULT.baseline,
    stdin_name: Annotated[
        str, typer.Option(metavar="NAME", help="The file name to report for standard input.")
    ] = _DEFAULT.stdin_name,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print findings only.")] = _DEFAULT.quiet,
) -> int:
    """Check configuration files and print what is wrong with them.

    Exit code: 0 fine, 1 findings, 2 wrong use, 3 nothing recognised, 4 a bug of domlint.
    """
    return run.check(
        paths,
        format=format,
        select=select,
        ignore=ignore,
        fail_on=fail_on,
        strict=strict,
        release=release,
        platform=platform,
        bits=bits,
        config=config,
        isolated=isolated,
        rules=rules,
        server=server,
        with_folder=with_folder,
        baseline=baseline,
        stdin_name=stdin_name,
        quiet=quiet,
    )

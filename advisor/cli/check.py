"""`domlint check`: check configuration files and print a report. `run` does the work."""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import typer

from advisor import writers
from advisor.cli import engines, files, inputs, options, run
from advisor.cli.options import guarded
from advisor.cli.run_options import Asked
from advisor.values.scales import Limit, Severity

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
EXIT_CODES = "Exit code: 0 fine, 1 findings, 2 wrong use or incomplete, 3 nothing recognised, 4 a bug of domlint."
_FORMATS = f"{', '.join(writers.FORMATS[:-1])} or {writers.FORMATS[-1]}. May be repeated, each with a file."
_DEFAULT: Any = SimpleNamespace(**Asked._field_defaults)


def _format_words(incomplete: str) -> list[str]:
    """Complete the name of a format."""
    return [name for name in writers.FORMATS if name.startswith(incomplete)]


Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME:FILE",
        help=_FORMATS,
        autocompletion=_format_words,
        rich_help_panel=options.OUTPUT,
    ),
]
OutputFile = Annotated[str | None, typer.Option(metavar="FILE", hidden=True)]
Full = Annotated[
    bool,
    typer.Option(
        "--full", help="Print everything: why, evidence, undo, verification, sources.", rich_help_panel=options.OUTPUT
    ),
]
Summary = Annotated[
    bool, typer.Option("--summary", help="Print the servers and the totals only.", rich_help_panel=options.OUTPUT)
]
FailOn = Annotated[
    Limit | None,
    typer.Option(
        metavar="SEVERITY",
        help="Exit with 1 for findings of this severity or worse, or never. Default: medium.",
        rich_help_panel=options.EXIT_CODE,
    ),
]
MinSeverity = Annotated[
    Severity | None,
    typer.Option(
        metavar="SEVERITY",
        help="Show findings of this severity or worse: critical, high, medium, low, info.",
        rich_help_panel=options.OUTPUT,
    ),
]
Baseline = Annotated[
    Path | None,
    typer.Option(
        metavar="REPORT.json",
        help="Do not count the findings of this earlier report.",
        rich_help_panel=options.EXIT_CODE,
    ),
]
Strict = Annotated[
    bool | None,
    typer.Option(
        "--strict/--no-strict",
        help="Also fail if a file was only partly read or a rule could not be checked.",
        rich_help_panel=options.EXIT_CODE,
    ),
]
ServerName = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The name of the only server.", rich_help_panel=options.NOT_IN_FILES),
]
StdinName = Annotated[str, typer.Option(metavar="NAME", hidden=True)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", hidden=True)]
ListFiles = Annotated[bool, typer.Option("--list-files", hidden=True)]
ProfileName = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="default, quick (only critical and high), strict, or a profile of your own.",
        autocompletion=inputs.profile_names,
        rich_help_panel=options.WHICH_RULES,
    ),
]
EngineName = Annotated[Literal["processes", "dask"] | None, typer.Option("--engine", hidden=True)]
Scheduler = Annotated[str | None, typer.Option(metavar="ADDRESS", hidden=True)]
Outliers = Annotated[bool, typer.Option("--outliers", hidden=True)]
GroupBy = Annotated[
    Literal["rule", "server"] | None,
    typer.Option(help="Group findings by rule or by server. Default: by rule from six servers on.", hidden=True),
]


@app.command(
    cls=options.Command,
    epilog=options.examples(
        "domlint check notes.ini", "domlint check servers/ --full", "domlint check servers/ --format html:report.html"
    ),
)
@guarded
def check(
    paths: options.Paths = None,
    with_folder: options.WithFolder = _DEFAULT.with_folder,
    stdin_name: StdinName = _DEFAULT.stdin_name,
    list_files: ListFiles = False,
    select: options.Select = _DEFAULT.select,
    ignore: options.Ignore = _DEFAULT.ignore,
    profile: ProfileName = _DEFAULT.profile,
    rules: options.Rules = _DEFAULT.rules,
    config: options.Config = _DEFAULT.config,
    isolated: options.Isolated = _DEFAULT.isolated,
    format: Formats = _DEFAULT.format,
    output_file: OutputFile = _DEFAULT.output_file,
    full: Full = _DEFAULT.full,
    summary: Summary = _DEFAULT.summary,
    min_severity: MinSeverity = _DEFAULT.min_severity,
    quiet: Quiet = _DEFAULT.quiet,
    group_by: GroupBy = None,
    color: options.Color = _DEFAULT.color,
    release: options.Release = _DEFAULT.release,
    as_release: options.AsRelease = _DEFAULT.as_release,
    platform: options.Platform = _DEFAULT.platform,
    bits: options.Bits = _DEFAULT.bits,
    server: ServerName = _DEFAULT.server,
    fail_on: FailOn = _DEFAULT.fail_on,
    strict: Strict = _DEFAULT.strict,
    baseline: Baseline = _DEFAULT.baseline,
    jobs: options.Jobs = _DEFAULT.jobs,
    dask: options.Dask = _DEFAULT.dask,
    engine: EngineName = None,
    scheduler: Scheduler = None,
    outliers: Outliers = _DEFAULT.outliers,
) -> int:
    """Check configuration files and print what is wrong with them.

    Exit code: 0 fine, 1 findings, 2 wrong use or incomplete, 3 nothing recognised, 4 a bug of domlint.
    """
    asked = Asked(
        paths=paths,
        format=format,
        output_file=output_file,
        select=select,
        ignore=ignore,
        fail_on=fail_on,
        min_severity=min_severity,
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
        full=full,
        summary=summary,
        color=color,
        group_by=group_by or "",
        profile=profile,
        as_release=as_release,
        jobs=jobs,
        dask=engines.address(engine, scheduler) or dask,
        outliers=outliers,
    )
    return files.show(asked) if list_files else run.check(asked)

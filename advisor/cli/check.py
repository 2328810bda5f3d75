"""`domlint check`: check configuration files and print a report. `run` does the work."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from msgspec.structs import replace

from advisor.cli import check_run, files, inputs, options
from advisor.cli.run_options import CheckOptions, dask_address

Full = Annotated[
    bool, options.option(options.OUTPUT, "Print everything: why, evidence, undo, verification, sources.", "--full")
]
Summary = Annotated[bool, options.option(options.OUTPUT, "Print the servers and the totals only.", "--summary")]
Baseline = Annotated[
    Path | None,
    options.option(options.EXIT_CODE, "Do not count the findings of this earlier report.", metavar="REPORT.json"),
]
Strict = Annotated[
    bool | None,
    options.option(
        options.EXIT_CODE,
        "Also fail if a file was only partly read or a rule could not be checked.",
        "--strict/--no-strict",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", hidden=True)]
ListFiles = Annotated[bool, typer.Option("--list-files", hidden=True)]
EngineName = Annotated[Literal["processes", "dask"] | None, typer.Option("--engine", hidden=True)]
Scheduler = Annotated[str | None, typer.Option(metavar="ADDRESS", hidden=True)]
Outliers = Annotated[bool, typer.Option("--outliers", hidden=True)]
GroupBy = Annotated[
    Literal["rule", "server"] | None,
    typer.Option(help="Group findings by rule or by server. Default: by rule from six servers on.", hidden=True),
]


@options.command(
    "domlint check notes.ini", "domlint check servers/ --full", "domlint check servers/ --format html:report.html"
)
def check(
    paths: options.Paths = None,
    with_folder: options.WithFolder = False,
    stdin_name: options.StdinName = inputs.STDIN,
    list_files: ListFiles = False,
    select: options.Select = None,
    ignore: options.Ignore = None,
    profile: options.ProfileName = None,
    rules: options.Rules = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    format: options.ReportFormat = None,
    output_file: options.OutputFile = None,
    full: Full = False,
    summary: Summary = False,
    min_severity: options.MinSeverity = None,
    quiet: Quiet = False,
    group_by: GroupBy = None,
    color: options.Color = "auto",
    anonymize: options.Anonymize = False,
    release: options.Release = None,
    as_release: options.AsRelease = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    server: options.ServerName = None,
    fail_on: options.FailOn = None,
    strict: Strict = None,
    baseline: Baseline = None,
    jobs: options.Jobs = None,
    dask: options.Dask = None,
    engine: EngineName = None,
    scheduler: Scheduler = None,
    outliers: Outliers = False,
) -> int:
    """Check configuration files and print what is wrong with them.

    Exit code: 0 fine, 1 findings, 2 wrong use or incomplete, 3 nothing recognised, 4 a bug of domlint.
    """
    check_options = replace(CheckOptions.of(locals()), dask=dask_address(engine, scheduler) or dask)
    work = files.show if list_files else check_run.check
    if not anonymize:
        return work(check_options)
    from advisor.cli.anonymized_copy import anonymized_options  # few reports are anonymized

    with anonymized_options(check_options) as copy_options:
        return work(copy_options)

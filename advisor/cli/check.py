"""check: judges the files and prints a report. Here stand its options; `settled` has the defaults, `run` does it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import typer

from advisor import writers
from advisor.cli import file_list, inputs, options, run
from advisor.cli.options import guarded
from advisor.cli.settled import Asked
from advisor.values.scales import Limit, Severity

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_FORMATS = f"{', '.join(writers.FORMATS[:-1])} or {writers.FORMATS[-1]}; several times, each to its file."
_KNOWN = "Findings in this report are known and do not count."
_STRICT = "Fail on files read in part and on rules a given file left open."
_QUIET = "Print findings and the total only."
_LIST = "Print which files would be read, by which reader, for which server; judge nothing."
_GROUP = "Group by rule or by server; default: by rule from six servers on."
_JOBS = "Share a large run among N processes; default: one for each core."
_ENGINE = "Who shares a large run: processes here, or the workers of a Dask scheduler; default: processes."
_PROFILE = "Go by default, quick, strict or a profile of your own rules; quick: what is critical or high."
_DEFAULT: Any = SimpleNamespace(**Asked._field_defaults)


def _format_words(incomplete: str) -> list[str]:
    """What completes a format's name."""
    return [name for name in writers.FORMATS if name.startswith(incomplete)]


Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS, autocompletion=_format_words),
]
OutputFile = Annotated[
    str | None, typer.Option(metavar="FILE", help="Where the one format without a FILE goes; default: standard output.")
]
Select = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Run only these rules.", autocompletion=inputs.rule_words)
]
Ignore = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Do not run these rules.", autocompletion=inputs.rule_words)
]
FailOn = Annotated[
    Limit | None, typer.Option(help="Exit with 1 for findings of this severity or worse; default: medium.")
]
MinSeverity = Annotated[Severity | None, typer.Option(help="Show findings of this severity or worse; default: info.")]
Baseline = Annotated[Path | None, typer.Option(metavar="REPORT.json", help=_KNOWN)]
Color = Annotated[Literal["auto", "always", "never"], typer.Option(help="auto: in colour on a terminal only.")]
Strict = Annotated[bool | None, typer.Option("--strict/--no-strict", help=_STRICT)]
ServerName = Annotated[str | None, typer.Option(metavar="NAME", help="The server's name, if only one is checked.")]
StdinName = Annotated[str, typer.Option(metavar="NAME", help="The file name to report for standard input.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help=_QUIET)]
ListFiles = Annotated[bool, typer.Option("--list-files", help=_LIST)]
ProfileName = Annotated[
    str | None, typer.Option("--profile", metavar="NAME", help=_PROFILE, autocompletion=inputs.profile_names)
]
Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help=_JOBS)]
EngineName = Annotated[Literal["processes", "dask"] | None, typer.Option("--engine", help=_ENGINE)]
Scheduler = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Of --engine dask, such as tcp://host:8786.")]
Outliers = Annotated[
    bool, typer.Option("--outliers", help="Tell which servers have a setting otherwise than nearly all of their like.")
]
GroupBy = Annotated[Literal["rule", "server"] | None, typer.Option(help=_GROUP)]


@app.command(cls=options.Once)
@guarded
def check(
    paths: options.Paths = None,
    format: Formats = _DEFAULT.format,
    output_file: OutputFile = _DEFAULT.output_file,
    select: Select = _DEFAULT.select,
    ignore: Ignore = _DEFAULT.ignore,
    fail_on: FailOn = _DEFAULT.fail_on,
    min_severity: MinSeverity = _DEFAULT.min_severity,
    strict: Strict = _DEFAULT.strict,
    release: options.Release = _DEFAULT.release,
    as_release: options.AsRelease = _DEFAULT.as_release,
    platform: options.Platform = _DEFAULT.platform,
    bits: options.Bits = _DEFAULT.bits,
    config: options.Config = _DEFAULT.config,
    isolated: options.Isolated = _DEFAULT.isolated,
    rules: options.Rules = _DEFAULT.rules,
    server: ServerName = _DEFAULT.server,
    with_folder: options.WithFolder = _DEFAULT.with_folder,
    baseline: Baseline = _DEFAULT.baseline,
    stdin_name: StdinName = _DEFAULT.stdin_name,
    quiet: Quiet = _DEFAULT.quiet,
    color: Color = _DEFAULT.color,
    group_by: GroupBy = None,
    profile: ProfileName = _DEFAULT.profile,
    jobs: Jobs = _DEFAULT.jobs,
    engine: EngineName = _DEFAULT.engine,
    scheduler: Scheduler = _DEFAULT.scheduler,
    outliers: Outliers = _DEFAULT.outliers,
    list_files: ListFiles = False,
) -> int:
    """Check configuration files and print what is wrong with them.

    Exit code: 0 fine, 1 findings, 2 wrong use or unreadable input, 3 nothing recognised, 4 a bug of domlint.
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
        color=color,
        group_by=group_by or "",
        profile=profile,
        as_release=as_release,
        jobs=jobs,
        engine=engine,
        scheduler=scheduler,
        outliers=outliers,
    )
    return file_list.show(asked) if list_files else run.check(asked)

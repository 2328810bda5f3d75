"""`domlint upgrade`: say what an upgrade to another release would change for the servers."""

from typing import Annotated

import typer
from msgspec.structs import replace

from advisor.cli import check_run, options
from advisor.cli.run_options import CheckOptions

Target = Annotated[
    str,
    typer.Argument(
        metavar="RELEASE",
        help="The release to upgrade to, such as 14.5.",
        autocompletion=options.release_words,
    ),
]


@options.command("domlint upgrade 14.5 servers/", "domlint upgrade 12.0.2 notes.ini --format markdown")
def upgrade(
    to: Target,
    paths: options.Paths = None,
    with_folder: options.WithFolder = False,
    select: options.Select = None,
    ignore: options.Ignore = None,
    profile: options.ProfileName = None,
    rules: options.Rules = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    format: options.ReportFormat = None,
    min_severity: options.MinSeverity = None,
    color: options.Color = "auto",
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    fail_on: options.FailOn = None,
    jobs: options.Jobs = None,
    dask: options.Dask = None,
) -> int:
    """Say what an upgrade to another release would change: new findings, findings that go away, changed advice.

    Exit codes are those of check, for the findings that the upgrade brings.
    """
    return check_run.check(replace(CheckOptions.of(locals()), as_release=to))

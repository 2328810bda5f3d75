"""`domlint fleet`: find servers whose settings differ from similar servers."""

from typing import Annotated

import typer
from msgspec.structs import replace

from advisor.cli import check_run, options
from advisor.cli.run_options import CheckOptions

Summary = Annotated[bool, typer.Option("--summary", hidden=True)]  # the table and the totals are all it prints


@options.command("domlint fleet servers/", "domlint fleet servers/ --format html:fleet.html")
def fleet(
    paths: options.Paths = None,
    select: options.Select = None,
    ignore: options.Ignore = None,
    profile: options.ProfileName = None,
    rules: options.Rules = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    format: options.ReportFormat = None,
    min_severity: options.MinSeverity = None,
    summary: Summary = True,
    color: options.Color = "auto",
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    fail_on: options.FailOn = None,
    jobs: options.Jobs = None,
    dask: options.Dask = None,
) -> int:
    """Find servers whose settings differ from similar servers, and print a table of all servers.

    Servers are similar if they have the same role, cluster or release. A difference is no finding and no fault: it
    counts for no grade and no exit code. Exit codes are those of check.
    """
    return check_run.check(replace(CheckOptions.of(locals()), outliers=True))

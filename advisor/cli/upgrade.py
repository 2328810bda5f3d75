"""`domlint upgrade`: say what an upgrade to another release would change for the servers."""

from typing import Annotated

import typer

from advisor.cli import check, options, run
from advisor.cli.options import guarded
from advisor.cli.run_options import Asked

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
Target = Annotated[
    str,
    typer.Argument(
        metavar="RELEASE", help="The release to upgrade to, such as 14.5.", autocompletion=options.release_words
    ),
]


@app.command(
    cls=options.Command,
    epilog=options.examples("domlint upgrade 14.5 servers/", "domlint upgrade 12.0.2 notes.ini --format markdown"),
)
@guarded
def upgrade(
    to: Target,
    paths: options.Paths = None,
    with_folder: options.WithFolder = False,
    select: options.Select = None,
    ignore: options.Ignore = None,
    profile: check.ProfileName = None,
    rules: options.Rules = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    format: check.Formats = None,
    min_severity: check.MinSeverity = None,
    color: options.Color = "auto",
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    fail_on: check.FailOn = None,
    jobs: options.Jobs = None,
    dask: options.Dask = None,
) -> int:
    """Say what an upgrade to another release would change: new findings, findings that go away, changed advice.

    Exit codes are those of check, for the findings that the upgrade brings.
    """
    asked = Asked(
        paths=paths,
        as_release=to,
        with_folder=with_folder,
        select=select,
        ignore=ignore,
        profile=profile,
        rules=rules,
        config=config,
        isolated=isolated,
        format=format,
        min_severity=min_severity,
        color=color,
        release=release,
        platform=platform,
        bits=bits,
        fail_on=fail_on,
        jobs=jobs,
        dask=dask,
    )
    return run.check(asked)

"""collect: prints the script that gathers a server's files and listings on its own machine."""

from pathlib import Path
from typing import Annotated

import typer

from advisor import collecting
from advisor.cli import inputs, options, streams
from advisor.cli.guard import Faults
from advisor.cli.options import guarded

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=options.Once)
@guarded
def collect(
    platform: Annotated[collecting.Platform, typer.Option(help="The server's platform.")],
    rules: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="A folder of the site's own rules: the names it marks as secret are masked too."
        ),
    ] = None,
) -> None:
    """Print a script that gathers, on the server's machine, everything that domlint reads.

    domlint runs nothing itself. Read the script, run it there, and check the folder that it leaves.
    """
    faults = Faults()
    pack = inputs.pack_of(rules, faults)
    faults.stop()
    streams.out_utf8(collecting.script(platform, pack.catalogue))

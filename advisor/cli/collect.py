"""collect: prints the script that gathers a server's files and listings on its own machine."""

from pathlib import Path
from typing import Annotated

import typer

from advisor import collecting
from advisor.cli import inputs, streams
from advisor.cli.guard import WRONG_USE, Exit
from advisor.cli.options import guarded

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
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
    trouble = inputs.Trouble()
    pack = inputs.pack_of(rules, trouble)
    if trouble.messages:
        raise Exit(WRONG_USE)
    streams.out_utf8(collecting.script(platform, pack.catalogue))

"""collect: prints the script that gathers a server's files and listings on its own machine."""

from pathlib import Path
from typing import Annotated

import typer

from advisor import collecting
from advisor.cli import console, inputs, options
from advisor.cli.errors import Faults


@options.command("domlint collect --platform linux > gather.sh", "domlint collect --platform windows > gather.ps1")
def collect(
    platform: Annotated[collecting.Platform, typer.Option(help="The operating system of the server.")],
    rules: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder with rules of your own, which may name further secrets to mask."),
    ] = None,
) -> None:
    """Print a script that collects everything that domlint reads.

    Read the script, run it on the machine of the server, and check the archive that it writes. Secrets are masked.
    """
    faults = Faults()
    pack = inputs.pack_of(rules, faults)
    faults.stop()
    console.out_utf8(collecting.script(platform, pack.catalogue))

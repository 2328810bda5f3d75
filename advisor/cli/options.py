"""Options: what several commands take on the command line, each with its help."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Paths = Annotated[
    list[str] | None,
    typer.Argument(help="Files and folders; - is standard input.  [default: .]", show_default=False),
]
Release = Annotated[str | None, typer.Option(metavar="RELEASE", help="The Domino release, as 9.0.1FP10.")]
Platform = Annotated[
    Literal["windows", "linux", "aix", "solaris", "os400", "zlinux", "zos"] | None,
    typer.Option(help="What the server runs on."),
]
Bits = Annotated[Literal["32", "64"] | None, typer.Option(help="Of the Domino program.")]
Config = Annotated[Path | None, typer.Option(metavar="FILE", help="This configuration file, and no other.")]
Isolated = Annotated[bool, typer.Option("--isolated", help="Look for no configuration file.")]
Rules = Annotated[Path | None, typer.Option(metavar="DIR", help="A folder of the site's own rules.")]
WithFolder = Annotated[bool, typer.Option("--with-folder", help="Read a file's folder along with it.")]

"""Options: what several commands take on the command line, each with its help, and how typer calls a command."""

from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Annotated, Literal, ParamSpec

import typer

from advisor.cli.guard import WrongOption, exit_code

_Arguments = ParamSpec("_Arguments")

Paths = Annotated[
    list[str] | None,
    typer.Argument(help="Files and folders; - is standard input.  [default: .]", show_default=False),
]
Release = Annotated[str | None, typer.Option(metavar="RELEASE", help="The Domino release, such as 9.0.1FP10.")]
Platform = Annotated[
    Literal["windows", "linux", "aix", "solaris", "os400", "zlinux", "zos"] | None,
    typer.Option(help="The server's platform."),
]
Bits = Annotated[Literal["32", "64"] | None, typer.Option(help="Whether Domino is a 32-bit or a 64-bit program.")]
Config = Annotated[Path | None, typer.Option(metavar="FILE", help="Use this configuration file only.")]
Isolated = Annotated[bool, typer.Option("--isolated", help="Ignore configuration files.")]
Rules = Annotated[Path | None, typer.Option(metavar="DIR", help="A folder of the site's own rules.")]
Color = Annotated[Literal["auto", "always", "never"], typer.Option(help="Whether to colour what is printed.")]
WithFolder = Annotated[bool, typer.Option("--with-folder", help="Also read the folder that a file is in.")]


def guarded(command: Callable[_Arguments, int | None]) -> Callable[_Arguments, None]:
    """A command as typer calls it: its exit code and what it says of an option are typer's."""

    @wraps(command)
    def run(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> None:
        try:
            code = exit_code(partial(command, *arguments, **options))
        except WrongOption as slip:
            raise typer.BadParameter(str(slip), param_hint=slip.option) from None
        raise typer.Exit(code)

    return run

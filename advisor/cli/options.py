"""Options: what several commands take on the command line, each with its help, and how typer calls a command."""

from collections import Counter
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Annotated, Any, Literal, ParamSpec

import typer
from typer.core import TyperCommand, TyperGroup

from advisor.cli.guard import exit_code
from advisor.values.near import closest, suggestion
from advisor.values.printing import printable
from advisor.values.release import TO_UPGRADE_TO

_Arguments = ParamSpec("_Arguments")


def release_words(incomplete: str) -> list[str]:
    """What completes a release that a server may be upgraded to."""
    return [known for known in TO_UPGRADE_TO if known.startswith(incomplete)]


Paths = Annotated[
    list[str] | None,
    typer.Argument(help="Files and folders; - is standard input.  [default: .]", show_default=False),
]
Release = Annotated[
    str | None,
    typer.Option("--release", metavar="RELEASE", help="The Domino release where no file names it, such as 9.0.1FP10."),
]
AsRelease = Annotated[
    str | None,
    typer.Option(
        metavar="RELEASE",
        help="Tell what would be otherwise were the servers upgraded to this release.",
        autocompletion=release_words,
    ),
]
Platform = Annotated[
    Literal["windows", "linux", "aix", "solaris", "os400", "zlinux", "zos"] | None,
    typer.Option(help="The server's platform where no file tells it."),
]
Bits = Annotated[
    Literal["32", "64"] | None,
    typer.Option(help="Whether Domino is a 32-bit or a 64-bit program, where no file tells."),
]
Config = Annotated[Path | None, typer.Option(metavar="FILE", help="Use this configuration file only.")]
Isolated = Annotated[bool, typer.Option("--isolated", help="Ignore configuration files.")]
Rules = Annotated[Path | None, typer.Option(metavar="DIR", help="A folder of the site's own rules.")]
ListFormat = Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="Output format.")]
Color = Annotated[Literal["auto", "always", "never"], typer.Option(help="Whether to colour what is printed.")]
WithFolder = Annotated[bool, typer.Option("--with-folder", help="Also read the folder that a file is in.")]


class WholeHelp(TyperGroup):
    """A command of commands, whose help says of each all that its first paragraph says."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands, each with a whole sentence, folded."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, " ".join((one.help or "").partition("\n\n")[0].split())) for name, one in found if one]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called; of a word that is none what may have been meant."""
        word = args[0]
        if self.get_command(ctx, word) is None and (word == "-" or not word.startswith("-")):
            ctx.fail(f'no command is called "{printable(word)}"{self.meant(ctx, word)}')
        return super().resolve_command(ctx, args)

    def meant(self, ctx: typer.Context, word: str) -> str:
        """`; did you mean …?`, where there is something like it."""
        known = closest(word, self.list_commands(ctx))
        return suggestion(known and f"{ctx.command_path} {known}")


class Once(TyperCommand):
    """A command that refuses an option given twice, but for those that take several values: the last wins nowhere."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command line that are left."""
        if not ctx.resilient_parsing:
            counts: Counter[Any] = Counter(self.make_parser(ctx).parse_args(args=list(args))[2])
            for option, count in counts.items():
                single = option.param_type_name == "option" and not (option.multiple or option.is_flag)
                if single and count > 1:
                    ctx.fail(f"{option.opts[0]} is given {count} times")
        return super().parse_args(ctx, args)


def guarded(command: Callable[_Arguments, int | None]) -> Callable[_Arguments, None]:
    """A command as typer calls it: its exit code is typer's."""

    @wraps(command)
    def run(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> None:
        raise typer.Exit(exit_code(partial(command, *arguments, **options)))

    return run

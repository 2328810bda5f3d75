"""Options that several commands take, each with its help, and how typer calls a command."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Annotated, Any, Literal, ParamSpec

import typer
from typer.core import TyperCommand, TyperGroup

from advisor import writers
from advisor.cli import inputs
from advisor.cli.errors import exit_code
from advisor.values.near import closest, suggestion
from advisor.values.printing import printable
from advisor.values.release import TO_UPGRADE_TO
from advisor.values.scales import Limit, Severity

_Arguments = ParamSpec("_Arguments")

# The groups of options in the help of a command.
WHAT = "What to check"
WHICH_RULES = "Which rules"
OUTPUT = "Output"
NOT_IN_FILES = "What files do not say"
EXIT_CODE = "Exit code"
LARGE_RUNS = "Large runs"


_REPORT_FORMATS = f"{', '.join(writers.FORMATS[:-1])} or {writers.FORMATS[-1]}. May be repeated, each with a file."


def completion(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a function that completes one of these names."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


release_words = completion(TO_UPGRADE_TO)


def examples(*commands: str) -> str:
    """Return the examples that end the help of a command, a line each."""
    return "\n\n".join(["Examples:", *commands])


def option(panel: str, about: str, *names: str, **settings: Any) -> Any:
    """Return an option for the parameter of a command. panel: its group in the help."""
    return typer.Option(*names, help=about, rich_help_panel=panel, **settings)


def format_option(names: Sequence[str]) -> Any:
    """Return the option `--format` of a command that writes these formats."""
    return typer.Option(
        "--format",
        "-f",
        metavar="NAME[:FILE]",
        help=f"{', '.join(names[:-1])} or {names[-1]}; may be repeated, each with a file.",
        autocompletion=completion(names),
    )


Paths = Annotated[
    list[str] | None,
    typer.Argument(
        help="Files, folders and archives; - is standard input. Default: this folder.",
        show_default=False,
    ),
]
Release = Annotated[
    str | None,
    option(NOT_IN_FILES, "The Domino release if no file names it, such as 9.0.1FP10.", "--release", metavar="RELEASE"),
]
AsRelease = Annotated[str | None, typer.Option(metavar="RELEASE", hidden=True, autocompletion=release_words)]
Platform = Annotated[
    Literal["windows", "linux", "aix", "solaris", "os400", "zlinux", "zos"] | None,
    option(NOT_IN_FILES, "windows, linux, aix, solaris, os400, zlinux or zos, if no file names it.", metavar="NAME"),
]
Bits = Annotated[Literal["32", "64"] | None, option(NOT_IN_FILES, "Whether Domino is a 32-bit or a 64-bit program.")]
Config = Annotated[Path | None, option(WHICH_RULES, "Use only this configuration file.", metavar="FILE")]
Isolated = Annotated[bool, option(WHICH_RULES, "Ignore configuration files.", "--isolated")]
Rules = Annotated[Path | None, option(WHICH_RULES, "A folder with rules of your own.", metavar="DIR")]
Select = Annotated[
    list[str] | None,
    option(
        WHICH_RULES, "Run only these rules: ids, names, categories.", metavar="RULE", autocompletion=inputs.rule_words
    ),
]
Ignore = Annotated[
    list[str] | None, option(WHICH_RULES, "Do not run these rules.", metavar="RULE", autocompletion=inputs.rule_words)
]
ListFormat = Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="Output format.")]
Color = Annotated[Literal["auto", "always", "never"], option(OUTPUT, "Use colours: auto is only on a terminal.")]
WithFolder = Annotated[bool, option(WHAT, "Also read the other files of a file's folder.", "--with-folder")]
Jobs = Annotated[
    int | None, option(LARGE_RUNS, "Share the work among N processes. Default: one for each core.", metavar="N", min=1)
]
Dask = Annotated[
    str | None,
    option(
        LARGE_RUNS,
        "Share the work among the workers of a Dask scheduler, such as tcp://host:8786.",
        "--dask",
        metavar="ADDRESS",
    ),
]
Anonymize = Annotated[
    bool,
    typer.Option(
        "--anonymize", help="Replace names of servers, people and networks in the report.", rich_help_panel=OUTPUT
    ),
]
ReportFormat = Annotated[
    list[str] | None,
    option(OUTPUT, _REPORT_FORMATS, "--format", "-f", metavar="NAME:FILE", autocompletion=completion(writers.FORMATS)),
]
OutputFile = Annotated[str | None, typer.Option(metavar="FILE", hidden=True)]
FailOn = Annotated[
    Limit | None,
    option(
        EXIT_CODE, "Exit with 1 for findings of this severity or worse, or never. Default: medium.", metavar="SEVERITY"
    ),
]
MinSeverity = Annotated[
    Severity | None,
    option(OUTPUT, "Show findings of this severity or worse: critical, high, medium, low, info.", metavar="SEVERITY"),
]
ServerName = Annotated[str | None, option(NOT_IN_FILES, "The name of the only server.", metavar="NAME")]
StdinName = Annotated[str, typer.Option(metavar="NAME", hidden=True)]
ProfileName = Annotated[
    str | None,
    option(
        WHICH_RULES,
        "default, quick (only critical and high), strict, or a profile of your own.",
        "--profile",
        metavar="NAME",
        autocompletion=inputs.profile_names,
    ),
]


class Group(TyperGroup):
    """A command of commands. A word that is no command gets a suggestion."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is called; of an unknown word say what may have been meant."""
        word = args[0]
        if self.get_command(ctx, word) is None and (word == "-" or not word.startswith("-")):
            ctx.fail(f'no command is called "{printable(word)}"{self.meant(ctx, word)}')
        return super().resolve_command(ctx, args)

    def meant(self, ctx: typer.Context, word: str) -> str:
        """Return `; did you mean …?`, or nothing if no command has a similar name."""
        known = closest(word, self.list_commands(ctx))
        return suggestion(known and f"{ctx.command_path} {known}")


def group(about: str, *lines: str) -> typer.Typer:
    """Return a command of commands. about: its help. lines: examples that end the help."""
    return typer.Typer(
        cls=Group,
        add_completion=False,
        no_args_is_help=True,
        rich_markup_mode="rich",
        help=about,
        epilog=examples(*lines),
    )


class Command(TyperCommand):
    """A command that refuses an option given twice, unless the option takes several values."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters. The help prints no type for an option without a value."""
        params: list[Any] = super().get_params(ctx)
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words of the command line that are left."""
        if not ctx.resilient_parsing:
            counts: Counter[Any] = Counter(self.make_parser(ctx).parse_args(args=list(args))[2])
            for option, count in counts.items():
                single = option.param_type_name == "option" and not (option.multiple or option.is_flag)
                if single and count > 1:
                    ctx.fail(f"{option.opts[0]} is given {count} times")
        return super().parse_args(ctx, args)


def command(*lines: str) -> Callable[[Callable[_Arguments, int | None]], typer.Typer]:
    """Return a decorator that makes a function a command of the program. lines: examples that end its help."""

    def decorate(function: Callable[_Arguments, int | None]) -> typer.Typer:
        app = typer.Typer(add_completion=False, rich_markup_mode="rich")
        app.command(cls=Command, epilog=examples(*lines))(guarded(function))
        return app

    return decorate


def guarded(command: Callable[_Arguments, int | None]) -> Callable[_Arguments, None]:
    """Wrap a command so that typer gets its exit code."""

    @wraps(command)
    def run(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> None:
        raise typer.Exit(exit_code(partial(command, *arguments, **options)))

    return run

"""Commands: the program as typer knows it. One module a command, imported when it is called."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from advisor.cli import console, options
from advisor.cli.errors import WRONG_USE
from advisor.values.near import suggestion
from advisor.values.printing import printable

COMPLETION_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")  # those that typer writes completions for
FIRST_COMMANDS = ("collect", "check", "explain", "fix", "fleet")  # what a newcomer needs
OTHER_COMMANDS = ("compare", "diff", "facts", "files", "rules", "schema", "size", "upgrade")


class Commands(options.Group):
    """Imports a command's module when it is called, so that `check` does not pay for the others."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the program; what is wrong with a command line is one line, which says where help is."""
        try:
            raise SystemExit(super().main(*args, **{**extra, "standalone_mode": False}))
        except typer.TyperException as error:  # any wrong command line
            from advisor.cli.errors import usage_message  # late: mostly a command line is right

            context = getattr(error, "ctx", None)
            command = context.command_path if context else "domlint"
            if message := usage_message(error):  # without a command the help is printed, and nothing is wrong
                console.error(f"{message} (see {command} --help)")
            raise SystemExit(WRONG_USE) from None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words behind the program's own options; refuse completions for a shell that has none."""
        if args in (["--install-completion"], ["--show-completion"]):
            shell = _current_shell()
            if shell not in COMPLETION_SHELLS:
                shells = ", ".join(COMPLETION_SHELLS)
                this = f'this shell is "{printable(shell)}"' if shell else "domlint cannot find out which shell this is"
                ctx.fail(f"{args[0]}: {this}; run the command in one of {shells}")
        return super().parse_args(ctx, args)

    def meant(self, ctx: typer.Context, word: str) -> str:
        """A path in the place of a command is to be checked, where it is printed as it is typed."""
        is_path = Path(word).exists() or word == "-" or set(word) & set("./\\")
        if is_path and printable(word) == word:
            return suggestion(f"{ctx.command_path} check {word}")
        return super().meant(ctx, word)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the name of every command, in the order of the help."""
        return [*FIRST_COMMANDS, *OTHER_COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name, or None."""
        return _command(cmd_name) if cmd_name in (*FIRST_COMMANDS, *OTHER_COMMANDS) else None


def _current_shell() -> str:
    """Return the name of the shell that started the program, in lower case; "" if it cannot be found out."""
    import shellingham  # type: ignore[import-untyped]  # late: completions are asked for once

    try:
        return str(shellingham.detect_shell()[0])
    except shellingham.ShellDetectionFailure:
        return ""


@cache  # it is asked for twice in a run, and takes longer to make than a small file to check
def _command(name: str) -> Any:
    command: Any = get_command(import_module(f"advisor.cli.{name}").app)
    command.name = name
    command.rich_help_panel = "First steps" if name in FIRST_COMMANDS else "Other commands"
    return command


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=options.examples("domlint check notes.ini", "domlint check servers/ --format json:report.json"),
)


def _version(wanted: bool) -> None:
    if wanted:
        from advisor import __version__
        from advisor.pack import builtin

        pack = builtin()
        typer.echo(f"domlint {__version__}, {len(pack.rules)} rules, facts of {pack.facts_date}")
        raise typer.Exit


@app.callback()
def domlint(
    version: Annotated[
        bool,
        typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print version and rule count."),
    ] = False,
) -> None:
    """Check the configuration files of HCL Domino servers.

    domlint never contacts a server, and only `fix --write` changes files. Copy the files here, then check them.
    """

"""The program as typer knows it. Each command is a module of its name, imported when the command is called."""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import shellingham  # type: ignore[import-untyped]
import typer
from typer.core import TyperCommand
from typer.main import get_command

from advisor import __version__
from advisor.cli import console, options
from advisor.cli.errors import WRONG_USE, not_allowed
from advisor.pack import builtin
from advisor.values.near import closest, suggestion
from advisor.values.printing import printable

COMPLETION_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")  # those that typer writes completions for
FIRST_COMMANDS = {  # what a newcomer needs; each with the first paragraph of its help
    "collect": "Print a script that collects everything that domlint reads.",
    "check": "Check configuration files and print what is wrong with them.",
    "explain": "Explain a rule, a setting, a profile, or a word of the reports.",
    "fix": "Print a plan that fixes the findings: edits as a diff, commands to type, and what to do by hand.",
    "fleet": "Find servers whose settings differ from similar servers, and print a table of all servers.",
}
OTHER_COMMANDS = {
    "anonymize": "Write a copy of files without names of servers, people and networks, which gives the same findings.",
    "compare": (
        "Compare two reports and print what is new, worse or fixed. For a folder of reports, print their history."
    ),
    "diff": "Compare the configuration of two servers: effective settings, documents, tasks and storage.",
    "facts": ("Print what domlint read and derived from the files, each value with its location. Secrets are masked."),
    "files": "List the files that check would read, with their format and server. Nothing is checked.",
    "rules": "List rules, and test, lint, compile or start rules of your own.",
    "settings": "List the settings of servers: value, meaning, default, and what may be removed.",
    "schema": "Print the JSON schema of what domlint reads or writes.",
    "size": "Calculate servers, memory, drives and disk operations for a number of users, by the papers of 1998.",
    "upgrade": (
        "Say what an upgrade to another release would change: new findings, findings that go away, changed advice."
    ),
}
SUMMARIES = FIRST_COMMANDS | OTHER_COMMANDS


class Commands(options.Group):
    """The group of all commands. The help and completions show a summary of each command without importing it."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program. An error in the command line is one line, which says where help is."""
        try:
            raise SystemExit(super().main(*args, **{**extra, "standalone_mode": False}))
        except typer.TyperException as error:  # any wrong command line
            context = getattr(error, "ctx", None)
            command = context.command_path if context else "domlint"
            if message := usage_message(error):  # without a command the help is printed, and nothing is wrong
                console.error(f"{message} (see {command} --help)")
            raise SystemExit(WRONG_USE) from None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words after the program's own options; refuse completions for a shell that has none."""
        if args in (["--install-completion"], ["--show-completion"]):
            shell = _current_shell()
            if shell not in COMPLETION_SHELLS:
                shells = ", ".join(COMPLETION_SHELLS)
                this = f'this shell is "{printable(shell)}"' if shell else "domlint cannot find out which shell this is"
                ctx.fail(f"{args[0]}: {this}; run the command in one of {shells}")
        return super().parse_args(ctx, args)

    def meant(self, ctx: typer.Context, word: str) -> str:
        """Return a suggestion for a word that is no command; `check` for a path that prints as it was typed."""
        is_path = Path(word).exists() or word == "-" or set(word) & set("./\\")
        if is_path and printable(word) == word:
            return suggestion(f"{ctx.command_path} check {word}")
        return super().meant(ctx, word)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the name of every command, in the order of the help."""
        return [*SUMMARIES]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command's name and summary, or None. `load_command` returns the command."""
        if cmd_name not in SUMMARIES:
            return None
        panel = "First steps" if cmd_name in FIRST_COMMANDS else "Other commands"
        return TyperCommand(cmd_name, help=SUMMARIES[cmd_name], rich_help_panel=panel)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is called, and the words after its name."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if command else None, rest


@cache  # it is asked for twice in a run, and takes longer to make than a small file to check
def load_command(name: str) -> Any:
    """Return a command by its name. Its module is imported here, the only place that imports commands."""
    command: Any = get_command(getattr(import_module(f"advisor.cli.{name}"), name))
    command.name = name
    return command


def _current_shell() -> str:
    """Return the name of the shell that started the program, in lower case; "" if it cannot be found out."""
    try:
        return str(shellingham.detect_shell()[0])
    except shellingham.ShellDetectionFailure:
        return ""


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


_NO_CHOICE = re.compile(r"(?:Value error, )?'(.*)' is not one of (.*?)\.?", re.DOTALL)  # as typer 0.29 begins


def usage_message(error: Any) -> str:
    """Return one line about an error of the option parser. error: a UsageError of click."""
    option = next((name for name in getattr(getattr(error, "param", None), "opts", ()) if name.startswith("--")), "")
    if choice := option and _NO_CHOICE.fullmatch(error.message):
        return not_allowed(option, choice[1], re.findall("'([^']*)'", choice[2]))
    if unknown := getattr(error, "option_name", "") * hasattr(error, "possibilities"):
        known = _known_options(error.ctx)
        if unknown == "--exit-zero" and "--fail-on" in known:  # what other linters call it
            return f"there is no option {unknown}{suggestion('--fail-on never')}"
        meant = suggestion(closest(unknown, known)) or _option_of_check(error.ctx, unknown)
        return f"there is no option {printable(unknown)}{meant}"
    if lacking := re.fullmatch(r"Option '(.*)' requires an argument\.?", str(error.message)):
        return f"{lacking[1]} wants a value"
    return " ".join(error.format_message().split()).rstrip(".")


def _option_of_check(ctx: Any, option: str) -> str:
    """Return `; domlint check has --full`, if that is an option of check and the command is related to check."""
    related = getattr(ctx, "info_name", "") in {"fleet", "upgrade"}
    has_option = related and any(option in param.opts for param in load_command("check").params)
    return f"; domlint check has {option}" if has_option else ""


def _known_options(ctx: Any) -> list[str]:
    params = ctx.command.get_params(ctx) if ctx else []
    return [name for param in params for name in param.opts if name.startswith("--")]

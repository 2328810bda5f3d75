"""fix: prints the plan of what puts servers right, and with --write makes its edits. Here stand its options."""

from typing import Annotated, Any

import typer

from advisor.cli import check, options, planned, scripted
from advisor.cli.guard import WrongUse
from advisor.cli.options import guarded
from advisor.cli.settled import Asked
from advisor.fixes.scripts import WORDS
from advisor.writers import plans

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
_FORMATS = f"{', '.join(plans.FORMATS[:-1])} or {plans.FORMATS[-1]}; may be repeated, each with a file."
_DEFAULT: Any = check._DEFAULT


def _format_words(incomplete: str) -> list[str]:
    """What completes a format's name."""
    return [name for name in plans.FORMATS if name.startswith(incomplete)]


def _target_words(incomplete: str) -> list[str]:
    """What completes a target's name."""
    return [name for name in WORDS if name.startswith(incomplete)]


_TARGETS = (
    f"Print the commands to type at one target: {', '.join(WORDS)}. aix:now.sh writes now.sh and now.back.sh, which "
    "undoes it. May be repeated, each with a file."
)
Script = Annotated[
    list[str] | None,
    typer.Option(metavar="TARGET[:FILE]", help=_TARGETS, autocompletion=_target_words),
]
WayBack = Annotated[bool, typer.Option("--way-back", help="With --script: print the commands that undo it.")]
Only = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="With --script: print the commands for this server only."),
]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS, autocompletion=_format_words),
]
Write = Annotated[bool, typer.Option("--write", help="Edit the files. The old file is kept beside the new one.")]
Unsafe = Annotated[bool, typer.Option("--unsafe", help="Include edits that need a decision or an outage.")]
Down = Annotated[
    bool,
    typer.Option("--server-is-down", help="The server does not run: write even if pid.nbf is there."),
]


@app.command(
    cls=options.Command,
    epilog=options.examples(
        "domlint fix notes.ini", "domlint fix notes.ini --write", "domlint fix servers/ --script console:now.txt"
    ),
)
@guarded
def fix(
    paths: options.Paths = None,
    format: Formats = _DEFAULT.format,
    output_file: check.OutputFile = _DEFAULT.output_file,
    select: options.Select = _DEFAULT.select,
    ignore: options.Ignore = _DEFAULT.ignore,
    write: Write = False,
    unsafe: Unsafe = False,
    server_is_down: Down = False,
    script: Script = None,
    way_back: WayBack = False,
    only: Only = None,
    release: options.Release = _DEFAULT.release,
    platform: options.Platform = _DEFAULT.platform,
    bits: options.Bits = _DEFAULT.bits,
    config: options.Config = _DEFAULT.config,
    isolated: options.Isolated = _DEFAULT.isolated,
    rules: options.Rules = _DEFAULT.rules,
    server: check.ServerName = _DEFAULT.server,
    with_folder: options.WithFolder = _DEFAULT.with_folder,
    stdin_name: check.StdinName = _DEFAULT.stdin_name,
    color: options.Color = _DEFAULT.color,
    profile: check.ProfileName = _DEFAULT.profile,
) -> int:
    """Print a plan that fixes the findings: edits as a diff, commands to type, and what to do by hand.

    domlint runs no command and writes no file without --write. A server must be down while its NOTES.INI is edited.

    Exit code: 0 nothing to do or all written, 1 a plan is left, 2 refused or unreadable input, 3 nothing recognised,
    4 a bug of domlint.
    """
    asked = Asked(
        paths=paths,
        format=format,
        output_file=output_file,
        select=select,
        ignore=ignore,
        release=release,
        platform=platform,
        bits=bits,
        config=config,
        isolated=isolated,
        rules=rules,
        server=server,
        with_folder=with_folder,
        stdin_name=stdin_name,
        color=color,
        profile=profile,
    )
    if server_is_down and not write:
        raise WrongUse(["--server-is-down says that files may be written: add --write, or leave it out"])
    typed = scripted.wanted(script, way_back, only, write=write)
    return planned.fix(asked, typed, write=write, unsafe=unsafe, server_is_down=server_is_down)

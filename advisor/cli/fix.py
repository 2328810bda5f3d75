"""fix: prints the plan of what puts servers right, and with --write makes its edits. Here stand its options."""

from typing import Annotated, Any

import typer

from advisor.cli import check, inputs, options, planned, scripted
from advisor.cli.guard import WrongUse
from advisor.cli.options import guarded
from advisor.cli.settled import Asked
from advisor.fixes.scripts import WORDS
from advisor.writers import plans

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_FORMATS = f"{', '.join(plans.FORMATS[:-1])} or {plans.FORMATS[-1]}; several times, each to its file."
_DEFAULT: Any = check._DEFAULT


def _format_words(incomplete: str) -> list[str]:
    """What completes a format's name."""
    return [name for name in plans.FORMATS if name.startswith(incomplete)]


def _target_words(incomplete: str) -> list[str]:
    """What completes a target's name."""
    return [name for name in WORDS if name.startswith(incomplete)]


_TARGETS = (
    f"Print what is typed at one target: {', '.join(WORDS)}; with FILE, there, and what takes it back beside it: "
    "aix:now.sh writes now.sh and now.back.sh. Several times, each to its file."
)
Script = Annotated[
    list[str] | None,
    typer.Option(metavar="TARGET[:FILE]", help=_TARGETS, autocompletion=_target_words),
]
WayBack = Annotated[bool, typer.Option("--way-back", help="Print what takes the --script back instead of the script.")]
Only = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Of several servers: print this one's --script; all are judged."),
]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS, autocompletion=_format_words),
]
Select = Annotated[
    list[str] | None,
    typer.Option(metavar="RULE", help="Plan only what these rules find.", autocompletion=inputs.rule_words),
]
Ignore = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Leave these rules out.", autocompletion=inputs.rule_words)
]
Write = Annotated[bool, typer.Option("--write", help="Make the edits; each old file is kept beside the new one.")]
Unsafe = Annotated[
    bool, typer.Option("--unsafe", help="Include edits that are a judgement or an outage, not the safe ones alone.")
]
Down = Annotated[
    bool,
    typer.Option("--server-is-down", help="The server does not run: write although pid.nbf is there."),
]


@app.command(cls=options.Once)
@guarded
def fix(
    paths: options.Paths = None,
    format: Formats = _DEFAULT.format,
    output_file: check.OutputFile = _DEFAULT.output_file,
    select: Select = _DEFAULT.select,
    ignore: Ignore = _DEFAULT.ignore,
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
    color: check.Color = _DEFAULT.color,
    profile: check.ProfileName = _DEFAULT.profile,
) -> int:
    """Print what would put right what is wrong: edits as a diff, what to type and where, and what is done by hand.

    Nothing is run, and nothing is written without --write. A server must be down while its NOTES.INI is edited.

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

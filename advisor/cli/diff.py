"""diff: prints what two servers have otherwise, side by side. Here stand its options; `differing` does it."""

from typing import Annotated

import typer

from advisor.cli import check, options
from advisor.cli.guard import Faults
from advisor.cli.options import guarded
from advisor.cli.outputs import Output, outputs
from advisor.writers import differences
from advisor.writers._options import Options

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_FORMATS = f"{', '.join(differences.FORMATS[:-1])} or {differences.FORMATS[-1]}; several times, each to its file."
_TWO = "Two files or folders, each with one server; or files and folders, and behind them the names of two servers."
_EXAMPLES = "Examples:\n\n  domlint diff mail01/ mail02/\n\n  domlint diff servers/ Mail01/Acme Mail02/Acme"


def _format_words(incomplete: str) -> list[str]:
    """What completes a format's name."""
    return [name for name in differences.FORMATS if name.startswith(incomplete)]


Servers = Annotated[list[str], typer.Argument(metavar="A B|PATHS A B", help=_TWO)]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS, autocompletion=_format_words),
]


@app.command(cls=options.Once, epilog=_EXAMPLES)
@guarded
def diff(
    servers: Servers,
    format: Formats = None,
    output_file: check.OutputFile = None,
    release: options.Release = None,
    platform: options.Platform = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    rules: options.Rules = None,
    with_folder: options.WithFolder = False,
    color: check.Color = "auto",
) -> int:
    """Print what two servers have otherwise, side by side: settings as they take effect, documents, tasks, storage.

    What was not collected of one of them is no difference, nor is what each server has to have for itself.

    Exit code: 0 no difference, 1 differences, 2 wrong use or unreadable input, 3 nothing recognised, 4 a bug.
    """
    from advisor.cli.differing import AskedDiff, differing

    faults = Faults()
    none: list[Output] = []
    wanted = faults.tried(lambda: outputs(format, output_file, differences.FORMATS), none)
    asked = AskedDiff(servers, release, platform, config, isolated, rules, with_folder)
    return differing(asked, wanted, Options(color=color), faults)

"""diff: prints what two servers have otherwise, side by side. Here stand its options; `differing` does it."""

from typing import Annotated

import typer

from advisor.cli import check, options
from advisor.cli.guard import Faults
from advisor.cli.options import guarded
from advisor.cli.outputs import Output, outputs
from advisor.writers import differences
from advisor.writers._options import Options

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
_FORMATS = f"{', '.join(differences.FORMATS[:-1])} or {differences.FORMATS[-1]}; may be repeated, each with a file."
_TWO = "Two files or folders with one server each; or files and folders, then the names of two servers."
_EXAMPLES = options.examples("domlint diff mail01/ mail02/", "domlint diff servers/ Mail01/Acme Mail02/Acme")


def _format_words(incomplete: str) -> list[str]:
    """What completes a format's name."""
    return [name for name in differences.FORMATS if name.startswith(incomplete)]


Servers = Annotated[list[str], typer.Argument(metavar="A B|PATHS A B", help=_TWO)]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS, autocompletion=_format_words),
]


@app.command(cls=options.Command, epilog=_EXAMPLES)
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
    color: options.Color = "auto",
) -> int:
    """Compare the configuration of two servers: effective settings, documents, tasks and storage.

    A setting that was not collected on one side is no difference, nor is one that each server must have for itself,
    such as its name. To compare two reports, use `domlint compare`.

    Exit code: 0 no difference, 1 differences, 2 wrong use or unreadable input, 3 nothing recognised, 4 a bug.
    """
    from advisor.cli.differing import AskedDiff, differing

    faults = Faults()
    none: list[Output] = []
    wanted = faults.tried(lambda: outputs(format, output_file, differences.FORMATS), none)
    asked = AskedDiff(servers, release, platform, config, isolated, rules, with_folder)
    return differing(asked, wanted, Options(color=color), faults)

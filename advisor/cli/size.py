"""size: prints what a plan asks of servers, as the papers' capacity planning has it. Here stand its options."""

from typing import Annotated

import typer

from advisor.cli import check, options
from advisor.cli.guard import Faults
from advisor.cli.options import guarded
from advisor.cli.outputs import Output, keep_apart, outputs
from advisor.writers import sizes
from advisor.writers._options import Options

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
_FORMATS = f"{', '.join(sizes.FORMATS[:-1])} or {sizes.FORMATS[-1]}; may be repeated, each with a file."
_EXAMPLES = options.examples(
    "domlint size size.toml", "domlint size --users mail_light=800 --users groupware=100 --critical"
)


def _format_words(incomplete: str) -> list[str]:
    """What completes a format's name."""
    return [name for name in sizes.FORMATS if name.startswith(incomplete)]


def _kind_words(incomplete: str) -> list[str]:
    """What completes a kind of users."""
    from advisor.sizing.plan import KINDS

    return [f"{kind}=" for kind in KINDS if kind.startswith(incomplete)]


def _system_words(incomplete: str) -> list[str]:
    """What completes a measured system."""
    from advisor.sizing.plan import measured_systems

    return [name for name in measured_systems() if name.startswith(incomplete)]


PlanFile = Annotated[
    str | None, typer.Argument(metavar="PLAN", help="A size.toml; - is standard input.", show_default=False)
]
Users = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KIND=NUMBER",
        help="Real users of a kind: mail_light, mail_medium, mail_heavy, maildb_readers, maildb_active, groupware or "
        "discussion. May be repeated.",
        autocompletion=_kind_words,
    ),
]
Databases = Annotated[str | None, typer.Option(metavar="NUMBER", help="The number of shared discussion databases.")]
Growth = Annotated[str | None, typer.Option(metavar="PERCENT", help="The expected growth of users.")]
Drive = Annotated[str | None, typer.Option(metavar="GB", help="The size of one drive.")]
Critical = Annotated[bool, typer.Option("--critical", help="The data is critical: plan for redundancy.")]
System = Annotated[
    str | None, typer.Option(metavar="NAME", help="A measured system to plan with.", autocompletion=_system_words)
]
Planned = Annotated[str | None, typer.Option(metavar="RELEASE", help="The planned Domino release.")]
AsPrinted = Annotated[bool, typer.Option("--as-printed", help="Calculate as printed, with the errors of the papers.")]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS, autocompletion=_format_words),
]


@app.command(cls=options.Command, epilog=_EXAMPLES)
@guarded
def size(
    plan: PlanFile = None,
    users: Users = None,
    databases: Databases = None,
    growth: Growth = None,
    drive: Drive = None,
    critical: Critical = False,
    system: System = None,
    release: Planned = None,
    as_printed: AsPrinted = False,
    format: Formats = None,
    output_file: check.OutputFile = None,
    color: options.Color = "auto",
) -> int:
    """Calculate servers, memory, drives and disk operations for a number of users, by the papers of 1998.

    Each step shows its formula, its figures and their source. The figures are those of Domino 4.5 to 5. Options replace
    values of the plan.

    Exit code: 0 calculated, 2 wrong use or a plan beyond the measured figures, 4 a bug of domlint.
    """
    from advisor.cli.sizing import AskedSize, sizing

    faults = Faults()
    none: list[Output] = []
    wanted = faults.tried(lambda: outputs(format, output_file, sizes.FORMATS), none)
    read = [(plan, "it is the plan")] if plan and plan != "-" else []
    keep_apart(wanted, read, lambda folder: False, faults)
    asked = AskedSize(plan, users or [], databases, growth, drive, critical, system, release, as_printed)
    return sizing(asked, wanted, Options(color=color), faults)

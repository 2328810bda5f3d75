"""`domlint size`: print the hardware that a plan needs, by the capacity planning of the papers."""

import sys
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from advisor import limits
from advisor.cli import options
from advisor.cli.errors import FINE, WRONG_USE, Faults, Troubles
from advisor.cli.options import guarded
from advisor.cli.output import Output, keep_apart, outputs, write_product
from advisor.pack import builtin
from advisor.sizing.plan import KINDS, CannotSize, SizePlan, checked_plan, measured_systems, plan_of
from advisor.sizing.sizing import sized
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable, printable_path
from advisor.values.toml import NotToml, line_of, read_toml, text_of, toml_in
from advisor.values.toml_forms import quoted
from advisor.writers.options import Options
from advisor.writers.size import RENDERERS

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
_FORMATS = ("text", "html", "json")
_EXAMPLES = options.examples(
    "domlint size size.toml", "domlint size --users mail_light=800 --users groupware=100 --critical"
)


def _kind_words(incomplete: str) -> list[str]:
    """Complete a kind of users."""
    return [f"{kind}=" for kind in KINDS if kind.startswith(incomplete)]


def _system_words(incomplete: str) -> list[str]:
    """Complete the name of a measured system."""
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
Formats = Annotated[list[str] | None, options.format_option(_FORMATS)]


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
    output_file: options.OutputFile = None,
    color: options.Color = "auto",
) -> int:
    """Calculate servers, memory, drives and disk operations for a number of users, by the papers of 1998.

    Each step shows its formula, its figures and their source. The figures are those of Domino 4.5 to 5. Options replace
    values of the plan.

    Exit code: 0 calculated, 2 wrong use or a plan beyond the measured figures, 4 a bug of domlint.
    """
    faults = Faults()
    none: list[Output] = []
    wanted = faults.tried(lambda: outputs(format, output_file, _FORMATS), none)
    read = [(plan, "it is the plan")] if plan and plan != "-" else []
    keep_apart(wanted, read, lambda folder: False, faults)
    asked = AskedSize(plan, users or [], databases, growth, drive, critical, system, release, as_printed)
    return size_plan(asked, wanted, Options(color=color), faults)


STANDARD = "-"
_FIELDS = {"databases": "--databases", "growth_percent": "--growth", "drive_gb": "--drive"}


class AskedSize(NamedTuple):
    """The options of `domlint size`; None and [] if not given."""

    plan: str | None
    users: list[str]
    databases: str | None
    growth: str | None
    drive: str | None
    critical: bool
    system: str | None
    release: str | None
    as_printed: bool


class _Written(NamedTuple):
    """A plan before it is checked. options: the fields that the command line set, each with its option."""

    name: str
    text: str
    data: dict[str, Any]
    options: dict[str, str]


def size_plan(asked: AskedSize, wanted: list[Output], said: Options, faults: Faults) -> int:
    """Print the answer and return the exit code. Raises WrongUse if the plan is wrong."""
    written = _with_options(_read_plan(asked.plan, faults), asked, faults)
    faults.stop()
    found, slips = plan_of(written.data)
    try:
        plan = checked_plan(found or SizePlan({}, 0)) if not slips else SizePlan({}, 0)
        if not slips:
            return _write_sizing(plan, asked.as_printed, wanted, said)
    except CannotSize as slip:
        slips += slip.slips
    for place, says in slips:
        faults.add(_placed(written, place, says))
    faults.in_lines(written.name)
    faults.stop()
    return WRONG_USE


def _write_sizing(plan: SizePlan, as_printed: bool, wanted: list[Output], said: Options) -> int:
    answer, trouble = sized(plan, as_printed, builtin().sources), Troubles()
    write_product(answer, RENDERERS, wanted, said, trouble)
    return WRONG_USE if trouble.messages else FINE


def _read_plan(path: str | None, faults: Faults) -> _Written:
    """Read the file of the plan; without a file the plan is empty."""
    if path is None:
        return _Written("", "", {}, {})
    name = "standard input" if path == STANDARD else printable_path(path)
    try:
        if path == STANDARD:
            text = text_of(sys.stdin.buffer.read(limits.MAX_TOML_BYTES + 1))
            return _Written(name, text, toml_in(text), {})
        return _Written(name, *read_toml(Path(path)), {})
    except NotToml as slip:
        faults.add(f"{name}{f':{slip.line}' if slip.line else ''}: {slip}")
        return _Written(name, "", {}, {})


def _with_options(written: _Written, asked: AskedSize, faults: Faults) -> _Written:
    """Return the plan with the values that options replace."""
    data = dict(written.data)
    options: dict[str, str] = {}
    said = {"databases": asked.databases, "growth_percent": asked.growth, "drive_gb": asked.drive}
    for field, word in said.items():
        if word is not None:
            data[field], options[field] = _number(_FIELDS[field], word, faults), _FIELDS[field]
    for field, text in {"system": asked.system, "release": asked.release}.items():
        if text is not None:
            data[field], options[field] = text, f"--{field}"
    if asked.critical:
        data["critical"] = True
    if asked.users:
        options["kinds"] = "--users"
        data["kinds"] = _kinds(asked.users, faults)
        if written.data.get("server"):
            faults.add("--users: the plan has users of its own on each [[server]]; change them there")
        data.pop("users", None)
    if asked.plan is None and not asked.users:
        faults.add("size takes a plan, or users: domlint size --users mail_light=800")
    return written._replace(data=data, options=options)


def _kinds(words: list[str], faults: Faults) -> dict[str, int | float]:
    """Parse `mail_light=800`; each kind may occur once."""
    found: dict[str, int | float] = {}
    for word in words:
        kind, sign, count = word.partition("=")
        if kind not in KINDS:
            known = suggestion(closest(kind, KINDS), f"there are {listed(KINDS, len(KINDS))}")
            faults.add(f"--users {printable(word)}: no kind of users is called {quoted(kind)}{known}")
        elif not sign:
            faults.add(f"--users {kind}: how many? Write {kind}=NUMBER")
        elif kind in found:
            faults.add(f"--users: {kind} is given twice")
        else:
            found[kind] = _number(f"--users {kind}", count, faults)
    return found


def _number(option: str, word: str, faults: Faults) -> int | float:
    """Parse a number: an integer if it has no decimal point."""
    try:
        return int(word) if word.strip().lstrip("+-").isdigit() else float(word)
    except ValueError:
        faults.add(f"{option}: a number is wanted, not {quoted(word)}")
        return 1


def _placed(written: _Written, place: tuple[str | int, ...], says: str) -> str:
    """Return an error with its option or line."""
    if place and place[0] in written.options:
        return f"{written.options[str(place[0])]}: {says}"
    return f"{written.name}:{line_of(written.text, place)}: {says}" if written.name else says

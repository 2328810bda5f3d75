"""`domlint size`: print the hardware that a plan needs, by the capacity planning of the papers."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from advisor import limits
from advisor.cli import options
from advisor.cli.errors import FINE, WRONG_USE, Faults, Troubles
from advisor.cli.output import Output, keep_apart, wanted_outputs, write_product
from advisor.pack import builtin
from advisor.sizing.plan import KINDS, CannotSize, checked_plan, measured_systems, plan_of
from advisor.sizing.sizing import sizing_of
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable, printable_path
from advisor.values.toml import NotToml, line_of, quoted, read_toml, text_of, toml_in
from advisor.writers import Options
from advisor.writers.size import RENDERERS

STANDARD = "-"

_FORMATS = ("text", "html", "json")


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
        autocompletion=options.completion([f"{kind}=" for kind in KINDS]),
    ),
]
Databases = Annotated[str | None, typer.Option(metavar="NUMBER", help="The number of shared discussion databases.")]
Growth = Annotated[str | None, typer.Option(metavar="PERCENT", help="The expected growth of users.")]
Drive = Annotated[str | None, typer.Option(metavar="GB", help="The size of one drive.")]
Critical = Annotated[bool, typer.Option("--critical", help="The data is critical: plan for redundancy.")]
System = Annotated[
    str | None, typer.Option(metavar="NAME", help="A measured system to plan with.", autocompletion=_system_words)
]
PlannedRelease = Annotated[str | None, typer.Option(metavar="RELEASE", help="The planned Domino release.")]
AsPrinted = Annotated[bool, typer.Option("--as-printed", help="Calculate as printed, with the errors of the papers.")]
Formats = Annotated[list[str] | None, options.format_option(_FORMATS)]


@options.command("domlint size size.toml", "domlint size --users mail_light=800 --users groupware=100 --critical")
def size(
    plan: PlanFile = None,
    users: Users = None,
    databases: Databases = None,
    growth: Growth = None,
    drive: Drive = None,
    critical: Critical = False,
    system: System = None,
    release: PlannedRelease = None,
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
    outputs = wanted_outputs(format, output_file, _FORMATS, faults)
    keep_apart(outputs, [(plan, "it is the plan")] if plan and plan != STANDARD else [], lambda _: False, faults)
    draft = _read_plan(plan, faults)
    draft.set("databases", "--databases", databases, faults)
    draft.set("growth_percent", "--growth", growth, faults)
    draft.set("drive_gb", "--drive", drive, faults)
    draft.replace("system", "--system", system)
    draft.replace("release", "--release", release)
    if critical:
        draft.data["critical"] = True
    if users:
        draft.replace("kinds", "--users", _kinds(users, faults))
        if draft.data.get("server"):
            faults.add("--users: the plan has users of its own on each [[server]]; change them there")
        draft.data.pop("users", None)
    elif plan is None:
        faults.add("size takes a plan, or users: domlint size --users mail_light=800")
    faults.stop()
    return _answer(draft, as_printed, outputs, color, faults)


@dataclass(slots=True)
class PlanDraft:
    """A plan before it is checked."""

    name: str = ""  # of its file, for messages; "" without a file
    text: str = ""  # of its file
    data: dict[str, Any] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)  # by field, the option that set it

    def replace(self, name: str, option: str, value: object) -> None:
        """Replace a field by the value of an option, if the option was given."""
        if value is not None:
            self.data[name], self.options[name] = value, option

    def set(self, name: str, option: str, text: str | None, faults: Faults) -> None:
        """Replace a field by the number of an option, if the option was given."""
        self.replace(name, option, None if text is None else _number(option, text, faults))

    def error(self, place: tuple[str | int, ...], message: str) -> str:
        """Return an error with the option or the line that it is about."""
        if place and place[0] in self.options:
            return f"{self.options[str(place[0])]}: {message}"
        return f"{self.name}:{line_of(self.text, place)}: {message}" if self.name else message


def _read_plan(path: str | None, faults: Faults) -> PlanDraft:
    """Read the file of the plan; without a file the plan is empty."""
    if path is None:
        return PlanDraft()
    name = "standard input" if path == STANDARD else printable_path(path)
    try:
        if path == STANDARD:
            text = text_of(sys.stdin.buffer.read(limits.MAX_TOML_BYTES + 1))
            return PlanDraft(name, text, dict(toml_in(text)))
        text, data = read_toml(Path(path))
        return PlanDraft(name, text, dict(data))
    except NotToml as error:
        faults.add(f"{name}{f':{error.line}' if error.line else ''}: {error}")
        return PlanDraft(name)


def _answer(draft: PlanDraft, as_printed: bool, outputs: list[Output], color: str, faults: Faults) -> int:
    """Write the answer and return the exit code. Raises WrongUse if the plan is wrong or the tables do not cover it."""
    plan, errors = plan_of(draft.data)
    if plan and not errors:
        try:
            answer = sizing_of(checked_plan(plan), as_printed, builtin().sources)
            trouble = Troubles()
            write_product(answer, RENDERERS, outputs, Options(color=color), trouble)
            return WRONG_USE if trouble.messages else FINE
        except CannotSize as error:
            errors = [*error.slips]
    for place, message in errors:
        faults.add(draft.error(place, message))
    faults.in_lines(draft.name)
    faults.stop()
    return WRONG_USE


def _kinds(words: list[str], faults: Faults) -> dict[str, int | float]:
    """Parse `mail_light=800`; each kind may occur once."""
    users: dict[str, int | float] = {}
    for word in words:
        kind, sign, count = word.partition("=")
        if kind not in KINDS:
            known = suggestion(closest(kind, KINDS), f"there are {listed(KINDS, len(KINDS))}")
            faults.add(f"--users {printable(word)}: no kind of users is called {quoted(kind)}{known}")
        elif not sign:
            faults.add(f"--users {kind}: how many? Write {kind}=NUMBER")
        elif kind in users:
            faults.add(f"--users: {kind} is given twice")
        else:
            users[kind] = _number(f"--users {kind}", count, faults)
    return users


def _number(option: str, word: str, faults: Faults) -> int | float:
    """Parse a number: an integer if it has no decimal point."""
    try:
        return int(word) if word.strip().lstrip("+-").isdigit() else float(word)
    except ValueError:
        faults.add(f"{option}: a number is wanted, not {quoted(word)}")
        return 1

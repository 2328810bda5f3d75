"""Sizing: a plan out of a file and options, read, worked out and printed."""

import sys
from pathlib import Path
from typing import Any, NamedTuple

from advisor import limits
from advisor.cli.guard import FINE, WRONG_USE, Faults
from advisor.cli.outputs import Output, on, put
from advisor.cli.telling import Troubles
from advisor.pack import builtin
from advisor.sizing.plan import KINDS, CannotSize, SizePlan, checked_plan, plan_of
from advisor.sizing.sizing import sized
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable, printable_path
from advisor.values.toml import NotToml, read_toml, text_of, toml_in
from advisor.values.toml_forms import quoted
from advisor.values.toml_lines import line_of
from advisor.writers import sizes
from advisor.writers._options import Options

STANDARD = "-"
_FIELDS = {"databases": "--databases", "growth_percent": "--growth", "drive_gb": "--drive"}


class AskedSize(NamedTuple):
    """What the command line says; None and [] of what it does not."""

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
    """A plan as it is written. options: the fields that the command line set, each with its option."""

    name: str
    text: str
    data: dict[str, Any]
    options: dict[str, str]


def sizing(asked: AskedSize, wanted: list[Output], said: Options, faults: Faults) -> int:
    """Prints the answer; the exit code. Raises WrongUse where the plan cannot be followed."""
    written = _with_options(_read(asked.plan, faults), asked, faults)
    faults.stop()
    found, slips = plan_of(written.data)
    try:
        plan = checked_plan(found or SizePlan({}, 0)) if not slips else SizePlan({}, 0)
        if not slips:
            return _printed(plan, asked.as_printed, wanted, said)
    except CannotSize as slip:
        slips += slip.slips
    for place, says in slips:
        faults.add(_placed(written, place, says))
    faults.in_lines(written.name)
    faults.stop()
    return WRONG_USE


def _printed(plan: SizePlan, as_printed: bool, wanted: list[Output], said: Options) -> int:
    answer, trouble = sized(plan, as_printed, builtin().sources), Troubles()
    for output in wanted:
        writer = sizes.writer(output.format)
        put(iter([writer.render(answer, on(output, said))]), output, trouble, for_people=writer.FOR_PEOPLE)
    return WRONG_USE if trouble.messages else FINE


def _read(path: str | None, faults: Faults) -> _Written:
    """The plan's file. Without one there is nothing in it."""
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
    """The plan with what options say in the place of what stands there."""
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
    """`mail_light=800`, each kind once."""
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
    """A number of the command line, whole where it has no point."""
    try:
        return int(word) if word.strip().lstrip("+-").isdigit() else float(word)
    except ValueError:
        faults.add(f"{option}: a number is wanted, not {quoted(word)}")
        return 1


def _placed(written: _Written, place: tuple[str | int, ...], says: str) -> str:
    """What is wrong, with the option or the line that says so."""
    if place and place[0] in written.options:
        return f"{written.options[str(place[0])]}: {says}"
    return f"{written.name}:{line_of(written.text, place)}: {says}" if written.name else says

"""Scripts of `domlint fix`: the commands to type at one target and those that undo them, printed or in files."""

import os
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from advisor.cli import console
from advisor.cli.errors import Faults, Troubles, WrongUse, not_allowed
from advisor.cli.output import Output, is_standard, write_pieces
from advisor.cli.report_files import is_device, why_not_writable
from advisor.fixes.plan import ServerPlan
from advisor.fixes.scripts import POWERSHELL, WORDS, Scripts, scripts
from advisor.servers.arguments import descriptor
from advisor.values.names import abbreviated
from advisor.values.printing import listed
from advisor.values.typed import comment

FORMAT = "script"


class WantedScript(Struct, frozen=True):
    """A script to write."""

    word: str  # its target, as the option names it
    file: str = ""  # "" is standard output
    way_back: bool = False  # the script undoes the plan
    only: str | None = None  # the only server, if there is one

    @property
    def target(self) -> str:
        """Return the target of the plan's commands."""
        return "windows" if self.word == POWERSHELL else self.word

    @property
    def back(self) -> str:
        """Return the file of the script that undoes it: `now.sh` → `now.back.sh`."""
        path = Path(self.file)
        return str(path.parent / f"{path.stem}.back{path.suffix}")

    @property
    def outputs(self) -> list[Output]:
        """Return the files that the script is written to."""
        return [Output(FORMAT, self.file), Output(FORMAT, self.back)] if self.file else []


def wanted_scripts(options: list[str] | None, way_back: bool, only: str | None, *, write: bool) -> list[WantedScript]:
    """Parse options such as `aix:now.sh`, a target and its file. Raises WrongUse."""
    faults = Faults()
    scripts = [script for script in (_wanted_script(option, faults, way_back) for option in options or []) if script]
    to_standard_output = [script for script in scripts if not script.file]
    if len(to_standard_output) > 1:
        faults.add("--script: only one can go without a file; write TARGET:FILE for the others")
    if way_back and not to_standard_output and not faults.messages:
        why = "each script's way back is written beside it" if options else "it is of a --script TARGET"
        faults.add(f"--way-back: {why}")
    if only is not None and not options:
        faults.add("--only: it is of a --script TARGET; the plan has a part for each server")
    if options and write:
        faults.add("--script and --write: one types what the other edits; ask for one of them")
    faults.stop()
    return [replace(script, only=only) for script in scripts]


def _wanted_script(option: str, faults: Faults, way_back: bool) -> WantedScript | None:
    word, colon, file = option.partition(":")
    file = "" if is_standard(file) else file
    if word not in WORDS:
        faults.add(not_allowed("--script", word, list(WORDS)))
        return None
    if colon and not option.partition(":")[2]:
        faults.add(f"--script {option} lacks the file's name; without the colon it goes to standard output")
    script = WantedScript(word, file, way_back)
    for output in script.outputs:
        if descriptor(output.file) is not None or is_device(output.file):
            faults.add(f"{output.file}: no file; a script and its way back are written to files, side by side")
        elif why := why_not_writable(output.file):
            faults.add(f"{output.file}: {why}")
    return script


def refuse_to_replace(wanted: list[WantedScript]) -> None:
    """Raise WrongUse if a script would replace a file: that file may undo commands that were typed already."""
    existing = [output.file for script in wanted for output in script.outputs if os.path.lexists(output.file)]
    if existing:
        raise WrongUse(_THERE.format(file) for file in existing)


Made = list[tuple[WantedScript, Scripts]]


def made_scripts(wanted: list[WantedScript], servers: tuple[ServerPlan, ...], *, unsafe: bool) -> Made:
    """Return the scripts. Raises WrongUse if a script would mix the commands of servers."""
    scripts_made = [(script, scripts(_of(script.only, servers), script.target, unsafe=unsafe)) for script in wanted]
    mixed_servers = [
        typed.servers for script, typed in scripts_made if script.target == "console" and len(typed.servers) > 1
    ]
    if mixed_servers:
        raise WrongUse(_MIXED.format(listed(names)) for names in mixed_servers)
    return scripts_made


def _of(only: str | None, plans: tuple[ServerPlan, ...]) -> tuple[ServerPlan, ...]:
    """Return the plans of a server and its machine. Raises WrongUse if no server has the name."""
    if only is None:
        return plans
    names = [plan.name for plan in plans if not (plan.cluster or plan.machine)]
    found = {name for name in names if name.casefold() == abbreviated(only).casefold()}
    if not found:
        raise WrongUse([not_allowed("--only", only, names)])
    servers_of_plans = [plan.servers if plan.machine else () if plan.cluster else (plan.name,) for plan in plans]
    return tuple(plan for plan, names in zip(plans, servers_of_plans, strict=True) if not found.isdisjoint(names))


def put_scripts(made: Made, trouble: Troubles) -> None:
    """Print or write the scripts, then print notes that do not fit into a script."""
    for script, typed in made:
        _put(script, typed, trouble)


_THERE = "{}: it is there, and may take back what was typed already; name another file, or move it away"
_MIXED = (
    "--script console: {} have something to type, and a console knows no comment that would part them; "
    "add --only NAME for one after the other: all are checked, and the lines of that one are printed"
)


def _put(script: WantedScript, typed: Scripts, trouble: Troubles) -> None:
    if not typed.forward:
        _put_nothing(script, trouble)
    elif script.file:
        _save(script, typed, trouble)
    elif script.way_back and not typed.back:
        console.error(f"--script {script.word}: nothing that can be typed takes it back")
    else:
        write_pieces(
            iter([typed.back if script.way_back else typed.forward]), Output(FORMAT, ""), trouble, for_people=False
        )
    for note in typed.notes:
        console.error(note)


def _put_nothing(script: WantedScript, trouble: Troubles) -> None:
    """Say that there is nothing to type, in the script's file too: a Makefile waits for that file."""
    text = comment(script.target, f"domlint fix: there is nothing to type on {script.word}.")
    note = f"; {script.file} {'says so' if text else 'is empty'}" if script.file else ""
    console.error(f"--script {script.word}: there is nothing to type{note}")
    if script.file:
        write_pieces(iter([f"{text}\n" if text else ""]), Output(FORMAT, script.file), trouble, for_people=False)


def _save(script: WantedScript, typed: Scripts, trouble: Troubles) -> None:
    """Write the script that undoes it first, so that no script is left without it."""
    before = len(trouble.messages)
    if typed.back:
        write_pieces(iter([typed.back]), Output(FORMAT, script.back), trouble, for_people=False)
    else:
        console.error(f"{script.back} was not written: nothing that can be typed takes it back")
    if len(trouble.messages) == before:
        write_pieces(iter([typed.forward]), Output(FORMAT, script.file), trouble, for_people=False)

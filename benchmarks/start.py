"""Start: one file of 150 lines, warm and cold, with and without options, against yamllint and bare Python."""

import shutil
from pathlib import Path

from asked import Asked, milliseconds
from fleet import LINES
from processes import Command, Cost, medians
from programs import packages, peers
from tables import Goal, Table

TITLE = "Start"
TEXT = f"""One file of {LINES} lines, whole processes, `domlint` as installed. *Few findings* is a NOTES.INI
most of whose settings nobody knows, *made up* one of the servers of the next section, which has a
dozen findings and more. `--isolated` and the other switches need no parser of options, `--fail-on`
does. *Cold* is the first run after an update: Python finds no compiled modules of the program or of
what it rests on (pages that the operating system holds of the files stay: only root can drop
those)."""
PLAIN, PEER = "`domlint check notes.ini`, few findings", "yamllint, a file without findings"


def measured(asked: Asked) -> Table:
    """A row a command; ratios to yamllint, warm to warm and cold to cold."""
    yamllint = peers(["yamllint"])["yamllint"]
    if isinstance(yamllint, str):
        raise RuntimeError(f"yamllint: {yamllint}")
    warm = _commands(asked, yamllint)
    cold = {
        f"{name}, cold": _cold(asked, name, command, scripts)
        for name, command, scripts in ((PLAIN, warm[PLAIN], asked.scripts), (PEER, warm[PEER], yamllint.parent))
    }
    costs = medians(warm, asked.runs)
    frozen = medians(cold, asked.long_runs)
    rows = [_row(name, cost, costs[PEER]) for name, cost in costs.items()]
    rows += [_row(name, cost, frozen[f"{PEER}, cold"]) for name, cost in frozen.items()]
    ratio = costs[PLAIN].cpu / costs[PEER].cpu
    return Table(TEXT, ["run", "CPU", "clock", "of yamllint"], rows, [Goal("Warm start", ratio, 0.8)])


def _row(name: str, cost: Cost, peer: Cost) -> list[str]:
    ratio = f"{cost.cpu / peer.cpu:.2f}"
    return [name, milliseconds(cost.cpu), milliseconds(cost.clock), ratio]


def _commands(asked: Asked, yamllint: Path) -> dict[str, Command]:
    few, made_up, yaml = (asked.folder / name for name in ("few/notes.ini", "made/notes.ini", "settings.yaml"))
    for path, text in ((few, notes_ini()), (made_up, asked.fleet.notes_ini(asked.fleet.server(1))), (yaml, settings())):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="ascii", newline="")
    check = [str(asked.scripts / "domlint"), "check"]
    json = ["--format", "json", "--fail-on", "never"]
    words = {
        "bare Python, `python -c pass`": [str(asked.scripts / "python"), "-c", "pass"],
        PEER: [str(yamllint), str(yaml)],
        PLAIN: [*check, str(few)],
        "the same, `--isolated`": [*check, str(few), "--isolated"],
        "the same, `--fail-on never`": [*check, str(few), "--fail-on", "never"],
        "the same, `--format json --fail-on never`": [*check, str(few), *json],
        "`domlint check notes.ini`, made up": [*check, str(made_up)],
        "the same, `--format json --fail-on never`, made up": [*check, str(made_up), *json],
    }
    return {name: Command(of, asked.folder) for name, of in words.items()}


def _cold(asked: Asked, name: str, command: Command, scripts: Path) -> Command:
    """The same on a copy of the packages without compiled modules, and none are written."""
    copy = asked.folder / f"cold-{Path(command.words[0]).name}"
    shutil.copytree(packages(scripts), copy, ignore=shutil.ignore_patterns("__pycache__", "pip", "setuptools"))
    return command._replace(environment={"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"})


def settings() -> str:
    """YAML in which yamllint finds nothing."""
    return "---\n" + "".join(f"setting_{number}: {number}\n" for number in range(LINES - 1))


def notes_ini() -> str:
    """A server's file, most of it settings that the catalogue does not hold."""
    known = [
        "[Notes]", "KitType=2", "Directory=/local/notesdata", "NotesProgram=/opt/hcl/domino/notes/latest/linux",
        "ServerName=Mail01/Acme", "FaultRecovery_Build=Release 12.0.2FP3", "TRANSLOG_Status=1",
        "ServerTasks=Update,Replica,Router,AMgr,AdminP,HTTP", "ServerTasksAt2=Updall", "TRANSLOG_Path=/local/translog",
        "NSF_BUFFER_POOL_SIZE_MB=256",
    ]  # fmt: skip
    return "\n".join([*known, *(f"Vendor_Setting_{number}={number}" for number in range(LINES - len(known)))]) + "\n"

"""Logs and large files: time and memory of one large file."""

from collections.abc import Iterator
from pathlib import Path

from measure import median_costs
from section import Section, Target, Tools

TEXT = "One large file beside a NOTES.INI of two lines, written as text."
MEGABYTE = 1_000_000


def measure(tools: Tools) -> Section:
    """Measure a console log, a directory as DXL and a NOTES.INI at the limit of lines."""
    sizes = {"console.log": 125, "names.dxl": 100} if not tools.quick else {"console.log": 5, "names.dxl": 5}
    pieces = {"console.log": console_log, "names.dxl": directory}
    commands = {}
    for name, megabytes in sizes.items():
        folder = tools.folder / name.partition(".")[0]
        _write(folder / "notes.ini", iter(["[Notes]\nServerName=Mail01/Acme\nDirectory=/local/notesdata\n"]))
        _write(folder / name, pieces[name](megabytes * MEGABYTE))
        commands[f"{name}, {megabytes} MB"] = tools.check(folder)
    settings = 20_000 if not tools.quick else 2000
    _write(tools.folder / "settings/notes.ini", notes_ini(settings))
    commands[f"NOTES.INI, {settings:,} lines"] = tools.check(tools.folder / "settings")
    costs = median_costs(commands, tools.rounds(3))
    rows = [[name, f"{cost.cpu:.2f} s", f"{cost.memory:.0f} MB"] for name, cost in costs.items()]
    log = costs[next(iter(costs))]
    targets = [Target("console.log, seconds", log.cpu, 3), Target("console.log, megabytes", log.memory, 150)]
    return Section("Large files", TEXT, ["file", "CPU", "memory"], rows, targets)


def console_log(size: int) -> Iterator[str]:
    """Yield the lines of a console log: sessions, mail, and few that a rule asks for."""
    yield "HCL Domino (r) Server (64 Bit), Release 12.0.2FP1, March 14, 2023\n"
    written = number = 0
    while written < size:
        number += 1
        day, minute = 1 + number // 900_000 % 27, number // 600 % 60
        stamp = f"[0C4C:0002-1A{number % 90:02d}] 11/{day:02d}/2026 08:{minute:02d}:{number % 60:02d} AM  "
        text = f"{stamp}Router: Message 00{number:08X} delivered to user{number % 900}/Acme\n"
        text += f"{stamp}Opened session for user{number % 700}/Acme (Release 12.0.2)\n"
        if number % 5000 == 0:
            text += f"{stamp}Unable to open database mail\\user{number % 40}.nsf: Database is corrupt\n"
        written += len(text)
        yield text


def directory(size: int) -> Iterator[str]:
    """Yield a Domino Directory as DXL: persons, which no rule asks for."""
    items = "".join(f"<item name='Field{number}'><text>value {number}</text></item>\n" for number in range(40))
    person = f"<document form='Person'>\n{items}</document>\n"
    yield "<?xml version='1.0' encoding='utf-8'?>\n<database xmlns='http://www.lotus.com/dxl' title='Directory'>\n"
    for _ in range(size // len(person)):
        yield person
    yield "</database>\n"


def notes_ini(settings: int) -> Iterator[str]:
    """Yield a NOTES.INI of so many lines."""
    yield "[Notes]\nKitType=2\nServerName=Mail01/Acme\n"
    for number in range(settings - 3):
        yield f"Vendor_Setting_{number:05d}={number}\n"


def _write(path: Path, pieces: Iterator[str]) -> None:
    """Write a file piece by piece: the memory of this process counts for its children."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(pieces)

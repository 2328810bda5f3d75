"""Generate a varied fleet: servers whose NOTES.INI differ in most values and have about 18 findings each.

Usage: `python benchmarks/fleet.py 400 FOLDER`. With `--files 7` each server has documents, statistics, storage and
kernel settings, too. The same seed gives the same files.
"""

import argparse
import json
from pathlib import Path
from random import Random

from server_files import configuration_document, disks, server_document, show_stat, storage, tunables

LINES = 150  # of a NOTES.INI
KNOWN = 40  # settings of the catalogue, drawn for each server
RELEASES = ("8.5.3FP6", "9.0.1FP10", "11.0.1FP8", "12.0.2FP3", "14.0", "14.5")
TASKS = ("Update", "Replica", "Router", "AMgr", "AdminP", "HTTP", "CalConn", "Sched", "LDAP", "Collect")
PACK = Path(__file__).parent.parent / "advisor" / "pack" / "pack.json"


def write_fleet(folder: Path, servers: int, files: int = 1, seed: int = 11) -> None:
    """Write so many servers, each into a folder of its own. files: 1 for NOTES.INI alone, 7 for all of them."""
    names = _setting_names()
    for number in range(servers):
        random = Random(seed * 1_000_003 + number)
        for name, text in server_files(number, names, files, random).items():
            path = folder / f"mail{number:05d}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")


def server_files(number: int, names: list[str], files: int, random: Random) -> dict[str, str]:
    """Return the files of a server by name. names: of the settings to draw from."""
    server, release = f"Mail{number:05d}", random.choice(RELEASES)
    text = notes_ini(server, release, names, random)
    if files == 1:
        return {"notes.ini": text}
    settings = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    return {
        "notes.ini": text,
        "server-document.dxl": server_document(server, release, settings, random),
        "configuration-document.dxl": configuration_document(server, random),
        "storcli.txt": storage(random),
        "sysctl.txt": tunables(random),
        "show-stat.txt": show_stat(number, random),
        "df.txt": disks(random),
    }


def notes_ini(server: str, release: str, names: list[str], random: Random) -> str:
    """Return a NOTES.INI of 150 lines: values that rules look at, settings of the catalogue, settings of a vendor."""
    lines = [
        "[Notes]",
        "KitType=2",
        "Directory=/local/notesdata",
        "NotesProgram=/opt/hcl/domino/notes/latest/linux",
        f"ServerName=CN={server}/O=Acme",
        f"FaultRecovery_Build=Release {release}",
        f"ServerTasks={','.join(random.sample(TASKS, 7))}",
        "ServerTasksAt1=Catalog,Design",
        "ServerTasksAt2=Updall",
        f"TRANSLOG_Status={random.choice((0, 1, 1))}",
        "TRANSLOG_Style=0",
        f"TRANSLOG_Path={random.choice(('/local/translog', '/local/notesdata/txn'))}",
        f"TRANSLOG_MaxSize={random.choice((192, 1024, 4096, 8192))}",
        f"Server_Session_Timeout={random.choice((30, 45, 240, 480))}",
        f"NSF_BUFFER_POOL_SIZE_MB={random.choice((256, 512, 1024, 2048))}",
        f"Server_Availability_Threshold={random.choice((0, 50, 120))}",
        f"SERVER_TRANSINFO_NORMALIZE={random.choice((1000, 3000))}",
        f"DAOSMinObjSize={random.choice((4096, 64000, 1000000))}",
    ]
    lines += [f"{name}={random.randrange(99)}" for name in random.sample(names, KNOWN)]
    lines += [f"Vendor_{random.randrange(400)}={random.randrange(9999)}" for _ in range(LINES - len(lines))]
    return "\n".join(lines) + "\n"


def _setting_names() -> list[str]:
    """Return the names of the catalogue's settings that take a number."""
    settings = json.loads(PACK.read_text(encoding="utf-8"))["catalogue"]["settings"].values()
    return [entry["name"] for entry in settings if entry["type"] == "number" and entry.get("on") != "client"]


def main() -> None:
    """Write the fleet that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("servers", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, choices=(1, 7), default=1)
    parser.add_argument("--seed", type=int, default=11)
    words = parser.parse_args()
    write_fleet(words.folder, words.servers, words.files, words.seed)


if __name__ == "__main__":
    main()

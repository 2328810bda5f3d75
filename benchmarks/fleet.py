"""Servers made up out of the catalogue, by seed and number: the same two give the same files.

Any two differ in at least ten settings of NOTES.INI, of which rules ask for five: the OWN settings are a code. A
server's number, two digits to the base of a prime, is a straight line, and the value of each of them a point on it:
two lines have one point in common at most. Of all others `equal` is the chance that a value is the whole fleet's.
"""

import itertools
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

from fleet_files import configuration_document, disks, server_document, show_stat, storage, tunables

PACK = Path(__file__).parent.parent / "advisor" / "pack" / "pack.json"
LINES = 150  # of a NOTES.INI
PRIME = 317  # its square is above 100,000
ASKED = {  # settings that rules ask for: the least value, and how far one is from the next
    "NSF_Buffer_Pool_Size_MB": (300, 4), "NSF_DbCache_MaxEntries": (900, 25), "Server_Session_Timeout": (20, 1),
    "Server_MaxUsers": (200, 10), "TRANSLOG_MaxSize": (192, 12), "DAOSMinObjSize": (4096, 1024),
}  # fmt: skip
UNASKED = {  # settings that no rule asks for
    "AMgr_DocUpdateEventDelay": (1, 1), "AMgr_NewMailEventDelay": (1, 1), "Console_Log_Max_Kbytes": (1024, 256),
    "BillingSuppressTime": (1, 1), "DbDir_Refresh_Interval": (10, 5), "AMgr_UntriggeredMailInterval": (10, 1),
}  # fmt: skip
OWN = {**ASKED, **UNASKED}
RELEASES = ("12.0.2FP3", "14.0FP2", "14.0FP4", "14.5")
SLIPS = (
    "Server_Sesion_Timeout=30", "TRANSLOG_Statu=1", "HTTPEnableConectorHeaders=1", "DAOSEnabel=1", "FTG_USE_SYS_MEMOR=1"
)  # fmt: skip


class Fleet(NamedTuple):
    """How its servers are made: from which seed, with what share of equal values, and what settings they have."""

    seed: int
    equal: float
    settings: tuple[tuple[dict[str, Any], str], ...]

    @classmethod
    def of(cls, seed: int = 7, equal: float = 0.9) -> "Fleet":
        """Takes as many settings of the catalogue as a file of LINES lines has room for."""
        draw = random.Random(seed)
        catalogue = json.loads(PACK.read_text(encoding="utf-8"))["catalogue"]["settings"]
        head = _head(Server(0, "", "", False, draw))
        room = LINES - len(head) - len(OWN)
        taken = {line.partition("=")[0].lower() for line in head} | {name.lower() for name in OWN}
        drawn = draw.sample([entry for name, entry in catalogue.items() if _fits(entry) and name not in taken], room)
        return cls(seed, equal, tuple((entry, _value(entry, draw)) for entry in drawn))

    def server(self, number: int) -> "Server":
        """The server of a number below PRIME²."""
        draw = random.Random(self.seed * 1_000_003 + number)
        return Server(number, f"Mail{number:05d}", draw.choice(RELEASES), draw.random() < 0.25, draw)

    def notes_ini(self, server: "Server", name: str = "") -> str:
        """LINES lines; a third of the servers has a slip, under another `name` it is the same server."""
        draw = random.Random(self.seed * 2_000_003 + server.number)
        drawn = [f"{of['name']}={self._value(of, usual, draw)}" for of, usual in self.settings]
        if draw.random() < 1 / 3:
            at = draw.randrange(len(drawn))
            drawn[at] = draw.choice([draw.choice(SLIPS), f"{drawn[at - 1]} MB", f"{drawn[at - 1]}  "])
        own = [f"{key}={value}" for key, value in own_values(server.number).items()]
        head = _head(server._replace(name=name or server.name))
        return "\r\n".join([*head, *own, *drawn]) + "\r\n"

    def _value(self, entry: dict[str, Any], usual: str, draw: random.Random) -> str:
        return usual if draw.random() < self.equal else _value(entry, draw)

    def files(self, server: "Server") -> dict[str, str]:
        """A server's seven files, each under its name."""
        name, draw, text = server.name, server.draw, self.notes_ini(server)
        settings = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
        return {
            "notes.ini": text,
            "server-document.dxl": server_document(name, server.release, settings, draw),
            "configuration-document.dxl": configuration_document(name, draw),
            "storage.toml" if server.aix else "storcli.txt": storage(server.aix, draw),
            "vmo.txt" if server.aix else "sysctl.txt": tunables(server.aix, draw),
            "show-stat.txt": show_stat(server.number, draw),
            "df.txt": disks(server.aix, draw),
        }

    def write(self, folder: Path, numbers: range, *, whole: bool) -> None:
        """Writes servers, each into a folder of its own: its NOTES.INI, if `whole` all of its files."""
        for number in numbers:
            server = self.server(number)
            own = folder / server.name
            own.mkdir(parents=True)
            for name, text in (self.files(server) if whole else {"notes.ini": self.notes_ini(server)}).items():
                (own / name).write_text(text, encoding="utf-8", newline="")


class Server(NamedTuple):
    """One of a fleet; `draw` gives what its other files hold."""

    number: int
    name: str
    release: str
    aix: bool
    draw: random.Random


def own_values(number: int) -> dict[str, str]:
    """The settings that tell a server from all others, with their values."""
    start, slope = number % PRIME, number // PRIME
    points = ((start + slope * at) % PRIME for at in range(len(OWN)))
    return {name: str(least + step * point) for (name, (least, step)), point in zip(OWN.items(), points, strict=True)}


def alike(fleet: Fleet, count: int = 100) -> float:
    """The share of NOTES.INI's lines that two servers next to each other have alike, on average."""
    texts = [set(fleet.notes_ini(fleet.server(number)).splitlines()) for number in range(count + 1)]
    return sum(len(one & other) for one, other in itertools.pairwise(texts)) / count / LINES


def _head(server: "Server") -> list[str]:
    """What every server's file begins with."""
    system = "ibmpow" if server.aix else "linux"
    return [
        "[Notes]", "KitType=2", "Directory=/local/notesdata", f"NotesProgram=/opt/hcl/domino/notes/latest/{system}",
        f"FaultRecovery_Build=Release {server.release}", "Timezone=-1", "DST=1", "Ports=TCPIP",
        "TCPIP=TCP, 0, 15, 0,,45088", "KeyFileName=/local/notesdata/server.id", "ServerKeyFileName=server.id",
        f"KeyFileName_Owner=CN={server.name}/O=Acme", f"ServerName={server.name}/Acme", "Domain=Acme",
        "ServerSetup=140000", "Log=log.nsf, 1, 0, 7, 40000", "ServerTasksAt1=Catalog,Design", "ServerTasksAt2=Updall",
        "ServerTasks=Replica,Router,Update,AMgr,AdminP,CalConn,Sched,HTTP,SMTP", "TRANSLOG_Status=1",
        "TRANSLOG_Path=/local/translog", "TRANSLOG_Style=0", "DAOSEnable=1", "DAOSBasePath=/local/daos",
    ]  # fmt: skip


def _fits(entry: dict[str, Any]) -> bool:
    known = entry["type"] in ("number", "switch") or "values" in entry
    return known and entry.get("on") != "client" and not entry.get("secret") and not entry.get("debug")


def _value(entry: dict[str, Any], draw: random.Random) -> str:
    """A value within what the catalogue knows: one of its words, its range, or what its default lets expect."""
    if "values" in entry:
        return str(draw.choice(list(entry["values"])))
    if entry["type"] == "switch":
        return str(draw.randint(0, 1))
    default = entry.get("default", [{"value": ""}])[-1]["value"]
    least = entry.get("least", 0)
    return str(draw.randint(least, entry.get("most", least + (4 * int(default) if default.isdigit() else 0) or 1000)))

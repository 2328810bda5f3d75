"""Repeated runs: files and servers of growing number as runs, in stages; commands with what a site decides."""

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import growing
import site_rules
import stages
from fleet import Fleet
from growing import Growth, Stages

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
FEW_SERVERS = 10
Files = dict[str, str]


class Kind(NamedTuple):
    """What repeats, n to begin with, and the files of n."""

    name: str
    size: int
    made: Callable[[int], Files]


def of_runs(quick: bool) -> Iterator[list[Growth]]:
    """Every kind of files by stages; commands as a whole."""
    for kind in KINDS[:: 4 if quick else 1]:
        with tempfile.TemporaryDirectory() as folder:
            yield growing.grown(kind.name, _of_files(Path(folder), kind), kind.size)
    for kind, words in COMMANDS[:: 2 if quick else 1]:
        with tempfile.TemporaryDirectory() as folder:
            yield growing.grown(kind.name, _of_command(Path(folder), kind, words), kind.size)


def _of_files(folder: Path, kind: Kind) -> growing.Run:
    return lambda n: stages.whole([_written(folder / str(n), kind.made(n))])


def _of_command(folder: Path, kind: Kind, words: str) -> growing.Run:
    def run(n: int) -> Stages:
        place = _written(folder / str(n), kind.made(n))
        return {f"domlint {words.partition(' ')[0]}": growing.seconds(lambda: _printed(place, words.split()))}

    return run


def _written(folder: Path, files: Files) -> Path:
    for name, text in files.items():
        path = folder / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
    return folder


def _printed(folder: Path, words: list[str]) -> str:
    """What a command prints, carried out in this process."""
    before = sys.argv, sys.stdout, sys.stderr
    out = io.BytesIO()
    with contextlib.chdir(folder):
        sys.argv = ["domlint", *words]
        sys.stdout, sys.stderr = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        try:
            stages.main()
        except SystemExit:
            sys.stdout.flush()
        finally:
            written = out.getvalue().decode()
            sys.argv, sys.stdout, sys.stderr = before
    return written


def _ini(lines: Callable[[int], str]) -> Callable[[int], Files]:
    return lambda n: {"notes.ini": INI + lines(n)}


def _each(form: str, between: str = "") -> Callable[[int], str]:
    return lambda n: between.join(form.format(at) for at in range(n))


def _beside(name: str, head: str, form: str, end: str = "") -> Callable[[int], Files]:
    """A file of n rows beside a NOTES.INI."""
    return lambda n: {"notes.ini": INI, name: head + _each(form)(n) + end}


def _dxl(form: str, items: str) -> Callable[[int], Files]:
    """Documents of a form; items: `Name=text` with `;` between, {0} in a text is the document's number."""
    pairs = [item.split("=") for item in items.split(";")]
    written = "".join(f"<item name='{name}'><text>{text}</text></item>" for name, text in pairs)
    document = f"<document form='{form}'>{written}</document>\n"
    return _beside(
        "names.dxl",
        "<?xml version='1.0'?>\n<database xmlns='http://www.lotus.com/dxl'>\n",
        document,
        "</database>\n",
    )


def _servers(form: str) -> Callable[[int], Files]:
    """Servers; {0} in the form is the number of each."""
    return lambda n: {
        f"s{at}/notes.ini": INI.replace("Mail01/Acme", form.format(at)) + "Ports=LAN\nPORTS=X\n" for at in range(n)
    }


def _fleet(n: int) -> Files:
    fleet = Fleet.of()
    return {f"s{at}/{name}": text for at in range(n) for name, text in fleet.files(fleet.server(at)).items()}


def _cluster(n: int) -> Files:
    members = _each("   server: Mail{0:05d}/Acme, availability index: 90\n")(n)
    files = {}
    for at in range(n):
        shown = f"> show cluster\nCluster Information\nCluster name: Hubs, Server name: Mail{at:05d}/Acme\n"
        shown += f"Server cluster probe count: 476\nCluster members ({n})...\n{members}"
        files[f"s{at}/notes.ini"] = INI.replace("Mail01", f"Mail{at:05d}")
        files[f"s{at}/show-cluster.txt"] = shown
    return files


def _clusters(n: int) -> Files:
    files = {}
    for at in range(n):
        for of in (2 * at, 2 * at + 1):
            shown = f"> show cluster\nCluster Information\nCluster name: Hubs{at}, Server name: Mail{of:05d}/Acme\n"
            shown += "Server cluster probe count: 476\nCluster members (2)...\n"
            shown += "".join(
                f"   server: Mail{member:05d}/Acme, availability index: 90\n" for member in (2 * at, 2 * at + 1)
            )
            files[f"s{of}/notes.ini"] = INI.replace("Mail01", f"Mail{of:05d}")
            files[f"s{of}/show-cluster.txt"] = shown
    return files


def _partitions(n: int) -> Files:
    machine = (
        "System Model: IBM,9117-570\nMachine Serial Number: 06A0001\nProcessor Type: PowerPC_POWER5\n"
        "Number Of Processors: 8\nLPAR Info: 1 mail\nMemory Size: 262144 MB\n\n"
        "Network Information\n        Host Name: mail\n"
    )
    files = {"m/prtconf.txt": machine}
    for at in range(n):
        own = INI.replace("Mail01", f"Mail{at:05d}").replace("notesdata", f"data{at}")
        files[f"m/p{at}/notes.ini"] = f"{own}PartitionNumber={at + 1}\nTRANSLOG_Path=/log{at}\n"
    return files


KINDS = [
    Kind(
        "ports of a NOTES.INI",
        100,
        _ini(lambda n: "Ports=" + _each("P{0}", ",")(n) + "\n" + _each("P{0}=TCP,0,15,0\n")(n)),
    ),
    Kind("ports without settings", 400, _ini(lambda n: "Ports=" + _each("P{0}", ",")(n) + "\n")),
    Kind("one port", 400, _ini(lambda n: "Ports=" + "TCPIP," * n + "\n")),
    Kind("tasks of a NOTES.INI", 100, _ini(lambda n: "ServerTasks=" + _each("Updall x{0}", ",")(n) + "\n")),
    Kind("tasks nobody knows", 100, _ini(lambda n: "ServerTasks=" + _each("T{0}", ",")(n) + "\n")),
    Kind("one task", 200, _ini(lambda n: "ServerTasks=" + "Updall," * n + "\n")),
    Kind("tasks with other letters", 100, _ini(lambda n: "ServerTasks=" + _each("Ä{0}", ",")(n) + "\n")),
    Kind("settings nobody knows", 100, _ini(_each("Vendor_{0}=1\n"))),
    Kind("findings on lines", 50, _ini(_each("Vendor_{0} =1\n"))),
    Kind("one setting", 100, _ini(lambda n: "Server_Session_Timeout=30\n" * n)),
    Kind("one setting, other values", 100, _ini(_each("Server_Session_Timeout={0}\n"))),
    Kind("settings at hours", 50, _ini(_each("ServerTasksAt{0}=Updall\n"))),
    Kind("tasks at one hour", 50, _ini(lambda n: "ServerTasksAt3=" + _each("Updall x{0}", ",")(n) + "\n")),
    Kind(
        "program documents",
        20,
        _dxl("Program", "Source=Mail01/Acme;Program=updall;CmdLine=x{0};Enabled=1"),
    ),
    Kind("connection documents", 20, _dxl("Connection", "Source=Mail01/Acme;Destination=Hub{0};Enabled=1")),
    Kind("configuration documents", 20, _dxl("ServerConfig", "ServerName=Group{0};ServerTasks=x")),
    Kind("server documents of one", 20, _dxl("Server", "ServerName=Mail01/Acme;MailboxCount={0}")),
    Kind("server documents", 10, _dxl("Server", "ServerName=Mail{0}/Acme;MailboxCount=3")),
    Kind("rows of a mount table", 30, _beside("mount.txt", "", "/dev/sd{0} on /m{0} type ext4 (rw,relatime)\n")),
    Kind(
        "rows of df",
        30,
        _beside(
            "df.txt",
            "Filesystem 1K-blocks Used Available Use% Mounted on\n",
            "/dev/sd{0} 1000 500 500 50% /local/notesdata/m{0}\n",
        ),
    ),
    Kind(
        "arrays and volumes",
        10,
        _beside(
            "storage.toml",
            "",
            '[[array]]\nname = "a{0}"\nlevel = "RAID 5"\n'
            '[[volume]]\nmount = "/m{0}"\narray = "a{0}"\nholds = ["log"]\n',
        ),
    ),
    Kind(
        "statistics",
        50,
        _beside(
            "show-stat.txt",
            "> show stat\n",
            "  Disk./m{0}.Free = 1,000\n  Server.Users{0} = 3\n",
            "  2 statistics found\n",
        ),
    ),
    Kind(
        "lines of a console log",
        100,
        _beside("console.log", "", "11/20/2026 04:00:00 AM  Document NT0000{0:04X} in database a{0}.nsf is damaged\n"),
    ),
    Kind("servers of one name", FEW_SERVERS, _servers("Mail01/Acme")),
    Kind("servers", FEW_SERVERS, _servers("Mail{0}/Acme")),
    Kind("servers of many files", 4, _fleet),
    Kind("members of a cluster", 6, _cluster),
    Kind("clusters", 6, _clusters),
    Kind("partitions of a machine", 6, _partitions),
]


def _waivers(n: int) -> Files:
    rows = _each('[[waive]]\nrule = "LOG001"\nserver = "Mail{0}/Acme"\nreason = "agreed"\n')(n)
    return {**_servers("Mail{0}/Acme")(20), "domlint.toml": rows}


def _baseline(n: int) -> Files:
    """An earlier report on n servers of one name, of which twenty are still there."""
    with tempfile.TemporaryDirectory() as folder:
        place = _written(Path(folder), _servers("Mail{0}/Acme")(n))
        known = _printed(place, ["check", ".", "--isolated", "--format", "json"])
    return {**_servers("Mail{0}/Acme")(20), "known.json": known}


def _site_rules(n: int) -> Files:
    form = {"category": "logging", "first": "server_maxusers", "second": "server_session_timeout"}
    rules = (site_rules.RULE.format(id=f"LOG{500 + at}", number=at, **form) for at in range(n))
    return {"notes.ini": INI, **{f"rules/{at}.toml": rule for at, rule in enumerate(rules)}}


COMMANDS = [
    (Kind("waivers", 40, _waivers), "check . --config domlint.toml"),
    (Kind("rows of a baseline", 40, _baseline), "check . --isolated --baseline known.json"),
    (Kind("fixes of settings", 6, _ini(_each("Vendor_{0} =1\n"))), "fix . --isolated"),
    (Kind("fixes of servers", 3, _servers("Mail{0}/Acme")), "fix . --isolated"),
    (Kind("rules of a site", 10, _site_rules), "check notes.ini --isolated --rules rules"),
]

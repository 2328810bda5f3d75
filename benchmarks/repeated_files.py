"""Repeated files: kinds of files of which the number, or what stands in them, grows: n in, files out."""

import io
import math
import tarfile
from collections.abc import Callable
from typing import NamedTuple

from fleet import Fleet

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
FEW_SERVERS = 10
Files = dict[str, str]


class Kind(NamedTuple):
    """What repeats, n to begin with, and the files of n. most: of how many a limit lets a run go through."""

    name: str
    size: int
    made: Callable[[int], Files]
    most: float = math.inf


def ini(lines: Callable[[int], str]) -> Callable[[int], Files]:
    """A NOTES.INI with n of some lines."""
    return lambda n: {"notes.ini": INI + lines(n)}


def each(form: str, between: str = "") -> Callable[[int], str]:
    """A text with n of a form, in which {0} is the number of each."""
    return lambda n: between.join(form.format(at) for at in range(n))


def _beside(name: str, head: str, form: str, end: str = "") -> Callable[[int], Files]:
    """A file of n rows beside a NOTES.INI."""
    return lambda n: {"notes.ini": INI, name: head + each(form)(n) + end}


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


def servers(form: str) -> Callable[[int], Files]:
    """Servers; {0} in the form is the number of each."""
    return lambda n: {
        f"s{at}/notes.ini": INI.replace("Mail01/Acme", form.format(at)) + "Ports=LAN\nPORTS=X\n" for at in range(n)
    }


def fleet(n: int) -> Files:
    """Servers with seven files each."""
    made_up = Fleet.of()
    return {f"s{at}/{name}": text for at in range(n) for name, text in made_up.files(made_up.server(at)).items()}


def cluster(n: int) -> Files:
    """Members of one cluster."""
    members = each("   server: Mail{0:05d}/Acme, availability index: 90\n")(n)
    files = {}
    for at in range(n):
        shown = f"> show cluster\nCluster Information\nCluster name: Hubs, Server name: Mail{at:05d}/Acme\n"
        shown += f"Server cluster probe count: 476\nCluster members ({n})...\n{members}"
        files[f"s{at}/notes.ini"] = INI.replace("Mail01", f"Mail{at:05d}")
        files[f"s{at}/show-cluster.txt"] = shown
    return files


def clusters(n: int) -> Files:
    """Clusters of two members."""
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


def partitions(n: int) -> Files:
    """Servers of one machine."""
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


def config_map(n: int) -> Files:
    """Servers of one config map."""
    line = "  s{0}.ini: |\n" + "".join(f"    {line}\n" for line in (INI + "Ports=LAN\nPORTS=X").split("\n"))
    return {"cm.yaml": "kind: ConfigMap\ndata:\n" + each(line.replace("Mail01", "Mail{0}"))(n)}


def archive(n: int) -> Files:
    """Servers of one archive, which is text where its members are."""
    told = io.BytesIO()
    with tarfile.open(fileobj=told, mode="w") as tar:
        for path, text in servers("Mail{0}/Acme")(n).items():
            member = tarfile.TarInfo(path)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text.encode("ascii")))
    return {"servers.tar": told.getvalue().decode("ascii")}


def strange(n: int) -> Files:
    """Files that no reader takes, in as many folders."""
    return {"notes.ini": INI, **{f"f{at}/x.txt": f"What {at} is nobody knows.\n" * 20 for at in range(n)}}


arrays = _beside(
    "storage.toml",
    "",
    '[[array]]\nname = "a{0}"\nlevel = "RAID 5"\n[[volume]]\nmount = "/m{0}"\narray = "a{0}"\nholds = ["log"]\n',
)
KINDS = [
    Kind(
        "ports of a NOTES.INI",
        100,
        ini(lambda n: "Ports=" + each("P{0}", ",")(n) + "\n" + each("P{0}=TCP,0,15,0\n")(n)),
    ),
    Kind("ports without settings", 400, ini(lambda n: "Ports=" + each("P{0}", ",")(n) + "\n")),
    Kind("one port", 400, ini(lambda n: "Ports=" + "TCPIP," * n + "\n")),
    Kind("tasks of a NOTES.INI", 100, ini(lambda n: "ServerTasks=" + each("Updall x{0}", ",")(n) + "\n")),
    Kind("tasks nobody knows", 100, ini(lambda n: "ServerTasks=" + each("T{0}", ",")(n) + "\n")),
    Kind("one task", 200, ini(lambda n: "ServerTasks=" + "Updall," * n + "\n")),
    Kind("tasks with other letters", 100, ini(lambda n: "ServerTasks=" + each("Ä{0}", ",")(n) + "\n")),
    Kind("mail boxes", 50, ini(lambda n: "ServerTasks=" + each("ScanTask mail{0}.box", ",")(n) + "\n")),
    Kind("settings nobody knows", 100, ini(each("Vendor_{0}=1\n"))),
    Kind("findings on lines", 50, ini(each("Vendor_{0} =1\n"))),
    Kind("one setting", 100, ini(lambda n: "Server_Session_Timeout=30\n" * n)),
    Kind("one setting, other values", 100, ini(each("Server_Session_Timeout={0}\n"))),
    Kind("settings at hours", 50, ini(each("ServerTasksAt{0}=Updall\n"))),
    Kind("tasks at one hour", 50, ini(lambda n: "ServerTasksAt3=" + each("Updall x{0}", ",")(n) + "\n")),
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
    Kind("arrays and volumes", 10, arrays),
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
    Kind("servers of one name", FEW_SERVERS, servers("Mail01/Acme")),
    Kind("servers", FEW_SERVERS, servers("Mail{0}/Acme")),
    Kind("servers of many files", 4, fleet),
    Kind("servers of a config map", 3, config_map),
    Kind("servers of an archive", FEW_SERVERS, archive),
    Kind("files that nobody reads", 40, strange),
    Kind("members of a cluster", 6, cluster),
    Kind("clusters", 6, clusters),
    Kind("partitions of a machine", 6, partitions),
]

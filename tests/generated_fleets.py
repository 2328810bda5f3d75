"""Fleets made for tests: varied servers, servers that are nearly equal, and clusters with partitions and documents."""

from pathlib import Path
from random import Random

RELEASES = ["8.5.3FP6", "9.0.1FP10", "11.0.1FP8", "12.0.2FP3", "14.0", "14.5"]
TASKS = ["Update", "Replica", "Router", "AMgr", "AdminP", "HTTP", "CalConn", "Sched", "LDAP", "Collect"]
SETTINGS = [
    "AMgr_DocUpdateEventDelay", "Config_DB", "Console_Log_Enabled", "DDM_SecProbe_Person_Limit", "Debug_ThreadID",
    "DominoAsynchronizeAgents", "FTG_Use_Sys_Memory", "HTTPEnableThreadDebug", "HTTPJVMMaxHeapSize", "iNotes_WA_Areas",
    "JavaMaxHeapSize", "Log_AgentManager", "Log_Replication", "Log_Sessions", "Log_Tasks", "Mail_Log_To_MiscEvents",
    "MailMaxThreads", "Max_Users", "MinNewMailPoll", "NSF_DbCache_MaxEntries", "NSF_DbCache_Disable", "No_Force_Activity_Logging",
    "Num_Compact_Rebuilds", "PhoneLog", "Replicators", "Repl_Error_Tolerance", "Schedule_No_CalcStats", "Server_MaxUsers",
    "Server_Max_Concurrent_Trans", "Server_Max_Sessions", "Server_Pool_Tasks", "Server_Restricted", "Server_Show_Performance",
    "SMTP_Config_Update_Interval", "SSL_Disable_TLS_10", "TimeSeparator", "Update_Fulltext_Thread", "Update_No_Fulltext",
    "Updaters", "View_Rebuild_Dir",
]  # fmt: skip


def varied(folder: Path, count: int) -> None:
    """Write servers of a NOTES.INI each, with different releases, tasks, logs, known and unknown settings."""
    draw = Random(11)
    for number in range(count):
        lines = [
            *notes_ini(f"Mail{number:05}", draw.choice(RELEASES)),
            f"ServerTasks={','.join(draw.sample(TASKS, 7))}",
            f"TRANSLOG_Status={draw.choice([0, 1, 1])}",
            "TRANSLOG_Style=0",
            f"TRANSLOG_Path={draw.choice(['L:/log', 'D:/Domino/Data/txn'])}",
            f"TRANSLOG_MaxSize={draw.choice([192, 1024, 4096, 8192])}",
            f"Server_Session_Timeout={draw.choice([30, 45, 240, 480])}",
            f"NSF_BUFFER_POOL_SIZE_MB={draw.choice([256, 512, 1024, 2048])}",
            f"Server_Availability_Threshold={draw.choice([0, 50, 120])}",
            f"SERVER_TRANSINFO_NORMALIZE={draw.choice([1000, 3000])}",
            "ServerTasksAt2=Updall",
            "ServerTasksAt1=Catalog,Design",
            *(f"{name}={draw.randrange(99)}" for name in draw.sample(SETTINGS, 20)),
            *(f"Vendor_{draw.randrange(400)}={draw.randrange(9999)}" for _ in range(60)),
        ]
        write(folder / f"s{number:05}" / "notes.ini", lines)


def twins(folder: Path, count: int) -> None:
    """Write servers that differ in their names, and every fifth in one setting."""
    for number in range(count):
        lines = [*notes_ini(f"Twin{number:05}", "12.0.2FP3"), "TRANSLOG_Status=0", "ServerTasks=Update,Replica,Router"]
        lines.append(f"Server_Session_Timeout={480 if number % 5 == 0 else 45}")
        write(folder / f"s{number:05}" / "notes.ini", lines)


def clusters(folder: Path, count: int) -> None:
    """Write clusters of three members with documents; two of the members are partitions of one machine."""
    draw = Random(7)
    for cluster in range(count):
        members = [f"Hub{cluster}{letter}" for letter in "abc"]
        listed = [f"   server: {name}/Acme, availability index: {draw.randint(5, 100)}" for name in members]
        for number, name in enumerate(members):
            machine = folder / f"machine{cluster}-{min(number, 1)}"
            place = machine / name if number else machine
            write(
                place / "notes.ini",
                [
                    *notes_ini(name, draw.choice(RELEASES)),
                    f"PartitionNumber={number}",
                    "ServerTasks=Update,Replica,Router,AdminP,Cldbdir,Clrepl",
                    f"TRANSLOG_Status={draw.choice([0, 1])}",
                    "Ports=TCPIP",
                    "TCPIP=TCP,0,15,0",
                    f"MailMaxThreads={draw.randint(1, 25)}",
                ],
            )
            write(
                place / "show-cluster.txt",
                [
                    "> show cluster",
                    "Cluster Information",
                    f"Cluster name: Hubs{cluster}, Server name: {name}/Acme",
                    "Server cluster probe count: 476",
                    f"Cluster members ({len(listed)})...",
                    *listed,
                ],
            )
            items = {
                "TRANSLOG_Performance": "2",
                "DAOSMinObjSize": "65536",
                "HTTP_MaxActiveThreads": str(draw.randint(20, 90)),
            }
            write(place / "serverdoc.dxl", document("Server", name, items))
            items = {"Mail_Number_Of_MailBoxes": str(draw.randint(1, 4)), "MailMaxThreads": str(draw.randint(1, 25))}
            write(place / "configdoc.dxl", document("ServerConfig", name, items))


def notes_ini(name: str, release: str) -> list[str]:
    """Return the first lines of a server's NOTES.INI."""
    return [
        "[Notes]", "KitType=2", "Directory=D:\\Domino\\Data", "NotesProgram=C:\\Domino",
        f"ServerName=CN={name}/O=Acme", f"FaultRecovery_Build=Release {release}",
    ]  # fmt: skip


def document(form: str, server: str, items: dict[str, str]) -> list[str]:
    """Return a server's document as DXL."""
    fields = [f"<item name='{name}'><number>{value}</number></item>" for name, value in items.items()]
    return [
        "<?xml version='1.0' encoding='utf-8'?>",
        f"<document xmlns='http://www.lotus.com/dxl' version='14.0' form='{form}'>",
        f"<item name='Form'><text>{form}</text></item>",
        f"<item name='Type'><text>{form}</text></item>",
        f"<item name='ServerName' names='true'><text>CN={server}/O=Acme</text></item>",
        *fields,
        "</document>",
    ]


def write(path: Path, lines: list[str]) -> None:
    """Write a file, and make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")

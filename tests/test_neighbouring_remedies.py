"""A remedy sees its neighbours: the machine it would load, the other findings on a setting, and the disks it has."""

import data
import pytest
from judged import report_of

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory={}\nNotesProgram={}\nFaultRecovery_Build=Release 12.0.2\n"
LINUX = INI.format("/local/notesdata", "/opt/hcl/domino/notes/latest/linux")
WINDOWS = INI.format("D:\\Domino\\Data", "D:\\Domino")
STAT = "> show stat\n{}  Server.ElapsedTimeDays = 30.5\n"
CACHE = "".join(
    f"  Database.{name} = {figure}\n"
    for name, figure in {
        "DbCache.HighWaterMark": 1084, "DbCache.MaxEntries": 723, "DbCache.OvercrowdingRejections": 3764,
        "Database.BufferPool.PerCentReadsInBuffer": 61,
    }.items()
)  # fmt: skip
SHORT = "  Platform.Memory.RAM.TotalMBytes = 16,384\n  Platform.Memory.RAM.AvailMBytes = 612\n"
TRAVELER = "  Http.Workers = 40\n  Traveler.Push.Devices.Total = 1,822\n"
HEAP = "  Traveler.Memory.Java.Current = {}\n  Traveler.Memory.Java.Max = 4,096\n"
RUNS_TRAVELER = f"{LINUX}ServerTasks=Router,HTTP,Traveler\n"
ARCHIVED = f"{WINDOWS}TRANSLOG_Status=1\nTRANSLOG_Style=1\nTRANSLOG_Path=D:\\translog\n"
FULL = "  Disk.D.Free = 3,221,225,472\n  Disk.D.Size = 1,099,511,627,776\n"
LOG_FULL = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sda1 52403200 18230122 34173078 35% /\n/dev/sdb1 103809024 101809024 2000000 99% /translog\n"
ARCHIVED_ALONE = f"{LINUX}TRANSLOG_Status=1\nTRANSLOG_Style=1\nTRANSLOG_Path=/translog\n"
IN_DATA = "TRANSLOG_Status=1\nTRANSLOG_Path={}\n"
MACHINE = (
    "\nHost Name:                 MAIL01\nOS Name:                   Microsoft Windows Server 2019 Standard\n"
    "System Manufacturer:       {}\nSystem Model:              {}\n"
    "System Type:               x64-based PC\nTotal Physical Memory:     8,191 MB\nAvailable Physical Memory: 4,294 MB\n"
    "Virtual Memory: Max Size:  9,599 MB\nVirtual Memory: Available: 6,146 MB\nVirtual Memory: In Use:    3,453 MB\n"
    "Page File Location(s):     C:\\pagefile.sys\n"
)


def the_remedy(tmp_path, files, rule):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    found = {finding.name: finding.fix for server in [report_of([tmp_path])] for finding in server.findings}
    assert rule in found
    return found[rule]


SAID = {
    "threads, memory free": (RUNS_TRAVELER, TRAVELER, "traveler-http-threads-low", ["2187", "steps"], []),
    "threads, memory short": (RUNS_TRAVELER, TRAVELER + SHORT, "traveler-http-threads-low", ["while memory is short"], ["2187"]),
    "threads, heap full": (RUNS_TRAVELER, TRAVELER + HEAP.format("3,687"), "traveler-http-threads-low", ["3687 of 4096"], ["2187"]),
    "threads, heap free": (RUNS_TRAVELER, TRAVELER + HEAP.format("3,686"), "traveler-http-threads-low", ["2187"], []),
    "cache, memory short": (LINUX, CACHE + SHORT, "database-cache-overcrowded", ["while memory is short"], ["Maxentries"]),
    "an archived log beside databases": (f"{ARCHIVED}EXTMGR_ADDINS=acmebackup\n", FULL, "volume-nearly-full", ["Back up the transaction log", "databases"], []),
    "the same without a backup program": (ARCHIVED, FULL, "volume-nearly-full", ["Rename the log directory", "databases"], []),
}  # fmt: skip

LARGE = "  Platform.Memory.RAM.TotalMBytes = 65,536\n"
LOGGED = "[0FDC:0002-1DC0] 01/12/2026 09:10:11 AM  {}\n"
HEAP_FULL = "java.lang.OutOfMemoryError: Java heap space"
BY_CAUSE = {  # lines of the console log, more of NOTES.INI and statistics; words of the remedy, and words that it has not
    "HTTP's heap": (f"HTTP JVM: {HEAP_FULL}", "", "", "java-heap-ran-out", ["Restart the HTTP task"], ["Traveler"]),
    "Traveler's heap": (f"Traveler: {HEAP_FULL}", "", "", "java-heap-ran-out", ["Restart Traveler"], ["HTTPJVMMaxHeapSize"]),
    "agents' heap": (f"AMgr: {HEAP_FULL}", "", "", "java-heap-ran-out", ["JavaMaxHeapSize"], ["Restart the HTTP task"]),
    "Metaspace": ("HTTP JVM: java.lang.OutOfMemoryError: Metaspace", "", "", "java-heap-ran-out", ["outside the heap"], ["HTTPJVMMaxHeapSize"]),
    "two heaps": (f"HTTP JVM: {HEAP_FULL}\nTraveler: {HEAP_FULL}", "", "", "java-heap-ran-out", ["NTS_JAVA_PARMS"], []),
    "another owner's memory": ("PANIC: Cannot attach to shared memory region, due to insufficient access", "", "", "server-crashed", ["ipcs"], []),
    "a full disk": ("PANIC: Unable to write to the log, Insufficient disk space", "", "", "server-crashed", ["Make room"], ["FATAL"]),
    "a crash": ("PANIC: Object handle is invalid", "", "", "server-crashed", ["FATAL THREAD"], ["ipcs"]),
    "a heap on a large machine": ("", "HTTPJVMMaxHeapSize=256M\n", LARGE, "http-heap-below-default", ["65536 MB"], ["if the machine"]),
    "a heap on some machine": ("", "HTTPJVMMaxHeapSize=256M\n", "", "http-heap-below-default", ["if the machine"], []),
    "a cache on a large machine": ("", "NSF_DbCache_Maxentries=723\n", CACHE + LARGE, "database-cache-overcrowded", ["Remove NSF_DbCache"], []),
    "a cache on some machine": ("", "NSF_DbCache_Maxentries=723\n", CACHE, "database-cache-overcrowded", ["Raise NSF_DbCache"], []),
}  # fmt: skip


@pytest.mark.parametrize(("log", "more", "statistics", "rule", "words", "absent"), BY_CAUSE.values(), ids=BY_CAUSE)
def test_a_remedy_goes_by_the_cause_and_the_machine(tmp_path, log, more, statistics, rule, words, absent):
    files = {"notes.ini": LINUX + more, "stat.txt": STAT.format(statistics)}
    if log:
        files["console.log"] = "".join(map(LOGGED.format, log.splitlines()))
    fix = the_remedy(tmp_path, files, rule)
    assert [word for word in words if word not in fix.summary] == []
    assert [word for word in absent if word in fix.summary] == []


@pytest.mark.parametrize(("ini", "statistics", "rule", "words", "absent"), SAID.values(), ids=SAID)
def test_what_a_remedy_says(tmp_path, ini, statistics, rule, words, absent):
    fix = the_remedy(tmp_path, {"notes.ini": ini, "stat.txt": STAT.format(statistics)}, rule)
    assert [word for word in words if word not in fix.summary] == []
    assert [word for word in absent if word in fix.summary] == []
    assert bool(fix.fields) == ("2187" in fix.summary)


@pytest.mark.parametrize(
    ("backup", "begin"), [("EXTMGR_ADDINS=acmebackup\n", "Back up the transaction log now, so"), ("", "Enlarge the")]
)
def test_a_volume_that_holds_an_archived_log_alone(tmp_path, backup, begin):
    files = {"notes.ini": f"{ARCHIVED_ALONE}{backup}", "df.txt": LOG_FULL}
    assert the_remedy(tmp_path, files, "volume-nearly-full").summary.startswith(begin)


@pytest.mark.parametrize("setting", ["NSF_BUFFER_POOL_SIZE_MB=512", "NSF_BUFFER_POOL_SIZE=360000000"])
@pytest.mark.parametrize("rule", ["buffer-pool-pinned", "database-cache-overcrowded", "buffer-pool-reads-low"])
def test_a_small_pool_is_mended_by_one_change(tmp_path, rule, setting):
    fix = the_remedy(tmp_path, {"notes.ini": f"{LINUX}{setting}\n", "stat.txt": STAT.format(CACHE)}, rule)
    assert [(edit.action, edit.name.upper()) for edit in fix.edits] == [("remove", setting.partition("=")[0])]


LINES = {  # the line, the rules that change it, and what it is after all changes
    "two tasks": ("Compact -B -S10,Fixup -F", ["compact-breaks-backup-chain", "fixup-on-logged-databases"], "compact -b -S10"),
    "three tasks": (
        "Object Info -Full,Compact -B,UpdAll,Fixup", ["compact-breaks-backup-chain", "fixup-on-logged-databases", "shared-mail-task-left"],
        "compact -b,UpdAll",
    ),
    "one task": ("Compact -B,UpdAll", ["compact-breaks-backup-chain"], "compact -b,UpdAll"),
    "nothing is left": ("Object Info -Full,Fixup", ["fixup-on-logged-databases", "shared-mail-task-left"], ""),
}  # fmt: skip


@pytest.mark.parametrize(("line", "rules", "final"), LINES.values(), ids=LINES)
def test_findings_on_one_line_print_the_final_line(tmp_path, line, rules, final):
    files = {"notes.ini": f"{ARCHIVED_ALONE}ServerTasksAt4={line}\n"}
    for rule in rules:
        fix = the_remedy(tmp_path, files, rule)
        assert [(edit.name, edit.to) for edit in fix.edits] == [("ServerTasksAt4", final)]
        assert [one.command for one in fix.commands] == [f"set config ServerTasksAt4={final}"]
        assert fix.safety == ("unsafe" if "compact-breaks-backup-chain" in rules else "safe")
        assert [other for other in rules if other != rule and other not in fix.summary] == []


PROTOCOLS = {
    "all": ("HTTP,POP3,Router,IMAP,LDAP,SMTP", ["http", "smtp", "ldap", "imap", "pop3"]),
    "two": ("Router,LDAP,POP3", ["ldap", "pop3"]),
    "none": ("Router", []),
}


@pytest.mark.parametrize(("tasks", "restarted"), PROTOCOLS.values(), ids=PROTOCOLS)
def test_every_protocol_that_runs_is_restarted(tmp_path, tasks, restarted):
    ini = f"{LINUX}ServerTasks={tasks}\nSSL_ENABLE_INSECURE_SSLV2_HELLO=1\n"
    fix = the_remedy(tmp_path, {"notes.ini": ini}, "insecure-tls-on")
    typed = [one.command.removeprefix("restart task ") for one in fix.commands if one.command.startswith("restart")]
    assert typed == restarted


def test_a_port_is_bound_by_a_line_with_its_own_name(tmp_path):
    ini = f"{LINUX}Ports=TCPIP,CLUSTER\nTCPIP=TCP,0,15,0\nCLUSTER=TCP,0,15,0\nTCPIP_TCPIPAddress=0,192.0.2.5\n"
    fix = the_remedy(tmp_path, {"notes.ini": ini}, "port-unbound")
    assert "CLUSTER_TCPIPAddress=" in fix.summary
    assert " TCPIP_TCPIPAddress=" not in fix.summary


ROOMS = {  # size and free space of the volume, the log's directory on it, and whether a larger log has room there
    "much is free": (200, 100, "/local/translog", True),
    "little is free": (200, 8, "/local/translog", False),
    "a tenth is left": (100, 14, "/local/translog", True),
    "less than a tenth is left": (100, 13, "/local/translog", False),
    "a volume for the log alone": (9, 8, "/translog", True),
    "a small volume for the log alone": (4, 3, "/translog", False),
}


@pytest.mark.parametrize(("size", "free", "path", "has_room"), ROOMS.values(), ids=ROOMS)
def test_a_log_grows_where_its_volume_has_room(tmp_path, size, free, path, has_room):
    ini = f"{LINUX}TRANSLOG_Status=1\nTRANSLOG_Path={path}\nTRANSLOG_MaxSize=192\n"
    mount = "/translog" if path == "/translog" else "/local"
    gigabyte, rows = 1024**2, [("/dev/sda1", 100, 80, "/"), ("/dev/sdb1", size, free, mount)]
    table = "".join(
        f"{device} {of * gigabyte} {(of - left) * gigabyte} {left * gigabyte} {100 * (of - left) // of}% {where}\n"
        for device, of, left, where in rows
    )
    heading = "Filesystem 1K-blocks Used Available Use% Mounted on\n"
    fix = the_remedy(tmp_path, {"notes.ini": ini, "df.txt": heading + table}, "transaction-log-small")
    assert bool(fix.fields) == has_room
    assert fix.summary.startswith("Do not enlarge") != has_room


MACHINES = {
    "a virtual machine": (MACHINE.format("VMware, Inc.", "VMware7,1"), False),
    "hardware": (MACHINE.format("Dell Inc.", "PowerEdge R740"), True),
}


@pytest.mark.parametrize(("settings", "rule"), [
        (IN_DATA.format("D:\\Domino\\Data\\log"), "transaction-log-in-data-directory"),
        ("TRANSLOG_Status=0\n", "transaction-logging-off"),
])  # fmt: skip
@pytest.mark.parametrize(("machine", "mirrored"), MACHINES.values(), ids=MACHINES)
def test_mirrored_disks_are_for_hardware(tmp_path, machine, mirrored, settings, rule):
    fix = the_remedy(tmp_path, {"notes.ini": WINDOWS + settings, "systeminfo.txt": machine}, rule)
    assert ("mirrored" in fix.summary) == mirrored
    assert mirrored or "storage with redundancy" in fix.summary


SSACLI = data.text("neighbouring_remedies/ssacli.txt")
ON_ONE_ARRAY = (
    f"{LINUX}TRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\nDAOSEnable=1\nDAOSBasePath=DAOS\nDAOSMinObjSize=4096\n"
)
OF_THE_LAYOUT = {"transaction-log-shares-array", "single-data-array", "daos-minimum-size-low", "daos-in-data-directory"}


@pytest.mark.parametrize(
    ("array", "drive", "found"), [("OK", "OK", OF_THE_LAYOUT), ("Failed", "Failed", {"array-failed"})]
)
def test_nothing_is_said_of_the_layout_of_a_dead_array(tmp_path, array, drive, found):
    (tmp_path / "notes.ini").write_text(ON_ONE_ARRAY)
    (tmp_path / "ssacli.txt").write_text(SSACLI.format(array, drive))
    names = {finding.name for finding in report_of([tmp_path]).findings}
    assert names & (OF_THE_LAYOUT | {"array-failed"}) == found

"""A finding's severity and remedy on a server with several faults."""

import pytest
from judged import report_of

LINUX = (
    "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\n"
    "NotesProgram=/opt/hcl/domino/notes/latest/linux\nFaultRecovery_Build=Release 12.0.2\n"
)
MDSTAT = "Personalities : [raid1]\nmd1 : active raid1 {}\n      972574976 blocks [2/1] [_U]\n      {}\n\nunused devices: <none>\n"
UNIT = "[Service]\nExecStart=/opt/nashcom/startscript/rc_domino_script start\nLimitNOFILE={}\nTimeoutStopSec={}\n"
LOGGED = "[1911:0009-7F5B] 11/18/2026 08:00:11 AM  {}\n"
CORRUPT = "Error updating document NT00000C2E in database /local/notesdata/mail/a.nsf: Database is corrupt -- Cannot allocate space"
RESYNC = "DAOSMGR: DAOS catalog state is NEEDS RESYNC"
DF = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sda1 100000000 1000 90000000 1% /\n/dev/sdb1 100000000 1000 {1} {2}% {0}\n"
FREE = (
    "              total        used        free      shared  buff/cache   available\n"
    "Mem:        8307364     7904120      204116       12112      199128      281004\n"
    "Swap:       2097148     2097148           0\n"
)
ARCHIVED = "TRANSLOG_Status=1\nTRANSLOG_Style=1\nTRANSLOG_Path=/local/translog\n"
VMWARE = (
    '{"blockdevices": [{"name": "sda", "kname": "sda", "path": "/dev/sda", "size": "800G", "rota": false, "type": "disk",'
    ' "tran": null, "model": "Virtual disk", "vendor": "VMware", "children": [{"name": "sda1", "path": "/dev/sda1",'
    ' "fstype": "xfs", "mountpoint": "/local", "size": "400G", "type": "part"}, {"name": "sda2", "path": "/dev/sda2",'
    ' "fstype": "xfs", "mountpoint": "/", "size": "40G", "type": "part"}]}]}'
)

ADVICE = {  # files, the rule, its severity, words of its remedy, and words that it has not
    "the new disk is in": (
        {"mdstat.txt": MDSTAT.format("sda2[2] sdb2[1]", "resync=DELAYED")}, "array-degraded", "high", ["Wait"], ["replaced"]),
    "a reshape with a spare": (
        {"mdstat.txt": MDSTAT.format("sda2[2](S) sdb2[1]", "[=>..] reshape = 4.1% (1/9) finish=1.0min speed=1K/sec")},
        "array-degraded", "high", ["Let the reshape finish"], []),
    "only a hot spare failed": (
        {"cciss.txt": "/dev/sda: (Smart Array P410i) RAID 5 Volume 0 status: OK.   At least one spare drive has failed.\n"
            "  Failed drives:\n         connector 1I box 1 bay 4    HP   EF0300   6SJ8   HPD6\n"},
        "disk-failing", "medium", ["hot spare", "bay 4"], ["rebuild"]),
    "files ran out": (
        {"notes.ini": LINUX, "domino.service": UNIT.format(1024, 300), "console.log": LOGGED.format("PANIC: Too many open files")},
        "server-crashed", "medium", ["open-files-limit-low"], ["FATAL"]),
    "a restart that systemd would end": (
        {"notes.ini": LINUX, "domino.service": UNIT.format(1024, 30)}, "open-files-limit-low", "medium", ["TimeoutStopSec=300"], []),
    "a restart in good order": (
        {"notes.ini": LINUX, "domino.service": UNIT.format(1024, 300)}, "open-files-limit-low", "medium", [], ["TimeoutStopSec"]),
    "no room for a repair": (
        {"notes.ini": LINUX, "df.txt": DF.format("/local", 6000000, 94), "console.log": LOGGED.format(CORRUPT)},
        "database-damaged", "high", ["Make room"], []),
    "room for a repair": (
        {"notes.ini": LINUX, "df.txt": DF.format("/local", 60000000, 40), "console.log": LOGGED.format(CORRUPT)},
        "database-damaged", "high", ["Back up"], ["Make room"]),
    "a heap larger than the memory": (
        {"notes.ini": LINUX + "ServerTasks=Router,HTTP\nHTTPJVMMaxHeapSize=16G\n", "free.txt": FREE},
        "memory-short", "medium", ["java-heap-exceeds-memory"], []),
    "a heap to be kept while memory is short": (
        {"notes.ini": LINUX + "HTTPJVMMaxHeapSize=6144M\n", "free.txt": FREE}, "http-heap-size-not-kept", "info", ["while memory is short"], []),
    "agents while memory is short": (
        {"notes.ini": LINUX, "free.txt": FREE, "console.log": LOGGED.format("AMgr: java.lang.OutOfMemoryError: Java heap space")},
        "java-heap-ran-out", "medium", ["Do not raise a heap"], ["raise JavaMaxHeapSize"]),
    "a full log with DAOS": (
        {"notes.ini": LINUX + ARCHIVED + "DAOSEnable=1\n", "df.txt": DF.format("/local/translog", 2000000, 98)},
        "archive-logging-needs-backup", "high", ["Leave transactional logging itself switched on"], ["Disabled"]),
    "a full volume with DAOS": (
        {"notes.ini": LINUX + ARCHIVED + "DAOSEnable=1\n", "df.txt": DF.format("/local/translog", 2000000, 98)},
        "volume-nearly-full", "high", ["Neither needs a restart"], ["Disabled"]),
    "a full log without DAOS": (
        {"notes.ini": LINUX + ARCHIVED, "df.txt": DF.format("/local/translog", 2000000, 98)},
        "volume-nearly-full", "high", ["Disabled"], []),
    "a catalog while objects are deleted at once": (
        {"notes.ini": LINUX + "DAOSEnable=1\nDAOSDeferredDeleteInterval=0\n", "console.log": LOGGED.format(RESYNC)},
        "daos-catalog-not-synchronized", "low", ["daos-deletes-at-once"], []),
    "a catalog alone": (
        {"notes.ini": LINUX + "DAOSEnable=1\n", "console.log": LOGGED.format(RESYNC)},
        "daos-catalog-not-synchronized", "low", ["quiet hour"], ["daos-deletes-at-once"]),
    "a misspelt default": ({"notes.ini": LINUX + "Server_Max_Users=0\n"}, "setting-misspelt", "low", ["Remove Server_Max_Users"], []),
    "a misspelt limit": ({"notes.ini": LINUX + "Server_Max_Users=40\n"}, "setting-misspelt", "medium", ["Correct Server_Max_Users"], []),
    "a file of another program": (
        {"volt.json": '{"notesini": {"ServerTasks": "http"}, "testusers": {"certifierPassword": "passw0rd"}}'},
        "password-in-clear", "high", ["cannot hold references"], ["Replace"]),
    "a virtual disk on flash": (
        {"notes.ini": LINUX + "TRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n", "lsblk.json": VMWARE},
        "transaction-log-shares-array", "info", ["virtual disk"], ["pair of disks"]),
}  # fmt: skip


@pytest.mark.parametrize(("files", "rule", "severity", "words", "absent"), ADVICE.values(), ids=ADVICE)
def test_advice_goes_by_the_other_files(tmp_path, files, rule, severity, words, absent):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    finding = next(one for one in report_of([tmp_path]).findings if one.name == rule)
    assert finding.severity == severity
    assert [word for word in words if word not in finding.fix.summary] == []
    assert [word for word in absent if word in finding.fix.summary] == []

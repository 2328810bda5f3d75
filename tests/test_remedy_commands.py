"""What the remedies of AIX, clusters, tasks and logging give to type: with this server's values, and nothing made up."""

import json

import pytest
from tickets import remedy_of

AIX = "NotesProgram=/opt/ibm/domino/notes/latest/ibmpow\nDirectory=/notesdata/mail01\n"
VOLUME = '[[volume]]\nmount = "E:"\nfile_system = "{}"\n'
MEMBER = "ServerTasks=Update,Replica,Router,Cldbdir,Clrepl\n"
MOUNTED = (
    "  node       mounted        mounted over    vfs       date        options\n"
    "-------- ---------------  ---------------  ------ ------------ ---------------\n"
    "         /dev/hd4         /                jfs2   Jul 01 10:00 rw,log=/dev/hd8\n"
    "         /dev/fslv00      /notesdata       jfs2   Jul 01 10:00 {}\n"
)
LISTED = "#MountPoint:Device:Vfs:Nodename:Type:Size:Options:AutoMount:Acct\n/notesdata:/dev/fslv00:jfs2:::41943040:{}:yes:no\n"
SHOW_CLUSTER = "Cluster Information\nCluster name: CL1, Server name: Mail01/Acme\nCluster members ({0})...\n" + "".join(
    f"     server: Mail0{n}/Acme, availability index: 9{n}\n" for n in (1, 2, 3)
)
QUEUE = "> show stat\n  Replica.Cluster.SecondsOnQueue.Avg = 1565\n  Server.Users = 3\n"
REMOUNT = ["umount /notesdata", "mount /notesdata"]
BUSY = '"(PDH-CSV 4.0)","\\\\MAIL01\\LogicalDisk({})\\% Disk Time"\n"07/12/1999 10:00:05.000","{}"\n'
TYPED = [  # the rule, NOTES.INI, further files, what is typed
    (
        "aix-concurrent-io-mount", AIX, {"mount.txt": MOUNTED.format("rw,noatime,cio,log=INLINE")},
        ["chfs -a options=rw,noatime /notesdata", *REMOUNT],
    ),
    (
        "aix-concurrent-io-mount", AIX,
        {"mount.txt": MOUNTED.format("rw,cio,log=INLINE"), "lsfs.txt": LISTED.format("rw,noatime")}, REMOUNT,
    ),
    (
        "aix-concurrent-io-mount", AIX,
        {"mount.txt": MOUNTED.format("rw,log=INLINE"), "lsfs.txt": LISTED.format("rw,dio,rbrw")},
        ["chfs -a options=rw,rbrw /notesdata"],
    ),
    (
        "aix-file-cache-unbounded", AIX,
        {"oslevel.txt": "5300-03\n", "vmo.txt": " lru_file_repage = 1\n maxclient% = 80\n maxperm% = 80\n minperm% = 20\n"},
        ["vmo -p -o lru_file_repage=0 -o minperm%=3"],
    ),
    (
        "aix-restricted-tunable-set", AIX,
        {"oslevel.txt": "7100-05-03-1846\n", "vmo.txt": " maxclient% = 10\n maxperm% = 90\n minperm% = 3\n"},
        ["vmo -p -d maxclient%"],
    ),
    (
        "aix-restricted-tunable-set", AIX,
        {"oslevel.txt": "6100-04\n", "vmo.txt": " lru_file_repage = 1\n maxclient% = 10\n maxperm% = 10\n minperm% = 3\n"},
        ["vmo -p -d maxperm% -d maxclient% -d lru_file_repage"],
    ),
    (
        "aix-restricted-tunable-set", AIX,
        {"oslevel.txt": "7100-05-03-1846\n", "nextboot.txt": "vmo:\n        lru_file_repage = \"1\"\n"}, [],
    ),
    (
        "aix-maxuproc-low", AIX + "FaultRecovery_Build=Release 7.0.2\n",
        {"oslevel.txt": "5300-03\n", "lsattr.txt": "maxuproc 40 Maximum number of PROCESSES allowed per user True\n"},
        ["chdev -l sys0 -a maxuproc=128"],
    ),
    (
        "aix-iocp-unavailable", AIX + "FaultRecovery_Build=Release 8.5.3\n",
        {"lsdev.txt": "iocp0 Defined  I/O Completion Ports\n"},
        ["mkdev -l iocp0", "chdev -l iocp0 -P -a autoconfig=available"],
    ),
    ("availability-threshold-out-of-range", "Server_Availability_Threshold=101\n", {},
     ["set config Server_Availability_Threshold="]),
    ("availability-threshold-always-busy", "Server_Availability_Threshold=100\n" + MEMBER, {},
     ["set config Server_Availability_Threshold=0"]),
    ("cluster-replication-disabled", "FaultRecovery_Build=Release 12.0.2\nDisable_Cluster_Replicator=1\n" + MEMBER, {},
     ["set config Disable_Cluster_Replicator=0", "load clrepl"]),
    ("cluster-replication-behind", MEMBER, {"stat.txt": QUEUE}, ["load clrepl"]),
    ("cluster-replication-behind", MEMBER, {"stat.txt": QUEUE, "typeperf.csv": BUSY.format("0", 99)}, []),
    ("cluster-replication-behind", MEMBER, {"stat.txt": QUEUE, "typeperf.csv": BUSY.format("0", 98)}, ["load clrepl"]),
    ("cluster-replication-behind", "Directory=F:\\notes\\data\n" + MEMBER,
     {"stat.txt": QUEUE, "typeperf.csv": BUSY.format("F:", 100)}, []),
    ("cluster-replication-behind", "FaultRecovery_Build=Release 5.0.12\n" + MEMBER.replace("Clrepl", "Clrepl,Clrepl"),
     {"stat.txt": QUEUE, "cluster.txt": SHOW_CLUSTER.format(3)}, ["load clrepl"]),
    ("cluster-port-not-enabled", "Ports=TCPIP\nTCPIP=TCP,0,15,0\nServer_Cluster_Default_Port=CLUSTER\n", {},
     ["set config Server_Cluster_Default_Port="]),
    ("batch-task-at-start", "ServerTasks=Update,Updall,Router, Fixup -F ,Updall names.nsf -R\n", {},
     ["set config ServerTasks=Update,Router,Updall names.nsf -R"]),
    ("batch-task-at-start", "ServerTasks=Updall\n", {}, []),
    ("updall-and-dbmt-together",
     "FaultRecovery_Build=Release 12.0.2\nServerTasks=Update,DBMT\nServerTasksAt2=UpdAll,Object Collect mailobj.nsf\n", {},
     ["set config ServerTasksAt2=Object Collect mailobj.nsf"]),
    ("updall-and-dbmt-together",
     "FaultRecovery_Build=Release 12.0.2\nServerTasks=Update,DBMT\nServerTasksAt2=UpdAll\n", {},
     ["set config ServerTasksAt2="]),
    ("updall-and-dbmt-together",
     "FaultRecovery_Build=Release 12.0.2\nServerTasks=Update,DBMT\nServerTasksAt2=UpdAll\nServerTasksAt5=UpdAll\n", {}, []),
    ("replication-requests-refused", "ServerNoReplRequests=1\n", {}, ["set config ServerNoReplRequests=0"]),
    ("log-control-rebuild-left-on", "TRANSLOG_Recreate_Logctrl=1\n", {}, ["set config TRANSLOG_Recreate_Logctrl=0"]),
    ("domino-on-fat", "NotesProgram=C:\\Domino\nDirectory=E:\\Data\n", {"storage.toml": VOLUME.format("FAT32")},
     ["convert E: /fs:ntfs"]),
    ("domino-on-fat", "NotesProgram=C:\\Domino\nDirectory=E:\\Data\n", {"storage.toml": VOLUME.format("exFAT")}, []),
    ("transaction-logging-off", "FaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=0\n", {}, []),
    ("full-text-indexing-off", "FaultRecovery_Build=Release 8.5\nUpdate_No_Fulltext=1\n", {},
     ["set config Update_No_Fulltext=0", "restart task update"]),
    ("full-text-indexing-off", "FaultRecovery_Build=Release 8.0.2\nUpdate_No_Fulltext=1\n", {},
     ["set config Update_No_Fulltext=0", "tell update quit", "load update"]),
    ("full-text-indexing-off", "Update_No_Fulltext=1\n", {},
     ["set config Update_No_Fulltext=0", "tell update quit", "load update"]),
]  # fmt: skip


@pytest.fixture
def fixes(domlint, tmp_path):
    def of(name, ini, files):
        """The remedies of one rule, for a server with these files."""
        for file, text in {
            "notes.ini": "[Notes]\nKitType=2\n" + ("" if "Directory=" in ini else "Directory=/local/notesdata\n") + ini,
            **files,
        }.items():
            (tmp_path / file).write_text(text, encoding="utf-8")
        report = json.loads(domlint("check", ".", "--format", "json", "--isolated", "--select", name).stdout)
        return [remedy_of(one, report) for one in report["findings"]]

    return of


@pytest.mark.parametrize(("name", "ini", "files", "lines"), TYPED)
def test_what_is_typed(name, ini, files, lines, fixes):
    typed = [[command["command"] for command in fix.get("commands", ())] for fix in fixes(name, ini, files)]
    assert typed
    assert all(each == lines for each in typed)


@pytest.mark.parametrize(("name", "ini"), [
        ("transaction-logging-off", "FaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=0\n"),
        ("automatic-fixup-off", "FaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=1\nTRANSLOG_AutoFixup=0\n"),
    ("transaction-log-over-circular-limit",
        "FaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=1\nTRANSLOG_Style=0\nTRANSLOG_MaxSize=8192\n"),
])  # fmt: skip
def test_what_the_server_document_owns_is_not_edited_in_notes_ini(name, ini, fixes):
    [fix] = fixes(name, ini, {})
    assert "Server document" in fix["summary"]
    assert "Do not edit NOTES.INI" in fix["summary"]
    assert "commands" not in fix


def test_logging_off_names_the_price_and_the_backup(fixes):
    [fix] = fixes("transaction-logging-off", "FaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=0\n", {})
    assert "12 to 29 %" in fix["summary"]
    assert "full backup" in fix["summary"]


UNDO = ["set config Update_No_Fulltext=1", "tell update quit", "load update"]


def test_an_undo_restarts_a_task_after_the_changes(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nDirectory=/local/notesdata\nUpdate_No_Fulltext=1\n")
    done = domlint("check", ".", "--isolated", "--select", "VIEW004", "--format", "markdown")
    undo = done.out.partition("Undo, at the same place:")[2]
    assert [line.strip() for line in undo.splitlines() if line.strip() in UNDO] == UNDO

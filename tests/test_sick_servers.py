"""Servers that an administrator calls sick get no grade A or B."""

import json

import pytest
from laid import lay

INI = """\
[Notes]
KitType=2
NotesProgram={program}
Directory={data}
FaultRecovery_Build=Release {release}
ServerName={name}
Ports=TCPIP
TCPIP=TCP,0,15,0,,12288
ServerTasks=Update,Replica,Router,AMgr,AdminP
{more}
"""
WINDOWS = {"program": r"D:\Domino", "data": r"D:\Domino\data"}
LINUX = {"program": "/opt/hcl/domino/notes/latest/linux", "data": "/notesdata"}

MAIL = {  # a damaged mail file, a full disk, Java out of memory, a small buffer pool, one MAIL.BOX
    "notes.ini": INI.format(
        **WINDOWS, release="12.0.2FP1", name="Mail31/Acme",
        more="NSF_BUFFER_POOL_SIZE_MB=512\nTRANSLOG_Status=1\nTRANSLOG_Path=E:\\translog\n",
    ),
    "show-stat.txt": """\
> show stat
  Database.Database.BufferPool.PerCentReadsInBuffer = 71.4
  Disk.D.Free = 38,482,906,972
  Disk.D.Size = 1,099,511,627,776
  Mail.Dead = 3,321
  Mail.Mailbox.AccessConflicts = 89,000
  Mail.Mailbox.Accesses = 1,000,000
  Mem.PhysicalRAM = 68,719,476,736
  Server.ElapsedTime = 4 days 04:12:44
  Server.MailBoxes = 1
  Server.Name = Mail31/Acme
  Sem.Timeouts = 0931:90122
""",
    "console.log": """\
[0ABC:0002-0DEF] 11/20/2026 08:00:00 AM  Database is corrupt -- Cannot allocate space: mail\\a.nsf
[0ABC:0002-0DEF] 11/20/2026 09:00:00 AM  java.lang.OutOfMemoryError: Java heap space
[0ABC:0002-0DEF] 11/20/2026 10:00:00 AM  Router: Mail was transferred
""",
}  # fmt: skip
HUB = {  # one fabric is down, the log volume fills in archive style, the server is always BUSY
    "notes.ini": INI.format(
        **LINUX, release="12.0.2FP6", name="Hub31/Acme",
        more="TRANSLOG_Status=1\nTRANSLOG_Style=1\nTRANSLOG_Path=/translog\nEXTMGR_ADDINS=dombackup\n"
        "Server_Availability_Threshold=100\n",
    ),
    "df.txt": """\
Filesystem                    1K-blocks      Used Available Use% Mounted on
/dev/mapper/rhel-root          52403200  18230122  34173078  35% /
/dev/mapper/vgdata-notesdata  943718400 901223412  42494988  96% /notesdata
/dev/mapper/vglog-translog    103809024  96012033   7796991  93% /translog
""",
    "multipath.txt": """\
mpatha (360050768018e8a6b1800000000000012) dm-2 IBM,2145
size=500G features='1 queue_if_no_path' hwhandler='0' wp=rw
|-+- policy='service-time 0' prio=50 status=active
| `- 1:0:0:1 sdb 8:16 active ready running
`-+- policy='service-time 0' prio=10 status=enabled
  `- 2:0:0:1 sdc 8:32 failed faulty running
mpathb (360050768018e8a6b1800000000000013) dm-3 IBM,2145
size=500G features='1 queue_if_no_path' hwhandler='0' wp=rw
|-+- policy='service-time 0' prio=50 status=active
| `- 1:0:0:2 sdd 8:48 active ready running
`-+- policy='service-time 0' prio=10 status=enabled
  `- 2:0:0:2 sde 8:64 failed faulty running
""",
}  # fmt: skip
UPGRADED = {  # 8.5.3 to 14: old figures for heap and buffer pool, the log beside the databases, old ciphers
    "notes.ini": INI.format(
        **WINDOWS, release="14.0", name="Old31/Acme",
        more="HTTPJVMMaxHeapSize=128M\nHTTPJVMMaxHeapSizeSet=1\nNSF_Buffer_Pool_Size_MB=300\nTRANSLOG_Status=1\n"
        "TRANSLOG_Path=D:\\Domino\\data\\logdir\nTRANSLOG_UseAll=1\nUSE_WEAK_SSL_CIPHERS=1\nDEBUG_OUTFILE=D:\\debug.txt\n"
        "Server_Restricted=1\n",
    ),
}  # fmt: skip
NEGLECTED = {  # connector headers trusted, Java open for a debugger, two passwords, a full disk
    "notes.ini": INI.format(
        **WINDOWS, release="14.0", name="Bad31/Acme",
        more="HTTPEnableConnectorHeaders=1\nHTTPEnableDangerousConnectorHeaders=1\nJavaEnableDebug=1\n"
        "JavaDebugOptions=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:8000\nNTS_DBPASSWORD=abc12345\n"
        "TRANSLOG_Status=1\nTRANSLOG_Path=D:\\Domino\\data\\logdir\n",
    ),
    "show-stat.txt": "> show stat\n  Disk.D.Free = 3,221,225,472\n  Disk.D.Size = 1,099,511,627,776\n"
    "  Server.Name = Bad31/Acme\n",
}  # fmt: skip

SERVERS = {"mail": (MAIL, "CDF"), "hub": (HUB, "CD"), "upgraded": (UPGRADED, "C"), "neglected": (NEGLECTED, "F")}


@pytest.mark.parametrize("name", SERVERS)
def test_a_sick_server_gets_no_a_or_b(name, domlint, tmp_path):
    files, grades = SERVERS[name]
    lay(tmp_path, files)
    (server,) = json.loads(domlint("check", ".", "--isolated", "--format", "json").stdout)["servers"]
    assert server["grade"] in {*grades}

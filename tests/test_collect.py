"""`domlint collect`: the scripts run in every shell of this machine, with made-up tools and a made-up server."""

import json
import os
import re
import runpy
import shutil
import stat
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import collecting, pack, readers
from advisor.facts import Fact
from advisor.report import masking
from advisor.source import Source
from advisor.values import secrets

CATALOGUE = pack.builtin().catalogue
TABLE = runpy.run_path(str(Path(__file__).with_name("secret_lines.py")))
INI = b"[Notes]\r\nKitType=2\r\nServerName=Mail01/Acme\r\nDirectory=/local/notesdata\r\nNotesProgram=/opt/hcl/domino/notes/latest/linux\r\nServer_Console_Password=hunter2\r\nTRANSLOG_Status=1\r\nTRANSLOG_Path=/local/translog\r\n"
DXL = b"<?xml version='1.0' encoding='utf-8'?>\n<document form='Server'>\n<item name='SMTPAuthPassword'\n sign='true'><text>hunter2</text></item><item name='HTTP_Port'><number>80</number></item>\n</document>\n"
TREE = '{"blockdevices": [{"name": "sda", "path": "/dev/sda", "type": "disk", "rota": false, "mountpoint": "/"}]}\n'
DF = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 100 60 40 60% /\n/dev/md0 100 60 40 60% /local\n"
MOUNTS = "/dev/sda1 on / type ext4 (rw,relatime)\n/dev/md0 on /local type xfs (rw)\n"
MDSTAT = "Personalities : [raid1]\nmd0 : active raid1 sda3[0] sdb3[1]\n      100 blocks super 1.2 [2/2] [UU]\n\nunused devices: <none>\n"
MDADM = "/dev/md0:\n           Version : 1.2\n        Raid Level : raid1\n      Raid Devices : 2\n             State : clean\n"
SSACLI = "\nSmart Array P410i in Slot 0 (Embedded)\n   Slot: 0\n   Cache Status: OK\n   Array: A\n      Logical Drive: 1\n         Fault Tolerance: 1\n"
STORCLI = (
    '{"Controllers": [{"Command Status": {"Controller": 0, "Status": "Success"}, "Response Data": {"VD LIST": []}}]}\n'
)
NO_CONTROLLER = '{"Controllers": [{"Command Status": {"Status": "Failure", "Description": "No Controller found"}}]}\n'
MEGACLI = "Adapter 0 -- Virtual Drive Information:\nVirtual Drive: 0 (Target Id: 0)\nRAID Level          : Primary-1, Secondary-0\n"
ARCCONF = "Controllers found: 2\nController information\n   Controller Status : Optimal\nLogical device number 0\n   Logical device name : data\n   RAID level : 5\n"
LINUX_TOOLS = {
    "lsblk": f"echo '{TREE}'",
    "df": f"printf '{DF}'".replace("%", "%%"),
    "mount": f"printf '{MOUNTS}'",
    "mdadm": f"printf '{MDADM}'",
    "ssacli": f"printf '{SSACLI}'",
    "storcli64": f"echo driver >MegaSAS.log; echo '{STORCLI}'",
    "arcconf": f"echo event >UcliEvt.log; printf '{ARCCONF}'",
}
SYSCTL = "fs.file-max = 3226912\nkernel.pid_max = 4194304\nkernel.threads-max = 254906\n"
UNIT = "# /etc/systemd/system/domino.service\n[Service]\nExecStart=/opt/nashcom/startscript/rc_domino_script start\n"
FREE = (
    "       total        used        free      shared  buff/cache   available\n"
    "Mem:   25276063744   633417728 24059904000  9138176  1002790912 24642646016\nSwap:  0  0  0\n"
)
VMSTAT = "procs ---memory--- ---swap-- -----io----\n r  b   swpd   free   si   so\n 2  0      0 23496    0    9\n"
IOSTAT = "Linux 4.18.0 (mail01) \t11/21/2026 \t_x86_64_\t(8 CPU)\n\nDevice            r/s     w/s   aqu-sz  %util\nsda   1.10 9.20 0.10 4.10\n"
LOAD_TOOLS = {
    "systemctl": f"printf '{UNIT}'",
    "sysctl": f"printf '{SYSCTL}'",
    "free": f"printf '{FREE}'",
    "vmstat": f"printf '{VMSTAT}'",
    "iostat": f"printf '{IOSTAT}'".replace("%", "%%"),
}
SILENT = dict.fromkeys((*LOAD_TOOLS, "ps"), "exit 0")  # those of the machine that the tests run on are not to answer
SHELLS = [shell for shell in ("dash", "bash", "ksh", "ksh93", "mksh", "yash") if shutil.which(shell)]
AWKS = [awk for awk in ("mawk", "gawk", "original-awk", "busybox") if shutil.which(awk)] or ["awk"]


class Machine:
    """A server's machine: its data directory, and a folder of commands that stand before the real ones."""

    def __init__(self, folder):
        self.folder = folder
        self.data = folder / "my data"
        self.output = folder / "out put"
        self.bin = folder / "bin"
        self.elsewhere = folder / "etc"
        for place in (self.data / "IBM_TECHNICAL_SUPPORT", self.data / "mail", self.bin, self.elsewhere):
            place.mkdir(parents=True)
        (self.data / "notes.ini").write_bytes(INI)
        self.tools(**SILENT)
        (folder / "called").unlink(missing_ok=True)
        for name in ("server.id", "names.nsf", "mail/john.nsf", "keyfile.kyr", "keyfile.sth", "cert.p12", "mail.box"):
            (self.data / name).write_bytes(b"never taken")

    def tools(self, **tools):
        for name, lines in tools.items():
            tool = self.bin / name
            tool.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.folder}/called"\n{lines}\n')
            tool.chmod(0o755)

    def document(self, name, data=DXL, folder="IBM_TECHNICAL_SUPPORT"):
        (self.data / folder).mkdir(exist_ok=True)
        (self.data / folder / name).write_bytes(data)

    def run(self, platform="linux", *options, shell="sh", edit=(), output=True):
        script = collecting.script(platform, CATALOGUE)
        for old, new in edit:
            assert old in script
            script = script.replace(old, new)
        for place in PLACES:
            script = script.replace(place, str(self.elsewhere / Path(place).name))
        path = self.folder / "script"
        path.write_text(script)
        arguments = ["--data", "my data", *(("--output", "out put") if output else ()), *options]
        command = [shutil.which(shell)]
        env = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.folder)}
        done = subprocess.run(
            [*command, path, *arguments], cwd=self.folder, env=env, capture_output=True, check=False, timeout=300
        )
        done.out, done.err = done.stdout.decode(), done.stderr.decode()
        return done

    def gathered(self):
        return sorted(str(path.relative_to(self.output)) for path in self.output.rglob("*"))

    def called(self):
        return (self.folder / "called").read_text().splitlines()

    def log(self):
        return (self.output / "gathered.log").read_text()


PLACES = (
    "/etc/sysconfig/rc_domino_config", "/proc/mdstat", "/proc/mounts", "/etc/environment", "/etc/tunables/nextboot",
    "/etc/tunables/lastboot",
)  # fmt: skip


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def state(folder):
    return {path: (path.stat().st_mtime_ns, path.is_file() and path.read_bytes()) for path in folder.rglob("*")}


@pytest.mark.parametrize("shell", ["sh", *SHELLS])
def test_a_linux_server_is_gathered_and_checked(machine, domlint, shell):
    machine.tools(**LINUX_TOOLS)
    (machine.elsewhere / "mdstat").write_text(MDSTAT)
    machine.document("serverdoc_mail01_2026_01_02@03_04_05.dxl")
    before = state(machine.data)
    done = machine.run(shell=shell)
    assert done.returncode == 0, done.err
    assert done.err == ""
    assert state(machine.data) == before
    assert formats(machine.output) == {
        "arcconf-1.txt": "arcconf", "arcconf-2.txt": "arcconf", "df-i.txt": "df", "df.txt": "df", "gathered.log": "",
        "lsblk.json": "lsblk", "mdadm-md0.txt": "mdadm", "mdstat.txt": "mdstat", "mount.txt": "mount", "notes.ini": "notes.ini",
        "serverdoc_mail01_2026_01_02@03_04_05.dxl": "dxl", "ssacli.txt": "ssacli", "storcli64.json": "storcli json",
    }  # fmt: skip
    assert all(path.stat().st_mode & 0o077 == 0 for path in [machine.output, *machine.output.iterdir()])
    assert machine.called() == [
        "lsblk -J -O",
        "df -P",
        "df -P -i",
        "mount ",
        "mdadm --detail /dev/md0",
        "ssacli ctrl all show config detail",
        "storcli64 /call show all J nolog",
        "arcconf getconfig 1",
        "arcconf getconfig 2",
        f"ps -u {owner(machine)} -o pid= -o comm=",
        "systemctl cat domino.service",
        "sysctl fs.file-max kernel.pid_max kernel.threads-max",
        "free -b",
        "vmstat 5 4",
        "iostat -dx 10 4",
    ]
    assert b"hunter2" not in b"".join(path.read_bytes() for path in machine.output.iterdir())
    assert "show server    show-server.txt" in done.out
    checked = domlint("facts", machine.output)
    assert "Mail01/Acme" in checked.out
    for told in ("array.level", "volume.device", "ini.translog_path"):
        assert told in checked.out
    assert domlint("check", machine.output, "--isolated").out.startswith("Mail01/Acme")


def owner(machine):
    return (machine.data / "notes.ini").owner()


def test_what_bounds_and_loads_a_linux_server_is_gathered(machine):
    process = os.getpid()
    machine.tools(**LOAD_TOOLS, ps=f"case $* in *unit=*) echo domino2.service;; *) echo '{process} server';; esac")
    machine.run()
    found = {name: form for name, form in formats(machine.output).items() if name not in {"notes.ini", "gathered.log"}}
    assert {name: found.get(name) for name in LOAD} == LOAD
    assert "systemctl cat domino2.service" in machine.called()


@pytest.mark.parametrize("awk", ["", "exit 1"])
def test_a_unit_is_gathered_without_secrets_or_not_at_all(awk, machine):
    unit = 'Environment="NOTES_PW=hunter2"\nEnvironment=LANG=de_DE\nExecStart=/opt/x --password hunter2\n'
    machine.tools(systemctl=f"printf '{UNIT}%s' '{unit}'")
    machine.run(edit=[("hide_again systemctl", f"awk() {{ {awk}; }}; hide_again systemctl")] if awk else [])
    told = machine.output / "systemctl-cat.txt"
    assert b"hunter2" not in b"".join(path.read_bytes() for path in machine.output.iterdir())
    assert told.exists() == (not awk)
    assert awk or "ExecStart=/opt/nashcom/startscript/rc_domino_script start" in told.read_text()
    assert awk or "LANG=de_DE" in told.read_text()


@pytest.mark.parametrize("name", ["rc_domino_config", "rc_domino_config_{owner}"])
def test_five_settings_of_the_start_script_are_gathered(machine, name):
    wanted = "DOMINO_DATA_PATH=/local/notesdata\nexport DOMINO_SHUTDOWN_TIMEOUT=180\nDOMINO_CONFIGURED=yes\n"
    (machine.elsewhere / "rc_domino_config").write_text("DOMINO_SHUTDOWN_TIMEOUT=1\n")
    config = machine.elsewhere / name.format(owner=owner(machine))
    config.write_text(f"#DOMINO_SHUTDOWN_TIMEOUT=9\n{wanted}DOMINO_PASSWORD=hunter2\n")
    machine.run()
    assert (machine.output / "rc_domino_config.txt").read_text() == wanted
    assert formats(machine.output)["rc_domino_config.txt"] == "start script configuration"


LOAD = {
    "limits.txt": "process limits", "systemctl-cat.txt": "systemd unit", "sysctl.txt": "sysctl", "free.txt": "free",
    "vmstat.txt": "vmstat", "iostat.txt": "iostat",
}  # fmt: skip


def formats(folder):
    found = {path.name: readers.recognise(path.name, path.read_bytes(), CATALOGUE) for path in folder.iterdir()}
    return {name: reader.name if reader else "" for name, reader in found.items()}


def test_what_is_not_there_is_said(machine):
    machine.tools(lsblk=LINUX_TOOLS["lsblk"], df=LINUX_TOOLS["df"], mount=LINUX_TOOLS["mount"])
    done = machine.run()
    assert done.returncode == 0
    assert machine.gathered() == ["df-i.txt", "df.txt", "gathered.log", "lsblk.json", "mount.txt", "notes.ini"]
    for missing in ("serverdoc_", "configall_", "mdstat", "ssacli", "storcli", "arcconf", "ipssend"):
        assert re.search(f"^not there  .*{missing}", machine.log(), re.MULTILINE), missing
    assert machine.log().splitlines()[1:] == done.out.split("\n\nGathered")[0].splitlines()


def test_a_tool_that_fails_or_hangs_stops_nothing(machine):
    machine.tools(
        lsblk="echo 'lsblk: no such option' >&2; exit 64",
        df=LINUX_TOOLS["df"] + "; echo 'df: /mnt: stale' >&2; exit 1",
        mount="sleep 30",
        ssacli="cat; echo nothing typed",
    )
    done = machine.run(edit=[("LONGEST=60", "LONGEST=1")])
    assert done.returncode == 0
    assert machine.gathered() == ["df-i.txt", "df.txt", "gathered.log", "notes.ini", "ssacli.txt"]
    log = machine.log()
    assert "failed     lsblk.json: lsblk -J -O (exit code 64)\n           lsblk: no such option\n" in log
    assert "failed     df.txt: df -P (exit code 1)\n           df: /mnt: stale\n" in log
    assert "failed     mount.txt: mount (no answer within 1 seconds)\n" in log
    assert formats(machine.output)["gathered.log"] == ""


@pytest.mark.parametrize(("tools", "files"), [
    ({"storcli": STORCLI, "MegaCli64": MEGACLI}, ["storcli.json"]),
    ({"storcli": STORCLI, "perccli64": STORCLI}, ["storcli.json"]),
    ({"perccli64": STORCLI}, ["perccli64.json"]),
    ({"storcli": NO_CONTROLLER, "MegaCli64": MEGACLI}, ["megacli-battery.txt", "megacli.txt", "storcli.json"]),
    ({"MegaCli": MEGACLI}, ["megacli-battery.txt", "megacli.txt"]),
])  # fmt: skip
def test_one_controller_is_listed_by_one_tool(machine, tools, files):
    machine.tools(**{name: f"echo '{text}'" for name, text in tools.items()})
    machine.run()
    assert [name for name in machine.gathered() if re.match("storcli|perccli|megacli", name)] == files


@pytest.mark.parametrize(("tools", "file"), [
    (["ssacli", "hpssacli", "hpacucli", "cciss_vol_status"], "ssacli.txt"),
    (["hpssacli", "hpacucli"], "hpssacli.txt"),
    (["hpacucli"], "hpacucli.txt"),
    (["cciss_vol_status"], "cciss_vol_status.txt"),
])  # fmt: skip
def test_the_newest_tool_of_a_maker_is_asked(machine, tools, file):
    machine.tools(**dict.fromkeys(tools, "echo told"))
    machine.run()
    assert [name for name in machine.gathered() if re.match("h?p?ssa|hpacu|cciss", name)] == [file]


def test_without_mount_the_kernel_s_table_is_taken(machine):
    (machine.elsewhere / "mounts").write_text("/dev/sda1 / ext4 rw,relatime 0 0\n")
    machine.run(edit=[("if there mount;", "if false;")])
    assert formats(machine.output)["mount.txt"] == "mount"


AIX_TOOLS = {
    "oslevel": "echo 7100-05-06-2015",
    "instfix": "echo '    There was no data for IV29604 in the fix database.' >&2; exit 1",
    "lslpp": "echo 'lslpp: Fileset bos.iocp.rte not installed.' >&2; exit 1",
    "prtconf": "echo 'Memory Size: 8192 MB'",
    "vmo": "if [ $1 = -F ]; then echo 'vmo: usage'; exit 1; fi; echo '                maxclient% = 90'",
    "lsattr": "echo 'maxuproc 4096 Maximum number of PROCESSES allowed per user True'",
    "lsdev": "echo 'iocp0 Available  I/O Completion Ports'",
    "lsps": "echo 'Total Paging Space   Percent Used'",
    "lsfs": "echo '#MountPoint:Device:Vfs:Nodename:Type:Size:Options:AutoMount:Acct'",
    "lspv": 'echo "hdisk0${1:-} 00c1 rootvg active"',
    "lsvg": """case $1 in
-o) printf 'rootvg\\ndatavg\\n' ;;
-l) printf "$2:\\nLV NAME  TYPE\\n$2lv jfs2\\nloglv jfs2log\\n" ;;
*) echo "told of $*" ;;
esac""",
    "lslv": 'echo "told of $*"',
    "mount": "echo '  node       mounted        mounted over    vfs       date        options'",
    "df": "echo 'Filesystem 1024-blocks Free %Used Iused %Iused Mounted on'",
    "ps": "case $1 in -u) echo '  77 /opt/hcl/domino/notes/latest/ibmpow/server' ;; *) cat \"${0%/*}/../etc/process\" ;; esac",
}
PROCESS = "  PID TTY STAT TIME COMMAND\n 77 - A 0:01 /opt/server PATH=/usr/bin AIXTHREAD_SCOPE=S AIXTHERAD_MUTEX_DEBUG=OFF DB_PASSWORD=hunter2 Notes_Password=hunter2 LDR_CNTRL=MAXDATA=0x80000000@DSA Notes_ExecDirectory=/opt HOME=/home/notes\n"
ENVIRONMENT = [
    *("PATH=/usr/bin", "AIXTHREAD_SCOPE=S", "AIXTHERAD_MUTEX_DEBUG=OFF", "LDR_CNTRL=MAXDATA=0x80000000@DSA"),
    *("Notes_ExecDirectory=/opt", "HOME=/home/notes"),
]


@pytest.mark.parametrize("shell", ["sh", *SHELLS])
def test_an_aix_server_is_gathered(machine, shell):
    machine.tools(**AIX_TOOLS)
    (machine.elsewhere / "process").write_text(PROCESS)
    (machine.elsewhere / "environment").write_text("AIXTHREAD_SCOPE=P\n")
    (machine.elsewhere / "nextboot").write_text('vmo:\n        maxclient% = "90"\n')
    before = state(machine.data)
    done = machine.run("aix", shell=shell)
    assert (done.returncode, done.err) == (0, "")
    assert state(machine.data) == before
    assert [name for name in machine.gathered() if not readers.suggested(name)] == ["gathered.log"]
    assert machine.gathered() == [
        "df.txt", "environment.txt", "gathered.log", "instfix.txt", "lsattr-iocp0.txt", "lsattr-mem0.txt",
        "lsattr-sys0.txt", "lsdev-iocp.txt", "lsfs.txt", "lslpp.txt", "lslv-datavglv.txt", "lslv-l-datavglv.txt",
        "lslv-l-loglv.txt", "lslv-l-rootvglv.txt", "lslv-loglv.txt", "lslv-rootvglv.txt", "lsps-a.txt", "lsps-s.txt",
        "lspv-hdisk0.txt", "lspv.txt", "lsvg-datavg.txt", "lsvg-l-datavg.txt", "lsvg-l-rootvg.txt",
        "lsvg-p-datavg.txt", "lsvg-p-rootvg.txt", "lsvg-rootvg.txt", "mount.txt", "nextboot.txt", "notes.ini",
        "oslevel.txt", "prtconf.txt", "vmo.txt",
    ]  # fmt: skip
    assert "vmo -F -a" in machine.called()
    assert (machine.output / "vmo.txt").read_text() == "                maxclient% = 90\n"
    assert "no data for IV29604" in (machine.output / "instfix.txt").read_text()
    assert (machine.output / "environment.txt").read_text().splitlines() == ENVIRONMENT
    assert b"hunter2" not in b"".join(path.read_bytes() for path in machine.output.iterdir())


def test_an_aix_server_that_does_not_run_has_the_machine_s_environment(machine):
    machine.tools(ps="exit 1")
    (machine.elsewhere / "environment").write_text("TZ=CET\nNOTES_TOKEN=hunter2\nAIXTHREAD_SCOPE=P\n")
    machine.run("aix")
    assert (machine.output / "environment.txt").read_text() == "AIXTHREAD_SCOPE=P\n"
    (machine.elsewhere / "environment").write_text("TZ=CET\n")
    machine.tools(lsdev="[ $1 = -C ] && echo 'sys0 Available  System Object'")
    machine.run("aix", "--output", "second")
    assert (machine.folder / "second" / "lsdev.txt").exists()
    assert not (machine.folder / "second" / "environment.txt").exists()


SECRETS = [
    (b"Server_Console_Password=hunter2", b"Server_Console_Password=***"),
    (b"SERVER_CONSOLE_PASSWORD = hunter2 ", b"SERVER_CONSOLE_PASSWORD = ***"),
    (b"AcmeApiKey=(hunter2)", b"AcmeApiKey=***"),
    (b"acme.api_key$1=hunter2=hunter2", b"acme.api_key$1=***"),
    (b"STATPUB_URI=https://hunter2@host", b"STATPUB_URI=***"),
    (b"XSTATPUB_URI2=hunter2", b"XSTATPUB_URI2=***"),
    (b"  #Server_Console_Password=hunter2", b"  #Server_Console_Password=***"),
    (b";the password hunter2", b";the password ***"),
    (b"password: hunter2", b"password: ***"),
    (b"set config AcmeToken x=hunter2", b"set config AcmeToken ***=***"),
    (b"ServerTasks=Update,Pwdsync hunter2,Router", b"ServerTasks=Update,Pwdsync ***,Router"),
    (b"TRANSLOG_Status=1 AcmePassword=hunter2 A=1", b"TRANSLOG_Status=1 AcmePassword=***"),
    (b"Acme=host=h;Password='hunter2'", b"Acme=host=h;Password='***"),
    (b'Acme={"password": "hunter2"}', b'Acme={"password": "***'),
    (b"SSL_DISABLE_EXTENDED_MASTER_SECRET=1 AcmePwd=hunter2", b"SSL_DISABLE_EXTENDED_MASTER_SECRET=1 AcmePwd=***"),
    (b"[Notes]AcmePassword=hunter2", b"[Notes]AcmePassword=***"),
    (b"AcmeT\xc4\x01\xf6_Token=\x84hunter2\xff", b"AcmeT\xc4\x01\xf6_Token=***"),
    (b"AcmePassword=x", b"AcmePassword=***"),
    ("\uff30\uff41\uff53\uff53\uff57\uff4f\uff52\uff44=hunter2".encode(), "\uff30\uff41\uff53\uff53\uff57\uff4f\uff52\uff44=***".encode()),
    ("Acme=\uff4c\uff44\uff41\uff50_\uff50\uff57\uff44=hunter2".encode(), b"Acme=***"),
    ("Acme=load x -\uff50\uff57 hunter2".encode(), b"Acme=***"),
]  # fmt: skip
AS_THEY_ARE = [
    b"[Notes]",
    b"",
    b" ",
    b"AcmePassword=",
    b"AcmePassword= \t",
    b"#password",
    b"AcmePassword",
    b"SSL_DISABLE_EXTENDED_MASTER_SECRET=1",
    b"HTTP_Pwd_Change_Cache_Hours = 1",
    b"ServerTasks=Update,Pwdsync,Router",
    b"EXTMGR_ADDINS=pwdfilter,backup",
    b"KeyFileName=C:\\Domino\\server.id",
    b"AcmePassword=***",
    b"\x0f\xe4\x84=\x80\xff\x1f",
    b"A=\\",
    b"A=%s\\n&",
    "Title=\uff21\uff23\uff2d\uff25 \uff60\uff00\ufeff\uff9f".encode(),
    b"Title=\xef\xbc=\xef\xbd",
    b"Title=\xef",
]
WHOLE = [(line, line) for line in AS_THEY_ARE] + SECRETS
ENDS = (b"\n", b"\r\n", b"\r")


def masked(data, awk, folder, template="settings.awk"):
    program = collecting.program(template, CATALOGUE)
    newline = "newline=" + ("yes" if data.endswith(b"\n") else "no")
    command = [*([awk, "awk"] if awk == "busybox" else [awk]), "-v", newline, program]
    env = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, cwd=folder, env=env, input=data, capture_output=True, check=True)
    assert len(done.stdout) == len(data) - int((folder / "fewer").read_text())
    return done.stdout


TEXT = st.binary(max_size=20).map(lambda raw: re.sub(rb"[\0\r\n]", b"", raw))
SECRET_WORD = re.compile(rb"password|passwd|pwd|secret|token|api_?key|statpub", re.IGNORECASE)
HARMLESS = st.tuples(TEXT, TEXT).map(b"=".join).filter(lambda line: not SECRET_WORD.search(line))
LINES = st.one_of(HARMLESS.map(lambda line: (line, line)), st.sampled_from(WHOLE))


@settings(max_examples=30)  # each runs awk
@given(st.lists(st.tuples(LINES, st.sampled_from(ENDS))), LINES)
def test_every_other_byte_stays(tmp_path_factory, lines, last):
    parts = [(line + end, expected + end) for (line, expected), end in lines] + [last]
    data, expected = (b"".join(column) for column in zip(*parts, strict=True))
    assert masked(data, AWKS[0], tmp_path_factory.getbasetemp()) == expected


@pytest.mark.parametrize("shell", ["sh", *SHELLS])
def test_the_script_masks_as_its_program_does(machine, shell):
    lines = [(line + end, expected + end) for line, expected in WHOLE for end in ENDS] + [(b"A=1", b"A=1")]
    given_, expected = (b"".join(column) for column in zip(*lines, strict=True))
    (machine.data / "notes.ini").write_bytes(given_)
    assert machine.run(shell=shell).returncode == 0
    assert (machine.output / "notes.ini").read_bytes() == expected


@pytest.mark.parametrize("text", ["A=1\n".encode("utf-16"), b"A=1\0\nAcmePassword=x\n"])
def test_nul_bytes_are_not_copied(machine, text):
    (machine.data / "notes.ini").write_bytes(text)
    done = machine.run()
    assert done.returncode == 1
    assert "notes.ini" not in machine.gathered()
    assert "holds NUL bytes" in done.out


def test_a_copy_that_is_not_whole_is_not_left(machine):
    machine.tools(awk="echo 0 >fewer; head -c 30")
    assert machine.run().returncode == 1
    assert "notes.ini" not in machine.gathered()


ITEMS = [
    (b"<item name='SMTPPassword'><text>x</text></item>", b"<item name='SMTPPassword'><text>***</text></item>"),
    (b'<ITEM\n names="a"\n name = "x_Token"><rawitemdata>\nAB==\n</rawitemdata></item>z', b'<ITEM\n names="a"\n name = "x_Token"><text>***</text></item>z'),
    (b"<item name='APIKEY'><![CDATA[a<b>]]></item>", b"<item name='APIKEY'><text>***</text></item>"),
    (b"<item name='Pwd'/><text>kept</text>", b"<item name='Pwd'/><text>kept</text>"),
    (b"<item name='Pwd'>cut off", b"<item name='Pwd'><text>***</text>"),
    (b"<itemdata name='Pwd'>kept</itemdata>", b"<itemdata name='Pwd'>kept</itemdata>"),
    (b"<item name='Port'><text>password=hunter2</text></item>", b"<item name='Port'><text>password=***</text></item>"),
    (b"<item name='A'><text>LDAP_BindPW=hunter2\n</text>\n</item>", b"<item name='A'><text>LDAP_BindPW=***\n</text>\n</item>"),
    (b"<item name='A'><text>set config SMTP_Password=hunter2</text></item>", b"<item name='A'><text>set config SMTP_Password=***</text></item>"),
    (b"<item name='A'><text>load x -pw hunter2</text></item>", b"<item name='A'><text>load x -pw ***</text></item>"),
    (b"<item summary='a>b' name='A'><text>b</text></item>", b"<item summary='a>b' name='A'><text>b</text></item>"),
    (b"<item summary='a>b' name='APassword'><text>hunter2</text></item>", b"<item summary='a>b' name='APassword'><text>***</text></item>"),
    (b"<item name='A&#80;assword'><text>hunter2</text></item>", b"<item name='A&#80;assword'><text>***</text></item>"),
    (b"<item name='A&#x50;assword'><text>hunter2</text></item>", b"<item name='A&#x50;assword'><text>***</text></item>"),
    (b"<item name='A'><![CDATA[AcmePassword=hunter2]]></item>", b"<item name='A'><![CDATA[AcmePassword=***]]></item>"),
    (b"<item name='A'><![CDATA[a<b AcmePassword=hunter2]]></item>", b"<item name='A'><![CDATA[a<b AcmePassword=***]]></item>"),
    (b"<!-- AcmePassword=hunter2 --><item name='A'/>", b"<!-- AcmePassword=*** --><item name='A'/>"),
    (b"<item name='HTTP_Pwd_Change_Cache_Hours'><number>1</number></item>", b"<item name='HTTP_Pwd_Change_Cache_Hours'><number>1</number></item>"),
]  # fmt: skip


@pytest.mark.parametrize("awk", AWKS)
def test_items_of_secret_names_are_masked(awk, tmp_path):
    for item, expected in ITEMS:
        for before, behind in ((b"", b""), (b"<?xml version='1.0'?>\r\n<d \xe4='>'>", b"\n</d>\n")):
            end = b"" if b"cut off" in item else behind
            assert masked(before + item + end, awk, tmp_path, "document.awk") == before + expected + end


def test_the_newest_document_of_each_kind_is_taken(machine):
    machine.document("serverdoc_zulu_2025_12_31@23_59_59.dxl")
    machine.document("serverdoc_alfa one_2026_01_01@00_00_00.dxl", folder="HCL_TECHNICAL_SUPPORT")
    machine.document("serverdoc_alfa one_2026_01_01@00_00_01.txt")
    machine.document("configall_zulu_2025_12_31@23_59_59.dxl", DXL * 9)
    machine.document("configgroup_zulu_2025_12_31@23_59_59.dxl", "wide".encode("utf-16"))
    machine.document("console_zulu_2025_12_31@23_59_59.log")
    machine.run(edit=[("LARGEST=20971520", "LARGEST=1000")])
    found = [name for name in machine.gathered() if name.endswith((".dxl", ".txt")) and "_" in name]
    assert found == ["serverdoc_alfa one_2026_01_01@00_00_00.dxl"]
    assert (machine.output / found[0]).read_bytes() == DXL.replace(b"hunter2", b"***")
    assert re.search("^left out   .*configall_zulu.* \\(more than 1000 bytes\\)$", machine.log(), re.MULTILINE)
    assert re.search("^failed     .*configgroup_zulu.*NUL bytes", machine.log(), re.MULTILINE)


HASH = "$6$salt$hash"
GOOD = "serverdoc_mail01_2026_01_02@03_04_05.dxl"
PLANTED = "serverdoc_mail01_2030_01_01@00_00_00.dxl"


PLANTS = {
    "link": lambda path, shadow: path.symlink_to(shadow),
    "link to a relative path": lambda path, shadow: path.symlink_to("../../shadow"),
    "link to nothing": lambda path, shadow: path.symlink_to("nothing"),
    "hard link": lambda path, shadow: path.hardlink_to(shadow),
    "FIFO": lambda path, shadow: os.mkfifo(path),
    "socket": lambda path, shadow: os.mknod(path, stat.S_IFSOCK),
    "folder": lambda path, shadow: path.mkdir(),
}


@pytest.fixture
def shadow(machine):
    path = machine.folder / "shadow"
    path.write_text(f"root:{HASH}:19000:0:99999:7:::\n")
    return path


def packed(machine):
    return b"".join(path.read_bytes() for path in machine.output.iterdir())


@pytest.mark.parametrize("platform", ["aix", "docker", "linux"])
def test_planted_documents_are_skipped_and_named(platform, machine, shadow):
    machine.document(GOOD)
    planted = {f"serverdoc_{name}_2030_01_01@00_00_00.dxl": plant for name, plant in PLANTS.items()}
    for name, plant in planted.items():
        plant(machine.data / "IBM_TECHNICAL_SUPPORT" / name, shadow)
    assert machine.run(platform).returncode == 1
    assert [name for name in machine.gathered() if name.endswith(".dxl")] == [GOOD]
    named = re.findall(r"(?m)^left out   .*(serverdoc_.*\.dxl) ", machine.log())
    assert sorted(named) == sorted(planted)
    assert HASH.encode() not in packed(machine)


@pytest.mark.parametrize("shell", ["sh", *SHELLS])
@pytest.mark.parametrize("exchanged", [PLANTED, "notes.ini"])
def test_a_file_exchanged_for_a_link_while_the_script_runs_is_not_packed(exchanged, shell, machine, shadow):
    machine.document(PLANTED)
    machine.tools(cp=f'case $2 in *{exchanged}) ln -sf "{shadow}" "$2";; esac; exec /bin/cp "$@"')
    assert machine.run(shell=shell).returncode == 1
    assert exchanged not in machine.gathered()
    assert re.search(f"^failed     .*{exchanged} .*link", machine.log(), re.MULTILINE)
    assert HASH.encode() not in packed(machine)


def test_a_linked_support_folder_is_skipped_and_named(machine):
    machine.document(GOOD, folder="elsewhere")
    machine.document(PLANTED, folder="HCL_TECHNICAL_SUPPORT")
    (machine.data / "IBM_TECHNICAL_SUPPORT").rmdir()
    (machine.data / "IBM_TECHNICAL_SUPPORT").symlink_to("elsewhere")
    assert machine.run().returncode == 1
    assert [name for name in machine.gathered() if name.endswith(".dxl")] == [PLANTED]
    assert re.search("^left out   .*IBM_TECHNICAL_SUPPORT ", machine.log(), re.MULTILINE)


@pytest.mark.parametrize("kind", ["link", "hard link"])
def test_a_linked_notes_ini_is_refused(kind, machine, shadow):
    (machine.data / "notes.ini").unlink()
    PLANTS[kind](machine.data / "notes.ini", shadow)
    done = machine.run()
    assert done.returncode == 2
    assert "link" in done.err
    assert not machine.output.exists()


def test_a_linked_data_folder_is_gathered(machine):
    machine.document(GOOD)
    machine.data.rename(machine.folder / "disk")
    machine.data.symlink_to("disk")
    assert machine.run().returncode == 0
    assert {GOOD, "notes.ini"} <= set(machine.gathered())


def test_cp_of_old_aix_copies_a_link_as_a_link(machine):
    machine.tools(cp='[ "$1" = -Rh ] || exit 2; shift; exec /bin/cp -RP "$@"')
    assert machine.run("aix").returncode == 0
    assert "notes.ini" in machine.gathered()


@pytest.mark.parametrize("shell", ["sh", *SHELLS])
@pytest.mark.parametrize("end", [".dxl", "_2020_01_01@00_00_00.dxl"])
def test_a_newline_in_a_name_costs_no_document(end, shell, machine):
    machine.document(GOOD)
    machine.document(f"serverdoc_a\ntouch PWN\n{end}")
    done = machine.run(shell=shell)
    assert (done.returncode, done.err) == (0, "")
    assert [name for name in machine.gathered() if name.endswith(".dxl")] == [GOOD]


def test_a_name_adds_no_line_to_the_log(machine):
    machine.document("serverdoc_a\ndone       forged\x1b[2J_2030_01_01@00_00_00.dxl", "wide".encode("utf-16"))
    assert machine.run().returncode == 1
    assert "\ndone       forged" not in machine.log()
    assert "\x1b" not in machine.log()


@pytest.mark.parametrize("taken", ["out put", "out put.tar", "out put.tar.gz"])
def test_what_is_there_already_stays(machine, taken):
    (machine.folder / taken).mkdir()
    (machine.folder / taken / "mine").write_text("mine")
    done = machine.run()
    assert done.returncode == 2
    assert f"{taken} is there already" in done.err
    assert [path.name for path in (machine.folder / taken).iterdir()] == ["mine"]


def test_an_archive_holds_the_folder(machine):
    done = machine.run("linux", "--archive")
    assert done.returncode == 0
    with tarfile.open(machine.folder / "out put.tar.gz") as packed:
        names = {name.removeprefix("./") for name in packed.getnames()}
    assert names == {"out put", *(f"out put/{name}" for name in machine.gathered())}
    assert not (machine.folder / "out put.tar").exists()


@pytest.mark.parametrize("gzip", [True, False])
def test_the_archive_is_packed_again_by_the_line_that_the_script_prints(gzip, machine):
    if not gzip:
        machine.tools(gzip="exit 1")
    said = machine.run("linux", "--archive").out
    (command,) = re.findall("(?m)^  (cd .*)$", said)
    assert said.index("show-server.txt") < said.index(command)
    (machine.output / "show-server.txt").write_text("later\n")
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
    with tarfile.open(machine.folder / f"out put.tar{'.gz' * gzip}") as packed:
        assert {"notes.ini", "show-server.txt"} <= {name.rpartition("/")[2] for name in packed.getnames()}


def test_the_folder_is_named_by_host_and_day(machine):
    machine.tools(uname="echo mail01.acme.example", date="echo 2026-01-02")
    machine.run(output=False)
    assert (machine.folder / "domlint-mail01-2026-01-02" / "notes.ini").exists()


@pytest.mark.parametrize(("options", "message"), [
    (["--data", "nowhere"], "There is no notes.ini in "),
    (["--data"], "--data wants a folder"),
    (["--output"], "--output wants a folder"),
    (["--nonsense"], "--nonsense is no option"),
    (["folder"], "folder is no option"),
    (["--output", "no/such/place"], "no/such/place"),
])  # fmt: skip
def test_wrong_use_leaves_nothing(machine, options, message):
    done = machine.run("linux", *options)
    assert done.returncode == 2
    assert message in done.err
    assert not machine.output.exists()


@pytest.mark.parametrize("platform", ["aix", "linux"])
def test_shellcheck_has_no_complaint(platform, tmp_path):
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    shellcheck = shutil.which("shellcheck", path=path)
    if shellcheck is None:
        pytest.skip("shellcheck is not here; the dev extra brings it")
    (tmp_path / "script").write_text(collecting.script(platform, CATALOGUE))
    done = subprocess.run([shellcheck, "-s", "sh", "script"], cwd=tmp_path, capture_output=True, check=False)
    assert (done.stdout.decode(), done.returncode) == ("", 0)


# What the Windows script may call. Remove-Item clears its own scratch folder and empty outputs.
CMDLETS = {
    "ConvertTo-Json", "Get-CimInstance", "Get-Command", "Get-Date", "Get-Disk", "Get-Partition", "Get-PhysicalDisk",
    "ForEach-Object", "Get-VirtualDisk", "Get-Volume", "Join-Path", "New-Object", "Remove-Item", "Select-Object",
    "Set-StrictMode", "Sort-Object", "Split-Path", "Start-Process", "Start-Sleep", "Test-Path", "Write-Host", "Compress-Archive",
}  # fmt: skip


# What a server of today prints for each of the script's commands: the properties that it selects, and no others.
ON_WINDOWS = {
    "Get-PhysicalDisk": {
        "DeviceId": "0", "FriendlyName": "ST2000NX0253", "MediaType": "HDD", "BusType": "SATA",
        "HealthStatus": "Healthy", "OperationalStatus": "OK", "Usage": "Auto-Select", "CanPool": False,
    },
    "Get-Disk": {
        "Number": 0, "FriendlyName": "ST2000NX0253", "BusType": "SATA", "HealthStatus": "Healthy",
        "OperationalStatus": "Online", "PartitionStyle": "GPT", "Path": "\\\\?\\scsi#disk",
    },
    "Get-Partition": {"DiskNumber": 0, "PartitionNumber": 4, "DriveLetter": "C", "AccessPaths": ["C:\\"], "IsBoot": True},
    "Get-Volume": {"DriveLetter": "C", "DriveType": "Fixed", "FileSystem": "NTFS", "HealthStatus": "Healthy", "Size": 9, "SizeRemaining": 5},
    "Get-VirtualDisk": {
        "FriendlyName": "Data", "ResiliencySettingName": "Mirror", "NumberOfColumns": 1, "PhysicalDiskRedundancy": 1,
        "Interleave": 262144, "MediaType": "HDD", "HealthStatus": "Healthy", "OperationalStatus": "OK",
    },
    "Win32_DiskDrive": {"Index": 0, "Model": "QEMU HARDDISK", "InterfaceType": "IDE", "Status": "OK"},
    "Win32_LogicalDisk": {"DeviceID": "C:", "DriveType": 3, "FileSystem": "NTFS", "FreeSpace": 5, "Size": 9},
    "Win32_LogicalDiskToPartition": {"Antecedent": {"DeviceID": "Disk #0, Partition #1"}, "Dependent": {"DeviceID": "C:"}},
    "Win32_ComputerSystem": {"Name": "MAIL01", "Manufacturer": "VMware, Inc.", "Model": "VMware7,1", "TotalPhysicalMemory": 8589398016},
    "Win32_OperatingSystem": {
        "Caption": "Microsoft Windows Server 2019 Standard", "Version": "10.0.17763", "WindowsDirectory": "C:\\Windows",
        "TotalVisibleMemorySize": 8388084, "FreePhysicalMemory": 2097152,
    },
    "Win32_PageFileUsage": {"Name": "C:\\pagefile.sys", "AllocatedBaseSize": 1408, "CurrentUsage": 12, "PeakUsage": 20},
    "Win32_PerfFormattedData_PerfDisk_PhysicalDisk": {"Name": "0 C:", "AvgDiskQueueLength": 2, "PercentIdleTime": 81},
}  # fmt: skip


def test_what_the_windows_script_saves_is_what_domlint_reads():
    script = collecting.script("windows", CATALOGUE)
    saved = dict(re.findall(r"Save-Json '\w+' '(?:Get-CimInstance )?([\w-]+)' '([^']+)'", script))
    assert {command: names.split(", ") for command, names in saved.items()} == {
        command: [*told] for command, told in ON_WINDOWS.items()
    }
    for told in ON_WINDOWS.values():
        raw = json.dumps(told).encode()
        reader = readers.recognise("x.json", raw, CATALOGUE)
        assert reader.name == "powershell json"
        assert any(isinstance(item, Fact) for item in reader.read(Source.of("x.json", raw), CATALOGUE))


def test_the_windows_script_calls_nothing_that_changes_something():
    script = re.sub("(?m)(^| )#.*", "", collecting.script("windows", CATALOGUE))
    own = set(re.findall(r"function ([\w-]+)", script))
    assert set(re.findall(r"\b[A-Z][A-Za-z]+-[A-Z]\w+", script)) - own == CMDLETS
    assert re.findall("Remove-Item.*", script) == [
        "Remove-Item -LiteralPath $to }",
        "Remove-Item -LiteralPath $work -Recurse -Force",
    ]


@pytest.mark.parametrize("platform", ["aix", "docker", "linux", "windows"])
def test_the_script_is_printed_as_it_is(platform, domlint):
    done = domlint("collect", "--platform", platform)
    assert done.returncode == 0
    assert done.err == ""
    assert done.stdout.decode("ascii") == collecting.script(platform, CATALOGUE)
    assert b"\r" not in done.stdout
    assert not re.search(r"@[A-Z_]+@|\t", done.out)
    assert not re.search(r"\bsudo\b", re.sub(r"(?m)^ *\$?t_\w+ = .*$", "", done.out))


@pytest.mark.parametrize("options", [[], ["--platform", "os400"], ["--platform", "linux", "--rules", "nowhere"]])
def test_wrong_use_prints_no_script(options, domlint):
    done = domlint("collect", *options)
    assert (done.returncode, done.out) == (2, "")


@pytest.mark.parametrize("awk", AWKS)
def test_the_script_hides_what_reports_mask(awk, tmp_path):
    lines = sorted(
        [*TABLE["PLANTED"], *TABLE["PUBLIC"]], key=lambda line: "-----BEGIN" in line
    )  # it hides lines behind
    data = "\n".join(lines).encode() + b"\n"
    assert masked(data, awk, tmp_path).decode().splitlines() == [masking.masked(CATALOGUE, line) for line in lines]


PARTS = {part for line in TABLE["PLANTED"] + TABLE["PUBLIC"] for part in re.split(r"([ =:/@,;?&\"'|.-]+)", line)}
PARTS = sorted(  # the report knows of names that are slips of those that the catalogue flags, the script does not
    part for part in PARTS if part.isascii() and not any(name in part.lower() for name in CATALOGUE.secret_names)
)
MADE_UP = st.lists(st.sampled_from([*PARTS, " ", " -p", " -", "=", ": "]), max_size=12).map("".join)

# Of a private key the script hides the lines behind, too; letters in other spellings than ASCII it takes for none.
OF_A_KEY = re.compile(f"-----|{collecting.ON_UNIX['key_begins']}")


def alike(line):
    return secrets.meant(line).isascii() and not OF_A_KEY.search(line)


@settings(max_examples=30)  # each runs awk
@given(st.lists(MADE_UP.filter(alike), min_size=40, max_size=80))
def test_the_script_hides_of_any_line_what_reports_mask(tmp_path_factory, lines):
    told = masked("\n".join([*lines, ""]).encode(), AWKS[0], tmp_path_factory.getbasetemp()).decode().split("\n")
    assert told == [*(masking.masked(CATALOGUE, line) for line in lines), ""]


@pytest.mark.parametrize("awk", AWKS)
@pytest.mark.parametrize(("line", "shown"), [  # a line longer than what is looked through, and what is left of it
    (b"Acme=" + b"?sig=a1b2" * 2000, b"Acme=***"),
    (b"p%61th=" + b"?sig=a1b2" * 2000, b"***"),
    (b"pwd," * 5000, b"***"),
    (b"ServerTasks=" + b"x pwd=1," * 1100, b"ServerTasks=***"),
    (b"Acme=" + b"x" * 8187, b"Acme=" + b"x" * 8187),
])  # fmt: skip
def test_of_a_line_without_end_only_the_name_is_copied(awk, line, shown, tmp_path):
    assert masked(line + b"\nA=1\n", awk, tmp_path) == shown + b"\nA=1\n"
    item = b"<item name='A'><text>%s</text></item>"
    assert masked(item % line, awk, tmp_path, "document.awk") == item % shown


@pytest.mark.parametrize("awk", AWKS)
@pytest.mark.parametrize("before", ["", "X=", "  "])
def test_the_script_hides_the_lines_of_a_private_key(before, awk, tmp_path):
    block = f"{before}-----BEGIN PRIVATE KEY-----\r\nMIIEvQ\r\nAgEA==\r\n-----END PRIVATE KEY-----\r\nPorts=TCPIP\r\n"
    told = masked(block.encode(), awk, tmp_path).decode()
    assert told == block.replace("MIIEvQ", "***").replace("AgEA==", "***")


def test_the_tables_of_the_windows_script_are_the_same():
    """PowerShell's own program cannot run here; its tables are read back."""
    script = collecting.script("windows", CATALOGUE)
    told = {name: text.replace("''", "'") for name, text in re.findall(r"(?m)^\$t_(\w+) = '(.*)'$", script)}
    for name, table in (collecting.TABLES | collecting.ON_WINDOWS).items():
        spelt = table.replace("[]", r"[\]").replace("\t", r"\t").replace("\r", r"\r").replace("\n", r"\n")
        assert re.compile(told[name]).pattern == spelt, name
        assert f"$t_{name}" in script.replace(f"$t_{name} = ", "", 1), f"{name} is not used"


def test_a_site_s_secrets_are_masked_too(domlint, tmp_path):
    (tmp_path / "ours" / "catalogue").mkdir(parents=True)
    (tmp_path / "ours" / "catalogue" / "c.toml").write_text(
        '[[setting]]\nname = "Acme$Pin\'"\ntype = "text"\nmeaning = "The gateway\'s PIN."\nsecret = true\n'
        'source = "hcl-c-api"\n'
    )
    done = domlint("collect", "--platform", "linux", "--rules", "ours")
    assert r't_flagged = "acme$pin\047 ' in done.out

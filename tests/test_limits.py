"""Which limit counts, and which unit is the server's."""

from at_once import at_once

from advisor import pack
from advisor.derive import Context, limits, systemd
from advisor.facts import Diagnostic, Fact, Facts, Subject
from advisor.readers import facts_of, reader
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
HEADER = "Limit                     Soft Limit           Hard Limit           Units\n"
STARTS = "ExecStart=/opt/nashcom/startscript/rc_domino_script start\n"


def running(files, tasks=9000, above=""):
    return (
        "process_limits",
        "limits",
        f"{above}{HEADER}Max processes  {tasks}  {tasks}  processes\nMax open files  {files}  {files}  files\n",
    )


def unit(*lines, path="domino.service", starts=STARTS):
    return ("systemd_unit", path, "[Service]\n" + starts + "".join(line + "\n" for line in lines))


def drop_in(*lines, path="domino.service.d/limits.conf"):
    return unit(*lines, path=path, starts="")


def shell(files):
    return ("ulimit", "ulimit.txt", f"core file size   (blocks, -c) 0\nopen files    (-n) {files}\n")


def sysctl(files, path):
    return ("sysctl", path, f"fs.file-max = {files}\n")


def logins(*lines, path="limits.conf"):
    return ("limits_conf", path, "".join(line + "\n" for line in lines))


def shown(*lines):
    return (
        "systemctl",
        "show.txt",
        "Type=forking\n" + STARTS + "Id=domino.service\n" + "".join(line + "\n" for line in lines),
    )


INI = ("notes_ini", "notes.ini", "[Notes]\nDirectory=/local/notesdata\n")


def known(files, others=()):
    facts = Facts()
    facts.add(others)
    for name, path, text in files:
        items = facts_of(reader(name), Source.of(path, text.encode()), CATALOGUE)
        facts.add(item for item in items if not isinstance(item, Diagnostic))
    for derive in (systemd.derive_units, limits.derive):
        facts.add(derive(facts, Context(CATALOGUE)))
    return facts


RUNS = "the limits of the running server"
OPEN_FILES = [
    ([], None, None),
    ([running(1024)], "1024", RUNS),
    ([running("unlimited")], "1048576", RUNS),
    ([running(80000), shell(1024)], "80000", RUNS),
    ([running(80000), unit("LimitNOFILE=1024")], "1024", "LimitNOFILE of domino.service"),
    ([running(1024), unit("LimitNOFILE=80000")], "1024", RUNS),
    ([running(60000), running(50000)], None, None),  # of two processes, one of them the server
    ([running(60000), running(60000)], "60000", RUNS),
    ([running(60000), running(50000), unit("LimitNOFILE=70000")], "70000", "LimitNOFILE of domino.service"),
    ([running(1024, above="$ cat /proc/1/limits\n")], None, None),
    ([running(1024, above="$ cat /proc/self/limits\n"), running(80000)], "80000", RUNS),
    ([running(1024, above="$ cat /proc/self/limits\n"), unit("LimitNOFILE=1")], "1", "LimitNOFILE of domino.service"),
    ([shell(1024)], None, None),
    ([shell(1024), logins("notes soft nofile 4096")], "4096", "limits.conf"),
    ([unit("LimitNOFILE=40000"), shell(1024)], "40000", "LimitNOFILE of domino.service"),
    ([unit("LimitNOFILE=infinity")], "1048576", "LimitNOFILE of domino.service"),
    ([unit(), shell(1024)], None, None),
    ([unit("LimitNOFILE=1"), drop_in("LimitNOFILE=2")], "2", "LimitNOFILE of domino.service"),
    ([drop_in("LimitNOFILE=2"), unit("LimitNOFILE=1")], "2", "LimitNOFILE of domino.service"),
    ([unit("LimitNOFILE=1"), drop_in("LimitNOFILE=2", path="limits.conf")], None, None),  # of which unit it is, nobody knows
    ([unit(), drop_in("LimitNOFILE=2", path="limits.conf")], None, None),
    ([unit("LimitNOFILE=1"), drop_in("LimitNOFILE=2", path="limits.conf"), shown("LimitNOFILESoft=3")], "3", "LimitNOFILE of domino.service"),
    ([unit("LimitNOFILE=1"), drop_in("LimitNOFILE=2", path="domino.service.d/limits.conf.rpmsave")], "1", "LimitNOFILE of domino.service"),
    ([unit("LimitNOFILE=1"), drop_in("LimitNOFILE=2", path="override.conf.old")], "1", "LimitNOFILE of domino.service"),
    (
        [drop_in("LimitNOFILE=3", path="domino.service.d/20.conf"), drop_in("LimitNOFILE=2", path="domino.service.d/10.conf"), unit()],
        "3",
        "LimitNOFILE of domino.service",
    ),
    ([unit("LimitNOFILE=1"), drop_in("LimitNOFILE=")], None, None),
    ([unit("LimitNOFILE=1"), drop_in("LimitNOFILE=2"), shown("LimitNOFILESoft=3")], "3", "LimitNOFILE of domino.service"),
    ([unit("LimitNOFILE=1", path="nginx.service", starts="ExecStart=/usr/sbin/nginx\n")], None, None),
    ([unit("LimitNOFILE=1", path="dominobackup.service")], None, None),
    ([unit("LimitNOFILE=1", path="nginx.service", starts="ExecStart=/usr/sbin/nginx\n[Unit]\nDescription=before Domino\n[Service]\n")], None, None),
    ([unit("LimitNOFILE=1", path="dominob.service", starts="ExecStart=/usr/local/bin/save.sh\n")], None, None),
    ([unit("LimitNOFILE=1", path="nginx.service", starts="ExecStart=/usr/sbin/nginx -c /opt/hcl/domino/n.conf\n")], None, None),
    ([unit("LimitNOFILE=1", path="mail.service", starts="ExecStart=/bin/su - notes -c /opt/hcl/domino/bin/server\n")], "1", "LimitNOFILE of mail.service"),
    ([unit("LimitNOFILE=1", path="domino.service", starts="ExecStart=/usr/local/bin/start.sh\n")], "1", "LimitNOFILE of domino.service"),
    ([unit("LimitNOFILE=1", path="etc/systemd/system/domino.service"), unit("LimitNOFILE=2", path="usr/lib/systemd/system/domino.service")], "1", "LimitNOFILE of domino.service"),
    ([unit("LimitNOFILE=2", path="lib/systemd/system/domino.service"), unit(path="etc/systemd/system/domino.service")], None, None),
    ([unit("LimitNOFILE=2", path="a/domino.service"), unit("LimitNOFILE=1", path="b/domino.service")], None, None),
    (
        [unit(), drop_in("LimitNOFILE=2", path="etc/domino.service.d/a.conf"), drop_in("LimitNOFILE=3", path="usr/lib/domino.service.d/a.conf")],
        "2",
        "LimitNOFILE of domino.service",
    ),
    ([unit("LimitNOFILE=1"), unit("LimitNOFILE=2", path="domino2.service")], None, None),
    (
        [INI, unit("LimitNOFILE=1", "PIDFile=/local/notesdata/domino.pid"), unit("LimitNOFILE=2", path="domino2.service")],
        "1",
        "LimitNOFILE of domino.service",
    ),
    ([logins("notes soft nofile 1024")], "1024", "limits.conf"),
    ([logins("* soft nofile 1", "notes soft nofile 2", "other soft nofile 3")], "2", "limits.conf"),
    ([logins("other soft nofile 3")], None, None),
    ([logins("notes soft nofile 1"), unit("LimitNOFILE=2")], "2", "LimitNOFILE of domino.service"),
    ([logins("lotus soft nofile 1"), unit("User=lotus")], None, None),  # systemd does not go by it
    ([logins("notes soft nofile 1"), logins("notes soft nofile 2", path="limits.d/90.conf")], "2", "limits.conf"),
    ([logins("notes soft nofile 2", path="limits.d/90.conf"), logins("notes soft nofile 1")], "2", "limits.conf"),
    ([logins("notes soft nofile 1", path="limits.d/95.conf"), logins("notes soft nofile 2", path="limits.d/90.conf")], "1", "limits.conf"),
    ([running(9), sysctl(7, "sysctl.d/99.conf"), sysctl(8, "sysctl.d/10.conf")], "7", "fs.file-max of the kernel"),
    ([running(9), sysctl(7, "sysctl.d/10.conf"), sysctl(10, "sysctl.d/99.conf")], "9", RUNS),
    ([running(9), sysctl(10, "sysctl.conf"), sysctl(7, "sysctl.d/99.conf")], "9", RUNS),
    ([running(9), sysctl(7, "sysctl.txt"), sysctl(10, "sysctl.d/99.conf")], "7", "fs.file-max of the kernel"),
]  # fmt: skip


@at_once(("files", "figure", "place"), OPEN_FILES)
def test_the_nearest_limit_counts_and_of_what_runs_and_what_is_set_the_smaller(files, figure, place):
    facts = known(files)
    assert facts.ask("limit.open_files").text == figure
    assert facts.ask("limit.open_files_set_by").text == place


DOUBTS = [
    ([shell(1024)], True),
    ([unit(), shell(1024)], True),
    ([running(1), running(2)], True),
    ([unit(), logins("notes soft nofile 1")], True),
    ([], False),
    ([running(1), shell(1024)], False),
]


@at_once(("files", "doubt"), DOUBTS)
def test_what_tells_of_others_is_no_limit_of_the_server(files, doubt):
    assert bool(known(files).ask("limit.open_files").trouble) is doubt


TASKS = [
    ([unit("TasksMax=512", "LimitNPROC=8000")], "512", "TasksMax of domino.service"),
    ([unit("TasksMax=infinity", "LimitNPROC=7999")], "7999", "LimitNPROC of domino.service"),
    ([running(1, 31860), unit("TasksMax=512")], "512", "TasksMax of domino.service"),
    ([running(1, 4096), unit("TasksMax=8000")], "4096", RUNS),
    ([unit("TasksMax=15%")], None, None),
    ([unit("TasksMax=100", "TasksMax=80%")], None, None),
    ([unit("TasksMax=100"), drop_in("TasksMax=80%")], None, None),
    ([unit("TasksMax=80%"), drop_in("TasksMax=100")], "100", "TasksMax of domino.service"),
    ([running(1, 31860), ("systemd_unit", "domino.service", f"[Service]\n{STARTS}TasksM")], None, None),  # cut
    ([running(1, 31860), ("systemd_unit", "domino.service", f"[Service]\n{STARTS}TasksMax=512\nTim")], "512",
     "TasksMax of domino.service"),
]  # fmt: skip


@at_once(("files", "figure", "place"), TASKS)
def test_processes_are_bounded_by_the_smallest(files, figure, place):
    facts = known(files)
    assert facts.ask("limit.tasks").text == figure
    assert facts.ask("limit.tasks_set_by").text == place


ELSEWHERE = "x/domino.service"
SAID = [  # what a message says of processes and threads: of what is in doubt no more than TasksMax allows
    ([unit("TasksMax=512", "LimitNPROC=400")], "400 processes and threads, by LimitNPROC of domino.service"),
    ([unit("TasksMax=512", "LimitNPROC=400"), unit("TasksMax=512", "LimitNPROC=900", path=ELSEWHERE)],
     "512 processes and threads, by TasksMax of domino.service"),
    ([unit("LimitNPROC=400"), unit("LimitNPROC=900", path=ELSEWHERE)], None),
    ([unit("TasksMax=100"), unit("TasksMax=900", path=ELSEWHERE)], None),
]  # fmt: skip


@at_once(("files", "words"), SAID)
def test_of_what_is_in_doubt_the_certain_part_is_said(files, words):
    assert known(files).ask("limit.tasks_said").text == words


STOPS = [
    ([unit("TimeoutSec=600", "TimeoutStopSec=300")], "300"),
    ([unit("TimeoutStopSec=300"), drop_in("TimeoutSec=100")], "100"),
    ([unit("TimeoutStopSec=300"), drop_in("TimeoutStopSec=")], None),
    ([unit("TimeoutStopSec=0")], "2147483647"),
    ([unit("TimeoutStopSec=300"), shown("TimeoutStopUSec=1min 30s")], "90"),
]


@at_once(("files", "seconds"), STOPS)
def test_of_several_files_the_one_that_systemd_reads_last_counts(files, seconds):
    assert known(files).ask("unit.timeout_stop_seconds").text == seconds


BESIDE = [  # where the unit's PID file lies, whether the limit is this server's, beside a partition in /local/p2
    ("/local/notesdata/domino.pid", True),
    ("/local/p2/domino.pid", False),
    ("/var/run/domino.pid", False),  # of which of them it is nothing tells
]


@at_once(("path", "counts"), BESIDE)
def test_the_unit_of_a_partition_beside_is_not_this_server_s(path, counts):
    other = Fact("partition.directory", "/local/p2", subject=Subject("partition", "P2/Acme"))
    facts = known([INI, unit("TasksMax=512", f"PIDFile={path}")], [other])
    assert (facts.ask("unit.tasks_max").text == "512") == counts

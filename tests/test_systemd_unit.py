"""Units of systemd, their drop-ins, and both together as `systemctl cat` prints them."""

import data
from at_once import at_once

from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.linux import systemd_unit
from advisor.source import Source

CATALOGUE = builtin().catalogue
UNIT = data.text("systemd_unit/unit.txt")
DROP_IN = "[Service]\nLimitNOFILE=40000\n"
CAT = (
    "# /etc/systemd/system/domino.service\n" + UNIT + "\n# /etc/systemd/system/domino.service.d/limits.conf\n" + DROP_IN
)
SET = {
    "description": "HCL Domino Server (notes)",
    "user": "notes",
    "pid_file": "/run/notes/domino.pid",
    "starts": "/opt/nashcom/startscript/rc_domino_script start",
    "open_files": "80000",
    "processes": "8000",
    "tasks_max": "8000",
    "timeout_stop_seconds": "300",
}


def read(raw, path="domino.service"):
    return list(systemd_unit.read(Source.of(path, raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def told(raw, path="domino.service"):
    found = {}
    for item in read(raw, path):
        if isinstance(item, Fact):
            found.setdefault(item.subject.name, {})[item.key.removeprefix("unit.")] = item.text
    return found


def service(*lines):
    return "[Service]\n" + "".join(line + "\n" for line in lines)


TEXTS = [
    (UNIT, {"domino.service": SET}),
    (CAT, {"domino.service": SET | {"open_files": "40000"}}),
    ("[root@mail ~]# systemctl cat domino\n" + CAT, {"domino.service": SET | {"open_files": "40000"}}),
    (CAT.replace("LimitNOFILE=40000", "LimitNOFILE="), {"domino.service": SET | {"open_files": ""}}),
    (
        CAT + "# /etc/systemd/system/domino2.service\n" + service("LimitNOFILE=1024", "TasksMax=infinity"),
        {
            "domino.service": SET | {"open_files": "40000"},
            "domino2.service": {"open_files": "1024", "tasks_max": "unlimited"},
        },
    ),
    (service("TimeoutStopSec=300", "TimeoutSec=100"), {"domino.service": {"timeout_stop_seconds": "100"}}),
    (service("TimeoutStopSec = 5min"), {"domino.service": {"timeout_stop_seconds": "300"}}),
    (service("TimeoutStopSec=soon"), {}),
    (service("LimitNOFILE=1024:524288"), {"domino.service": {"open_files": "1024"}}),
    (service("LimitNOFILE=64K", "LimitNPROC=unlimited", "TasksMax=-1"), {}),  # only bytes have letters behind
    (service("LimitNOFILE=2048:1024", "LimitNPROC=1:2:3"), {}),
    (service("LimitNOFILE=0x3e8", "LimitNPROC=01750", "TasksMax=+0X3E8"), {"domino.service": {"open_files": "1000", "processes": "1000", "tasks_max": "1000"}}),
    (service("LimitNOFILE=0x3e8:infinity", "TasksMax=00"), {"domino.service": {"open_files": "1000"}}),
    (service("# was for D:\\backup\\", "LimitNOFILE=1000"), {"domino.service": {"open_files": "1000"}}),
    (service("LimitNOFILE=\\", "1000"), {"domino.service": {"open_files": "1000"}}),
    (service("LimitNOFILE=\\", "", "LimitNPROC=1000"), {"domino.service": {"open_files": "", "processes": "1000"}}),
    (service("LimitNOFILE=\\", "; a remark\\", "", "LimitNPROC=1000"), {"domino.service": {"open_files": "", "processes": "1000"}}),
    (service("Environment=A=b \\", "# remark", "LimitNOFILE=1000"), {}),
    (service("Environment=A=b \\", "# remark", "; another", "B=c \\", " D=e", "LimitNOFILE=1000"), {"domino.service": {"open_files": "1000"}}),
    (service("Environment=A=b\\\\", "LimitNOFILE=1000"), {"domino.service": {"open_files": "1000"}}),
    (service("Environment=A=b \\ ", "LimitNOFILE=1000"), {"domino.service": {"open_files": "1000"}}),
    (service("Environment=A=b \\", "LimitNOFILE=1000").replace("\n", "\r\n"), {}),
    (service("Environment=A=b \\") + "# /etc/systemd/system/domino.service.d/a.conf\n" + DROP_IN, {"domino.service": {"open_files": "40000"}}),
    (service("TasksMax=15%"), {"domino.service": {"tasks_max": "15%"}}),  # in doubt
    (service("TasksMax=0", "User=notes"), {"domino.service": {"user": "notes"}}),  # systemd passes over it
    (
        service("TasksMax=1", "# /opt/hcl/domino/rc_domino", "User=notes"),
        {"domino.service": {"tasks_max": "1", "user": "notes"}},
    ),
    (service("TasksMax=1", "# /etc/security/limits.conf", "User=notes"), {"domino.service": {"tasks_max": "1", "user": "notes"}}),
    (service("limitnofile=1024"), {}),  # systemd tells capital letters from small ones
    ("[Unit]\nLimitNOFILE=1024\n[Service]\nType=simple\n", {}),
    (service("ExecStart=/bin/sh -c \\", "  LimitNOFILE=1", "User=notes"), {"domino.service": {"starts": "/bin/sh -c LimitNOFILE=1", "user": "notes"}}),
    (service("LimitNOFILE=1024")[:-1], {}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_a_service_is_read(raw, expected):
    assert told(raw) == expected


NAMES = [
    ("/etc/systemd/system/domino.service", "domino.service"),
    ("host\\etc\\domino@mail01.service", "domino@mail01.service"),
    ("system/domino.service.d/override.conf", "domino.service"),
    ("override.conf", ""),
    ("systemd.service", ""),
    ("unit.txt", ""),
    ("domino.service.d/README.conf", "domino.service"),
]


@at_once(("path", "name"), NAMES)
def test_a_unit_goes_by_its_file_or_its_folder(path, name):
    assert list(told(DROP_IN, path)) == [name]


PLACES = [  # a unit, and where its value stands
    (service("LimitNOFILE=1000"), "1000"),
    (service("LimitNOFILE=\\", "  # remark", "  1000"), "1000"),
    (service("PIDFile=/run \\", " more"), "/run"),
    (service("User=\\", "\u00e4 \\", "b"), "\u00e4"),
]


@at_once(("raw", "text"), PLACES)
def test_a_value_has_the_place_where_it_begins(raw, text):
    [fact] = read(raw)
    assert fact.source.text(*fact.span) == text


@at_once(
    "path", ["domino.service.bak", "domino.service.d/a.conf.rpmsave", "x.service.d\\a.txt", "a.conf.OLD", "a.conf~"]
)
def test_what_systemd_would_not_take_is_passed_over(path):
    [only] = read(DROP_IN, path)
    assert not only.problem


SPANS = [
    ("300", "300"),
    ("5min", "300"),
    ("5min 20s", "320"),
    ("1min30s", "90"),
    ("1.5h", "5400"),
    ("2d", "172800"),
    ("900ms", "0"),
    ("0", "infinity"),
    ("infinity", "infinity"),
    ("5 parsecs", ""),
    ("soon", ""),
]


@at_once(("text", "seconds"), SPANS)
def test_a_time_span_is_so_many_seconds(text, seconds):
    facts = {"domino.service": {"timeout_stop_seconds": seconds}} if seconds else {}
    assert told(service(f"TimeoutStopSec={text}")) == facts


DAMAGES = [
    (CAT, []),
    (service("what now"), ["this is no line of a unit of systemd"]),
    (service("TasksMax=80\0"), [transcript.NUL]),
    (service("LimitNOFILE=\\", "10\0"), [transcript.NUL]),
    (service("TasksMax=many"), [systemd_unit.NO_FIGURE]),
    (service("LimitNOFILE=\\", "1000")[:-2], [transcript.CUT]),
    (service("TasksMax=8000")[:-2], [transcript.CUT]),
]


EXAMPLES = [CAT, UNIT, DROP_IN, "# systemctl cat domino.service\n" + CAT]
RECOGNISED = [
    ("# a remark\n; another\n\n" + DROP_IN, True),
    ("[Unit]\nDescription=x\n[Timer]\nOnCalendar=daily\n", False),
    ("[Notes]\nKitType=2\n[Service]\n", False),
    ("LimitNOFILE=80000\n", False),
]

from itertools import product

from at_once import at_once
from hypothesis import example, given
from hypothesis import strategies as st

from advisor import limits
from advisor.derive import Context, derive
from advisor.facts import MAYBE_CUT, SERVER, Complete, Diagnostic, Fact, Facts
from advisor.pack import builtin
from advisor.readers.domino import nsd
from advisor.source import Source, Stream

CATALOGUE = builtin().catalogue


def headed(title, *lines):
    return f"<@@ ------ {title} (Time 12:22:11) ------ @@>\n" + "".join(f"{line}\n" for line in lines)


TOP = "<@@ ------ Notes System Diagnostic (NSD) ------ @@>\nNSD 14.5.0 (NSD Version 14.5 (Build: 104)\n"
HOST = "Host Name: mail01\nOS: Linux mail01 5.14.0\nDomino Version : Release 14.5|June 17, 2025\n"
STACKS = headed(
    "Notes Data -> Notes Process Info", "Filesystem 1K-blocks Used Available Use% Mounted on", "/x 1 2 3 4% /x"
)
INI = headed("System Data -> INI -> notes.ini", "[Notes]", "Directory=/local/notesdata", "KitType=2", "Ports=TCPIP")
DF = headed(
    "System Data -> Disk Usage",
    "Filesystem     1K-blocks      Used Available Use% Mounted on",
    "/dev/sda2       41922560  39922560   2000000  96% /",
)
ULIMIT = headed("System Data -> ulimit", "core file size (blocks, -c) 0", "open files (-n) 1024")
FREE = headed(
    "System Data -> Memory",
    "              total        used        free      shared  buff/cache   available",
    "Mem:       16265148     9265148     1000000       10000     6000000     6500000",
)
STATISTICS = headed("Notes Data -> Server Data -> Server Statistics", "  Http.Workers = 140", "  Mail.Dead = 12")
LIMITS = """\
Limit                     Soft Limit           Hard Limit           Units
Max processes             {}                31860                processes
Max open files            {}               80000               files
"""
MANY, FEW = LIMITS.format(31860, 80000), LIMITS.format(4096, 1024)
NSD_TABLE = """\
   INFO  PID PPID   UID     STIME    COMMAND
     -> 04711 00001     0 11/14 17:47:20 [  server:04711]
     -> 04712 04711     0 11/14 17:47:21   [  router:04712]
"""
PS = """\
UID          PID    PPID  C STIME TTY          TIME CMD
root           1       0  0 Nov02 ?        00:00:09 /usr/lib/systemd/systemd
notes       4711       1  1 Nov02 ?        02:10:00 /opt/hcl/domino/notes/latest/linux/server
notes       4712    4711  0 Nov 02 ?        00:10:00 /opt/hcl/domino/notes/latest/linux/router
notes       4713    4711  0 Nov02 pts/0    00:10:00 tail -f /opt/server
"""
SECOND = "notes2      5811       1  1 Nov02 ?        02:10:00 /opt/hcl/domino/notes/latest/linux/server\n"
END = headed("End")
SETTINGS = {"ini.directory": "/local/notesdata", "ini.kittype": "2", "ini.ports": "TCPIP"}
TOLD = {"nsd.release": "Release 14.5", "nsd.system": "Linux", "machine.host_name": "mail01"}
SPACE = {"volume.device": "/dev/sda2", "volume.size": str(41922560 * 1024), "volume.free": str(2000000 * 1024)}
WHOLE = TOP + HOST + STACKS + INI + DF + END


def read(raw, step=None):
    data = raw if isinstance(raw, bytes) else raw.encode()
    step = step or len(data) or 1
    stream = Stream("nsd.log", lambda: (data[at : at + step] for at in range(0, len(data), step)))
    return stream, list(nsd.read(stream, CATALOGUE))


def known(items):
    return {item.key: item.text for item in items if isinstance(item, Fact) and not item.doubt}


TEXTS = [  # what it tells, and whether settings that it lacks are not set
    (WHOLE, TOLD | SETTINGS | SPACE, True),
    (WHOLE.encode("utf-16"), TOLD | SETTINGS | SPACE, True),
    (b"\xef\xbb\xbf" + WHOLE.encode(), TOLD | SETTINGS | SPACE, True),
    (TOP + ULIMIT + END, {"shell.open_files": "1024", "shell.core": "0"}, False),
    (TOP + FREE + END, {"memory.total": str(16265148 * 1024), "memory.available": str(6500000 * 1024)}, False),
    (TOP + DF + ULIMIT.replace("ulimit", "Disk"), SPACE | {"shell.open_files": "1024", "shell.core": "0"}, False),
    (TOP + headed("System Data", *DF.splitlines()[1:], *ULIMIT.splitlines()[1:]), SPACE | {"shell.open_files": "1024", "shell.core": "0"}, False),
    (TOP + headed("System Data", *INI.splitlines()[1:]) + END, SETTINGS, True),
    (TOP + INI.replace("[Notes]\n", "") + END, SETTINGS, True),
    (TOP + INI + INI.replace("TCPIP", "LAN0").replace("Ports", "Extra") + END, SETTINGS, True),  # the first counts
    (TOP + INI + headed("System Data -> Environment", "Ports=LAN0") + END, SETTINGS, True),
    (TOP + DF + DF.replace("sda2", "sdb9"), SPACE, False),
    (TOP + INI, SETTINGS, False),  # the file ends in it
    (TOP + INI.removesuffix("TCPIP\n"), {key: SETTINGS[key] for key in ("ini.directory", "ini.kittype")}, False),
    (TOP + INI.removesuffix("IP\n"), {key: SETTINGS[key] for key in ("ini.directory", "ini.kittype")}, False),
    (TOP + STACKS + headed("Notes Memory -> Usage Summary", "[Notes]", "A=1"), {}, False),
    (TOP + INI.replace("Ports=", "Ports\0=") + END, {key: SETTINGS[key] for key in ("ini.directory", "ini.kittype")}, False),
    (TOP + STATISTICS + END, {"stat.http.workers": "140", "stat.mail.dead": "12"}, False),
    (TOP + STATISTICS.replace("Server Statistics", "Agent Statistics") + END, {}, False),
    (HOST, TOLD, False),
    (TOP + f"Start Time : {'x' * 39}ü\n" + END, {"nsd.started": "x" * 39 + "ü"}, False),
    (TOP + f"Domino Version : Release {'1' * 59}\N{EURO SIGN}ü\n" + END, {"nsd.release": f"Release {'1' * 59}\N{EURO SIGN}"}, False),
    ("", {}, False),
]  # fmt: skip


@at_once(("raw", "told", "whole"), TEXTS)
def test_its_sections_go_through_the_readers_of_what_they_hold(raw, told, whole):
    _, items = read(raw)
    assert known(items) == told
    assert ("ini." in {item.prefix for item in items if isinstance(item, Complete)}) is whole


def shown(section, *parts):
    return headed(section, *"".join(parts).splitlines())


SERVERS, ROUTERS = "PID 4711 server\n" + MANY, "PID 4712 router\n" + FEW
SURE, FOUR = {"process.tasks": "31860", "process.open_files": "80000"}, ["31860", "80000", "4096", "1024"]
OF_PROCESSES = [  # what stands beside their limits, and what is known of the server's, or every figure that was given
    (shown("System Data -> Process Limits", SERVERS, ROUTERS), SURE),
    (shown("System Data -> Process Limits", ROUTERS, SERVERS), SURE),
    (shown("System Data -> Process Limits", ROUTERS, SERVERS).replace("\n", "\r\n"), SURE),
    (shown("Limits", "# cat /proc/4711/limits\n", MANY, "# cat /proc/4712/limits\n", FEW) + shown("ps", PS), SURE),
    (shown("Process Info", PS) + shown("Limits", "/proc/4712/limits:\n", FEW, "/proc/4711/limits:\n", MANY), SURE),
    (shown("Process Info", NSD_TABLE) + shown("Limits", "[router:4712]\n", FEW, "[  server:04711]\n", MANY), SURE),
    (shown("Process Limits :: [  server:4711]", MANY) + shown("Process Limits :: [  router:4712]", FEW), SURE),
    (shown("Limits", SERVERS, SERVERS), SURE),
    (shown("Limits", SERVERS.replace("4711", "5811"), SERVERS), SURE),  # two servers, alike
    (shown("Limits", SERVERS, "PID 5811 server\n", FEW), FOUR),
    (shown("Limits", SERVERS, ROUTERS) + shown("Process Info", PS, SECOND), ["31860", "80000"]),  # one is not there
    (shown("Limits", "/proc/4711/limits\n", MANY, "/proc/4712/limits\n", FEW), FOUR),  # which one is the server?
    (shown("Limits", "[notes@server ~]$ cat /proc/4712/limits\n", FEW, "$ cat /proc/4711/limits\n", MANY), FOUR),
    (shown("Limits", MANY, FEW) + shown("Process Info", PS), FOUR),
    (shown("Limits", ROUTERS) + shown("Process Info", PS), {"process.tasks": "4096", "process.open_files": "1024"}),
    (shown("Limits", MANY), SURE),
    (shown("Threads", "at 9 [ server:9]\n", "[ server:4711:0002]\n") + shown("Process Limits", SERVERS, ROUTERS), SURE),
]


@at_once(("raw", "expected"), OF_PROCESSES)
def test_of_several_processes_the_limits_of_the_server_count(raw, expected):
    told = [fact for fact in read(TOP + raw + END)[1] if isinstance(fact, Fact) and fact.key.startswith("process.")]
    assert {fact.subject for fact in told} == {SERVER}
    if isinstance(expected, dict):
        assert {fact.key: fact.text for fact in told if not fact.doubt} == expected
    else:
        assert sorted(fact.text for fact in told) == sorted(expected)


DOUBTS = [(at, isinstance(expected, list)) for at, (_, expected) in enumerate(OF_PROCESSES)]


@at_once(("at", "open_"), DOUBTS)
def test_limits_that_several_servers_have_are_open(at, open_):
    facts = Facts()
    facts.add(item for item in read(TOP + OF_PROCESSES[at][0] + END)[1] if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    assert bool(facts.ask("limit.open_files").text) is not open_


@example(step=1)
@given(step=st.integers(1, 200))
def test_however_it_comes_in_pieces_it_tells_the_same(step):
    assert known(read(WHOLE, step)[1]) == TOLD | SETTINGS | SPACE
    assert known(read(WHOLE.encode("utf-16"), step)[1]) == TOLD | SETTINGS | SPACE


LONG = [  # lines too long to be held as one
    "x" * 5000 + "<@@ ------ System Data -> NOTES.INI ------ @@>\n[Notes]\nKitType=2\n",
    "<@@ ------ " + "x" * 5000 + "NOTES.INI ------ @@>\n[Notes]\nKitType=2\n",
]


@at_once(("line", "step"), [(b, a) for a, b in product([1, 97, 4096, 4097, None], LONG)])
def test_no_section_begins_within_a_line_or_with_one_that_is_too_long(line, step):
    assert known(read(TOP + STACKS + line + END, step)[1]) == {}


def test_every_value_stands_on_its_line():
    stream, items = read(WHOLE, 50)
    lines = WHOLE.splitlines()
    for fact in (item for item in items if isinstance(item, Fact) and item.span):
        line, column = stream.position(fact.span[0])
        text = stream.text(*fact.span)
        assert lines[line - 1][column - 1 :].startswith(text)
        assert text == fact.text or fact.key in {"volume.size", "volume.free"}


P1, P2 = ("[Notes]", "ServerName=P1/Acme", "Directory=/p1"), ("[Notes]", "ServerName=P2/Acme", "Directory=/p2", "B=2")
OF_P1 = {"ini.servername": "P1/Acme", "ini.directory": "/p1"}
STAT = {"stat.http.workers": "140", "stat.mail.dead": "12"}
CALLED, OTHER = "System Data -> INI -> notes.ini", "Windows Data -> Gizmo"
PARTITIONS = [  # an NSD, what it tells of the server, and on which line another's NOTES.INI begins
    (headed(CALLED, *P1) + headed(CALLED, *P2) + STATISTICS, OF_P1, 8),
    (headed(CALLED, *P1) + STATISTICS + headed(CALLED, *P2), OF_P1 | STAT, 11),
    (headed(CALLED, *P1, *P2) + STATISTICS, OF_P1, 7),
    (headed(CALLED, *P1, *P2).replace("\n", "\r\n") + STATISTICS, OF_P1, 7),
    (headed(CALLED, *P1) + headed(CALLED, *P1) + STATISTICS, OF_P1 | STAT, None),
    (headed(CALLED, *P1) + headed(CALLED, "[Notes]", "directory = /P1") + STATISTICS, OF_P1 | STAT, None),
    (headed(OTHER, *P2) + headed(CALLED, *P1) + STATISTICS, OF_P1 | STAT, None),  # what quotes one is none
    (headed(CALLED, *P1) + headed(OTHER, *P2) + STATISTICS, OF_P1 | STAT, None),
    (headed(OTHER, *P1) + headed(OTHER, *P2) + STATISTICS, OF_P1 | STAT, None),
    (headed(OTHER, "ServerTasks=HTTP", "KitType=1") + headed(CALLED, *P1), OF_P1, None),
    (headed("Windows Data -> Disk Info", "C: NTFS 100 GB", "D: 5 %") + headed(CALLED, *P1), OF_P1, None),
    (headed(CALLED, *P1, *P2, *P1) + headed(CALLED, *P2), OF_P1, 7),
]


@at_once(("raw", "told", "line"), PARTITIONS)
def test_servers_of_one_machine_are_not_mixed(raw, told, line):
    stream, items = read(TOP + raw + END)
    assert {key: text for key, text in known(items).items() if key.startswith(("ini.", "stat."))} == told
    said = [stream.position(item.offset)[0] for item in items if getattr(item, "reason", "") == nsd.ANOTHER_SERVER]
    assert said == [line] * (line is not None)


def test_a_file_that_ends_within_the_settings_says_so():
    _, items = read(TOP + INI.removesuffix("IP\n"))
    assert [item.doubt for item in items if isinstance(item, Fact) and item.key == "ini.ports"] == [MAYBE_CUT]
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == [
        "the file ends in the middle of this line; if nothing is missing, end the line with a line end"
    ]


def test_of_a_section_no_more_is_held_than_a_bound(monkeypatch):
    monkeypatch.setattr(limits, "MAX_NSD_SECTION_BYTES", 1000)
    chunks = iter([TOP.encode(), headed("System Data").encode(), *[b"x" * 99 + b"\n"] * 5000, END.encode()])
    held = list(nsd.nsd_sections(chunks))
    assert max(len(section.text) for section in held) == 1000
    assert [section.ended for section in held] == [True, False]
    assert held[-1].title == "System Data" or held[-1].title == "End"


EXAMPLES = [WHOLE, TOP + HOST + INI + END, TOP + DF + END]
RECOGNISED = [
    (INI + END, True),
    ("[Notes]\nKitType=2\nDirectory=/a\n", False),
    ("Notes System Diagnostic\n", False),
    ("*** Notes System Diagnostic (NSD) ***\n\n" + INI + END, True),
    ('TOP = "<@@ ------ Notes System Diagnostic (NSD) ------ @@>"\n', False),
    ('"""\n`<@@ ------ System Data -> INI (Time 1:1:1) ------ @@>` begins a section\n"""\n', False),
    ("    <@@ ------ Notes System Diagnostic (NSD) ------ @@>\n", False),
    ("<@@ ------ begins what Notes System Diagnostic writes\n", False),
]


def test_a_source_that_is_held_is_read_alike():
    assert known(nsd.read(Source.of("nsd.log", WHOLE.encode()), CATALOGUE)) == TOLD | SETTINGS | SPACE


PASSED_OVER = [  # sections, what is said of those of which nothing is read
    ([], []),
    (["Notes Memory -> MM/OS Structure", "Notes Memory -> Handles"],
        [("2 sections that domlint does not read", "Notes Memory")]),
    (["Console -> console.log tail", "Process 4711 Call Stack", "Process 12 Call Stack"],
        [("3 sections that domlint does not read", "Process and Console")]),
    (["Notes System Diagnostic (NSD)"], []),
    ([""], []),
]  # fmt: skip


@at_once(("titles", "said"), PASSED_OVER)
def test_sections_of_which_nothing_is_read_are_named_in_one_line(titles, said):
    stream, items = read(TOP + INI + "".join(f"{headed(title)}some line\n" for title in titles) + END)
    slips = [item for item in items if isinstance(item, Diagnostic)]
    assert [(slip.reason, stream.text(*slip.quote)) for slip in slips] == said
    assert not any(slip.problem for slip in slips)


def test_a_blank_before_an_equals_sign_is_found_there_too(domlint, tmp_path):
    (tmp_path / "nsd.log").write_text(text := WHOLE.replace("Ports=", "Ports ="))
    done = domlint("check", "nsd.log", "--isolated", "--select", "INI005", "--format", "concise")
    line = text[: text.index("Ports =")].count("\n") + 1
    assert f"nsd.log:{line}:1: info INI005 " in done.out


TITLES = [
    (b"<@@ ------ Notes Data -> Drives (Time 12:00:01) ------ @@>", "Notes Data -> Drives"),
    (b"<@@ - x (Time 1) (Time 2)", "x (Time 1)"),
    (b"<@@ ---- (Time (Time 1) -- @@> ", ""),
    (b"<@@ ---- @@>", ""),
    (b"<@@ x", ""),
]


@at_once(("header", "title"), TITLES)
def test_the_title_of_a_section_stands_between_rulers(header, title):
    *_, section = nsd.nsd_sections(iter([header + b"\nx\n"]))
    assert section.title == title

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor import readers
from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.domino import _nsd_sections, nsd
from advisor.readers.domino._nsd_sections import sections
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
    (WHOLE.replace("\n", "\r\n"), TOLD | SETTINGS | SPACE, True),
    (WHOLE.encode("utf-16"), TOLD | SETTINGS | SPACE, True),
    (b"\xef\xbb\xbf" + WHOLE.encode(), TOLD | SETTINGS | SPACE, True),
    (TOP + ULIMIT + END, {"shell.open_files": "1024"}, False),
    (TOP + FREE + END, {"memory.total": str(16265148 * 1024), "memory.available": str(6500000 * 1024)}, False),
    (TOP + DF + ULIMIT.replace("ulimit", "Disk"), SPACE | {"shell.open_files": "1024"}, False),
    (TOP + headed("System Data", *DF.splitlines()[1:], *ULIMIT.splitlines()[1:]), SPACE | {"shell.open_files": "1024"}, False),
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
    (HOST, TOLD, False),
    ("", {}, False),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "told", "whole"), TEXTS)
def test_its_sections_go_through_the_readers_of_what_they_hold(raw, told, whole):
    _, items = read(raw)
    assert known(items) == told
    assert ("ini." in {item.prefix for item in items if isinstance(item, Complete)}) is whole


@given(step=st.integers(1, 200))
def test_however_it_comes_in_pieces_it_tells_the_same(step):
    assert known(read(WHOLE, step)[1]) == TOLD | SETTINGS | SPACE
    assert known(read(WHOLE.encode("utf-16"), step)[1]) == TOLD | SETTINGS | SPACE or step < 2


def test_every_value_stands_on_its_line():
    stream, items = read(WHOLE, 50)
    lines = WHOLE.splitlines()
    for fact in (item for item in items if isinstance(item, Fact) and item.span):
        line, column = stream.position(fact.span[0])
        text = stream.text(*fact.span)
        assert lines[line - 1][column - 1 :].startswith(text)
        assert text == fact.text or fact.key in {"volume.size", "volume.free"}


def test_a_file_that_ends_within_the_settings_says_so():
    _, items = read(TOP + INI.removesuffix("IP\n"))
    assert [item.doubt for item in items if isinstance(item, Fact) and item.key == "ini.ports"] == [MAYBE_CUT]
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == [
        "the file ends in the middle of this line; if nothing is missing, end the line with a line end"
    ]


def test_of_a_section_no_more_is_held_than_a_bound(monkeypatch):
    monkeypatch.setattr(_nsd_sections, "_MOST", 1000)
    chunks = iter([TOP.encode(), headed("System Data").encode(), *[b"x" * 99 + b"\n"] * 5000, END.encode()])
    held = list(sections(chunks))
    assert max(len(section.text) for section in held) == 1000
    assert [section.ended for section in held] == [True, False]
    assert held[-1].title == "System Data" or held[-1].title == "End"


def test_what_fills_it_is_not_held():
    chunks = iter([TOP.encode(), STACKS.encode(), *[b"frame 7\n" * 1000] * 50, INI.encode(), END.encode()])
    assert [section.title for section in sections(chunks)] == [
        "Notes System Diagnostic (NSD)", "System Data -> INI -> notes.ini",
    ]  # fmt: skip


EXAMPLES = [WHOLE, TOP + HOST + INI + END, TOP + DF + END]
RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    (INI + END, True),
    ("[Notes]\nKitType=2\nDirectory=/a\n", False),
    ("Notes System Diagnostic\n", False),
    ("*** Notes System Diagnostic (NSD) ***\n\n" + INI + END, True),
    ('TOP = "<@@ ------ Notes System Diagnostic (NSD) ------ @@>"\n', False),
    ('"""\n`<@@ ------ System Data -> INI (Time 1:1:1) ------ @@>` begins a section\n"""\n', False),
    ("    <@@ ------ Notes System Diagnostic (NSD) ------ @@>\n", False),
    ("<@@ ------ begins what Notes System Diagnostic writes\n", False),
    ("", False),
]


@pytest.mark.parametrize(("head", "taken"), RECOGNISED)
def test_the_format_is_recognised_by_content(head, taken):
    found = [one for one in map(readers.reader, readers.names()) if one.recognises(head.encode(), CATALOGUE)]
    assert (nsd in found) is taken
    assert len(found) <= 1


def test_a_source_that_is_held_is_read_alike():
    assert known(nsd.read(Source.of("nsd.log", WHOLE.encode()), CATALOGUE)) == TOLD | SETTINGS | SPACE

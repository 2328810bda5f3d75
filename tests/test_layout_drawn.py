"""The drawing of a server's storage: what lies where, what is presumed, what findings speak of it; and its boxes."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import judged
import pages
from at_once import at_once

from advisor.configuration.decisions import Decisions
from advisor.report import server_report
from advisor.report.model import Clash, DrawnArray, DrawnController, DrawnVolume, Resident, StorageLayout
from advisor.values.rows import row
from advisor.writers import Options, html
from advisor.writers.storage_drawing import storage

FIXTURES = Path(__file__).parent.parent / "fixtures"


def report_of(path, needs=frozenset({"layout"})):
    run, unread = judged.run_of([path])
    context = server_report.run_context(judged.PACK.rules, judged.PACK, Decisions(), run.servers, needs=needs)
    return judged.whole_report(run, unread, context)


@cache
def layouts(name):
    return {server.name: server.layout for server in report_of(FIXTURES / name).servers}


def marks(box):
    return "".join(f" !{one.rule}" for one in box.clashes)


def residents(box, depth):
    for one in box.residents:
        presumed = "~" if one.presumed else ""
        yield f"{' ' * depth}{presumed}{one.what}{one.owner and ' of ' + one.owner} {one.path}".rstrip() + marks(one)


def volume(one, depth):
    free = f" {one.free} of {one.size}" if one.free and one.size else ""
    yield f"{' ' * depth}{'~' if one.presumed else ''}{one.mount}{free}{marks(one)}"
    yield from residents(one, depth + 1)


def told(layout):
    """A layout as indented lines; ~ is presumed, ! a finding's rule."""
    for controller in layout.controllers:
        yield (controller.name or "-") + marks(controller)
        for array in controller.arrays:
            yield f" {'+'.join(array.names)} [{', '.join(array.about)}]{marks(array)}"
            for one in array.volumes:
                yield from volume(one, 2)
            yield from residents(array, 2)
    for one in layout.elsewhere:
        yield from (f"?{line}" for line in volume(one, 0))
    yield from residents(DrawnVolume("", residents=layout.unplaced), 0)


CASES = {
    ("today-small-windows", "Mail01/Acme"): """
slot 0
 slot 0 logical drive 1 [RAID 5, 3 disks, spinning disks, write-back, protected] !STO019 !STO003
  D: 77.4 GB of 837.7 GB
   the databases D:\\Domino\\Data !STO012
   the transaction log D:\\Domino\\Data\\logdir !LOG002
   log.nsf D:\\Domino\\Data\\log.nsf
  C: 1.3 GB of 99.4 GB !SYS006
   Domino's programs C:\\Program Files\\HCL\\Domino\\
   the operating system
   the page file
""",
    ("today-upgraded-from-8.5.3", "Mail07/Acme"): """
controller 0 !STO009
 controller 0 logical drive 0 [RAID 10, 4 disks, spinning disks, write-through, not protected] !STO019
  ~C: 66.3 GB of 931 GB
   the databases C:\\Program Files\\IBM\\Lotus\\Domino\\data !STO012
   ~the operating system
   Domino's programs C:\\Program Files\\IBM\\Lotus\\Domino\\
   the transaction log C:\\Program Files\\IBM\\Lotus\\Domino\\data\\logdir !LOG002
   log.nsf C:\\Program Files\\IBM\\Lotus\\Domino\\data\\log.nsf
   the debug output c:\\temp
""",
    ("today-cluster-hub", "Hub02/Acme"): """
?/ 31 GB of 50 GB
? the operating system
?/local/translog 274 GB of 278.9 GB
? the transaction log
the view indexes (NIF) /local/nif
the full-text indexes /local/ft
the databases /local/notesdata
Domino's programs /opt/hcl/domino/notes/latest/linux
the view rebuild directory /local/viewrebuild
""",
    ("today-partitions", "Apps04/Acme"): """
?D: 289.8 GB of 931 GB
? the databases D:\\Domino\\Data2
? Domino's programs D:\\Domino\\
? the transaction log D:\\Domino\\translog !SYS001 !STO001
? log.nsf D:\\Domino\\Data2\\log.nsf
? the databases of Mail04/Acme D:\\Domino\\Data1
? the databases of Arch04/Acme D:\\Domino\\Data3
?V: 29.1 GB of 40 GB
? the view rebuild directory V:\\viewrebuild
?C: 38.4 GB of 99.4 GB
? the operating system
? the page file
""",
    ("aix-7.0-research", "Research1/Acme"): """
-
 internal [spinning disks]
  /
   the operating system
   Domino's programs /opt/lotus/notes/latest/ibmpow
   paging space
  /usr
  /var
  /tmp
 ssa-1+ssa-2+ssa-3+ssa-4 [RAID 5, spinning disks] !STO003
  /notesdata
   the databases
   the view rebuild directory /notesdata/viewbuild
   log.nsf /notesdata/log.nsf
 ssa-5 [RAID 5, spinning disks] !STO003
  /notesdata/edc
   the databases
 log [RAID 1, 2 disks, spinning disks]
  /translog
   the transaction log
 ssa-6+ssa-7+ssa-8+ssa-9 [RAID 5, spinning disks]
  /notesdata2
   the databases of Research2/Acme
   the view rebuild directory of Research2/Acme /notesdata2/viewbuild
 ssa-10 [RAID 5, spinning disks]
  /notesdata2/edc
 log-2 [RAID 1, 2 disks, spinning disks]
  /translog2
   the transaction log of Research2/Acme
""",
    ("rig-6.0-log-on-array", "Bench04/Acme"): """
-
 internal-1 [JBOD, 1 disk, spinning disks] !STO050
  /
   the operating system
 internal-2 [JBOD, 1 disk, spinning disks]
  /opt
   Domino's programs /opt/lotus/notes/latest/sunspa
 internal-3 [JBOD, 1 disk, spinning disks] !STO050
  /var
   the operating system
 log [spinning disks]
  /translog
   the transaction log
A1000-1
 a1000-1 [RAID 0, 12 disks, spinning disks] !STO005
  /data1
   the databases /data1/notesdata
   log.nsf /data1/notesdata/log.nsf
A1000-2
 a1000-2 [RAID 0, 12 disks, spinning disks] !STO005
  /data2
   the databases
A1000-3
 a1000-3 [RAID 0, 12 disks, spinning disks] !STO005
  /data3
   the databases
A1000-4
 a1000-4 [RAID 0, 12 disks, spinning disks] !STO005
  /data4
   the databases
""",
}


@at_once(("fixture", "server"), CASES, ids=[name for name, _ in CASES])
def test_what_lies_where(fixture, server):
    assert "\n".join(told(layouts(fixture)[server])) == CASES[fixture, server].strip("\n")


def test_a_report_has_a_layout_only_where_a_format_needs_one_and_json_is_the_same():
    with_it, without = (report_of(FIXTURES / "today-small-windows", needs) for needs in ({"layout"}, frozenset()))
    assert [server.layout for server in without.servers] == [None]
    assert row(with_it) == row(without)


def test_what_no_file_names_is_not_drawn(tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=Mail01/Acme\n")
    [server] = report_of(tmp_path).servers
    assert server.layout == StorageLayout()
    assert storage(server.layout, server.name) == ""


def test_secrets_in_names_and_paths_are_masked(tmp_path):
    (tmp_path / "notes.ini").write_text(
        "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\n"
        "TRANSLOG_Status=1\nTRANSLOG_Path=/local/password=hunter2\nView_Rebuild_Dir=/srv -pw hunter2\n"
    )
    (tmp_path / "storage.toml").write_text(
        '[[array]]\nname = "a password=hunter2"\ncontroller = "c password=hunter2"\nlevel = "RAID 5"\n'
        '[[volume]]\nmount = "/local"\narray = "a password=hunter2"\n'
    )
    [server] = report_of(tmp_path).servers
    assert server.layout.controllers
    assert "hunter2" not in repr(server.layout)


class Tags(HTMLParser):
    """The tags of a drawing, which must open and shut in their order, and its text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(str(text))
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag not in {"rect", "path"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in {"rect", "path"}:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@at_once(("fixture", "server"), CASES, ids=[name for name, _ in CASES])
def test_the_drawing_says_all_of_that_in_words(fixture, server):
    layout = layouts(fixture)[server]
    tags = Tags(storage(layout, server))
    boxes = [box for one in layout.controllers for array in one.arrays for box in (array, *array.volumes)]
    for box in [*boxes, *layout.elsewhere]:
        assert all(
            one.path in tags.text and one.owner in tags.text and one.presumed in tags.text for one in box.residents
        )
        assert all(f"{one.severity[0].upper()}{one.rule}" in tags.text for one in box.clashes)
    assert tags.tags.count("summary") == 1


@at_once("least", ["info", "high", "critical"])
def test_marks_lead_to_findings_that_the_page_shows(least):
    report = report_of(FIXTURES / "today-small-windows")
    page = pages.Page(html.render(report, Options(min_severity=least)))
    marked = {value[1:] for value in page.values("href") if value.startswith("#dl1:")}
    assert marked <= set(page.values("id"))
    assert bool(marked) == (least != "critical")


HOSTILE = "\"><script>alert(1)</script>&'"


def test_hostile_text_stays_text():
    clash = Clash(HOSTILE, HOSTILE, "high", HOSTILE)
    resident = Resident(HOSTILE, HOSTILE, HOSTILE, HOSTILE, (clash,))
    box = DrawnVolume(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, (resident,), (clash,))
    array = DrawnArray((HOSTILE, HOSTILE), (HOSTILE, f"{HOSTILE} disks"), HOSTILE, (box,), (resident,), (clash,))
    drawn = storage(
        StorageLayout((DrawnController(HOSTILE, (array,), HOSTILE, (clash,)),), (box,), (resident,)), HOSTILE, "x"
    )
    assert "script" not in Tags(drawn).tags
    assert " style=" not in drawn


@at_once(("counted", "drawn"), [("3 disks", 3), ("1 disk", 0), ("12 disks", 12), ("1000 disks", 0), ("0 disks", 0)])
def test_disks_are_drawn_as_many_as_fit(counted, drawn):
    one = DrawnController("slot 0", (DrawnArray(("a",), ("RAID 5", counted)),))
    assert len(re.findall("M[0-9]+ 3v10", storage(StorageLayout((one,)), "Mail01/Acme"))) == drawn

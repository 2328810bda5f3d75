"""What follows on AIX from its listings: the file cache and the completion ports."""

import pytest
from listings import facts_of

from advisor import pack
from advisor.derive import Context, aix
from advisor.facts import Complete, Fact
from advisor.known import Facts
from advisor.source import Source

OLD, NEW = "5300-03\n", "6100-04\n"
BOTH = "maxclient% = 20\nmaxperm% = 80\n"
WHOLE = BOTH + "lru_file_repage = 0\n"
JFS = """\
  node       mounted        mounted over    vfs       date        options
-------- ---------------  ---------------  ------ ------------ ---------------
         /dev/hd4         /                jfs2   Jul 01 10:00 rw,log=/dev/hd8
         /dev/notes_lv    /notesdata       jfs    Jul 01 10:00 rw,log=/dev/loglv01
"""
INI = "[Notes]\nKitType=2\nDirectory=/notesdata/mail01\nNotesProgram=/opt/lotus/notes/latest/ibmpow\n"

CACHES = [  # files; the limits in words, whether repages count, whether that is presumed, and the databases' file system
    ((OLD, BOTH), "maxperm% is 80 and maxclient% is 20", "yes", True, None),
    ((OLD, WHOLE), "maxperm% is 80 and maxclient% is 20", "no", False, None),
    ((OLD, "maxperm% = 10\n"), "maxperm% is 10", "yes", True, None),
    ((NEW, BOTH), "maxperm% is 80 and maxclient% is 20", None, False, None),
    ((BOTH,), "maxperm% is 80 and maxclient% is 20", None, False, None),
    ((OLD,), None, None, False, None),
    ((OLD, BOTH, INI, JFS), "maxperm% is 80 and maxclient% is 20", "yes", True, "jfs"),
    ((OLD, BOTH, JFS), "maxperm% is 80 and maxclient% is 20", "yes", True, None),
]


@pytest.mark.parametrize(("files", "limits", "repages", "presumed", "file_system"), CACHES)
def test_the_file_cache(files, limits, repages, presumed, file_system):
    facts = facts_of(*files)
    answer = facts.ask("aix.file_cache.counts_repages")
    assert facts.ask("aix.file_cache.limits").text == limits
    assert (answer.text, any(fact.presumed for fact in answer.facts)) == (repages, presumed)
    assert facts.ask("aix.file_cache.file_system").text == file_system


CONTEXT = Context(pack.builtin().catalogue)
STATE, FILESET = "aix.iocp.state", "aix.fileset_state.bos.iocp.rte"
NO_DEVICE = Complete("aix.iocp.", Source.of("lsdev.txt", b""))


@pytest.mark.parametrize(("fileset", "lsdev", "state"), [  # the state of the fileset, what lsdev told, the state of the device
    ("not installed", [], "not installed"),
    ("committed", [], None),
    (None, [], None),
    ("not installed", [Fact(STATE, "available")], "available"),
    ("not installed", [NO_DEVICE], None),
])  # fmt: skip
def test_the_state_of_the_device(fileset, lsdev, state):
    facts = Facts()
    facts.add([Fact(FILESET, fileset)] if fileset else [])
    facts.add(lsdev)
    facts.add(aix.derive_completion_ports(facts, CONTEXT))
    assert facts.ask(STATE).text == state

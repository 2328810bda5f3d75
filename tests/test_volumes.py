"""Volumes: the disks below them, the nearest mount point above a path, and the repair that Windows asks for."""

from at_once import at_once
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import readers
from advisor.derive import Context, directories, layout, volumes
from advisor.derive.directories import MountPoints
from advisor.facts import Diagnostic, Fact, Facts, Subject
from advisor.pack import builtin
from advisor.source import Source

CATALOGUE = builtin().catalogue
CONTEXT = Context(CATALOGUE)

INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n"
MOUNTS = """\
  node       mounted        mounted over    vfs       date        options
-------- ---------------  ---------------  ------ ------------ ---------------
         /dev/hd4         /                jfs2   Jan 01 10:00 rw
         /dev/noteslv     /local/notesdata jfs2   Jan 01 10:00 rw
         /dev/translv     /local/translog  jfs2   Jan 01 10:00 rw
"""
HEADER = "LV NAME             TYPE       LPs     PPs     PVs  LV STATE      MOUNT POINT\n"
ROOT = f"rootvg:\n{HEADER}hd4 jfs2 8 8 1 open/syncd /\nhd6 paging 8 8 1 open/syncd N/A\n"
TOGETHER = (
    f"datavg:\n{HEADER}noteslv jfs2 8 8 1 open/syncd /local/notesdata\ntranslv jfs2 8 8 1 open/syncd /local/translog\n"
)
MIRRORED = TOGETHER.replace("8 8 1", "8 16 2")
ONE_DISK = "hdisk0 00c0000000000001 rootvg active\nhdisk1 00c0000000000002 datavg active\n"
TWO_DISKS = ONE_DISK + "hdisk2 00c0000000000003 datavg active\n"
LYING = "LV NAME               LPs     PPs     DISTRIBUTION          MOUNT POINT\n"
NOTES = f"hdisk1:\n{LYING}noteslv 8 8 00..08..00..00..00 /local/notesdata\n"
TRANS = f"hdisk2:\n{LYING}translv 8 8 00..08..00..00..00 /local/translog\n"
BOTH = NOTES + "translv 8 8 00..08..00..00..00 /local/translog\n"
THREE = (
    "VOLUME GROUP:       datavg                   VG IDENTIFIER:  00c0000000004c000000014300000001\n"
    "TOTAL PVs:          3                        VG DESCRIPTORS: 3\n"
)


def known(*texts):
    facts = Facts()
    for number, text in enumerate((INI, MOUNTS, *texts)):
        source = Source.of(f"{number}.txt", text.encode())
        reader = readers.recognise("", source.data, CATALOGUE)
        facts.add(item for item in reader.read(source, CATALOGUE) if not isinstance(item, Diagnostic))
    facts.add(directories.derive_directories(facts, CONTEXT))
    facts.add(volumes.derive_logical_volumes(facts, CONTEXT))
    facts.add(layout.derive_layout(facts, CONTEXT))
    return facts


SHARES = {
    "nothing": ([], None),
    "one group, its disks not told": ([ROOT, TOGETHER], None),
    "one group of one disk": ([ROOT, TOGETHER, ONE_DISK], "the databases"),
    "one group of two disks, each volume on one": ([ROOT, TOGETHER, TWO_DISKS], None),
    "one group of two disks, each volume on both": ([ROOT, MIRRORED, TWO_DISKS], "the databases"),
    "the group itself tells of a third disk": ([ROOT, MIRRORED, TWO_DISKS, THREE], None),
    "on one disk by its list": ([BOTH], "the databases"),
    "on two disks, which may be parts of one": ([NOTES, TRANS], None),
    "swap on its disk": (
        [NOTES, TRANS,
            "Page Space Physical Volume Volume Group Size %Used Active Auto Type\nhd6 hdisk2 rootvg 512MB 2 yes yes lv\n"],
        "swap space"),
}  # fmt: skip


@at_once(("texts", "shares"), SHARES.values(), ids=SHARES.keys())
def test_only_disks_that_are_known_are_shared(texts, shares):
    assert known(*texts).ask("transaction_log.shares").text == shares


def test_a_volume_on_two_disks_has_both():
    facts = known(BOTH, TRANS)
    told = facts.known[(Subject("volume", "/local/translog"), "volume.disk")]
    assert [fact.text for fact in told] == ["hdisk1", "hdisk2"]


SAID = [
    ("D:", "Warning, Spot Fix Needed", "spot fix", "D"),
    ("D:", "Spot Fix Needed", "spot fix", "D"),
    ("E:", "Unhealthy, Full Repair Needed", "full repair", "E"),
    ("E:", "Full Repair Needed, Scan Needed", "full repair", "E"),
    ("D:", "Warning, Scan Needed", "scan", "D"),
    ("D:", "Warning, Predictive Failure", None, "D"),
    ("D:\\Mount", "Scan Needed", "scan", None),
    ("D:", None, None, None),
]


@at_once(("name", "said", "repair", "letter"), SAID)
def test_the_repair_that_windows_asks_for(name, said, repair, letter):
    facts, volume = Facts(), Subject("volume", name)
    facts.add([Fact("volume.health_said", said, subject=volume)] if said else [])
    told = {fact.key: fact.text for fact in volumes.derive_volume_repair(facts, CONTEXT)}
    assert (told.get("volume.repair"), told.get("volume.letter")) == (repair, letter)


PIECES = st.sampled_from(
    ["/", "\\", "C:", "c:", "local", "Local", "notesdata", "//", "\\\\", ".", "..", "m 1", "", "x"]
)
PATHS = st.tuples(st.sampled_from(["/", "C:\\", "c:\\"]), st.lists(PIECES, max_size=5)).map(
    lambda parts: parts[0] + "".join(parts[1])
)


@settings(max_examples=300)
@given(st.lists(PATHS, max_size=6), PATHS)
def test_the_mount_point_above_a_path_is_the_longest_of_those_that_hold_it(mounts, path):
    volumes = [Subject("volume", mount) for mount in mounts]
    holding = [one for one in volumes if directories.holds(one.name, path)]
    found = MountPoints(volumes).above(path)
    assert (found in holding) if holding else found is None
    assert not found or all(directories.holds(one.name, found.name) for one in holding)

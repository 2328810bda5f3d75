import listings
from at_once import at_once

from advisor.facts import SERVER, Fact
from advisor.readers import transcript
from advisor.readers.aix import lsps

HEADER = "Page Space      Physical Volume   Volume Group    Size %Used Active  Auto  Type"
ALL = f"""\
{HEADER} Chksum
paging00        hdisk2            pagingvg       3GB     1   yes   yes    lv     0
hd6             hdisk0            rootvg      1024MB    42   yes   yes    lv     0
paging01        hdisk1            rootvg      8192MB     0    no   yes    lv     0
"""
ONE = f"{HEADER}\nhd6             hdisk0            rootvg         512MB     2   yes   yes    lv\n"
OLD = ONE.replace("  Type", "").replace("    lv\n", "\n")
NFS = ONE + "swap            store             /export/swap   256MB  NaNQ   yes   no     nfs\n"
TWICE = ONE + "hd6             hdisk1            rootvg         512MB     2   yes   yes    lv\n"
SUM = " Total Paging Space   Percent Used\n      1536MB               1%\n"
OF_ALL = {
    "paging space paging00": {"size_mb": "3072", "used_percent": "1", "volume_group": "pagingvg", "active": "yes"},
    "paging space hd6": {"size_mb": "1024", "used_percent": "42", "volume_group": "rootvg", "active": "yes"},
    "paging space paging01": {"size_mb": "8192", "used_percent": "0", "volume_group": "rootvg", "active": "no"},
    "volume [SWAP]": {"device": "/dev/paging00,/dev/hd6", "swap": "yes", "disk": "hdisk2,hdisk0"},
}
OF_ONE = {
    "paging space hd6": {"size_mb": "512", "used_percent": "2", "volume_group": "rootvg", "active": "yes"},
    "volume [SWAP]": {"device": "/dev/hd6", "swap": "yes", "disk": "hdisk0"},
}


def subjects(raw):
    found = {}
    for item in listings.read(lsps, raw):
        if isinstance(item, Fact) and item.subject != SERVER:
            of = found.setdefault(f"{item.subject.kind.replace('_', ' ')} {item.subject.name}", {})
            of[item.key.partition(".")[2]] = item.text
    return found


def totals(raw):
    return [item.text for item in listings.read(lsps, raw) if isinstance(item, Fact) and item.subject == SERVER]


SPACES = [
    (ALL, OF_ALL),
    ("# lsps -a\n" + ALL, OF_ALL),
    (ONE, OF_ONE),
    (OLD, OF_ONE),
    (NFS, OF_ONE | {"paging space swap": {"size_mb": "256", "active": "yes"}}),
    (SUM, {}),
]


@at_once(("raw", "expected"), SPACES)
def test_a_paging_space_is_read(raw, expected):
    assert subjects(raw) == expected


TOTALS = [
    (SUM, ["1536", "1"]),
    (SUM.replace("1536MB", "3GB").replace("1%", "100%"), ["3072", "100"]),
    (ALL, ["4096", "11.25"]),
    (ONE, ["512", "2"]),
    (ONE + SUM, ["1536", "1"]),
    ("# lsps hd6\n" + ONE, []),
    ("# lsps -t lv\n" + ONE, []),
    ("# /usr/sbin/lsps lsps hd6\n" + ONE, []),
    ("# lsps hd6; lsps -a\n" + ONE, ["512", "2"]),
    ("# lsps -a -t lv\n" + ONE, ["512", "2"]),
    (NFS, ["768"]),
    (TWICE, []),
    (ONE.replace("yes   yes", "no   yes"), []),
    (ALL[:-30], []),
]


@at_once(("raw", "expected"), TOTALS)
def test_size_and_use_of_all_are_told(raw, expected):
    assert totals(raw) == expected


COLUMNS = "this is no line that lsps prints"
BROKEN = [
    (ALL + SUM + ONE, []),
    (ALL + "mail:/# ", []),
    (ALL[:-30], [transcript.CUT]),
    (SUM[:-3], [transcript.CUT, "below this header nothing is told"]),
    (HEADER + "\n", ["below this header nothing is told"]),
    (ALL.replace("paging01", "pag\0"), ["the line holds NUL bytes and was not read"]),
    (ALL + "0516-010 : Volume group must be varied on\n", ["lsps printed an error"]),
    (SUM + "hd6 hdisk0 rootvg 512MB 2 yes yes lv\n", [COLUMNS]),
]


@at_once(("raw", "reasons"), BROKEN)
def test_damage_is_named(raw, reasons):
    assert listings.ends(lsps, raw)[0] == reasons[:1]


EXAMPLES = [ALL, ONE, OLD, NFS, SUM, "root@mail:/# lsps -s\n" + SUM]
RECOGNISED = [
    ("# Paging\n\n" + ALL, False),
    ("#Psname:Pvname:Vgname:Size:Used:Active:Auto:Type\n", False),
    ("Total Paging Space is 512MB\n", False),
]

import data
import listings
from at_once import at_once

from advisor.readers import transcript
from advisor.readers.aix import lslpp

SMALL = data.text("lslpp/small.txt")
TAIL = SMALL[SMALL.index("Path: /etc") :]
LETTERS = data.text("lslpp/letters.txt")
MISSING = "lslpp: Fileset bos.iocp.rte not installed.\n"


PORTS = {"fileset.bos.iocp.rte": "5.3.0.60", "fileset_state.bos.iocp.rte": "committed"}
ALL = PORTS | {"fileset.bos.adt.include": "5.3.0.61", "fileset_state.bos.adt.include": "applied"}
ALL |= {"fileset.bos.some.very.long.name.of.a.fileset": "5.3.0.0"}
ALL |= {"fileset_state.bos.some.very.long.name.of.a.fileset": "committed"}
LATER = {"fileset.bos.iocp.rte": "7.1.0.0", "fileset_state.bos.iocp.rte": "committed"}
LATER |= {"fileset.bos.rte.odd": "7.1.0.1", "fileset_state.bos.rte.odd": "inconsistent"}
NONE = {"fileset.bos.iocp.rte": "", "fileset_state.bos.iocp.rte": "not installed"}
TEXTS = [
    (SMALL, ALL),
    ("# lslpp -l bos.iocp.rte\n" + TAIL, PORTS),
    (LETTERS, LATER),
    (MISSING, NONE),
    (MISSING.replace("Fileset", "0504-132  Fileset"), NONE),
]


STATES = [("A", "applied"), ("B", "broken"), ("C", "committed"), ("E", "efixlocked"), ("O", "obsolete")]


@at_once(("letter", "state"), STATES)
def test_a_state_may_be_a_letter(letter, state):
    assert (
        listings.texts(lslpp, LETTERS.replace("    C     F", f"    {letter}     F"), "aix.")[
            "fileset_state.bos.iocp.rte"
        ]
        == state
    )


@at_once(("raw", "expected"), TEXTS)
def test_a_fileset_is_read(raw, expected):
    assert listings.texts(lslpp, raw, "aix.") == expected


FOREIGN = "here somebody typed another command; what it printed was not read"
DAMAGED = [
    (SMALL, []),
    (LETTERS, []),
    (MISSING, []),
    (SMALL + "  bos.net.tcp.client   5.3", [transcript.CUT]),
    (SMALL + "  openssl.base  1.0.2k  COMMITTED  Secure Sockets\n", ["this is no line that lslpp prints"]),
    (SMALL + "lslpp: 0504-100 Failure\n", ["lslpp printed an error"]),
    (SMALL + "# oslevel\n5.3.0.0\n", [FOREIGN]),
    (SMALL.replace("Ports", "Po\0rts"), ["the line holds NUL bytes and was not read"]),
]
DAMAGES = [(*row, False) for row in DAMAGED]


EXAMPLES = [SMALL, TAIL, LETTERS, MISSING, "# lslpp -l bos.iocp.rte\n" + SMALL.replace("\n", "\r\n")]
RECOGNISED = [
    ("Path: /etc/objrepos\n", False),
    ("Path: /local/notesdata\nName: mail\n", False),
    ("lslpp: 0504-100 Failure\n", False),
    ("Install the fileset bos.iocp.rte 5.3.0.0\n", False),
]

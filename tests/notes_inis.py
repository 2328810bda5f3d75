"""NOTES.INI files of every shape for property tests: code pages, line ends, headings, remarks, keys, junk, settings twice."""

from hypothesis import strategies as st

NAMES = ["KitType", "Directory", "ServerTasks", "NSF_Buffer_Pool_Size_MB", "$Var", "Ports", "X"]
VALUES = [
    "",
    "2",
    "Replica, Router, Update",
    "/local/notesdata",
    r"C:\Domino\x64",
    "a=b",
    "1 ",
    " 2",
    "\t3",
    "[Notes]",
    "-----",
]
PLAIN = ["", " ", "\t", "; a remark", "#KitType=1", ":Ports=TCPIP", "no setting", "=", "=2"]
RARE = [
    "[Other]", "[Notes]", "[Notes] X=1", "-----BEGIN PRIVATE KEY-----", "TUlJRXZBSUJBREFO+/8=",
    "X=-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----",
]  # fmt: skip
LETTERS = {  # an encoding, how it is written, and a value that shows it
    "ascii": ("ascii", b"", ["Hub"]),
    "utf-8": ("utf-8", b"", ["Zürich", "札幌"]),
    "utf-8 marked": ("utf-8", b"\xef\xbb\xbf", ["Zürich", "Hub"]),
    "cp1252": ("cp1252", b"", ["Zürich", "„Hub“", "50 €"]),
    "lmbcs": ("cp850", b"", ["Zürich", "Bogotá/Acme", "Málaga"]),
    "utf-16-le": ("utf-16-le", b"\xff\xfe", ["Zürich", "札幌", "𝄞"]),
    "utf-16-be": ("utf-16-be", b"\xfe\xff", ["Hub"]),
    "utf-16-le bare": ("utf-16-le", b"", ["Hub"]),
}
ENDS = ["\r\n", "\n", "\r"]
ODD = [b"\0", b"\x81\xfe", b"X=1\0\n", b"\x14\x04\x16=2\n", b"A=\x0b\xa1 1\n", b"\xff"]


@st.composite
def lines(draw, letters):
    """A line, without its end."""
    if (kind := draw(st.integers(0, 19))) < 5:
        return draw(st.sampled_from(PLAIN if kind else RARE))
    name = draw(st.sampled_from(NAMES))
    cased = draw(st.sampled_from([name, name.lower(), name.upper()]))
    blanks = draw(st.sampled_from(["", "", "", "", " ", "\t"])), draw(st.sampled_from(["", "", "", "", "", "", " "]))
    return f"{blanks[0]}{cased}{blanks[1]}={draw(st.sampled_from([*VALUES, *letters]))}"


@st.composite
def files(draw):
    """The bytes of a file."""
    encoding, mark, letters = draw(st.sampled_from(list(LETTERS.values())))
    usual = draw(st.sampled_from(ENDS))
    ends = st.sampled_from(draw(st.sampled_from([[usual], [usual], ENDS])))
    inner = draw(st.lists(st.tuples(lines(letters), ends), max_size=12))
    heading = draw(st.sampled_from(["[Notes]", "[notes]", "[Notes]", "; made by hand", None]))
    text = "".join(line + end for line, end in [*([(heading, usual)] if heading else []), *inner])
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    raw = mark + text.encode(encoding)
    if draw(st.integers(0, 19)) == 7:
        at = draw(st.integers(0, len(raw)))
        raw = raw[:at] + draw(st.sampled_from(ODD)) + raw[at:]
    return raw


NEW_NAMES = st.sampled_from([*NAMES, "View_Rebuild_Dir", "TRANSLOG_Path", "kittype"])
FITTING = ["45", "", "Replica, Router", r"D:\x64", "a=b", "[Notes]", "x" * 255, "-----", "Zürich", "札幌"]
UNFIT = ["50 €", "1\n2", "\0", " 1", "x" * 256]
NEW_VALUES = st.sampled_from(FITTING) | st.sampled_from([*FITTING, *UNFIT]) | st.text(max_size=8)

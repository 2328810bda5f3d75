from at_once import at_once

from advisor import readers
from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.console import show_disk
from advisor.source import Source

CATALOGUE = builtin().catalogue

DRIVES = "Drive: Space (MB): (C) 4198, (D) 9533, (L) 16281\n"
PLACE = "9,533,111,296 bytes available on disk '/local/notesdata'\n"
MESSAGE = "03/04/2021 05:06:07 PM  Router: Message delivered\n"
PREFIX = "[001A2B:000002-00007F00AA00BB00] "
ALL = {"C:": 4198 << 20, "D:": 9533 << 20, "L:": 16281 << 20}
DATA = {"/local/notesdata": 9533111296}
TEXTS = [
    ("> show disk\n" + DRIVES, ALL, []),
    (DRIVES, ALL, []),
    ("sh disk\r\n" + DRIVES.replace("\n", "\r\n"), ALL, []),
    (("> show disk\n" + DRIVES).encode("utf-16"), ALL, []),
    ("> show disk\n" + PREFIX + DRIVES + "> ", ALL, []),
    ("> show disk\n" + MESSAGE + DRIVES + MESSAGE, ALL, []),
    (DRIVES.replace("4198,", "4.198,").replace("(L) 16281", "(l:) 16,281"), ALL, []),
    ("Drive: Space (MB): (C) 0\n", {"C:": 0}, []),
    ("> show diskspace\n" + PLACE, DATA, []),
    (PLACE.replace(",", "."), DATA, []),
    (PLACE.replace(",", " "), DATA, []),
    (PLACE.replace("'", "").replace("disk ", ""), DATA, []),
    (PLACE.replace("/local/notesdata'", "/local/notesdata/'."), DATA, []),
    ("> show diskspace C\n1234 bytes available on disk 'c:'\n", {"C:": 1234}, []),
    ("> show diskspace D\n1234 bytes available on drive D\n", {"D:": 1234}, []),
    ("> sh disk /a\n1 bytes available on disk '/a'\n> sh disk /b c\n2 bytes available on disk '/b c'\n", {"/a": 1, "/b c": 2}, []),
    (PLACE + PLACE.replace("9,533", "1,533"), {"/local/notesdata": 1533111296}, []),  # the later answer counts
    (PLACE + "> load http\n1 bytes available on disk '/x'\n", DATA, []),
    (PLACE + "> load http\n1 bytes\n> show diskspace /x\n1 bytes available on disk '/x'\n", DATA | {"/x": 1}, []),
    (PLACE + "Unknown command\n", DATA, ["the line is no line of free space"]),
    (PLACE + "1 bytes\0 available on disk '/x'\n", DATA, ["the line holds NUL bytes and was not read"]),
    (PLACE + "> show stat\n", DATA, ["here somebody typed another command; what it printed was not read"]),
    ("", {}, []),
]  # fmt: skip


@at_once(("raw", "free", "reasons"), TEXTS)
def test_the_free_space_of_each_place_is_read_in_bytes(raw, free, reasons):
    source = Source.of("disk.txt", raw if isinstance(raw, bytes) else raw.encode())
    items = list(show_disk.read(source, CATALOGUE))
    assert {fact.subject.name: int(fact.text) for fact in items if isinstance(fact, Fact)} == free
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert not any(isinstance(item, Complete) for item in items)


CUTS = [
    (PLACE[:-1], {""}),  # the quotation mark closes it
    (PLACE[:-2], {MAYBE_CUT}),
    (DRIVES[:-1], {MAYBE_CUT}),
    (DRIVES[:-1] + "> ", {""}),
]


@at_once(("text", "doubts"), CUTS)
def test_what_may_be_cut_is_in_doubt(text, doubts):
    text = text.replace("16281>", "16281\n>")
    items = readers.facts_of(show_disk.READER, Source.of("disk.txt", text.encode()), CATALOGUE)
    assert {fact.doubt for fact in items if isinstance(fact, Fact) and fact.key == "space.free"} == doubts


def test_the_value_stands_where_the_span_says():
    source = Source.of("disk.txt", ("> sh disk\n" + DRIVES + PLACE).encode())
    facts = [fact for fact in show_disk.read(source, CATALOGUE) if isinstance(fact, Fact)]
    assert [source.text(*fact.span) for fact in facts] == ["4198", "9533", "16281", "9,533,111,296"]


EXAMPLES = ["> show disk\n" + DRIVES, DRIVES, "sh diskspace /local\n" + PLACE, PLACE]
RECOGNISED = [
    ("> show directory\n" + PLACE, False),
    (MESSAGE + PLACE, False),
    ("Drive: Space (MB): none\n", False),
    ("> show disk\n" + DRIVES + "> show stat\n", False),
    ("  362496 bytes total disk space\n  1024 bytes available on disk\n", False),
]

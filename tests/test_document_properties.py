"""The reader of a document's properties, as the Notes client shows them."""

from at_once import at_once

from advisor.facts import Diagnostic, Document
from advisor.pack import builtin
from advisor.readers.domino import document_properties
from advisor.readers.locale_numbers import UNSURE
from advisor.source import Source

CATALOGUE = builtin().catalogue

NUL = "the line holds NUL bytes and was not read"
NO_VALUE = "the value is not of the field's type, or it is cut"
LENGTH = "the value has not the length that is told for the field"
DESCRIPTION = "the description of the field is incomplete"
NO_FORM = "no field Form or Type says which kind of document this is"
SECOND = "here a second document begins; it was not read, give it a file of its own"
UNREADABLE = "a value of its type cannot be read here"
MAYBE_CUT = "the file ends right behind it, so it may be cut"


def block(name, kind, length, value, copy=0):
    labels = f"Data Type: {kind}\nData Length: {length} bytes\nSeq Num: 5\nDup Item ID: {copy}\nField Flags: SUMMARY\n"
    return f"Field Name: {name}\n{labels}\n{value}\n\n"


def text(name, value):
    return block(name, "Text", len(value), f'"{value}"')


FORM = text("Form", "Server")
NAME = text("ServerName", "CN=Mail1/O=Example")
EDITORS = block("$UpdatedBy", "Text List", 2 + 2 * 2 + 18 + 18, '"CN=An Ex/O=Example"\n"CN=Bo Ex/O=Example"')
STATUS = text("TRANSLOG_Status", "1")
SIZE = block("TRANSLOG_MaxSize", "Number", 8, "4096")
WHOLE = EDITORS + FORM + NAME + STATUS + SIZE
CONFIG = text("Type", "ServerConfig") + text("UseAsDefault", "1") + text("ServerName", "*")
BASE = {"form": "Server", "servername": "CN=Mail1/O=Example"}
EDITED = {"$updatedby": "CN=An Ex/O=Example,CN=Bo Ex/O=Example"}
LOGGED = {"translog_status": "1", "translog_maxsize": "4096"}

EXAMPLES = [WHOLE, CONFIG]


def read(raw):
    return list(
        document_properties.read(Source.of("document.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE)
    )


def document(raw):
    found = [item for item in read(raw) if isinstance(item, Document)]
    return found[0] if found else None


def values(raw):
    found = document(raw)
    return found and {fact.key.removeprefix(f"doc.{found.form}."): fact.text for fact in found.items if not fact.doubt}


TEXTS = [
    (WHOLE, BASE | EDITED | LOGGED),
    (WHOLE.replace("\n", "\r\n"), BASE | EDITED | LOGGED),
    (WHOLE.encode("utf-16"), BASE | EDITED | LOGGED),
    (WHOLE[1:], BASE | EDITED | LOGGED),  # its first letter was not copied
    (WHOLE.replace("\n\n", "\n"), BASE | EDITED | LOGGED),
    (FORM + text("A", 'say "yes", or "no"'), {"form": "Server", "a": 'say "yes", or "no"'}),
    (FORM + text("A", ""), {"form": "Server", "a": ""}),
    (FORM + block("A", "Text", 0, ""), {"form": "Server", "a": ""}),
    (FORM + block("A", "Text", 9, '"ab\ncd"'), {"form": "Server", "a": "ab\ncd"}),
    (FORM + block("A", "Text", 9, '"Field Name: B\nFields: no"'), {"form": "Server", "a": "Field Name: B\nFields: no"}),
    (FORM + block("A", "Text", 6, '"B\xfcro"'), {"form": "Server", "a": "B\xfcro"}),
    ((FORM + block("A", "Text", 6, '"B\xfcro"')).encode("cp1252"), {"form": "Server", "a": "B\xfcro"}),
    (FORM + block("A", "Text List", 8, '"a", "b"'), {"form": "Server", "a": "a,b"}),
    (FORM + block("A", "Text List", 8, '"a",\n"b"'), {"form": "Server", "a": "a,b"}),
    (FORM + block("A", "Text List", 10, '"a";"b"\n""'), {"form": "Server", "a": "a,b,"}),
    (FORM + block("A", "Text List", 5, '"a"'), {"form": "Server", "a": "a"}),
    (FORM + block("A", "Text List", 2, ""), {"form": "Server", "a": ""}),
    (FORM + block("A", "Text List", 4, '""'), {"form": "Server", "a": ""}),
    (FORM + block("A", "Number", 8, "-1.5"), {"form": "Server", "a": "-1.5"}),
    (FORM + block("A", "Number", 8, "1,234") + block("B", "Number", 8, "0.5"), {"form": "Server", "a": "1234", "b": "0.5"}),
    (FORM + text("A", "1,234") + block("B", "Number", 8, "1,234.5"), {"form": "Server", "a": "1,234", "b": "1234.5"}),
    (FORM + block("A", "Time/Date", 8, "03/04/2021 05:06:07 PM"), {"form": "Server", "a": "03/04/2021 05:06:07 PM"}),
    (FORM.replace("Server", "server"), {"form": "server"}),
    (CONFIG, {"type": "ServerConfig", "useasdefault": "1", "servername": "*"}),
    (text("Form", "Person") + NAME, None),
    (CONFIG + text("BackupDbCommand_Type", "1"), None),
    (STATUS, None),
    ("", None),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_an_item_is_read(raw, expected):
    assert values(raw) == expected


def test_every_value_stands_where_its_span_says():
    raw = (EDITORS + FORM + text("A", "B\xfcro") + SIZE).replace("\n", "\r\n").encode()
    source = Source.of("document.txt", raw)
    found = next(item for item in document_properties.read(source, CATALOGUE) if isinstance(item, Document))
    shown = [source.text(*fact.span) for fact in found.items]
    assert shown == ['CN=An Ex/O=Example"\r\n"CN=Bo Ex/O=Example', "Server", "B\xfcro", "4096"]
    assert source.data[found.span[0] :].startswith(b"CN=An")


@at_once(("raw", "form", "server", "whole"), [
    (WHOLE, "server", "CN=Mail1/O=Example", True),
    (EDITORS + FORM + NAME, "server", "CN=Mail1/O=Example", True),
    (FORM + NAME + STATUS, "server", "CN=Mail1/O=Example", False),  # somebody may have chosen these
    (EDITORS + FORM + STATUS, "server", "", False),
    (WHOLE + "x\n", "server", "CN=Mail1/O=Example", False),
    (EDITORS + CONFIG + text("Form", "ServerConfig"), "config", "*", True),
    (text("Form", "ServerConfig") + NAME, "config", "CN=Mail1/O=Example", False),
    (text("Form", "Server") + text("UseAsDefault", "1"), "server", "", False),
])  # fmt: skip
def test_the_document_says_what_it_is(raw, form, server, whole):
    found = document(raw)
    assert (found.form, found.server, found.whole, found.written) == (form, server, whole, "")


DAMAGES = [
    (WHOLE, []),
    (text("Form", "Person") + NAME, []),
    (STATUS, [NO_FORM]),
    (FORM + text("TRANSLOG_Path", "translog")[:-6], [NO_VALUE]),
    (FORM + block("A", "Text", 9, '"ab"'), [LENGTH]),
    (FORM + block("A", "Text", 9, ""), [LENGTH]),
    (FORM + block("A", "Text List", 13, '"a"\n"b"'), [LENGTH]),
    (FORM + block("A", "Text List", 8, '"a"\nb'), [NO_VALUE]),
    (FORM + block("A", "Text", 2, "ab"), [NO_VALUE]),
    (FORM + block("A", "Text", 1, '"'), [NO_VALUE]),
    (FORM + block("A", "Number", 8, "many"), [NO_VALUE]),
    (FORM + block("A", "Number", 8, ""), [NO_VALUE]),
    (FORM + block("A", "Number", 8, "1\n2"), [NO_VALUE]),
    (FORM + "Field Name: A\nData Type: Te", [DESCRIPTION]),
    (FORM + "Field Name: A\nData Type: Text\nnonsense\n", [DESCRIPTION]),
    (FORM + STATUS.replace("1", "\0"), [NUL]),
    (WHOLE + WHOLE, [SECOND]),
    (WHOLE + "Filesystem 1K-blocks Used Available Use% Mounted on\n", [NO_VALUE]),
    ("Error: no document\n", [DESCRIPTION]),
    ("\0\0\0", [NUL]),
    ("", []),
]


@at_once(("raw", "begins"), [  # a file, and what stands where the damage is
    (WHOLE + FORM, "Field Name: Form"),
    (FORM + block("A", "Text", 2, "ab"), "ab"),
    (FORM + block("A", "Number", 8, "many"), "many"),
    (FORM + block("A", "Text", 9, '"ab"'), "ab"),
])  # fmt: skip
def test_damage_has_its_place(raw, begins):
    (damage,) = [item for item in read(raw) if isinstance(item, Diagnostic)]
    assert raw[damage.offset :].startswith(begins)
    assert damage.offset > 0


@at_once(("raw", "doubt"), [
    (FORM + block("Body", "Rich Text", 99, ""), UNREADABLE),
    (FORM + block("A", "Number List", 20, "1\n2"), UNREADABLE),
    (FORM + block("A", "Number", 8, "1,234"), UNSURE),
    (FORM + block("A", "Number", 8, "4096").rstrip(), MAYBE_CUT),
    (FORM + block("A", "Time/Date", 8, "03/04/2021").rstrip(), MAYBE_CUT),
    (FORM + text("A", "b").rstrip(), ""),
])  # fmt: skip
def test_what_cannot_be_told_is_in_doubt_and_not_absent(raw, doubt):
    assert [fact.doubt for fact in document(raw).items] == ["", doubt]


RECOGNISED = [
    *((raw, True) for raw in (WHOLE, WHOLE[1:], STATUS, SIZE, "\n\n" + CONFIG, text("Form", "Person"))),
    ("/**\n * Field Name: %StateLog\n * Data Type: Text List\n", False),
    ("My document\n" + WHOLE, False),
    ("Field Name: A\nThe name of the field.\nData Type: Text\n", False),
    ("Field Name: A\n", False),
    ("[Notes]\nKitType=2\n", False),
    ("\0" * 99, False),
    ("", False),
]  # fmt: skip

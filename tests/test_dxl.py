"""The reader of DXL."""

import json
import socket

import pytest
from at_once import at_once

from advisor import limits, readers
from advisor.facts import Diagnostic, Document
from advisor.pack import builtin
from advisor.readers.domino import dxl
from advisor.source import Source, Stream

CATALOGUE = builtin().catalogue

PROLOG = "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE database SYSTEM 'xmlschemas/domino_12_0.dtd'>\n"
ROOT = "<database xmlns='http://www.lotus.com/dxl' version='12.0' title='Acme&#39;s Directory'>\n"
NOTE = "<noteinfo noteid='8f6'>\n<modified><datetime\n>20240131T080910,11+01</datetime></modified></noteinfo>\n"
NAME = "<item name='ServerName' names='true'><text>CN=Mail01/O=Acme</text></item>\n"
PATH = "<item name='TRANSLOG_Path'><text>/local/translog</text></item>\n"


def database(*documents, root=ROOT, prolog=PROLOG):
    return prolog + root + "".join(documents) + "</database>\n"


def server(items=PATH, name=NAME):
    return f"<document form='Server'>\n{NOTE}{name}{items}</document>\n"


def config(items="", name="<item name='ServerName'><text>*</text></item>\n"):
    return f"<document form='ServerConfig'>\n{name}{items}</document>\n"


def person(number):
    return f"<document form='Person'>\n<item name='FullName'><text>Person {number}</text></item>\n</document>\n"


EXAMPLES = [database(server(), config(), person(1)), server(PATH), database(server()).encode("utf-16")]


def read(raw, path="names.dxl", size=readers.HEAD):
    """The documents and breaks of a file that is read in chunks of a size."""
    data = raw if isinstance(raw, bytes) else raw.encode()
    stream = Stream(path, lambda: (data[start : start + size] for start in range(0, len(data), size)))
    items = list(dxl.read(stream, CATALOGUE))
    return (
        [one for one in items if isinstance(one, Document)],
        [one for one in items if isinstance(one, Diagnostic)],
        stream,
    )


def texts(raw, path="names.dxl"):
    return [
        (one.form, one.server, {fact.key.rpartition(".")[2]: fact.text for fact in one.items if not fact.doubt})
        for one in read(raw, path)[0]
    ]


MAIL01 = ("server", "CN=Mail01/O=Acme")
TRANSLOG = {"translog_path": "/local/translog"}


def of_item(markup):
    documents, broken, _ = read(database(server(markup)))
    assert all(one.left for one in broken)
    return {fact.key.rpartition(".")[2]: (fact.text, fact.doubt) for fact in documents[0].items}


ITEMS = [
    ("<item name='ClusterName'><text>Acme</text></item>", "clustername", "Acme"),
    ('<item name="ClusterName"><text>Acme</text></item>', "clustername", "Acme"),
    ("<item name = 'ClusterName' ><text >Acme</text ></item >", "clustername", "Acme"),
    ("<item\nname='ClusterName'\n><text\n>Acme</text\n></item\n>", "clustername", "Acme"),
    ("<item NAME='CLUSTERNAME'><text>Acme</text></item>", "clustername", "Acme"),
    ("<item summary='true' sign='true' name='clustername'><text>Acme</text></item>", "clustername", "Acme"),
    ("<item name=' ClusterName '><text>\n  Acme\n</text></item>", "clustername", "Acme"),
    ("<item name='ClusterName'><text>A&amp;B &lt;C&gt; &#68;&apos;&quot;</text></item>", "clustername", "A&B <C> D'\""),
    ("<item name='ClusterName'><text><![CDATA[A & B]]></text></item>", "clustername", "A & B"),
    ("<item name='ClusterName'><text>Ac<!-- no part of it -->me</text></item>", "clustername", "Acme"),
    ("<item name='ClusterName'><text>one<break/>two</text></item>", "clustername", "one\ntwo"),
    ("<item name='ClusterName'><text>B\u00fcro \U0001f4e7</text></item>", "clustername", "B\u00fcro \U0001f4e7"),
    ("<item name='TRANSLOG_MaxSize'><number>4096</number></item>", "translog_maxsize", "4096"),
    ("<item name='ClusterName'><textlist><text>Acme</text><text>Other</text></textlist></item>", "clustername", "Acme, Other"),
    ("<item name='TRANSLOG_MaxSize'><numberlist><number>1</number><number\n>2</number></numberlist></item>", "translog_maxsize", "1, 2"),
    ("<item name='ClusterName'><datetime dst='true'>20240131T080910,11+01</datetime></item>", "clustername", "20240131T080910,11+01"),
    ("<item name='ClusterName'><datetimelist><datetime>20240131</datetime></datetimelist></item>", "clustername", "20240131"),
    ("<item name='ClusterName'><formula>@Name</formula></item>", "clustername", "@Name"),
    ("<item name='ClusterName'><text/></item>", "clustername", ""),
    ("<item name='ClusterName'><text></text></item>", "clustername", ""),
    ("<item name='ClusterName'><textlist/></item>", "clustername", ""),
    ("<item name='ClusterName'/>", "clustername", ""),
    ("<item name='ClusterName'><text>" + "x" * 4096 + "</text></item>", "clustername", "x" * 4096),
]  # fmt: skip


@at_once(("markup", "key", "text"), ITEMS)
def test_an_item_is_read(markup, key, text):
    assert of_item(markup) == {key: (text, "")}


@at_once("value", [
    "<richtext><pardef id='1'/><par def='1'><run>Acme</run></par></richtext>",
    "<rawitemdata type='1'>\nAQIDBA==\n</rawitemdata>",
    "<object><file hosttype='msdos' name='a.txt'><filedata>QUJD</filedata></file></object>",
    "<text>" + "x" * 4097 + "</text>",
    "<text>" + "x\n" * 3000 + "</text>",
    "<text>Ac&nowhere;me</text>",
], ids=lambda value: value[:20])  # fmt: skip
def test_of_what_is_more_than_text_nothing_is_known_but_that_it_is_there(value):
    found = of_item(f"<item name='ClusterName'>{value}</item>{PATH}")
    assert found["clustername"][1]
    assert found["translog_path"] == ("/local/translog", "")


@at_once("markup", [
    "<item name='NobodyKnowsThis'><text>x</text></item>",
    "<item name='Body'><richtext><par><run>x</run></par></richtext></item>", "<item><text>x</text></item>",
    "<item name=''><text>x</text></item>", "<item name='doc.server.clustername'><text>x</text></item>",
])  # fmt: skip
def test_items_that_nobody_asks_for_are_passed_over(markup):
    assert texts(database(server(markup + PATH))) == [(*MAIL01, TRANSLOG)]


UMLAUT = database(server("<item name='ClusterName'><text>B\u00fcro</text></item>\n"))


def declared(name):
    return UMLAUT.replace("encoding='utf-8'", f"encoding='{name}'")


ENCODINGS = {
    "UTF-8": UMLAUT.encode(),
    "UTF-8 with a mark": b"\xef\xbb\xbf" + UMLAUT.encode(),
    "UTF-8 without a declaration": UMLAUT.partition("\n")[2].encode(),
    "UTF-8 declared in capitals": declared("UTF-8").encode(),
    "a declaration without encoding": UMLAUT.replace(" encoding='utf-8'", "").encode(),
    "declared after standalone": UMLAUT.replace("version='1.0'", "version='1.0'\n").encode(),
    "UTF-16 with a mark": declared("utf-16").encode("utf-16"),
    "big-endian UTF-16 with a mark": b"\xfe\xff" + declared("utf-16").encode("utf-16-be"),
    "UTF-16 that is declared as UTF-8": UMLAUT.encode("utf-16"),
    "UTF-16 without a mark": declared("utf-16").encode("utf-16-le"),
    "big-endian UTF-16 without a mark": declared("utf-16").encode("utf-16-be"),
    "UTF-16 that an editor saved as UTF-8": declared("utf-16").encode(),
    "ISO-8859-1": declared("ISO-8859-1").encode("latin-1"),
    "ISO-8859-15": declared("iso-8859-15").encode("iso-8859-15"),
    "windows-1252": declared("windows-1252").encode("cp1252"),
    "windows-1252 in double quotes": declared("windows-1252") .replace("'windows-1252'", '"windows-1252"') .encode("cp1252"),
    "CRLF": UMLAUT.replace("\n", "\r\n").encode(),
    "CR": UMLAUT.replace("\n", "\r").encode(),
    "no line ends": UMLAUT.replace("\n", " ").encode(),
}  # fmt: skip


@at_once("raw", ENCODINGS.values(), ids=ENCODINGS.keys())
def test_any_encoding_gives_the_same(raw):
    assert dxl.recognises(raw, CATALOGUE)
    documents, broken, stream = read(raw)
    fact = documents[0].items[0]
    assert (fact.text, stream.text(*fact.span), broken) == ("B\u00fcro", "B\u00fcro", [])
    line, column = stream.position(fact.span[0])
    naive = Source.of("", raw)
    assert naive.line_text(line)[column - 1 :].startswith("B\u00fcro")


@at_once("raw", [
    declared("utf-8").encode("cp1252"),
    declared("zip").encode("cp1252"),
    declared("windows-99999").encode("cp1252"),
    declared("unicode_escape").encode("cp1252"),
])  # fmt: skip
def test_letters_that_are_not_of_the_declared_encoding_end_the_reading(raw):
    documents, broken, stream = read(raw)
    assert texts(raw) == [(*MAIL01, {})]
    assert not documents[0].whole
    assert [stream.position(one.offset) for one in broken] == [(9, 33)]


SHAPES = {
    "a document alone": ("<?xml version='1.0'?>\n" + server().replace("form=", "xmlns='http://www.lotus.com/dxl' form="), [(*MAIL01, TRANSLOG)]),
    "by hand, without a namespace": (server(), [(*MAIL01, TRANSLOG)]),
    "by hand, with double quotes": (server().replace("'", '"'), [(*MAIL01, TRANSLOG)]),
    "by hand, Form in capitals": (server().replace("form=", "Form="), [(*MAIL01, TRANSLOG)]),
    "by hand, items broken over lines": (server().replace("<item ", "<item\n  "), [(*MAIL01, TRANSLOG)]),
    "the form in other capitals": (database(server().replace("'Server'", "'SERVER'")), [(*MAIL01, TRANSLOG)]),
    "comments before the root": (PROLOG + "<!-- <html> a > b -->\n" + ROOT + server() + "</database>", [(*MAIL01, TRANSLOG)]),
    "a processing instruction": (
        database(server(), prolog=PROLOG + "<?xml-stylesheet type='text/xsl' href='http://127.0.0.1/x.xsl'?>\n"),
        [(*MAIL01, TRANSLOG)],
    ),
    "a prefix": (
        database(server(), prolog="", root="<database>")
        .replace("</", "</d:")
        .replace("<", "<d:")
        .replace("<d:/d:", "</d:")
        .replace("<d:database", "<d:database xmlns:d='http://www.lotus.com/dxl'"),
        [(*MAIL01, TRANSLOG)],
    ),
    "a sign in the title": (database(server(), root=ROOT.replace("Acme", "A > B")).replace(" version='12.0'", ""), [(*MAIL01, TRANSLOG)]),
    "the namespace last": (database(server(), root="<database title='A > B'\n xmlns = \"http://www.lotus.com/dxl\">"), [(*MAIL01, TRANSLOG)]),
    "several, among others": (
        database(person(1), server(), "<form name='x'/>", config(), "<document/>", person(2)),
        [(*MAIL01, TRANSLOG), ("config", "*", {})],
    ),
    "the server's name last": (database(f"<document form='Server'>{PATH}{NAME}</document>"), [(*MAIL01, TRANSLOG)]),
    "a server document without its server": (database(server(name="")), []),
    "a server document of nobody": (database(server(name=NAME.replace("CN=Mail01/O=Acme", ""))), []),
    "a document within a document": (database("<x><document form='Server'>" + NAME + "</document></x>"), []),
    "no document": (database(), []),
}  # fmt: skip


@at_once(("raw", "expected"), SHAPES.values(), ids=SHAPES.keys())
def test_documents_are_found(raw, expected):
    assert dxl.recognises(raw.encode(), CATALOGUE)
    assert texts(raw) == expected
    assert not read(raw)[1]


OTHERS = {
    "nothing": "",
    "text": "ServerName=Mail01/Acme\n",
    "HTML": "<!DOCTYPE html>\n<html><body><document><item >http://www.lotus.com/dxl</item></document></body></html>",
    "XHTML": "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><p>xmlns='http://www.lotus.com/dxl'</p></html>",
    "SVG": "<svg xmlns='http://www.w3.org/2000/svg'><title>http://www.lotus.com/dxl</title></svg>",
    "a build file": "<project xmlns='urn:example:build'><url>http://www.lotus.com/dxl</url></project>",
    "a plist": "<?xml version='1.0'?>\n<!DOCTYPE plist PUBLIC '-//Apple//DTD PLIST 1.0//EN' 'x'>\n<plist version='1.0'><dict/></plist>",
    "a document of others": "<document><title>x</title></document>",
    "a namespace in a comment": "<!-- xmlns='http://www.lotus.com/dxl' --><root/>",
    "a namespace in a value": "<root note='http://www.lotus.com/dxl'/>",
    "an item of others": "<rss><channel><item ><title>x</title></item></channel></rss>",
    "only a comment": "<!-- <database xmlns='http://www.lotus.com/dxl'> -->",
    "half a tag": "<",
}


@at_once("text", OTHERS.values(), ids=OTHERS.keys())
def test_other_xml_is_not_taken(text):
    assert not dxl.recognises(text.encode(), CATALOGUE)


@at_once(("path", "form", "items", "whom"), [  # a file's name, a form, its items, and whom the document is then for
    ("names.dxl", "Server", NAME, "CN=Mail01/O=Acme"),
    ("names.dxl", "ServerConfig", "<item name='ServerName'><text>*</text></item>", "*"),
    ("names.dxl", "ServerConfig", "<item name='UseAsDefault'><text>1</text></item>", "*"),
    ("names.dxl", "ServerConfig", "<item name='UseAsDefault'><text>1</text></item>" + NAME, "*"),
    ("names.dxl", "ServerConfig", "<item name='UseAsDefault'><text>0</text></item>" + NAME, "CN=Mail01/O=Acme"),
    ("names.dxl", "ServerConfig", "<item name='ServerName'><text>Hubs</text></item>", "Hubs"),
    ("names.dxl", "Server", "", None),
    ("serverdoc_mail01_2026_08_02@16_05_20.dxl", "Server", "", "mail01"),
    ("in/SERVERDOC_Mail01_2026_08_02@16_05_20.DXL", "Server", "", "Mail01"),
    ("serverdoc_mail_01_2026_08_02@16_05_20.dxl", "Server", "", "mail_01"),
    ("serverdoc_mail09_2026_08_02@16_05_20.dxl", "Server", NAME, "CN=Mail01/O=Acme"),
    ("configspecific_mail01_2026_08_02@16_05_20.dxl", "ServerConfig", "", "mail01"),
    ("serverdoc_mail01_2026_08_02.dxl", "Server", "", None),
])  # fmt: skip
def test_a_document_says_whom_it_is_for_or_its_file_s_name_does(path, form, items, whom):
    found = texts(f"<document form='{form}'>{items}<item name='X'/></document>", path)
    assert [one[1] for one in found] == ([] if whom is None else [whom])


@at_once(("path", "note", "written"), [
    ("names.dxl", NOTE, "2024-01-31T07:09:10"),
    ("names.dxl", NOTE.replace("<datetime", "<datetime dst='true'"), "2024-01-31T07:09:10"),
    ("names.dxl", NOTE.replace(",11+01", ",11-08"), "2024-01-31T16:09:10"),
    ("names.dxl", NOTE.replace(",11+01", ", 11+0530"), "2024-01-31T02:39:10"),
    ("names.dxl", NOTE.replace(",11+01", ",11+1000"), "2024-01-30T22:09:10"),
    ("names.dxl", NOTE.replace(",11+01", ""), "2024-01-31T08:09:10"),
    ("names.dxl", NOTE.replace("20240131", "99999911"), ""),
    ("names.dxl", NOTE.replace("20240131", "00010101"), "0001-01-01T07:09:10"),
    ("names.dxl", NOTE.replace("20240131", "00010101").replace("+01", "+09"), ""),
    ("names.dxl", NOTE.replace("modified", "created"), ""),
    ("names.dxl", NOTE.replace("T080910,11+01", ""), ""),
    ("names.dxl", "", ""),
    ("serverdoc_mail01_2026_08_02@16_05_20.dxl", NOTE, "2026-08-02T16:05:20"),
])  # fmt: skip
def test_when_a_document_was_saved(path, note, written):
    documents, _, _ = read(f"<document form='Server'>{note}{NAME}</document>", path)
    assert documents[0].written == written


@at_once(("items", "passed_over"), [  # items of a copy, and whether it is passed over
    ("", False),
    ("<item name='$Conflict'><text/></item>", True),
    ("<item name='$CONFLICT'/><item name='$REF'><text>AABC05</text></item>", True),
    ("<item name='$REF' type='0'><rawitemdata/></item>", True),
    ("<item name='$ConflictAction'><text>1</text></item>", False),  # how conflicts are to be merged, and none itself
])  # fmt: skip
def test_a_conflict_is_passed_over_with_a_word(items, passed_over):
    documents, told, stream = read(database(server(), server(items + PATH)))
    assert len(documents) == 2 - passed_over
    assert [(one.problem, stream.position(one.offset)[0]) for one in told] == [(False, 11)] * passed_over


BACKUP = "<item name='BackupDbCommand_Type'><text>fCMD</text></item>"
EXCLUDED = "<item name='excludeddatabases'><text/></item>"


@at_once(("root", "items", "taken"), [
    (ROOT, "", True),
    (ROOT.replace("Acme&#39;s Directory", "Acme backup directory"), "", True),
    (ROOT.replace("Acme&#39;s Directory", "Domino Backup"), "", True),
    (ROOT.replace("title=", "fromtemplate='StdR4PublicAddressBook' title="), "", True),
    (ROOT.replace("title=", "fromtemplate='AcmeBackupDirectory' title="), "", True),
    (ROOT.replace("title=", "fromtemplate='StdDominoBackup' title="), "", False),
    (ROOT.replace("title=", "FromTemplate='STDDOMINOBACKUP' title="), "", False),
    (ROOT, BACKUP, False),
    (ROOT, EXCLUDED, False),
])  # fmt: skip
def test_domino_backup_s_documents_are_told_by_template_and_items_and_never_by_title(root, items, taken):
    assert bool(texts(database(config(items), root=root))) is taken


ENTITIES = {
    "internal": "<!ENTITY a 'x'>",
    "a bomb": "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12)),
    "external": "<!ENTITY a SYSTEM '{canary}'>",
    "parameter": "<!ENTITY % a SYSTEM '{canary}'> %a;",
    "unparsed": "<!NOTATION n SYSTEM 'x'><!ENTITY a SYSTEM '{canary}' NDATA n>",
}


@pytest.fixture
def canary(tmp_path, monkeypatch):
    """An address that nobody may ask: opening a file or a socket is a failure."""

    def asked(*_):
        raise AssertionError("the file made domlint ask for something")

    monkeypatch.setattr(socket, "socket", asked)
    monkeypatch.setattr("builtins.open", asked)
    path = tmp_path / "canary.txt"
    path.write_bytes(b"caught")
    return path.as_uri()


@pytest.mark.parametrize("entities", ENTITIES.values(), ids=ENTITIES.keys())
def test_a_file_that_declares_entities_is_left_at_once(entities, canary):
    subset = f"[{entities.replace('{canary}', canary)}]"
    raw = database(server("<item name='ClusterName'><text>&a;&a11;</text></item>")).replace(
        "SYSTEM 'xmlschemas/domino_12_0.dtd'", subset
    )
    documents, broken, stream = read(raw)
    assert documents == []
    assert [stream.position(one.offset)[0] for one in broken] == [2]
    assert "entities" in broken[0].reason


@pytest.mark.parametrize("subset", [
    "SYSTEM '{canary}'", "PUBLIC '-//x' '{canary}'", "[<!ELEMENT database ANY>]",
    "SYSTEM '{canary}' [<!ELEMENT database ANY><!ATTLIST item name CDATA #IMPLIED>]",
])  # fmt: skip
def test_no_document_type_is_ever_fetched(subset, canary):
    raw = database(server()).replace("SYSTEM 'xmlschemas/domino_12_0.dtd'", subset.replace("{canary}", canary))
    assert dxl.recognises(raw.encode(), CATALOGUE)
    assert texts(raw) == [(*MAIL01, TRANSLOG)]
    assert not read(raw)[1]


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x", "{canary}"])
def test_an_entity_that_only_the_document_type_could_declare_makes_its_item_unknown(address, canary):
    raw = database(server("<item name='ClusterName'><text>A&x;B</text></item>" + PATH))
    raw = raw.replace("xmlschemas/domino_12_0.dtd", address.replace("{canary}", canary))
    assert texts(raw) == [(*MAIL01, TRANSLOG)]


HALF = PATH[: PATH.index("</text>")]
BREAKS = [  # what ends early or is no XML any more, what is known before that, the line, and the words
    (database(server() + person(1))[:-30], [TRANSLOG], 12, "ends early"),
    (PROLOG + ROOT + server().replace("</document>\n", ""), [TRANSLOG], 10, "ends early"),
    (PROLOG + ROOT + server(PATH + HALF).partition("</document>")[0], [TRANSLOG], 10, "ends early"),
    (PROLOG + ROOT, [], 4, "ends early"),
    (PROLOG, [], 3, "ends early"),
    (database(server(), server(PATH + "<item name='ClusterName'><text>A\0B</text></item>")), [TRANSLOG] * 2, 17, "no XML"),
    (database(server()) + database(server()), [TRANSLOG], 12, "no XML"),
    (database(server()) + "mail01", [TRANSLOG], 12, "no XML"),
    (database(server()).replace("</document>", "</dokument>"), [TRANSLOG], 10, "no XML"),
    (database(server(PATH + "<item name='ClusterName'><text>A & B</text></item>")), [TRANSLOG], 10, "no XML"),
    (database(server(PATH + "<item name='ClusterName' name='x'/>")), [TRANSLOG], 10, "no XML"),
    (database(server(PATH + "<item name='ClusterName'><text>&x;</text></item>"), prolog=""), [TRANSLOG], 8, "no XML"),
]  # fmt: skip


@at_once(("raw", "known", "line", "words"), BREAKS)
def test_what_came_before_a_break_counts_and_the_break_has_its_line(raw, known, line, words):
    assert [one[2] for one in texts(raw)] == known
    documents, broken, stream = read(raw)
    assert [(stream.position(one.offset)[0], words in one.reason) for one in broken] == [(line, True)]
    if "</database>" not in raw:
        assert not documents or documents[-1].whole is ("</document>" in raw)


def test_a_file_that_cannot_be_read_on_is_broken_there():
    def chunks():
        yield (PROLOG + ROOT + server()).encode()
        raise OSError(5, "Input/output error")

    items = list(dxl.read(Stream("names.dxl", chunks), CATALOGUE))
    assert [item.server for item in items[:-1]] == ["CN=Mail01/O=Acme"]
    assert items[-1].reason == "Input/output error"


def test_a_file_that_cannot_be_opened_is_broken_at_its_first_line():
    def chunks():
        raise OSError(13, "Permission denied")
        yield b""

    stream = Stream("names.dxl", chunks)
    (broken,) = dxl.read(stream, CATALOGUE)
    assert (broken.reason, stream.position(broken.offset)) == ("Permission denied", (1, 1))


GOOD_INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 12.0.2\n"
CUT = PROLOG + ROOT + server("<item name='ServerBuildNumber'><text>Release 12.0.2</text></item>\n")


@pytest.mark.parametrize(("files", "options", "code", "unread"), [  # files, options, exit code, what stands in unread
    ({"names.dxl": CUT + "</database>"}, [], 0, []),
    ({"names.dxl": CUT}, [], 0, [("names.dxl", 11)]),
    ({"names.dxl": CUT}, ["--strict"], 1, [("names.dxl", 11)]),
    ({"names.dxl": CUT, "notes.ini": GOOD_INI}, [], 0, [("names.dxl", 11)]),
    ({"names.dxl": CUT, "notes.ini": GOOD_INI}, ["--strict"], 1, [("names.dxl", 11)]),
    ({"names.dxl": CUT + "</database>", "notes.ini": GOOD_INI}, ["--select", "INI020", "--strict"], 0, []),
    ({"names.dxl": PROLOG + ROOT, "notes.ini": GOOD_INI}, [], 0, [("names.dxl", 4)]),
    ({"names.dxl": PROLOG + ROOT}, [], 3, [("names.dxl", 4)]),
    ({"names.dxl": database(person(1))}, [], 3, [("names.dxl", None)]),
    ({"names.dxl": database(person(1)), "notes.ini": GOOD_INI}, [], 0, []),
    ({"names.dxl": database(config(BACKUP))}, [], 3, [("names.dxl", None)]),
    ({"names.dxl": database(config(EXCLUDED)), "notes.ini": GOOD_INI}, [], 0, []),
])  # fmt: skip
def test_a_broken_file_is_named_with_its_line_and_decides_the_exit_code_as_promised(
    files, options, code, unread, domlint, tmp_path
):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    done = domlint("check", ".", "--isolated", "--fail-on", "never", "--format", "json", *options)
    assert done.returncode == code
    found = json.loads(done.out)["unread"]
    assert [(one["path"], one["line"]) for one in found] == unread
    told = [line for line in done.err.splitlines() if "names.dxl" in line]
    assert len(told) == sum(line is not None for _, line in unread)
    assert all(f"names.dxl:{line}: the XML ends early" in text for text, (_, line) in zip(told, unread, strict=False))


def test_a_finding_shows_the_item_s_line_and_a_long_line_around_the_item(domlint, tmp_path):
    off = "<item name='TRANSLOG_Status'><text>0</text></item>\n"
    text = database(server(off + "<item name='ServerBuildNumber'><text>Release 12.0.2</text></item>\n"))
    (tmp_path / "names.dxl").write_text(text)
    assert "9 | <item name='TRANSLOG_Status'><text>0</text></item>\n" in domlint("check", "names.dxl", "--full").out
    (tmp_path / "names.dxl").write_text(database(person(1) * 100, text[text.index("<document") :]).replace("\n", ""))
    lines = domlint("check", "names.dxl", "--select", "LOG001", "--full").out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.endswith("^"))
    assert lines[at - 1][lines[at].index("^") :].startswith("0</text>")


def test_a_made_up_directory_of_too_many_servers_is_left(monkeypatch):
    monkeypatch.setattr(limits, "MAX_DOCUMENTS", 2)
    one = "<document form='Server'><item name='ServerName'><text>CN=S{}/O=Acme</text></item></document>"
    text = f"<database xmlns='http://www.lotus.com/dxl'>{''.join(one.format(number) for number in range(4))}</database>"
    *servers, broken = list(dxl.read(Source.of("names.dxl", text.encode()), CATALOGUE))
    assert [document.server for document in servers] == ["CN=S0/O=Acme", "CN=S1/O=Acme"]
    assert (broken.reason, broken.left) == (dxl.TOO_MANY, True)


def test_a_large_export_is_read_in_little_memory(held):
    long = f"<document form='Person'><item name='x'><text>{'QUJD' * 25_000}</text></item></document>\n".encode()
    most = 1_000_000  # bytes, of a file of two million

    def chunks():
        yield from ((PROLOG + ROOT).encode(), *[long] * 20, b"</database>")

    assert held(lambda: list(dxl.read(Stream("names.dxl", chunks), CATALOGUE)), most) < most

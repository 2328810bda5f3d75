"""How much of an input is read: past a limit the file is named with it, the others are judged, and nothing hangs."""

import json
import re
import tracemalloc
from importlib import import_module
from itertools import chain, repeat
from pathlib import Path

import pytest

from advisor import readers
from advisor.facts import Diagnostic, Document
from advisor.pack import builtin
from advisor.readers.domino import _dxl_documents
from advisor.servers import standard_input
from advisor.source import LARGEST_WHOLE

CATALOGUE = builtin().catalogue
MB = 1024**2
INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\n"
PAGE = (Path(__file__).parent.parent / "docs" / "limits.md").read_text()
ROWS = re.findall(r"(?m)^\| .* \| (\S+(?: [KMG]B)?) \| .* \| `(\S+)\.(\w+)` \|$", PAGE)
OPEN = b"<document xmlns='http://www.lotus.com/dxl' form='Server'><item name='ServerName'><text>CN=A/O=B</text></item>"
CLOSE = b"<item name='ServerTitle'><text>last</text></item></document>"


def printed(number):
    """A limit as the page has it: bytes in their unit, which only powers of 1,024 are."""
    for unit, size in (("GB", 1024**3), ("MB", MB), ("KB", 64 * 1024)):
        if number % size == 0:
            return f"{number // (1024 if unit == 'KB' else size)} {unit}"
    return f"{number:,}"


@pytest.mark.parametrize(("limit", "module", "name"), ROWS)
def test_the_page_has_each_limit_as_the_code_has_it(limit, module, name):
    assert printed(getattr(import_module(f"advisor.{module}"), name)) == limit


def test_every_row_of_the_page_names_a_constant():
    assert len(ROWS) == sum(line.startswith("| ") for line in PAGE.splitlines()) - 1 > 15


def test_a_file_that_is_held_whole_has_at_most_16_mb(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "large.ini").write_bytes(b"[Notes]\n" + b"#" * LARGEST_WHOLE)
    done = domlint("check", ".", "--isolated", "--format", "json")
    report = json.loads(done.out)
    reason = "larger than 16 MB, the most that is read of this format (notes.ini)"
    assert report["unread"] == [{"path": "large.ini", "line": None, "reason": reason}]
    assert ([one["name"] for one in report["servers"]], report["complete"]) == (["Mail01/Acme"], False)
    assert (done.returncode, done.err) == (2, f"domlint: large.ini: {reason}\n")


def test_of_what_comes_without_end_no_more_is_taken_than_a_file_may_have():
    told = []
    taken = 0

    class Gathered:
        catalogue = CATALOGUE

        def cannot_open(self, path, error):
            told.append((path, error.strerror))

    def pieces():
        nonlocal taken
        for piece in chain([b"[Notes]\nKitType=2\n"], repeat(b"#" * MB)):
            taken += len(piece)
            yield piece

    tracemalloc.start()
    standard_input.take(Gathered(), pieces, "stdin", 1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert told == [("stdin", "larger than 16 MB, the most that is read of this format (notes.ini)")]
    assert taken < LARGEST_WHOLE + 2 * MB
    assert peak < 4 * LARGEST_WHOLE


def dxl(*pieces):
    """What the DXL reader tells of a stream: the items of its documents, and the reasons why it stopped."""
    reader = readers.reader("dxl")
    told = list(readers.facts_of(reader, readers.source_of(reader, "x.dxl", OPEN, lambda: iter(pieces)), CATALOGUE))
    documents = [one for one in told if isinstance(one, Document)]
    return [len(one.items) for one in documents], [one.reason for one in told if isinstance(one, Diagnostic)]


def within(tag, number):
    return b"".join(b"<%s>" % tag for _ in range(number)) + b"".join(b"</%s>" % tag for _ in range(number))


AT_THE_LIMIT = {  # what stands within a document, which is read to its end
    "a text of 3 MB": [b"<item name='Body'><text>", *[b"x" * MB] * 3, b"</text></item>"],
    "characters of 3 MB": [b"<item name='Body'><text><![CDATA[", *[b"x" * MB] * 3, b"]]></text></item>"],
    "a picture of 3 MB": [b"<item name='Body'><picture><gif>", *[b"QUJD\n" * 900] * 700, b"</gif></picture></item>"],
    "a comment of nearly 1 MB": [b"<!--", b"x" * (MB - 70_000), b"-->"],
    "deep": [within(b"a", _dxl_documents._DEEPEST - 1)],
    "names": [b"".join(b"<n%d/>" % number for number in range(_dxl_documents._MOST_NAMES - 50))],
    "items": [b"<item name='ServerTitle'><text/></item>" * 4_998],
}
PAST_IT = {
    "a comment": ([b"<!--", *[b"x" * MB] * 9], _dxl_documents._TOO_LONG),
    "an attribute": ([b"<a b='", *[b"x" * MB] * 9], _dxl_documents._TOO_LONG),
    "an instruction": ([b"<?x ", *[b"x" * MB] * 9], _dxl_documents._TOO_LONG),
    "deep": ([within(b"a", _dxl_documents._DEEPEST)], _dxl_documents._TOO_DEEP),
    "names": ([b"".join(b"<n%d/>" % number for number in range(30_000))], _dxl_documents._TOO_MANY_NAMES),
    "items": ([b"<item name='ServerTitle'><text/></item>" * 5_010], _dxl_documents._TOO_MANY_ITEMS),
}


@pytest.mark.parametrize("what", AT_THE_LIMIT)
def test_xml_up_to_a_limit_is_read_to_its_end(what):
    numbers, reasons = dxl(OPEN, *AT_THE_LIMIT[what], CLOSE)
    assert (len(numbers), reasons) == (1, [])


@pytest.mark.parametrize("what", PAST_IT)
def test_xml_past_a_limit_is_left_there(what):
    taken = 0

    def counted():
        nonlocal taken
        for piece in (OPEN, *PAST_IT[what][0], CLOSE):
            taken += 1
            yield piece

    numbers, reasons = dxl(*counted())
    assert (len(numbers), reasons[-1]) == (1, PAST_IT[what][1])


def test_lines_around_what_is_kept_have_a_limit(monkeypatch):
    monkeypatch.setattr(_dxl_documents, "_MOST_KEPT", 50_000)
    numbers, reasons = dxl(OPEN, *[b"<item name='ServerTitle'><text>x</text></item>" * 20] * 400, CLOSE)
    assert (len(numbers), reasons[-1]) == (1, _dxl_documents._TOO_MUCH)


def test_an_item_of_many_values_is_in_doubt():
    reader, text = readers.reader("dxl"), OPEN + b"<item name='ServerTitle'>" + b"<text>x</text>" * 1_001 + b"</item>"
    source = readers.source_of(reader, "x.dxl", text, lambda: iter([text + CLOSE]))
    (document,) = (one for one in readers.facts_of(reader, source, CATALOGUE) if isinstance(one, Document))
    assert document.items[0].doubt == "it has more than 1,000 values"

"""The contract of every reader.

Its own test file has the tables. EXAMPLES: files that it takes. RECOGNISED: heads of files, and whether it takes them.
DAMAGES: files, the reasons why parts of them are not read, and whether other keys are then known to be absent.
"""

import random
import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from advisor import readers
from advisor.facts import Complete, Diagnostic, Document, Fact
from advisor.pack import builtin
from advisor.readers.registry import likely_first
from advisor.source import Source, Stream

HERE = Path(__file__).parent
NAMES = readers.names()
CATALOGUE = builtin().catalogue
KINDS = {key.partition(".")[0] for key in (*CATALOGUE.keys, *CATALOGUE.evidence)}
MAY_BE_EMPTY = {  # a setting or item without a value, mount options, or a fileset that is not installed
    *("document_properties", "dxl", "environment", "lsfs", "lslpp", "notes_ini", "one_touch", "one_touch_env"),
    *("show_config", "show_stat", "systemd_unit", "tunables"),
}
OF_THE_FILE = "notes_ini."  # its encoding, line ends and heading
OURS = {"storage_toml"}  # domlint's own format: which field is wrong is named
MARK = "Zq7Hunter2"  # no tool prints it, so whoever repeats it repeats the file

pytestmark = pytest.mark.parametrize("name", NAMES)


@cache
def own_tests(name):
    """Return the module tests/test_<name>.py."""
    spec = spec_from_file_location(f"examples_of_{name}", HERE / f"test_{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_bytes(text):
    return text if isinstance(text, bytes) else text.encode()


@cache
def examples(name):
    """Return the EXAMPLES of a reader as bytes: files that it takes."""
    return [in_bytes(text) for text in own_tests(name).EXAMPLES]


@pytest.fixture(autouse=True)
def at_hand(name):
    """Its examples are there before a test makes others: the test that they stand in may hold properties too."""
    examples(name)


def read(name, raw):
    """The file's bytes as its reader sees them, and what it tells of them."""
    reader = readers.reader(name)
    source = readers.source_of(reader, "file", raw[: readers.HEAD], lambda: iter([raw]))
    return source, list(readers.facts_of(reader, source, CATALOGUE))


def facts_of(items):
    for item in items:
        if isinstance(item, Fact):
            yield item
        elif isinstance(item, Document):
            yield from item.items


def told(name, raw):
    """What is told, without its places, and without what is said of the file itself."""
    facts = (fact for fact in facts_of(read(name, raw)[1]) if not fact.key.startswith(OF_THE_FILE))
    return [(fact.subject, fact.key, fact.text) for fact in facts]


def test_it_is_described_and_takes_no_empty_file(name):
    reader = readers.reader(name)
    assert reader.name
    assert [other for other in NAMES if readers.reader(other).name == reader.name] == [name]
    assert reader.__doc__
    assert reader.recognises(b"", CATALOGUE) is False
    assert all(item.source for item in read(name, b"")[1] if isinstance(item, Complete))


def test_it_is_asked_first_of_files_that_are_called_like_it(name):
    for called in (f"{name}.txt", f"MAIL01-{name.replace('_', '-').upper()}.TXT", f"{name.replace('_', ' ')}.gz"):
        assert next(likely_first(called, b"")) in name


def test_it_is_asked_of_its_examples_whatever_they_are_called(name):
    """Its SIGNS leave out no file that it takes."""
    for raw in examples(name):
        for head in (raw, raw.upper(), raw.lower()):
            if readers.reader(name).recognises(head[: readers.HEAD], CATALOGUE):
                assert name in likely_first("x", Source.of("", head[: readers.HEAD]).data.lower())


def test_it_alone_takes_each_of_its_examples(name):
    assert examples(name)
    for raw in examples(name):
        takers = [other for other in NAMES if readers.reader(other).recognises(raw[: readers.HEAD], CATALOGUE)]
        assert takers == [name], raw


def test_files_are_recognised_by_their_content(name):
    """No two readers take one file."""
    wrong = []
    for text, taken in getattr(own_tests(name), "RECOGNISED", ()):
        takers = [other for other in NAMES if readers.reader(other).recognises(in_bytes(text), CATALOGUE)]
        if (name in takers) is not taken or (taken and len(takers) > 1):
            wrong.append((text, takers))
    assert wrong == []


def test_what_it_cannot_read_is_named_with_the_reason(name):
    wrong = []
    for text, reasons, *completes in getattr(own_tests(name), "DAMAGES", ()):
        items = list(readers.reader(name).read(Source.of("listing.txt", in_bytes(text)), CATALOGUE))
        found = [item.reason for item in items if isinstance(item, Diagnostic)]
        complete = any(isinstance(item, Complete) for item in items)
        if (found, [complete][: len(completes)]) != (reasons, completes):
            wrong.append((text, found, complete))
    assert wrong == []


def test_its_examples_tell_something(name):
    items = [item for raw in examples(name) for item in read(name, raw)[1]]
    assert any(isinstance(item, Fact | Document) for item in items)


def test_an_example_tells_the_same_with_other_line_ends_and_in_utf_16(name):
    for raw in (raw for raw in examples(name) if b"\0" not in raw):
        assert told(name, re.sub(rb"\r?\n", b"\r\n", raw)) == told(name, raw)
        assert told(name, raw.decode().encode("utf-16")) == told(name, raw)


PORT, MEMORY = b"> show port x\nTCP/IP Port Driver\n> ", b"> show memory\nMemory Available: Plentiful\n> "


def test_a_console_listing_is_found_after_another_one(name):
    is_listing = readers.family(name) == "console" and name != "console_log"
    assert (readers.reader(name).console is not None) is is_listing
    if not is_listing:
        return
    typed = [raw for raw in examples(name) if raw.startswith((b"> sh", b"sh"))]
    assert typed, "no example begins with the command"
    for raw in typed:
        capture = (MEMORY if name == "show_port" else PORT) + raw.removeprefix(b"> ")
        assert [other for other in NAMES if readers.reader(other).recognises(capture, CATALOGUE)] == ["console_log"]
        assert set(told("console_log", capture)) >= set(told(name, raw)) > set()


SIGNS = [
    "'", '"', "`", "(", ")", "{", "}", "[", "]", "<", ">", "$(", "${", "<<E", "&&", "|", ";", ",", ":", "=", "\\",
    "null",
]  # fmt: skip
SIGNED = [sign.encode() for sign in SIGNS]


@cache
def parts(name):
    """A reader's examples, with their lines and words."""
    return (
        examples(name),
        sorted({line for raw in examples(name) for line in raw.splitlines()}),
        sorted({word for raw in examples(name) for word in raw.split()}),
    )


class Files:
    """Files as they come, or come to be: cut, joined, shuffled, damaged, of another encoding, or anything."""

    def __init__(self, name, seeded):
        self.examples, self.lines, self.words = parts(name)
        self.seeded = seeded

    def any(self):
        return self.seeded.choice([self.bytes, self.mixed, self.cut, self.damaged, self.wide])()

    def bytes(self, most=300):
        return self.seeded.randbytes(self.seeded.randrange(most))

    def text(self):
        """Characters of all planes; those that stand for something, more often."""
        most = self.seeded.choice([0x20, 0x80, 0x100, 0xD800, 0x110000])
        numbers = (self.seeded.randrange(most) for _ in range(self.seeded.randrange(30)))
        return "".join(map(chr, numbers)).encode("utf-8", "replace")

    def row(self):
        number = self.seeded.randrange(12)
        return b" ".join(self.seeded.choice(self.seeded.choice([self.words or SIGNED, SIGNED])) for _ in range(number))

    def anything(self):
        return self.text() if self.seeded.random() < 0.5 else self.bytes(30)

    def mixed(self):
        ways = [lambda: self.seeded.choice(self.lines), self.row, self.anything]
        lines = [self.seeded.choice(ways)() for _ in range(self.seeded.randrange(40))]
        return self.seeded.choice([b"\n", b"\r\n", b"\r"]).join(lines)

    def cut(self):
        whole = self.seeded.choice(self.examples)
        return whole[: self.seeded.randint(0, len(whole))]

    def damaged(self):
        whole = self.seeded.choice(self.examples)
        at = self.seeded.randint(0, len(whole))
        return whole[:at] + self.seeded.choice([lambda: b"\0", self.row, self.anything, self.bytes])() + whole[at:]

    def wide(self):
        raw = self.seeded.choice([self.cut, self.mixed])()
        return ("\ufeff" + raw.decode("latin-1")).encode(self.seeded.choice(["utf-16-le", "utf-16-be"]))


seeds = given(
    st.integers(0, 2**64 - 1)
)  # each is that of several files: to draw a file's parts one by one takes longer than to read it
of_law = settings(max_examples=10, phases=[Phase.generate], database=None)  # of seeds none is simpler than another


@pytest.mark.law
@of_law
@seeds
def test_nothing_breaks_it_and_every_fact_can_be_looked_up(name, seed):
    made = Files(name, random.Random(seed))
    for _ in range(10):
        holds(name, made.any())


def holds(name, raw):
    """What a reader promises of any bytes."""
    assert readers.reader(name).recognises(raw[: readers.HEAD], CATALOGUE) in (True, False)
    source, items = read(name, raw)
    size = len(raw) * 3 if isinstance(source, Stream) else len(source.data)
    for item in items:
        assert isinstance(item, (Fact, Document, Complete, Diagnostic)), raw
        assert not isinstance(item, Complete) or item.source, raw
    for fact in facts_of(items):
        assert fact.made_from or fact.span or fact.key.startswith(OF_THE_FILE), raw
        assert fact.span is None or 0 <= fact.span[0] <= fact.span[1] <= size, raw
        assert fact.text.strip() or fact.doubt or name in MAY_BE_EMPTY, raw
        assert fact.key.partition(".")[0] in KINDS, raw
    assert all(0 <= item.offset <= size for item in items if isinstance(item, Diagnostic)), raw


@pytest.mark.law
@of_law
@seeds
def test_no_number_is_too_long_for_it(name, seed):
    seeded = random.Random(seed)
    for raw in seeded.choices(examples(name), k=2):
        numbers = [match.span() for match in re.finditer(rb"\d+", raw)] or [(0, 0)]
        begin, end = seeded.choice(numbers)
        read(name, raw[:begin] + b"9" * 5000 + raw[end:])


@pytest.mark.law
@of_law
@seeds
def test_no_reason_repeats_the_file(name, seed):
    if name in OURS:
        pytest.skip("it names the fields of domlint's own format")
    seeded = random.Random(seed)
    for raw in seeded.choices(examples(name), k=3):
        words = raw.split(b" ")
        for at in seeded.choices(range(len(words)), k=seeded.randint(1, 20)):
            words[at] = MARK.encode() + words[at][len(words[at].rstrip()) :]
        reasons = [item.reason for item in read(name, b" ".join(words))[1] if isinstance(item, Diagnostic)]
        assert not [reason for reason in reasons if MARK.lower() in reason.lower()]

"""storcli and perccli in text form: `/cx show`, `/cx show all`, `/cx/vall show`, `/cx/bbu show` in, facts out.

Grammar: a head of `Key = value` lines, then sections `Name :` with a line of equals signs below; in them `Key = value`
and tables that rulers frame: ruler, columns, ruler, rows, ruler. Legends stand between them and look like neither.
Rulers show here whether a table is whole, so the scanner of indented blocks, which drops them, will not do.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.raid._storcli import Answer, Cell, Cells, Section, ending
from advisor.readers.raid._storcli_facts import facts
from advisor.source import Source, Span

FORMAT = "storcli"
BEGINS = rb"CLI Version = |Controller = \d"

_LINE = re.compile(rb"[^\r\n]+")
_PROMPT = re.compile(
    rb"(?:[^#$>%]{0,120}[#$>%]\s?)?(?:sudo )?[^\s#]{0,200}(?:stor|perc)cli2?(?:64)?(?:\.exe)? +((?:/c|show).*)",
    re.IGNORECASE,
)
_FIRST = re.compile(
    rb"CLI Version = |Generating detailed summary of the adapter|Product Name = "
    rb"|(?:Controller|Number of Controllers|Drive Groups|Virtual Drives|Physical Drives) = \d"
    rb"|(?:Basics|TOPOLOGY|VD LIST|PD LIST|Virtual Drives|System Overview|BBU_Info|Cachevault_Info|/c\d+/v\d+) ?:$"
)
_TELLING = re.compile(
    rb"^[ \t]*(?:CLI Version = \d|Status = (?:Success|Failure)\b|DG/VD +TYPE +State|EID:Slt +[DP]ID +State"
    rb"|DG +(?:Arr|Span) +Row +EID:Slot|Ctl +Model +Ports|(?:BBU|Cachevault)_Info ?:)",
    re.MULTILINE,
)
_RULER = re.compile(rb"-{5,}")
_UNDERLINE = re.compile(rb"={3,}")
_TOKEN = re.compile(rb"[\d.]{1,12} [KMGTP]i?B\b|\S+(?: \([^)]{0,40}\))?")
_ROWS = {"DG/VD": re.compile(rb"(?:\d+|-)/\d+"), "EID:Slt": re.compile(rb"\S*:\S+"), "DG": re.compile(rb"\d+|-")}
_WITH_BLANKS = ("Model", "Name", "ErrMsg")  # columns whose values hold blanks or are empty
_HEAD = {"cli version", "operating system", "controller", "status", "status code", "description"}


class Line(NamedTuple):
    """One line that is not empty, without the blanks around it. indent: how many bytes were before it."""

    begin: int
    bare: bytes
    indent: int


def recognises(head: bytes, _: Catalogue) -> bool:
    """Output that begins as the tool's does, or with its command line, and holds one of its own lines."""
    data = Source.of("", head).data
    first = next((line[0].strip() for line in _LINE.finditer(data) if line[0].strip()), b"")
    return bool((_FIRST.match(first) or _PROMPT.fullmatch(first)) and _TELLING.search(data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The controllers and virtual drives; Broken where the output is damaged, an error, or another tool's."""
    broken: list[Diagnostic] = []
    lines = list(_lines(source, broken))
    answers: list[Answer] = []
    for part in _parts(lines):
        asked = answers[-1].asked if answers else ""  # one command may be answered for several controllers
        answers.append(_answer(source, part, asked, broken))
    if not broken and _breaks_off([line.bare for line in lines[-2:]]):
        broken.append(Diagnostic(lines[-1].begin, "the output breaks off in this line"))
    yield from facts(source, answers)
    if broken:
        yield from broken
    else:
        yield from ending(source, answers)


def _lines(source: Source, broken: list[Diagnostic]) -> Iterator[Line]:
    """The lines that hold more than blanks."""
    for line in _LINE.finditer(source.data):
        bare = line[0].strip()
        indent = len(line[0]) - len(line[0].lstrip())
        if b"\0" in bare:
            if not broken:
                broken.append(
                    Diagnostic(line.start() + line[0].index(b"\0"), "the line holds NUL bytes and was not read")
                )
        elif bare:
            yield Line(line.start() + indent, bare, indent)


def _breaks_off(last: list[bytes]) -> bool:
    """Whether the last line promises something: `Key =`, `Name :`, or the line below such a name."""
    if not last or not _UNDERLINE.fullmatch(last[-1]):
        return bool(last) and last[-1].endswith((b"=", b":"))
    return last[0].endswith(b":")


def _parts(lines: list[Line]) -> Iterator[list[Line]]:
    """The answers: each begins with its command line, its version, or `Controller =` where `Status =` follows."""
    part: list[Line] = []
    begun = False  # the part has its version or its controller
    for line, following in pairwise([*lines, Line(0, b"", 0)]):
        version = line.bare.startswith(b"CLI Version = ")
        controller = line.bare.startswith(b"Controller = ") and following.bare.startswith(b"Status = ")
        in_head = len(part) < 6 and not any(before.bare.startswith(b"Controller = ") for before in part)
        if part and (_PROMPT.fullmatch(line.bare) or (version and begun) or (controller and begun and not in_head)):
            yield part
            part, begun = [], False
        begun = begun or version or controller
        part.append(line)
    if part:
        yield part


def _answer(source: Source, lines: list[Line], asked: str, broken: list[Diagnostic]) -> Answer:
    prompt = _PROMPT.fullmatch(lines[0].bare)
    head: Cells = {}
    sections = [Section("", {}, [])]
    at = 0
    while at < len(lines):
        line = lines[at]
        if _RULER.fullmatch(line.bare):
            at = _table(source, lines, at, sections[-1], broken)
            continue
        following = lines[at + 1].bare if at + 1 < len(lines) else b""
        if line.bare.endswith(b":") and _UNDERLINE.fullmatch(following):
            sections.append(Section(source.text(line.begin, line.begin + len(line.bare) - 1).strip(), {}, []))
        elif pair := _pair(source, line):
            first = len(sections) == 1 and pair[0] in _HEAD
            own = sections[0 if sections[-1].name == "Detailed Status" else -1]  # that one is a table and no more
            (head if first else own.pairs).setdefault(*pair)
        at += 1
    return Answer(head, prompt[1].decode("ascii", "replace") if prompt else asked, sections)


def _pair(source: Source, line: Line) -> tuple[str, Cell] | None:
    """`Key = value`. A legend (`DG=Disk Group Index|Arr=Array Index`) has no blank before its sign."""
    key, sign, value = line.bare.partition(b"=")
    if not sign or not key[-1:].isspace() or b"|" in key:
        return None
    end = line.begin + len(line.bare)
    span: Span = (end - len(value.strip()), end) if value.strip() else (line.begin, end)
    name = " ".join(source.text(line.begin, line.begin + len(key)).lower().split())
    return name, Cell(source.text(*span) if value.strip() else "", span)


def _table(source: Source, lines: list[Line], at: int, section: Section, broken: list[Diagnostic]) -> int:
    """Reads the table that the ruler at `at` opens; gives where to go on."""
    if at + 2 >= len(lines) or not _RULER.fullmatch(lines[at + 2].bare):
        return at + 1
    columns = lines[at + 1]
    names = [name.decode("ascii", "replace") for name in columns.bare.split()]
    for number in range(at + 3, len(lines)):
        line = lines[number]
        if _RULER.fullmatch(line.bare):
            return number + 1
        if names == ["Property", "Value"]:
            _property(source, line, columns, section)
        elif (row := _row(source, line, names)) is not None:
            section.rows.append(row)
        else:
            broken.append(Diagnostic(line.begin, "the table breaks off in this line"))
            return number
    broken.append(Diagnostic(lines[-1].begin + len(lines[-1].bare), "the table breaks off before its end"))
    return len(lines)


def _row(source: Source, line: Line, names: list[str]) -> Cells | None:
    """The values of a row by column; None where a row of a known table is none or lacks a value."""
    tokens = [(line.begin + found.start(), line.begin + found.end()) for found in _TOKEN.finditer(line.bare)]
    free = next((number for number, name in enumerate(names) if number and name in _WITH_BLANKS), len(names))
    behind = max(len(names) - free - 1, 0)
    shape = _ROWS.get(names[0])
    if shape and (len(tokens) < free + behind or not shape.fullmatch(source.data[slice(*tokens[0])])):
        return None
    spans = dict(zip(names[:free], tokens, strict=False))
    if middle := tokens[free : len(tokens) - behind]:
        spans |= dict.fromkeys(names[free : free + 1], (middle[0][0], middle[-1][1]))
    spans |= dict(zip(names[free + 1 :], tokens[len(tokens) - behind :], strict=False))
    return {name: Cell(source.text(*span), span) for name, span in spans.items()}


def _property(source: Source, line: Line, columns: Line, section: Section) -> None:
    """A row of a table `Property Value`: the second column begins where its name does."""
    cut = columns.bare.index(b"Value") + columns.indent - line.indent
    key, value = line.bare[:cut].strip(), line.bare[max(cut, 0) :].strip()
    if cut > 0 and key and value:
        end = line.begin + len(line.bare)
        span = (end - len(value), end)
        section.pairs.setdefault(key.decode("ascii", "replace").lower(), Cell(source.text(*span), span))

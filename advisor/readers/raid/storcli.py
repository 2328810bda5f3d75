"""Read the text of storcli and perccli: `/cx show`, `/cx show all`, `/cx/vall show` and `/cx/bbu show`.

Grammar: a head of `Key = value` lines, then sections `Name :` with a line of equals signs below. Sections contain
`Key = value` lines and tables between rulers: ruler, columns, ruler, rows, ruler. Legends between them look different.
The rulers show whether a table is complete. `blocks` drops rulers, so this reader does not use it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._storcli_facts import Cells, Reply, Section, completeness, reply_facts
from advisor.readers.transcript import NUL, Damage, Line, lines, typed
from advisor.source import Source

_TABLE = rb"DG/VD +TYPE +State|EID:Slt +[DP]ID +State"  # people paste it without its head

_COMMAND = r"(?i:(?:stor|perc)cli2?(?:64)?(?:\.exe)?)"
_FIRST = re.compile(
    r"-{5,}$|DG/VD|EID:Slt|CLI Version = |Generating detailed summary of the adapter|Product Name = "
    r"|(?:Controller|Number of Controllers|Drive Groups|Virtual Drives|Physical Drives) = \d"
    r"|(?:Basics|TOPOLOGY|VD LIST|PD LIST|Virtual Drives|System Overview|BBU_Info|Cachevault_Info|/c\d+/v\d+) ?:$"
)
_KNOWN_LINE = re.compile(
    rb"^[ \t]*(?:CLI Version = \d|Status = (?:Success|Failure)\b|"
    + _TABLE
    + rb"|DG +(?:Arr|Span) +Row +EID:Slot|Ctl +Model +Ports|(?:BBU|Cachevault)_Info ?:)",
    re.MULTILINE,
)
_RULER = re.compile(r"-{5,}")
# a legend (`DG=Disk Group Index|Arr=Array Index`) has no blank before its sign
_PAIR = re.compile(r"(?P<key>[^=|]*\s)=\s*(?P<value>.*)")
_UNDERLINE = re.compile(r"={3,}")
_TOKEN = re.compile(r"[\d.]{1,12} [KMGTP]i?B\b|\S+(?: \([^)]{0,40}\))?")
_ROWS = {"DG/VD": re.compile(r"(?:\d+|-)/\d+"), "EID:Slt": re.compile(r"\S*:\S+"), "DG": re.compile(r"\d+|-")}
_COLUMNS = ("DG/VD ", "EID:Slt ")
_WITH_BLANKS = ("Model", "Name", "ErrMsg")  # columns whose values hold blanks or are empty
_HEAD = {"cli version", "operating system", "controller", "status", "status code", "description"}
_SIGNS = (b"cli version", b"status =", b"dg/vd", b"eid:slt", b"dg ", b"ctl ", b"bbu_info", b"cachevault_info")
_ENDS = rb"\|CBShld-Copyback Shielded"  # the last line of its legend
_BEGINS = rb"CLI Version = |Controller = \d|(?-i:" + _TABLE + rb")"


class Printed(NamedTuple):
    """The lines of one reply. asked: the command line, if shown."""

    asked: str
    lines: list[Line]


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the tool's first line or command line comes first, and one of its own lines follows."""
    source = Source.of("", head)
    first = next((line.text for line in lines(source)), "")
    return bool((_FIRST.match(first) or _is_command(first)) and _KNOWN_LINE.search(source.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the controllers, virtual drives and disks, and a Diagnostic if the output is damaged or an error."""
    damage = Damage()
    readable = [line for line in lines(source) if not _spoilt(line, damage)]
    diagnostics = [damage.first] if damage.first else []
    replies: list[Reply] = []
    for part in _parts(readable):
        asked = part.asked or (replies[-1].asked if replies else "")  # one command may be answered for several
        replies.append(_reply(part.lines, asked, diagnostics))
    if not diagnostics and _breaks_off([line.text for line in readable[-2:]]):
        diagnostics.append(readable[-1].diagnostic("the output breaks off in this line"))
    yield from reply_facts(source, replies)
    yield from diagnostics or completeness(source, replies)


def _spoilt(line: Line, damage: Damage) -> bool:
    damage.add(line.diagnostic(NUL) if line.holds_nul else None)
    return line.holds_nul


def _breaks_off(last: list[str]) -> bool:
    """Return whether the last line is incomplete: `Key =`, `Name :`, or the line below a name."""
    if not last or not _UNDERLINE.fullmatch(last[-1]):
        return bool(last) and last[-1].endswith(("=", ":"))
    return last[0].endswith(":")


def _parts(readable: list[Line]) -> Iterator[Printed]:
    """Yield the replies. Each begins with its command line, its version, or `Controller =` followed by `Status =`."""
    part = Printed("", [])
    begun = False  # the part has its version or its controller
    for line, following in zip(readable, [*(line.text for line in readable[1:]), ""], strict=False):
        command = _is_command(line.text)
        version = line.text.startswith("CLI Version = ")
        controller = line.text.startswith("Controller = ") and following.startswith("Status = ")
        in_head = len(part.lines) < 6 and not any(before.text.startswith("Controller = ") for before in part.lines)
        if part.lines and (command or (version and begun) or (controller and begun and not in_head)):
            yield part
            part, begun = Printed("", []), False
        begun = begun or version or controller
        part.lines.append(line)
        part = part._replace(asked=line.text) if command else part
    if part.lines:
        yield part


def _is_command(text: str) -> bool:
    """Return whether somebody typed the tool's command there, and not a prompt alone."""
    return typed(text, _COMMAND) and not typed(text, "(?!)")


def _reply(printed: list[Line], asked: str, diagnostics: list[Diagnostic]) -> Reply:
    head: Cells = {}
    sections = [Section("", {}, [])]
    index = 0
    while index < len(printed):
        line = printed[index]
        if _RULER.fullmatch(line.text):
            index = _table(printed, index, sections[-1], diagnostics)
            continue
        if line.text.startswith(_COLUMNS) and index + 1 < len(printed) and _RULER.fullmatch(printed[index + 1].text):
            index = _table(printed, index - 1, sections[-1], diagnostics)  # the ruler above it was not pasted
            continue
        following = printed[index + 1].text if index + 1 < len(printed) else ""
        if line.text.endswith(":") and _UNDERLINE.fullmatch(following):
            sections.append(Section(line.text[:-1].strip(), {}, []))
        elif match := _PAIR.fullmatch(line.text):
            key = " ".join(match["key"].lower().split())
            first = len(sections) == 1 and key in _HEAD
            last_section = sections[
                0 if sections[-1].name == "Detailed Status" else -1
            ]  # that one is a table and no more
            (head if first else last_section.pairs).setdefault(key, line.group(match, "value"))
        index += 1
    return Reply(head, asked, sections)


def _table(printed: list[Line], index: int, section: Section, diagnostics: list[Diagnostic]) -> int:
    """Read the table that the ruler at `at` opens, and return the index of the line after it."""
    if index + 2 >= len(printed) or not _RULER.fullmatch(printed[index + 2].text):
        return index + 1
    columns = printed[index + 1]
    names = columns.text.split()
    for number, line in enumerate(printed[index + 3 :], start=index + 3):
        if _RULER.fullmatch(line.text):
            return number + 1
        if names == ["Property", "Value"]:
            _property(line, columns, section)
        elif (row := _row(line, names)) is not None:
            section.rows.append(row)
        else:
            diagnostics.append(line.diagnostic("the table breaks off in this line"))
            return number
    diagnostics.append(Diagnostic(printed[-1].span[1], "the table breaks off before its end"))
    return len(printed)


def _row(line: Line, names: list[str]) -> Cells | None:
    """Return the values of a row by column, or None if a row of a known table is invalid or incomplete."""
    words = [line.group(match) for match in _TOKEN.finditer(line.text)]
    free = next((number for number, name in enumerate(names) if number and name in _WITH_BLANKS), len(names))
    behind = max(len(names) - free - 1, 0)
    shape = _ROWS.get(names[0])
    if shape and (len(words) < free + behind or not shape.fullmatch(words[0].text)):
        return None
    row = dict(zip(names[:free], words, strict=False))
    if middle := words[free : len(words) - behind]:
        row |= dict.fromkeys(names[free : free + 1], line.joined(middle))
    return row | dict(zip(names[free + 1 :], words[len(words) - behind :], strict=False))


def _property(line: Line, columns: Line, section: Section) -> None:
    """Add a row of a table `Property Value`. The second column begins below its name."""
    cut = columns.text.index("Value") + columns.indent - line.indent
    key, value = line.text[: max(cut, 0)].strip(), line.text[max(cut, 0) :].strip()
    if key and value:
        section.pairs.setdefault(key.lower(), line.piece(len(line.text) - len(value), len(line.text)))


READER = Reader(__name__, "storcli", recognises, read, signs=_SIGNS, needs_whole_head=True, begins=_BEGINS, ends=_ENDS)

"""Listing: what PowerShell prints of objects as tables and lists, into records."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic
from advisor.readers.prompts import typed
from advisor.readers.transcript import ANOTHER_COMMAND, NUL, Line, Word, foreign, lines
from advisor.readers.windows._records import Fields, Record, kind_of, may_be_named, named, split
from advisor.readers.windows._table import RULER, Block, cells, collapsed, columns_of
from advisor.source import Source

COMMAND = r"(?i:get-(?:physicaldisk|disk|partition|volume|virtualdisk|ciminstance|wmiobject)|gcim|gwmi)"
_PROMPTED = re.compile(r"(?:(?:\[[^\]]{1,80}\]: )?PS [^<>|]{0,200}|[A-Za-z]:\\[^<>|]{0,200})>\s*(?P<command>.*)")
_ERROR = re.compile(r"(?i:get-\w+|gcim|gwmi) : .*|\+ (?:CategoryInfo|FullyQualifiedErrorId) .*")
_ROW = re.compile(r"([A-Za-z][\w ]{0,60}?)\s*:(?: (.*))?")
_GROUP = re.compile(r"(Disk ?Path|Disk ?Number): (\S.*)", re.IGNORECASE)  # above the partitions of a disk
_BANNER = re.compile(
    r"\*{4,}|(?:Windows )?PowerShell\b.*|Copyright\b.*|(?:Install|Try) the .*|.*https?://\S+|.*transcript (?:start|end)"
    r"|(?:Start time|End time|Username|RunAs User|Configuration Name|Machine|Host Application|Process ID"
    r"|PS\w+|BuildVersion|CLRVersion|WSManStackVersion|SerializationVersion): .*",
    re.IGNORECASE,
)
_ELSE = "this is no listing of disks and volumes that domlint reads"
_COLLAPSED = (
    "the blanks between the columns of this table of {} are gone, so its values cannot be told apart: give what the "
    "command prints as a file, best with `| ConvertTo-Json` behind it"
)
_FAILED = "PowerShell printed an error"


def recognises(head: bytes) -> bool:
    """Whether the first thing that was printed is a table or list of disks, partitions, volumes or of the machine.

    What another command printed, that was typed behind PowerShell's own prompt, may stand above it.
    """
    source = Source.of("", head)
    of_another = False
    for block in _blocks(source) if may_be_named(source.data) else ():
        if prompted := _PROMPTED.fullmatch(block[0].text):
            of_another = _is_of_another(prompted)
        if bare := [line for line in block if not _is_around(line.text)]:
            if _GROUP.fullmatch(bare[0].text):
                bare = [line for line in bare[1:] if len(line.words) > 1]  # a long path goes on in the next line
            if bare and _is_ours(bare):
                return True
            if bare and not of_another:
                return False
    return False


def _is_of_another(prompted: re.Match[str]) -> bool:
    """Whether behind a prompt a command was typed that lists neither disks nor volumes."""
    return bool(prompted["command"]) and re.search(rf"(?<![\w-]){COMMAND}(?![\w-])", prompted["command"]) is None


def records(source: Source) -> Iterator[Record | Diagnostic]:
    """The rows of all tables and lists, in the order of the file."""
    group: Fields = {}
    of_another = False
    for block in _blocks(source):
        if prompted := _PROMPTED.fullmatch(block[0].text):
            of_another = _is_of_another(prompted)
        rest: Block = []
        above = ""  # the name of the line before, where that tells of a disk's partitions
        for line in block:
            if line.text.count("\0") and not _is_blank(line.text):
                yield line.diagnostic(NUL)
            elif _ERROR.fullmatch(line.text):
                yield line.diagnostic(_FAILED)
            elif match := _GROUP.fullmatch(line.text):
                above = named(match[1])
                group = {above: [line.group(match, 2)]}
                continue
            elif above and len(line.words) == 1:  # a path that was wider than the window
                told = group[above][0]
                group = {above: [Word(told.text + line.text, told.span)]}
            elif not _is_around(line.text):
                rest.append(line)
            above = ""
        if rest:
            strange = of_another and not _is_ours(rest)
            yield from (rest[0].diagnostic(ANOTHER_COMMAND),) if strange else _of_block(rest, group)


def _blocks(source: Source) -> Iterator[Block]:
    """The lines between empty ones; whatever was typed ends a block, too."""
    block: Block = []
    for line in lines(source):
        typing = _is_around(line.text)
        if block and (typing or _apart(source, block[-1], line)) and not _in_heading(block, line):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _apart(source: Source, above: Line, line: Line) -> bool:
    """Whether an empty line stands between two."""
    between = source.data[above.span[1] : line.start]
    return between.count(b"\n") > 1 or (b"\n" not in between and between.count(b"\r") > 1)


def _in_heading(block: Block, line: Line) -> bool:
    """A group's line and its table belong together."""
    return len(block) == 1 and bool(_GROUP.fullmatch(block[0].text)) and not _is_around(line.text)


def _is_around(text: str) -> bool:
    """Whether a line is a prompt, a command, or what PowerShell says of itself."""
    return typed(text, COMMAND) or bool(_PROMPTED.fullmatch(text) or _BANNER.fullmatch(text))


def _is_blank(text: str) -> bool:
    """A NUL character is what Windows has for the letter of a partition without one."""
    return "\0" in text and re.search(r"\0\S|\S\0", text.replace("\0\0", "\0")) is None


def _of_block(block: Block, group: Fields) -> Iterator[Record | Diagnostic]:
    if table := columns_of(block):
        columns, kind, below = table
        if any(collapsed(line, columns) for line in below):
            yield block[0].diagnostic(_COLLAPSED.format(kind + "s"))
        else:
            yield from (Record(kind, group | cells(line, columns)) for line in below)
    elif of_rows := _kind_of_rows(block):
        yield Record(of_rows, _values(block))
    elif not any(RULER.fullmatch(line.text) for line in block[:4]) and not _is_list(block):
        yield foreign(block[0], "PowerShell")
    else:
        yield block[0].diagnostic(_ELSE)


def _is_ours(block: Block) -> bool:
    return columns_of(block) is not None or _kind_of_rows(block) is not None


def _is_list(block: Block) -> bool:
    return all(_ROW.fullmatch(line.text) or line.indent for line in block)


def _kind_of_rows(block: Block) -> str | None:
    """What a list's rows `Name : value` are about."""
    matches = [_ROW.fullmatch(line.text) for line in block]
    return kind_of(frozenset(named(match[1]) for match in matches if match)) if _is_list(block) else None


def _values(block: Block) -> Fields:
    """The values of a list; one that does not fit goes on in the next line, set in as far as it."""
    values: dict[str, list[Word]] = {}  # by name, the pieces of a value
    name, depth = "", 0
    for line in block:
        match = _ROW.fullmatch(line.text)
        if match and not (name and line.indent >= depth > 0):
            name, depth = named(match[1]), line.indent + max(match.start(2), 1)
            word = line.group(match, 2)
            values[name] = [word] if word.text.strip("\0") else []
        elif values.get(name):
            values[name].append(Word(line.text, line.span))
    return {name: _joined(pieces) for name, pieces in values.items()}


def _joined(pieces: list[Word]) -> list[Word]:
    """The values in the pieces of one; of several pieces, each on its line, the place of all is the first."""
    if len(pieces) < 2:
        return split(pieces[0]) if pieces else []
    place = pieces[0].span
    return [Word(word.text, place) for word in split(Word("".join(piece.text for piece in pieces), place))]

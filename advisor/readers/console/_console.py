"""Lines of a server's console without process, date and blanks, and the commands that were typed there."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

from msgspec import Struct

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers import registry, transcript
from advisor.readers.interface import ConsoleListing, Reader
from advisor.readers.transcript import ANOTHER_COMMAND, CUT, NUL, Damage, Line
from advisor.source import Source

BEFORE = re.compile(
    rb"\s*(?:\[[0-9A-Fa-f]{2,8}:[0-9A-Fa-f]{2,8}(?:-[0-9A-Fa-f]{2,16})?\]\s*)?"
    rb"(?P<date>[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}\.?,? [0-9]{1,2}[:.][0-9]{2}[:.][0-9]{2}(?: ?[AaPp][Mm])?\s+)?"
)
_PROMPT = rb"(?:\[[^\]]{1,80}\]|[^\s=:]{1,80})?[#$%>]"  # what has a sign of a setting or a label in it is none
_SHOW = rb"sh(?:o|ow)?\s+(?P<what>%s)"
_LINE_ENDS = re.compile(rb"[\r\n]|\Z")
NO_LINE = "the line is no "


def lines(source: Source, begin: int = 0, end: int | None = None) -> Iterator[Line]:
    """Yield the lines between two offsets that hold more than blanks; a message, with its date, is dated."""
    return transcript.lines(source, BEFORE, begin=begin, end=end)


def lines_with(source: Source, words: re.Pattern[bytes]) -> Iterator[Line]:
    """Yield only the lines in which a pattern is found."""
    end = 0
    while match := words.search(source.data, end):
        begin = max(source.data.rfind(sign, 0, match.start()) for sign in (b"\n", b"\r")) + 1
        closing = _LINE_ENDS.search(source.data, match.end())
        end = closing.start() if closing else len(source.data)
        yield from lines(source, begin, end)


def opening(source: Source) -> Iterator[Line]:
    """Yield the first lines. After this many typed lines, output is unlikely."""
    return islice(lines(source), transcript.TYPED)


def typed(line: Line, command: bytes) -> re.Match[bytes] | None:
    """Return the match of a line that is only a prompt, or the command (a pattern) as it was typed: `> show stat`."""
    return _typed(command).fullmatch(line.data)


@cache
def _typed(command: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"%s\s*|(?:%s\s*)?(?i:%s)" % (_PROMPT, _PROMPT, command))


@cache
def listings() -> tuple[tuple[Reader, ConsoleListing], ...]:
    """Return the readers of the output of `show` commands, in the order of their names, with how each is found."""
    names = (name for name in registry.names() if registry.family(name) == "console")
    return tuple((reader, reader.console) for reader in map(registry.reader, names) if reader.console)


@cache
def _show() -> bytes:
    words = {word for _, listing in listings() for word in listing.words}
    return _SHOW % "|".join(sorted(words)).encode()


@cache
def show_command() -> re.Pattern[bytes]:
    """Return the pattern of a line on which somebody typed a `show` command whose output has a reader."""
    prompt = rb"(?:(?:\[[^\]]{1,80}\]|[^\s=:]{1,80})?>\s*)?"
    return re.compile(prompt + _show() + rb"\w*(?:\s+(?P<which>\S.*))?", re.IGNORECASE)


@cache
def _show_words() -> re.Pattern[bytes]:
    return re.compile(_show(), re.IGNORECASE)


def shown(line: Line) -> tuple[str, str] | None:
    """Return which listing with a reader somebody asked for, and what of it: `> show stat mail` as `sta` and `mail`."""
    match = show_command().fullmatch(line.data)
    return (_lower(match["what"]), _lower(match["which"] or b"")) if match else None


def _lower(command: bytes) -> str:
    return command.decode("ascii", "replace").lower()


def another_shown(line: Line, command: bytes) -> Diagnostic | None:
    """Return a diagnostic if a command of another reader was typed on this line, else None."""
    return line.diagnostic(ANOTHER_COMMAND) if shown(line) and not typed(line, command) else None


def captured(source: Source, command: bytes) -> bool:
    """Return whether a listing of another command was asked for too: then the file is a captured console."""
    return any(another_shown(line, command) for line in lines_with(source, _show_words()))


def other_command(line: Line, command: bytes) -> bool:
    """Return whether somebody typed another command after the console's prompt, so that what follows is its output."""
    return line.data.startswith(b">") and not typed(line, command)


def first_fits(head: bytes, command: bytes, begins: Callable[[Line], bool]) -> bool:
    """Return whether a listing comes first, or below its command, in a file that is not a captured console."""
    source = Source.of("", head)
    first = next((line for line in opening(source) if not typed(line, command)), None)
    return bool(first and begins(first)) and not captured(source, command)


def listing_lines(source: Source, command: bytes, damage: Damage) -> Iterator[Line]:
    """Yield the lines of a listing, without typed commands and the output of other commands."""
    inside = True
    for line in lines(source):
        inside = (inside or bool(typed(line, command))) and not other_command(line, command)
        damage.add(another_shown(line, command))
        if inside and not typed(line, command):
            yield line


def foreign(line: Line, kind: str) -> Diagnostic | None:
    """Return a diagnostic for a line that is not part of the listing, or None for a console message."""
    if line.holds_nul:
        return line.diagnostic(NUL)
    if line.dated:
        return None
    return line.diagnostic(NO_LINE + kind if line.ended else CUT)


class SingleLineListing(Struct, frozen=True):
    """A listing with one relevant line.

    word: the first letters of the word after `show`. line: the pattern with a group `value`. key: of the fact.
    """

    word: str
    line: re.Pattern[bytes]
    key: str

    @property
    def command(self) -> bytes:
        """Return the pattern of the typed command."""
        return rb"sh(?:o|ow)?\s+%s\w*(?:\s.*)?" % self.word.encode()

    def reader(self, module: str, name: str, signs: tuple[bytes, ...]) -> Reader:
        """Return the reader of the listing."""
        listing = ConsoleListing((self.word,), self.begins)
        return Reader(module, name, self.recognises, self.read, signs=signs, console=listing)

    def recognises(self, head: bytes, _: Catalogue) -> bool:
        """Return whether the line comes first, or below the command, in a file that is not a captured console."""
        return first_fits(head, self.command, self.begins)

    def match(self, line: Line) -> re.Match[bytes] | None:
        """Return the match of a line with a value, or None."""
        return None if line.holds_nul else self.line.fullmatch(line.data)

    def begins(self, line: Line) -> bool:
        """Return whether the output begins with this line."""
        return bool(self.match(line))

    def read(self, source: Source, _: Catalogue) -> Iterator[Fact]:
        """Yield the fact of the last matching line."""
        matches = [(line, match) for line in lines(source) if (match := self.match(line))]
        for line, match in matches[-1:]:
            text, span = line.group(match, "value")
            yield Fact(self.key, text, source, span)

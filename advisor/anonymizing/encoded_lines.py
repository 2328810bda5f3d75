"""Replace text in the lines of a file, in the file's own encoding. All other bytes stay as they are."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from advisor.source import Source
from advisor.values import lmbcs

Edit = Callable[[str], str]
_BOMS = ((b"\xef\xbb\xbf", ""), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_REMEMBERED = 100_000  # lines; the servers of a fleet have most lines in common


class EncodedText(NamedTuple):
    """The text of a file. mark: its byte order mark. wide: its UTF-16 encoding, or "". is_lmbcs: it is LMBCS."""

    data: bytes
    mark: bytes = b""
    wide: str = ""
    is_lmbcs: bool = False

    @classmethod
    def of(cls, raw: bytes) -> "EncodedText":
        """Return the text of a file's bytes. UTF-16 is held as UTF-8."""
        encoding = Source.of("", raw).encoding
        mark = next((mark for mark, wide in _BOMS if raw.startswith(mark) and wide in {"", encoding}), b"")
        if encoding.startswith("utf-16"):
            whole = len(mark) + (len(raw) - len(mark)) // 2 * 2
            text = raw[len(mark) : whole].decode(encoding, "surrogatepass")
            return cls(text.encode("utf-8", "surrogatepass"), mark, encoding)
        return cls(raw[len(mark) :], mark, is_lmbcs=encoding == "lmbcs")

    def encoded(self, data: bytes) -> bytes:
        """Return the file's bytes with other text."""
        if not self.wide:
            return self.mark + data
        return self.mark + data.decode("utf-8", "surrogatepass").encode(self.wide, "surrogatepass")

    def lines(self) -> Iterator[bytes]:
        """Yield the lines with their ends."""
        yield from self.data.splitlines(keepends=True)


def decoded(line: bytes) -> tuple[str, str]:
    """Return a line as text, and an encoding that returns the same bytes."""
    for encoding in ("ascii", "utf-8", "cp1252"):
        try:
            return line.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1"), "latin-1"


def text_of(line: bytes, *, is_lmbcs: bool) -> str:
    """Return a line as text."""
    return lmbcs.decode(line) if is_lmbcs and not line.isascii() else decoded(line)[0]


class LineEditor:
    """Replaces text in lines. spans: returns where a text is replaced, and by what."""

    def __init__(self, edit: Edit) -> None:
        self._edit = edit
        self.edited = lru_cache(maxsize=_REMEMBERED)(self._edited)

    def _edited(self, line: bytes, is_lmbcs: bool) -> bytes:
        content = line.rstrip(b"\r\n")
        end = line[len(content) :]
        if is_lmbcs and not content.isascii():
            return self._edited_lmbcs(content) + end
        text, encoding = decoded(content)
        edited = self._edit(text)
        return line if edited == text else edited.encode(encoding, "xmlcharrefreplace") + end

    def _edited_lmbcs(self, content: bytes) -> bytes:
        """Return an edited line of LMBCS. What stays keeps its bytes: a text of it occurs in the old line."""
        pieces = lmbcs.characters(content)
        by_text = {text: raw for text, raw in pieces if len(text) == 1}
        text = "".join(piece for piece, _ in pieces)
        edited = self._edit(text)
        if edited == text:
            return content
        return b"".join(by_text.get(letter) or letter.encode("ascii", "replace") for letter in edited)

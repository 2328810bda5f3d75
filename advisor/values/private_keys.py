"""Private keys: a file's bytes in, the same without what stands between BEGIN and END of a private key.

Every reader is given a file's text so, and whatever is shown of a file stands in that text. In the place of each
character stands `*`, so that every other byte stays where it is; line ends, blanks and what holds JSON and XML
together stay too. Where END is missing, or something else came into a key, more is hidden rather than less. Linear.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from advisor.values import bare_keys
from advisor.values.bare_keys import starred
from advisor.values.key_signs import KEY, LINES, MAC

# Tables in small letters, for `collect`'s scripts go by them, too: BEGIN or END, a line of a key, and what is plainly
# none: a setting, a heading, a comment, another block.
SIGN = (  # with a word processor's dashes, too; the last two are PuTTY's
    f"((-----?|[^\t-~][^\t-~]) ?(begin|end) ?[a-z0-9 ]*{KEY}( block)? ?(-----?|[^\t-~][^\t-~]+)|{LINES} ?[0-9]+|{MAC})"
)
_FOUR = "[a-z0-9+/]" * 4
OF_A_KEY = (
    f"^([a-z0-9+/*]+|({_FOUR})*([a-z0-9+/][a-z0-9+/]==|[a-z0-9+/][a-z0-9+/][a-z0-9+/]=)|={_FOUR}"
    "|(proc-type|dek-info|version|comment|hash|charset): .*)$"
)
PLAIN = "^[ \t]*([<{[};#]|----|[^ \t=:]+[ \t]*[=:])"
_SIGN = re.compile(SIGN.replace("]*", "]{0,60}").upper().encode())
_END = re.compile(rb"[^A-Z]*END|PRIVATE-MAC")
_BOUND = re.compile(_SIGN.pattern + rb"|(?P<tag></(?:ITEM|DOCUMENT)>)")  # of a text that is read in pieces
_LONGEST_SIGN = 160  # bytes
_LONGEST = 64 * 1024  # bytes up to END; a key of 16,384 bits takes 13,000
_NEAR = 8  # lines of something else that may have come between two of a key without BEGIN or END
_TELLING = 16  # letters of a line that is taken for one of a key behind such lines, where BEGIN is missing
_LINE = re.compile(rb"([^\r\n]*)(?:\r\n|\r|\n)?")
_AROUND = b" \t\r\n;#:,+\\>|\"'-"  # a line of a key: a comment's sign, quotes, a list's dash
_OF_A_KEY, _PLAIN = (re.compile(table.encode(), re.IGNORECASE) for table in (OF_A_KEY, PLAIN))
_QUOTE = re.compile(rb"""(?<!\\)["'<]""")


class Hidden(NamedTuple):
    """What is hidden of a key. begin: behind its BEGIN, or its first letters; end: before its END, or a line's end.

    clear: it was readable, and not masked before. broken: lines that are none of a key are hidden, too. bare: neither
    BEGIN nor END tells of it.
    """

    begin: int
    end: int
    clear: bool
    broken: bool = False
    bare: bool = False


def hide(data: bytes) -> tuple[bytes, tuple[Hidden, ...]]:
    """The bytes with `*` in the place of private keys, and where these stand."""
    found, parts, behind = [], [], 0
    for begins, end in _keys(data):
        begin = max(begins, behind)
        if end <= begin:
            continue
        masked = starred(data[begin:end])
        inner = [text for text, _ in _lines(data, begin, end)][1:-1]
        found.append(Hidden(begin, end, masked != data[begin:end], not all(map(_is_of_a_key, filter(None, inner)))))
        parts += [data[behind:begin], masked]
        behind = end
    shown, others = bare_keys.hide(b"".join([*parts, data[behind:]]))
    return shown, tuple(_apart([*found, *(Hidden(*other, bare=True) for other in others)]))


def _apart(found: list[Hidden]) -> Iterator[Hidden]:
    """What is hidden in its order, without what lies in or across another."""
    end = -1
    for key in sorted(found):
        if key.begin >= end:
            yield key
            end = key.end


def hide_in(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same of a text that is read in pieces: a key without END goes up to the end of its item, or so far as any."""
    held, left = b"", 0
    for piece in bare_keys.hide_in(pieces):
        data = held + piece
        cut = _before_half_a_sign(data)
        shown, left = _hidden_in(data[:cut], left)
        held = data[cut:]
        if shown:
            yield shown
    yield _hidden_in(held, left)[0]


def _before_half_a_sign(data: bytes) -> int:
    """Up to where a piece can be looked through: what stands last may go on in the next one."""
    near = max(0, len(data) - _LONGEST_SIGN)
    begins = [begin for begin in (data.find(b"-", near), data.rfind(b"<", near)) if begin >= 0]
    cut = min(begins, default=len(data))
    if b"-" not in data[near:] and b">" in data[cut:]:
        return len(data)
    near = max(0, cut - _LONGEST_SIGN)
    signs = _SIGN.finditer(data[near:].upper())
    return next((near + sign.start() for sign in signs if near + sign.start() < cut < near + sign.end()), cut)


def _hidden_in(data: bytes, left: int) -> tuple[bytes, int]:
    """A piece with its keys hidden. left: how many bytes still are of the key in which it begins, or ends."""
    may_hold_one = b"----" in data or b"Private-" in data or not data.isascii()
    if not left and not (may_hold_one and b"PRIVATE" in data.upper()):
        return data, 0
    parts, behind = [], 0
    for sign in _BOUND.finditer(data.upper()):
        parts.append(_up_to(data[behind : sign.start()], left))
        parts.append(data[sign.start() : sign.end()])
        behind, left = sign.end(), 0 if sign["tag"] or _ends(sign) else _LONGEST
    parts.append(_up_to(data[behind:], left))
    return b"".join(parts), max(0, left - len(data) + behind)


def _up_to(data: bytes, left: int) -> bytes:
    return starred(data[:left]) + data[left:] if left else data


def _keys(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each key stands: up to its END, or as far as it seems to go."""
    signs = list(_SIGN.finditer(data.upper()))
    before = None
    for sign, after in zip_longest(signs, signs[1:]):
        if _ends(sign):
            if before is None or _ends(before):
                yield _above(data, before.end() if before else 0, sign.start())
        elif after and _ends(after) and after.start() - sign.end() <= _LONGEST:
            yield sign.end(), after.start()
        else:
            yield _below(data, sign.start(), sign.end(), after.start() if after else len(data))
        before = sign


def _ends(sign: re.Match[bytes]) -> bool:
    return _END.match(sign[0]) is not None


def _below(data: bytes, sign: int, begin: int, limit: int) -> tuple[int, int]:
    """A key without END: its own line, or the lines of a key behind it with what came between them."""
    lines = _lines(data, begin, min(limit, begin + _LONGEST))
    text, end = next(lines, (b"", begin))
    if _bare(text):
        near = re.split(rb"[\r\n]", data[max(0, sign - _LONGEST_SIGN) : sign])[-1]
        quote = _QUOTE.search(data, begin, end)
        closes = quote and (quote[0] == b"<" or quote[0] in near)
        if closes:
            return begin, quote.start() if quote else end
    others = 0
    for text, behind in lines:
        if not text.strip():
            continue
        if _is_of_a_key(text) or not (others or _PLAIN.match(text)):
            end, others = behind, 0
        else:
            others += 1
        if others > _NEAR:
            break
    return begin, end


def _above(data: bytes, floor: int, end: int) -> tuple[int, int]:
    """A key without BEGIN: what stands on END's line, and the lines of a key before it with what came between them."""
    floor = max(floor, end - _LONGEST)
    lines = list(_lines(data, floor, end))
    own = len(lines) and lines[-1][0]
    begin = end - len(own or b"")
    if own and _bare(own):
        return begin + len(own) - len(re.split(rb"^[\s\"']*[\w.$-]+[\"']?\s*[=:]", own, maxsplit=1)[-1]), end
    others = 0
    for text, behind in reversed(lines[:-1]):
        if _is_of_a_key(text) and (not others or len(_bare(text)) >= _TELLING):
            begin, others = behind - len(text), 0
        elif text.strip():
            others += 1
        if others > _NEAR:
            break
    return begin, end


def _lines(data: bytes, begin: int, end: int) -> Iterator[tuple[bytes, int]]:
    """Each line without its end, and where it ends; the rest of the first one comes first."""
    while begin < end and (line := _LINE.match(data, begin, end)):
        yield line[1], line.end(1)
        begin = line.end()
    if begin == end and data[max(0, end - 1) : end] in {b"\n", b"\r"}:
        yield b"", end


def _is_of_a_key(text: bytes) -> bool:
    return bool(_OF_A_KEY.match(_bare(text)))


def _bare(text: bytes) -> bytes:
    r"""A line without what may stand around one of a key, such as quotes and the `\n` that a program writes."""
    return text.replace(b"\\n", b"").replace(b"\\r", b"").strip(_AROUND)

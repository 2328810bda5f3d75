"""Replace the letters of private keys in a file's bytes with `*`, before any reader gets the text.

A key is the text between its BEGIN and END, also in PuTTY's format, or without these, lines of base64 that begin like a
key, and the numbers of a JWK or of .NET's XML. All other bytes keep their offset, and so do line ends, blanks and the
signs of JSON and XML. If END is missing or other text is within a key, more is hidden rather than less. The time grows
only with the length of the file.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from advisor.limits import MAX_KEY_BYTES
from advisor.values import key_signs
from advisor.values.key_signs import KEY, LINES, MAC

# Keys without BEGIN. Their first letters stay, as BEGIN does elsewhere.

_HELD = 16 * 1024  # bytes of a text in pieces that are looked through again, with the next one
_TAG = rb"</?[A-Za-z]{1,16}(?: [a-z]{1,12}=[\"'][a-z0-9]{0,12}[\"'])*/?>"
_PIECES = re.compile(_TAG + rb"|\\[^\r\n]|[\0\s\"',:{}\[\]\x80-\xff]+|[^\\<\0\s\"',:{}\[\]\x80-\xff]+|.", re.DOTALL)
_STAYS = re.compile(_TAG + rb"|[\0\s\"',:{}\[\]\x80-\xff]+")

_LETTER = "[A-Za-z0-9+/*]"
# Between two lines: blanks, quotes, signs of comments, ends of lines as a program writes them, a log's process, tags.
_BETWEEN = r"(?>(?:[\s;#,>|\"']|\\[nr]?|\+(?=\s)|\[[0-9A-Fa-f:-]{4,40}\]|<break ?/>|&#?[0-9A-Za-z]{2,5};){1,24})"
_MASK = r"\*{3}"  # in the copy that `collect` makes
_PADDED = f"(?:{_LETTER}{{2}}==|{_LETTER}{{3}}=)"
_ENDS = r"(?=[\s\"'<&\\,)}\]]|\Z)"
_BARE_LINE = f"(?:(?:{_LETTER}{{4}}){{3,64}}{_PADDED}|(?>{_LETTER}{{16,256}})(?>(?:==)?)|{_MASK}){_ENDS}"
_ALONE = f"(?:{_LETTER}{{4}}){{1,3}}(?=[\\r\\n\"'<\\\\]|\\Z)"
_LAST = f"(?:(?:{_LETTER}{{4}}){{0,3}}{_PADDED}{_ENDS}|{_LETTER}{{1,15}}=={_ENDS}|{_ALONE})"
BODY = (  # what is hidden is its last group; `collect`'s script for Windows goes by it, too
    rf"(?:(?<![A-Za-z0-9+/])|(?<=\\n)|(?<=\\r)){key_signs.encoded('[A-Za-z0-9+/]')}"
    f"((?>{_LETTER}{{16,}}|{_MASK})(?>={{0,2}}){_ENDS}(?>(?:{_BETWEEN}{_BARE_LINE})*)(?:{_BETWEEN}{_LAST})?)"
)
_BODY = re.compile(BODY.encode())
_OF_BODY = re.compile(f"(?P<between>{_BETWEEN})|{_LETTER}+=*".encode())
_LINE_END = re.compile(rb"[\r\n<]|\\[nr]")  # of a line

_OF_JWK = re.compile(key_signs.OF_JWK.encode())
_JWK_NUMBER = key_signs.JWK_LETTER * 16 + key_signs.JWK_LETTER
_IN_JWK = [  # of each what is hidden is the last group
    re.compile(number.encode())
    for number in (
        f"{key_signs.JWK_NAME}{key_signs.QUOTE}({_JWK_NUMBER}*|{_MASK})",
        f"{key_signs.YAML_NAME}({key_signs.JWK_LETTER * 4}{_JWK_NUMBER}*)",
    )
]
_NET_NUMBER = key_signs.NET_LETTER * 16 + key_signs.NET_LETTER
_IN_NET = re.compile(f"{key_signs.NET_NAME}((?:(?:{_NET_NUMBER}*|{_MASK})[ \t\r\n]*){{1,64}})".encode())
_BOUNDS = (  # of a JWK, of .NET's XML: where one begins, that it is one, where it ends
    re.compile(rb"(?P<begin>\{)|(?P<is>%b)|(?P<end>\})" % _OF_JWK.pattern),
    re.compile(rf"(?P<begin>(?P<is>(?:<|&lt;)(?:{key_signs.NET})))|(?P<end>(?:</|&lt;/)(?:{key_signs.NET}))".encode()),
)

Span = tuple[int, int]
Key = tuple[int, int, bool]  # begin, end, whether it was readable


def _hide_bare(data: bytes) -> tuple[bytes, list[Key]]:
    """Return the bytes with keys without BEGIN replaced by `*`, and the keys of several lines."""
    if not key_signs.may_hold_key(data):
        return data, []
    spans = []
    for body in _BODY.finditer(data):
        begin, end = body.span(body.re.groups)
        if _LINE_END.search(data, begin, end):  # else it is a word, and masked as such wherever it is shown
            spans.append((begin, end))
    shown, keys = _with_hidden(data, spans, _lines_starred)
    for numbers, bounds in (_of_jwk(shown), _BOUNDS[0]), (_of_net(shown), _BOUNDS[1]):
        if numbers:
            shown, clear = _with_hidden(shown, numbers)
            keys += _keys_around(clear, _key_frames(shown, bounds))
    return shown, keys


def _hide_bare_in(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same for a text that is read in pieces. The end of a very long key may stay visible."""
    buffer = b""
    try:
        for piece in pieces:
            buffer += piece
            if len(buffer) >= 2 * _HELD:
                data = _hide_bare(buffer)[0]
                yield data[:-_HELD]
                buffer = data[-_HELD:]
    except OSError:  # what was read before it counts
        yield _hide_bare(buffer)[0]
        raise
    yield _hide_bare(buffer)[0]


def starred(data: bytes) -> bytes:
    """Return the bytes with `*` for each character except line ends and separators; two for an escaped one."""
    return _PIECES.sub(lambda piece: piece[0] if _STAYS.fullmatch(piece[0]) else b"*" * len(piece[0]), data)


def _of_jwk(data: bytes) -> list[Span]:
    if key_signs.JWK.encode() not in data or not _OF_JWK.search(data):
        return []
    return sorted({number.span(pattern.groups) for pattern in _IN_JWK for number in pattern.finditer(data)})


def _of_net(data: bytes) -> list[Span]:
    if not any(root.encode() in data for root in key_signs.OF_NET):
        return []
    return [number.span(_IN_NET.groups) for number in _IN_NET.finditer(data)]


def _lines_starred(data: bytes) -> bytes:
    """Return the lines of a key without BEGIN with `*` for each letter; separators stay."""
    return _OF_BODY.sub(lambda piece: piece[0] if piece["between"] else b"*" * len(piece[0]), data)


def _with_hidden(data: bytes, spans: list[Span], hidden: Callable[[bytes], bytes] = starred) -> tuple[bytes, list[Key]]:
    """Return the bytes with the spans hidden, and for each span whether it was readable."""
    parts, keys, behind = [], [], 0
    for begin, end in spans:
        masked = hidden(data[begin:end])
        keys.append((begin, end, masked != data[begin:end]))
        parts += [data[behind:begin], masked]
        behind = end
    return b"".join([*parts, data[behind:]]), keys


def _key_frames(data: bytes, bounds: re.Pattern[bytes]) -> Iterator[Span]:
    """Yield the span of each object or element that is a key."""
    begin, is_key = -1, False
    for sign in bounds.finditer(data):
        if sign["begin"] and not is_key:
            begin = sign.end()
        if sign["end"] and begin >= 0 and is_key and sign.start() - begin <= MAX_KEY_BYTES:
            yield begin, sign.start()
        is_key = not sign["end"] and (is_key or bool(sign["is"]))


def _keys_around(numbers: list[Key], frames: Iterator[Span]) -> Iterator[Key]:
    """Yield each key with its numbers, and whether any of them was readable."""
    begins = [begin for begin, _, _ in numbers]
    for begin, end in frames:
        within = numbers[bisect_left(begins, begin) : bisect_left(begins, end)]
        if within:
            yield begin, end, any(clear for _, _, clear in within)


# Keys with BEGIN or END.

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
_NEAR = 8  # lines of something else that may have come between two of a key without BEGIN or END
_TELLING = 16  # letters of a line that is taken for one of a key behind such lines, where BEGIN is missing
_LINE = re.compile(rb"([^\r\n]*)(?:\r\n|\r|\n)?")
_AROUND = b" \t\r\n;#:,+\\>|\"'-"  # a line of a key: a comment's sign, quotes, a list's dash
_OF_A_KEY, _PLAIN = (re.compile(table.encode(), re.IGNORECASE) for table in (OF_A_KEY, PLAIN))
_QUOTE = re.compile(rb"""(?<!\\)["'<]""")


class Hidden(NamedTuple):
    """A hidden key. begin: after its BEGIN, or its first letters. end: before its END, or a line's end.

    clear: it was readable, not masked. broken: it contains other lines, which are hidden too. bare: it has neither
    BEGIN nor END.
    """

    begin: int
    end: int
    clear: bool
    broken: bool = False
    bare: bool = False


def hide(data: bytes) -> tuple[bytes, tuple[Hidden, ...]]:
    """Return the bytes with private keys replaced by `*`, and the locations of the keys."""
    hidden_keys, parts, behind = [], [], 0
    for begins, end in _keys(data):
        begin = max(begins, behind)
        if end <= begin:
            continue
        masked = starred(data[begin:end])
        inner = [text for text, _ in _lines(data, begin, end)][1:-1]
        hidden_keys.append(
            Hidden(begin, end, masked != data[begin:end], not all(map(_is_of_a_key, filter(None, inner))))
        )
        parts += [data[behind:begin], masked]
        behind = end
    shown, bare_keys = _hide_bare(b"".join([*parts, data[behind:]]))
    return shown, tuple(_without_overlaps([*hidden_keys, *(Hidden(*bare_key, bare=True) for bare_key in bare_keys)]))


def _without_overlaps(hidden_keys: list[Hidden]) -> Iterator[Hidden]:
    """Yield the hidden keys in order, without those that overlap an earlier one."""
    end = -1
    for key in sorted(hidden_keys):
        if key.begin >= end:
            yield key
            end = key.end


def hide_in(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same for a text that is read in pieces.

    A key without END extends to the end of its item or the maximum.
    """
    buffer, remaining = b"", 0
    for piece in _hide_bare_in(pieces):
        data = buffer + piece
        cut = _before_half_a_sign(data)
        shown, remaining = _hidden_in(data[:cut], remaining)
        buffer = data[cut:]
        if shown:
            yield shown
    yield _hidden_in(buffer, remaining)[0]


def _before_half_a_sign(data: bytes) -> int:
    """Return how much of a piece can be examined. The end may continue in the next piece."""
    near = max(0, len(data) - _LONGEST_SIGN)
    begins = [begin for begin in (data.find(b"-", near), data.rfind(b"<", near)) if begin >= 0]
    cut = min(begins, default=len(data))
    if b"-" not in data[near:] and b">" in data[cut:]:
        return len(data)
    near = max(0, cut - _LONGEST_SIGN)
    signs = _SIGN.finditer(data[near:].upper())
    return next((near + sign.start() for sign in signs if near + sign.start() < cut < near + sign.end()), cut)


def _hidden_in(data: bytes, remaining: int) -> tuple[bytes, int]:
    """Return a piece with its keys hidden. left: the remaining bytes of a key that began earlier."""
    may_hold_key = b"----" in data or b"Private-" in data or not data.isascii()
    if not remaining and not (may_hold_key and b"PRIVATE" in data.upper()):
        return data, 0
    parts, behind = [], 0
    for sign in _BOUND.finditer(data.upper()):
        parts.append(_starred_up_to(data[behind : sign.start()], remaining))
        parts.append(data[sign.start() : sign.end()])
        behind, remaining = sign.end(), 0 if sign["tag"] or _ends(sign) else MAX_KEY_BYTES
    parts.append(_starred_up_to(data[behind:], remaining))
    return b"".join(parts), max(0, remaining - len(data) + behind)


def _starred_up_to(data: bytes, remaining: int) -> bytes:
    return starred(data[:remaining]) + data[remaining:] if remaining else data


def _keys(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the span of each key: up to its END, or its probable end."""
    signs = list(_SIGN.finditer(data.upper()))
    before = None
    for sign, after in zip_longest(signs, signs[1:]):
        if _ends(sign):
            if before is None or _ends(before):
                yield _span_above_end(data, before.end() if before else 0, sign.start())
        elif after and _ends(after) and after.start() - sign.end() <= MAX_KEY_BYTES:
            yield sign.end(), after.start()
        else:
            yield _span_below_begin(data, sign.start(), sign.end(), after.start() if after else len(data))
        before = sign


def _ends(sign: re.Match[bytes]) -> bool:
    return _END.match(sign[0]) is not None


def _span_below_begin(data: bytes, sign: int, begin: int, limit: int) -> tuple[int, int]:
    """Return the span of a key without END: its own line, or the following lines of a key."""
    lines = _lines(data, begin, min(limit, begin + MAX_KEY_BYTES))
    text, end = next(lines, (b"", begin))
    if _unquoted(text):
        near = re.split(rb"[\r\n]", data[max(0, sign - _LONGEST_SIGN) : sign])[-1]
        quote = _QUOTE.search(data, begin, end)
        closes = quote and (quote[0] == b"<" or quote[0] in near)
        if closes:
            return begin, quote.start() if quote else end
    other_lines = 0
    for text, behind in lines:
        if not text.strip():
            continue
        if _is_of_a_key(text) or not (other_lines or _PLAIN.match(text)):
            end, other_lines = behind, 0
        else:
            other_lines += 1
        if other_lines > _NEAR:
            break
    return begin, end


def _span_above_end(data: bytes, floor: int, end: int) -> tuple[int, int]:
    """Return the span of a key without BEGIN: the text on END's line and the lines of a key above it."""
    floor = max(floor, end - MAX_KEY_BYTES)
    lines = list(_lines(data, floor, end))
    end_line = len(lines) and lines[-1][0]
    begin = end - len(end_line or b"")
    if end_line and _unquoted(end_line):
        return begin + len(end_line) - len(re.split(rb"^[\s\"']*[\w.$-]+[\"']?\s*[=:]", end_line, maxsplit=1)[-1]), end
    other_lines = 0
    for text, behind in reversed(lines[:-1]):
        if _is_of_a_key(text) and (not other_lines or len(_unquoted(text)) >= _TELLING):
            begin, other_lines = behind - len(text), 0
        elif text.strip():
            other_lines += 1
        if other_lines > _NEAR:
            break
    return begin, end


def _lines(data: bytes, begin: int, end: int) -> Iterator[tuple[bytes, int]]:
    """Yield each line without its line end, and its end offset; first the rest of the first line."""
    while begin < end and (line := _LINE.match(data, begin, end)):
        yield line[1], line.end(1)
        begin = line.end()
    if begin == end and data[max(0, end - 1) : end] in {b"\n", b"\r"}:
        yield b"", end


def _is_of_a_key(text: bytes) -> bool:
    return bool(_OF_A_KEY.match(_unquoted(text)))


def _unquoted(text: bytes) -> bytes:
    r"""Return a line without the quotes, blanks and `\n` escapes around the text of a key."""
    return text.replace(b"\\n", b"").replace(b"\\r", b"").strip(_AROUND)

r"""Bare keys: a file's bytes in, the same without the private keys that no BEGIN tells of.

These are the lines of one that begins as such keys do in base64, and the numbers of a JWK and of .NET's XML, each by
its name. The first letters of the lines stay, as BEGIN does elsewhere; each other one becomes `*`. Linear.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator

from advisor.values import key_signs

_LONGEST = 64 * 1024  # bytes of a JWK, and of .NET's XML
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
_LINE = f"(?:(?:{_LETTER}{{4}}){{3,64}}{_PADDED}|(?>{_LETTER}{{16,256}})(?>(?:==)?)|{_MASK}){_ENDS}"
_ALONE = f"(?:{_LETTER}{{4}}){{1,3}}(?=[\\r\\n\"'<\\\\]|\\Z)"
_LAST = f"(?:(?:{_LETTER}{{4}}){{0,3}}{_PADDED}{_ENDS}|{_LETTER}{{1,15}}=={_ENDS}|{_ALONE})"
BODY = (  # what is hidden is its last group; `collect`'s script for Windows goes by it, too
    rf"(?:(?<![A-Za-z0-9+/])|(?<=\\n)|(?<=\\r)){key_signs.encoded('[A-Za-z0-9+/]')}"
    f"((?>{_LETTER}{{16,}}|{_MASK})(?>={{0,2}}){_ENDS}(?>(?:{_BETWEEN}{_LINE})*)(?:{_BETWEEN}{_LAST})?)"
)
_BODY = re.compile(BODY.encode())
_OF_BODY = re.compile(f"(?P<between>{_BETWEEN})|{_LETTER}+=*".encode())
_END = re.compile(rb"[\r\n<]|\\[nr]")  # of a line

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


def hide(data: bytes) -> tuple[bytes, list[Key]]:
    """The bytes with `*` in the place of such keys, and where those stand that take several lines."""
    if not key_signs.hold(data):
        return data, []
    found = []
    for body in _BODY.finditer(data):
        begin, end = body.span(body.re.groups)
        if _END.search(data, begin, end):  # else it is a word, and masked as such wherever it is shown
            found.append((begin, end))
    shown, keys = _without(data, found, _lines_starred)
    for numbers, bounds in (_of_jwk(shown), _BOUNDS[0]), (_of_net(shown), _BOUNDS[1]):
        if numbers:
            shown, clear = _without(shown, numbers)
            keys += _around(clear, _frames(shown, bounds))
    return shown, keys


def hide_in(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same of a text that is read in pieces; of a key that is longer than what is held its end may stay."""
    held = b""
    try:
        for piece in pieces:
            held += piece
            if len(held) >= 2 * _HELD:
                data = hide(held)[0]
                yield data[:-_HELD]
                held = data[-_HELD:]
    except OSError:  # what was read before it counts
        yield hide(held)[0]
        raise
    yield hide(held)[0]


def starred(data: bytes) -> bytes:
    """The same with `*` for each character but line ends and what parts texts; two for one that is escaped."""
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
    """The lines of a key without BEGIN with `*` for each letter; what stands between them stays."""
    return _OF_BODY.sub(lambda piece: piece[0] if piece["between"] else b"*" * len(piece[0]), data)


def _without(data: bytes, spans: list[Span], hidden: Callable[[bytes], bytes] = starred) -> tuple[bytes, list[Key]]:
    """The bytes without those of some spans, and which of these were readable."""
    parts, keys, behind = [], [], 0
    for begin, end in spans:
        masked = hidden(data[begin:end])
        keys.append((begin, end, masked != data[begin:end]))
        parts += [data[behind:begin], masked]
        behind = end
    return b"".join([*parts, data[behind:]]), keys


def _frames(data: bytes, bounds: re.Pattern[bytes]) -> Iterator[Span]:
    """Where each object or element stands that is a key's."""
    begin, is_key = -1, False
    for sign in bounds.finditer(data):
        if sign["begin"] and not is_key:
            begin = sign.end()
        if sign["end"] and begin >= 0 and is_key and sign.start() - begin <= _LONGEST:
            yield begin, sign.start()
        is_key = not sign["end"] and (is_key or bool(sign["is"]))


def _around(numbers: list[Key], frames: Iterator[Span]) -> Iterator[Key]:
    """Each key with its numbers: whether any of them was readable."""
    begins = [begin for begin, _, _ in numbers]
    for begin, end in frames:
        within = numbers[bisect_left(begins, begin) : bisect_left(begins, end)]
        if within:
            yield begin, end, any(clear for _, _, clear in within)

"""Mutations: a text file's bytes into other ones, as files come to be: damaged, pasted together, typed, or made to hurt."""

import re
from typing import NamedTuple

SMALL = 1200  # bytes of a seed that most inputs are made of
_LARGE = 0.01  # the share of inputs that are made of a larger one
_FROM_SCRATCH = 0.08
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_WORD = re.compile(rb"[^\s=:,;|]+")
_NUMBER = re.compile(rb"[0-9]+")
_BLANK = re.compile(rb"[ \t]+")

NUMBERS = [
    b"0", b"-1", b"00", b"007", b"1e309", b"1E9", b"nan", b"inf", b"-0", b"0x1F", b"1,234,567", b"1.234.567,8", b".5", b"5.", b"1_000",
    b"65536", b"2147483648", b"-2147483649", b"4294967296", b"9223372036854775808", b"18446744073709551616", b"9" * 40, b"9" * 400,
    b"\xc2\xb2", b"\xd9\xa3", b"\xef\xbc\x95", b"99:99", b"31/02/2026", b"100%", b"101%", b"1 TB", b"0 B", b"12.0.2FP99",
]  # fmt: skip
SIGNS = [
    *(bytes([sign]) for sign in b"'\"`(){}[]<>$&|;,:=\\/*?!#%~^@+-._ \t\n\r\0\x01\x07\x08\x0b\x0c\x1a\x1b\x7f\x80\x85\xa0\xe4\xfc\xff"),
    b"\r\n", b"\n\n", b"\\\n", b"^\r\n", b"$(", b"${", b"<<E\n", b"&&", b"--", b"[Notes]\n", b"null", b"true", b"<!--", b"-->", b"<![CDATA[",
    b"]]>", b"&amp;", b"\x1b[31m", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xc2\xa0", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xed\xa0\x80",
    b"\xf0\x9f\x92\xa9", b"e\xcc\x81", b"\xc3\x9f", b"\xc4\xb0", b"\x0f\x81", b"\x14\xf6\x21", b"# ", b"$ ", b"> ", b"C:\\>", b"PS C:\\> ",
    b"-----BEGIN PRIVATE KEY-----\n", b"-----END PRIVATE KEY-----\n", b"=", b"==", b" = ", b": ", b"\t", b"  ", b"        ",
]  # fmt: skip


class Material(NamedTuple):
    """What inputs of a label are made of. others: lines of its family's other labels and of strangers."""

    small: list[bytes]
    large: list[bytes]
    lines: list[bytes]
    words: list[bytes]
    others: list[bytes]


def material(seeds, others=()):
    """What is made of good inputs, of which a large one gives its beginning."""
    small, large = [], []
    for seed in seeds:
        if len(seed) <= SMALL:
            small.append(seed)
        else:
            large.append(seed)
            small.append(seed[: seed.rfind(b"\n", 0, SMALL) + 1] or seed[:SMALL])
    lines = sorted({line for seed in small for line in _LINE.findall(seed)})
    words = sorted({word for seed in small for word in _WORD.findall(seed) if len(word) < 100})
    strange = sorted({line for seed in others for line in _LINE.findall(seed[:SMALL])})
    return Material(small, large, lines or [b"\n"], words or [b"x"], strange or [b"\n"])


def made(of, random):
    """An input: mostly a good one that is mutated, some of their lines and words, and now and then nothing they have."""
    drawn = random.random()
    if drawn < _FROM_SCRATCH:
        data = _scratch(of, random)
    elif drawn < _FROM_SCRATCH + _LARGE and of.large:
        data = _one(of.large, random)
    else:
        data = _one(of.small, random)
    return mutated(of, data, random)


def mutated(of, data, random):
    """One to five changes of an input."""
    for _ in range(1 + int(random.random() ** 2 * 5)):
        data = _one(_CHANGES, random)(data, of, random)
    return data


def _one(choices, random):
    return choices[int(random.random() * len(choices))]


def _scratch(of, random):
    drawn = random.random()
    if drawn < 0.1:
        return random.randbytes(int(random.random() * 200))
    many = int(random.random() ** 2 * 30)
    if drawn < 0.5:
        return b"".join(_one(of.lines, random) for _ in range(many))
    return b"\n".join(_row(of, random) for _ in range(many))


def _row(of, random):
    pieces = []
    for _ in range(int(random.random() * 10)):
        drawn = random.random()
        pieces.append(_one(of.words if drawn < 0.7 else SIGNS if drawn < 0.9 else NUMBERS, random))
    return (b" " if random.random() < 0.8 else b"").join(pieces)


# Each: data, what inputs are made of, random -> other data


def _line_twice(data, of, random):
    lines = _LINE.findall(data)
    at = int(random.random() * len(lines))
    many = 1 + int(random.random() ** 8 * 300)
    return b"".join(lines[: at + 1] + lines[at : at + 1] * many + lines[at + 1 :])


def _lines_swapped(data, of, random):
    lines = _LINE.findall(data)
    if lines:
        one, other = int(random.random() * len(lines)), int(random.random() * len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _lines_gone(data, of, random):
    lines = _LINE.findall(data)
    at = int(random.random() * len(lines))
    del lines[at : at + 1 + int(random.random() ** 3 * 8)]
    return b"".join(lines)


def _line_more(data, of, random):
    lines = _LINE.findall(data)
    drawn = random.random()
    line = _one(of.lines if drawn < 0.6 else of.others, random) if drawn < 0.8 else _row(of, random) + b"\n"
    lines.insert(int(random.random() * (len(lines) + 1)), line)
    return b"".join(lines)


def _line_end_gone(data, of, random):
    at = data.find(b"\n", int(random.random() * len(data)))
    return data[:at] + data[at + 1 :] if at >= 0 else data


def _spliced(data, of, random):
    other = _one(of.small, random)
    at, begin = int(random.random() * len(data)), int(random.random() * len(other))
    if random.random() < 0.7:  # at the ends of lines
        at, begin = data.rfind(b"\n", 0, at) + 1, other.rfind(b"\n", 0, begin) + 1
    return data[:at] + other[begin:] + (data[at:] if random.random() < 0.3 else b"")


def _cut(data, of, random):
    at = int(random.random() * len(data))
    return data[at:] if random.random() < 0.4 else data[:at]


def _piece_gone(data, of, random):
    at = int(random.random() * len(data))
    return data[:at] + data[at + 1 + int(random.random() ** 3 * 60) :]


def _piece_twice(data, of, random):
    at = int(random.random() * len(data))
    end = at + 1 + int(random.random() ** 2 * 80)
    return data[:end] + data[at:end] * (1 + int(random.random() ** 10 * 400)) + data[end:]


def _put(data, begin, piece, end=None):
    return data[:begin] + piece + data[begin if end is None else end :]


def _sign_more(data, of, random):
    many = 1 if random.random() < 0.95 else int(random.random() ** 2 * 2000)
    return _put(data, int(random.random() * (len(data) + 1)), _one(SIGNS, random) * many)


def _byte_changed(data, of, random):
    at = int(random.random() * len(data))
    return _put(data, at, bytes([int(random.random() * 256)]), at + 1)


def _found(pattern, data, random):
    """A place where a pattern stands, from a drawn offset on, or in front of it."""
    at = int(random.random() * len(data))
    found = pattern.search(data, at) or pattern.search(data)
    return found.span() if found else (at, at)


def _number_changed(data, of, random):
    begin, end = _found(_NUMBER, data, random)
    drawn = random.random()
    number = _one(NUMBERS, random) if drawn < 0.7 else b"%d" % int(random.random() * 300)
    if drawn > 0.97:
        number = b"9" * int(random.random() * 6000)
    return _put(data, begin, number, end)


def _word_changed(data, of, random):
    begin, end = _found(_WORD, data, random)
    drawn = random.random()
    return _put(
        data, begin, _one(of.words, random) if drawn < 0.8 else b"" if drawn < 0.9 else data[begin:end] * 2, end
    )


def _case_changed(data, of, random):
    begin, end = _found(_WORD, data, random)
    return _put(data, begin, data[begin:end].swapcase(), end)


def _blanks_changed(data, of, random):
    if random.random() < 0.2:
        return data.replace(b" ", _one([b"\t", b"\xc2\xa0", b"", b"  ", b"\xa0"], random))
    begin, end = _found(_BLANK, data, random)
    return _put(data, begin, _one([b"", b" ", b"  ", b"\t", b"\n", b" " * 40, b"\xc2\xa0", b"\x0b"], random), end)


def _line_ends_changed(data, of, random):
    return data.replace(
        b"\n", _one([b"\r\n", b"\r", b"\n\n", b"\r\r\n", b" \n", b"\n ", b"\\\n", b"\x85", b"\0"], random)
    )


def _encoded(data, of, random):
    how = _one(["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "cp1252", "utf-32", "cp850"], random)
    text = data.decode("latin-1" if random.random() < 0.3 else "utf-8", "replace")
    return text.encode(how, "replace")


def _tail_swapped(data, of, random):
    """Two halves of lines change places, as columns that somebody moved."""
    begin = data.rfind(b"\n", 0, int(random.random() * len(data))) + 1
    end = data.find(b"\n", begin)
    line = data[begin : end if end >= 0 else len(data)]
    words = line.split(b" ")
    at = int(random.random() * len(words))
    return _put(data, begin, b" ".join(words[at:] + words[:at]), begin + len(line))


_CHANGES = [  # what stands twice is made twice as often
    _line_twice, _lines_swapped, _lines_gone, _line_more, _line_end_gone, _spliced, _cut, _cut, _piece_gone, _piece_twice, _sign_more,
    _sign_more, _byte_changed, _byte_changed, _number_changed, _number_changed, _word_changed, _word_changed, _case_changed,
    _blanks_changed, _line_ends_changed, _encoded, _tail_swapped,
]  # fmt: skip

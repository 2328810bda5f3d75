"""The reader of `free`."""

from at_once import at_once

from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.linux import free
from advisor.source import Source

CATALOGUE = builtin().catalogue
HEADER = "               total        used        free      shared  buff/cache   available\n"
KILO = (
    HEADER
    + "Mem:        24683656      618572    23496000        8924      979288    24065084\nSwap:        8388604     2918400     5470204\n"
)
MEGA = (
    HEADER
    + "Mem:           24105         604       22945           8         956       23501\nSwap:           8191        2850        5341\n"
)
HUMAN = (
    HEADER
    + "Mem:            23Gi       604Mi        22Gi       8.7Mi       956Mi        22Gi\nSwap:             0B          0B          0B\n"
)
BYTES = (
    HEADER
    + "Mem:     25276063744   633417728 24059904000     9138176  1002790912 24642646016\nSwap:              0           0           0\n"
)
GIGA = (
    HEADER
    + "Mem:              62          24           9           3          28          37\nSwap:              7           0           7\n"
)
OLD = """\
             total       used       free     shared    buffers     cached
Mem:       8030804    7823456     207348       4096     200000    5100000
-/+ buffers/cache:    2523456    5507348
Swap:      2097148     102400    1994748
"""
K, M, G = 1024, 1024**2, 1024**3


def read(raw):
    return list(free.read(Source.of("free.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def told(raw):
    return {item.key.removeprefix("memory."): int(item.text) for item in read(raw) if isinstance(item, Fact)}


def sizes(unit, *figures):
    keys = ("total", "available", "swap_total", "swap_used")
    return {key: int(one * unit) for key, one in zip(keys, figures, strict=False)}


GUESSED = "the unit is taken from the size of the figures: `free` does not print it"


OF_KILO = sizes(K, 24683656, 24065084, 8388604, 2918400)


@at_once(("raw", "expected"), [
    (KILO, OF_KILO),
    (KILO.replace("\n", "\r\n"), OF_KILO),
    (("\ufeff" + KILO).encode("utf-16-le"), OF_KILO),
    ("$ free\n" + KILO + "$ ", OF_KILO),
    (MEGA, sizes(M, 24105, 23501, 8191, 2850)),
    ("$ free -m\n" + MEGA, sizes(M, 24105, 23501, 8191, 2850)),
    ("$ free -g\n" + GIGA, sizes(G, 62, 37, 7, 0)),
    (GIGA, {}),
    (BYTES, sizes(1, 25276063744, 24642646016, 0, 0)),
    (HUMAN, sizes(G, 23, 22, 0, 0)),
    (HUMAN.replace("23Gi", "7,8Gi"), sizes(G, 7.8, 22, 0, 0)),
    (OLD, sizes(K, 8030804, 5507348, 2097148, 102400)),
    (MEGA + KILO, OF_KILO),
    (MEGA + KILO.partition("Swap")[0], sizes(K, 24683656, 24065084)),
    ("$ free -m\n" + MEGA + "$ free -b\n" + BYTES.partition("Swap")[0], sizes(1, 25276063744, 24642646016)),
    ("$ free\n" + KILO.replace("618572", "618573"), OF_KILO),
    (KILO.replace("618572", "618573"), {}),
    ("", {}),
])  # fmt: skip
def test_memory_and_swap_are_read(raw, expected):
    assert told(raw) == expected


@at_once(("raw", "notes"), [
    (KILO, {GUESSED}),
    (MEGA, {GUESSED}),
    ("$ free -m\n" + MEGA, {""}),
    ("$ free\n" + KILO, {""}),
    ("$ free -s 5 -c 1\n" + KILO, {""}),
    (HUMAN, {"rounded, as `free -h` prints it"}),
])  # fmt: skip
def test_a_unit_that_is_guessed_is_said(raw, notes):
    assert {item.note for item in read(raw) if isinstance(item, Fact)} >= notes - {""}
    assert ({item.note for item in read(raw) if isinstance(item, Fact)} == {""}) is (notes == {""})


DAMAGES = [
    (KILO, []),
    (GIGA, ["the unit of these figures cannot be told; `free -b` prints bytes"]),
    (KILO + "what now\n", ["this is no line that free prints"]),
    (KILO[:-1], [transcript.CUT]),
    (KILO.replace("618572", "61\x0072"), [transcript.NUL]),
]  # fmt: skip


EXAMPLES = [KILO.lstrip(), MEGA.lstrip(), HUMAN.lstrip(), OLD.lstrip(), "# free -b\n" + BYTES]
RECOGNISED = [*((text, True) for text in EXAMPLES), (HEADER, False), ("total used free\n", False), ("", False)]

"""Grown: a reader's example, of which one thing is repeated until the file is large, beside a NOTES.INI; a label is the folder of
its reader. `check` gets it, which is to take no more than every run does.

In the suite files have some kilobytes; `DOMLINT_GROWN=900000 python tests/fuzzing/run.py grown` makes them so large.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

from advisor import readers
from fuzzing import corpus
from fuzzing.promises import folder_of, ran
from fuzzing.reading import CATALOGUE

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))  # behind the tests, which have modules of the same names
from fuzzing import repeating

FEW = 1
LATE = True
LARGEST = int(os.environ.get("DOMLINT_GROWN", "6000"))  # bytes
LINES = 8  # of an example, of which each is repeated
NOTES_INI = (
    b"[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
)
_DIGITS = re.compile(r"\d+")

Made = Callable[[int], bytes]


def labels() -> list[str]:
    return corpus.folders()


@cache
def seeds(label: str) -> list[bytes]:
    return [corpus.examples(name)[0] for name in corpus.of_folder(label)]


def made(label: str, random: Random) -> bytes:
    example = random.choice(corpus.examples(random.choice(corpus.of_folder(label)))[:3])
    ways = [kind.made for kind in repeating.kinds(example, LINES)] + list(_of_json(example))
    return random.choice(ways)(max(LARGEST - len(example), 0))[:LARGEST]


def _of_json(example: bytes) -> Iterator[Made]:
    """More members of a list or an object of JSON, the same again or with other numbers."""
    try:
        tree = json.loads(example)
    except ValueError:
        return
    for way in list(_places(tree, []))[:14]:
        yield lambda size, way=way: _with_more(example, way, size, numbered=False)
        yield lambda size, way=way: _with_more(example, way, size, numbered=True)


def _places(node: object, way: list) -> Iterator[list]:
    members = node.items() if isinstance(node, dict) else enumerate(node[:2]) if isinstance(node, list) else ()
    if members and node:
        yield way
    for key, below in members:
        yield from _places(below, [*way, key])


def _with_more(example: bytes, way: list, size: int, numbered: bool) -> bytes:
    tree = json.loads(example)
    node = tree
    for key in way:
        node = node[key]
    first = json.dumps(next(iter(node.values())) if isinstance(node, dict) else node[0])
    for number in range(size // (len(first) + 14)):
        more = json.loads(_DIGITS.sub(str(number), first) if numbered else first)
        if isinstance(node, dict):
            node[f"k{number}"] = more
        else:
            node.append(more)
    return json.dumps(tree).encode()


def hold(label: str, data: bytes) -> None:
    taken = readers.recognise("evidence.txt", data[: readers.HEAD], CATALOGUE)
    is_one = taken is not None and taken.key == "notes_ini"
    files = {"in/notes.ini": data} if is_one else {"in/notes.ini": NOTES_INI, "in/evidence.txt": data}
    with folder_of(files) as folder:
        ran(["check", "in", "--isolated"], folder)

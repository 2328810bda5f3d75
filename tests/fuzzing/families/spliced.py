"""Spliced: files that begin as one format has it and go on as another. A label is the folder of the first one's reader.

Who reads such a file is the same whenever it is asked, and is told. Where it says that another tool's output begins, it
tells nothing of what stands there, and takes nothing for complete.
"""

from functools import cache
from random import Random
from zlib import crc32

from advisor import readers
from advisor.facts import Complete, Diagnostic, Fact
from fuzzing import corpus, mutations
from fuzzing.promises import folder_of, ran
from fuzzing.reading import CATALOGUE, holds_read
from fuzzing.shares import one_in

FEW = 4
LATE = True
TOLD = 16  # one in so many is given to the program, which says who reads it
ENDS = "it was not read, give it a file of its own"
BETWEEN = [
    b"",
    b"\n",
    b"\r\n",
    b"\n\n",
    b"# ",
    b"root@mail01:~# cat x\n",
    b"> ",
    b"\x0c",
    b"\0",
    b"-" * 40 + b"\n",
    b"\xef\xbb\xbf",
]


def labels() -> list[str]:
    return corpus.folders()


@cache
def seeds(label: str) -> list[bytes]:
    return [_glued(name, random, b"\n") for name in corpus.of_folder(label) for random in [Random(name)]]


def _glued(name: str, random: Random, between: bytes) -> bytes:
    """One of a reader's files, whole or cut, and behind it some other's."""
    parts = [random.choice(corpus.examples(one)) for one in (name, random.choice(readers.names()))]
    if random.random() < 0.5:
        cut = int(random.random() * 2), random.random()
        part = parts[cut[0]]
        at = part.rfind(b"\n", 0, int(len(part) * cut[1])) + 1
        parts[cut[0]] = part[at:] if cut[0] else part[:at]
    if random.random() < 0.2:
        parts.append(random.choice(corpus.examples(name)))
    return between.join(parts)


def made(label: str, random: Random) -> bytes:
    data = _glued(random.choice(corpus.of_folder(label)), random, random.choice(BETWEEN))
    return mutated(label, data, random) if random.random() < 0.3 else data


def mutated(label: str, data: bytes, random: Random) -> bytes:
    return mutations.mutated(_material(label), data, random)


@cache
def _material(label: str) -> mutations.Material:
    return mutations.material(seeds(label))


def hold(label: str, data: bytes) -> None:
    called = ("evidence", *readers.names())[crc32(data) % (len(readers.names()) + 1)] + ".txt"
    head = data[: readers.HEAD]
    taker = readers.recognise(called, head, CATALOGUE)
    assert taker is readers.recognise(called, head, CATALOGUE), "another reader takes it the second time"
    if taker is None:
        return
    holds_read(taker, data)
    _holds_where_it_ends(taker, data)
    if one_in(TOLD, data, "told"):
        with folder_of({f"in/{called}": data}) as folder:
            lists = [ran(["check", "in", "--isolated", "--list-files"], folder).out for _ in range(2)]
        assert lists[0] == lists[1]
        read = [line for line in lists[0].splitlines() if line.endswith(f"  in/{called}")]
        assert [*map(str.split, read)] in ([], [[*taker.name.split(), f"in/{called}"]]), (taker.name, read)
        assert read or f"  in/{called}:" in lists[0], lists[0]


def _holds_where_it_ends(taker: readers.Reader, data: bytes) -> None:
    source = readers.source_of(taker, "file", data[: readers.HEAD], lambda: iter([data]))
    items = list(readers.facts_of(taker, source, CATALOGUE))
    ends = [one.offset for one in items if isinstance(one, Diagnostic) and one.reason.endswith(ENDS)]
    if not ends:
        return
    assert len(ends) == 1, ends
    assert not [one for one in items if isinstance(one, Complete)], "it is taken for complete"
    told = [one for one in items if isinstance(one, Fact) and one.key != "cut.format"]  # that is of the whole file
    behind = [one for one in told if one.span and one.span[1] > ends[0]]
    assert not behind, f"{behind[0].key} stands behind {ends[0]}"

"""Heads: who says which reader takes a file, each on heads of files that grow up to the bytes that are looked at."""

from collections.abc import Iterator

import growing
import repeating
import stages
from examples import examples
from growing import Growth

from advisor.readers import HEAD

SIZE, MIDDLE = HEAD // 16, HEAD // 4  # bytes
LINES = 1  # of an example
DEAREST = 2  # ways of a recogniser that are measured


def of_recognisers(quick: bool) -> Iterator[list[Growth]]:
    """Each in the ways that cost it most."""
    for name in stages.readers.names()[:: 8 if quick else 1]:
        kinds = list(repeating.kinds(examples(name)[0], LINES))
        cost = {kind: sum(_run(name, kind)(MIDDLE).values()) for kind in kinds}
        for kind in growing.dearest(cost, DEAREST):
            yield growing.grown(kind.name, _run(name, kind), SIZE, ("",), most=HEAD)


def _run(name: str, kind: repeating.Kind) -> growing.Run:
    def run(size: int) -> growing.Stages:
        head = kind.made(size)
        return {f"recogniser {name}": growing.least(lambda: _asked(name, head))}

    return run


def _asked(name: str, head: bytes) -> bool:
    stages.forget_the_last_file()
    return stages.readers.reader(name).recognises(head, stages.PACK.catalogue)

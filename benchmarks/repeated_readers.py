"""Repeated readers: each reader on files that grow: an example of its tests, and what is made up for whole runs."""

from collections.abc import Iterator

import growing
import repeated_commands
import repeated_files
import repeating
import stages
from examples import examples
from growing import Growth, Run
from repeating import Kind

SIZE, MIDDLE = 8_000, 12_000  # bytes: the smallest file of a reader, and that by which ways are chosen
DEARER, DEAREST = 2, 3  # times as much as the example again, and so many of those
LINES = 2  # of an example; more take longer
WHOLE = {"dxl": "names.dxl", "notes_ini": "notes.ini"}  # of files that are one thing, which cannot stand there again


def of_readers(quick: bool) -> Iterator[list[Growth]]:
    """Each reader on its example again, and in the ways in which a byte costs most."""
    for name in stages.readers.names():
        again, *others = repeating.kinds(examples(name)[0], 1 if quick else LINES)
        cost = {kind: _cost(name, kind.made(MIDDLE)) for kind in (again, *others)}
        dearer = {kind: cost[kind] for kind in others if cost[kind] > DEARER * cost[again]}
        for kind in (again, *growing.dearest(dearer, DEAREST)):
            yield growing.grown(kind.name, _run(name, kind), SIZE, ("",))
    for name, file in WHOLE.items():
        for made_up in repeated_files.KINDS[:: 4 if quick else 1]:
            if len(made_up.made(1).get(file, "")) < len(made_up.made(9).get(file, "")):
                yield growing.grown(made_up.name, _run_of(name, file, made_up), made_up.size, ("",))
    set_up = repeated_commands.SET_UP
    yield growing.grown(set_up.name, _run_of("one_touch", "setup.json", set_up), set_up.size, ("",))


def _run(name: str, kind: Kind) -> Run:
    return lambda size: stages.reading(name, kind.made(size))


def _run_of(name: str, file: str, kind: repeated_files.Kind) -> Run:
    return lambda n: stages.reading(name, kind.made(n)[file].encode())


def _cost(name: str, data: bytes) -> float:
    """Seconds that a byte costs."""
    return sum(stages.reading(name, data, 1).values()) / len(data)

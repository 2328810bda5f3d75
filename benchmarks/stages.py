"""Stages: what this checkout does with files, in this process: seconds of reading, of each step and of each writer."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

__all__ = ["main", "readers", "reading", "whole"]
PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

from growing import OFTEN, Stages, least, seconds

import advisor.derive
from advisor import pack, readers, source, writers
from advisor import run as runs
from advisor.__main__ import main
from advisor.configuration.decisions import Decisions
from advisor.derive import Context, Overrides
from advisor.derive.steps.step import Item, Step, carry_out
from advisor.facts import Diagnostic
from advisor.judging.run import Run
from advisor.known import Facts
from advisor.readers import transcript
from advisor.report import making, parts
from advisor.servers.gather import discover
from advisor.servers.gathered import Gathered
from advisor.writers.options import Options

PACK = pack.builtin()
WRITERS = ("", "comparison", "difference", "history", "plan", "size")  # the reports that are written; "" is a check's
NEEDS = frozenset({"passed", "layout"})  # of a report, so that each writer has all it can show


def row(product: str, name: str) -> str:
    """How a writer is called."""
    return f"writer {product}/{name}".replace(" /", " ")


def renderers(product: str) -> dict[str, Callable[..., str]]:
    """What writes a report, by format."""
    if product:
        return import_module(f"advisor.writers.{product}").RENDERERS
    return {name: writers.writer(name).render for name in writers.FORMATS}


def forget_the_last_file() -> None:
    """Its text and its first lines are kept for all that look at it; who measures gives the same file again."""
    source._settled.cache_clear()
    transcript._begun.cache_clear()


def reading(name: str, data: bytes, often: int = OFTEN) -> Stages:
    """What a reader takes for a file."""
    reader = readers.reader(name)
    head = data[: readers.HEAD]

    def read() -> None:
        forget_the_last_file()
        file = readers.source_of(reader, "x.txt", head, lambda: iter([data]))
        for item in readers.facts_of(reader, file, PACK.catalogue):
            if isinstance(item, Diagnostic) and not isinstance(file, readers.Stream):
                file.position(item.offset)

    return {f"reader {name}": least(read, often)}


@contextmanager
def _steps(taken: Stages) -> Iterator[None]:
    def timed(step: Step, facts: Facts, context: Context, given: list[Item] | None) -> None:
        begin = time.process_time()
        carry_out(step, facts, context, given)
        name = f"step {step.name}"
        taken[name] = taken.get(name, 0) + time.process_time() - begin

    advisor.derive.carry_out = timed
    try:
        yield
    finally:
        advisor.derive.carry_out = carry_out


def whole(
    paths: list[Path], decisions: Decisions | None = None, rules: list[pack.Rule] | None = None, *, write: bool = True
) -> Stages:
    """Files as they are read, derived, judged, put into a report and written in every format."""
    taken: Stages = {}
    made = []

    def read_and_judge() -> None:
        gathered = Gathered(PACK.catalogue)
        read = runs.read(discover(gathered, [str(path) for path in paths], bytes), PACK.catalogue)
        run = Run(read, Overrides())
        ground = parts.ground(PACK.rules, PACK, Decisions(), run.servers, needs=NEEDS)
        builder = making.ReportBuilder(run, ground)
        for part in runs.parts_of_servers(run, ground, builder.names):
            builder.add(part)
        made.append(builder.report(gathered.unread, "what was given"))

    with _steps(taken):
        all_of_it = seconds(read_and_judge)
    taken["reading, judging, report"] = all_of_it - sum(taken.values())
    for name in writers.FORMATS:
        taken[row("", name)] = least(lambda name=name: writers.writer(name).render(made[0], Options()))
    return taken

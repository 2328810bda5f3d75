"""Text: the answer to a plan for people: what each server needs, a chart, and every step with formula and source."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from advisor.sizing import drives, memory, operations, systems, volume
from advisor.sizing.answer import PrintDifference, SizedFigure, SizedStep, Sizing
from advisor.values.printing import number
from advisor.writers._cells import cells
from advisor.writers._lines import Line, flowed
from advisor.writers._options import Options
from advisor.writers._terminal import drawn
from advisor.writers.sizes import _bars

FOR_PEOPLE = True
_TESTS = {"cluster": "What the tests of clusters say", "logging": "What the tests of transaction logging say"}


def render(sizing: Sizing, options: Options) -> str:
    """What it comes to, the chart, the steps, what the print has otherwise, and whose figures they are."""
    return drawn(_lines(sizing, options.width), options.color == "always")


def _lines(sizing: Sizing, width: int) -> Iterator[Line]:
    for text in _summary(sizing):
        yield from flowed([(text, "strong")], width, 4)
    for note in sizing.notes:
        yield from flowed([("note: ", "strong"), (note, "")], width, 4)
    yield []
    yield from _bars.chart(sizing, width)
    for server, steps in groupby(sizing.steps, key=lambda step: step.server):
        yield from _part(server or "All servers", steps, width)
    for prediction in sizing.predictions:
        yield from _part(_TESTS[prediction.of], prediction.steps, width)
    yield from _differences(sizing.differences, width)
    yield [("Sources", "strong")]
    for work in sizing.sources:
        told = f"  {work.source}: {work.title}. {work.publisher}{f', {work.date}' if work.date else ''}."
        yield from flowed([(told, "")], width, 4)


def _part(heading: str, steps: Iterable[SizedStep], width: int) -> Iterator[Line]:
    yield from flowed([(heading, "strong")], width, 4)
    yield []
    for _, alike in groupby(steps, key=lambda step: (step.title, step.source)):
        yield from _step(list(alike), width)


def _summary(sizing: Sizing) -> Iterator[str]:
    """`2 servers: 1.69 systems.`; of each what it needs."""
    if not sizing.steps:
        return
    total = result(sizing.steps, "", systems.TITLE, systems.TOTAL)
    servers = result(sizing.steps, "", systems.SERVERS)
    planned = sum(server.servers for server in sizing.servers)
    other = f"; the plan has {planned:,}" if planned != servers else ""
    yield f"{figure(total)} systems: {servers_needed(servers)}{other}."
    for server in sizing.servers:
        least = result(sizing.steps, server.name, memory.LEAST, memory.TOTAL)
        most = result(sizing.steps, server.name, memory.RECOMMENDED, memory.TOTAL)
        mb = f"{figure(least)} to {figure(most)}" if least else figure(most)
        gb = figure(result(sizing.steps, server.name, volume.SPACE, volume.TOTAL))
        yield f"{server.name}: {mb} MB of memory; {gb} GB on {_drives(sizing, server.name)}."


def _drives(sizing: Sizing, server: str) -> str:
    """`3 drives of RAID 5`; where operations are known for them too the larger of both, with the two."""
    key = (server, operations.BOTH, f"RAID {sizing.level}")
    both = next((one for one in sizing.steps if (one.server, one.title, one.of) == key), None)
    count = both.result if both else result(sizing.steps, server, drives.TITLE, f"RAID {sizing.level}")
    needed = ", ".join(f"{one.name} {figure(one.value)}" for one in both.figures) if both else ""
    return f"{figure(count)} drives of RAID {sizing.level}{f' ({needed})' if needed else ''}"


def servers_needed(count: float | str) -> str:
    """`2 servers`."""
    return number(figure(count), "server")


def result(steps: Iterable[SizedStep], server: str, title: str, of: str = "") -> float | str:
    """What a step gives; "" where there is none."""
    return next((one.result for one in steps if (one.server, one.title, one.of) == (server, title, of)), "")


def figure(value: float | str) -> str:
    """`1,600`, `0.83`."""
    return value if isinstance(value, str) else f"{value:,}"


def _step(alike: list[SizedStep], width: int) -> Iterator[Line]:
    """Steps of one title: the formula and the source once, a line for each result."""
    first = alike[0]
    formulas = list(dict.fromkeys(step.formula for step in alike))
    yield from flowed(
        [(f"  {first.title}", "strong"), (f" = {formulas[0]}" if len(formulas) == 1 else "", "")], width, 6
    )
    rows = [(step.of, _result(step), _told(step, len(formulas) > 1)) for step in alike]
    left = max(cells(of) for of, _, _ in rows)
    right = max(cells(told) for _, told, _ in rows)
    for of, told, how in rows:
        blanks = " " * (left - cells(of)), " " * (right - cells(told))
        begin = f"    {of}{blanks[0]}{'  ' * bool(left)}"
        yield from flowed([(begin, ""), (f"{blanks[1]}{told}", "strong"), (f"  {how}", "")], width, 8)
    for step in alike:
        for says in filter(None, (step.beyond, f"print: {step.differs_from_print}" * bool(step.differs_from_print))):
            yield from flowed([(f"    {step.of + ': ' if step.of else ''}{says}", "medium")], width, 8)
    era = f"Domino {', '.join(dict.fromkeys(release for step in alike for release in step.era))}"
    sections = "; ".join(dict.fromkeys(step.section for step in alike))
    yield from flowed([(f"    ({first.source}, {sections}; {era})", "faint")], width, 8)
    yield []


def _result(step: SizedStep) -> str:
    """`1,600 users`, `1 drive`."""
    unit = step.unit.removesuffix("s") if step.result == 1 else step.unit
    return f"{figure(step.result)} {unit}".strip()


def _told(step: SizedStep, with_formula: bool) -> str:
    """`(users 800, factor 2)`; between which rows it was interpolated."""
    how = f"{step.formula}: " * with_formula + ", ".join(map(_figure, step.figures))
    return f"{how}; interpolated {step.interpolated}" if step.interpolated else how


def _figure(told: SizedFigure) -> str:
    unit = "" if told.unit in {"", "times", *told.name.split()} else f" {told.unit}"
    return f"{told.name} {figure(told.value)}{unit}"


def _differences(found: Iterable[PrintDifference], width: int) -> Iterator[Line]:
    """What the print has otherwise: first what changes this plan's results."""
    for here, heading in (
        (True, "Otherwise than in print"),
        (False, "Also wrong in print, without bearing on these results"),
    ):
        told = [one for one in found if one.here == here]
        if not told:
            continue
        yield from flowed([(heading, "strong")], width, 4)
        yield []
        for why, alike in groupby(sorted(told, key=lambda one: one.why), key=lambda one: one.why):
            for one in alike:
                what = ", ".join(filter(None, [one.server, one.title, one.of]))
                yield from flowed(
                    [(f"  {what}: ", ""), (one.right, "strong"), (f", printed {one.printed}", "")], width, 6
                )
            yield from flowed([(f"    {why}", "faint")], width, 4)
            yield []

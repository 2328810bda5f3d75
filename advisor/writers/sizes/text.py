"""Text: the answer to a plan for people: what each server needs, a chart, and every step with formula and source."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from advisor.sizing import plan
from advisor.sizing.errata import NOTHING
from advisor.sizing.model import PrintDifference, SizedStep, Sizing
from advisor.terminal import Line, columns, rendered, wrap
from advisor.writers._options import Options
from advisor.writers.sizes import _bars, _words

FOR_PEOPLE = True


def render(sizing: Sizing, options: Options) -> str:
    """What it comes to, the chart, the steps, what the print has otherwise, and whose figures they are."""
    return rendered(_lines(sizing, options.width), options.color == "always", options.width)


def _lines(sizing: Sizing, width: int) -> Iterator[Line]:
    for text in _summary(sizing):
        yield from wrap([(text, "strong")], width, 4)
    for note in sizing.notes:
        yield from wrap([(f"{plan.NOTE}: ", "strong"), (note, "")], width, 4)
    yield []
    yield from _bars.chart(sizing, width)
    for server, steps in groupby(sizing.steps, key=lambda step: step.server):
        yield from _part(server or plan.ALL_SERVERS, steps, width)
    for prediction in sizing.predictions:
        yield from _part(plan.TEST_HEADINGS[prediction.of], prediction.steps, width)
    yield from _differences(sizing, width)
    yield [(plan.SOURCES, "strong")]
    for work in sizing.sources:
        told = f"  {work.source}: {work.title}. {work.publisher}{f', {work.date}' if work.date else ''}."
        yield from wrap([(told, "")], width, 4)


def _part(heading: str, steps: Iterable[SizedStep], width: int) -> Iterator[Line]:
    yield from wrap([(heading, "strong")], width, 4)
    yield []
    for _, alike in groupby(steps, key=lambda step: (step.title, step.source)):
        yield from _step(list(alike), width)


def _summary(sizing: Sizing) -> Iterator[str]:
    """`2 servers: 1.69 systems.`; of each what it needs."""
    if sizing.steps:
        yield _words.total(sizing)
    for need in _words.needs(sizing):
        why = f" ({need.why})" if need.why else ""
        held = f"{need.space} on {need.drives} drives of RAID {sizing.level}{why}"
        yield f"{need.name}: {need.memory} of memory; {held}."


def _step(alike: list[SizedStep], width: int) -> Iterator[Line]:
    """Steps of one title: the formula and the source once, a line for each result."""
    first = alike[0]
    formulas = list(dict.fromkeys(step.formula for step in alike))
    yield from wrap([(f"  {first.title}", "strong"), (f" = {formulas[0]}" if len(formulas) == 1 else "", "")], width, 6)
    rows = [(step.of, _words.result_in_words(step), _told(step, len(formulas) > 1)) for step in alike]
    left = max(columns(of) for of, _, _ in rows)
    right = max(columns(told) for _, told, _ in rows)
    for of, told, how in rows:
        blanks = " " * (left - columns(of)), " " * (right - columns(told))
        begin = f"    {of}{blanks[0]}{'  ' * bool(left)}"
        yield from wrap([(begin, ""), (f"{blanks[1]}{told}", "strong"), (f"  {how}", "")], width, 8)
    for step in alike:
        for says in _words.remarks(step):
            yield from wrap([(f"    {step.of + ': ' if step.of else ''}{says}", "medium")], width, 8)
    ground = f"{first.source}, {_words.sections(alike)}; {_words.eras(alike)}"
    yield from wrap([(f"    ({ground})", "faint")], width, 8)
    yield []


def _told(step: SizedStep, with_formula: bool) -> str:
    """`(users 800, factor 2)`; between which rows it was interpolated."""
    how = f"{step.formula}: " * with_formula + ", ".join(map(_words.figure_in_words, step.figures))
    return f"{how}; interpolated {step.interpolated}" if step.interpolated else how


def _differences(sizing: Sizing, width: int) -> Iterator[Line]:
    """What the print has otherwise: first what changes this plan's results."""
    for here, heading in (
        (True, plan.ERRATA_HEADINGS[sizing.as_printed]),
        (False, plan.OTHER_ERRATA),
    ):
        told = [one for one in sizing.differences if one.here == here]
        if not told:
            continue
        yield from wrap([(heading, "strong")], width, 4)
        yield []
        for why, alike in groupby(sorted(told, key=lambda one: one.why), key=lambda one: one.why):
            for one in alike:
                what = ", ".join(filter(None, [one.server, one.title, one.of]))
                yield from wrap([(f"  {what}: ", ""), (one.right, "strong"), (_printed(one), "")], width, 6)
            yield from wrap([(f"    {why}", "faint")], width, 4)
            yield []


def _printed(one: PrintDifference) -> str:
    return ", not in print" if one.printed == NOTHING else f", printed {one.printed}"

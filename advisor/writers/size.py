"""The report of `domlint size`: as text, HTML and JSON."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from advisor.sizing import plan, systems
from advisor.sizing.errata import NOTHING
from advisor.sizing.model import PrintDifference, SizedStep, Sizing
from advisor.terminal import Line, clip_line, clip_middle, columns, fill, rendered, wrap
from advisor.writers import size_figures
from advisor.writers.options import Options
from advisor.writers.products import Renderer, render_json

_FULL = 100
_MAX_BAR, _MIN_BAR = 50, 10  # columns of a bar
_BESIDE = 14  # columns of what stands around it
_NAMES = 3  # the part of a line that a name takes at most


def chart(sizing: Sizing, width: int) -> Iterator[Line]:
    """Yield a bar of processor use for each server, with the limits as strokes."""
    uses, limits = size_figures.processor_uses(sizing), size_figures.processor_limits(sizing)
    if not uses:
        return
    names = min(max(map(columns, uses)), width // _NAMES)
    room = max(min(width - names - _BESIDE, _MAX_BAR), _MIN_BAR)
    yield [(f"{systems.PROCESSOR_USE} (| is a limit)", "strong")]
    lowest = min((limit for _, limit in limits), default=_FULL)
    for server, use in uses.items():
        line = [
            (f"  {fill(clip_middle(server, names), names)}  ", ""),
            (_bar(use, room, [limit for _, limit in limits]), "medium" if use > lowest else ""),
            (f" {use:g} %", "strong"),
        ]
        yield clip_line(line, width)
    told = ", ".join(f"{name} {percent:g} %" for name, percent in limits)
    below = max(min(names + 4, width - len(told)), 2)  # the bars, or further left where they have less room
    yield clip_line([(f"{' ' * below}{told}", "faint")], width)
    yield []


def _bar(percent: float, room: int, limits: list[float]) -> str:
    full = round(min(percent, _FULL) * room / _FULL)
    drawn = list("#" * full + "." * (room - full))
    for limit in limits:
        drawn[min(round(limit * room / _FULL), room - 1)] = "|"
    return "".join(drawn)


def render_text(sizing: Sizing, options: Options) -> str:
    """Return totals, chart, steps, differences from the print, and sources."""
    return rendered(_lines(sizing, options.width), options.color == "always", options.width)


def _lines(sizing: Sizing, width: int) -> Iterator[Line]:
    for text in _summary(sizing):
        yield from wrap([(text, "strong")], width, 4)
    for note in sizing.notes:
        yield from wrap([(f"{plan.NOTE}: ", "strong"), (note, "")], width, 4)
    yield []
    yield from chart(sizing, width)
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
    """Return `2 servers: 1.69 systems.`; of each what it needs."""
    if sizing.steps:
        yield size_figures.total_line(sizing)
    for need in size_figures.server_needs(sizing):
        why = f" ({need.why})" if need.why else ""
        held = f"{need.space} on {need.drives} drives of RAID {sizing.level}{why}"
        yield f"{need.name}: {need.memory} of memory; {held}."


def _step(alike: list[SizedStep], width: int) -> Iterator[Line]:
    """Yield the steps of one title: formula and source once, and a line for each result."""
    first = alike[0]
    formulas = list(dict.fromkeys(step.formula for step in alike))
    yield from wrap([(f"  {first.title}", "strong"), (f" = {formulas[0]}" if len(formulas) == 1 else "", "")], width, 6)
    rows = [(step.of, size_figures.result_in_words(step), _figures_in_words(step, len(formulas) > 1)) for step in alike]
    left = max(columns(of) for of, _, _ in rows)
    right = max(columns(told) for _, told, _ in rows)
    for of, told, how in rows:
        blanks = " " * (left - columns(of)), " " * (right - columns(told))
        begin = f"    {of}{blanks[0]}{'  ' * bool(left)}"
        yield from wrap([(begin, ""), (f"{blanks[1]}{told}", "strong"), (f"  {how}", "")], width, 8)
    for step in alike:
        for says in size_figures.step_remarks(step):
            yield from wrap([(f"    {step.of + ': ' if step.of else ''}{says}", "medium")], width, 8)
    ground = f"{first.source}, {size_figures.sections_in_words(alike)}; {size_figures.releases_in_words(alike)}"
    yield from wrap([(f"    ({ground})", "faint")], width, 8)
    yield []


def _figures_in_words(step: SizedStep, with_formula: bool) -> str:
    """Return `(users 800, factor 2)`; between which rows it was interpolated."""
    how = f"{step.formula}: " * with_formula + ", ".join(map(size_figures.figure_in_words, step.figures))
    return f"{how}; interpolated {step.interpolated}" if step.interpolated else how


def _differences(sizing: Sizing, width: int) -> Iterator[Line]:
    """Yield the differences from the print; first those that change the results of this plan."""
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


def render_html(sizing: Sizing, options: Options) -> str:
    """Return the page; the same bytes on every run over the same plan."""
    from advisor.writers import size_page  # late: only pages need Jinja

    return size_page.render_html(sizing, options)


RENDERERS: dict[str, Renderer[Sizing]] = {
    "text": render_text,
    "html": render_html,
    "json": render_json,
}

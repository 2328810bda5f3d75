"""Charts: rows of numbers → charts of the page, as text that is safe in HTML: tables with bars, and the fleet's matrix.

Each is a table with its title and a sentence on how to read it, so that a screen reader has the numbers; the bars are
SVG and say nothing that no number says. Severities are told apart by letters. The styles are `_charts.css`, the colours
the page's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from advisor.pack import SEVERITIES
from advisor.report.grades import Counts
from advisor.values.printing import listed, number

STYLE = "_charts.css"
LETTERS = {name: name[0].upper() for name in SEVERITIES}

_HEAD = Markup(
    '<figure class="chart" id="{id}"><figcaption id="{id}-title">{title}</figcaption>'
    '<p class="how" id="{id}-how">{how}</p>'
    '<table class="{kind}" aria-labelledby="{id}-title" aria-describedby="{id}-how">'
)
_END = Markup("</table></figure>")
_LETTER = Markup('<b class="sign sev-{0}">{1}</b>')
_SIGN = Markup('<b class="sign sev-{0}" aria-hidden="true">{1}</b>')


class OfCategory(NamedTuple):
    """A row of the chart by category. name: as it is shown."""

    name: str
    counts: Counts


def by_severity(counts: Counts, how: str, ident: str = "by-severity") -> Markup:
    """Findings by severity, the worst first: a row each, also of none. how: what they are the findings of."""
    most = max(counts)
    rows = (
        Markup('<tr><th scope="row">{0}{1}</th><td class="bar">{2}</td><td class=n>{3}</td></tr>').format(
            sign(name), name, _bar([(name, count)], most), count
        )
        for name, count in zip(SEVERITIES, counts, strict=True)
    )
    names = Markup('<thead class="unseen"><tr><th>Severity</th><th>Share</th><th>Findings</th></tr></thead>')
    return _chart(ident, "Findings by severity", how, "bars", names, rows)


def by_category(rows: Sequence[OfCategory], how: str = "", ident: str = "by-category") -> Markup:
    """Findings by category and severity: numbers below letters, and a bar below each name."""
    return _numbers(rows, ident, ("Findings by category", how or _letters_in_words()), "Category")


def by_report(rows: Sequence[OfCategory]) -> Markup:
    """Findings by report and severity, likewise: the last ones, by what they are called."""
    return _numbers(rows, "by-report", ("Findings by report", _letters_in_words()), "Report")


def _numbers(rows: Sequence[OfCategory], ident: str, title: tuple[str, str], of: str) -> Markup:
    """title: with the sentence below it. of: what stands before each row."""
    most = max((sum(row.counts) for row in rows), default=0)
    letters = Markup("").join(
        Markup('<th scope="col" class="n">{0}<span class="unseen">{1}</span></th>').format(sign(name), name)
        for name in SEVERITIES
    )
    names = Markup('<thead><tr><th scope="col">{1}</th>{0}<th scope="col" class="n">all</th></tr></thead>')
    return _chart(
        ident,
        *title,
        "numbers",
        names.format(letters, of),
        (_of_category(row, most) for row in rows),
    )


def _of_category(row: OfCategory, most: int) -> Markup:
    parts = list(zip(SEVERITIES, row.counts, strict=True))
    cells = Markup("").join(
        Markup("<td class=n>{0}</td>").format(count) if count else Markup('<td class="n none">0</td>')
        for _, count in parts
    )
    return Markup('<tr><th scope="row">{0}{1}</th>{2}<td class="n all">{3}</td></tr>').format(
        row.name, _bar(parts, most), cells, sum(row.counts)
    )


def _letters_in_words() -> str:
    return ", ".join(f"{letter} {name}" for name, letter in LETTERS.items())


def sign(severity: str) -> Markup:
    """A severity's letter, in its colour; the word stands beside it."""
    return _SIGN.format(severity, LETTERS[severity])


def letter(severity: str) -> Markup:
    """The same where what it stands in says the word, as a link does."""
    return _LETTER.format(severity, LETTERS[severity])


def _chart(ident: str, title: str, how: str, kind: str, names: Markup, rows: Iterable[Markup]) -> Markup:
    head = _HEAD.format(id=ident, title=title, how=how, kind=kind)
    return Markup("").join([head, names, Markup("<tbody>"), *rows, Markup("</tbody>"), _END])


def _bar(parts: Iterable[tuple[str, int]], most: int) -> Markup:
    """One bar of as many pieces as there are severities, `most` being the whole width."""
    drawn, start = [], 0.0
    for name, count in parts:
        if count:
            width = 100 * count / most
            drawn.append(f'<rect class="sev-{name}" x="{start:.4g}" width="{width:.4g}" height="8"/>')
            start += width
    return Markup(
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">{0}</svg>'
    ).format(Markup("").join(Markup(one) for one in drawn))  # noqa: S704 — names of severities and numbers alone


PASSED, OPEN, WAIVED = "passed", "not judged", "waived"
_CELLS = {PASSED: Markup("<td class=ok>✓"), OPEN: Markup("<td class=open>?"), WAIVED: Markup("<td class=waived>w")}
_FAILED = Markup('<td class=sev-{0} data-l="{1}">{2}')
_APPLIES_NOT = Markup("<td>")
_MATRIX_SIGNS = "✓ passed, ? could not be judged, w waived; empty: the rule is not for this server"
_OPENED = 2000  # cells that may be seen at once
_COLUMNS = 30  # of a table of the matrix: as many as fit beside names
_COLUMN = Markup('<th scope="col" class="col" title="{1}">{0}')
_ROW = Markup('<tr><th scope="row">{0}<td class=n>{1}<td class=n>{2}')
_LINK = Markup('<a href="{1}">{0}</a>')


class FleetRule(NamedTuple):
    """A column of the matrix. href: where its findings stand on the page, or ""."""

    rule: str
    name: str
    category: str
    href: str = ""


class FleetServer(NamedTuple):
    """A row of the matrix. states: by rule its severity, or PASSED, OPEN or WAIVED; none where it does not apply."""

    name: str
    states: Mapping[str, str]
    href: str = ""


_PANEL = Markup(
    '<details class="panel" id="{id}"{open}><summary id="{id}-title">{categories} <small>{told}</small></summary>'
    '<div class="wide"><table aria-labelledby="{id}-title"><thead><tr><th scope="col">Server'
    '<th scope="col" class="n">found<th scope="col" class="n">?<span class="unseen">could not be judged</span>{columns}'
    "<tbody>{rows}</table></div></details>"
)
_OPEN, _SHUT = Markup(" open"), Markup("")


def matrix(rules: Sequence[FleetRule], servers: Sequence[FleetServer], ident: str = "matrix") -> Markup:
    """Servers against the rules that failed on any of them, in tables that open and shut, category by category.

    Where a table does not fit, `_charts.css` shows each server's findings beneath its name. Nothing has a style of its
    own: the page's policy forbids that.
    """
    few = len(rules) * len(servers) <= _OPENED
    parts = [rules[start : start + _COLUMNS] for start in range(0, len(rules), _COLUMNS)]
    panels = [_panel(f"{ident}-{place}", part, servers, few or not place) for place, part in enumerate(parts)]
    head = Markup(
        '<figure class="chart matrix" id="{id}"><figcaption>Servers and rules</figcaption><p class="how">{how}</p>'
    ).format(id=ident, how=f"{_letters_in_words()}; {_MATRIX_SIGNS}.")
    return Markup("").join([head, *panels, Markup("</figure>")])


def _panel(ident: str, rules: Sequence[FleetRule], servers: Sequence[FleetServer], opened: bool) -> Markup:
    columns = [(rule.rule, _cells(rule.rule)) for rule in rules]
    failed = sum(any(server.states.get(rule) in LETTERS for rule, _ in columns) for server in servers)
    return _PANEL.format(
        id=ident,
        open=_OPEN if opened else _SHUT,
        categories=listed(dict.fromkeys(rule.category for rule in rules), len(rules)),
        told=f"{number(len(rules), 'rule')}, found on {failed} of {number(len(servers), 'server')}",
        columns=Markup("").join(_COLUMN.format(_linked(one.rule, one.href), one.name) for one in rules),
        rows=Markup("").join(_row(columns, server) for server in servers),
    )


def _row(columns: list[tuple[str, dict[str, Markup]]], server: FleetServer) -> Markup:
    """A server's row; end tags that HTML does not ask for would make a fleet's page a third larger."""
    states = [server.states.get(rule, "") for rule, _ in columns]
    found, left = sum(state in LETTERS for state in states), states.count(OPEN)
    cells = [cells.get(state, _APPLIES_NOT) for state, (_, cells) in zip(states, columns, strict=True)]
    return Markup("").join([_ROW.format(_linked(server.name, server.href), found, left), *cells])


def _linked(text: str, href: str) -> Markup | str:
    return _LINK.format(text, href) if href else text


def _cells(rule: str) -> dict[str, Markup]:
    """The cells that its column may have, by state; where there is no room for columns a cell tells its rule itself."""
    failed = {name: _FAILED.format(name, rule, letter) for name, letter in LETTERS.items()}
    return failed | _CELLS

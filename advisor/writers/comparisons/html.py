"""HTML: the comparison as one page that opens offline."""

from collections.abc import Iterator
from typing import Any

from advisor.comparing.comparison import Compared, Comparison
from advisor.values.printing import spot
from advisor.writers import _html_page
from advisor.writers._options import Options
from advisor.writers.comparisons import _words

FOR_PEOPLE = False


def render(comparison: Comparison, options: Options) -> str:
    """The whole page; the same bytes on every run over the same reports."""
    servers = _words.of_servers(comparison)
    sections = [(became, heading, list(map(_row, found))) for became, heading, found in _words.sections(comparison)]
    noted = [(*section, any(more for *_, more in section[2])) for section in sections]
    told = {
        "comparison": comparison,
        "total": _words.total(comparison),
        "servers": servers if len(comparison.servers) > 1 else [],
        "sections": noted,
    }
    return _html_page.page("comparison.html.j2", told)


def _row(one: Compared) -> tuple[Any, ...]:
    return one, _words.owner(one), _words.called(one), spot(one.path, one.line) if one.path else "", list(_more(one))


def _more(one: Compared) -> Iterator[tuple[str, str]]:
    for label, text in _words.under(one):
        if label and label != _words.WHERE:
            yield label.strip(), text
    yield from (("Give:", text) for text in one.give)

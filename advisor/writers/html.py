"""HTML: the report as one page that opens offline: nothing of it comes from elsewhere, and it calls nowhere."""

from advisor.report.report import Report
from advisor.writers import _charts, _page, _page_report, _storage_drawing
from advisor.writers._options import Options

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False
NEEDS = frozenset({"passed", "layout"})


def render(report: Report, options: Options) -> str:
    """The whole page; the same bytes on every run over the same files on the same day."""
    told = _page_report.told(report, options.min_severity)
    return _page.page("report.html.j2", told, _charts.STYLE, _storage_drawing.STYLE)

"""Charts of the page: the numbers that they show, the signs beside the colours, text that stays text, and few bytes."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from advisor.pack import SEVERITIES
from advisor.report.grades import Counts
from advisor.writers import _charts
from advisor.writers._charts import OPEN, PASSED, WAIVED, FleetRule, FleetServer, OfCategory

HOSTILE = "\"><script>alert(1)</script>\\'</style>"
STYLES = sorted(Path(_charts.__file__).parent.glob("_*.css"))


class Rows(HTMLParser):
    """The text of each table's rows; end tags may be left out."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.tags = [], []
        self.feed(str(text))

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def rows(text):
    return Rows(text).rows


@pytest.mark.parametrize(
    ("counts", "widths"),
    [
        (Counts(1, 0, 4, 2, 0), ["25", "100", "50"]),
        (Counts(0, 0, 0, 0, 0), []),
        (Counts(0, 0, 0, 0, 3), ["100"]),
    ],
)
def test_findings_by_severity(counts, widths):
    chart = _charts.by_severity(counts, "of 3 servers")
    assert rows(chart)[1:] == [
        [name[0].upper() + name, "", str(count)] for name, count in zip(SEVERITIES, counts, strict=True)
    ]
    assert re.findall(r' width="([\d.]+)"', chart) == widths


def test_findings_by_category():
    chart = _charts.by_category(
        [OfCategory("logging", Counts(1, 0, 3, 0, 0)), OfCategory("mail", Counts(0, 0, 0, 2, 0))]
    )
    assert rows(chart)[1:] == [["logging", "1", "0", "3", "0", "0", "4"], ["mail", "0", "0", "0", "2", "0", "2"]]
    assert re.findall(r'x="([\d.]+)" width="([\d.]+)"', chart) == [("0", "25"), ("25", "75"), ("0", "50")]


def fleet(rules, servers):
    columns = [FleetRule(f"SEC{number:03}", "a-name", "security" if number else "logging") for number in range(rules)]
    signs = [*SEVERITIES, PASSED, OPEN, WAIVED, "else"]
    return columns, [
        FleetServer(f"Mail{number}/Acme", {one.rule: signs[(number + place) % 9] for place, one in enumerate(columns)})
        for number in range(servers)
    ]


def test_the_matrix_has_a_sign_for_everything_and_counts_what_was_found_and_not_judged():
    [names, *servers] = rows(_charts.matrix(*fleet(9, 2)))
    assert names == ["Server", "found", "?could not be judged", *(f"SEC00{number}" for number in range(9))]
    assert servers == [
        ["Mail0/Acme", "5", "1", "C", "H", "M", "L", "I", "✓", "?", "w", ""],
        ["Mail1/Acme", "5", "1", "H", "M", "L", "I", "✓", "?", "w", "", "C"],
    ]


def test_many_rules_have_several_tables_and_of_a_fleet_the_first_alone_is_open():
    [few, many] = [_charts.matrix(*fleet(50, servers)) for servers in (2, 300)]
    assert re.findall("<summary[^>]*>([^<]*)", few) == ["logging and security ", "security "]
    assert (few.count("<details"), few.count(" open><summary"), many.count(" open><summary")) == (2, 2, 1)


def test_the_matrix_of_a_fleet_is_small():
    columns, servers = fleet(100, 300)
    page = _charts.matrix(columns, servers)
    assert len(page.encode()) < 100 * 300 * 32


def test_every_chart_has_a_title_and_says_how_it_is_read():
    charts = [
        _charts.by_severity(Counts(1, 0, 0, 0, 0), "of a server"),
        _charts.by_category([]),
        _charts.matrix(*fleet(2, 2)),
    ]
    for chart in charts:
        assert re.search('<figcaption[^>]*>[^<]+</figcaption><p class="how"[^>]*>[^<]+</p>', chart)
        assert set(re.findall(r'aria-(?:labelledby|describedby)="([^"]+)"', chart)) <= set(
            re.findall(r' id="([^"]+)"', chart)
        )


@pytest.mark.parametrize(
    "chart",
    [
        _charts.by_severity(Counts(1, 0, 0, 0, 0), HOSTILE),
        _charts.by_category([OfCategory(HOSTILE, Counts(1, 0, 0, 0, 0))]),
        _charts.matrix(
            [FleetRule(HOSTILE, HOSTILE, HOSTILE, HOSTILE)], [FleetServer(HOSTILE, {HOSTILE: "high"}, HOSTILE)]
        ),
    ],
    ids=["severity", "category", "matrix"],
)
def test_hostile_text_stays_text(chart):
    assert not {"script", "style"} & set(Rows(chart).tags)


def test_every_class_of_a_chart_has_its_colour():
    style = "".join(path.read_text(encoding="utf-8") for path in STYLES)
    assert all(f"--sev-{name}" in style for name in SEVERITIES)
    assert "url(" not in style and "@import" not in style
    assert " style=" not in Path(_charts.__file__).read_text(encoding="utf-8")

"""Many servers on one screen: nothing is wider than the page, no word is broken, and what matters most comes last."""

import re
from types import SimpleNamespace

import pytest
from conftest import in_process, runner
from fixture_servers import FIXTURES, SERVERS

from advisor import writers
from advisor.pack import SEVERITIES
from advisor.report.finding import Waived
from advisor.writers import _cells, _rules_table, _table
from advisor.writers._options import Options

SYSTEMS = [path.name for path in SERVERS if not path.name.startswith("rig-")]
ORDINARY = [name for name in SYSTEMS if not name.startswith("today-")]  # the table by server has room for sixty
WIDE = 10**6


@pytest.fixture(scope="module")
def fleet(tmp_path_factory):
    """The report on the servers of fixtures/, without those that were made to have as many findings as can be."""
    return made(ORDINARY, runner(in_process, tmp_path_factory.mktemp("fleet")))


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """The report on the servers of fixtures/, without the rigs, of which each is like the next."""
    return made(SYSTEMS, runner(in_process, tmp_path_factory.mktemp("everything")))


def made(paths, domlint):
    found = []
    catch = SimpleNamespace(
        render=lambda report, _: found.append(report) or "", FOR_PEOPLE=True, LINE_BY_LINE=False, FINDINGS_ALONE=False
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writers, "writer", lambda _: catch)
        domlint("check", *paths, "--isolated", "--jobs=1", "--format", "json", cwd=FIXTURES)
    return found[0]


def rendered(report, name="text", **options):
    return writers.writer(name).render(report, Options(**options))


def shown(text):
    """What was written without files' lines, which are cut, and without the tables."""
    told = re.split(r"\nserver +(?:release|grade)", text)[0]
    return [line for line in told.splitlines() if not re.match(r" *\d* \| ", line)]


def commands(report):
    return {one.command for finding in report.findings if finding.fix for one in finding.fix.commands}


@pytest.mark.parametrize("group_by", ["rule", "server"])
@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 120])
def test_nothing_is_wider_than_the_page_but_a_command_on_a_line_of_its_own(width, group_by, everything):
    lines = rendered(everything, width=width, group_by=group_by).splitlines()
    wide = {line.strip() for line in lines if _cells.cells(line) > width}
    tools = {line for line in wide if width == 20 and re.fullmatch(r"Type \(\w+\):", line)}  # 21 with its indent
    assert wide - tools <= commands(everything)


def words(report, width):
    return " ".join(shown(rendered(report, width=width, group_by="server"))).split()


@pytest.fixture(scope="module")
def whole(everything):
    """The words of a page on which none is broken."""
    return words(everything, WIDE)


@pytest.mark.parametrize("width", [20, 40, 80, 100, 120])
def test_only_words_wider_than_the_page_are_broken_and_none_is_lost(width, everything, whole):
    page = words(everything, width)
    assert "".join(page) == "".join(whole)
    wide = "".join(word for word in whole if len(word) > width)
    assert all(word in wide for word in set(page) - set(whole))


@pytest.mark.parametrize("width", [80, 100])
def test_fifty_servers_are_told_by_rule_in_few_lines(width, fleet):
    """However many there are: twelve lines a server, with what is typed."""
    assert len(rendered(fleet, width=width).splitlines()) <= 12 * len(fleet.servers)
    assert len(fleet.servers) >= 50


@pytest.mark.parametrize("width", [80, 100])
def test_the_whole_of_fixtures_is_told_by_rule(width, everything):
    """Servers that show what the pack can find take room by its rules, for each is told once: eleven lines one of them,
    with who disagrees."""
    text = rendered(everything, width=width)
    rules = {finding.name for finding in everything.findings}
    assert len(text.splitlines()) <= 11 * len(rules) + len(everything.findings)
    for finding in everything.findings:
        assert finding.name in text
    heads = re.findall(r"^(?:critical|high|medium|low|info) +([a-z0-9-]+)  [A-Z]+\d+, ", text, re.MULTILINE)
    assert sorted(heads) == sorted({finding.name for finding in everything.findings})


GROUPED = [(5, "", False), (6, "", True), (6, "server", False), (1, "rule", True)]


@pytest.mark.parametrize(("servers", "group_by", "by_rule"), GROUPED)
def test_six_servers_are_told_by_rule(servers, group_by, by_rule, domlint, tmp_path):
    for number in range(servers):
        (tmp_path / f"mail{number}").mkdir()
        (tmp_path / f"mail{number}" / "notes.ini").write_text(
            f"[Notes]\nKitType=2\nServerName=Mail{number}/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\n"
        )
    report = made([tmp_path], domlint)
    text = rendered(report, group_by=group_by)
    assert ("  Grade " not in text) == by_rule
    assert ("\nserver " in text) == (servers > 1 or by_rule)
    assert text.count("Why: Without a transaction log a crash") == (1 if by_rule else servers)


def test_the_table_has_every_server_the_worst_first_and_fits_80_columns(fleet):
    text = rendered(fleet, width=80)
    head, *rows = text[text.index("\nserver ") + 1 :].partition("\n\n")[0].splitlines()
    rows, legend = rows[:-3], " ".join(" ".join(rows[-3:]).split())
    assert head.split() == ["server", "release", "grade", "judged", "C", "H", "M", "L", "I", "worst", "finding"]
    for word in ("each name ends with /Acme", "M medium", "?: at best", "judged: of the rules that apply", ".: none"):
        assert word in legend
    folded = re.search(r"and (\d+) more servers? .*?(?:worst finding is (info|low)|without findings)$", " ".join(rows))
    rows = [row for row in rows if not row.startswith(("and ", "    "))]
    servers = [row for row in rows if not row.startswith("cluster ")]
    assert len(servers) + (int(folded[1]) if folded else 0) == len(fleet.servers)
    counts = [
        tuple(int(digit) if digit != "." else 0 for digit in re.findall(r"(?<= )(?:\.|\d+)(?= )", f"{row}  ")[-5:])
        for row in rows
    ]
    worst = [of_server[: SEVERITIES.index("medium") + 1] for of_server in counts]
    assert worst == sorted(worst, reverse=True)
    all_told = SEVERITIES.index(folded[2]) if folded and folded[2] else len(SEVERITIES)
    assert [sum(column) for column in zip(*counts, strict=True)][:all_told] == [
        sum(finding.severity == severity for finding in fleet.findings) for severity in SEVERITIES[:all_told]
    ]


NAMES = [
    "Mail01/Acme",
    "Mail01-with-a-very-long-name/Headquarters-of-the-company/Northern-Region/Acme",
    "\u4e1c\u4eac\u90ae\u4ef6\u670d\u52a1\u5668\u4e00\u53f7/\u4e1c\u4eac\u90ae\u4ef6\u670d\u52a1\u5668/\u6c38\u8fdc",
    "Mu\u0308ller" * 12,
    "\u00fc" * 90,
]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_table_stands_straight_whatever_the_names(width, fleet):
    few = [server._replace(name=name) for server, name in zip(fleet.servers, NAMES, strict=False)]
    renamed = {server.name: one.name for server, one in zip(fleet.servers, few, strict=False)}
    found = [one._replace(server=renamed[one.server]) for one in fleet.findings if one.server in renamed]
    report = fleet._replace(servers=tuple(few), clusters=(), findings=tuple(found))
    head, *rows = ["".join(text for text, _ in line) for line in _table.table(report, width)][: len(few) + 1]
    assert max(map(_cells.cells, rows)) <= width
    if width >= 80:
        behind = {_cells.cells(row[: re.search(r" (?=[\d.]+\w*  +\S\??  )", row).end()]) for row in rows}
        assert behind == {head.index("release")}


def test_of_800_servers_the_table_shows_the_worst_and_counts_the_others(fleet):
    many = [server._replace(name=f"Mail{number:03}/Acme") for number in range(800) for server in fleet.servers[:1]]
    report = fleet._replace(servers=tuple(many), clusters=(), findings=())
    text = rendered(report, width=80)
    assert "and 740 more servers (740 " in text
    assert "), without findings" in text
    assert len(text.splitlines()) < 100


def test_the_rules_by_the_number_of_servers_are_few(fleet):
    lines = ["".join(text for text, _ in line) for line in _rules_table.rules(list(fleet.findings), 80)]
    assert re.fullmatch(r"servers +(?:[CHMLI] +){3,5}rule", lines[0])
    rows = [[0 if one == "." else int(one) for one in line.split()[:-1]] for line in lines[1:6]]
    assert rows == sorted(rows, key=lambda row: -row[0])
    assert all(servers == sum(counts) and servers > 1 for servers, *counts in rows)
    old = [finding.severity for finding in fleet.findings if finding.name == "release-out-of-support"]
    assert lines[1].split()[:3] == [str(one) for one in (len(old), old.count("high"), old.count("medium"))]
    assert re.fullmatch(r"and \d+ more rules", lines[6])


def test_concise_is_one_line_a_finding(fleet):
    lines = rendered(fleet, "concise", width=20).splitlines()
    assert len(lines) == len(fleet.findings)
    form = re.compile(r"(\S+?|-)(:\d+:\d+)?: (critical|high|medium|low|info) [a-z0-9-]+ (cluster )?[^:]+: .+")
    assert all(form.fullmatch(line) for line in lines)
    places = [re.match(r"(\S+?)(?::(\d+):(\d+))?: ", line).groups(default=0) for line in lines]
    assert places == sorted(places, key=lambda one: (one[0], int(one[1]), int(one[2])))
    assert sum(" cluster Field: " in line for line in lines) == sum(bool(one.cluster) for one in fleet.findings)


def test_concise_without_a_place_has_a_dash(fleet):
    [line] = rendered(
        fleet._replace(findings=(fleet.findings[0]._replace(location=None, further=()),)), "concise"
    ).splitlines()
    assert line.startswith("-: ")


def test_quiet_is_one_line_a_finding_and_the_total(fleet):
    *lines, total = rendered(fleet, quiet=True).splitlines()
    assert lines == rendered(fleet, "concise").splitlines()
    assert total.startswith(f"{len(fleet.servers)} servers: ")


@pytest.mark.parametrize("name", ["text", "concise"])
@pytest.mark.parametrize("least", SEVERITIES)
def test_what_is_less_severe_is_counted_and_not_shown(least, name, fleet):
    kept = SEVERITIES[: SEVERITIES.index(least) + 1]
    text = rendered(fleet, name, min_severity=least)
    names = {finding.name for finding in fleet.findings}
    above = {finding.name for finding in fleet.findings if finding.severity in kept}
    assert {one for one in names if f" {one} " in text.replace("\n", " ")} >= above
    hidden = sum(finding.severity not in kept for finding in fleet.findings)
    if name == "text":
        assert (f"{hidden} below {least} not shown" in text) == bool(hidden)
        table, whole = (one[one.index("\nserver ") :].partition("\n\n")[0] for one in (text, rendered(fleet)))
        assert table == whole
        assert all(f"\n{severity} " not in text for severity in SEVERITIES if severity not in kept)
    else:
        assert len(text.splitlines()) == len(fleet.findings) - hidden


COUNTS = [  # known, waived; the total
    (0, 0, "7 critical"),
    (1, 0, "1 known from the baseline"),
    (0, 2, "2 waived"),
]


@pytest.mark.parametrize(("known", "waived", "said"), COUNTS)
def test_what_is_waived_or_known_leaves_a_count(known, waived, said, fleet):
    marked = [one._replace(known=place < known) for place, one in enumerate(fleet.findings)]
    report = fleet._replace(findings=tuple(marked), waived=(Waived(fleet.findings[0], "agreed"),) * waived)
    for options in ({"quiet": True}, {}):
        assert said in rendered(report, **options).splitlines()[-1]


CUT = [
    ("notes.ini", 9, "notes.ini", "notes.ini"),
    ("notes.ini", 5, "note\u2026", "no\u2026ni"),
    ("notes.ini", 1, "\u2026", "\u2026"),
    ("notes.ini", 0, "", ""),
    ("\u4e1c\u4eac\u90ae", 5, "\u4e1c\u4eac\u2026", "\u4e1c\u2026\u90ae"),
    ("\u4e1c\u4eac\u90ae", 4, "\u4e1c\u2026", "\u2026\u90ae"),
    ("Mu\u0308ller", 3, "Mu\u0308\u2026", "M\u2026r"),
]


@pytest.mark.parametrize(("text", "room", "behind", "inside"), CUT)
def test_texts_are_cut_by_columns(text, room, behind, inside):
    assert _cells.cut(text, room) == behind
    assert _cells.cut_inside(text, room) == inside
    assert max(_cells.cells(behind), _cells.cells(inside)) <= room


def test_each_further_place_says_why_it_is_shown(fleet):
    further = [(one.name, place) for one in fleet.findings for place in one.locations[1:]]
    assert all(place.word for _, place in further)
    told = {place.word: place.bears_on for name, place in further if name == "concurrent-transactions-exceed-pool"}
    assert told["Ports"] == "how many transactions the pool takes"
    assert {place.bears_on for _, place in further if place.word == "FaultRecovery_Build"} <= {"the release"}

"""The page of `--format html` in a real Chromium: positions, filters, keyboard, paper, and hostile text."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import chromium
import data
import judged
import pytest
from fixture_servers import FIXTURES
from msgspec.structs import replace
from test_page import HOSTILE, NOTES, toml
from test_page_size import SERVER, TESTS

from advisor.configuration.decisions import Decisions
from advisor.report import server_report
from advisor.writers import Options, html

pytestmark = pytest.mark.skipif(not chromium.PROGRAM, reason="no Chromium is installed; .ci/run does where apt has it")
FLEET = ("windows-9.0.1-aged", "linux-12.0.2-good", "today-small-windows", "today-partitions")
STATUS, ROWS, SUMMARY = ".shown", ".rule:not([hidden]) article:not([hidden])", ".rule:not([hidden]) > summary"
COUNT = "(rows) => document.querySelectorAll(rows).length"  # also those inside closed elements
EACH_CHOICE = """(field, [status, rows]) => [...field.options].slice(1).map((option) => {
  field.value = option.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return [document.querySelector(status).textContent, document.querySelectorAll(rows).length];
})"""  # the status line, and the number of findings
TOP = "(name) => document.querySelector(name).getBoundingClientRect().top"

SITE = data.text("page_in_chromium/site.txt")
STORAGE = """
[[array]]
name = {text}
controller = {text}
level = "RAID 5"

[[volume]]
mount = "/local"
array = {text}
"""


def report_of(names):
    run, unread = judged.run_of([FIXTURES / name for name in names])
    ground = server_report.run_context(judged.PACK.rules, judged.PACK, Decisions(), run.servers, needs=html.NEEDS)
    return judged.whole_report(run, unread, ground)


def copied(report, servers):
    """The report of as many servers, each with the findings of the report's first one."""
    first = report.servers[0]
    own = [one for one in report.findings if one.server == first.name]
    names = [f"Mail{number:03}/Acme" for number in range(servers)]
    found = [
        replace(one, server=name, fingerprint=f"dl1:{place:08x}{at:012x}")
        for place, name in enumerate(names)
        for at, one in enumerate(own)
    ]
    return replace(report, servers=tuple(replace(first, name=name) for name in names), findings=tuple(found))


@pytest.fixture(scope="module")
def browser():
    with chromium.browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def report():
    return report_of(FLEET)


@pytest.fixture(scope="module")
def fleet(report, tmp_path_factory):
    return saved(report, tmp_path_factory.mktemp("pages") / "fleet.html")


def saved(report, path):
    path.write_text(html.render(report, Options()), encoding="utf-8", newline="\n")
    return path


@pytest.fixture
def tab(browser):
    """Opens pages, of which nothing may go wrong."""
    opened = []

    def one(path, fragment="", **other):
        opened.append(chromium.Tab(browser, **other))
        return opened[-1].open(path, fragment)

    yield one
    wrong = [words for each in opened for words in each.wrong]
    for each in opened:
        each.close()
    assert wrong == []


@pytest.mark.parametrize("name", ["windows-9.0.1-aged", "today-small-windows", "linux-12.0.2-one-touch-slips"])
def test_findings_begin_on_the_first_screen(name, tab, tmp_path):
    path = saved(report_of([name]), tmp_path / "page.html")
    for width, height in ((1440, 700), (1024, 700), (390, 900)):
        assert tab(path, width=width).evaluate(TOP, ".rule") < height, width


def test_a_phone_shows_a_short_card_for_each_server(tab, fleet, report):
    page = tab(fleet, width=390)
    rows = page.locator("table.servers tbody tr").all()
    boxes = [row.bounding_box() for row in rows]
    assert len(boxes) == len(report.servers) > 1
    assert [box["height"] for box in boxes if box["height"] > 120] == []
    assert all(row.locator("th, .letter").all_inner_texts() for row in rows)
    assert page.evaluate(TOP, "table.servers") < page.evaluate(TOP, ".rule")


BROKEN = r"""() => [...document.querySelectorAll(".where")].filter((where) => {
  const text = document.createTreeWalker(where, NodeFilter.SHOW_TEXT), range = document.createRange();
  let last = null;
  while (text.nextNode()) last = text.currentNode;
  const begin = last ? last.data.search(/:\d[\d, ]*$/) : -1;
  if (begin < 0) return false;
  range.setStart(last, begin);
  range.setEnd(last, last.length);
  return range.getClientRects().length > 1;
}).map((where) => where.textContent)"""


def test_on_a_phone_line_numbers_stay_together(tab, report, tmp_path):
    findings = []  # the file names end at each column of a line
    for length, finding in enumerate(report.findings):
        location = finding.location and replace(finding.location, path=f"{'x' * (30 + length % 30)}.dxl", line=1234)
        findings.append(replace(finding, location=location))
    page = tab(saved(replace(report, findings=tuple(findings)), tmp_path / "page.html"), width=390)
    assert page.evaluate(BROKEN) == []


TOPS = """(rule) => ["article", "Fix", "Why"].map((name) => {
  const terms = [...rule.querySelectorAll("dt, article")];
  return terms.find((one) => one.matches(name) || one.textContent.trim() === name).getBoundingClientRect().top;
})"""


def test_an_open_finding_begins_with_the_server_and_the_fix(tab, fleet):
    page = tab(fleet, width=390)
    rule = page.locator(".rule").first
    rule.locator("> summary").click()
    tops = rule.evaluate(TOPS)
    assert tops == sorted(tops)
    assert tops[0] - rule.evaluate("rule => rule.firstElementChild.getBoundingClientRect().bottom") < 50


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1024, "dark"), (390, "light")])
def test_nothing_is_cut_overlaps_or_keeps_anybody_out(width, scheme, tab, fleet, request):
    page = tab(fleet, width=width, scheme=scheme)
    kept = request.config.getoption("--keep-screenshots")
    page.locator(SUMMARY).first.click()
    if kept:
        Path(kept).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(kept) / f"page-{width}-{scheme}.png", full_page=True)
    assert chromium.faults(page) == []
    if chromium.AXE:
        assert chromium.barriers(page) == []


@pytest.mark.parametrize("scheme", chromium.SCHEMES)
def test_titles_of_findings_have_the_colour_of_text(scheme, tab, fleet):
    page = tab(fleet, scheme=scheme)
    colour = "(name) => getComputedStyle(document.querySelector(name)).color"
    assert page.evaluate(colour, ".rule summary b") == page.evaluate(colour, "body")


def test_filters(tab, fleet, report):
    page = tab(fleet)
    for name in ("severity", "server", "category"):
        field = page.locator(f"select[name={name}]")
        chosen = field.evaluate(EACH_CHOICE, [STATUS, ROWS])
        counts = [int(re.match(r"\d+", words)[0]) for words, _ in chosen]
        assert counts == [rows for _, rows in chosen]
        assert sorted(Counter(getattr(one, name) for one in report.findings).values()) == sorted(counts)
        page.locator("button[type=reset]").click()
        page.wait_for_function("() => !location.hash")
    assert page.evaluate(COUNT, ROWS) == len(report.findings)


def test_a_filter_hides_the_fixes_of_hidden_findings_and_shows_their_severity(tab, report, tmp_path):
    first = report.findings[0]
    fix = replace(first.fix, summary="Call support.")
    other = replace(first, server=report.servers[1].name, severity="low", fingerprint=f"dl1:{1:020x}", fix=fix)
    findings = (first, other, *(one for one in report.findings if one.rule != first.rule))
    page = tab(saved(replace(report, findings=findings), tmp_path / "mixed.html"))
    group = page.locator(f"details[id={first.rule}]")
    group.locator("> summary").click()
    for severity, summary in ((first.severity, first.fix.summary), ("low", fix.summary)):
        page.locator("select[name=severity]").select_option(label=severity, timeout=20_000)
        assert group.locator("> summary .sev").inner_text() == severity
        assert group.locator(".part:visible").count() == 1
        assert summary[:12] in group.locator(".part:visible").inner_text()


@pytest.mark.parametrize(("words", "found"), [
    pytest.param("LOG001", True, id="a rule"),
    pytest.param("TRANSLOG_STATUS=0", True, id="a line of a file, in capitals"),
    pytest.param("no finding has this", False, id="nothing"),
])  # fmt: skip
def test_the_text_filter(words, found, tab, fleet, report):
    page = tab(fleet)
    page.locator("input[name=text]").fill(words)
    count = page.evaluate(COUNT, ROWS)
    assert bool(count) is found
    assert page.locator(STATUS).inner_text() == f"{count} of {len(report.findings)} findings"


def test_the_address_keeps_the_filter(tab, fleet):
    page = tab(fleet)
    page.locator("select[name=severity]").select_option(index=2)
    page.locator("input[name=text]").fill("notes.ini")
    left = page.locator(STATUS).inner_text()
    again = tab(fleet, page.url.partition("#")[2])
    assert again.locator(STATUS).inner_text() == left != tab(fleet).locator(STATUS).inner_text()


def test_a_findings_own_address_opens_it_though_a_filter_hides_it(tab, fleet, report):
    last = report.findings[-1]
    page = tab(fleet, last.fingerprint)
    article = page.locator(f"[id='{last.fingerprint}']")
    assert article.is_visible()
    page.locator("input[name=text]").fill("no finding has this")
    assert not article.is_visible()
    page.evaluate("name => { location.hash = name; }", last.fingerprint)
    article.wait_for(state="visible")


def test_the_first_steps_lead_to_their_findings(tab, fleet):
    page = tab(fleet)
    page.locator(".first a").first.click()
    assert page.locator(".rule[open]").count() == 1


def test_a_server_of_the_table_leads_to_its_findings(tab, report, tmp_path):
    page = tab(saved(copied(report, 30), tmp_path / "fleet.html"))
    link = page.locator("table.servers tbody a").nth(2)
    name = link.inner_text()
    link.click()
    page.wait_for_function("() => location.hash.includes('server=')")
    assert page.locator("select[name=server] option:checked").inner_text() == name
    assert page.evaluate(COUNT, ROWS) == len(copied(report, 1).findings)
    page.go_back()
    page.wait_for_function("() => !location.hash")
    assert page.evaluate(COUNT, ROWS) == len(copied(report, 30).findings)


def test_servers_are_sorted_either_way_and_back(tab, fleet):
    page = tab(fleet)
    heads = page.locator("table.servers thead th")

    def names():
        return page.locator("table.servers tbody th > :first-child").all_inner_texts()

    worst = names()
    for at, first in ((0, "ascending"), (1, "descending"), (2, "descending")):
        heads.nth(at).locator("button").click()
        once = names()
        assert heads.nth(at).get_attribute("aria-sort") == first
        heads.nth(at).locator("button").click()
        if at == 0:
            assert once == sorted(worst, key=str.lower) == names()[::-1]
        heads.nth(at).locator("button").click()
        assert names() == worst
    heads.nth(3).locator("button").click()
    texts = page.locator("table.servers tbody td[data-l=high]").all_inner_texts()
    figures = [int(text) if text.isdecimal() else 0 for text in texts]
    assert figures == sorted(figures, reverse=True)
    assert figures[0] > figures[-1]


def test_of_many_servers_the_worst_are_shown_and_all_on_demand(tab, report, tmp_path):
    page = tab(saved(copied(report, 30), tmp_path / "fleet.html"))
    visible = page.locator("table.servers tbody tr:visible")
    hidden = 30 - visible.count()
    assert hidden > 15
    page.get_by_role("button", name=f"{hidden} more").click()
    assert visible.count() == 30


def test_a_letter_of_the_drawing_leads_to_its_finding(tab, fleet):
    page = tab(fleet)
    link = page.locator(".storage a.clash").first
    ident = link.get_attribute("href")[1:]
    link.evaluate(
        "link => { for (let box = link; box; box = box.parentElement) if (box.tagName === 'DETAILS') box.open = true; }"
    )
    link.click()
    page.locator(f"[id='{ident}']").wait_for(state="visible")


def test_everything_can_be_done_with_the_keyboard(tab, fleet):
    page = tab(fleet)
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.matches('.skip')")
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.rule > summary')"):
            break
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") != "none"
    for opened in (1, 0):
        page.keyboard.press("Enter")
        assert page.locator(".rule[open]").count() == opened
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # into the finding that is open
    assert page.evaluate("() => document.activeElement.closest('.rule[open]') !== null")


def test_on_paper_the_findings_that_the_filter_leaves_are_open(tab, fleet, report, tmp_path):
    page = tab(fleet)
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.locator("article:visible").count() == len(report.findings)
    assert page.locator(".filters:visible, button:visible").count() == 0
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    page.locator("select[name=severity]").select_option(index=1)
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.locator("article:visible").count() == len(
        [one for one in report.findings if one.severity == "critical"]
    )
    assert page.locator(STATUS).is_visible()


@pytest.mark.parametrize(("name", "most"), [("windows-9.0.1-aged", 9), ("linux-12.0.2-good", 4)])
def test_a_printed_report_of_one_server_has_few_sheets(name, most, tab, tmp_path):
    page = tab(saved(report_of([name]), tmp_path / "page.html"))
    page.pdf(path=tmp_path / "page.pdf", format="A4")
    printed = (tmp_path / "page.pdf").read_bytes()
    assert 0 < printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") <= most


def test_the_page_says_the_same_without_its_script(browser, fleet, report):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(fleet.as_uri())
    for summary in page.locator(".rule > summary").all():
        summary.click()
    assert page.locator("article:visible").count() == len(report.findings)
    assert page.locator(".filters:visible").count() == 0
    context.close()


@pytest.fixture
def size_page(domlint, tmp_path):
    """The page of `domlint size` for servers of these names, all with the same users besides."""

    def made(names, users="", tests=""):
        servers = "".join(SERVER.format(name=toml(name)) + users for name in names)
        (tmp_path / "size.toml").write_text(servers + tests, encoding="utf-8")
        assert domlint("size", "size.toml", "--format", "html:size.html").returncode == 0
        return tmp_path / "size.html"

    return made


def test_of_a_sizing_nothing_is_cut_overlaps_or_keeps_anybody_out(tab, size_page, request):
    """Names that are hostile, or too long for their place, with curves, at three widths."""
    path = size_page(["".join(HOSTILE), "Mail01-" * 12], tests=TESTS.format(users=250))
    kept = request.config.getoption("--keep-screenshots")
    for width, scheme in zip(chromium.WIDTHS, ("light", "light", "dark"), strict=True):
        page = tab(path, width=width, scheme=scheme)
        if kept:
            page.screenshot(path=Path(kept) / f"size-{width}-{scheme}.png", full_page=True)
        assert chromium.faults(page) == []
        if chromium.AXE and width == chromium.WIDTHS[0]:  # it takes seconds
            assert chromium.barriers(page) == []


def test_a_sizing_opens_with_a_coloured_banner(tab, size_page):
    page = tab(size_page(["Mail01"]), width=390)
    banner = page.locator("header > :visible").first
    assert "1998" in banner.inner_text()
    background = "one => getComputedStyle(one).backgroundColor"
    assert banner.evaluate(background) != page.locator("html").evaluate(background)


def test_of_many_servers_paper_has_the_steps_that_are_open(tab, size_page):
    page = tab(size_page([f"Mail{number}" for number in range(11)], "maildb_active = 100\n"))
    page.emulate_media(media="print")
    printed = []
    for server in (0, 3):  # the first is all servers
        page.evaluate("at => { document.querySelectorAll('.part')[at].open = true; }", server)
        page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        printed.append(page.locator(".part:visible h3").all_inner_texts())
    assert printed == [["All servers"], ["All servers", "Mail2"]]
    assert page.locator(".paper:visible").all_inner_texts() == [
        "Of 11 servers, steps are printed only of those that are open on the page.",
        "The list of 55 figures is printed only where it is open on the page.",
    ]
    page.evaluate("() => { for (const one of document.querySelectorAll('.long')) one.open = true; }")
    assert page.locator(".part:visible").count() == 12
    assert page.locator(".paper:visible").count() == 0
    page.emulate_media(media="screen")
    assert page.locator(".paper:visible").count() == 0


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A page of which every name, value and text is hostile, made as anybody makes one."""
    folder = tmp_path_factory.mktemp("hostile")
    for at, text in enumerate(HOSTILE):
        notes = (
            NOTES.format(name=text, minutes=480)
            + f"Foo{text}={text}\nServerTasks=Update,{text}\nTRANSLOG_Path={text}\n"
        )
        (folder / f"server{at}").mkdir()
        (folder / f"server{at}" / "notes.ini").write_text(notes, encoding="utf-8")
        if text.isprintable():  # no array is found by a name with a control character
            (folder / f"server{at}" / "storage.toml").write_text(STORAGE.format(text=toml(text)), encoding="utf-8")
    (folder / "rules").mkdir()
    (folder / "rules" / "session.toml").write_text(
        SITE.format(text=toml(" ".join(text for text in HOSTILE if "{" not in text and text.isprintable()))),
        encoding="utf-8",
    )
    out = folder / "page.html"
    command = [sys.executable, "-m", "advisor", "check", "--rules", "rules", "--format", f"html:{out}", "."]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, check=False, timeout=300, env={**os.environ, "HOME": str(folder)}
    )
    assert done.returncode == 1, done.stderr
    return out


FOREIGN = """() => [
  ...document.querySelectorAll("img, iframe, object, embed, link, base, body script, body style"),
  ...[...document.querySelectorAll("*")].filter((one) => [...one.attributes].some((each) => /^on/i.test(each.name))),
].map((one) => one.outerHTML.slice(0, 80))"""


def test_hostile_names_values_and_texts_stay_text(tab, hostile):
    page = tab(hostile)
    for summary in page.locator(SUMMARY).all()[:3]:
        summary.click()
    assert page.evaluate(FOREIGN) == []
    assert chromium.faults(page) == []


def test_hostile_addresses_stay_text(tab, fleet):
    page = tab(fleet)
    for text in HOSTILE:
        word = quote(text)
        page.evaluate("hash => { location.hash = hash; }", f"text={word}&server={word}&severity={word}")
        page.wait_for_function("text => document.querySelector('input[name=text]').value === text", arg=text)
        assert page.evaluate(FOREIGN) == []
        page.evaluate("hash => { location.hash = hash; }", word)
    assert page.evaluate(FOREIGN) == []

"""The page of `--format html` in a real Chromium, where there is one: what it does, shows and lets through."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import chromium
import judged
import pytest
from fixture_servers import EVERY_CUT, FIXTURES
from test_page import HOSTILE, NOTES, toml
from test_page_size import SERVER, TESTS

from advisor.configuration.decisions import Decisions
from advisor.report import making, parts
from advisor.report.tally import Tally
from advisor.writers import html
from advisor.writers._options import Options

pytestmark = pytest.mark.skipif(not chromium.PROGRAM, reason="no Chromium is installed; .ci/run does where apt has it")
FLEET = ("windows-9.0.1-aged", "linux-12.0.2-good", "today-small-windows", "today-partitions")
STATUS, ROWS, BUTTON = ".shown", "tbody[data-f].on", "tbody[data-f].on > tr:first-child button"
EACH_CHOICE = """(field, [status, rows]) => [...field.options].slice(1).map((option) => {
  field.value = option.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return [document.querySelector(status).textContent, document.querySelectorAll(rows).length];
})"""  # what it says, and how many stand there

SITE = """
id = "THR901"
name = "house-rule"
category = "threads"
severity = "high"
confidence = "field"
since = "0.1.0"
when = 'set(ini.server_session_timeout)'
message = {text}
why = {text}

[fix]
safety = "manual"
summary = {text}
restart = "none"
rollback = {text}
verify = {text}
"""


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
    ground = parts.ground(judged.PACK.rules, judged.PACK, Decisions(), run.servers, needs=html.NEEDS)
    return making.of_run(run, unread, ground, Tally(ground), given="what was given")


def copied(report, servers):
    """The report of as many servers, each with the findings of the report's first one."""
    first = report.servers[0]
    own = [one for one in report.findings if one.server == first.name]
    names = [f"Mail{number:03}/Acme" for number in range(servers)]
    found = [
        one._replace(server=name, fingerprint=f"dl1:{place:08x}{at:012x}")
        for place, name in enumerate(names)
        for at, one in enumerate(own)
    ]
    return report._replace(servers=tuple(first._replace(name=name) for name in names), findings=tuple(found))


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


def column(page, place):
    return page.locator(f"tbody[data-f].on > tr:first-child > :nth-child({place})").all_inner_texts()


@pytest.mark.parametrize("scheme", chromium.SCHEMES)
@pytest.mark.parametrize("width", chromium.WIDTHS)
def test_nothing_is_cut_overlaps_or_keeps_anybody_out(width, scheme, tab, fleet, request):
    page = tab(fleet, width=width, scheme=scheme)
    kept = request.config.getoption("--keep-screenshots")
    page.locator(BUTTON).first.click()
    if kept:
        Path(kept).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(kept) / f"page-{width}-{scheme}.png", full_page=True)
    assert chromium.faults(page) == []
    each_once = chromium.WIDTHS.index(width) % 2 == chromium.SCHEMES.index(scheme)  # it takes seconds
    if chromium.AXE and (each_once or EVERY_CUT):
        assert chromium.barriers(page) == []


def test_filters(tab, fleet, report):
    page = tab(fleet)
    for name in ("severity", "server", "rule", "category", "needs"):
        field = page.locator(f"select[name={name}]")
        chosen = field.evaluate(EACH_CHOICE, [STATUS, ROWS])
        told = [int(re.match(r"\d+", words)[0]) for words, _ in chosen]
        assert told == [rows for _, rows in chosen]
        assert 0 not in told
        assert sum(told) == len(report.findings)
        if name != "needs":
            assert sorted(Counter(getattr(one, name) for one in report.findings).values()) == sorted(told)
        page.locator("button[type=reset]").click()
        page.wait_for_function("() => !location.hash")
    assert page.locator(ROWS).count() == len(report.findings)


def test_words_are_found_in_all_that_a_finding_says(tab, fleet, report):
    page = tab(fleet)
    page.locator("input[name=text]").fill(report.findings[0].name.upper())
    assert 0 < page.locator(ROWS).count() < len(report.findings)
    page.locator("input[name=text]").fill("no finding has this")
    assert page.locator(STATUS).inner_text() == f"0 of {len(report.findings)} findings"


def test_sorting_either_way(tab, fleet):
    page = tab(fleet)
    for place in range(1, 6):
        head = page.locator(f"table.findings thead th:nth-child({place})")
        values = []
        for way in ("ascending", "descending"):
            head.locator("button").click()
            assert head.get_attribute("aria-sort") == way
            assert page.locator("th[aria-sort]").count() == 1
            texts = [text.split("\n")[-1].split(" ")[0] if place == 2 else text for text in column(page, place)]
            values.append(list(dict.fromkeys(texts)))
        assert values[0] == values[1][::-1]
        assert len(values[0]) == len(set(values[0])) > 1


def test_a_finding_opens_and_shuts_and_the_address_keeps_it(tab, fleet):
    page = tab(fleet)
    page.locator("select[name=severity]").select_option(index=2)
    button = page.locator(BUTTON).nth(1)
    button.click()
    opened = page.locator("tbody[data-f].open")
    assert button.get_attribute("aria-expanded") == "true"
    assert opened.locator(".more").inner_text().strip()
    ident, address, left = opened.get_attribute("id"), page.url.partition("#")[2], page.locator(STATUS).inner_text()
    again = tab(fleet, address)
    assert again.locator("tbody[data-f].open").get_attribute("id") == ident
    assert again.locator(STATUS).inner_text() == left
    assert again.locator("tbody[data-f].open .more").is_visible()
    button.click()
    assert button.get_attribute("aria-expanded") == "false"
    assert page.locator("tbody[data-f] .more:visible").count() == 0


def test_a_chapter_is_gone_to_and_the_address_keeps_filter_and_open_findings(tab, fleet):
    page = tab(fleet)
    page.locator("select[name=severity]").select_option(index=2)
    page.locator(BUTTON).nth(1).click()
    kept = page.locator(STATUS).inner_text()
    for name in ("rules", page.locator(".rule").last.get_attribute("id"), "servers"):
        page.evaluate("name => document.querySelector(`a[href='#${name}']`).click()", name)
        page.wait_for_function("name => location.hash.includes(`at=${name}`)", arg=name)
        page.wait_for_function(
            "name => Math.abs(document.getElementById(name).getBoundingClientRect().top) < 5"
            " || scrollY + innerHeight >= document.documentElement.scrollHeight - 5",
            arg=name,
        )
    again = tab(fleet, page.url.partition("#")[2])
    assert again.locator(STATUS).inner_text() == kept
    assert again.locator("tbody[data-f].open").count() == 1
    assert again.evaluate("() => Math.abs(document.getElementById('servers').getBoundingClientRect().top)") < 5


def test_servers_are_sorted_either_way_and_back(tab, fleet):
    page = tab(fleet)
    heads = page.locator("table.servers thead button")

    def names():
        return page.locator("table.servers tbody th > :first-child").all_inner_texts()

    worst = names()
    for at, first in ((0, "ascending"), (1, "descending"), (2, "ascending"), (4, "descending")):
        heads.nth(at).click()
        once = names()
        assert page.locator("table.servers thead th").nth(at).get_attribute("aria-sort") == first
        heads.nth(at).click()
        if at == 0:
            assert once == sorted(worst, key=str.lower) == names()[::-1]
        heads.nth(at).click()
        assert names() == worst
    heads.nth(4).click()
    figures = [int(text) for text in page.locator("table.servers tbody td[data-l=high]").all_inner_texts()]
    assert figures == sorted(figures, reverse=True)
    assert figures[0] > figures[-1]


def test_a_findings_own_address_opens_it(tab, fleet, report):
    page = tab(fleet, report.findings[-1].fingerprint)
    assert page.locator("tbody[data-f].open").get_attribute("id") == report.findings[-1].fingerprint


def test_a_letter_of_the_drawing_leads_to_its_finding(tab, fleet):
    page = tab(fleet)
    link = page.locator(".storage a.clash").first
    ident = link.get_attribute("href")[1:]
    link.evaluate(
        "link => { for (let box = link; box; box = box.parentElement) if (box.tagName === 'DETAILS') box.open = true; }"
    )
    link.click()
    assert page.locator("tbody[data-f].open").get_attribute("id") == ident
    assert page.locator("tbody[data-f].open .more").is_visible()


def test_everything_can_be_done_with_the_keyboard(tab, fleet):
    page = tab(fleet)
    focused = "() => document.activeElement.outerHTML.slice(0, 80)"
    page.keyboard.press("Tab")
    assert "skip" in page.evaluate(focused)
    page.keyboard.press("Enter")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('tbody[data-f] button')"):
            break
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    assert page.locator("tbody[data-f].open").count() == 1
    page.keyboard.press("Enter")
    assert page.locator("tbody[data-f].open").count() == 0


def test_on_paper_everything_is_open(tab, fleet, report, tmp_path):
    page = tab(fleet)
    said = "() => getComputedStyle(document.querySelector('.shown'), '::after').content"
    page.locator("select[name=severity]").select_option(index=1)
    page.emulate_media(media="print")
    assert page.locator(f"{STATUS}:visible").count() == 1
    assert page.evaluate(said) == '": severity critical"'
    assert page.evaluate("() => getComputedStyle(document.querySelector('thead button')).textDecorationLine") == "none"
    page.emulate_media(media="screen")
    page.locator("button[type=reset]").click()
    page.wait_for_function("() => !location.hash")
    assert page.evaluate(said) in {"none", "normal"}
    page.pdf(path=tmp_path / "page.pdf")
    printed = (tmp_path / "page.pdf").read_bytes()
    assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") > 1
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.locator("tbody[data-f] .more:visible").count() == len(report.findings)
    assert page.locator(".filters:visible, nav:visible").count() == 0
    if reader := shutil.which("pdftotext"):
        text = subprocess.run([reader, tmp_path / "page.pdf", "-"], capture_output=True, check=True).stdout.decode()
        assert all(server.name in text for server in report.servers)


def test_the_page_says_the_same_without_its_script(browser, fleet, report):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(fleet.as_uri())
    assert page.locator("tbody[data-f] .more:visible").count() == len(report.findings)
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
    for button in page.locator(BUTTON).all()[:3]:
        button.click()
    assert page.evaluate(FOREIGN) == []
    assert chromium.faults(page) == []


def test_hostile_addresses_stay_text(tab, fleet):
    page = tab(fleet)
    for text in HOSTILE:
        word = quote(text)
        page.evaluate("hash => { location.hash = hash; }", f"text={word}&open={word}&server={word}&sort={word}")
        page.wait_for_function("text => document.querySelector('input[name=text]').value === text", arg=text)
        assert page.evaluate(FOREIGN) == []
        page.evaluate("hash => { location.hash = hash; }", word)
    assert page.evaluate(FOREIGN) == []


def test_a_filter_touches_no_more_than_it_shows(tab, report, tmp_path):
    """However many findings there are: what changes in the page, and what stands there, is bounded."""
    touched = []
    for servers in (20, 30):
        page = tab(saved(copied(report, servers), tmp_path / f"{servers}.html"))
        count = page.evaluate(
            """async () => {
                let changed = 0;
                new MutationObserver((changes) => { changed += changes.length; })
                  .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
                const field = document.querySelector("select[name=severity]");
                field.selectedIndex = 2;
                field.dispatchEvent(new Event("input", { bubbles: true }));
                await new Promise((done) => setTimeout(done));
                return changed;
            }"""
        )
        assert page.locator(ROWS).count() <= 200
        page.locator("table.servers thead button").first.click()
        page.locator("table.servers thead button").first.click()
        assert page.locator("table.servers tbody th:visible").first.inner_text().startswith(f"Mail{servers - 1:03}")
        assert page.locator("table.servers tbody tr:visible").count() == min(servers, 25)
        touched.append(count)
    assert max(touched) < 100

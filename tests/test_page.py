"""The page that `--format html` writes: what it says, that it is one whole file, and that nothing in it does anything."""

import base64
import hashlib
import re
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pages
import pytest

from advisor.pack.glossary import WORDS
from advisor.writers import _page, _page_findings, _page_servers

FIXTURES = Path(__file__).parent.parent / "fixtures"
NOTES = (
    "[Notes]\nKitType=2\nServerName={name}/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
    "TRANSLOG_Status=0\nServer_Session_Timeout={minutes}\nSERVER_RESTRICTED=2\nPorts=TCPIP\nPORTS=LAN\n"
)
HOSTILE = [
    "</script><script>alert(1)</script>", "--></style><style>*{}", "javascript:alert(1)", '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }}{% raw %}", "&lt;b&gt;", "\u2028</textarea>", "]]><svg onload=alert(1)>", "'`<code>`",
]  # fmt: skip
SITE = """
id = "LOCAL001"
name = "session-timeout-house"
title = {text}
since = "0.1.0"
severity = "high"
confidence = "field"
category = "threads"
subject = "server"
when = "ini.server_session_timeout > 30"
message = {text}
why = {text}
"""


@pytest.fixture
def page(domlint, tmp_path):
    """Checks files, and gives the page as it is parsed."""

    def made(files, *options):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        done = domlint("check", "--format=html", *options)
        assert done.returncode in (0, 1, 2, 3), done.stderr
        return pages.Page(done.stdout.decode())

    return made


def several(count):
    return {f"mail{at}/notes.ini": NOTES.format(name=f"Mail{at}", minutes=400 + at) for at in range(count)}


def test_nothing_but_the_pages_own_style_and_script_may_load_or_run(page):
    made = page(several(2))
    [policy] = [
        attributes["content"]
        for tag, attributes in made.elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    for tag in ("style", "script"):
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in made.own[tag]]
        assert rules.pop(f"{tag}-src").split() == [f"'sha256-{digest}'" for digest in dict.fromkeys(digests)]
    assert len(made.own["script"]) == 1
    assert rules == dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'")
    assert not re.search(
        r"https?:|url\(|@import|\bfetch\b|XMLHttp|innerHTML|eval\(", "".join(made.own["style"] + made.own["script"])
    )
    assert list(made.dangers) == []


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_what_files_hold_stays_text(text, page):
    plain, hostile = (
        page({
            f"{word.replace('/', '_')}/notes.ini": NOTES.format(name=word, minutes=480) + f"Foo{word}={word}\nServerTasks=Update,{word}\n",
            "domlint.toml": f'[[waive]]\nrule = "LOG001"\nreason = {toml(word)}\nowner = {toml(word)}\n',
        }, "--config=domlint.toml", ".")
        for word in ("plain", text)
    )  # fmt: skip
    assert list(hostile.dangers) == []
    assert set(hostile.tags) == set(plain.tags)
    assert hostile.tags.count("script") == 1
    assert hostile.own["script"] == plain.own["script"]
    assert hostile.own["style"][0] == plain.own["style"][0]
    assert not any(sign in text for text in hostile.own["style"][1:] for sign in "<@/")


def toml(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@pytest.mark.parametrize("files", [{}, several(1), several(3)], ids=["nothing", "one server", "several"])
def test_headings_are_in_order_and_links_lead_somewhere(files, page):
    made = page({"readme.txt": "hello", **files})
    levels = [int(tag[1]) for tag in made.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= before + 1 for before, later in pairwise(levels))
    ids = made.values("id")
    assert len(ids) == len(set(ids))
    assert {value[1:] for value in made.values("href") if value.startswith("#")} <= set(ids)
    assert set(" ".join(made.values("aria-labelledby")).split()) <= set(ids)


@pytest.mark.parametrize(("files", "says"), [
    ({"readme.txt": "hello"}, "Nothing was judged."),
    (several(1), "Mail0/Acme has"),
    (several(3), "3 of 3 servers have high findings; "),
])  # fmt: skip
def test_one_sentence_tells_how_it_stands(files, says, page):
    assert says in page(files).said


@pytest.mark.parametrize(("unknown", "applicable", "says"), [
    ([(40, 100), (33, 99)], [], "37 % of what applies to them could not be judged"),
    ([(1, 1000), (0, 1000)], [], "less than 1 % of what applies to them could not be judged"),
    ([(999, 1000), (1000, 1000)], [], "99 % of what applies to them could not be judged"),
    ([(0, 10), (0, 10)], [], "all that applies to them was judged"),
    ([(0, 10), (0, 10)], ["CLU001"], "1 rule could not be judged on a cluster"),
    ([(3, 10)], [], "3 of the 10 rules that apply could not be judged"),
])  # fmt: skip
def test_the_sentence_tells_how_much_of_what_applies_is_open(unknown, applicable, says):
    servers = [SimpleNamespace(coverage=SimpleNamespace(unknown=part, applicable=whole)) for part, whole in unknown]
    report = SimpleNamespace(servers=servers, left_open=[SimpleNamespace(rule=rule) for rule in applicable])
    assert _page_servers._open(report) == says


def test_what_to_send_is_apart_from_what_to_correct_and_says_by_what_it_is_sorted(page):
    files = several(3) | {"mail1/notes.ini": NOTES.format(name="Mail1", minutes="480x")}
    made = page(files)
    correct, send = made.said.index("What to correct"), made.said.index("What to send")
    assert "What was not" not in made.said
    assert correct < made.said.index('"480x" is not a number') < send
    told = re.findall(r"rules? on (\d) of 3 servers: (\d+) verdict", made.said[send : made.said.index("All ")])
    assert len(told) > 2
    assert all(int(one[1]) >= int(other[1]) for one, other in pairwise(told))


@pytest.mark.parametrize(("files", "said", "silent"), [
    ({"readme.txt": "hello"}, [], ["Words of this report", "Letters: "]),
    (several(1), ["medium severity", "Words of this report"], ["measuredx"]),
])  # fmt: skip
def test_only_words_that_occur_are_explained(files, said, silent, page):
    made = page(files)
    assert [word for word in said if word not in made.said] == []
    assert [word for word in silent if word in made.said] == []
    explained = {word.word for word in WORDS if f"{word.word} {word.of}{word.meaning}"[:40] in made.said}
    of_rules = {"measured", "documented", "field"} & explained
    assert all(f"Why {word}" in made.said for word in of_rules)


def test_a_command_that_takes_itself_back_says_when(page):
    made = page({
        "mail0/notes.ini": "[Notes]\nKitType=2\nServerName=Mail0/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\nServerTasks=Replica,Router\n",
        "mail0/stat.txt": "> show stat\n  SMTP.DNSBL.relays.ordb.org.10.1.2.3.Hits = 9\n  SMTP.DNSBL.TotalHits = 9\n  Server.ElapsedTimeDays = 1.5\n",
    })  # fmt: skip
    assert "Type tell smtp update configAgain, once the change is taken back." in made.said
    assert "Back tell smtp" not in made.said


def test_a_report_that_is_not_whole_says_so_on_top(page):
    made = page({**several(1), "mail1/notes.ini": ""})
    assert made.said.index("This report is not whole.") < made.said.index("What was given")


def test_what_is_below_the_least_severity_is_counted(page):
    assert re.search(r"\d+ findings below high not shown", page(several(1), "--min-severity=high").said)


def test_a_finding_shows_its_line_and_what_to_type(page):
    made = page(several(1))
    assert "Idle sessions are kept for 400 minutes." in made.said
    assert "Server_Session_Timeout=400" in made.said
    assert "set config Server_Session_Timeout=" in made.said
    assert "Way back:" in made.said


def test_of_very_many_findings_what_several_say_stands_once(page, monkeypatch):
    plain = page(several(3))
    monkeypatch.setattr(_page_findings, "_MANY", 5)
    lean = page(several(3))
    assert len(lean.said) < len(plain.said)
    assert {value for value in lean.values("href") if value.startswith("#way-")} <= {
        f"#{name}" for name in lean.values("id")
    }
    assert any(value.startswith("#way-") for value in lean.values("href"))


def test_a_finding_of_very_many_takes_little_room(domlint, tmp_path, monkeypatch):
    """10,000 are to stand in 10 MB, with all else that a page has."""
    monkeypatch.setattr(_page_findings, "_MANY", 5)
    for name, text in several(12).items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    text = domlint("check", "--format=html").out
    begin, end = text.index('<section id="findings"'), text.index("</table>", text.index('table class="findings"'))
    assert len(text[begin:end].encode()) / text.count("data-f=") < 800


@pytest.mark.parametrize(("text", "made"), [
    ("plain", "plain"), ("`a` and `<b>`", "<code>a</code> and <code>&lt;b&gt;</code>"), ("a`", "a`"), ("``", "``"),
    ("`\x1b`", "<code>\\x1b</code>"), ("to ``` `a` ``b`` ``` again", "to <code>`a` ``b``</code> again"),
])  # fmt: skip
def test_what_stands_in_backticks_is_code(text, made):
    assert _page.coded(text) == made


def test_as_another_release_it_tells_what_goes_away(page):
    old = {"mail2/notes.ini": NOTES.format(name="Mail2", minutes=400).replace("12.0.2", "9.0.1")}
    made = page(several(2) | old, "--as-release=14.5")
    assert "What Domino 14.5 changes besides" in made.said
    assert "judged as 14.5" in made.said
    assert "of what would differ as Domino 14.5; letters and rules judged are of all" in made.said


def test_of_another_release_only_what_would_differ_is_said_to_be_open(page):
    notes = (FIXTURES / "windows-9.0.1-aged" / "notes.ini").read_text()
    made = page({"mail7/notes.ini": notes}, "--as-release=14.5")
    assert re.search(r"\d rules? of what would differ as Domino 14.5 could not be judged", made.said)

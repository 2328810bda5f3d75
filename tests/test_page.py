"""The page that `--format html` writes: the order of its parts, that it is one file, and that it loads nothing."""

import base64
import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path

import data
import pages
import pytest

FIXTURES = Path(__file__).parent.parent / "fixtures"
NOTES = (
    "[Notes]\nKitType=2\nServerName={name}/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
    "TRANSLOG_Status=0\nServer_Session_Timeout={minutes}\nSERVER_RESTRICTED=2\nPorts=TCPIP\nPORTS=LAN\n"
)
HOSTILE = [
    "</script><script>alert(1)</script>", "--></style><style>*{}", "javascript:alert(1)", '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }}{% raw %}", "&lt;b&gt;", "\u2028</textarea>", "]]><svg onload=alert(1)>", "'`<code>`",
]  # fmt: skip
SITE = data.text("page/site.txt")


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
    assert set(hostile.tags) <= set(plain.tags) | {"ol"}  # it has more findings, and so a list of first steps
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


def ids_in_order(made, *wanted):
    """Return those of the ids that the page has, in its order."""
    return [name for name in made.values("id") if name in wanted]


CHAPTERS = ("first", "servers", "findings", "open", "files")


@pytest.mark.parametrize(("files", "chapters"), [
    pytest.param({"readme.txt": "hello"}, ["findings", "files"], id="no server"),
    pytest.param(several(1), ["findings", "open", "files"], id="one server, few findings"),
    pytest.param(several(3), ["first", "servers", "findings", "open", "files"], id="several servers"),
])  # fmt: skip
def test_findings_come_before_inputs_and_unchecked_rules(files, chapters, page):
    assert ids_in_order(page(files), *CHAPTERS) == chapters


@pytest.mark.parametrize(("count", "tables"), [(1, 0), (2, 1), (7, 1)])
def test_only_several_servers_have_a_table(count, tables, page):
    assert page(several(count)).tags.count("table") == tables


@pytest.mark.parametrize(("count", "groups_of_a_rule"), [
    pytest.param(3, 3, id="a few servers: by server"),
    pytest.param(6, 1, id="many servers: by rule"),
])  # fmt: skip
def test_findings_are_grouped_as_in_the_text(count, groups_of_a_rule, page, domlint, tmp_path):
    made = page(several(count))
    groups = [attributes for tag, attributes in made.elements if tag == "details" and attributes.get("class") == "rule"]
    rules = json.loads(domlint("check", "--format=json").stdout)["findings"]
    assert made.tags.count("article") == len(rules)
    assert len(groups) == len({one["rule"] for one in rules}) * groups_of_a_rule


def test_findings_of_one_server_have_the_order_of_the_text(page, domlint):
    made = page(several(1))
    text = domlint("check").out
    rules = [value for value in made.values("id") if re.fullmatch("[A-Z]{3,4}[0-9]{3}", value)]
    assert len(rules) > 3
    assert rules == sorted(rules, key=lambda rule: text.index(f" {rule} "))


def test_a_rules_title_has_no_value_of_one_server(page):
    made = page({f"mail{at}/notes.ini": NOTES.format(name=f"Mail{at}", minutes=400 + at) for at in range(7)})
    title = made.said.partition("THR001 ")[0].rpartition("low")[2]
    assert "sessions" in title
    assert not re.search(r"40\d", title)


def test_the_reasons_are_inside_the_finding(page):
    made = page(several(1))
    log = made.said.index("LOG001 transaction-logging-off")
    after = made.said[log:]
    assert "Why" in after[: after.index("INI003 ")]


def test_inputs_to_correct_come_before_inputs_to_send_and_those_that_most_rules_need_first(page):
    made = page(several(3) | {"mail1/notes.ini": NOTES.format(name="Mail1", minutes="480x")}, "--platform", "linux")
    correct, send = made.said.index("What to correct"), made.said.index("What to send")
    assert correct < made.said.rindex('"480x" is not a number') < send
    counts = [
        int(rules) * int(servers) for rules, servers in re.findall(r"(\d+) rules? on (\d) server", made.said[send:])
    ]
    assert len(counts) > 2
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize(("content", "graded"), [
    pytest.param("[Notes]\nKitType=2\nServerName=Mail01/Acme\n", False, id="three lines"),
    pytest.param(several(1)["mail0/notes.ini"], True, id="a high finding"),
])  # fmt: skip
def test_the_head_says_whether_the_server_is_graded(content, graded, page):
    made = page({"notes.ini": content})
    letters = [value for value in made.values("class") if value.startswith("grade ")]
    assert letters == ["grade gC" if graded else "grade g-"]
    assert bool(re.search("Grade C", made.said)) is graded


def test_a_command_that_undoes_itself_says_when(page):
    made = page({
        "mail0/notes.ini": "[Notes]\nKitType=2\nServerName=Mail0/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\nServerTasks=Replica,Router\n",
        "mail0/stat.txt": "> show stat\n  SMTP.DNSBL.relays.ordb.org.10.1.2.3.Hits = 9\n  SMTP.DNSBL.TotalHits = 9\n  Server.ElapsedTimeDays = 1.5\n",
    })  # fmt: skip
    assert "Type tell smtp update config" in made.said
    assert "Undo tell smtp" not in made.said


def test_an_incomplete_report_says_so_before_the_findings(page):
    made = page({**several(1), "mail1/notes.ini": ""})
    roles = [attributes.get("role") or attributes.get("id") for _, attributes in made.elements]
    assert roles.index("note") < roles.index("findings")


def test_findings_below_the_least_severity_are_counted(page):
    made = page(several(1), "--min-severity=high")
    assert re.search(r"\d+ below high not shown", made.said)
    assert made.tags.count("article") < page(several(1)).tags.count("article")


def test_a_finding_shows_its_line_and_what_to_type(page):
    made = page(several(1))
    assert "Server_Session_Timeout=400" in made.said
    assert "set config Server_Session_Timeout=" in made.said


def test_a_finding_of_a_fleet_takes_little_room(domlint, tmp_path):
    """A page of 10,000 findings has at most 10 MB: a server more costs less than 1,000 bytes a finding."""
    sizes = []
    for count in (10, 30):
        for name, text in several(count).items():
            (tmp_path / str(count) / name).parent.mkdir(parents=True)
            (tmp_path / str(count) / name).write_text(text)
        text = domlint("check", str(count), "--format=html").out
        findings = text[text.index('id="findings"') : text.index('id="files"')]
        sizes.append((len(findings.encode()), findings.count("<article")))
    (size, number), (larger, more) = sizes
    assert (larger - size) / (more - number) < 1000


@pytest.mark.parametrize(("message", "shown"), [
    ("plain", "plain"), ("`a` and `<b>`", "<code>a</code> and <code>&lt;b&gt;</code>"), ("a`", "a`"), ("``", "``"),
    ("to ``` `a` ``b`` ``` again", "to <code>`a` ``b``</code> again"),
])  # fmt: skip
def test_text_between_backticks_is_code(message, shown, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(several(1)["mail0/notes.ini"])
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "rule.toml").write_text(SITE.format(text=toml(message)))
    assert f"<b>{shown}</b>" in domlint("check", "notes.ini", "--rules=house", "--format=html").out


def test_a_page_of_an_upgrade_lists_what_changes(page):
    old = {"mail2/notes.ini": NOTES.format(name="Mail2", minutes=400).replace("12.0.2", "9.0.1")}
    made = page(several(2) | old, "--as-release=14.5")
    assert ids_in_order(made, "findings", "upgrade", "files") == ["findings", "upgrade", "files"]
    assert "checked as 14.5" in made.said

"""domlint size as it is read: the plans of docs/size.md are calculated, and names and words of the answer mislead nobody."""

import json
import re
from pathlib import Path

import pages
import pytest

from advisor.sizing import plan

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "size.md").read_text(encoding="utf-8")
USERS, TESTS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
SERVER = "[[server]]\nname = {}\nmail_light = {}\n"


def servers(*called):
    """A plan of servers of these plan, each with a user more than the last."""
    return "".join(SERVER.format(json.dumps(name), place + 300) for place, name in enumerate(called))


@pytest.fixture
def sized(domlint, tmp_path):
    """Sizes a plan, and gives what is printed."""

    def size(plan, *options, **environment):
        (tmp_path / "size.toml").write_text(plan, encoding="utf-8")
        done = domlint("size", "size.toml", *options, cwd=tmp_path, env={"COLUMNS": "100", **environment})
        assert (done.returncode, done.err) == (0, "")
        return done.out

    return size


@pytest.mark.parametrize("plan", [TESTS, USERS + TESTS], ids=["alone", "beside users"])
def test_the_tests_that_the_page_asks_for_answer(plan, sized):
    told = json.loads(sized(plan, "--format", "json"))
    assert [one["of"] for one in told["predictions"]] == ["cluster", "logging"]
    assert all(one["steps"] for one in told["predictions"])


HOSTILE = [  # a name, and how it stands in every output
    ("\x1b]0;owned\x07\x1b[2J", r"\x1b]0;owned\x07\x1b[2J"),
    ("a: 9999 MB\nnote: all is well", r"a: 9999 MB\x0anote: all is well"),
    ("a\r\x9b31mb\x7f", r"a\x0d\x9b31mb\x7f"),
    ("left\u202eright\u2066", r"left\u202eright\u2066"),
    ("nothing\u200b\ufeff\xad here", r"nothing\u200b\ufeff\xad here"),
    ("one\u2028two\u2029", r"one\u2028two\u2029"),
    ("\tblanks \t in\xa0it ", "blanks in it"),
]
WAYS = {
    "piped": (),
    "terminal": ("--color", "always"),
    "JSON": ("--format", "json"),
    "HTML": ("--format", "html"),
}
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("way", WAYS)
def test_no_name_reaches_an_output_raw(way, sized):
    called, told = zip(*HOSTILE, strict=True)
    out = sized(servers(*called), *WAYS[way])
    assert re.findall(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u200b\u2028-\u202e\u2066\ufeff]", COLOURS.sub("", out)) == []
    if way == "JSON":
        assert [one["name"] for one in json.loads(out)["servers"]] == list(told)
    else:
        said = pages.Page(out).said if way == "HTML" else out
        assert [name for name in told if name not in said] == []


LONG = "Mail-" * 18 + "Berlin/Acme"


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_long_name_is_cut_in_its_middle_and_no_other(width, sized):
    out = sized(servers(LONG, "b", "日本語" * 20, LONG + "2"), COLUMNS=str(width))
    chart = re.search(r"^Processor use.*?\n\n", out, re.DOTALL | re.MULTILINE)[0].splitlines()
    assert re.match(r"  Mail[-Mail]*….*/Acme +[#|.]+ 1\d\.\d %$", chart[1])
    assert re.match(r"  b +  [#|.]+ 1\d\.\d %$", chart[2])
    assert re.match(r"  日[日本語]*…[日本語]*語 +[#|.]+ 1\d\.\d %$", chart[3])
    assert re.match(r"  Mail[-Mail]*….*/Acme2 +[#|.]+ 1\d\.\d %$", chart[4])
    assert "50 %" in chart[5] and "…" not in chart[5]


NAMES = [  # names of servers, and what is said of the last
    (["a", " A\t"], 'two servers are called "a"'),
    (["S", "\uff33"], 'two servers are called "S"'),
    (["a b", "a  b"], 'two servers are called "a b"'),
    (["a", " "], "name: a server wants a name that can be seen"),
    (["all servers"], 'name: "all servers" is what the answer calls a part of its own; call the server otherwise'),
    (["Sources"], 'name: "Sources" is what the answer calls a part of its own; call the server otherwise'),
    (["NOTE"], 'name: "NOTE" is what the answer calls a part of its own; call the server otherwise'),
]  # fmt: skip


@pytest.mark.parametrize(("called", "said"), NAMES)
def test_names_that_cannot_be_told_apart_are_refused(called, said, domlint, tmp_path):
    plan = servers(*called)
    (tmp_path / "size.toml").write_text(plan, encoding="utf-8")
    done = domlint("size", "size.toml", cwd=tmp_path)
    number = max(place for place, text in enumerate(plan.splitlines(), 1) if text.startswith("name"))
    assert (done.returncode, done.out, done.err) == (2, "", f"domlint: size.toml:{number}: {said}\n")


def test_every_heading_of_the_text_is_taken(sized):
    """A line at the left that stands alone is a heading: no server can be called so."""
    for options in ((), ("--as-printed",)):
        found = re.findall(r"^(?!  )(.+)\n\n", sized(USERS + TESTS, *options), re.MULTILINE)
        headings = [one for one in found if one not in {"Server 1", "Server 2"} and len(one) < 60]
        assert len(headings) > 3
        assert [one for one in headings if not list(plan.name_errors([one]))] == []


@pytest.mark.parametrize("way", WAYS)
def test_no_release_reaches_an_output_raw(way, sized):
    out = sized('release = "R14.5\\u001b[2J\\u202e, of \\n  late"\n[kinds]\nmail_light = 5\n', *WAYS[way])
    assert "14.5" in out
    assert " late" not in out
    assert re.findall(r"[\x1b\u202e]", COLOURS.sub("", out)) == []


TINY, WHOLE = "[kinds]\nmail_light = 1\n", "[kinds]\nmail_light = 960\n"
CLUSTER, LOG = "[predict.cluster]\nkind = {!r}\nusers = {}\n", "[predict.logging]\nusers = {}\n"
MIXED = '[[server]]\nname = "a"\nmail_light = 50\ngroupware = 50\n'
WORDS = [  # a plan, options, and what is said of it
    (TINY, (), "Less than 0.01 of a system: 1 server."),
    (WHOLE, (), "1 system: 1 server."),
    ("[kinds]\nmail_light = 800\n", (), "0.83 of a system: 1 server."),
    ("[kinds]\nmail_light = 10_000_000\n", (), "Each of 10,417 servers: "),
    (servers("a", "b"), (), "0.63 of a system: 1 server; the plan has 2."),
    ('[[server]]\nname = "a"\nmail_light = 1500\n', (), "a: its processors are busier than 70 %, the upper limit."),
    (TINY, (), "users 1, at 150 users: 64 MB"),
    (TINY, (), "memory 512 MB, price of a user 9.40 $"),
    (TINY, (), "comfortable 50 %, upper 70 %"),
    (TINY, (), "printed from January 1998 to August 1999."),
    (LOG.format(1), (), "printed from August 1999 to January 2003."),
    (LOG.format(1), (), "R6Mail on Solaris, against release 6"),
    (LOG.format(1) + "within_s = 1\n", (), "Users within 1 s, log on RAID array"),
    (CLUSTER.format("light", 250), (), "response time 109.2 ms, limit 1 s"),
    (CLUSTER.format("light", 1), (), "1 user is before the first measured row (100 users)"),
    (CLUSTER.format("light", 100), (), "configuration 2: 6.5 %"),
    (CLUSTER.format("medium", 100) + "standbys = 1\n", (), "not measured standby servers 1 1 server is before the first"),
    (CLUSTER.format("medium", 100) + "standbys = 1\n", (), "replicas 1, times at 1 replica: 2"),
    (MIXED, (), "total: print: the paper has one figure for users of several workloads"),
    (MIXED, (), "a, Memory, least, total: 256 MB, not in print"),
    (MIXED, ("--as-printed",), "Of memory the paper has one figure for users of several workloads, and not two: a."),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "options", "says"), WORDS)
def test_one_many_and_none_are_said_as_people_do(plan, options, says, sized):
    assert says in " ".join(sized(plan, *options).split())


def test_processors_over_a_limit_are_noted_once(sized):
    plan = "".join(SERVER.format(json.dumps(name), users) for name, users in {"a": 1500, "b": 1000, "c": 1100}.items())
    told = json.loads(sized(plan, "--format", "json"))["notes"]
    assert [note for note in told if "busier" in note] == [
        "a: its processors are busier than 70 %, the upper limit.",
        "b and c: their processors are busier than 50 %, the comfortable limit.",
    ]


def test_a_field_that_a_server_has_not_is_no_kind(domlint, tmp_path):
    (tmp_path / "size.toml").write_text('[[server]]\nname = "a"\nbranch = 1\n')
    said = domlint("size", "size.toml", cwd=tmp_path).err
    kinds = "mail_light, mail_medium, mail_heavy, maildb_readers, maildb_active, groupware, discussion"
    assert said == f'domlint: size.toml:3: a server has no "branch"; there are {kinds}, name and databases\n'

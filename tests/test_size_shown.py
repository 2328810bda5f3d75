"""The text of `domlint size`: the plans of docs/size.md are calculated, and hostile or misleading names are refused."""

import json
import re
from pathlib import Path

import pages
import pytest

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


@pytest.mark.parametrize("way", WAYS)
def test_no_release_reaches_an_output_raw(way, sized):
    out = sized('release = "R14.5\\u001b[2J\\u202e, of \\n  late"\n[kinds]\nmail_light = 5\n', *WAYS[way])
    assert "14.5" in out
    assert " late" not in out
    assert re.findall(r"[\x1b\u202e]", COLOURS.sub("", out)) == []

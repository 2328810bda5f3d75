"""Defaults, masks, and where a configuration is looked for."""

import pytest
from at_once import at_once

from advisor import pack
from advisor.configuration import file
from advisor.configuration.site import Configuration
from advisor.facts import Complete, Fact, Facts
from advisor.judging import engine
from advisor.judging.lookup import Missing
from advisor.report import masking
from advisor.report.model import Unjudged
from advisor.source import Source
from advisor.values.printing import here
from advisor.writers.coverage import urgency, wanted_of


def catalogue_of(settings):
    empty = {"families": [], "folklore": {}, "keys": {}, "evidence": [], "names": []}
    return pack.Catalogue({"settings": settings, **empty})


DEFAULTS = [
    ("8.0", 20),
    ("8.4", 20),
    ("8.5", 40),
    ("7.0", None),
    ("8.0 or newer", None),
    ("8.5 or newer", 40),
    (None, None),
]


@at_once(("release", "value"), DEFAULTS)
def test_a_default_holds_in_its_releases(release, value):
    entry = {
        "name": "X",
        "type": "number",
        "meaning": "x",
        "source": "x",
        "default": [
            {"value": "20", "source": "x", "since": "8.0", "until": "8.5"},
            {"value": "40", "source": "x", "since": "8.5"},
        ],
    }
    catalogue = catalogue_of({"x": entry})
    facts = Facts()
    facts.add([Complete("ini.", Source.of("notes.ini", b""))])
    facts.add([Fact("release", release)] if release else [])
    assert engine.Values(facts, catalogue)["ini.x", "number"] == value


@pytest.mark.parametrize(("stop", "found"), [("above", True), (None, False), (".git", False), ("home", False)])
def test_a_configuration_is_looked_for_up_to_git_or_home(stop, found, tmp_path):
    inner = tmp_path / "project" / "sub"
    inner.mkdir(parents=True)
    (tmp_path / "domlint.toml").write_text("")
    if stop == ".git":
        (tmp_path / "project" / ".git").mkdir()
    if stop == "above":
        (tmp_path / ".git").mkdir()
    home = tmp_path / "project" if stop == "home" else here().parent / "nowhere"
    assert (file.find_file(inner, home) is not None) == found


STOPS = [("project", None), ("project/sub", None), (".", "domlint.toml"), ("elsewhere", None)]


@pytest.mark.parametrize(("home", "used"), STOPS)
def test_what_lies_above_the_home_directory_is_not_used(home, used, tmp_path, monkeypatch):
    inner = tmp_path / "project" / "sub" / "deep"
    inner.mkdir(parents=True)
    (tmp_path / "domlint.toml").write_text('ignore = ["INI"]')
    monkeypatch.setattr(file.Path, "home", lambda: tmp_path / home)
    monkeypatch.chdir(inner)
    site = file.configuration(None, False, pytest.fail)
    assert site.path == used
    assert site.ignore == (("INI",) if used else ())
    assert file.configuration(None, True, pytest.fail) == Configuration()


ADDRESSES = [
    ("ldap://reader:hunter2@ldap.example.com", "ldap://reader:***@ldap.example.com"),
    ("redis://:hunter2@host", "redis://:***@host"),
    ("a http://u:hunter2@x and http://v:hunter2@y", "a http://u:***@x and http://v:***@y"),
    ("http://u@host/a:b", "http://u@host/a:b"),
    ("http://host:80/u@x", "http://host:80/u@x"),
    ("http://host:80", "http://host:80"),
    ("this is no XML any more (not well-formed (invalid token))",) * 2,
]


@at_once(("text", "shown"), ADDRESSES)
def test_the_password_in_an_address_is_masked(text, shown):
    assert masking.masked(catalogue_of({}), text) == shown


def test_a_secret_by_the_catalogue_s_flag_is_masked():
    entry = {"name": "StatPub_URI", "type": "text", "meaning": "x", "source": "x", "secret": True}
    catalogue = catalogue_of({"statpub_uri": entry})
    assert masking.value(catalogue, "ini.statpub_uri", "x") == "***"
    assert masking.masked(catalogue, "A=1 StatPub_URI=https://key@host") == "A=1 StatPub_URI=***"


def lacking(name, *inputs, severity="low", given=False, may_apply=True):
    missing = tuple(Missing("k" if may_apply else "platform", text, given=given) for text in inputs)
    return Unjudged(name, name, "s", None, "server", "rule", missing, severity)


def test_the_most_wanted_inputs_come_first():
    unknown = [lacking("a", "x"), lacking("b", "y", "x"), lacking("c", "x", "z"), lacking("d", "y")]
    wanted = wanted_of(unknown)
    assert [(one.collect, len(one.rules)) for one in wanted.values()] == [("x", 3), ("y", 2), ("z", 1)]
    assert [row.name for row in sorted(unknown, key=lambda row: urgency(row, wanted))] == ["d", "a", "b", "c"]


FIRST = [
    (lacking("a", "x", severity="high"), [lacking(name, "y") for name in "bcd"], "the worst, however few rules"),
    (lacking("a", "x"), [lacking("b", "y", severity="critical", may_apply=False)], "what the server can have"),
    (lacking("a", "x", given=True), [lacking("b", "y", severity="high")], "what a file that was given lacks"),
]


@at_once(("first", "others", "why"), FIRST)
def test_what_is_asked_for_first(first, others, why):
    assert next(iter(wanted_of([*others, first]))) == "x", why

"""Figures of rules: held by examples, and changed by a site."""

import tomllib

import pytest
from at_once import at_once
from msgspec.structs import replace

from advisor import pack
from advisor.checking import examples, rules
from advisor.configuration import selection
from advisor.configuration.site import Configuration
from advisor.pack import pages
from advisor.pack.language.parse import parse

PACK = pack.builtin()
TYPES = {"ini.server_session_timeout": "number", "release": "release"}
KEY = "ini.server_session_timeout"
ALL = ("5", "6", "9", "10")
HELD = [  # when, severity_when.high, least, what is set in an example each; the figures that are named
    (f"{KEY} < least", None, 6, ("5", "6"), []),
    (f"{KEY} < least", None, 6, ("4", "6"), ["least = 6"]),
    (f"{KEY} < 6", None, None, ("5", "6"), []),
    (f"{KEY} < 6", None, None, ("5", "7"), ["6 in when"]),
    (f"not ({KEY} >= 6 and {KEY} <= 9)", None, None, ALL, []),
    (f"not ({KEY} >= 6 and {KEY} <= 9)", None, None, ALL[:-1], ["9 in when"]),
    (f"6 <= {KEY}", None, None, ("5", "6"), []),
    (f"6 <= {KEY}", None, None, ("6", "7"), ["6 in when"]),
    (f"{KEY} < 6", f"{KEY} < 3", None, ("2", "3", "5", "6"), []),
    (f"{KEY} < 6", f"{KEY} < 3", None, ("2", "5", "6"), ["3 in severity_when.high"]),
    (f"{KEY} > 0 and {KEY} != -1", None, None, ("5",), []),
    ("release < 9.0", None, None, ("5",), []),
    (f"set({KEY})", None, None, ("5",), []),
]


def ruled(when, high, least, settings):
    """A rule with these conditions and parameters, and an example for each setting."""
    rule = next(rule for rule in PACK.rules if rule.name == "session-timeout-short")
    parameters = {} if least is None else {"least": least}
    files = [{"notes.ini": f"[Notes]\nKitType=2\nServer_Session_Timeout={text}\n"} for text in settings]
    return replace(
        rule,
        applies=None,
        when=parse(when, TYPES, parameters),
        severity_when=[["high", parse(high, TYPES, parameters)]] if high else [],
        parameters=parameters,
        row={**rule.page_row, "examples": [{"expect": "fail", "files": each} for each in files]},
    )


@pytest.mark.parametrize(("when", "high", "least", "settings", "named"), HELD)
def test_a_figure_that_no_example_holds_is_named(when, high, least, settings, named):
    rule = ruled(when, high, least, settings)
    assert len(examples.all_read(rule, PACK)) == len(settings)
    said = [
        sentence.removeprefix("no example changes its verdict or severity when ").removesuffix(
            " is one more or one less"
        )
        for sentence in rules.loose_figures(rule, examples.all_read(rule, PACK), PACK)
    ]
    assert said == named


def test_a_figure_of_what_a_rule_applies_to_is_held_too():
    rule = replace(ruled(f"set({KEY})", None, None, ("7",)), applies=parse(f"{KEY} > 5", TYPES, {}))
    assert [
        sentence.partition(" when ")[2] for sentence in rules.loose_figures(rule, examples.all_read(rule, PACK), PACK)
    ] == ["5 in applies is one more or one less"]


FREE = [(rule, name) for rule in PACK.rules for name in rule.bounds]
IDS = [f"{rule.name} {name}" for rule, name in FREE]


def said(rule, facts):
    """What a rule says of each of its examples."""
    return [
        (one.verdict, one.severity)
        for each in facts
        for one in examples.engine.run([rule], each, PACK.catalogue).outcomes
    ]


@pytest.mark.parametrize(("rule", "name"), FREE, ids=IDS)
def test_a_figure_moved_to_its_bounds_moves_an_example(rule, name):
    servers = [examples.servers_of(example, PACK) for example in rule.examples]
    facts = [examples.cluster_facts(rule, one, PACK) or one[0].facts for one in servers]
    bounds, before = rule.bounds[name], said(rule, facts)
    moved = [
        said(replace(rule, parameters=rule.parameters | {name: value}), facts) for value in (bounds.least, bounds.most)
    ]
    assert any(after != before for after in moved)


EDGES = [
    *((rule, name, rule.bounds[name].least, "") for rule, name in FREE),
    *((rule, name, rule.bounds[name].most, "") for rule, name in FREE),
    *((rule, name, rule.bounds[name].least - 1, "is not from") for rule, name in FREE),
    *((rule, name, rule.bounds[name].most + 0.5, "is not from") for rule, name in FREE),
    *((rule, name, "much", "is not of the kind of") for rule, name in FREE),
    *(
        (rule, name, rule.parameters[name], "is not for a site to change")
        for rule in PACK.rules
        for name in rule.parameters
        if name not in rule.bounds
    ),
]


def test_what_a_site_may_give():
    for rule, name, value, wrong in EDGES:
        troubles = []
        site = Configuration("domlint.toml", parameters={rule.name: {name: value}})
        [own] = selection.rules_with_figures([rule], site, PACK.rules, troubles.append)
        assert [wrong in trouble for trouble in troubles] == [True] * bool(wrong), (rule.name, name, value, troubles)
        assert (own.parameters[name] == value) == (not wrong or value == rule.parameters[name])


@at_once("rule", [rule for rule in PACK.rules if rule.parameters], ids=lambda rule: rule.name)
def test_a_page_has_the_lines_to_type(rule):
    page = pages.page(rule, PACK)
    assert ("## Figures of your own" in page) == bool(rule.bounds)
    for name in rule.parameters:
        assert f"`{name}` is {rule.parameters[name]}" in page
    if rule.bounds:
        typed = tomllib.loads(page.partition("## Figures of your own")[2].split("```")[1].removeprefix("toml"))
        figures = typed["parameters"][rule.name]
        assert figures.pop("reason") == ""
        assert figures == {name: rule.parameters[name] for name in rule.bounds}
        assert all(one.means in page and f"from {one.least} to {one.most}" in page for one in rule.bounds.values())


@pytest.mark.parametrize(("toml", "wrong"), [
    ("[parameters.session-timeout-long]\nlimit = 5", "limit = 5 is not from 15 to 1440 (minutes for which an idle session may be kept)"),
    ("[parameters.session-timeout-long]\nlimit = -1", "limit = -1 is not from 15 to 1440"),
    ("[parameters.session-timeout-long]\nbuilt_in = 241", "built_in = 240 is not for a site to change; it has limit"),
    ("[parameters.too-many-partitions]\nmost = 8", "most = 6 is not for a site to change; waive the rule, or give it"),
    ("[parameters.THR]\nlimit = 5", "limit = 5 is not from"),
])  # fmt: skip
def test_what_is_wrong_stops_before_anything_is_judged(toml, wrong, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    (tmp_path / "domlint.toml").write_text(f'{toml}\nreason = "so agreed"\n')
    done = domlint("check", "notes.ini")
    assert (done.returncode, done.out) == (2, "")
    assert "domlint: domlint.toml:2: " in done.err
    assert wrong in done.err

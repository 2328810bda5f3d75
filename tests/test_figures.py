"""Lint on figures: one in a parameter or in a condition is held by examples on both of its sides, or named."""

import pytest

from advisor import pack
from advisor.checking import examples, figures
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
    return rule._replace(
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
        for sentence in figures.loose_figures(rule, examples.all_read(rule, PACK), PACK)
    ]
    assert said == named


def test_a_figure_of_what_a_rule_applies_to_is_held_too():
    rule = ruled(f"set({KEY})", None, None, ("7",))._replace(applies=parse(f"{KEY} > 5", TYPES, {}))
    assert [
        sentence.partition(" when ")[2] for sentence in figures.loose_figures(rule, examples.all_read(rule, PACK), PACK)
    ] == ["5 in applies is one more or one less"]

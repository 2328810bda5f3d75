import pytest
from at_once import at_once

from advisor import values
from advisor.pack.forms import KeyForm, SettingForm

GOOD = [
    ("number", "60", 60),
    ("number", " -1 ", -1),
    ("number", "1.5", 1.5),
    ("size", "64KB", 65536),
    ("size", "2048M", 2147483648),
    ("size", "1 GB", 1073741824),
    ("size", "512", 512),
    ("yes-no", "1", True),
    ("yes-no", "No", False),
    ("release", "9.0.1FP10", [9, 0, 1, 0, 10, 0]),
    ("list", "Update, Router,,AMgr", ["update", "router", "amgr"]),
    ("path", "D:\\Data", "d:\\data"),
    ("text", "Server", "server"),
]
BAD = [
    ("number", "forty", '"forty" is not a number'),
    ("number", "2048M", '"2048M" is not a number'),
    ("size", "much", '"much" is not a size'),
    ("number", "\uff11", '"\uff11" is not a number'),  # Domino reads the digits 0 to 9 alone
    ("number", "\u0661\u0662", '"\u0661\u0662" is not a number'),
    ("number", "1.\u0665", '"1.\u0665" is not a number'),
    ("switch", "\uff11", '"\uff11" is not a number'),
    ("size", "\uff16\uff14KB", '"\uff16\uff14KB" is not a size'),
    ("size", "64\u212a", '"64\u212a" is not a size'),  # a Kelvin sign, which is a k without case
    ("number", "x" * 60, f'"{"x" * 60}" is not a number'),
    ("number", "x" * 61, f'"{"x" * 60}..." is not a number'),
    ("yes-no", "2", '"2" is neither yes (1) nor no (0)'),
    ("release", "new", '"new" names no release'),
]


@at_once(("kind", "text", "value"), GOOD)
def test_text_becomes_the_value_of_its_type(kind, text, value):
    assert values.parse(kind, text) == value


@at_once(("kind", "text", "reason"), BAD)
def test_text_of_another_type_is_refused_with_the_reason(kind, text, reason):
    with pytest.raises(values.NotOfType) as slip:
        values.parse(kind, text)
    assert str(slip.value) == reason


WHOLE = [("0", 0), ("01", 1), (" 7 ", 7), ("9" * 18, 10**18 - 1), ("9" * 5000, None), ("\u0661", None), ("\u00b2", None),
         ("-1", None), ("1.5", None), ("", None), (None, None)]  # fmt: skip


@at_once(("text", "number"), WHOLE)
def test_a_whole_number_is_made_up_of_digits_and_not_too_many(text, number):
    assert values.whole(text) == number


@at_once("form", [KeyForm, SettingForm])
def test_the_catalogue_takes_exactly_the_types_there_are(form):
    assert set(form.model_fields["type"].annotation.__args__) == set(values.TYPES)

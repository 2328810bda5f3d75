import pytest

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
    ("number", "x" * 60, f'"{"x" * 60}" is not a number'),
    ("number", "x" * 61, f'"{"x" * 60}..." is not a number'),
    ("yes-no", "2", '"2" is neither yes (1) nor no (0)'),
    ("release", "new", '"new" names no release'),
]


@pytest.mark.parametrize(("kind", "text", "value"), GOOD)
def test_text_becomes_the_value_of_its_type(kind, text, value):
    assert values.parse(kind, text) == value


@pytest.mark.parametrize(("kind", "text", "reason"), BAD)
def test_text_of_another_type_is_refused_with_the_reason(kind, text, reason):
    with pytest.raises(values.NotOfType) as slip:
        values.parse(kind, text)
    assert str(slip.value) == reason


@pytest.mark.parametrize("form", [KeyForm, SettingForm])
def test_the_catalogue_takes_exactly_the_types_there_are(form):
    assert set(form.model_fields["type"].annotation.__args__) == set(values.TYPES)

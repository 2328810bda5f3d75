"""The language of conditions: verdicts and errors."""

from itertools import product

import pytest
from at_once import at_once

from advisor.pack.compile import compiled
from advisor.pack.language.judge import judge
from advisor.pack.language.parse import ConditionError, keys, parse
from advisor.values import Some

TYPES = {
    "a": "yes-no",
    "b": "yes-no",
    "ini.size": "number",
    "ini.path": "path",
    "release": "release",
    "platform": "text",
    "tasks.names": "list",
    "aix.vmo.maxperm%": "number",
}
PARAMETERS = {"limit": 60}
ABSENT = object()


class Answers(dict):
    """What is known of keys, by their values; ABSENT is absent, and what is not named is unknown."""

    def __missing__(self, question):
        key, kind = question
        value = self.get(key)
        if kind is None:
            return None if value is None else value is not ABSENT
        return None if value is ABSENT else value


def judged(condition, **known):
    """The verdict where `known` holds values, the keys that it depends on, and those that are unknown."""
    answers = Answers({key.replace("__", "."): value for key, value in known.items()})
    tree = parse(condition, TYPES, PARAMETERS)
    verdict, used = judge(tree, answers, PARAMETERS)
    by_function = compiled(None, tree, []).when(answers, PARAMETERS)
    lacking = by_function if verdict is None else ()
    assert verdict is None or by_function is verdict
    return verdict, tuple(key for key, _ in used), tuple(key for key, _ in lacking)


def verdict(condition, **known):
    return judged(condition, **known)[0]


VERDICTS = [
    ("ini.size > limit", {"ini__size": 61}, True),
    ("ini.size > limit", {"ini__size": 60}, False),
    ("ini.size > limit", {}, None),
    ("ini.size > limit", {"ini__size": ABSENT}, None),
    ("(ini.size else 240) > limit", {"ini__size": ABSENT}, True),
    ("ini.size else 240 > limit", {"ini__size": ABSENT}, True),
    ("(ini.size else 240) > limit", {"ini__size": 10}, False),
    ("(ini.size else 240) > limit", {}, None),
    ("ini.size == 1", {"ini__size": 1}, True),
    ("ini.size != 1", {"ini__size": 1}, False),
    ("ini.size <= 1", {"ini__size": 1}, True),
    ("ini.size >= 2", {"ini__size": 1}, False),
    ("ini.size < -1", {"ini__size": -2}, True),
    ("set(ini.size)", {"ini__size": 0}, True),
    ("set(ini.size)", {"ini__size": ABSENT}, False),
    ("set(ini.size)", {}, None),
    ("not set(ini.size)", {"ini__size": ABSENT}, True),
    ('platform == "Windows"', {"platform": "windows"}, True),
    ('platform in ["aix", "Linux"]', {"platform": "linux"}, True),
    ('not platform in ["aix"]', {"platform": "linux"}, True),
    ('platform in ["aix"]', {}, None),
    ('platform in ["release", "linux"]', {"platform": "release"}, True),
    ('"Updall" in tasks.names', {"tasks__names": ["updall"]}, True),
    ('"updall" in tasks.names', {"tasks__names": []}, False),
    ("count(tasks.names) > 1", {"tasks__names": ["a", "b"]}, True),
    ('ini.path like "/Local/*"', {"ini__path": "/local/x"}, True),
    ('ini.path like "*/x/*"', {"ini__path": "/local/y/z"}, False),
    ('ini.path like "/local"', {"ini__path": "/local"}, True),
    ('ini.path like "*a*a*"', {"ini__path": "a"}, False),
    ('ini.path like "a*b*c"', {"ini__path": "a-b-c"}, True),
    ('ini.path like "ab*bc*cd"', {"ini__path": "abcd"}, False),
    ('ini.path like "a*b"', {"ini__path": "ab"}, True),
    ('ini.path like "ab*bc"', {"ini__path": "abc"}, False),
    ('ini.path like "a*b*b"', {"ini__path": "ab"}, False),
    ('ini.path like "a*a*b"', {"ini__path": "ab"}, False),
    ("release >= 8.5", {"release": [9, 0, 1, 0, 0, 0]}, True),
    ('release < "8.5.3FP6"', {"release": [8, 5, 3, 0, 5, 0]}, True),
    ('"aix.vmo.maxperm%" > 10', {"aix.vmo.maxperm%": 80}, True),
    ("a and b or not a", {"a": True, "b": True}, True),
    ("a and (b or not a)", {"a": True, "b": False}, False),
    ("a", {"a": True}, True),
    ("not a", {}, None),
    ('tasks.names == "x,y"', {"tasks__names": ["x", "y"]}, True),
    ('tasks.names == "x"', {"tasks__names": Some(["x"])}, None),
    ('tasks.names != "x"', {"tasks__names": Some(["x"])}, None),
    ('tasks.names == "x"', {"tasks__names": Some(["y"])}, False),
    ('tasks.names != "x"', {"tasks__names": Some(["y"])}, True),
    ('tasks.names in ["x", "y"]', {"tasks__names": Some(["x"])}, None),
    ('tasks.names in ["x", "y"]', {"tasks__names": Some(["z"])}, False),
    ('tasks.names in ["x", "y"]', {"tasks__names": ["y"]}, True),
]


@at_once(("condition", "known", "expected"), VERDICTS)
def test_verdict(condition, known, expected):
    assert verdict(condition, **known) is expected


@at_once(("left", "right"), list(product([True, False, None], repeat=2)))
def test_and_or_not_are_kleene_s(left, right):
    rank = {False: 0, None: 1, True: 2}
    known = {name: value for name, value in (("a", left), ("b", right)) if value is not None}
    assert verdict("a and b", **known) is min((left, right), key=rank.get)
    assert verdict("a or b", **known) is max((left, right), key=rank.get)
    assert verdict("not a", **known) is {True: False, False: True, None: None}[left]


@at_once(("condition", "known", "expected"), [
    ("a and b", {"a": False}, (False, ("a",), ())),
    ("a and b", {"a": True}, (None, ("a", "b"), ("b",))),
    ("a and b", {}, (None, ("a", "b"), ("a", "b"))),
    ("a or b", {"a": True, "b": False}, (True, ("a",), ())),
    ("a or b", {"a": False}, (None, ("a", "b"), ("b",))),
    ("a and b", {"a": True, "b": True}, (True, ("a", "b"), ())),
])  # fmt: skip
def test_what_it_rested_on_and_what_it_lacked_is_recorded(condition, known, expected):
    assert judged(condition, **known) == expected


BROKEN = [
    ("ini.size >", "breaks off", 11),
    ("ini.size > > 1", "does not fit here", 12),
    ("a and", "breaks off", 6),
    ("ini.siz > 1", '"ini.siz" is neither a key of the catalogue nor a parameter', 1),
    ("a and ini.siz > 1", '"ini.siz" is neither', 7),
    ("len(ini.size) > 1", "there is no function len()", 1),
    ("set(limit)", "set() asks for a key", 1),
    ('ini.size > "many"', '"many" is not a number', 1),
    ("ini.size", "a condition compares something", 1),
    ("a and ini.size", "each part of and, or, not", 1),
    ("not limit", "each part of and, or, not", 1),
    ("1 > 2", "neither side is a key", 3),
    ("release == 5.0", "compare with >= and <", 9),
    ("release != 5.0", "compare with >= and <", 9),
    ("release in [12.0, 14.0]", "compare with >= and <", 1),
    ('not release in ["8.5.3FP6"]', "compare with >= and <", 1),
    ("ini.size > release", "does not compare with", 1),
    ('"x" in ini.size', 'after "in" comes a key of type list', 1),
    ("a ; b", "does not fit here", 3),
    ('ini.size like "9*"', 'before "like" comes a key', 1),
    ("AND a", "does not fit here", 1),
    ("ini.size > set(ini.path)", "true or false, as this is, does not compare", 1),
    ("(a and b) == ini.size", "true or false, as this is, does not compare", 1),
    ("(not a) in tasks.names", "true or false, as this is, does not compare", 1),
    ("ini.size in [1, limit]", "does not fit here", 17),
    ("ini.size in [ini.size]", "does not fit here", 14),
    ('ini.size in ["ini.size"]', '"ini.size" is not a number', 1),
    ('tasks.names < "a"', "no list is less than another", 13),
    ('tasks.names == "a,…"', '"a,…" leaves open what it is', 1),
    ('release >= "12.0 or newer"', '"12.0 or newer" leaves open what it is', 1),
]


@at_once(("condition", "message", "column"), BROKEN)
def test_a_broken_condition_is_refused_with_its_column(condition, message, column):
    with pytest.raises(ConditionError) as slip:
        parse(condition, TYPES, PARAMETERS)
    assert message in str(slip.value)
    assert slip.value.column == column


def test_keys_are_listed_once_in_order():
    tree = parse("set(ini.size) and ini.size > limit and (release >= 5.0 or a)", TYPES, PARAMETERS)
    assert keys(tree) == ["ini.size", "release", "a"]

"""Patterns as every Python takes them that domlint runs on.

Before 3.11.5 what is repeated for good (`*+`) went wrong where one turn of it could go back: such a turn is an atomic group.
"""

import pkgutil
import re
from importlib import import_module
from re import _parser

import advisor

ONE_WAY = {"ATOMIC_GROUP", "IN", "LITERAL", "NOT_LITERAL", "ANY", "CATEGORY"}


def turns(tree):
    """What is repeated for good, anywhere in a pattern that was parsed."""
    for operation, told in tree:
        if str(operation) == "POSSESSIVE_REPEAT":
            yield told[2]
        for part in told if isinstance(told, tuple | list) else [told]:
            for inner in part if isinstance(part, list) else [part]:
                if isinstance(inner, _parser.SubPattern):
                    yield from turns(inner)


def goes_back(pattern):
    flags = pattern.flags if isinstance(pattern.pattern, bytes) else pattern.flags & ~re.UNICODE
    return [
        turn for turn in turns(_parser.parse(pattern.pattern, flags)) if not ({str(op) for op, _ in turn} <= ONE_WAY)
    ]


def test_no_turn_of_what_is_repeated_for_good_goes_back():
    names = [one.name for one in pkgutil.walk_packages(advisor.__path__, "advisor.") if "__main__" not in one.name]
    found = {
        f"{name}.{called}": value
        for name in names
        for called, value in vars(import_module(name)).items()
        if isinstance(value, re.Pattern)
    }
    assert len(found) > 300
    assert goes_back(re.compile(r"(?:a|bc?)*+d"))
    repeated = {"advisor.readers.console._log_excerpt._RUN"}  # each turn is a line whose day is the first one's
    assert {called for called, pattern in found.items() if goes_back(pattern)} == repeated

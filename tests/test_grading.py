"""The letter: by the worst findings, an upper bound where something is open, never raised by taking evidence away."""

import pytest

from advisor.report.grading import Weight, letter

LETTERS = [
    ([], "A"),
    (["low", "info"], "A"),
    (["medium"], "B"),
    (["high"], "C"),
    (["high", "high", "medium"], "C"),
    (["high"] * 3, "D"),
    (["critical"], "F"),
    (["critical", "high"], "F"),
]


@pytest.mark.parametrize(("severities", "grade"), LETTERS)
def test_the_worst_findings_make_the_letter(severities, grade):
    assert letter([Weight(severity, "documented", "logging") for severity in severities]) == grade


def test_a_critical_finding_of_mere_practice_is_no_f():
    assert letter([Weight("critical", "field", "logging")]) == "C"


def test_a_rule_on_arrays_may_give_as_many_findings_as_make_a_d():
    assert letter([Weight("high", "documented", "storage", times=3)]) == "D"

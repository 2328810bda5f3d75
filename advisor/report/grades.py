"""Grades: the letters, and the report's types for how much stands behind them."""

from typing import Annotated, NamedTuple

from advisor.values.printing import number
from advisor.values.rows import INNER, SPARE, OneOf


class Coverage(NamedTuple):
    """Rules by verdict: failed if any subject failed, else unknown if any is, else passed if any did."""

    failed: int
    passed: int
    unknown: int
    not_applicable: int

    @property
    def judged(self) -> int:
        """The rules that have a verdict."""
        return self.failed + self.passed

    @property
    def applicable(self) -> int:
        """The rules that have one or could have."""
        return self.judged + self.unknown

    @property
    def is_half(self) -> bool:
        """Whether rules apply and at least half of those that apply have a verdict."""
        return 2 * self.judged >= self.applicable > 0

    @property
    def words(self) -> str:
        """`67 of 162 rules checked`."""
        return f"{self.judged} of {number(self.applicable, 'rule')} checked"


class Counts(NamedTuple):
    """Findings by severity."""

    critical: int
    high: int
    medium: int
    low: int
    info: int


GRADES = ("A", "B", "C", "D", "F")


class Category(NamedTuple):
    """The grade of a server in one category of rules, and how many rules were checked.

    Of a category in which no rule applies or could apply there is none.
    """

    name: Annotated[str, INNER]
    grade: Annotated[str | None, OneOf(GRADES), "null if too few of its rules were checked for an A or a B"]
    bound: Annotated[bool, "the grade is an upper bound: something that could lower it was not checked"]
    judged: Annotated[int, "rules that failed or passed"]
    applicable: Annotated[int, "rules that failed, passed or could not be checked"]
    lacks: Annotated[str, SPARE, "the input that most of these rules lack, in two or three words"] = ""
    note: Annotated[str, SPARE, "decisions of the configuration: waived findings, changed figures"] = ""

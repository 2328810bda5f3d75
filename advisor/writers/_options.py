"""Options: how to write a report, as far as the command line may say it."""

from typing import NamedTuple


class Options(NamedTuple):
    """What of it concerns a format for people; what programs read is always whole.

    width: in columns. quiet: one line a finding, and the total. color: "always" draws in colour; whether "auto" does is
    settled before. group_by: "rule", "server", or "" for by rule from six servers on. min_severity: what is less severe
    is counted and not shown. fail_on: the lowest severity that makes the exit code 1, or "never".
    """

    width: int = 100
    quiet: bool = False
    color: str = "auto"
    group_by: str = ""
    min_severity: str = "info"
    fail_on: str = "medium"
    full: bool = False
    summary: bool = False

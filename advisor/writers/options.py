"""How to write a report, as the command line and domlint.toml ask for it."""

from typing import NamedTuple


class Options(NamedTuple):
    """How to write a report. Formats that programs read ignore all but fail_on.

    width: of the page, in columns.
    quiet: one line for each finding, and the total.
    color: "always" or "never".
    group_by: "rule", "server", or "" for by rule from six servers on.
    min_severity: less severe findings are counted and not shown.
    fail_on: the lowest severity that makes the exit code 1, or "never".
    docs_url: the folder of the rules' pages, to which a terminal links; "" for no links.
    """

    width: int = 100
    quiet: bool = False
    color: str = "auto"
    group_by: str = ""
    min_severity: str = "info"
    fail_on: str = "medium"
    docs_url: str = ""
    full: bool = False
    summary: bool = False

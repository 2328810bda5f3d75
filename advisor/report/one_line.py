"""One line: what stands for a part where only its text is wanted. Imported late: one process alone has parts."""

from typing import NamedTuple

from advisor.report.tally import Tally


class OneLine(NamedTuple):
    """A server's part as the line that stands for it, and with the last of several what their parts add up to."""

    text: str
    adds: Tally | None = None

"""One line: what stands for a server's part that a worker has encoded. Imported late: one process alone has parts."""

from typing import Any, NamedTuple

from advisor.report.tally import Tally


class OneLine(NamedTuple):
    """A server's part as its format encodes it, and with the last of several what their parts add up to."""

    text: Any
    adds: Tally | None = None

"""The report part of a server after a worker encoded it. Imported late: a process without workers has only parts."""

from typing import Any, NamedTuple

from advisor.report.totals import Tally


class EncodedPart(NamedTuple):
    """The part of a server, encoded for the format of the report."""

    text: Any  # what the `ENCODER` of the format returned
    adds: Tally | None = None  # with the last server of a batch: the tally of all parts of the batch

"""Reports as text: one module a format, found by its name in FORMATS, with `render(report, options) -> str`.

`comparison`, `difference`, `history`, `plan` and `size` write the reports of other commands, each in several formats.
The remaining modules are shared by formats.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Protocol, cast

from advisor.report.encoded_part import EncodedPart
from advisor.report.parts import ReportPart
from advisor.report.report import Report
from advisor.writers.options import Options


class Writer(Protocol):
    """The interface of a format: what each module of this folder defines.

    Three more names are optional. `PartRows(context)` is a `PartByPart`, for formats that encode each server alone.
    `ENCODER` is the class that encodes a part for it, also in a worker. `NEEDS` is a frozenset of what the format needs
    and not every report has: "excerpts" (the lines of `Location`), "passed" (`ServerReport.passed`,
    `ClusterReport.passed`), "layout" (`ServerReport.layout`) or "edits" (`Finding.file_edit`). docs/output.md quotes
    the beginning of the module's docstring, and its `LIMITS`.
    """

    FOR_PEOPLE: bool  # printed in the encoding of the console, not always in UTF-8
    FINDINGS_ALONE: bool  # the format has findings only; counts go to standard error
    LINE_BY_LINE: bool  # written during the run, if no other format is asked for

    def render(self, report: Report, options: Options) -> str:
        r"""Return the report in this format, with `\n` line ends; those of CSV are RFC 4180's."""


class PartByPart(Protocol):
    """Encodes each server's part as it comes and renders the report at the end, so that no part has to be held."""

    def add(self, part: ReportPart | EncodedPart) -> None:
        """Add the part of the next server."""

    def render(self, report: Report) -> Iterator[str]:
        """Yield the report, piece by piece. report: what belongs to no single server."""


FORMATS = (
    "text", "concise", "csv", "github", "gitlab", "html", "json", "junit", "markdown", "ndjson", "sarif", "tickets",
)  # fmt: skip


def writer(name: str) -> Writer:
    """The writer of a format's name."""
    return cast(Writer, import_module(f"advisor.writers.{name}"))

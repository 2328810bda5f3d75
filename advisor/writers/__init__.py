"""Reports as text: one module a format, found by its name in FORMATS, with `render(report, options) -> str`.

`comparison`, `difference`, `history`, `plan` and `size` write the reports of other commands, each in several formats.
The remaining modules are shared by formats.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from advisor.report.parts import Part
from advisor.report.report import Report
from advisor.writers.options import Options

if TYPE_CHECKING:
    from advisor.report.one_line import OneLine


class Writer(Protocol):
    """What a module of this folder offers.

    FOR_PEOPLE: printed in the console's encoding, not always in UTF-8. FINDINGS_ALONE: counts go to standard error.
    LINE_BY_LINE: where no other format is asked for, it is written while the run goes on. One of which all that is
    said of a server can be made of its part alone may have a class `PartRows`, made with the run's `Ground`, and name
    in `ENCODER` the class that encodes a part for it, wherever the part is made.
    One that prints what not every report has says so in `NEEDS`, a frozenset of words; parts are then made with it:
    "passed", the rules that passed (`ServerReport.passed`, `ClusterReport.passed`); "layout", what lives where
    on a server's disks (`ServerReport.layout`); "edits", what `domlint fix` writes (`Finding.file_edit`).
    The beginning of its docstring, and `LIMITS` where its receiver has any, stand in docs/output.md.
    """

    FOR_PEOPLE: bool
    FINDINGS_ALONE: bool
    LINE_BY_LINE: bool

    def render(self, report: Report, options: Options) -> str:
        r"""The report in this format, with `\n` line ends; those of CSV are RFC 4180's."""


class PartByPart(Protocol):
    """What takes servers' parts in their turn and renders the report at the end, so that nobody has to hold them."""

    def add(self, part: "Part | OneLine") -> None:
        """Takes the part of the next server."""

    def render(self, report: Report) -> Iterator[str]:
        """The whole report, piece by piece. report: what belongs to no single server."""


FORMATS = (
    "text", "concise", "csv", "github", "gitlab", "html", "json", "junit", "markdown", "ndjson", "sarif", "tickets",
)  # fmt: skip


def writer(name: str) -> Writer:
    """The writer of a format's name."""
    return cast(Writer, import_module(f"advisor.writers.{name}"))

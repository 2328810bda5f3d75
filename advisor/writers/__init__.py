"""Reports as text: one module a format, found by its name in FORMATS, with `render(report, options) -> str`.

`comparison`, `difference`, `history`, `plan` and `size` write the reports of other commands, each in several formats.
The remaining modules are shared by formats.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from json import dumps
from typing import Any, Protocol, TypeVar, cast

from msgspec import Struct
from msgspec.json import encode

from advisor.report.model import Report, ReportPart
from advisor.report.totals import EncodedPart
from advisor.values.rows import columns, row


class Options(Struct, frozen=True):
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


_Product = TypeVar("_Product")
Renderer = Callable[[_Product, Options], str]  # with `\n` line ends


def encoded(value: Any) -> str:
    """Return a value as JSON on one line."""
    try:
        return encode(value).decode()
    except UnicodeEncodeError:  # half of a pair that stands for one character: no text of UTF-8
        return dumps(value, ensure_ascii=False, separators=(",", ":"))


def render_json(product: Any, options: Options) -> str:
    """Return a product as one JSON object, with a line for each element of a list.

    product: an instance of one of the classes that `domlint schema` describes. Equal input gives equal bytes.
    """
    parts = {name: row(getattr(product, name)) for name in columns(product.__class__)}
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _lines(part: Any) -> str:
    return "[\n" + ",\n".join(map(encoded, part)) + "\n]" if isinstance(part, list) and part else encoded(part)


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
    """Return the module of a format."""
    return cast(Writer, import_module(f"advisor.writers.{name}"))

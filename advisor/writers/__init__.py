"""Writers: one module a format, each with a pure `render(report) -> str`; `terminal` draws the text in colour."""

from importlib import import_module
from typing import Protocol, cast

from advisor.report.report import Report

FORMATS = {"text": "text", "json": "json_report", "sarif": "sarif"}  # the name on the command line, and its module


class Writer(Protocol):
    """What a module of this folder offers."""

    def render(self, report: Report) -> str:
        r"""The report in this format, with `\n` line ends."""


def writer(name: str) -> Writer:
    """The writer of a format's name."""
    return cast(Writer, import_module(f"advisor.writers.{FORMATS[name]}"))

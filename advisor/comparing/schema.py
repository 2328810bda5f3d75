"""JSON schemas that `domlint schema` prints for comparisons, histories and differences. Imports pydantic."""

from typing import Any

from advisor.comparing import difference, history
from advisor.comparing.comparison import SCHEMA_VERSION, Comparison
from advisor.report.schema import model, named


def schema() -> dict[str, Any]:
    """The JSON schema of a comparison. Later versions may add fields, so it does not forbid them."""
    return named(model(Comparison).model_json_schema(), f"comparison:{SCHEMA_VERSION}", "A comparison of two reports")


def history_schema() -> dict[str, Any]:
    """The JSON schema of a history."""
    form = model(history.History).model_json_schema()
    return named(form, f"history:{history.SCHEMA_VERSION}", "A history of reports")


def difference_schema() -> dict[str, Any]:
    """The JSON schema of two servers side by side."""
    form = model(difference.SideBySide).model_json_schema()
    return named(form, f"difference:{difference.SCHEMA_VERSION}", "Two servers side by side")

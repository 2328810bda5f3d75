"""Schema: the comparison's types as the JSON schema that `domlint schema comparison` prints. Imports pydantic: late."""

from typing import Any

from advisor.comparing.comparison import SCHEMA_VERSION, Comparison
from advisor.report.schema import model, named


def schema() -> dict[str, Any]:
    """The JSON schema of a comparison. Later versions may add fields, so it does not forbid them."""
    return named(model(Comparison).model_json_schema(), f"comparison:{SCHEMA_VERSION}", "A comparison of two reports")

"""JSON schema of a plan, which `domlint schema plan` prints. Imports pydantic."""

from typing import Any

from advisor.fixes.plan import SCHEMA_VERSION, Plan
from advisor.report.schema import model, named


def schema() -> dict[str, Any]:
    """The JSON schema of a plan. Later versions may add fields, so it does not forbid them."""
    return named(model(Plan).model_json_schema(), f"plan:{SCHEMA_VERSION}", "A plan of domlint fix")

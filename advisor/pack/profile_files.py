"""Profile files: the TOML files of a rules folder's profiles/ as rows of the pack, by the profiles' names."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from advisor.pack.forms import ProfileForm
from advisor.pack.rule_files import load
from advisor.pack.slips import RulebookError
from advisor.values.toml_lines import line_of


def compile_profiles(folder: Path, rules: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The profiles of a rules folder. rules: rows of the pack, whose figures they may name. Raises RulebookError."""
    figures = {row["name"]: row["bounds"] for row in rules}
    return {path.stem: _row(path, figures) for path in sorted((folder / "profiles").glob("*.toml"))}


def _row(path: Path, figures: dict[str, dict[str, Any]]) -> dict[str, Any]:
    form = load(path, ProfileForm)
    row = form.model_dump(exclude_defaults=True, exclude={"parameters"})
    if not form.parameters:
        return row
    parameters = {rule: dict(one.model_extra or {}) for rule, one in form.parameters.items()}
    for rule, own in parameters.items():
        for name, value in own.items():
            if wrong := _wrong(figures.get(rule, {}).get(name), value):
                line = line_of(path.read_text(encoding="utf-8"), ("parameters", rule, name))
                raise RulebookError(f"{path}:{line}: parameters.{rule}: {wrong}")
    return row | {"parameters": parameters, "reasons": {rule: one.reason for rule, one in form.parameters.items()}}


def _wrong(bounds: dict[str, Any] | None, value: Any) -> str:
    """Why a figure may not be so; "" where it may."""
    if bounds is None:
        return "there is no rule of that name with this figure for others to change"
    if isinstance(value, str) or not bounds["least"] <= value <= bounds["most"]:
        return f"{value} is not from {bounds['least']} to {bounds['most']}"
    return ""

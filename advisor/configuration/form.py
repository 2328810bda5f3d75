"""Form: the shape of a domlint.toml, checked; every slip named with file and field."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from advisor.configuration.site import Configuration, ConfigurationError, Waiver
from advisor.values.names import abbreviated
from advisor.values.printing import here, printable_path
from advisor.values.toml_forms import Form, NotToml, Severity, in_words, read_toml

# Strict, so that `limit = true` is no number; not-a-number and infinity are none either.
ParameterValue = (
    Annotated[int, Field(strict=True)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)]
    | Annotated[str, Field(strict=True)]
)


class WaiverForm(Form):
    """A finding that is accepted, and why."""

    rule: str = Field(description="id, name, prefix or category")
    server: str = Field("", description="the server's abbreviated name; left out: every server")
    subject: str = Field("", description="for example a setting's name; left out: every subject")
    reason: str = Field(min_length=3)


class ConfigurationForm(Form):
    """domlint.toml, or the table [tool.domlint] of a pyproject.toml."""

    select: list[str] = Field([], description="run only these: ids, names, prefixes, categories")
    ignore: list[str] = Field([], description="never run these")
    exclude: list[str] = Field([], description="paths that are not read, as patterns with *")
    severity: dict[str, Severity] = Field({}, description="rule → severity")
    parameters: dict[str, dict[str, ParameterValue]] = Field({}, description="rule → its figures, with a reason")
    waive: list[WaiverForm] = []


def configuration_in(path: Path) -> Configuration:
    """A configuration file as what a site has decided. Raises ConfigurationError, with file and line or field."""
    shown = _printed(path)
    try:
        _, data = read_toml(path)
    except NotToml as slip:
        raise ConfigurationError(f"{shown}: {slip}") from None
    if path.name == "pyproject.toml":
        tool = data.get("tool")
        data = tool.get("domlint", {}) if isinstance(tool, dict) else {}
    try:
        form = ConfigurationForm.model_validate(data)
    except ValidationError as slips:
        rows = [f"{shown}: {'.'.join(map(str, slip['loc']))}: {in_words(slip)}" for slip in slips.errors()]
        raise ConfigurationError("\n".join(rows)) from None
    return _as_decided(form, path, shown)


def _printed(path: Path) -> str:
    real, start = path.absolute(), here()
    return printable_path(str(real.relative_to(start)) if real.is_relative_to(start) else path.name)


def _as_decided(form: ConfigurationForm, path: Path, shown: str) -> Configuration:
    parameters = {}
    for rule, figures in form.parameters.items():
        if not str(figures.get("reason", "")).strip():
            raise ConfigurationError(f"{shown}: parameters.{rule}: a changed figure wants a reason")
        parameters[rule] = {name: value for name, value in figures.items() if name != "reason"}
    waivers = [Waiver(waive.rule, waive.reason, abbreviated(waive.server), waive.subject) for waive in form.waive]
    return Configuration(
        path=shown,
        folder=path.resolve().parent,
        select=tuple(form.select),
        ignore=tuple(form.ignore),
        exclude=tuple(form.exclude),
        severity=dict(form.severity),
        parameters=parameters,
        waivers=tuple(waivers),
    )

"""Loading: a configuration file's bytes as what a site has decided; everything that is wrong is named with its line."""

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from advisor.configuration.form import ConfigurationForm
from advisor.configuration.servers import servers_in
from advisor.configuration.site import Configuration, ConfigurationError, Waiver
from advisor.configuration.wording import said
from advisor.values.names import abbreviated
from advisor.values.printing import here, printable, printable_path
from advisor.values.toml import NotToml, read_toml
from advisor.values.toml_lines import Place

_IN_PYPROJECT: Place = ("tool", "domlint")


def configuration_in(path: Path) -> Configuration:
    """A configuration file as what a site has decided. Raises ConfigurationError, a line for all that is wrong."""
    shown = _printed(path)
    try:
        text, data = read_toml(path)
    except NotToml as slip:
        raise ConfigurationError(f"{shown}:{slip.line}: {slip}" if slip.line else f"{shown}: {slip}") from None
    root = _IN_PYPROJECT if path.name == "pyproject.toml" else ()
    ours: Any = data
    for part in root:
        if not isinstance(ours, dict) or part not in ours:
            raise ConfigurationError(f"{shown}: there is no [tool.domlint] in it")
        ours = ours[part]
    try:
        form = ConfigurationForm.model_validate(ours)
    except ValidationError as slips:
        rows = [f"{shown}:{line}: {sentence}" for line, sentence in said(slips, ours, text, root)]
        raise ConfigurationError("\n".join(rows)) from None
    return _as_decided(form, Configuration(shown, path.resolve().parent, text, root))


def _printed(path: Path) -> str:
    real, start = path.absolute(), here()
    return printable_path(str(real.relative_to(start)) if real.is_relative_to(start) else path.name)


def _as_decided(form: ConfigurationForm, site: Configuration) -> Configuration:
    waivers = [
        Waiver(
            printable(waive.rule),
            printable(waive.reason),
            printable(abbreviated(waive.server)),
            printable(waive.subject),
            number,
            waive.until.isoformat() if waive.until else "",
            printable(waive.owner),
            printable(waive.ticket),
            site.at("waive", number),
        )
        for number, waive in enumerate(form.waive)
    ]
    return site._replace(
        select=tuple(form.select),
        ignore=tuple(form.ignore),
        exclude=tuple(form.exclude),
        fail_on=form.fail_on,
        strict=bool(form.strict),
        min_severity=form.min_severity,
        rules=tuple(form.rules),
        baseline=form.baseline,
        severity=dict(form.severity),
        parameters={rule: dict(figures.model_extra or {}) for rule, figures in form.parameters.items()},
        waivers=tuple(waivers),
        servers=servers_in(form, site),
    )

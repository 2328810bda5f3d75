"""Load a configuration file into a Configuration. Every error has its line."""

from itertools import takewhile
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from advisor.configuration.form import ConfigurationForm, ServerForm, error_rows
from advisor.configuration.site import Configuration, ConfigurationError, ServerEntry, StatedValue, Waiver
from advisor.values.names import abbreviated
from advisor.values.printing import here, printable, printable_path, spot
from advisor.values.release import spell
from advisor.values.toml import NotToml, Place, read_toml

_KEYS = {  # the others are called alike
    "role": "server.role",
    "workload": "server.workload",
    "criticality": "server.criticality",
}


def server_entries(form: ConfigurationForm, site: Configuration) -> dict[str, ServerEntry]:
    """Return the entries of [servers] by case-folded name. Raises ConfigurationError for a duplicate."""
    entries: dict[str, ServerEntry] = {}
    twice: list[str] = []
    for written, server_form in form.servers.items():
        name, location = printable(abbreviated(written)), site.at("servers", written)
        first = entries.setdefault(
            name.casefold(), ServerEntry(name, location, _stated_values(written, server_form, site))
        )
        if first.place != location:
            twice.append(f"{location}: [servers] contains {name} already ({first.place})")
    if twice:
        raise ConfigurationError("\n".join(twice))
    return entries


def _stated_values(written: str, entry: ServerForm, site: Configuration) -> dict[str, StatedValue]:
    """Return what an entry states, by the keys of facts."""
    texts = {
        "release": spell(entry.release) if entry.release else "",
        "platform": entry.platform or "",
        "bits": str(entry.bits or ""),
        "role": entry.role or "",
        "workload": ",".join(entry.workload),
        "criticality": entry.criticality or "",
    }
    by = (site.path or "").rpartition("/")[2]
    return {
        _KEYS.get(field, field): StatedValue(text, by, site.at("servers", written, field))
        for field, text in texts.items()
        if text
    }


_IN_PYPROJECT: Place = ("tool", "domlint")


def configuration_in(path: Path) -> Configuration:
    """Return the configuration in a file. Raises ConfigurationError, with a line for each error."""
    shown = _shown_path(path)
    try:
        text, data = read_toml(path)
    except NotToml as slip:
        raise ConfigurationError(f"{spot(shown, slip.line)}: {slip}") from None
    root = _IN_PYPROJECT if path.name == "pyproject.toml" else ()
    ours: Any = data
    for part in root:
        if not isinstance(ours, dict) or part not in ours:
            raise ConfigurationError(f"{shown}: there is no [tool.domlint] in it")
        ours = ours[part]
    site = Configuration(shown, path.resolve().parent, text, root)
    try:
        form = ConfigurationForm.model_validate(ours)
    except ValidationError as slips:
        rows = [f"{shown}:{line}: {sentence}" for line, sentence in error_rows(slips, ours, text, root)]
        raise ConfigurationError("\n".join(rows), _rule_words(ours, site)) from None
    return _decided(form, site)


def _rule_words(ours: Any, site: Configuration) -> Configuration:
    """Return the names of rules in a broken configuration, as far as they can be read."""
    rules_table = ours if isinstance(ours, dict) else {}
    waivers = rules_table.get("waive")
    severity, parameters = rules_table.get("severity"), rules_table.get("parameters")
    return site._replace(
        select=_leading_texts(rules_table.get("select")),
        ignore=_leading_texts(rules_table.get("ignore")),
        rules=_leading_texts(rules_table.get("rules")),
        severity=dict.fromkeys(severity, "info") if isinstance(severity, dict) else {},
        parameters={rule: _figures(row) for rule, row in parameters.items()} if isinstance(parameters, dict) else {},
        waivers=tuple(
            Waiver(printable(row["rule"]), "", number=number)
            for number, row in enumerate(waivers if isinstance(waivers, list) else ())
            if isinstance(row, dict) and isinstance(row.get("rule"), str)
        ),
    )


def _leading_texts(written: Any) -> tuple[str, ...]:
    """Return the texts of a list before the first value that is no text."""
    return tuple(takewhile(lambda item: isinstance(item, str), written if isinstance(written, list) else ()))


def _figures(row: Any) -> dict[str, Any]:
    figures_of_rule = row if isinstance(row, dict) else {}
    return {
        name: value
        for name, value in figures_of_rule.items()
        if name != "reason" and isinstance(value, int | float | str)
    }


def _shown_path(path: Path) -> str:
    real, start = path.absolute(), here()
    return printable_path(str(real.relative_to(start)) if real.is_relative_to(start) else path.name)


def _decided(form: ConfigurationForm, site: Configuration) -> Configuration:
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
        strict=form.strict,
        min_severity=form.min_severity,
        profile=form.profile,
        rules=tuple(form.rules),
        baseline=form.baseline,
        docs_url=form.docs_url,
        severity=dict(form.severity),
        parameters={rule: dict(figures.model_extra or {}) for rule, figures in form.parameters.items()},
        waivers=tuple(waivers),
        servers=server_entries(form, site),
    )

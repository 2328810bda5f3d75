"""The fields of a domlint.toml, errors in them with their lines, and the Configuration that they become."""

from datetime import date
from itertools import takewhile
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec.structs import replace

from advisor import limits
from advisor.configuration.site import Configuration, ConfigurationError, ServerEntry, StatedValue, Waiver
from advisor.configuration.table import Length, Reading, Table
from advisor.values.names import abbreviated
from advisor.values.printing import here, printable, printable_path, spot
from advisor.values.release import parse, spell
from advisor.values.rows import INLINE, Pattern
from advisor.values.scales import Limit, Platform, Severity
from advisor.values.toml import NotToml, Place, line_of, quoted, read_toml

Reason = Annotated[
    str,
    "why; it stands in every report",
    Length(least=3),
    Pattern(r"\S\s*\S\s*\S", "tells nobody why; write a few words"),
]
Role = Literal["mail", "relay", "application", "hub", "directory"]
Workload = Literal["notes-mail", "web-mail", "imap", "pop3", "smtp", "applications", "web-applications", "replication"]
Criticality = Literal["low", "normal", "high"]


class WaiverForm(Table):
    """A finding that is accepted, and why."""

    rule: Annotated[str, "id, name, prefix or category"]
    server: Annotated[str, "the server's abbreviated name; left out: every server"] = ""
    subject: Annotated[str, "for example a setting's name; left out: every subject"] = ""
    reason: Reason
    until: Annotated[date | None, "the last day on which it holds; left out: for ever"] = None
    owner: Annotated[str, "who answers for it"] = ""
    ticket: Annotated[str, "where it was agreed on"] = ""


def _names_no_release(text: str) -> str:
    return "" if parse(text) else f"{quoted(text)} names no release; write it as 9.0.1FP10"


class ServerForm(Table):
    """What is known of one server, and why. A value in a file takes precedence."""

    release: Annotated[str | None, "the Domino release, such as 9.0.1FP10", _names_no_release] = None
    platform: Annotated[Platform | None, "what it runs on"] = None
    bits: Annotated[Literal[32, 64] | None, "of the Domino program"] = None
    role: Annotated[Role | None, "what the server is there for"] = None
    workload: Annotated[list[Workload], "what its users do with it"] = []
    criticality: Annotated[Criticality | None, "what the loss of its data would cost"] = None
    reason: Reason

    @classmethod
    def fault(cls, values: dict[str, Any]) -> str:
        """Return that nothing but the reason is written, or ""."""
        return "" if values.keys() - {"reason"} else "it tells nothing of the server"


class FiguresForm(Table):
    """A rule's own figures, each under its name, and why the site has others."""

    reason: Reason
    figures: Annotated[dict[str, int | float | str], INLINE] = {}


class ConfigurationForm(Table):
    """domlint.toml, or the table [tool.domlint] of a pyproject.toml."""

    select: Annotated[
        list[str], "run only these: ids, names, prefixes, categories", Length(limits.MAX_SELECT_WORDS)
    ] = []
    ignore: Annotated[list[str], "never run these", Length(limits.MAX_SELECT_WORDS)] = []
    exclude: Annotated[
        list[Annotated[str, Length(limits.MAX_EXCLUDE_PATTERN, "characters of a pattern")]],
        "paths that are not read, as patterns with *",
        Length(limits.MAX_EXCLUDE_PATTERNS),
    ] = []
    fail_on: Annotated[Limit | None, "exit with 1 for findings of this severity or worse"] = None
    strict: Annotated[bool | None, "fail on rules that were not checked"] = None
    min_severity: Annotated[Severity | None, "leave less severe findings out of text, concise, tickets"] = None
    profile: Annotated[str | None, "default, quick, strict, or one of the site's own"] = None
    rules: Annotated[
        list[str], "folders of the site's own rules, from this file's folder", Length(limits.MAX_RULE_FOLDERS)
    ] = []
    baseline: Annotated[str | None, "a JSON report, from this file's folder: its findings are known"] = None
    releases: Annotated[str | None, "a list of fix packs, from this file's folder, in place of domlint's"] = None
    docs_url: Annotated[
        str,
        "address of the folder with the rules' pages, for links on a terminal",
        Length(1000, "characters of an address"),
        Pattern("^(https?://[!-~]+)?$", "is no address that begins with https:// or http://"),  # no blank in it
    ] = ""
    severity: Annotated[dict[str, Severity], "rule → severity"] = {}
    parameters: Annotated[dict[str, FiguresForm], "rule → its figures, with a reason"] = {}
    servers: Annotated[
        dict[str, ServerForm], "abbreviated name → what is known of that server and stands in no file"
    ] = {}
    waive: Annotated[list[WaiverForm], "findings that are accepted"] = []


_MOST_ROWS = 50
_EXAMPLES = {"rules": "our-rules", "exclude": "archive", "workload": "imap"}


def read_form(ours: Any, text: str, root: Place) -> tuple[ConfigurationForm | None, list[tuple[int, str]]]:
    """Return domlint's table, and line and sentence of each error in the order of the file; the last counts more."""
    reading = Reading(ConfigurationForm, _EXAMPLES)
    form = reading.table(ConfigurationForm, ours)
    errors = sorted(((line_of(text, (*root, *place)), fault) for place, fault in reading.faults), key=itemgetter(0))
    rows = sorted(set(errors[:_MOST_ROWS]))
    if further_errors := errors[_MOST_ROWS:]:
        rows.append((further_errors[0][0], f"{len(further_errors):,} more things are wrong from here on"))
    return form, rows


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
    except NotToml as error:
        raise ConfigurationError(f"{spot(shown, error.line)}: {error}") from None
    root = _IN_PYPROJECT if path.name == "pyproject.toml" else ()
    ours: Any = data
    for part in root:
        if not isinstance(ours, dict) or part not in ours:
            raise ConfigurationError(f"{shown}: there is no [tool.domlint] in it")
        ours = ours[part]
    site = Configuration(shown, path.resolve().parent, text, root)
    form, errors = read_form(ours, text, root)
    if not form or errors:
        rows = [f"{shown}:{line}: {sentence}" for line, sentence in errors]
        raise ConfigurationError("\n".join(rows), _rule_words(ours, site))
    return _decided(form, site)


def _rule_words(ours: Any, site: Configuration) -> Configuration:
    """Return the names of rules in a broken configuration, as far as they can be read."""
    rules_table = ours if isinstance(ours, dict) else {}
    waivers = rules_table.get("waive")
    severity, parameters = rules_table.get("severity"), rules_table.get("parameters")
    return replace(
        site,
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
    return replace(
        site,
        select=tuple(form.select),
        ignore=tuple(form.ignore),
        exclude=tuple(form.exclude),
        fail_on=form.fail_on,
        strict=form.strict,
        min_severity=form.min_severity,
        profile=form.profile,
        rules=tuple(form.rules),
        baseline=form.baseline,
        releases=form.releases,
        docs_url=form.docs_url,
        severity=dict(form.severity),
        parameters={rule: figures.figures for rule, figures in form.parameters.items()},
        waivers=tuple(waivers),
        servers=server_entries(form, site),
    )

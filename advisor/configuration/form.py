"""The fields of a domlint.toml, errors in them with their lines, and the Configuration that they become."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from itertools import takewhile
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from advisor import limits
from advisor.configuration.site import Configuration, ConfigurationError, ServerEntry, StatedValue, Waiver
from advisor.pack.forms import Platform
from advisor.values.names import abbreviated
from advisor.values.near import closest, suggestion
from advisor.values.printing import here, listed, printable, printable_path, spot
from advisor.values.release import parse, spell
from advisor.values.scales import Limit, Severity
from advisor.values.toml import NotToml, Place, line_of, read_toml
from advisor.values.toml_forms import Form, allowed_in, kind_of, none_of, quoted

# Strict, so that `limit = true` is no number; not-a-number and infinity are none either.
ParameterValue = (
    Annotated[int, Field(strict=True)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)]
    | Annotated[str, Field(strict=True)]
)
Reason = Annotated[str, Field(description="why; it stands in every report", min_length=3, pattern=r"\S\s*\S\s*\S")]


Role = Literal["mail", "relay", "application", "hub", "directory"]
Workload = Literal["notes-mail", "web-mail", "imap", "pop3", "smtp", "applications", "web-applications", "replication"]


Criticality = Literal["low", "normal", "high"]


WebAddress = Annotated[str, Field(max_length=1000, pattern=r"^(https?://[!-~]+)?$")]  # no blank, no control character


Pattern = Annotated[str, Field(max_length=limits.MAX_EXCLUDE_PATTERN)]


class WaiverForm(Form):
    """A finding that is accepted, and why."""

    rule: str = Field(description="id, name, prefix or category")
    server: str = Field("", description="the server's abbreviated name; left out: every server")
    subject: str = Field("", description="for example a setting's name; left out: every subject")
    reason: Reason
    until: date | None = Field(None, description="the last day on which it holds; left out: for ever")
    owner: str = Field("", description="who answers for it")
    ticket: str = Field("", description="where it was agreed on")

    @field_validator("until", mode="before")
    @classmethod
    def _is_a_date(cls, until: object) -> object:
        """Return the date, from a TOML date or a text. Raises ValueError."""
        if isinstance(until, str):
            try:
                return date.fromisoformat(until)
            except ValueError:
                raise ValueError(f'a date is wanted, such as 2027-03-31, not the text "{until[:40]}"') from None
        if isinstance(until, datetime) or not isinstance(until, date):
            raise ValueError("a date is wanted, such as 2027-03-31, without a time")
        return until


class ServerForm(Form):
    """What no file tells of one server, and how it is known. What files tell goes before it."""

    release: str | None = Field(None, description="the Domino release, such as 9.0.1FP10")
    platform: Platform | None = Field(None, description="what it runs on")
    bits: Literal[32, 64] | None = Field(None, description="of the Domino program")
    role: Role | None = Field(None, description="what the server is there for")
    workload: list[Workload] = Field([], description="what its users do with it")
    criticality: Criticality | None = Field(None, description="what the loss of its data would cost")
    reason: Reason

    @field_validator("release")
    @classmethod
    def _names_a_release(cls, release: str | None) -> str | None:
        if release is not None and parse(release) is None:
            raise ValueError(f'"{release[:40]}" names no release; write it as 9.0.1FP10')
        return release

    @model_validator(mode="after")
    def _tells_something(self) -> "ServerForm":
        if not self.model_fields_set - {"reason"}:
            raise ValueError("it tells nothing of the server")
        return self


class FiguresForm(BaseModel):
    """A rule's own figures, each under its name, and why the site has others."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, ParameterValue] = Field(init=False)

    reason: Reason


MOST = {
    "exclude": limits.MAX_EXCLUDE_PATTERNS,
    "select": limits.MAX_SELECT_WORDS,
    "ignore": limits.MAX_SELECT_WORDS,
    "rules": limits.MAX_RULE_FOLDERS,
}


class ConfigurationForm(Form):
    """domlint.toml, or the table [tool.domlint] of a pyproject.toml."""

    select: list[str] = Field(
        [], max_length=limits.MAX_SELECT_WORDS, description="run only these: ids, names, prefixes, categories"
    )
    ignore: list[str] = Field([], max_length=limits.MAX_SELECT_WORDS, description="never run these")
    exclude: list[Pattern] = Field(
        [], max_length=limits.MAX_EXCLUDE_PATTERNS, description="paths that are not read, as patterns with *"
    )
    fail_on: Limit | None = Field(None, description="exit with 1 for findings of this severity or worse")
    strict: Annotated[bool, Field(strict=True)] | None = Field(None, description="fail on rules that were not checked")
    min_severity: Severity | None = Field(None, description="leave less severe findings out of text, concise, tickets")
    profile: str | None = Field(None, description="default, quick, strict, or one of the site's own")
    rules: list[str] = Field(
        [], max_length=limits.MAX_RULE_FOLDERS, description="folders of the site's own rules, from this file's folder"
    )
    baseline: str | None = Field(None, description="a JSON report, from this file's folder: its findings are known")
    releases: str | None = Field(
        None, description="a list of fix packs, from this file's folder, in place of domlint's"
    )
    docs_url: WebAddress = Field("", description="address of the folder with the rules' pages, for links on a terminal")
    severity: dict[str, Severity] = Field({}, description="rule → severity")
    parameters: dict[str, FiguresForm] = Field({}, description="rule → its figures, with a reason")
    servers: dict[str, ServerForm] = Field({}, description="abbreviated name → what no file tells of that server")
    waive: list[WaiverForm] = Field([], description="findings that are accepted")


_MOST_NAMES = 20
_MOST_ROWS = 50
_EXAMPLES = {"rules": "our-rules", "exclude": "archive", "workload": "imap"}


class FieldError(NamedTuple):
    """An error in a field."""

    type: str
    place: Place  # within domlint's table
    value: Any  # the wrong value
    message: str


def error_rows(errors: ValidationError, data: dict[str, Any], text: str, root: Place) -> list[tuple[int, str]]:
    """Return line and sentence of each error, in the order of the file; the last row counts further errors."""
    errors_by_line = sorted(
        ((line_of(text, (*root, *error.place)), error) for error in _errors(errors, data)), key=itemgetter(0)
    )
    rows = sorted({(line, _error_text(error)) for line, error in errors_by_line[:_MOST_ROWS]})
    if further_errors := errors_by_line[_MOST_ROWS:]:
        rows.append((further_errors[0][0], f"{len(further_errors):,} more things are wrong from here on"))
    return rows


def _errors(errors: ValidationError, data: dict[str, Any]) -> Iterator[FieldError]:
    for error in errors.errors(include_url=False, include_context=False, include_input=False):
        place, value = _location_in_file(error["loc"], data, error["type"])
        yield FieldError(error["type"], place, value, error["msg"].removeprefix("Value error, "))


def _location_in_file(place: Place, whole: dict[str, Any], kind: str) -> tuple[Place, Any]:
    """Return the place of an error in the file, without parts that name a branch of the form, and its value."""
    data: Any = whole
    for depth, part in enumerate(place):
        is_there = part in data if isinstance(data, dict) else isinstance(data, list) and part in range(len(data))
        if not is_there:
            return (place if kind == "missing" else place[:depth]), data
        data = data[part]
    return place, data


def _error_text(error: FieldError) -> str:
    if not error.place:
        return f"[tool.domlint]: a table is wanted, not {kind_of(error.value)}"
    table, name = _table_and_name(error.place)
    label = " ".join(filter(None, [table, name]))
    fields = _known_fields(error.place[:-1])
    if table and name in ConfigurationForm.model_fields and name not in fields:
        return f"{table} has no {name}; it belongs above the first [table]"
    if error.type == "extra_forbidden":
        return (f'{table} has no "{name}"' if table else f'there is no "{name}"') + similar_names(name, fields)
    if error.type == "missing":
        return f"{table}: {name} is missing"
    if error.place == ("waive",):
        return "every waiver is a table under [[waive]], in two brackets"
    if error.type == "too_long":
        return f"{label}: at most {MOST[name]:,} are wanted, not {len(error.value):,}"
    if error.type == "string_too_long":
        most = limits.MAX_EXCLUDE_PATTERN
        return f"{label}: at most {most} characters of a pattern are wanted, not {len(error.value):,}"
    if error.type == "literal_error":
        return f"{label}: {none_of(error.value, allowed_in(error.message))}"
    if error.type in {"string_too_short", "string_pattern_mismatch"} and name == "reason":
        return f"{label}: {quoted(error.value)} tells nobody why; write a few words"
    if error.type.startswith("bool_") and str(error.value).lower() in {"true", "false"}:
        return f"{label}: {quoted(error.value)} is a text; write {str(error.value).lower()} without quotes"
    if expected := _expected(error, name):
        return f"{label}: {expected}, not {kind_of(error.value)}"
    return f"{label}: {error.message}"


def similar_names(word: str, known: list[str]) -> str:
    """Return `; did you mean "select"?`, or a list of all names."""
    return _did_you_mean(word, known) or f"; there is {listed(known, _MOST_NAMES)}"


def _did_you_mean(word: object, known: list[str]) -> str:
    return suggestion(closest(word, known) if isinstance(word, str) else None)


def _expected(error: FieldError, name: str) -> str:
    """Return the expected type of value, or "" if the error is another one."""
    if error.place[0] == "parameters" and name != "reason" and error.type not in {"dict_type", "model_type"}:
        return "a number or a text in quotes is wanted"
    if isinstance(error.place[-1], int) and error.type == "string_type":
        return "texts in quotes are wanted"
    return {
        "list_type": f'a list is wanted, such as {name} = ["{_EXAMPLES.get(name, "LOG")}"]',
        "string_type": "a text in quotes is wanted",
        "bool_type": "true or false is wanted",
        "dict_type": "a table is wanted",
        "model_type": "a table is wanted",
    }.get(error.type, "")


def _table_and_name(place: Place) -> tuple[str, str]:
    """Return the table of a place, as it is written, and the name in it; "" for the top of the file."""
    *tables, name = place
    if isinstance(name, int):
        return ("[[waive]]", "") if tables == ["waive"] else _table_and_name(place[:-1])
    if not tables:
        return "", printable(str(name))
    if isinstance(tables[-1], int):
        return f"[[{tables[0]}]]", printable(str(name))
    return f"[{'.'.join(_key(str(part)) for part in tables)}]", printable(str(name))


def _key(part: str) -> str:
    return part if re.fullmatch(r"[\w-]+", part, re.ASCII) else f'"{printable(part)}"'


def _known_fields(table: Place) -> list[str]:
    """Return the names that a table may have; none if the site chooses them."""
    form: Any = ConfigurationForm
    for part in table:
        field = form.model_fields.get(part) if _is_form(form) else None
        form = field.annotation if field else next(iter(get_args(form)[::-1]), None)
    return list(form.model_fields) if _is_form(form) else []


def _is_form(form: Any) -> bool:
    return isinstance(form, type) and issubclass(form, BaseModel)


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
    try:
        form = ConfigurationForm.model_validate(ours)
    except ValidationError as errors:
        rows = [f"{shown}:{line}: {sentence}" for line, sentence in error_rows(errors, ours, text, root)]
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
        releases=form.releases,
        docs_url=form.docs_url,
        severity=dict(form.severity),
        parameters={rule: dict(figures.model_extra or {}) for rule, figures in form.parameters.items()},
        waivers=tuple(waivers),
        servers=server_entries(form, site),
    )

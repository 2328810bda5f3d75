"""The JSON schema of the report, made from its types. Imports pydantic."""

import types
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Struct
from pydantic import BaseModel, Field, TypeAdapter, create_model

from advisor.report.accounts import Totals
from advisor.report.finding import Finding, Waived
from advisor.report.grades import Category
from advisor.report.json_rows import Citation, Open, OwnFix, Rested
from advisor.report.model import SCHEMA_VERSION, Hint, Report, ServerReport
from advisor.report.texts import SharedTexts
from advisor.values.rows import FULL, INLINE, OR_NULL, SPARE, OneOf, Pattern, columns, marks

_BY_FIELD = {
    "category": "the category, such as storage or logging",
    "cluster": "null where it is a server's",
    "confidence": "measured, documented or field",
    "evidence": "the facts that the verdict depends on",
    "fix": "what to do about it",
    "line": "from 1; null if it is about the whole file",
    "location": "the first place to look at; null if no file shows it",
    "message": "what is wrong, in a sentence with the values of this server",
    "name": "the name",
    "path": "with `/`, never absolute",
    "restart": "what has to be started anew",
    "rollback": "how to undo it",
    "rule": "the id of the rule; `rules` has its texts",
    "safety": "safe, unsafe or manual",
    "says": "for, against, or figure",
    "server": "null for a cluster",
    "severity": "the severity on this server: critical, high, medium, low or info",
    "subject": "`server`, or the kind and name of a setting, task, array …",
    "summary": "what to do, in sentences",
    "title": "the title",
    "verify": "how to check that it worked",
    "why": "why it matters",
}
_BY_TYPE = {
    "BaselineAccount.complete": "whether that report was whole",
    "BaselineAccount.by_configuration": "gone by other figures of the rule, or by something else told of the server",
    "BaselineAccount.gone": "checked, and no longer found",
    "BaselineAccount.not_judged": "could not be checked",
    "BaselineAccount.rule_not_run": "their rules were not run",
    "BaselineAccount.server_not_in_run": "their servers are not in the run",
    "BaselineAccount.still_there": "found again",
    "BaselineAccount.total": "the findings of that report",
    "BaselineAccount.waived": "found again, and accepted by a waiver",
    "BaselineAccount.worse": "of those found again: more severe than there",
    "Citation.note": "what it says about the rule",
    "ClusterReport.members": "the names of its servers in this report",
    "DocumentField.document": "the document of the Domino Directory",
    "CommandLine.target": "the place: console is Domino's console, unix the shell of any UNIX, windows is PowerShell",
    "Coverage.failed": "rules that found something",
    "Coverage.not_applicable": "rules that are not about this kind of server",
    "Coverage.passed": "rules that found nothing",
    "Coverage.unknown": "rules that could not be checked",
    "Rested.key": "the key, which begins with the kind of evidence",
    "Finding.name": "the rule's name",
    "Hint.collect": "the file or command, in words",
    "Input.format": "the format that it was read as",
    "IdleWaiver.owner": "the owner",
    "IdleWaiver.reason": "the reason of the waiver",
    "IdleWaiver.ticket": "the ticket",
    "Program.name": "the program that made the report",
    "Program.version": "its version",
    "Release.basis": "how it is known; null if it is not",
    "Report.clusters": "clusters with two or more members in the run",
    "Report.errors": "why the report is incomplete; empty if it is complete",
    "Report.findings": "what is wrong, by server, the worst first",
    "Report.schema_version": "the schema version: within it fields are added, never removed or given another meaning",
    "Report.servers": "every server that was checked",
    "Report.tool": "the program, its version, and the date of its rules",
    "Report.unknown": "the rules that could not be checked; their tickets stay open",
    "Report.unread": "what was not read, or not to its end",
    "Report.waived": "findings that waivers accept",
    "ServerReport.bits": "of the Domino program",
    "ServerReport.categories": "how it stands by category of rules",
    "ServerReport.coverage": "its rules by verdict",
    "ServerReport.grade": "A to F by the worst findings; null where none is given",
    "ServerReport.inputs": "the files of the server",
    "ServerReport.name": "abbreviated, as administrators write it: Mail01/Acme",
    "ServerReport.named_by": "how the name is known; folder: it is the name of its folder",
    "ServerReport.platform": "windows, linux, aix …; null if it is not known",
    "ServerReport.release": "of Domino",
    "SharedTexts.name": "the rule's name",
    "Trouble.message": "what went wrong, in a sentence",
    "Unread.reason": "the reason",
}


def meaning(kind: str, field: str) -> str | None:
    """What a type's field holds, in words."""
    if kind == "Counts":
        return f"findings that are {field}"
    return _BY_TYPE.get(f"{kind}.{field}") or _BY_FIELD.get(field)


DIALECT = "https://json-schema.org/draft/2020-12/schema"

_OF_JSON = "as JSON's: within it fields are added, never removed or given another meaning"


class ServerLine(Struct, frozen=True):
    """A line of NDJSON: a server, with all that was found on it."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,)), _OF_JSON]
    server: Annotated[ServerReport, "a row of JSON's `servers`"]
    findings: Annotated[tuple[Finding, ...], "those of this server, the worst first"]
    unknown: Annotated[tuple[Open, ...], "rules that could not be checked on it; numbers in this line's `hints`"]
    hints: Annotated[tuple[Hint, ...], "what to collect, so that more of this server can be checked"]
    waived: Annotated[tuple[Waived, ...], "findings of this server that waivers accept"]


# Fields that JSON has in another shape.
_AS_JSON: dict[type, dict[str, Any]] = {
    Report: {"unknown": tuple[Open, ...]},
    ServerReport: {"categories": Annotated[dict[str, Category], "by name: its grade in each category of rules"]},
    Finding: {"evidence": tuple[Rested, ...], "fix": OwnFix | None},
    SharedTexts: {"references": Annotated[tuple[Citation, ...], "the sources"]},
}


_WHOLE = "schema_version"  # a field of what is alone: its own lists may be empty; in a row nothing is


def schema() -> dict[str, Any]:
    """Return the JSON schema of a report. Later versions may add fields, so it does not forbid them."""
    return named(model(Report).model_json_schema(), f"report:{SCHEMA_VERSION}", "A report of domlint check")


def schema_of_lines() -> dict[str, Any]:
    """Return the JSON schema of a line of NDJSON: of a server's line, or the last."""
    whole = {name: (field.annotation, field) for name, field in model(Report).model_fields.items() if name != "servers"}
    totals: dict[str, Any] = {"totals": (model(Totals), Field(description="the numbers of the run"))}
    about = "The last line of NDJSON: what belongs to no single server."
    lines: Any = model(ServerLine) | create_model("LastLine", __doc__=about, **totals | whole)
    form = TypeAdapter(lines).json_schema()
    return named(form, f"ndjson:{SCHEMA_VERSION}", "A line of domlint check --format ndjson")


def schema_of_either(kinds: tuple[type[Struct], ...], name: str, about: str) -> dict[str, Any]:
    """Return the JSON schema of a line that is a row of one of these types."""
    lines: Any = Union[tuple(map(model, kinds))]  # noqa: UP007
    return named(TypeAdapter(lines).json_schema(), f"{name}:{SCHEMA_VERSION}", about)


def named(form: dict[str, Any], name: str, title: str) -> dict[str, Any]:
    """Return a schema with its dialect and a name, which is no address to fetch."""
    return {"$schema": DIALECT, "$id": f"urn:domlint:schema:{name}"} | form | {"title": title}


@cache
def model(kind: type[Struct]) -> type[BaseModel]:
    """Return the pydantic model of a Struct's JSON object."""
    fields: dict[str, Any] = {}
    for name, hint in (columns(kind) | _AS_JSON.get(kind, {})).items():
        if INLINE in marks(hint):
            fields |= {inner: (field.annotation, field) for inner, field in model(hint.__origin__).model_fields.items()}
        else:
            form = _annotation(hint) if _WHOLE in columns(kind) or FULL in marks(hint) else _or_null(hint)
            field = _field(marks(hint), meaning(kind.__name__, name))
            fields[name] = (_without_null(form), field) if SPARE in marks(hint) else (form, field)
    about = (kind.__doc__ or "").partition("\n")[0]
    return create_model(kind.__name__, __doc__=about, **fields)


def _annotation(hint: Any) -> Any:
    """Return the JSON type of a Python type: tuples are lists, Structs objects."""
    choice = next((mark for mark in marks(hint) if isinstance(mark, OneOf)), None)
    if choice:
        only = Literal[choice.values]  # type: ignore[name-defined]
        return only | None if type(None) in get_args(hint.__origin__) else only
    if OR_NULL in marks(hint):
        return _annotation(hint.__origin__) | None
    if get_origin(hint) is Annotated:
        return _annotation(hint.__origin__)
    if get_origin(hint) is tuple:
        return list[_annotation(get_args(hint)[0])]  # type: ignore[misc]
    if get_origin(hint) is dict and get_args(hint)[1] is not Any:
        return dict[str, _or_null(get_args(hint)[1])]  # type: ignore[misc]
    if get_origin(hint) in {Union, types.UnionType}:
        return Union[tuple(map(_annotation, get_args(hint)))]  # noqa: UP007
    return model(hint) if isinstance(hint, type) and issubclass(hint, Struct) else hint


def _or_null(hint: Any) -> Any:
    """Return the JSON type of a row's field: an empty list or object is null."""
    bare = hint.__origin__ if get_origin(hint) is Annotated else hint
    if get_origin(bare) is tuple:
        return Annotated[_annotation(hint), Field(min_length=1)] | None
    return _annotation(hint) | None if get_origin(bare) is dict else _annotation(hint)


def _without_null(form: Any) -> Any:
    """Return a type without null, for a field that is left out if empty."""
    left = tuple(one for one in get_args(form) if one is not type(None))
    return Union[left] if type(None) in get_args(form) else form  # noqa: UP007


def _field(marked: tuple[Any, ...], otherwise: str | None) -> Any:
    """Return the pydantic field of an annotation. otherwise: the description if the annotation has none."""
    about = next((mark for mark in marked if isinstance(mark, str)), otherwise)
    pattern = next((mark.text for mark in marked if isinstance(mark, Pattern)), None)
    if SPARE in marked:
        return Field(description=about, pattern=pattern, default_factory=type(None))  # no `default` in the schema
    return Field(description=about, pattern=pattern)

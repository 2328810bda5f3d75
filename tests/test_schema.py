"""The published schemas: what they are called, that they say what every field means, and that reports are so."""

import json

import jsonschema
import judged
import pytest
import tickets
from at_once import at_once
from conftest import in_process, runner
from fixture_servers import FIXTURES
from msgspec.structs import astuple

from advisor.report import schema

SCHEMAS = [
    "report", "ndjson", "tickets", "plan", "comparison", "history", "size", "size-plan", "rule", "claims", "tables",
    "config", "storage",
]  # fmt: skip
DESCRIBED = [
    "report",
    "ndjson",
    "tickets",
    "plan",
    "comparison",
    "history",
    "size",
    "size-plan",
    "tables",
    "config",
]  # to the last field


def schema_of(name, domlint):
    return json.loads(domlint("schema", name).out)


@pytest.mark.parametrize("name", SCHEMAS)
def test_it_has_a_dialect_and_a_name_of_its_own(name, domlint):
    made = schema_of(name, domlint)
    jsonschema.Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["$id"].startswith(f"urn:domlint:schema:{name}")
    assert not made["title"].endswith("Form")


@pytest.mark.parametrize("name", DESCRIBED)
def test_every_field_is_described(name, domlint):
    made = schema_of(name, domlint)
    forms = {"": made, **made.get("$defs", {})}
    bare = [
        (form, field)
        for form, of in forms.items()
        for field, says in of.get("properties", {}).items()
        if not says.get("description")
    ]
    assert bare == []


def empties(value, where="report"):
    """Where an empty text, list or object stands: only the report's own parts may be that."""
    if value in ("", {}, []) and where.count(".") > 1:
        yield where
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        yield from empties(part, f"{where}.{name}")


def spare_ones(value, where=""):
    """Where a field stands with nothing in it that could have been left out."""
    elsewhere = {"server", "cluster", "restart", "rollback", "verify", "where", "as_release", "grade", "grade_is_bound"}
    names = {one.partition(".")[2] for one in SPARE} - elsewhere
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        if name in names and (part is None or part is False):
            yield f"{where}.{name}"
        yield from spare_ones(part, f"{where}.{name}")


def optional(form):
    """The fields that a row of a schema's may go without."""
    return {
        f"{name}.{field}"
        for name, one in form["$defs"].items()
        for field in set(one.get("properties", {})) - set(one.get("required", ()))
    }


SPARE = {  # left out where they hold nothing or false, as docs/fields.md lists them
    *(
        f"ServerReport.{name}" for name in ("role", "workload", "criticality", "told", "beside", "copies",
            "contradictions", "grade_note", "ungraded")),
    *(f"Category.{name}" for name in ("lacks", "note")),
    *(f"Open.{name}" for name in ("server", "cluster", "subjects")),
    *(f"Rested.{name}" for name in ("at", "presumed", "note")),
    *(f"OwnFix.{name}" for name in ("summary", "commands", "restart", "rollback", "verify", "safety")),
    *(f"OwnFix.{name}" for name in ("edits", "risk", "fields")),
    *(f"GeneralRemedy.{name}" for name in ("at", "risk", "fields", "after")),
    *(f"DocumentField.{name}" for name in ("tab", "field", "to")),
    *("CommandLine.back", "CommandLine.looks", "SettingEdit.to"),
    *(f"Citation.{name}" for name in ("note", "where", "figure", "side", "of")),
    *("CitedSource.date", "SharedTexts.disagreement", "Finding.dispute", "Waived.dispute", "Dispute.elsewhere"),
    *(f"AsRelease.{name}" for name in ("release", "grade", "grade_is_bound", "gone", "defaults", "no_longer_judged")),
    *("ServerReport.as_release", "ClusterReport.as_release", "Finding.now", "Waived.now", "Gone.becomes",
        "Gone.no_rule"),
    *("OutOfLine.default", "OutOfLine.more", "OddServer.waived"),
    *("Outliers.alone", "Outliers.alone_named", "Outliers.partly", "Outliers.by_disks", "Outliers.by_memory"),
    "Location.word",
    "SharedTexts.url",
    "CitedSource.url",
}  # fmt: skip


@at_once("made", [schema.schema, schema.schema_of_lines])
def test_every_other_field_is_always_there(made):
    assert optional(made()) == SPARE


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """All fixtures, checked once: the report, and the same in lines."""
    folder = tmp_path_factory.mktemp("told")
    words = ("check", FIXTURES, "--isolated", "--jobs=1", "--format=ndjson:lines", "--format=json")
    report = json.loads(runner(in_process, folder)(*words).out)
    return report, (folder / "lines").read_text(encoding="utf-8").splitlines()


def test_every_fixture_s_report_is_as_the_schema_says_and_holds_nothing_empty(told):
    report, _ = told
    made = schema.schema()
    jsonschema.validate(report, made)
    schema.model(schema.Report).model_validate(report, extra="forbid")
    assert list(empties(report)) == []
    assert list(spare_ones(report)) == []
    assert {finding["rule"] for finding in report["findings"]} == set(report["rules"])
    cited = {one["source"] for text in report["rules"].values() for one in text["references"]}
    assert cited == set(report["sources"])
    followed = {(finding["rule"], finding["fix"]["remedy"]) for finding in report["findings"]}
    assert followed == {
        (rule, number)
        for rule, text in report["rules"].items()
        for number, remedy in enumerate(text["remedies"])
        if remedy
    }
    hints = {number for row in report["unknown"] for missing in row["rules"].values() for number in missing or ()}
    assert hints == set(range(len(report["hints"])))
    assert {sum(server["coverage"].values()) for server in report["servers"]} == {len(report["ran"])}
    assert report["clusters"]
    for server in report["servers"]:
        of_it = [finding for finding in report["findings"] if finding["server"] == server["name"]]
        assert sum(server["counts"].values()) == len(of_it)


def test_every_line_of_every_fixture_is_as_the_schema_says(told, domlint):
    _, lines = told
    made = schema_of("ndjson", domlint)
    held = jsonschema.Draft202012Validator(made)
    assert [slip.message for line in lines for slip in held.iter_errors(json.loads(line))] == []
    fields = {name: set(form["properties"]) for name, form in made["$defs"].items()}
    *servers, last = [json.loads(line) for line in lines]
    assert {frozenset(line) for line in servers} == {frozenset(fields["ServerLine"])}
    assert set(last) == fields["LastLine"]
    assert not held.is_valid({name: value for name, value in last.items() if name != "totals"})


def test_no_text_stands_twice(told):
    """What a receiver finds under `rules` no finding repeats; what it says itself of its remedy is its own."""
    report, _ = told
    for one in report["findings"]:
        general = report["rules"][one["rule"]]["remedies"][one["fix"]["remedy"]]
        own = one["fix"]
        assert {name for name, value in own.items() if general.get(name) == value} == set()
    texts = next(iter(report["rules"].values()))
    assert {name for one in report["findings"] for name in one} & set(texts) == {"name"}


def test_what_to_do_stands_in_the_finding_and_in_its_rule(told):
    """By docs/examples/report.py, to the word what the text report prints."""
    report, (received, _) = judged.on_fixtures(), told
    for own, row in zip(report.findings, received["findings"], strict=True):
        fix = tickets.remedy_of(row, received)
        said = (fix["safety"], fix["summary"], fix["restart"], fix["rollback"], fix["verify"], fix["remedy"])
        assert said == tuple(
            getattr(own.fix, name) for name in ("safety", "summary", "restart", "rollback", "verify", "number")
        )
        assert [one["command"] for one in fix.get("commands", ())] == [one.command for one in own.fix.commands]
        assert [one.get("back", "") for one in fix.get("commands", ())] == [one.back for one in own.fix.commands]
        assert [tuple(one.values()) for one in fix.get("edits", ())] == [
            tuple(filter(None, astuple(one))) for one in own.fix.edits
        ]
        assert [tuple(one.values()) for one in fix.get("fields", ())] == [
            tuple(filter(None, astuple(one))) for one in own.fix.fields
        ]
        assert fix.get("risk", "") == own.fix.risk

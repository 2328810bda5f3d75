"""The published schemas: what they are called, that they say what every field means, and that reports are so."""

import json

import jsonschema
import pytest

from advisor.report import schema

SCHEMAS = ["report", "rule", "config", "storage"]
DESCRIBED = ["report", "config"]  # to the last field


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
    """Where an empty text or object stands."""
    if value in ("", {}) and where not in {"report.rules", "report.sources"}:
        yield where
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        yield from empties(part, f"{where}.{name}")


def test_every_fixture_s_report_is_as_the_schema_says_and_holds_nothing_empty(domlint, request):
    fixtures = request.config.rootpath / "fixtures"
    report = json.loads(domlint("check", fixtures, "--isolated", "--format", "json").out)
    made = schema.schema()
    jsonschema.validate(report, made)
    schema.model(schema.Report).model_validate(report, extra="forbid")
    assert list(empties(report)) == []
    assert {finding["rule"] for finding in report["findings"]} == set(report["rules"])
    cited = {one["source"] for text in report["rules"].values() for one in text["references"]}
    assert cited == set(report["sources"])
    hints = {number for row in report["unknown"] for rule in row["rules"].values() for number in rule["missing"]}
    assert hints == set(range(len(report["hints"])))
    for server in report["servers"]:
        of_it = [finding for finding in report["findings"] if finding["server"] == server["name"]]
        assert sum(server["counts"].values()) == len(of_it)


def thirty_servers(fixtures, target):
    """Thirty servers out of fixtures, mixed, each under a name of its own; their files below `target`."""
    alone = [one for one in sorted(fixtures.iterdir()) if len([*one.glob("[nN][oO][tT][eE][sS].[iI][nN][iI]")]) == 1]
    for number in range(30):
        files = [file for file in alone[number % len(alone)].rglob("*") if file.is_file()]
        [ini] = [
            file for file in files if file.name.lower() == "notes.ini" and file.parent == alone[number % len(alone)]
        ]
        old = [line for line in ini.read_bytes().splitlines() if line.lower().startswith(b"servername=")]
        plain = old[0].partition(b"=")[2].strip().replace(b"CN=", b"").replace(b"O=", b"") if old else b"\0"
        for file in files:
            to = target / f"srv{number:02}" / file.relative_to(alone[number % len(alone)])
            to.parent.mkdir(parents=True, exist_ok=True)
            name = b"Mail%02d/Acme" % number
            data = file.read_bytes().replace(
                old[0] if old else b"[Notes]", (b"" if old else b"[Notes]\n") + b"ServerName=" + name
            )
            to.write_bytes(data.replace(plain, name))


def test_thirty_servers_are_under_300_kb(domlint, request, tmp_path):
    thirty_servers(request.config.rootpath / "fixtures", tmp_path)
    done = domlint("check", ".", "--isolated", "--format", "json", cwd=tmp_path)
    assert len(json.loads(done.out)["servers"]) == 30
    assert len(done.stdout) < 300_000


def test_one_server_is_no_larger_than_it_was(domlint, request):
    """45 kB in the first form, on average."""
    done = domlint(
        "check", request.config.rootpath / "fixtures" / "windows-9.0.1-aged", "--isolated", "--format", "json"
    )
    assert len(done.stdout) < 45_000

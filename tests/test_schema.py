"""The published schemas: what they are called, that they say what every field means, and that reports are so."""

import json

import jsonschema
import pytest

from advisor.report import schema

SCHEMAS = ["report", "ndjson", "rule", "config", "storage"]
DESCRIBED = ["report", "ndjson", "config"]  # to the last field


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
    if value in ("", {}) and where not in {"report.rules", "report.sources", "report.changed"}:
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
    assert {finding["fix"] for finding in report["findings"]} == set(range(len(report["remedies"])))
    hints = {number for row in report["unknown"] for missing in row["rules"].values() for number in missing}
    assert hints == set(range(len(report["hints"])))
    assert {sum(server["coverage"].values()) for server in report["servers"]} == {len(report["ran"])}
    assert report["clusters"]
    for server in report["servers"]:
        of_it = [finding for finding in report["findings"] if finding["server"] == server["name"]]
        assert sum(server["counts"].values()) == len(of_it)


def test_every_line_of_every_fixture_is_as_the_schema_says(domlint, request):
    fixtures = request.config.rootpath / "fixtures"
    lines = domlint("check", fixtures, "--isolated", "--format", "ndjson").out.splitlines()
    made = schema_of("ndjson", domlint)
    held = jsonschema.Draft202012Validator(made)
    assert [slip.message for line in lines for slip in held.iter_errors(json.loads(line))] == []
    fields = {name: set(form["properties"]) for name, form in made["$defs"].items()}
    *servers, last = [json.loads(line) for line in lines]
    assert {frozenset(line) for line in servers} == {frozenset(fields["ServerLine"])}
    assert set(last) == fields["LastLine"]
    assert not held.is_valid({name: value for name, value in last.items() if name != "totals"})


SICK = ["windows-9.0.1-aged", "aix-7.0-untuned", "linux-8.5.3-raid5", "aix-9.0.1-carried-over",
        "linux-12.0.2-one-touch-slips", "solaris-6.0-log-internal"]  # fmt: skip


def thirty_servers(fixtures, target, names=()):
    """Thirty servers out of fixtures, or some of them, each under a name of its own; their files below `target`."""
    alone = [one for one in sorted(fixtures.iterdir()) if len([*one.glob("[nN][oO][tT][eE][sS].[iI][nN][iI]")]) == 1]
    alone = [one for one in alone if not names or one.name in names]
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
    assert len(done.stdout) < 250_000


@pytest.mark.parametrize("names", [(), SICK], ids=["mixed", "in bad order"])
def test_a_report_is_as_large_as_its_servers_findings_and_rules_make_it(names, domlint, request, tmp_path):
    """As docs/output.md has it; of servers in bad order findings are most of it, and of each there are five."""
    thirty_servers(request.config.rootpath / "fixtures", tmp_path, names)
    done = domlint("check", ".", "--isolated", "--format", "json", cwd=tmp_path)
    report = json.loads(done.out)
    assert len(report["servers"]) == 30
    assert (len(report["findings"]) > 200) == bool(names)
    size = 2800 * len(report["servers"]) + 800 * len(report["findings"]) + 1500 * len(report["rules"])
    assert len(done.stdout) < size


PARTS = [  # a part of the report, how large a row of it is at most on average, and of what there are as many
    ("findings", 850, "findings"),
    ("servers", 1700, "servers"),
    ("unknown", 800, "servers"),
    ("rules", 1100, "rules"),
    ("remedies", 600, "remedies"),
]


@pytest.mark.parametrize("names", [(), SICK], ids=["mixed", "in bad order"])
def test_no_part_of_a_report_grows(names, domlint, request, tmp_path):
    thirty_servers(request.config.rootpath / "fixtures", tmp_path, names)
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json", cwd=tmp_path).out)
    sizes = {part: len(json.dumps(report[part], separators=(",", ":"))) / len(report[rows]) for part, _, rows in PARTS}
    assert {part: size for part, size in sizes.items() if size > {one[0]: one[1] for one in PARTS}[part]} == {}


def test_no_text_stands_twice(domlint, request):
    """What a receiver finds under `rules` and `remedies` no finding repeats; what few rows have is not there empty."""
    report = json.loads(domlint("check", request.config.rootpath / "fixtures", "--isolated", "--format", "json").out)
    assert len({json.dumps(one) for one in report["remedies"]}) == len(report["remedies"])
    sparse = [row for one in report["findings"] for row in (one, *one["evidence"], *one.get("further", []))]
    sparse += [one for server in report["servers"] for one in server["categories"].values()]
    often = {"grade", "location", "server", "value", "line", "column", "end_column"}
    assert {
        name for row in sparse for name, value in row.items() if value in (None, [], "") and name not in often
    } == set()
    assert {name for row in sparse for name, value in row.items() if value is False} == set()
    assert {name for one in report["findings"] for name in one} & set(next(iter(report["rules"].values()))) == {"name"}


def test_one_server_is_no_larger_than_it_was(domlint, request):
    """34 kB for one with many findings: all that it says of its rules stands once."""
    done = domlint(
        "check", request.config.rootpath / "fixtures" / "windows-9.0.1-aged", "--isolated", "--format", "json"
    )
    assert len(done.stdout) < 34_000

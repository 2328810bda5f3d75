"""JSON keeps the published schema; text keeps to its width and shows of a line what matters; nothing shows a secret."""

import json
from pathlib import Path

import jsonschema
import judged
import pytest
from at_once import at_once
from msgspec.structs import replace

from advisor import pack, writers
from advisor.configuration.baseline import Baseline, KnownFinding
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.judging import assess, engine
from advisor.report import run_report, schema
from advisor.report.finding import Location
from advisor.writers import Options, sentences

PACK = pack.builtin()
FILES = {
    "notes.ini": "[Notes]\nKitType=2\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=0\n"
    "Server_Session_Timeout=480 password=hunter2\nPorts=TCPIP\nPORTS=LAN\nAcmePassword=hunter2\n"
    "A=\x1b[31mred\nA=\x1b]0;x\x07\nServer_Pool_Tasks=100\nView_Rebuild_Dir=/x\nbroken\0line\n",
    "other.txt": "hello\n",
    "vmo.txt": "maxperm% = 80 password=hunter2\n\0\0\n",
}
WAIVED = Decisions(
    config="domlint.toml",
    severities={"INI003": "medium"},
    waivers={Waiver("LOG001", "agreed"): frozenset({"LOG001"}), Waiver("THR", "never"): frozenset()},
    baseline=Baseline({"dl1:0": KnownFinding("low", "LOG001", "Mail01/Acme")}),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    for name, content in FILES.items():
        (folder / name).write_text(content, newline="\n")
    return folder


def report_of(folder, decisions=WAIVED):
    def with_an_error(run, rules, *before):
        for one in assess.judged(run, rules, *before):
            slip = engine.RuleError(PACK.rules[0], "ValueError: password=hunter2 is \x1b[31mno number")
            yield replace(one, judged=engine.Results(one.judged.outcomes, [slip]))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_report, "judged", with_an_error)
        return judged.report_of([folder], decisions)


EVERY = pytest.mark.parametrize("name", writers.FORMATS)


@EVERY
@pytest.mark.parametrize("options", [Options(), Options(width=60), Options(quiet=True)])
def test_every_writer_keeps_secrets_and_steers_no_terminal(name, options, folder):
    rendered = writers.writer(name).render(report_of(folder), options)
    assert "hunter2" not in rendered
    assert "\x1b" not in rendered
    assert "\r" not in (rendered.replace("\r\n", "\n") if name == "csv" else rendered)


@EVERY
def test_every_writer_names_what_was_found_and_ends_its_last_line(name, folder):
    report = report_of(folder, Decisions())
    rendered = writers.writer(name).render(report, Options())
    assert {finding.rule for finding in report.findings} >= {"LOG001", "INI003"}
    assert all(finding.rule in rendered or finding.name in rendered for finding in report.findings)
    assert rendered.endswith("\n")
    assert not rendered.endswith("\n\n")


def test_json_is_what_the_schema_says(folder):
    rendered = json.loads(writers.writer("json").render(report_of(folder), Options()))
    published = schema.schema()
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.validate(rendered, published)
    schema.model(type(report_of(folder))).model_validate(rendered, extra="forbid")
    assert all(rendered[part] for part in ("servers", "findings", "unknown", "waived", "unread", "errors"))
    form = published["$defs"]["Finding"]
    assert form["required"] == [name for name in form["properties"] if name not in {"dispute", "now"}]
    for finding in rendered["findings"]:
        assert set(finding) | {"dispute", "now"} == set(form["properties"])
        numbers = range(1 + len(finding["further"] or ()) if finding["location"] else 0)
        assert {row.get("at") for row in finding["evidence"]} <= {None, *numbers}
        remedy = rendered["rules"][finding["rule"]]["remedies"][finding["fix"]["remedy"]]
        assert finding["fix"].get("summary") != remedy["summary"]
    of_waived, of_found = ([name for name in one if name != "dispute"] for one in (rendered["waived"][0], finding))
    assert of_waived == [*of_found, "reason", "until", "owner", "ticket"]


WRONG = [
    ("severity", "grave"),
    ("known", None),
    ("views", None),
    ("fingerprint", "dl1:0"),
    ("state", ""),
    ("message", None),
    ("location", {}),
    ("further", []),
    ("stem", None),
    ("evidence", [{}]),
    ("evidence", []),
    ("fix", {}),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_the_schema_refuses_what_no_report_holds(field, value, folder):
    rendered = json.loads(writers.writer("json").render(report_of(folder), Options()))
    rendered["findings"][0][field] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(rendered, schema.schema())


LONG = "a" * 200 + "B" + "c" * 200
EXCERPTS = [  # a line, where its value begins, how long that is; what is shown in 20 columns, and what underlines it
    ("A=b", 2, 1, "A=b", "  ^"),
    ("Server_Timeout=480", 15, 3, "Server_Timeout=480", " " * 15 + "^^^"),
    ("x" * 20, 19, 1, "x" * 20, " " * 19 + "^"),
    (LONG, 200, 1, "\u2026aaaaaaaaB" + "c" * 9 + "\u2026", " " * 9 + "^"),
    (LONG, 0, 200, "a" * 14 + "\u2026Bccc\u2026", "^" * 15),
    (LONG, 201, 200, "\u2026aaaB" + "c" * 14 + "\u2026", " " * 5 + "^" * 15),
    (LONG, 3, 1, "aaaa" + "a" * 15 + "\u2026", "   ^"),
    (LONG, 401, 1, "\u2026" + "c" * 18, " " * 19 + "^"),
    (" " * 12 + "Enabled: yes", 21, 3, "Enabled: yes", " " * 9 + "^^^"),
    ("password=***", 30, 4, "password=***", " " * 12 + "^"),
    ("\u4e2d\u6587=\u4e2d\u6587", 3, 2, "\u4e2d\u6587=\u4e2d\u6587", " " * 5 + "^^^^"),
    ("o\u0308=u\u0308", 3, 2, "o\u0308=u\u0308", "  ^"),
    ("\u4e2d" * 30, 10, 2, "\u2026" + "\u4e2d" * 3 + "\u4e2d" * 2 + "\u4e2d" * 4 + "\u2026", " " * 7 + "^^^^"),
]


@at_once(("line", "caret", "length", "shown", "below"), EXCERPTS)
def test_of_a_long_line_what_surrounds_the_value_is_shown_and_the_value_underlined(line, caret, length, shown, below):
    place = Location("notes.ini", 3, caret + 1, excerpt=line, caret=caret, length=length)
    excerpt, before, under = sentences.around(place, 20)
    assert (excerpt, " " * before + "^" * under) == (shown, below)


def test_quiet_leaves_all_but_the_findings_out(folder):
    rendered = writers.writer("text").render(report_of(folder), Options(quiet=True))
    assert "INI003" in rendered
    assert "Grade" not in rendered
    assert "note: " not in rendered


ROOT = Path(__file__).parent.parent
CLUSTER = ROOT / "fixtures" / "windows-4.6.2a-cluster"
ALONE = ROOT / "fixtures" / "today-small-windows"
WAIVING = '[[waive]]\nrule = "THR"\nreason = "agreed"\n'
CASES = [(CLUSTER, WAIVING, ()), (CLUSTER, "", ("--as-release", "14.5")), (ALONE, "", ("--select", "LOG001"))]


@pytest.mark.parametrize(("folder", "configuration", "options"), CASES)
def test_json_is_the_same_alone_and_beside_text(folder, configuration, options, domlint, tmp_path):
    (tmp_path / "domlint.toml").write_text(configuration)
    alone = domlint("check", folder, *options, "--format", "json").stdout
    domlint("check", folder, *options, "--format", "json:beside.json", "--format", "text:beside.txt")
    assert alone == (tmp_path / "beside.json").read_bytes()

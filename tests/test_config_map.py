"""Config maps of Kubernetes: the files in them are read, with their places in the config map."""

import base64
import json
import subprocess
import sys
from itertools import product

import pytest
import yaml
from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor import limits, readers
from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import json_tree
from advisor.readers.domino import config_map
from advisor.source import Source

CATALOGUE = builtin().catalogue
ONE_TOUCH = {
    "serverSetup": {
        "server": {"type": "first", "name": "mail01"},
        "org": {"orgName": "Acmé"},
        "notesINI": {"Translog_Style": "0", "Müll": 'a "b"\\c'},
    }
}
SETUP = json.dumps(ONE_TOUCH, indent=2, ensure_ascii=False)
INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nTRANSLOG_Status=1\nServerTasks=Replica,Router,Update\n"


def config_map_of(**data):
    return {
        "apiVersion": "v1",
        "data": {name.replace("__", "."): text for name, text in data.items()},
        "kind": "ConfigMap",
        "metadata": {"name": "domino"},
    }


def dumped(value, style=None):
    class Dumper(yaml.SafeDumper):
        pass

    Dumper.add_representer(
        str,
        lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style if "\n" in text else None),
    )
    return yaml.dump(value, Dumper=Dumper, allow_unicode=True, default_flow_style=False)


MAP = config_map_of(readme__txt="nothing", auto__json=SETUP + "\n")
BOTH = config_map_of(auto__json=SETUP, notes__ini=INI)
LIST = {"apiVersion": "v1", "items": [config_map_of(a="b"), MAP], "kind": "List"}
LITERAL = dumped(MAP, "|")
FORMS = {
    "literal": LITERAL,
    "folded": dumped(MAP, ">"),
    "double": dumped(MAP, '"'),
    "single": dumped(MAP, "'"),
    "without its last line end": dumped(config_map_of(auto__json=SETUP), "|"),
    "CRLF": LITERAL.replace("\n", "\r\n"),
    "UTF-16": ("\ufeff" + LITERAL.replace("\n", "\r\n")).encode("utf-16-le"),
    "a comment above": "# kubectl get cm domino -o yaml\n---\n" + LITERAL,
    "two documents": dumped(config_map_of(a="b"), "|") + "---\n" + LITERAL,
    "list": dumped(LIST, "|"),
    "JSON": json.dumps(MAP, indent=4),
    "JSON on a line": json.dumps(MAP),
    "JSON list": json.dumps(LIST, indent=4, ensure_ascii=False),
}


EXAMPLES = [LITERAL, FORMS["double"], FORMS["list"], FORMS["JSON"]]


def read(raw, name="cm.yaml"):
    data = raw if isinstance(raw, bytes) else raw.encode()
    assert readers.recognise(name, data, CATALOGUE) is config_map.READER
    source = Source.of(name, data)
    return source, list(readers.facts_of(config_map.READER, source, CATALOGUE))


def texts(items):
    return {item.key: item.text for item in items if isinstance(item, Fact)}


@pytest.mark.parametrize("form", FORMS)
def test_a_one_touch_file_is_read_and_stands_where_it_is_written(form):
    source, items = read(FORMS[form])
    told = texts(items)
    assert (told["one_touch.server_name"], told["ini.translog_style"], told["ini.müll"]) == (
        "mail01/Acmé", "0", 'a "b"\\c',
    )  # fmt: skip
    assert not [item for item in items if isinstance(item, Diagnostic)]
    for fact in (
        item
        for item in items
        if isinstance(item, Fact) and item.key in {"ini.translog_style", "one_touch.serversetup.server.name"}
    ):
        line, column = fact.source.position(fact.span[0])
        assert source.line_text(line)[column - 1 :].startswith(fact.text)
        assert fact.source.line_text(line) == source.line_text(line)


@at_once("style", ["|", ">", '"', "'"])
def test_a_notes_ini_is_whole(style):
    source, items = read(dumped(config_map_of(notes__ini=INI), style))
    assert texts(items)["ini.translog_status"] == "1"
    assert "ini." in {item.prefix for item in items if hasattr(item, "prefix")}
    fact = next(item for item in items if isinstance(item, Fact) and item.key == "ini.kittype")
    line, column = fact.source.position(fact.span[0])
    assert source.line_text(line)[column - 1 :].startswith("2")


def test_no_place_lies_behind_the_file_where_its_lines_end_in_cr():
    source = Source.of("cm.yaml", b'kind: ConfigMap\rdata:\r .: |\r  {"serverSetup":{ "server":')
    items = list(config_map.read(source, CATALOGUE))
    assert [item.offset for item in items if isinstance(item, Diagnostic)]
    assert all(item.offset <= len(source.data) for item in items if isinstance(item, Diagnostic))


def test_yaml_of_too_many_parts_is_not_read():
    _, items = read(dumped(config_map_of(notes__ini=INI), "|") + "x:\n" * limits.MAX_YAML_MARKS)
    [reason] = [item.reason for item in items if isinstance(item, Diagnostic)]
    assert "lines, colons and commas" in reason
    assert not texts(items)


VARIABLES = {
    "SERVERSETUP_SERVER_TYPE": "first",
    "SERVERSETUP_SERVER_NAME": "mail01",
    "SERVERSETUP_ORG_ORGNAME": "Acmé",
    "SERVERSETUP_ADMIN_PASSWORD": "c0rrect horse",
    "SERVERSETUP_NOTESINI_TRANSLOG_Status": "1",
    "LANG": "de_DE.UTF-8",
}
SET = {
    "one_touch.form": "environment",
    "one_touch.server_name": "mail01/Acmé",
    "one_touch.serversetup.server.type": "first",
    "ini.translog_status": "1",
}
IN_DATA = {
    "yaml": dumped(config_map_of(**VARIABLES)),
    "quoted": dumped(config_map_of(**VARIABLES)).replace("first", '"first"').replace("mail01", "'mail01'"),
    "CRLF": dumped(config_map_of(**VARIABLES)).replace("\n", "\r\n"),
    "folded": dumped(config_map_of(**VARIABLES)).replace("first", "|\n    first"),
    "json": json.dumps(config_map_of(**VARIABLES), indent=2),
    "one line": json.dumps(config_map_of(**VARIABLES)),
}


@at_once("text", IN_DATA.values(), ids=IN_DATA)
def test_variables_set_up_a_server(text):
    source = Source.of("map.yaml", text.encode())
    assert readers.recognise("map.yaml", source.data, CATALOGUE) is config_map.READER
    items = list(config_map.read(source, CATALOGUE))
    assert not [item for item in items if isinstance(item, Diagnostic)]
    told = {item.key: item.text for item in items if isinstance(item, Fact)}
    assert told.items() >= SET.items()
    assert not any("lang" in key for key in told)
    (kind,) = (item for item in items if isinstance(item, Fact) and item.key == "one_touch.serversetup.server.type")
    assert source.text(*kind.span) == "first"


@at_once("raw", [b"Acm\xe9", b"a\x81\xfeb"])
def test_a_variable_of_another_encoding_is_read(raw):
    data = dumped(config_map_of(**VARIABLES)).encode().replace("Acm\u00e9".encode(), raw)
    items = list(config_map.read(Source.of("map.yaml", data), CATALOGUE))
    assert "ini.translog_status" in {item.key for item in items if isinstance(item, Fact)}


@at_once(("escaped", "value"), [(r"\ud83d", "a\ufffd"), (r"\ud83d\ude00", "a\U0001f600"), (r"\udce4", "a\ufffd"), (r"\xe4\u20ac", "a\xe4\u20ac")])  # fmt: skip
def test_an_escape_that_is_half_a_letter_is_read(escaped, value):
    text = f'kind: ConfigMap\ndata:\n  notes.ini: "[Notes]\\nKitType=2\\nServerName=a{escaped}"\n'
    found = config_map.read(Source.of("map.yaml", text.encode()), CATALOGUE)
    assert [item.text for item in found if isinstance(item, Fact) and item.key == "ini.servername"] == [value]


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("text", IN_DATA.values(), ids=IN_DATA)
def test_a_password_among_variables_is_masked(text, form, tmp_path, domlint):
    (tmp_path / "map.yaml").write_text(text, encoding="utf-8")
    done = domlint("check", "map.yaml", "--isolated", "--format", form)
    assert "SERVERSETUP_ADMIN_PASSWORD" in done.out
    assert "c0rrect" not in done.out and "horse" not in done.out


SEALED = {"kind": "Secret", "data": {"pw": "aHVudGVyMg=="}, "stringData": {"auto.json": SETUP}}
TWO = config_map_of(first__json=SETUP, second__json=SETUP)
REASONS = [
    (dumped(TWO, "|"), ["a second file of its kind"]),
    (json.dumps(TWO), ["a second file of its kind"]),
    (LITERAL + "{{- end }}\n", ["it is a template"]),
    (LITERAL.replace("data:", "data: [\ndata:").replace("kind:", "kind: ConfigMap\nkind:"), ["this is not YAML"]),
    (dumped({"kind": "Secret", "data": MAP["data"], "was": {"kind": "ConfigMap"}}, "|"), ["a Kubernetes Secret", "none of its keys"]),
    ("{{- if .Values.on }}\n" + LITERAL + "{{- end }}\n", ["it is a template"]),
    (LITERAL.replace('"mail01"', "{{ .Values.name }}").replace("name: domino", "name: {{ .Release.Name }}-x"), ["it is a template"]),
    (LITERAL + "---\n" + dumped(SEALED, "|"), ["a Kubernetes Secret"]),
    (json.dumps({"kind": "List", "items": [SEALED, MAP]}), ["a Kubernetes Secret"]),
    (dumped(config_map_of(readme__txt="serverSetup\nis a word"), "|"), ["none of its keys"]),
    ("kind: ConfigMap\nnotesini: 1\ndata: " + "[" * 5000, [json_tree.TOO_DEEP]),
    ("kind: List\nitems:\n- &x\n  kind: ConfigMap\n  data:\n    a.ini: '[Notes]'\n" + "- *x\n" * 50, ["given again by an alias"]),
    ("kind: ConfigMap\ndata:\n  a.ini: &x '[Notes]'\n" + "".join(f"  k{at}.ini: *x\n" for at in range(50)), ["given again by an alias"]),
]  # fmt: skip


@at_once(("text", "reasons"), REASONS, ids=range(len(REASONS)))
def test_what_is_not_read_is_said(text, reasons):
    _, items = read(text)
    found = [item.reason for item in items if isinstance(item, Diagnostic)]
    assert len(found) == len(reasons)
    assert all(part in reason for part, reason in zip(reasons, found, strict=True))


def test_of_more_values_than_anybody_has_the_rest_is_not_read(monkeypatch):
    monkeypatch.setattr(limits, "MAX_YAML_VALUES", 2_000)
    many = LITERAL + "---\n" + "kind: ConfigMap\ndata:\n" + "  a: b\n" * 3_000
    source, items = read(many)
    [limit] = [item for item in items if isinstance(item, Diagnostic)]
    assert "values; what follows was not read" in limit.reason
    assert source.text(limit.offset, limit.offset + 4) == "a: b"
    assert texts(items)["one_touch.server_name"] == "mail01/Acm\u00e9"


def test_a_place_in_doubt_is_named_in_the_config_map():
    text = LITERAL.replace('"name": "mail01"', '"name": "{{ NAME }}", // its name')
    source, items = read(text)
    slip = next(item for item in items if isinstance(item, Diagnostic))
    assert source.text(slip.offset, slip.offset + 8) == "// its n"


WITHOUT_LIBRARY = """
import sys
sys.modules["yaml"] = None
from advisor.pack import builtin
from advisor.readers.domino import config_map
from advisor.source import Source

for item in config_map.read(Source.of("map.yaml", sys.stdin.buffer.read()), builtin().catalogue):
    print(getattr(item, "reason", ""), getattr(item, "key", ""))
"""


@at_once(("text", "printed"), [(LITERAL, "install domlint[yaml]"), (json.dumps(MAP), "one_touch.server_name")])
def test_without_the_library_yaml_is_not_read(text, printed):
    done = subprocess.run([sys.executable, "-c", WITHOUT_LIBRARY], input=text.encode(), capture_output=True, check=True)
    assert printed in done.stdout.decode()


@at_once("text", ["", "kind: ConfigMap\ndata:\n  a: b\n", SETUP, INI, "kind: Pod\n# serverSetup data:\n"])
def test_other_files_are_not_taken(text):
    assert not config_map.recognises(text.encode(), CATALOGUE)


@given(st.text(alphabet=st.sampled_from("ab{}\":\\' \n\té€😀#|>-"), min_size=1), st.sampled_from(["|", ">", '"', "'"]))
def test_every_letter_has_its_place(text, style):
    dump = dumped({"kind": "ConfigMap", "data": {"a": text + "\nx"}}, style)
    source = Source.of("x", dump.encode())
    held = config_map.opened(source).entries[0].text
    assert held.text(0, len(held.data)).rstrip("\n") == (text + "\nx").rstrip("\n")
    last = held.data.rindex(b"x")
    assert source.data[held.place(last)] == ord("x")


@given(st.text())
def test_a_string_of_json_has_its_places(text):
    raw = json.dumps({"kind": "ConfigMap", "data": {"a": text + "x"}}).encode()
    held = config_map.opened(Source.of("x", raw)).entries[0].text
    if text.isascii():
        assert raw[held.place(len(held.data) - 1)] == ord("x")


SECRET = SETUP.replace('"notesINI"', '"a": "1", "admin_pw": "hunter", "a": "2", "notesINI"')


@pytest.mark.parametrize(
    "text", [*(dumped(config_map_of(a=SECRET), style) for style in "|>\"'"), json.dumps(config_map_of(a=SECRET))]
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_secret_beside_a_finding_is_masked(text, form, tmp_path, domlint):
    (tmp_path / "cm.yaml").write_text(text, encoding="utf-8")
    printed = domlint("check", "--isolated", str(tmp_path), "--format", form).out
    assert "json-key-repeated" in printed
    assert "hunter" not in printed


def with_first_key(text, first, name):
    """Return the text of a config map with a value above the one that a key of `data` has."""
    at = text.index(name, text.index("data"))
    begin = text.rindex("\n", 0, at) + 1
    return text[:begin] + first + text[begin:]


LAST = config_map_of(notes__ini=INI)
OTHER = INI.replace("TRANSLOG_Status=1", "TRANSLOG_Status=0")
YAML_OTHER = "  notes.ini: |\n" + "".join(f"    {line}\n" for line in OTHER.splitlines())
JSON_OTHER = f'        "notes.ini": {json.dumps(OTHER)},\n'
TWICE = {  # texts of a config map, and the line of the key that is given again below
    "YAML": (with_first_key(dumped(LAST, "|"), YAML_OTHER, "notes.ini"), 3),
    "YAML, three times": (with_first_key(dumped(LAST, "|"), YAML_OTHER * 2, "notes.ini"), 3),
    "YAML, data": ("data:\n" + YAML_OTHER + dumped(LAST, "|"), 1),
    "JSON": (with_first_key(json.dumps(LAST, indent=4), JSON_OTHER, "notes.ini"), 4),
    "JSON, data": (json.dumps(LAST, indent=4).replace("{", '{\n    "data": {\n' + JSON_OTHER[:-2] + "\n},\n", 1), 2),
    "JSON list": (json.dumps({"kind": "List", "items": [LAST]}, indent=0).replace('"notes.ini"', JSON_OTHER + '"notes.ini"', 1), 7),
    "binaryData": ("binaryData:\n  notes.ini: W05vdGVzXQ==\n  notes.ini: " + base64.b64encode(INI.encode()).decode() + "\nkind: ConfigMap\n", 2),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line"), TWICE.values(), ids=TWICE)
def test_of_a_key_that_is_given_twice_the_last_one_is_read(text, line, tmp_path, domlint):
    (tmp_path / "map.yaml").write_text(text, encoding="utf-8")
    done = domlint("check", "map.yaml", "--format", "json", "--fail-on", "never")
    report = json.loads(done.stdout)
    said = [(row["path"], row["line"]) for row in report["unread"] if "follows in the same map" in row["reason"]]
    assert said == [("map.yaml", line)]
    assert f"map.yaml:{line}: a key of this name follows" in done.err
    assert len(report["servers"]) == 1
    shown = json.loads(domlint("facts", "map.yaml", "--key", "ini.translog_status", "--format", "json").stdout)
    assert [fact["value"] for server in shown for fact in server["facts"]] == ["1"]


SECOND = SETUP.replace("mail01", "mail02")
OF_SECOND = config_map_of(auto__json=SECOND)
OF_FIRST = INI + "ServerName=mail01/Acmé\n"
SEVERAL = {  # the objects of a file; its servers, and TRANSLOG_Status of each that runs
    "two keys": ([config_map_of(a__json=SETUP, b__json=SECOND)], [("mail01/Acmé", []), ("mail02/Acmé", [])]),
    "two maps": ([MAP, OF_SECOND], [("mail01/Acmé", []), ("mail02/Acmé", [])]),
    "two maps of one name": ([MAP, MAP | {"metadata": {"namespace": "b"}}], [("mail01/Acmé", []), ("mail01/Acmé", [])]),
    "a list": ([{"kind": "List", "items": [MAP, SEALED, OF_SECOND]}], [("mail01/Acmé", []), ("mail02/Acmé", [])]),
    "a pod between": ([MAP, {"kind": "Pod"}, SEALED, OF_SECOND], [("mail01/Acmé", []), ("mail02/Acmé", [])]),
    "set up and running": ([config_map_of(auto__json=SETUP, notes__ini=OF_FIRST)], [("mail01/Acmé", ["1"])]),
    "one that runs beside another's set-up": ([config_map_of(auto__json=SECOND, notes__ini=OF_FIRST)], [("mail02/Acmé", []), ("mail01/Acmé", ["1"])]),
    "two that run": ([config_map_of(a__ini=OF_FIRST, b__ini=INI + "ServerName=mail02/Acmé\n")], [("mail01/Acmé", ["1"]), ("mail02/Acmé", ["1"])]),
}  # fmt: skip


def servers_in(objects, given, tmp_path, domlint):
    """The servers of config maps in a file: their names without what tells them apart, and TRANSLOG_Status."""
    text = "---\n".join(dumped(one, "|") for one in objects)
    (tmp_path / "map.yaml").write_text(text, encoding="utf-8")
    done = domlint("facts", given, "--key", "ini.translog_status", "--format", "json", stdin=text.encode())
    assert "aHVu" not in done.out
    servers = json.loads(done.stdout)
    return [(server["server"].partition(" (")[0], [fact["value"] for fact in server["facts"]]) for server in servers]


@pytest.mark.parametrize(("objects", "servers"), SEVERAL.values(), ids=SEVERAL)
def test_each_file_in_config_maps_is_a_file_of_the_run(objects, servers, tmp_path, domlint):
    assert servers_in(objects, ".", tmp_path, domlint) == servers


@pytest.mark.parametrize("given", ["map.yaml", "-"])
def test_so_it_is_however_the_file_is_given(given, tmp_path, domlint):
    for name in ("two maps", "set up and running"):
        objects, servers = SEVERAL[name]
        assert servers_in(objects, given, tmp_path, domlint) == servers


@pytest.mark.parametrize(("most", "named"), [(2, 2), (1, 1)])
def test_of_a_config_map_of_too_many_files_no_report_is_whole(most, named, tmp_path, domlint, monkeypatch):
    monkeypatch.setattr(limits, "MAX_CONFIG_MAP_FILES", most)
    text = dumped(config_map_of(a__json=SETUP, b__json=SECOND), "|")
    (tmp_path / "map.yaml").write_text(text, encoding="utf-8")
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").stdout)
    assert (len(report["servers"]), report["complete"]) == (named, most > 1)
    assert [one["what"] for one in report["errors"]] == ["not read"] * (most < 2)


def test_what_several_files_tell_stands_on_the_lines_of_the_config_map(tmp_path, domlint):
    text = dumped(config_map_of(a__json=SETUP, b__json=SECOND), "|")
    (tmp_path / "map.yaml").write_text(text, encoding="utf-8")
    servers = json.loads(domlint("facts", ".", "--key", "one_touch.server_name", "--format", "json").stdout)
    lines = [number for number, line in enumerate(text.splitlines(), 1) if '"name": "mail0' in line]
    assert [fact["line"] for server in servers for fact in server["facts"]] == lines


def test_a_secret_alone_is_named_and_left(tmp_path, domlint):
    (tmp_path / "s.yaml").write_text(dumped(SEALED, "|"), encoding="utf-8")
    assert "s.yaml: a Kubernetes Secret; it is left unread" in domlint("check", ".", "--isolated").out


COPIED = [{"notes__ini": INI, "notes__ini__bak": INI}, {"notes__ini~": INI, "notes__ini": INI}]


@at_once(("data", "dump"), [(a, b) for a, b in product(COPIED, [json.dumps, yaml.safe_dump])])
def test_a_copy_by_the_name_of_its_key_is_no_server(data, dump):
    source = Source.of("cm", dump(config_map_of(**data)).encode())
    of_map = config_map.opened(source)
    files, said = config_map.files_in_map(of_map, CATALOGUE), of_map.stopped
    assert [file.name for file in files] == ["notes.ini"]
    assert [slip.reason.partition(":")[0] for slip in said] == ["a copy by the name of its key"]


BINARY = [("[Notes]\nKitType=2\nTitle=B\u00fcro\n", "latin-1"), ("[Notes]\nKitType=2\nTitle=B\u00fcro\n", "utf-16")]


@at_once(("text", "encoding", "dump"), [(*a, b) for a, b in product(BINARY, [json.dumps, yaml.safe_dump])])
def test_what_kubectl_puts_into_binary_data_is_read(text, encoding, dump):
    held = base64.b64encode(text.encode(encoding)).decode()
    data = dump({"apiVersion": "v1", "kind": "ConfigMap", "binaryData": {"notes.ini": held}}).encode()
    source = Source.of("cm", data)
    assert config_map.recognises(data, CATALOGUE)
    told = {item.key: item for item in config_map.read(source, CATALOGUE) if isinstance(item, Fact)}
    assert told["ini.title"].text == "B\u00fcro"
    line, column = told["ini.title"].source.position(told["ini.title"].span[0])
    assert source.line_text(line)[column - 1 :].lstrip('"').startswith(held[:8])


def test_what_is_no_base64_is_said():
    data = {"kind": "ConfigMap", "data": {}, "binaryData": {"notes.ini": "W05vdGVzX*"}}
    (said,) = config_map.read(Source.of("cm", json.dumps(data).encode()), CATALOGUE)
    assert (said.reason, said.problem) == ("what a key of binaryData holds is not base64; it was not read", True)

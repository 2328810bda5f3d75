import json

import data
import listings
import pytest
from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st
from tickets import remedy_of

from advisor import pack
from advisor.derive import Context, readable_secrets
from advisor.facts import Complete, Diagnostic, Document, Fact, Facts
from advisor.pack import builtin
from advisor.readers import json_tree
from advisor.readers.domino import one_touch
from advisor.source import Source

CATALOGUE = builtin().catalogue

SETUP = data.text("one_touch/setup.json")
DIRECTORY = data.text("one_touch/directory.txt")
ASKED = '{ "Type": "Server", "ServerName": "CN=Mail01/O=Acme" }'
FOR_ALL = '{ "Form": "ServerConfig", "UseAsDefault": "1", "ServerName": "*", "FAEnabled": "1" }'
FULL = DIRECTORY % (ASKED, FOR_ALL)
TWICE = '{\n "serverSetup": {\n  "notesINI": { "A": "", "B": "1", "A": "1" },\n  "server": { "type": "first", "type": "first" }\n }\n}\n'
CONTAINER = data.text("one_touch/container.json")
JINJA = '{\n  "serverSetup": {\n    "server": {\n{% if first %}\n      "type": "first"\n{% endif %}\n    }\n  }\n}\n'

EXAMPLES = [SETUP, FULL, TWICE, CONTAINER]


def facts(raw, prefix=""):
    items = [item for item in listings.read(one_touch, raw) if isinstance(item, Fact)]
    return [(item.key, item.text) for item in items if item.key.startswith(prefix) and item.subject.kind == "server"]


def documents(raw):
    return [item for item in listings.read(one_touch, raw) if isinstance(item, Document)]


def reasons(raw):
    return [(item.offset, item.reason) for item in listings.read(one_touch, raw) if isinstance(item, Diagnostic)]


def wholes(raw):
    return [item.prefix for item in listings.read(one_touch, raw) if isinstance(item, Complete)]


def test_every_value_is_a_fact_with_its_place():
    source = Source.of("setup.json", SETUP.encode())
    found = [
        item for item in one_touch.read(source, CATALOGUE) if isinstance(item, Fact) and item.subject.kind == "server"
    ]
    assert [(one.key, one.text) for one in found] == [
        ("one_touch.form", "one-touch"),
        ("one_touch.server_name", "Mail01/Acme"),
        ("one_touch.serversetup.server.type", "first"),
        ("one_touch.serversetup.server.name", "Mail01"),
        ("ini.servertasks", "replica,router, http"),
        ("one_touch.serversetup.org.orgname", "Acme"),
        ("one_touch.serversetup.org.certifierpassword", "summer rain"),
        ("one_touch.written", "serverSetup.org.certifierPassword"),
        ("ini.log_sessions", "0"),
        ("ini.notestemp", "/local/temp"),
        ("ini.nomad_web_host", "{{ HOST }}"),
        ("one_touch.serversetup.registerusers.users.0.firstname", "Ann"),
        ("one_touch.serversetup.registerusers.users.1.firstname", "Bob"),
        ("one_touch.serversetup.registerusers.users.1.password", "@Env:BOB"),
        ("one_touch.written", "serverSetup.registerUsers.users.1.password"),
        ("one_touch.autoconfigpreferences.startserverafterconfiguration", "true"),
    ]
    told = [one for one in found if one.key not in {"one_touch.form", "one_touch.server_name", "one_touch.written"}]
    assert all(source.text(*one.span) == one.text for one in told)
    assert [one.key for one in told if one.doubt] == ["ini.nomad_web_host"]


NAMES = [
    ('"name": "Mail01"', '"orgName": "Acme"', "Mail01/Acme"),
    ('"name": "Mail01"', '"orgName": "Acme", "orgUnitName": "West"', "Mail01/West/Acme"),
    ('"name": "Mail01"', '"orgName": "Acme", "countryCode": "DE"', "Mail01/Acme/DE"),
    ('"name": "Mail01/West/Acme"', '"orgName": "Acme"', "Mail01/West/Acme"),
    ('"name": "CN=Mail01/O=Acme"', '"orgName": "Acme"', "CN=Mail01/O=Acme"),
    ('"name": "{{ NAME }}"', '"orgName": "Acme"', None),
    ('"name": "Mail01"', '"orgName": "{{ ORG }}"', None),
    ('"name": "Mail01"', '"orgName": null', None),
    ('"name": null', '"orgName": "Acme"', None),
    ('"name": "Mail01", "name": "Mail02"', '"orgName": "Acme"', None),
]


@at_once(("name", "org", "expected"), NAMES)
def test_the_server_is_named_where_nothing_is_left_open(name, org, expected):
    raw = f'{{"serverSetup": {{"server": {{{name}}}, "org": {{{org}}}}}}}'
    assert dict(facts(raw)).get("one_touch.server_name") == expected


ITEMS = [
    ("doc.server.majver", "12", ""),
    ("doc.server.fulladmin", "Admins, Operators", ""),
    ("doc.server.translog_path", "/local/translog", ""),
    ("doc.server.daosbasepath", "${DAOS}", "it is a template that something fills in"),
    ("doc.server.http_homeurl", "", ""),
    ("doc.server.schedule", "T000000,00, T235959,00", ""),
]


def test_documents_of_the_directory_are_read():
    one, other = documents(FULL)
    assert [(item.key, item.text, item.doubt) for item in one.items] == ITEMS
    assert (one.form, one.server, one.whole, one.written) == ("server", "CN=Mail01/O=Acme", False, "")
    assert one.source.position(one.span[0]) == (10, 11)
    assert all(one.source.text(*item.span) for item in one.items if item.text)
    assert (other.form, other.server, other.whole) == ("config", "*", False)
    assert [item.text for item in other.items] == ["ServerConfig", "1", "*", "1"]
    assert not any(".items." in key for key, _ in facts(FULL))


SOUGHT = [
    ('{ "Form": "Server", "ServerName": "CN=Web/O=Acme" }', ("server", "CN=Web/O=Acme")),
    ('{ "Form": "Server" }', ("server", "Mail01/Acme")),
    ('{ "Type": "Server", "ServerName": "CN={{ NAME }}/O=Acme" }', ("server", "")),
    ('"Form = {Server} & ServerName = @Username"', ("server", "Mail01/Acme")),
    ('"Form=\\"Server\\" & ServerName=\\"CN=Web/O=Acme\\""', ("server", "CN=Web/O=Acme")),
    ('"type = {Server}"', ("server", "Mail01/Acme")),
    ('"Form = {ServerConfig} & ServerName = {*}"', ("config", "*")),
    ('{ "Form": "ServerConfig", "ServerName": "MailServers" }', ("config", "MailServers")),
    ('{ "Form": "ServerConfig" }', ("config", "")),
    ('{ "Form": "Person" }', None),
    ('"SELECT @All"', None),
]


@at_once(("sought", "expected"), SOUGHT)
def test_what_is_sought_says_whose_document_it_is(sought, expected):
    found = [(one.form, one.server) for one in documents(DIRECTORY % (sought, '{ "Form": "Group" }'))]
    assert found == ([expected] if expected else [])


MADE = [
    ('{ "Form": "ServerConfig", "UseAsDefault": "1" }', ("config", "*")),
    ('{ "Form": "ServerConfig", "UseAsDefault": "0", "ServerName": "Mail01/Acme" }', ("config", "Mail01/Acme")),
    ('{ "Type": "Server" }', ("server", "Mail01/Acme")),
]


@at_once(("items", "expected"), MADE)
def test_what_is_made_says_whose_document_it_is(items, expected):
    found = [(one.form, one.server) for one in documents(DIRECTORY % ('{ "Form": "Group" }', items))]
    assert found == [expected]


def test_the_container_s_older_form_is_read():
    assert facts(CONTAINER, "ini.") == [("ini.servertasks", "Update,http")]
    assert dict(facts(CONTAINER))["one_touch.form"] == "container"
    (one,) = documents(CONTAINER)
    assert (one.form, one.server) == ("server", "")
    assert [(item.key, item.text) for item in one.items] == [
        ("doc.server.majver", "11"),
        ("doc.server.sslcipherlist", "C030, 9F"),
    ]


FIELDS = [  # the container's fields, and the items they make
    ('{ "name": "A", "value": 1 }, { "name": "A", "value": 2 }', [("a", "1"), ("a", "2")]),
    ('{ "name": "A", "value": 1, "append": true }, { "name": "B", "value": 2 }', [("a", "1"), ("b", "2")]),
    ('{ "name": "A" }, { "value": 1 }, { "name": "B", "value": [ 2, 3 ] }', [("b", "2, 3")]),
    ('{ "name": "A", "value": null }', [("a", "")]),
    ("1, [ ], null", []),
]


@at_once(("fields", "items"), FIELDS)
def test_the_container_s_fields_are_items(fields, items):
    raw = f'{{"database": [{{"filename": "names.nsf", "documents": [{{"type": "Server", "fields": [{fields}]}}]}}]}}'
    (document,) = documents(raw)
    assert [(item.key, item.text) for item in document.items] == [(f"doc.server.{name}", text) for name, text in items]
    assert document.source.text(*document.span) == "{"


def keys_told(raw):
    found = {}
    for item in listings.read(one_touch, raw):
        if isinstance(item, Fact) and item.subject.kind == "json_key":
            found.setdefault(item.subject.name, {})[item.key.removeprefix("json_key.")] = item
    return found


SAID = [
    (TWICE, "serverSetup.notesINI.A", "2", "2", '"" and "1"'),
    (TWICE, "serverSetup.server.type", "2", "1", '"first"'),
    (TWICE.replace('"A": ""', '"A": 1'), "serverSetup.notesINI.A", "2", "2", '1 and "1"'),
    (TWICE.replace('"B"', '"A"'), "serverSetup.notesINI.A", "3", "2", '"" and "1"'),
    (TWICE.replace("type", "password"), "serverSetup.server.password", "2", "1", "***"),
]


@at_once(("raw", "name", "times", "values", "said"), SAID)
def test_a_key_given_twice_is_told_with_both_places(raw, name, times, values, said):
    told = keys_told(raw)[name]
    assert {what: fact.text for what, fact in told.items()} == {
        "name": name, "times": times, "values": values, "said": said,
    }  # fmt: skip
    origins = told["times"].made_from
    assert len(origins) == int(times)
    assert len({origin.span for origin in origins}) == int(times)


def test_lists_and_objects_of_a_repeated_key_are_told_as_such():
    told = keys_told('{"serverSetup": {"a": [1], "a": {}, "a": null}}')["serverSetup.a"]
    assert [origin.text for origin in told["times"].made_from] == ["a list", "an object", ""]


def test_a_file_that_holds_no_object_is_named():
    assert reasons('"x"') == [(0, "there is no JSON of One-Touch Setup")]


def test_both_values_of_a_repeated_key_are_told():
    assert facts(TWICE, "ini.a") == [("ini.a", ""), ("ini.a", "1")]


def test_keys_that_stand_once_are_told_where_all_was_read():
    assert {name: list(told) for name, told in keys_told(SETUP).items()} == {
        "serverSetup": ["name"], "autoConfigPreferences": ["name"],
    }  # fmt: skip
    assert keys_told(SETUP[:-10]) == {}


STATEMENT = "it is a template with control statements, which domlint does not fill in"
ENDS = "the JSON breaks off here"
ELSE = "this is not JSON, or something else begins here; what follows was not read"
COMMA = "a comma stands before the closing bracket, which JSON does not allow"
COMMENT = "a comment stands here; JSON has none"
NUL = "NUL bytes stand here; what follows was not read"
BROKEN = [
    (SETUP, []),
    (FULL, []),
    (TWICE, []),
    (CONTAINER, []),
    (SETUP.replace("\n", "\r\n").replace("  ", "\t"), []),
    (b"\xef\xbb\xbf" + SETUP.encode(), []),
    (SETUP.replace('"0"', "{{ sessions }}"), []),
    (SETUP[:300], [(296, ENDS)]),
    (SETUP[: SETUP.index("true") + 2], [(SETUP.index("true"), ENDS)]),
    (SETUP.rstrip()[:-1], [(len(SETUP) - 3, ENDS)]),
    (SETUP + '{"serverSetup": {}}', [(len(SETUP), ELSE)]),
    (SETUP + "$ ", [(len(SETUP), ELSE)]),
    (SETUP.replace("true }", "true, }"), [(SETUP.index("true }") + 6, COMMA)]),
    (SETUP.replace('"type"', '// which\n"type"'), [(SETUP.index('"type"'), COMMENT)]),
    (SETUP.replace('"type"', '/* which */ "type"'), [(SETUP.index('"type"'), COMMENT)]),
    (SETUP.replace("true", "True"), [(SETUP.index("true"), ELSE)]),
    (SETUP.replace("true", "01"), [(SETUP.index("true"), ELSE)]),
    (SETUP.replace('"first",', '"first'), [(SETUP.index('"first"'), ELSE)]),
    (SETUP.replace('"first",', '"first"'), [(SETUP.index('"name"') - 1, ELSE)]),
    (SETUP.replace('"org"', '\0"org"'), [(SETUP.index('"org"'), NUL)]),
    ('{ "serverSetup": { { "server": {} } }', [(19, ELSE)]),
    ('{ "serverSetup": [ "server": {} ] }', [(27, ELSE)]),
    ('{ "serverSetup": { "server": ] }', [(29, ELSE)]),
    ("", [(0, ENDS)]),
    ("serverSetup", [(0, ELSE)]),
    ('{"serverSetup":' + "[" * 100_000, [(78, json_tree.TOO_DEEP)]),
    (SETUP.replace("first", "fi\0rst"), [(SETUP.index("first") + 2, NUL)]),
    ('{"serverSetup": {"' + "k" * 300 + '": 1}}', [(17, json_tree.TOO_LONG)]),
]


@at_once(("raw", "expected"), BROKEN)
def test_where_it_is_not_json_is_told(raw, expected):
    assert reasons(raw) == expected
    assert wholes(raw) == ([] if expected else ["one_touch.", "json_key."])


QUOTED_BY_WORD = SETUP.replace('"', "“")


@at_once("raw", [QUOTED_BY_WORD, QUOTED_BY_WORD.encode("cp1252"), QUOTED_BY_WORD.encode("utf-16")])
def test_what_word_made_of_quotes_is_read_past(raw):
    raw = raw if isinstance(raw, bytes) else raw.encode()
    assert one_touch.recognises(raw, CATALOGUE)
    assert facts(raw) == facts(SETUP)
    assert [reason for _, reason in reasons(raw)] == [json_tree.QUOTES]


def test_what_stands_before_the_damage_and_beside_a_comma_too_many_counts():
    assert ("one_touch.serversetup.org.orgname", "Acme") in facts(SETUP[:300])
    commented = SETUP.replace('"first",', '"first", // which').replace("true }", "true, }")
    assert facts(commented) == facts(SETUP)


def test_a_template_with_control_statements_is_not_read():
    assert listings.read(one_touch, JINJA) == [Diagnostic(JINJA.index("{%"), STATEMENT, left=True)]
    assert listings.read(one_touch, "{# ours #}\n" + SETUP) == [Diagnostic(0, STATEMENT, left=True)]


def test_a_path_that_grows_too_long_ends():
    raw = '{"serverSetup": ' + ('{"' + "k" * 250 + '": ') * 4 + '{"server": 1}' + "}" * 5
    assert [reason for _, reason in reasons(raw)] == [one_touch.TOO_LONG]


CLEAR = [
    ('"password": "summer rain"', ["serverSetup.server.password"]),
    ('"IDPassword": "summer rain"', ["serverSetup.server.IDPassword"]),
    ('"password": "summer rain", "password": "winter snow"', ["serverSetup.server.password"]),
    ('"a": {"name": "bindPassword", "value": "summer rain"}', ["serverSetup.server.a.bindPassword"]),
    ('"a": [{"Value": "summer rain", "KEY": "secret"}]', ["serverSetup.server.a.0.secret"]),
    ('"a": {"name": "bindPassword", "value": "@Env:PW"}', []),
    ('"a": {"name": "title", "key": null, "value": "summer rain"}', []),
    ('"password": ""', []),
    ('"password": null', []),
    ('"password": "{{ PASSWORD }}"', []),
    ('"password": "${PASSWORD}"', []),
    ('"password": "@Prompt:Password of the server"', []),
    ('"password": "@Env:SERVER_PASSWORD"', []),
    ('"password": "@File:/run/password.txt"', []),
    ('"password": "@Secret:/run/secrets/password"', []),
    ('"password": "(355E98E7C7B59BD810ED845AD0FD2FC4)"', []),
    ('"setInternetPassword": true', []),
    ('"minPasswordLength": 8', []),
    ('"passwordFile": "/run/password.txt"', []),
    ('"passwordReset": { "helpText": "Ask the desk" }', []),
]


@at_once(("raw", "expected"), CLEAR)
def test_a_password_in_clear_is_named_as_the_file_has_it(raw, expected):
    known = Facts()
    known.add(
        item
        for item in listings.read(one_touch, f'{{"serverSetup": {{"server": {{{raw}}}}}}}')
        if isinstance(item, (Fact, Complete))
    )
    found = list(readable_secrets.derive_parameters(known, Context(pack.builtin().catalogue)))
    assert [item.subject.name for item in found if isinstance(item, Fact) and item.text == "password"] == expected
    assert all(item.made_from[0].span for item in found if isinstance(item, Fact))


def test_without_one_touch_nothing_is_said_of_secrets():
    assert list(readable_secrets.derive_parameters(Facts(), Context(pack.builtin().catalogue))) == []


RECOGNISED = [
    *((raw, True) for raw in (SETUP, FULL, TWICE, CONTAINER, JINJA)),
    ("{% set x = 1 %}\n" + JINJA, True),
    ('{ "appConfiguration": {\n {\n "databases": [', True),
    ('{ "$schema": "ots.json", "IDVault": { "IDFile": "vault.id" } }', True),
    ('// ours\n{ "serverSetup": { "server": {} } }', True),
    (SETUP[:200], True),
    ('{ "appConfiguration": { "debug": true } }', False),
    ('{ "serverSetup": "done", "server": {} }', False),
    ('{ "properties": { "serverSetup": { "server": {} } } }', False),
    ('{ "database": [ "a", "b" ] }', False),
    ('{ "database": { "host": "db" } }', False),
    ("data:\n  setup.json: |\n    " + SETUP.replace("\n", "\n    "), False),
    ("```\n" + SETUP + "```\n", False),
    ('[ { "serverSetup": { "server": {} } } ]', False),
    ('The key "serverSetup": { "server" … } holds', False),
    ('setup = \'{"serverSetup": {"server": {}}}\'', False),
    ("[Notes]\nKitType=2\n", False),
    ("{", False),
]


def test_half_a_surrogate_pair_is_left_as_written():
    assert facts('{"serverSetup": {"notesINI": {"A": "\\ud800", "B": "\\u00e4\\n"}}}', "ini.") == [
        ("ini.a", "\\ud800"),
        ("ini.b", "ä\n"),
    ]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=8), below, max_size=3),
    max_leaves=12,
)
TREES = st.dictionaries(st.sampled_from(["serverSetup", "appConfiguration", "notesini", "database"]), VALUES)


@given(TREES.map(json.dumps).map(str.encode))
def test_no_shape_breaks_the_reader(raw):
    assert all(item.span or item.made_from for item in listings.read(one_touch, raw) if isinstance(item, Fact))
    assert one_touch.recognises(raw, CATALOGUE) in (True, False)


@given(VALUES)
def test_all_json_is_json(value):
    assert reasons(json.dumps({"serverSetup": value}, ensure_ascii=False)) == []


TO_BE_SET_UP = """\
{ "serverSetup": { "server": { "type": "first", "name": "Mail01" }, "org": { "orgName": "Acme" },
    "notesINI": { "TRANSLOG_Status": "%s", "HTTPJVMMaxHeapSize": "256M", "Server_Session_Timeout": "120" } },
  "appConfiguration": { "databases": [ { "filePath": "names.nsf", "action": "update", "documents": [
    { "action": "update", "findDocument": { "Type": "Server", "ServerName": "CN=Mail01/O=Acme" },
      "items": { "TRANSLOG_Status": "%s", "DAOSEnable": "1" } } ] } ] } }
"""
SAID_OF_WHAT_RUNS = ("It runs", "runs with", "next start", "next window", "not in NOTES.INI", "Do not edit")


@pytest.mark.parametrize(("setting", "document", "off"), [("0", "1", False), ("1", "0", True), ("0", "0", True)])
def test_a_server_that_is_yet_to_be_set_up_has_one_view(setting, document, off, domlint, tmp_path):
    """What set-up writes into the document is what holds."""
    (tmp_path / "config.json").write_text(TO_BE_SET_UP % (setting, document))
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    findings = report["findings"]
    names = {one["name"] for one in findings}
    assert ("transaction-logging-off" in names, "daos-without-transaction-logging" in names) == (off, off)
    assert "document-not-in-effect" not in names
    assert names >= {"http-heap-below-default", "session-timeout-long"}
    for one in findings:
        assert not [words for words in SAID_OF_WHAT_RUNS if words in one["message"] + remedy_of(one, report)["summary"]]
        fix = remedy_of(one, report)
        assert (fix["restart"], fix.get("commands"), one["views"]) == ("none", None, ["now", "next start"])
        assert not fix["summary"].startswith(("In the", "The server", "Nothing"))  # the change comes first
        assert "in the set-up file" in fix["summary"]


MISSPELT = (
    '{"serverSetup": {"server": {"name": "Mail01", "type": "first"}, "notesINI": {"Server_Sesion_Timeout": "30"}}}'
)
IN_A_MAP = json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "data": {"auto_config.json": MISSPELT}})
FILES_WITH_A_SLIP = [
    ("notes.ini", "[Notes]\nKitType=2\nServer_Sesion_Timeout = 30\n"),
    ("auto.json", MISSPELT),
    ("cm.json", IN_A_MAP),
    ("auto.env", "SERVERSETUP_SERVER_NAME=Mail01\nSERVERSETUP_SERVER_TYPE=first\nSERVERSETUP_NOTESINI_Server_Sesion_Timeout=30\n"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "text"), FILES_WITH_A_SLIP)
def test_a_misspelt_name_is_marked_and_named_as_it_stands_there(file, text, domlint, tmp_path):
    (tmp_path / file).write_text(text)
    report = json.loads(domlint("check", ".", "--isolated", "--select", "setting-misspelt", "--format", "json").out)
    (finding,) = report["findings"]
    assert finding["message"].startswith("Server_Sesion_Timeout is not in domlint's catalogue")
    line, column = finding["location"]["line"], finding["location"]["column"]
    assert text.splitlines()[line - 1][column - 1 :].startswith("Server_Sesion_Timeout")


TO_BE_CHANGED = """\
{ "serverSetup": { "server": { "name": "Mail01", "type": "first" },
    "org": { "orgName": "Acme", "certifierPassword": "Passw0rd!" }, "notesIni": { "Server_Session_Timeout": "30" },
    "notesINI": { "HTTPJVMMaxHeapSize": "1024M" } },
  "appConfiguration": { "databases": [ { "filePath": "names.nsf", "action": "update", "documents": [
    { "action": "update", "findDocument": { "Type": "Server", "ServerName": "CN=Mail01/O=Acme" },
      "items": { "FullAdmin": "*", "UnrestrictedList": "*" } } ] } ] } }
"""


def test_what_is_said_of_documents_of_a_server_to_be_set_up_is_to_be_done_in_the_file(domlint, tmp_path):
    (tmp_path / "config.json").write_text(TO_BE_CHANGED)
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    told = {one["name"]: remedy_of(one, report)["summary"] for one in report["findings"]}
    for name in ("full-access-for-everyone", "unrestricted-agents-for-everyone"):
        assert "in the set-up file" in told[name]
    assert "@Env:" in told["password-in-clear"]
    assert told["json-key-repeated"].startswith("Keep one line of the repeated key")


TO_CORRECT = """\
{ "serverSetup": { "server": { "type": "first", "name": "Mail01" }, "org": { "orgName": "Acme" },
    "notesINI": { "HTTPJVMMaxHeapSize": "256M", "DAOSEnable": "1", "ServerTasks": "router,http,Updall" } },
  "appConfiguration": { "databases": [ { "filePath": "names.nsf", "action": "update", "documents": [
    { "action": "update", "findDocument": { "Type": "Server" },
      "items": { "TRANSLOG_Status": "0", "FullAdmin": "*", "UnrestrictedList": "*" } } ] } ] } }
"""
KEYS = [  # rule; what the remedy says about the set-up file
    ("http-heap-below-default", "Remove HTTPJVMMaxHeapSize from serverSetup.notesINI"),
    ("batch-task-at-start", "under serverSetup.notesINI"),
    ("transaction-logging-off", "TRANSLOG_Status to 1"),
    ("daos-without-transaction-logging", "TRANSLOG_Status to 1"),
    ("full-access-for-everyone", "FullAdmin under appConfiguration"),
    ("unrestricted-agents-for-everyone", "UnrestrictedList under appConfiguration"),
]
OF_WHAT_RUNS = ("restart", "backup", "session", "document >", "console", "next start", "NOTES.INI")


@pytest.mark.parametrize(("rule", "key"), KEYS)
def test_before_set_up_a_remedy_names_the_key_and_nothing_that_runs(rule, key, domlint, tmp_path):
    (tmp_path / "config.json").write_text(TO_CORRECT)
    report = json.loads(domlint("check", ".", "--isolated", "--select", rule, "--format", "json").out)
    (finding,) = report["findings"]
    fix = remedy_of(finding, report)
    assert key in fix["summary"]
    assert not [words for words in OF_WHAT_RUNS if words in fix["summary"] + fix.get("risk", "")]


def test_two_spellings_of_one_name_are_told(domlint, tmp_path):
    (tmp_path / "config.json").write_text(TO_BE_CHANGED)
    text = domlint("check", ".", "--isolated", "--select", "json-key-repeated").out
    assert "serverSetup.notesIni (also notesINI) is given 2 times in one object" in " ".join(text.split())

import re
from pathlib import Path

import data
import pytest

from advisor import pack
from advisor.pack import scopes
from advisor.pack.language.parse import parse
from advisor.pack.rule import CATEGORIES
from advisor.pack.rule_files import RulebookError
from advisor.pack.rulebook import compile_pack, compile_rules, compile_site

RULE = data.text("rulebook/rule.toml")


def compiled(folder, text):
    (folder / "house-rule.toml").write_text(text, encoding="utf-8")
    data, slips = compile_site(folder, pack.builtin_json())
    if slips:
        raise RulebookError("\n".join(slips))
    return data


def test_a_site_s_rule_joins_the_pack_and_says_where_it_came_from(tmp_path):
    built = pack.from_json(compiled(tmp_path, RULE))
    assert built.rules[-1].name == "house-rule"
    assert built.rules[-1].origin.endswith("house-rule.toml")
    assert not any(rule.origin for rule in built.rules[:-1])


SET = 'set = { "ini.server_session_timeout" = "30" }\n'


def typed_on(target, command):
    """The rule with a command, and where a slip in it stands."""
    line, field = (27, "target") if target == "telnet" else (28, "command")
    table = f'[[fix.command]]\ntarget = "{target}"\ncommand = "{command}"\n\n[[example]]'
    return "[[example]]", table, line, f"fix.command.1.{field}"


SLIPS = [
    ('severity = "low"', 'severity = "grave"', 4, "severity", "critical"),
    ('since = "0.1.0"', 'sinse = "0.1.0"', 6, "sinse", "there is no such field"),
    (">= 9.0, < 14.0", "9.0 to 14.0", 7, "scope.releases", "write them as >= 8.5.3FP6, < 12.0"),
    (">= 9.0, < 14.0", ">= nine", 7, "scope.releases", "write them as >= 8.5.3FP6, < 12.0"),
    ('releases = ">= 9.0, < 14.0"', 'kind = "relay"', 7, "scope.kind", "is none of server, client, any"),
    ('releases = ">= 9.0, < 14.0"', "bits = 16", 7, "scope.bits", "32"),
    ('releases = ">= 9.0, < 14.0"', 'platforms = ["amiga"]', 7, "scope.platforms.1", "is none of windows, linux, aix"),
    ('releases = ">= 9.0, < 14.0"', 'release = "9.0"', 7, "scope.release", "there is no such field"),
    ("limit = 30 }", "limit = [30] }", 9, "parameters.limit", "valid"),
    ('name = "house-rule"', 'name = "House Rule"', 2, "name", "is not of the form"),
    ('id = "LOG901"', 'id = "XXX901"', 1, "id", "XXX is none of"),
    ('category = "logging"', 'category = "memory"', 3, "category", 'of category "logging"'),
    ("timeout > limit", "timeout > ", 8, "when", "breaks off (column 30"),
    ("timeout > limit", "timeoud > limit", 8, "when", "neither a key of the catalogue nor a parameter"),
    ("{ini.server_session_timeout} minutes", "{ini.timeout} minutes", 10, "message", "neither a key"),
    ('says = "for"', 'says = "perhaps"', 15, "source.1.says", "is none of for, against, figure"),
    ('safety = "safe"', 'safety = "manual"', 18, "fix", "manual fix has no set"),
    (SET, "", 18, "fix", "a fix that is safe has set, remove, rename, or a command"),
    (SET, f'{SET}field = [{{ key = "doc.server.nonsense", to = "80" }}]\n', 22, "fix.field.1.key",
        "no key of the catalogue"),
    (SET, 'set = { "ini.server_session_timeout" = "soon" }\n', 21, "fix.set", "not a number"),
    (SET, 'set = { "ini.server_session_timeout" = "{ini.port}" }\n', 21, "fix.set", "neither a key"),
    (SET, 'remove = ["ini.{setting.nam}"]\n', 21, "fix.remove", "neither a key"),
    (SET, 'remove = ["platform"]\n', 21, "fix.remove", '"platform" is no setting'),
    (SET, f'{SET}remove = ["ini.server_session_timeout"]\n', 22, "fix.remove", "edited twice"),
    (SET, 'rename = { "ini.server_session_timeout" = "translog_status" }\n', 21, "fix.rename",
        "to the server document"),
    (SET, 'rename = { "ini.server_session_timeout" = "sesion" }\n', 21, "fix.rename", "no setting of the catalogue"),
    (SET, f'{SET}at = "notes.ini"\n', 22, "fix.at", "is none of"),
    (SET, f'{SET}at = "AIX"\n', 22, "fix.at", "a setting of NOTES.INI is edited, and not the AIX"),
    (SET, f'{SET}after = ["no-such-rule"]\n', 22, "fix.after", 'no rule is called "no-such-rule"'),
    (SET, f'{SET}after = ["house-rule"]\n', 22, "fix.after", "a circle: house-rule, house-rule"),
    (SET, f'{SET}risk = "It asks {{ini.ports}} more."\n', 22, "fix.risk", "say it in a [[fix.where]]"),
    *(
        ("[[example]]", f'[[fix.field]]\nkey = "{key}"\nto = "{to}"\n\n[[example]]', line, f"fix.field.1.{field}", why) for key,
        to, line, field,
        why in [("ini.server_session_timeout", "1", 27, "key", "the catalogue names no field"),
            ("ini.translog_status", "{ini.port}", 28, "to", "neither a key")]),
    ("[[example]]",
        '[[fix.where]]\nwhen = "set(ini.ports)"\nsafety = "manual"\nat = "AIX"\nfield = [{ key = "ini.translog_status" }]\n\n[[example]]',
        29, "fix.where.1.at", 'fields of the Server document are changed, and `at` says "AIX"'),
    *(
        ("[[example]]", f"[[fix.where]]\nwhen = 'set(ini.ports)'\n{said}\n\n[[example]]", line, f"fix.where.1{field}", why) for said,
        line, field,
        why in [("set = {}", 26, ".safety", "a fix that is safe has set"),
            ('remove = ["ini.sesion"]', 28, ".remove", "no setting of the catalogue"),
            ('safety = "manual"\nremove = ["ini.ports"]', 26, "", "a manual fix has no set"),
            ('after = ["no-such-rule"]', 28, ".after", "no rule is called")]),
    *(
        (*typed_on("console", 'show port TCPIP"\n' + said + '\neach = "')[:2], line, f"fix.command.1{field}", why) for said,
        line, field,
        why in [('looks = true\nback = "quit"', 26, "", "only looks has no way back"),
            ('back = "set config TRANSLOG_Status=0"', 29, ".back", "belongs to the server document"),
            ('back = "show {ini.port}"', 29, ".back", "neither a key")]),
    ('"ini.server_session_timeout" = "30"', '"ini.translog_status" = "1"', 21, "fix.set",
        "belongs to the server document"),
    ('"ini.server_session_timeout" = "30"', '"ini.sesion" = "30"', 21, "fix.set", "no setting of the catalogue"),
    ("to thirty minutes on", "to {ini.ports} on", 20, "fix.summary", "say it in a [[fix.where]]"),
    ("to thirty minutes on", "to {ini.port} on", 20, "fix.summary", "neither a key"),
    (*typed_on("console", "set config TRANSLOG_Status=1"), "belongs to the server document"),
    (*typed_on("console", "set config TRANSLOG_Status = 1"), "belongs to the server document"),
    (*typed_on("console", "set  config TRANSLOG_Status=1"), "belongs to the server document"),
    (*typed_on("console", "set config Sesion=1"), "no setting of the catalogue"),
    (*typed_on("console", "set config {ini.port}=1"), "neither a key"),
    (*typed_on("console", "set config {ini.ports}=1\\nquit"), "is not of the form"),
    (*typed_on("linux", 'ls \\"{ini.directory}\\"'), "no quotes around"),
    (*typed_on("telnet", "ls"), "is none of console"),
    ("[[example]]",
        '[[fix.command]]\ntarget = "console"\ncommand = "show port {ini.ports}"\neach = "ini.directory"\n\n[[example]]',
        29, "fix.command.1.each", "each names a list"),
    ("[[example]]", '[[fix.where]]\nwhen = "set(ini.port)"\n\n[[example]]', 27, "fix.where.1.when", "neither a key"),
    ("[[example]]", '[[fix.where]]\nwhen = "set(ini.ports)"\nrollback = "Look at {ini.directory}."\n\n[[example]]', 28,
        "fix.where.1.rollback", "not always known"),
    ('expect = "pass"', 'expect = "maybe"', 31, "example.2.expect", "is none of fail, pass"),
    ('id = "LOG901"', 'id = "LOG001"', 0, "", "LOG001 is the id or name of another rule"),
    ('id = "LOG901"', "id = LOG901", 1, "", "not a TOML value"),
    ('since = "0.1.0"', 'since = "0.1.0"\nsubject = "nonsense"', 7, "subject", "is none of server, setting"),
    ("limit = 30 }", 'limit = "thirty" }', 8, "when", "the text limit does not compare with a number"),
    ("limit = 30 }", "limit = " + "9" * 5000 + " }", 0, "", "house-rule.toml"),
    ("limit = 30 }", "limit = " + "[" * 3000, 0, "", "house-rule.toml"),
    *(
        ("ini.server_session_timeout > limit", "not " * deep + "set(ini.ports)", 8, "when", "goes too deep") for deep in (
            110, 330, 450)),
    ("ini.server_session_timeout > limit", "not " * 600 + "set(ini.ports)", 8, "when", "longer than 2,000 characters"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "field", "message"), SLIPS)
def test_a_slip_is_named_with_file_line_and_field(tmp_path, old, new, line, field, message):
    assert old in RULE
    with pytest.raises(RulebookError) as slip:
        compiled(tmp_path, RULE.replace(old, new, 1))
    text = str(slip.value)
    assert "house-rule.toml" in text
    assert message in text
    if field:
        assert f"house-rule.toml:{line}: {field}" in text
    elif line:
        assert f"house-rule.toml:{line}: " in text


LONG_SLIPS = [
    (SET, 'set = { "A\\nB" = "30" }\n'),
    ("timeout > limit", "timeout > limit and " * 3000 + "x"),
    ('severity = "low"', '"a\\n\\u001b[2J" = 1'),
    ('severity = "low"', f'"{"a" * 5000}" = 1'),
    ("limit = 30 }", f'limit = 30, x = "{"y" * 9}", "{"n" * 3000}" = [1] }}'),
]


@pytest.mark.parametrize(("old", "new"), LONG_SLIPS)
def test_a_slip_is_a_line_that_can_be_read_whatever_it_quotes(tmp_path, old, new):
    with pytest.raises(RulebookError) as slip:
        compiled(tmp_path, RULE.replace(old, new, 1))
    lines = str(slip.value).replace(str(tmp_path), "").split("\n")
    assert all("house-rule.toml:" in line and line.isprintable() and len(line) < 600 for line in lines)


SCOPES = [
    ("", 'server.kind == "server"', "servers"),
    ('kind = "any"', "", "servers and clients"),
    ('kind = "client", bits = 32', 'server.kind == "client" and bits == 32', "clients, 32-bit"),
    ('releases = ">= 8.5.3FP6, < 12.0"', 'server.kind == "server" and release >= "8.5.3FP6" and release < 12.0',
        "servers, Domino 8.5.3FP6 up to before 12.0"),
    ('kind = "any", releases = ">=9"', "release >= 9", "servers and clients, Domino 9 and newer"),
    ('kind = "any", releases = "< 6.0"', "release < 6.0", "servers and clients, before Domino 6.0"),
    ('platforms = ["aix", "linux"], roles = ["cluster member"]',
        'server.kind == "server" and platform in ["aix", "linux"] and cluster.member',
        "servers, on aix or linux, members of a cluster"),
    ('not_platforms = ["os400", "zos"]', 'server.kind == "server" and not platform in ["os400", "zos"]',
        "servers, not on os400 or zos"),
]  # fmt: skip


@pytest.mark.parametrize(("scope", "condition", "words"), SCOPES)
def test_a_scope_is_a_condition_and_reads_as_words(scope, condition, words, tmp_path):
    text = RULE.replace('releases = ">= 9.0, < 14.0"', scope)
    rule = pack.from_json(compiled(tmp_path, text)).rules[-1]
    types = {
        "server.kind": "text",
        "platform": "text",
        "release": "release",
        "bits": "number",
        "cluster.member": "yes-no",
    }
    assert rule.applies == (parse(condition, types, {}) if condition else None)
    assert scopes.words(rule.scope) == words


def test_what_a_scope_cannot_say_is_asked_behind_it(tmp_path):
    text = RULE.replace("when =", "applies = 'set(ini.ports) or bits == 32'\nwhen =")
    applies = pack.from_json(compiled(tmp_path, text)).rules[-1].applies
    assert [applies[0], *(part[0] for part in applies[1:])] == ["and", "==", ">=", "<", "or"]


def test_severities_that_depend_on_evidence_stand_worst_first(tmp_path):
    worse = "severity_when = { info = 'set(ini.ports)', high = 'set(ini.ports)' }\n"
    with pytest.raises(RulebookError, match="worst first"):
        compiled(tmp_path, RULE.replace("confidence =", worse + "confidence ="))


def test_every_category_has_its_folder_or_waits_for_its_first_rule():
    folders = {path.name for path in (Path(__file__).parent.parent / "rules").iterdir() if path.is_dir()}
    assert folders - {"catalogue", "sources", "unasked", "profiles", "tables"} <= set(CATEGORIES.values())


def test_one_broken_file_is_named_and_the_others_are_taken(tmp_path):
    (tmp_path / "a-rule.toml").write_text("id = 1", encoding="utf-8")
    (tmp_path / "b-rule.toml").write_text("\ufeff" + RULE, encoding="utf-8")
    (tmp_path / "c-rule.toml").write_text("[", encoding="utf-8")
    data, slips = compile_site(tmp_path, pack.builtin_json())
    assert data["rules"][-1]["name"] == "house-rule"
    assert [slip.partition(".toml")[0][-6:] for slip in slips] == ["a-rule", "c-rule"]


def test_a_default_is_of_its_setting_s_type(tmp_path):
    (tmp_path / "catalogue").mkdir()
    (tmp_path / "catalogue" / "house.toml").write_text(
        '[[setting]]\nname = "House"\ntype = "number"\nmeaning = "x"\nsource = "x"\ndefault = [{ value = "abc", source = "x" }]\n'
    )
    _, slips = compile_site(tmp_path, pack.builtin_json())
    assert slips == [f'{tmp_path}/catalogue/house.toml: House: default: "abc" is not a number']


def test_what_is_no_rules_folder_is_refused(tmp_path):
    with pytest.raises(RulebookError, match="it has no catalogue"):
        compile_pack(tmp_path)


SCOPES = [("", ["client", "server"]), ("scope = {}\n", ["server"]), ('scope = { kind = "client" }\n', ["client"])]


@pytest.mark.parametrize(("scope", "kinds"), SCOPES)
def test_a_site_s_rule_without_a_scope_speaks_of_every_server(scope, kinds, tmp_path, domlint, house_rule):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "house-rule.toml").write_text(house_rule.replace("when = ", scope + "when = "))
    for kind, kit in (("client", 1), ("server", 2)):
        (tmp_path / f"{kind}.ini").write_text(f"[Notes]\nKitType={kit}\n")
    found = [
        kind
        for kind in ("client", "server")
        if "house-rule" in domlint("check", f"{kind}.ini", "--rules", "site", "--isolated").out
    ]
    assert found == kinds


NEEDED = ("id", "name", "category", "severity", "when", "message")
LEAST = """\
id = "LOG901"
name = "house-rule"
category = "logging"
severity = "medium"
when = 'set(ini.kittype)'
message = "No!"
"""


@pytest.mark.parametrize("field", NEEDED)
def test_what_judging_needs_must_be_there(field, tmp_path):
    (tmp_path / "x.toml").write_text("".join(line + "\n" for line in LEAST.splitlines() if not line.startswith(field)))
    _, slips = compile_site(tmp_path, pack.builtin_json())
    assert [slip.partition(": ")[2] for slip in slips] == [f"{field}: it is missing"]


def test_the_rest_may_be_missing_with_a_warning_and_the_same_exit_code(tmp_path, domlint):
    (tmp_path / "our").mkdir()
    (tmp_path / "our" / "x.toml").write_text(LEAST)
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    for words, code in ((["--select", "LOG901"], 1), (["--select", "LOG901", "--fail-on", "high"], 0)):
        done = domlint("check", "notes.ini", "--rules", "our", *words)
        assert done.returncode == code
        assert done.err == (
            f"domlint: warning: {Path('our', 'x.toml')}: used as it is; what others would need to trust it: "
            "line 1: confidence: it is missing; line 1: since: it is missing; "
            "line 6: message: 3 characters, where at least 10 are asked for; line 1: why: it is missing; "
            "line 1: source: it is missing; line 1: fix: it is missing; line 1: example: it is missing\n"
        )
        assert re.search("^ +No!", done.out, re.MULTILINE)
        assert "Fix: Decide what to do; the rule does not say." in done.out
    assert domlint("explain", "LOG901", "--rules", "our").returncode == 0
    assert domlint("rules", "test", "our").out == "1 rule, 0 examples, 0 failed\n"
    assert 'no example expects "fail"' in domlint("rules", "lint", "our").out
    assert domlint("check", "notes.ini", "--rules", "our", "--format", "sarif").returncode == 1


LACKING = [  # what a site's rule has too little of, and what is said
    ("Our terminal servers have an agreement with the help desk about thirty minutes.", "Because.",
        "line 11: why: 8 char"),
    ('note = "Domino 10.0.1: 30 minutes is in the recommended range."', 'note = ""', "line 16: source.1.note: 0 char"),
    ('says = "for"', f'says = "for"\nfigure = "{111 * "x"}"', "line 16: source.1.figure: "),
    ('id = "hcl-session-timeout"', 'id = "hearsay"', 'no source is called "hearsay"'),
    ('rollback = "Set the old figure again."', 'rollback = ""', "fix.rollback: 0 characters"),
    ('verify = "show config prints thirty."\n', "", "fix.verify: it is missing"),
    ('summary = "Set it to thirty minutes on the console."', 'summary = "Set."', "line 20: fix.summary: 4 characters"),
    ('\n[[example]]\nexpect = "unknown"\n', "", "example: 2 entries, where at least 3 are asked for"),
    ('confidence = "field"\n', "", "confidence: it is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), LACKING)
def test_what_a_site_s_rule_lacks_for_others_is_no_error(old, new, said, tmp_path):
    assert old in RULE
    (tmp_path / "x.toml").write_text(RULE.replace(old, new, 1))
    remarks = []
    data, slips = compile_site(tmp_path, pack.builtin_json(), remarks.append)
    assert slips == []
    assert len(remarks) == 1
    assert said in remarks[0]
    assert data["rules"][-1]["id"] == "LOG901"


def test_the_built_in_rules_must_have_all(tmp_path):
    with pytest.raises(RulebookError, match="why: 3 characters"):
        path = tmp_path / "x.toml"
        path.write_text(
            RULE.replace("Our terminal servers have an agreement with the help desk about thirty minutes.", "No.")
        )
        compile_rules([path], pack.builtin_json()["catalogue"], pack.builtin_json()["sources"])


def test_examples_of_the_rules_folder_hold_as_those_of_the_built_in_rules(domlint):
    done = domlint(
        "rules",
        "test",
        str(Path(__file__).parent.parent / "rules"),
        "--select",
        "http-ports-disabled,password-in-clear",
    )
    assert (done.returncode, done.out.endswith(" 0 failed\n")) == (0, True)

from pathlib import Path

import pytest

from advisor import pack
from advisor.pack.rulebook import CATEGORIES, RulebookError, compile_pack, compile_site

RULE = """\
id = "LOG901"
name = "house-rule"
category = "logging"
severity = "low"
confidence = "field"
since = "0.1.0"
applies = 'server.kind == "server"'
when = 'ini.server_session_timeout > limit'
parameters = { limit = 30 }
message = "Idle sessions are kept for {ini.server_session_timeout} minutes."
why = "Our terminal servers have an agreement with the help desk about thirty minutes."

[[source]]
id = "hcl-session-timeout"
says = "for"
note = "Domino 10.0.1: 30 minutes is in the recommended range."

[fix]
safety = "safe"
summary = "Set it to thirty minutes on the console."
set = { "ini.server_session_timeout" = "30" }
restart = "server"
rollback = "Set the old figure again."
verify = "show config prints thirty."

[[example]]
expect = "fail"
"notes.ini" = "[Notes]\\nKitType=2\\nServer_Session_Timeout=31\\n"

[[example]]
expect = "pass"
"notes.ini" = "[Notes]\\nKitType=2\\nServer_Session_Timeout=30\\n"

[[example]]
expect = "unknown"
"""


def compiled(folder, text):
    (folder / "house-rule.toml").write_text(text, encoding="utf-8")
    data, slips = compile_site(folder, pack.complete_json())
    if slips:
        raise RulebookError("\n".join(slips))
    return data


def test_a_site_s_rule_joins_the_pack_and_says_where_it_came_from(tmp_path):
    built = pack.from_json(compiled(tmp_path, RULE))
    assert built.rules[-1].name == "house-rule"
    assert built.rules[-1].origin.endswith("house-rule.toml")
    assert not any(rule.origin for rule in built.rules[:-1])


SLIPS = [
    ('severity = "low"', 'severity = "grave"', 4, "severity", "critical"),
    ('since = "0.1.0"', 'sinse = "0.1.0"', 6, "sinse", "there is no such field"),
    ("limit = 30 }", "limit = [30] }", 9, "parameters.limit", "valid"),
    ('name = "house-rule"', 'name = "House Rule"', 2, "name", "pattern"),
    ('id = "LOG901"', 'id = "XXX901"', 1, "id", "XXX is none of"),
    ('category = "logging"', 'category = "memory"', 3, "category", 'of category "logging"'),
    ("timeout > limit", "timeout > ", 8, "when", "breaks off (column 30"),
    ("timeout > limit", "timeoud > limit", 8, "when", "neither a key of the catalogue nor a parameter"),
    ("{ini.server_session_timeout} minutes", "{ini.timeout} minutes", 10, "message", "neither a key"),
    ('id = "hcl-session-timeout"', 'id = "hearsay"', 14, "source.1.id", 'no source is called "hearsay"'),
    ('says = "for"', 'says = "perhaps"', 15, "source.1.says", "'for'"),
    ('safety = "safe"', 'safety = "manual"', 18, "fix", "manual fix has no set"),
    (
        '"ini.server_session_timeout" = "30"',
        '"ini.translog_status" = "1"',
        21,
        "fix.set",
        "belongs to the server document",
    ),
    ('"ini.server_session_timeout" = "30"', '"ini.sesion" = "30"', 21, "fix.set", "no setting of the catalogue"),
    ('expect = "pass"', 'expect = "maybe"', 31, "example.2.expect", "'fail'"),
    ('id = "LOG901"', 'id = "LOG001"', 0, "", "LOG001 is the id or name of another rule"),
    ('id = "LOG901"', "id = LOG901", 1, "", "Invalid value"),
    ('since = "0.1.0"', 'since = "0.1.0"\nsubject = "nonsense"', 7, "subject", "'server'"),
    ("limit = 30 }", 'limit = "thirty" }', 8, "when", "the text limit does not compare with a number"),
    ("limit = 30 }", "limit = " + "9" * 5000 + " }", 0, "", "house-rule.toml"),
    ("limit = 30 }", "limit = " + "[" * 3000, 0, "", "house-rule.toml"),
    ("ini.server_session_timeout > limit", "not " * 3000 + "set(ini.ports)", 8, "when", "goes too deep"),
]


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
        assert f"line {line}" in text


def test_severities_that_depend_on_evidence_stand_worst_first(tmp_path):
    worse = "severity_when = { info = 'set(ini.ports)', high = 'set(ini.ports)' }\n"
    with pytest.raises(RulebookError, match="worst first"):
        compiled(tmp_path, RULE.replace("confidence =", worse + "confidence ="))


def test_every_category_has_its_folder_or_waits_for_its_first_rule():
    folders = {path.name for path in (Path(__file__).parent.parent / "rules").iterdir() if path.is_dir()}
    assert folders - {"catalogue", "sources"} <= set(CATEGORIES.values())


def test_one_broken_file_is_named_and_the_others_are_taken(tmp_path):
    (tmp_path / "a-rule.toml").write_text("id = 1", encoding="utf-8")
    (tmp_path / "b-rule.toml").write_text("\ufeff" + RULE, encoding="utf-8")
    (tmp_path / "c-rule.toml").write_text("[", encoding="utf-8")
    data, slips = compile_site(tmp_path, pack.complete_json())
    assert data["rules"][-1]["name"] == "house-rule"
    assert [slip.partition(".toml")[0][-6:] for slip in slips] == ["a-rule", "c-rule"]


def test_a_default_is_of_its_setting_s_type(tmp_path):
    (tmp_path / "catalogue").mkdir()
    (tmp_path / "catalogue" / "house.toml").write_text(
        '[[setting]]\nname = "House"\ntype = "number"\nmeaning = "x"\nsource = "x"\ndefault = [{ value = "abc", source = "x" }]\n'
    )
    _, slips = compile_site(tmp_path, pack.complete_json())
    assert slips == [f'{tmp_path}/catalogue/house.toml: House: default: "abc" is not a number']


def test_what_is_no_rules_folder_is_refused(tmp_path):
    with pytest.raises(RulebookError, match="it has no catalogue"):
        compile_pack(tmp_path)

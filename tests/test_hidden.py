"""Hidden: a message has the value that is at fault, or the rule says why not."""

import pytest
from test_never import RULE

from advisor import pack
from advisor.checking import words
from advisor.pack import entries
from advisor.pack.rulebook import compile_rules

PACK = pack.builtin()
LOG, STYLE = "ini.translog_maxsize", "ini.translog_style"


def test_no_rule_keeps_a_value_to_itself():
    assert [(rule.name, slip) for rule in PACK.rules for slip in words.hidden_values(rule, PACK)] == []


def linted(folder, when, message, fields=""):
    """What is said of a site's rule."""
    path = folder / "house-rule.toml"
    path.write_text(f"{RULE}when = '{when}'\nmessage = \"{message}\"\n{fields}\n", encoding="utf-8")
    built_in = pack.builtin_json()
    row = compile_rules([path], built_in["catalogue"], built_in["sources"], (), lambda _: None)[0]
    return list(words.hidden_values(entries.rule(row), PACK))


def missed(*keys):
    return [f"message does not print {key}, which `when` compares; unsaid may say why not" for key in keys]


WHY = f'unsaid."{LOG}" = "the file has it"'
PRINTS = f"It is {{{LOG}}}."
IDLE = f"unsaid speaks of {LOG}, which is not hidden: nothing is to be said of it"
RULES = [  # when, message, other fields; what is said
    (f"{LOG} > 5", PRINTS, "", []),
    (f"{LOG} > 5", "It is large.", "", missed(LOG)),
    (f"({LOG} else 0) > 5", "It is large.", "", missed(LOG)),
    (f"not ({LOG} <= 5)", "It is large.", "", missed(LOG)),
    (f"{LOG} > most", "It is above {most}.", "parameters = { most = 5 }", missed(LOG)),
    (f"{LOG} > {STYLE}", PRINTS, "", missed(STYLE)),
    (f"{LOG} > 5 and {LOG} < 9 or {STYLE} > 1", "It is so.", "", missed(LOG, STYLE)),
    ('ini.directory like "/tmp/*"', "It is in /tmp.", "", missed("ini.directory")),
    ("count(ini.ports) > 1", "There are {ini.ports}.", "", []),
    ("count(ini.ports) > 1", "There are several.", "", missed("ini.ports")),
    # one value only, which the message tells
    (f"{LOG} == 0", "TRANSLOG_MaxSize=0 is none.", "", []),
    (f"{LOG} == 0", "It is 10.", "", missed(LOG)),
    (f"{LOG} == 0", "It is 0.5.", "", missed(LOG)),
    (f"{LOG} == 0", "It is 0.", "", []),
    (f"not ({LOG} != 0)", "It is 0.", "", []),
    (f"{LOG} != 0", "It is not 0.", "", missed(LOG)),
    (f"{LOG} == 0 or {STYLE} == 1", "It is 0 or 1.", "", missed(LOG, STYLE)),
    (f"{LOG} == most", "It is {most}.", "parameters = { most = 5 }", []),
    (f"{LOG} == most", "It is 5.", "parameters = { most = 5 }", []),
    (f"{LOG} == most", "It is so.", "parameters = { most = 5 }", missed(LOG)),
    ('array.health == "failed"', "It has failed.", "", []),
    ('array.health in ["failed", "degraded"]', "It is not well.", "", missed("array.health")),
    ('array.health == "failed" or arrays.count > 1', "It has failed.", "", missed("array.health", "arrays.count")),
    ('"http" in tasks.names', "HTTP runs.", "", []),
    ('not "http" in tasks.names', "HTTP does not run.", "", []),
    (f'"http" in tasks.names or {LOG} == 0', "HTTP runs, or it is 0.", "", missed("tasks.names", LOG)),
    # nothing is compared
    ("ini.daosenable", "DAOS is on.", "", []),
    (f"not set({LOG})", "It is missing.", "", []),
    # what a report says of each server
    ('release < 9.0 and platform in ["aix", "linux"] and bits == 64', "It is so.", "", []),
    # why not
    (f"{LOG} > 5", "It is large.", WHY, []),
    (f"{LOG} > 5", PRINTS, WHY, [IDLE]),
    (f"set({LOG})", "It is set.", WHY, [IDLE]),
    (f"{LOG} == 0", "It is 0.", WHY, [IDLE]),
    (f"{LOG} > 5", "It is {array.bare}.", f'unsaid."{LOG}" = "array.bare has it"', []),
    (f"{LOG} > 5", "It is large.", f'unsaid."{LOG}" = "array.bare has it"',
     [f"unsaid of {LOG} names array.bare, which the message does not print"]),
]  # fmt: skip


@pytest.mark.parametrize(("when", "message", "fields", "said"), RULES)
def test_a_value_that_a_message_hides_is_named(when, message, fields, said, tmp_path):
    assert linted(tmp_path, when, message, fields) == said


def test_of_a_site_s_rule_it_is_a_note(tmp_path, domlint):
    (tmp_path / "our").mkdir()
    text = f"{RULE}when = '{LOG} > 5'\nmessage = \"It is large.\"\n"
    (tmp_path / "our" / "house-rule.toml").write_text(text, encoding="utf-8")
    done = domlint("rules", "lint", "our")
    assert f"note: house-rule: {missed(LOG)[0]}\n" in done.out
    assert f"\nhouse-rule: {missed(LOG)[0]}\n" not in done.out

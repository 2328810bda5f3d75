"""Wording of the pack: texts that are unclear, and values that a message does not show."""

import re

import pytest
from at_once import at_once
from msgspec.structs import replace
from test_never_true import RULE

from advisor import pack
from advisor.checking import examples, words
from advisor.judging.engine import FAILED
from advisor.pack import message
from advisor.pack.rule import rule_of_row
from advisor.pack.rulebook import compile_rules
from advisor.report import findings
from advisor.report.identity import Owner, identities

PACK = pack.builtin()


def test_a_rule_speaks_as_an_administrator_would():
    assert [(rule.name, slip) for rule in PACK.rules for slip in words.rule_wording(rule)] == []


def test_so_does_the_catalogue():
    assert list(words.catalogue_wording(PACK)) == []


def sentences(result, finding):
    """The texts of a failed result's rule, each with the sentence that the finding makes of it."""
    yield result.rule.message, finding.message
    for name in ("summary", "risk", "rollback", "verify"):
        yield getattr(result.fix, name), getattr(finding.fix, name)


def values_of(result):
    """All values that a failed result rests on or names, as one text."""
    answers = (*result.evidence, *result.scope, *result.named, *result.fix_named, *result.fix_was)
    return " ".join(fact.text for answer in answers for fact in answer.facts)


def leaks(result, finding):
    """The catalogue's words for a value that is not known, where a finding has them in the place of a value."""
    values = values_of(result)
    for text, said in sentences(result, finding):
        for key in message.names(text):
            word = PACK.catalogue.entry(key).word
            if word and re.search(rf"\b{re.escape(word)}\b", said) and word not in text and word not in values:
                yield key, word, said


@at_once("rule", PACK.rules, ids=lambda rule: rule.name)
def test_no_finding_of_an_example_shows_the_words_that_stand_for_a_value(rule):
    for example in rule.examples:
        named = identities(examples.outcomes(rule, example, PACK), PACK.catalogue)
        failed = [one.result for one in named if one.result.verdict == FAILED]
        assert bool(failed) == (example.expect == "fail")
        for result, finding in zip(failed, findings.found(named, Owner("Mail01/Acme"), PACK, None), strict=True):
            assert list(leaks(result, finding)) == []


SAID = [
    ("message", "The maker advises it.", "message says maker: name HCL or IBM (maker)"),
    ("message", "The makers' own words.", "message says maker: name HCL or IBM (makers)"),
    ("message", "It is 5", "message does not end with a full stop"),
    ("why", "It is so", "why does not end with a full stop"),
    ("summary", "Set it to 5", "fix: summary does not end with a full stop"),
    ("rollback", "Put the line back", "fix: rollback does not end with a full stop"),
    ("rollback", "Put the line back, then type set config Ports=TCPIP", None),
    ("rollback", "Stop it, then start it", "fix: rollback does not end with a full stop"),
    ("verify", "show config Ports prints 5", "fix: verify does not end with a full stop"),
    ("message", "It is {ini.ports}, did you mean Ports?", None),
    ("message", "It is so: {setting.folklore}", None),
    ("why", "Look that it works.", 'why says "look that": make sure that (Look that)'),
    ("why", "The value is none that this line can have.", 'why says "is none that" (is none that)'),
    ("why", "A NAME of which VALUE is known.", None),
    ("summary", "Type set config NAME=0.", "fix: summary leaves a gap for the reader to fill (NAME)"),
    ("summary", "Add NAME_TCPIPAddress.", "fix: summary leaves a gap for the reader to fill (NAME_)"),
    ("summary", "Type ssacli ctrl slot=N modify.", "fix: summary leaves a gap for the reader to fill (slot=N)"),
    ("summary", "Type storcli /cN/vN show.", "fix: summary leaves a gap for the reader to fill (/cN)"),
    ("rollback", "Set it to <the old figure> again.",
        "fix: rollback leaves a gap for the reader to fill (<the old figure>)"),
    ("verify", "It says =FIGURE there.", "fix: verify leaves a gap for the reader to fill (FIGURE)"),
    ("verify", "NAMES and PATHS and NSD are words.", None),
    ("summary", "You should maybe raise it.",
        'fix: summary says "should maybe": say that it is to be done, or when not'),
    ("why", "Perhaps it is too small.", 'why says "Perhaps": say what is known, or what would tell'),
    ("why", "It is probably too small.", 'why says "probably": say what is known, or what would tell'),
    ("summary", "You might want to raise it.", 'fix: summary says "might want to": say what to do'),
    ("why", "It could possibly fill the disk.", 'why says "could possibly": say when it does'),
    ("why", "It is recommended to raise it.", 'why says "It is recommended": name who says so'),
    ("why", "It seems that it is full.", 'why says "It seems that": say what shows it'),
    ("summary", "Raise it if necessary.", 'fix: summary says "if necessary": say which, or when'),
    ("summary", "Consider raising it.", 'fix: summary says "Consider raising": say what to do, and where'),
    ("summary", "Consider the load on the others first.", None),
    ("why", "Two or three usually suffice, and more may do harm.", None),
    ("why", "What is etched stays; of courses nobody speaks; a probable cause.", None),
    ("verify", "Simply restart it.", 'fix: verify says "Simply": the sentence does without'),
]  # fmt: skip


@at_once(("field", "text", "told"), SAID)
def test_what_nobody_would_say_is_named(field, text, told):
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    if field == "message":
        saying = replace(rule, message=text)
    elif field == "why":
        saying = replace(rule, row={**rule.finding_row, "why": text})
    else:
        saying = replace(rule, row={**rule.finding_row, "fix": rule.finding_row["fix"] | {field: text}})
    before = set(words.rule_wording(rule))
    found = [sentence for sentence in words.rule_wording(saying) if sentence not in before]
    assert found == ([told] if told else [])


def test_what_a_source_says_weakly_is_told_as_it_says_it():
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    uses = [use | {"note": "It is probably too small."} for use in rule.finding_row["sources"]]
    assert list(words.rule_wording(replace(rule, row={**rule.finding_row, "sources": uses}))) == []


def test_an_alternative_is_read_too():
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    fix = rule.finding_row["fix"] | {
        "where": [{"when": "x", "tree": [], "command": [{"target": "aix", "command": "ls /NAME"}]}]
    }
    said = list(words.rule_wording(replace(rule, row={**rule.finding_row, "fix": fix})))
    assert "fix.where 1: command leaves a gap for the reader to fill (NAME)" in said


LOG, STYLE = "ini.translog_maxsize", "ini.translog_style"


def test_no_rule_keeps_a_value_to_itself():
    assert [(rule.name, slip) for rule in PACK.rules for slip in words.hidden_values(rule, PACK)] == []


def linted(folder, when, message, fields=""):
    """What is said of a site's rule."""
    path = folder / "house-rule.toml"
    path.write_text(f"{RULE}when = '{when}'\nmessage = \"{message}\"\n{fields}\n", encoding="utf-8")
    built_in = pack.builtin_json()
    row = compile_rules([path], built_in["catalogue"], built_in["sources"], (), lambda _: None)[0]
    return list(words.hidden_values(rule_of_row(row), PACK))


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

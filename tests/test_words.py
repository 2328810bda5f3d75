"""Words: what no text of the pack may say, and no remedy leave to the reader."""

import re
from pathlib import Path

from at_once import at_once

import advisor
from advisor import pack
from advisor.checking import examples, words
from advisor.judging.engine import FAILED
from advisor.pack import message
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
    (
        "rollback",
        "Set it to <the old figure> again.",
        "fix: rollback leaves a gap for the reader to fill (<the old figure>)",
    ),
    ("verify", "It says =FIGURE there.", "fix: verify leaves a gap for the reader to fill (FIGURE)"),
    ("verify", "NAMES and PATHS and NSD are words.", None),
    (
        "summary",
        "You should maybe raise it.",
        'fix: summary says "should maybe": say that it is to be done, or when not',
    ),
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
]


@at_once(("field", "text", "told"), SAID)
def test_what_nobody_would_say_is_named(field, text, told):
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    if field == "message":
        saying = rule._replace(message=text)
    elif field == "why":
        saying = rule._replace(why=text)
    else:
        saying = rule._replace(row={**rule.row, "fix": rule.row["fix"] | {field: text}})
    before = set(words.rule_wording(rule))
    found = [sentence for sentence in words.rule_wording(saying) if sentence not in before]
    assert found == ([told] if told else [])


def test_what_a_source_says_weakly_is_told_as_it_says_it():
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    uses = [use | {"note": "It is probably too small."} for use in rule.row["sources"]]
    assert list(words.rule_wording(rule._replace(row={**rule.row, "sources": uses}))) == []


def test_an_alternative_is_read_too():
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    fix = rule.row["fix"] | {
        "where": [{"when": "x", "tree": [], "command": [{"target": "aix", "command": "ls /NAME"}]}]
    }
    said = list(words.rule_wording(rule._replace(row={**rule.row, "fix": fix})))
    assert "fix.where 1: command leaves a gap for the reader to fill (NAME)" in said


PLACES = [
    path for kind in ("py", "sh", "ps1", "awk") for path in sorted(Path(advisor.__file__).parent.rglob(f"*.{kind}"))
]


def test_no_comment_speaks_of_the_maker():
    named = [path.name for path in PLACES if re.search(r"\bthe makers?\b", path.read_text(encoding="utf-8"), re.I)]
    assert named == []

"""Sources that disagree: all sides, and the side that a rule follows."""

import json

import data
import pytest

from advisor import pack
from advisor.checking import examples
from advisor.pack.rule_files import RulebookError
from advisor.pack.rulebook import compile_rules

PACK = pack.builtin()
DISPUTED = {rule.name: rule.disagreement for rule in PACK.rules if rule.disagreement}

ARRAY = 'name = "data"\nlevel = "RAID 5"\nmedia = "hdd"\nstripe = "8 KB"\n'
STORAGE = f'[[array]]\n{ARRAY}[[volume]]\nmount = "E:"\narray = "data"\n'
INI = "[Notes]\nKitType=2\nNotesProgram=C:\\Notes\nDirectory=E:\\Notes\\Data\nServerTasks=Router\n"
COMPAQ, FIELD, IRIS, IBM = "compaq-domino45", "iris-clustering-field", "iris-io-r5", "ibm-domino7-pseries"


def _folder(path):
    (path / "notes.ini").write_text(INI)
    (path / "storage.toml").write_text(STORAGE)
    return path


def _finding(report, rule):
    found = next(one for one in report["findings"] if one["name"] == rule)
    return found, report["rules"][found["rule"]]


@pytest.mark.parametrize(("rule", "release", "followed", "elsewhere"), [  # rule, release, whom it follows there, who speaks of other releases alone
    ("raid5-for-writes", "4.5", [COMPAQ], [IRIS, FIELD, IBM]),
    ("raid5-for-writes", "4.6.2a", [IRIS, FIELD], [IRIS, COMPAQ, IBM]),
    ("raid5-for-writes", "5.0.8", [IRIS, FIELD], [FIELD, COMPAQ, IBM]),
    ("raid5-for-writes", "7.0.2", [IRIS, FIELD], [IRIS, FIELD, COMPAQ]),
    ("raid5-for-writes", "12.0.2", [IRIS, FIELD], [IRIS, FIELD, COMPAQ, IBM]),
    ("raid5-for-writes", None, [IRIS, FIELD], []),
    ("stripe-size-unsuited", "4.6", [FIELD], [IRIS]),
    ("stripe-size-unsuited", "4.6.2a", [FIELD], [IRIS]),
    ("stripe-size-unsuited", "5.0.8", [IRIS], [FIELD]),
    ("stripe-size-unsuited", "7.0.2", [IRIS], [IRIS, FIELD]),
])  # fmt: skip
def test_whom_a_rule_follows_rests_on_the_server(rule, release, followed, elsewhere, domlint, tmp_path):
    options = ["--release", release] if release else []
    run = domlint("check", "--isolated", _folder(tmp_path), "--select", rule, "--format", "json", *options)
    found, of_rule = _finding(json.loads(run.stdout), rule)
    dispute = found["dispute"]
    assert of_rule["disagreement"]["follows"][dispute["follows"]]["sources"] == followed
    assert [of_rule["references"][number]["source"] for number in dispute.get("elsewhere", ())] == elsewhere


def test_json_has_every_side_with_its_year(domlint, tmp_path):
    run = domlint("check", "--isolated", _folder(tmp_path), "--release", "5.0.8", "--format", "json")
    report = json.loads(run.stdout)
    _, of_rule = _finding(report, "raid5-for-writes")
    sides = [one for one in of_rule["references"] if "side" in one]
    assert [report["sources"][one["source"]]["date"][:4] for one in sides] == ["1999", "1999", "1998", "2005"]
    assert [one["of"] for one in sides] == ["R5", "R4.6.2a", "4.5", "Domino 7"]


def test_explain_has_all_sides_and_for_a_server_whom_it_follows(domlint, tmp_path):
    for_it = ("--for", _folder(tmp_path), "--release", "4.5", "--isolated")
    page = domlint("explain", "raid5-for-writes", *for_it).stdout.decode()
    assert "## Where sources disagree\n\nOn RAID 5 under the databases:\n" in page
    assert page.count("\n- Iris, ") == 2
    assert "- Where `release < 4.6` the rule follows Compaq TechNote, Domino 4.5, 1998, because" in page
    assert "\nSources disagree: Not RAID 5" in page


def test_only_findings_of_such_rules_tell_of_it():
    for rule in PACK.rules:
        failing = next(example for example in rule.examples if example.expect == "fail")
        for one in examples.outcomes(rule, failing, PACK).outcomes:
            assert (one.followed is not None) == (one.verdict == "failed" and rule.name in DISPUTED), rule.name


RULE = data.text("disagreements/rule.toml")


@pytest.mark.parametrize(("written", "instead", "said"), [  # what is written in the place of what, and what is said of it
    ('when = "release < 11.0"\n', "", "every one has a `when` but the last"),
    ('sources = ["hcl-performance-settings"]', 'sources = ["nobody"]', "nobody takes no side"),
    (
        'sources = ["hcl-performance-settings"]', 'sources = ["hcl-performance-settings", "hcl-session-timeout"]',
        "all sides are followed, so nobody disagrees",
    ),
    ('releases = ">= 11.0"', 'releases = "eleven"', '"eleven" names no releases'),
    ('"release < 11.0"', '"release <"', "disagreement.follows.1.when"),
    ('id = "hcl-performance-settings"', 'id = "hcl-session-timeout"', "a source takes one side only"),
    (RULE[RULE.index("[disagreement]") : RULE.index("[fix]")], "", "a side wants a [disagreement]"),
    ('because = "because it is newer than the other"', "", "because"),
])  # fmt: skip
def test_what_is_not_whole_is_named_with_its_place(written, instead, said, tmp_path):
    path = tmp_path / "house-rule.toml"
    catalogue, sources = pack.builtin_json()["catalogue"], pack.builtin_json()["sources"]
    path.write_text(RULE)
    assert compile_rules([path], catalogue, sources)[0]["disagreement"]["on"] == "the least minutes"
    path.write_text(RULE.replace(written, instead, 1))
    with pytest.raises(RulebookError) as slip:
        compile_rules([path], catalogue, sources)
    assert said in str(slip.value)

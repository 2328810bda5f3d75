"""rules list, rules new, and rules test of the project's own folder."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from at_once import at_once

from advisor import pack
from advisor.checking import lint
from advisor.cli import rule_lists
from advisor.pack import pages
from advisor.pack.rule import CATEGORIES
from advisor.report import texts
from advisor.terminal import columns
from advisor.writers import sarif

ROOT = Path(__file__).parent.parent
PACK = pack.builtin()


def test_in_a_pipe_the_list_has_a_line_a_rule_with_its_whole_sentence(domlint):
    lines = domlint("rules", "list", env={"COLUMNS": "60"}).out.splitlines()
    assert [line.split()[0] for line in lines] == [rule.id for rule in PACK.rules]
    names = [line[18:].partition("  ")[0] for line in lines]
    assert names == [rule.name for rule in PACK.rules]
    assert len({len(line[18:]) - len(line[18:].partition("  ")[2].lstrip()) for line in lines}) == 1


@at_once("width", [40, 60, 80, 120])
def test_on_a_terminal_the_list_fits_the_screen_and_no_sentence_is_cut(width):
    lines = ["".join(text for text, _ in line) for line in rule_lists.rule_lines(PACK.rules, PACK, width)]
    assert max(map(columns, lines)) <= width
    assert not re.search("[…{}<>]", "".join(lines))
    shown = "".join("".join(lines).split())
    for rule in PACK.rules:
        assert "".join(pages.summary(rule, PACK.catalogue).split()) in shown


def test_a_line_says_how_bad_it_is_and_what(domlint):
    out = domlint("rules", "list", "--select", "LOG001").out
    assert out == "LOG001  high      transaction-logging-off  Transaction logging is off: a crash can lose changes.\n"


def test_a_list_may_be_in_colour(domlint):
    for options, env in ((["--color", "always"], {}), ([], {"FORCE_COLOR": "1"})):
        assert "\x1b[1;31mhigh" in domlint("rules", "list", "--select", "LOG001", *options, env=env).out


SEVERITIES = [("STO013", ("high", "medium")), ("INI003", ("medium", "info")), ("LOG001", ("high", "low"))]


@pytest.mark.parametrize(("rule_id", "severities"), SEVERITIES)
def test_the_severity_of_a_list_is_the_worst_that_a_rule_may_give(rule_id, severities, domlint):
    rule = next(rule for rule in PACK.rules if rule.id == rule_id)
    assert rule.severities == severities
    assert domlint("rules", "list", "--select", rule_id).out.split()[1] == severities[0]
    assert pages.severities(rule) == " or ".join(severities)
    assert texts.text_of(rule, PACK).severities == severities
    assert sarif.sarif_rule(rule, PACK, False)["defaultConfiguration"]["level"] == sarif.LEVELS[severities[0]]


@pytest.mark.parametrize("words", [("list",), ("test",), ("lint",)])
def test_a_folder_of_rules_may_stand_behind_rules_too(words, domlint):
    assert domlint("rules", "new", "mail-box-missing").returncode == 0
    assert domlint("rules", *words, "--rules", "our-rules").out == domlint("rules", *words, "our-rules").out != ""
    both = domlint("rules", *words, "our-rules", "--rules", "others")
    assert (both.returncode, both.out) == (2, "")
    assert "a folder of rules is given already" in both.err


FILTERS = [
    (["--select", "LOG"], lambda rule: rule.category == "logging"),
    (["--select", "logging,MEM001"], lambda rule: rule.category == "logging" or rule.id == "MEM001"),
    (["--severity", "critical"], lambda rule: "critical" in rule.severities),
    (["--confidence", "measured"], lambda rule: rule.confidence == "measured"),
    (["--confidence", "measured", "--select", "LOG"], lambda rule: rule.id in {"LOG001", "LOG020"}),
]


@pytest.mark.parametrize(("options", "kept"), FILTERS, ids=[" ".join(options) for options, _ in FILTERS])
def test_the_list_is_filtered(options, kept, domlint):
    rows = json.loads(domlint("rules", "list", *options, "--format", "json").out)
    assert [row["id"] for row in rows] == [rule.id for rule in PACK.rules if kept(rule)]
    assert rows


def test_what_speaks_of_other_platforms_is_left_out(domlint):
    linux, aix = (domlint("rules", "list", "--platform", name).out for name in ("linux", "aix"))
    assert "AIX001" not in linux
    assert "AIX001" in aix
    assert "LOG001" in linux


def test_what_speaks_of_other_releases_is_left_out(domlint):
    def ids(release):
        return {row["id"] for row in json.loads(domlint("rules", "list", "--release", release, "--format", "json").out)}

    assert "SEC006" in ids("9.0.1")  # out of support
    assert ids("4.6") != ids("14.0")
    assert "LOG001" not in ids("4.6")  # there was no transaction log
    assert "LOG001" in ids("14.0")


def test_json_holds_all_of_it(domlint):
    rows = json.loads(domlint("rules", "list", "--format", "json").out)
    assert [row["name"] for row in rows] == [rule.name for rule in PACK.rules]
    assert all("<" not in row["message"] or "{" not in row["message"] for row in rows)
    assert next(row for row in rows if row["id"] == "INI003")["severities"] == ["medium", "info"]


@pytest.mark.parametrize("options", [["empty"], ["--rules", "empty", "--format", "json"]])
def test_of_a_folder_without_rules_it_is_said(options, domlint, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "rule.txt").write_text("no rule\n")
    done = domlint("rules", "list", *options)
    assert (done.returncode, done.out.strip()) == (0, "[]" * (len(options) > 1))
    assert done.err == "domlint: empty: no rules lie in this folder\n"


@pytest.mark.parametrize(("options", "said"), [
        (["--select", "LOGG"], 'no rule is called "LOGG"; did you mean "LOG"?'),
        (["--select", "LGO"], 'no rule is called "LGO"; did you mean "LOG"?'),
        (["--release", "nine"], "names no release"),
        (["--severity", "grave"], "grave"),
])  # fmt: skip
def test_a_wrong_filter_prints_nothing(options, said, domlint):
    done = domlint("rules", "list", *options)
    assert (done.returncode, done.out) == (2, "")
    assert said in done.err


def test_the_project_s_own_folder_is_tested_as_what_it_is(domlint, tmp_path):
    folder = tmp_path / "rules"
    for path in (ROOT / "rules").rglob("*.toml"):
        if path.parent.name in {"sources", "catalogue", "settings", "logging"} or path.name == "retired.toml":
            (folder / path.relative_to(ROOT / "rules")).parent.mkdir(parents=True, exist_ok=True)
            (folder / path.relative_to(ROOT / "rules")).write_bytes(path.read_bytes())
    done = domlint("rules", "test", "rules")
    own = sum(rule.category == "logging" for rule in PACK.rules)
    assert (done.returncode, done.err) == (0, "")
    assert done.out.startswith(f"{own} rules, ")
    done = domlint("check", "--rules", "rules")
    assert (done.returncode, done.out) == (2, "")
    assert done.err == "domlint: --rules rules: these are domlint's own rules, which run anyway\n"


def test_a_new_rule_of_each_category_holds_what_it_says(domlint, tmp_path):
    names = {category: f"mail-box-missing-{category}" for category in sorted(CATEGORIES.values())}
    for category, name in names.items():
        done = domlint("rules", "new", name, "--dir", "our/own rules", "--category", category)
        assert (done.returncode, done.err) == (0, "")
        assert done.out.startswith(f"our/own rules/{name}.toml written.")
        rule = tomllib.loads((tmp_path / f"our/own rules/{name}.toml").read_text())
        assert (rule["name"], rule["category"]) == (name, category)
    number = len(names)
    tested = domlint("rules", "test", "our/own rules")
    told = f"{number} rules, {3 * number} examples, 0 failed\n"
    assert (tested.returncode, tested.out, tested.err) == (0, told, "")
    linted = domlint("rules", "lint", "our/own rules")
    said = "why is still what `rules new` wrote: say why it matters to you"
    *lines, last = linted.out.splitlines()
    assert (linted.returncode, sorted(lines)) == (1, [f"{name}: {said}" for name in names.values()])
    assert last == f"{number} rules, {number} weaknesses"
    for path in (tmp_path / "our/own rules").iterdir():
        path.write_text(
            path.read_text().replace(
                "Write here why it matters to you; reports print the first sentence.",
                "Users of the web client stay logged in on shared machines.",
            )
        )
    assert domlint("rules", "lint", "our/own rules").returncode == 0


def test_a_second_new_rule_has_an_id_of_its_own(domlint, tmp_path):
    for name in ("one-rule", "two-rules", "three-rules"):
        assert domlint("rules", "new", name).returncode == 0
    assert domlint("rules", "test", "our-rules").out == "3 rules, 9 examples, 0 failed\n"


def test_a_new_rule_of_the_project_has_the_id_after_the_highest(domlint, tmp_path):
    highest = max(int(rule.id[3:]) for rule in PACK.rules if rule.id.startswith("THR"))
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "retired.toml").write_text(f'[retired]\nTHR{highest + 1:03} = "why"\n')
    for number in (2, 3):
        done = domlint("rules", "new", f"mail-box-{number}", "--dir", "rules/threads", "--category", "threads")
        text = (tmp_path / "rules" / "threads" / f"mail-box-{number}.toml").read_text()
        assert tomllib.loads(text)["id"] == f"THR{highest + number:03}"
        assert "#" not in text
        assert f"domlint rules build && domlint rules test --select mail-box-{number}\n" in done.out


REFUSED = [
    (["Mail Box"], "two words or more in lower case"),
    (["mailbox"], "two words or more in lower case"),
    (["../mail-box"], "two words or more in lower case"),
    (["transaction-logging-off"], "a built-in rule is called so"),
    (["mail-box", "--category", "mails"], '"mails" is none of'),
    (["there-already"], "our-rules/there-already.toml: it is there already, and is left as it is"),
    (["a-link"], "our-rules/a-link.toml: it is there already, and is left as it is"),
    (["mail-box", "--dir", "a-file"], "a-file/mail-box.toml: "),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_nothing_is_written_over(words, said, domlint, tmp_path):
    (tmp_path / "our-rules").mkdir()
    (tmp_path / "our-rules" / "there-already.toml").write_text("mine")
    (tmp_path / "our-rules" / "a-link.toml").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "a-file").write_text("mine")
    before = sorted(path for path in tmp_path.rglob("*") if path.name != ".cache")
    done = domlint("rules", "new", *words)
    assert (done.returncode, done.out) == (2, "")
    assert said in done.err
    assert sorted(path for path in tmp_path.rglob("*") if path.name != ".cache") == before
    assert (tmp_path / "our-rules" / "there-already.toml").read_text() == "mine"


WRONG_FIELDS = [
    ('severity = "low" ', 'severity = "hihg" ',
        ':7: severity: "hihg" is none of critical, high, medium, low, info; did you mean "high"?'),
    ('severity = "low" ', "severity = 3 ",
        ":7: severity: a text in quotes is wanted, one of critical, high, medium, low, info, not the number 3"),
    ('safety = "manual"', 'safety = "manuel"',
        ':24: fix.safety: "manuel" is none of safe, unsafe, manual; did you mean "manual"?'),
    ('confidence = "field"', 'confidnce = "field"',
        ':9: confidnce: there is no such field; did you mean "confidence"?'),
    ('message = "', "message = 3 # ", ":13: message: a text in quotes is wanted, not the number 3"),
]  # fmt: skip


def broken_rule(domlint, tmp_path, changes):
    assert domlint("rules", "new", "mail-box-missing").returncode == 0
    path = tmp_path / "our-rules/mail-box-missing.toml"
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    return domlint("check", "--rules", "our-rules", ".").err


@pytest.mark.parametrize(("old", "new", "said"), WRONG_FIELDS)
def test_what_is_wrong_in_a_rule_is_said_in_plain_words(old, new, said, domlint, tmp_path):
    told = broken_rule(domlint, tmp_path, [(old, new)])
    assert f"our-rules/mail-box-missing.toml{said}\n" in told
    assert not re.search("Input should|valid string|pydantic", told)


def test_all_that_is_wrong_in_a_rule_is_said_at_once(domlint, tmp_path):
    told = broken_rule(domlint, tmp_path, [(old, new) for old, new, _ in WRONG_FIELDS[1:4]])
    assert [said for _, _, said in WRONG_FIELDS[1:4] if said not in told] == []


LISTED = [  # the keys of one reason, and how a line names them
    ([], ""),
    (["bits"], "bits"),
    (["stat.mail.dead"], "stat.mail.dead"),
    (["stat.mail.dead", "stat.mail.waiting"], "stat.mail. (2)"),
    (["bits", "stat.mail.dead", "release", "stat.mail.waiting"], "bits, stat.mail. (2), release"),
]


@pytest.mark.parametrize(("keys", "named"), LISTED)
def test_keys_are_named_in_short(keys, named, tmp_path):
    (tmp_path / "a.toml").write_text(f'[[unasked]]\nwhy = "a reason"\nkeys = {keys}\n', encoding="utf-8")
    assert list(lint.unasked_keys(tmp_path)) == [f"{named}: a reason"]


def test_an_installed_program_has_no_lists(tmp_path):
    assert list(lint.unasked_keys(tmp_path / "rules" / "unasked")) == []


def test_a_site_s_own_rules_are_not_told_of_them(domlint, tmp_path):
    (tmp_path / "own").mkdir()
    assert "asked for by no rule" not in domlint("rules", "lint", "own").out

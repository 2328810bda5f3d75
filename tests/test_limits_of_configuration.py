"""How much of a configuration and of a site's rules is looked at: what is wrong a thousand times is said a few times."""

import re
import tomllib

import pytest

from advisor import limits
from advisor.cli.errors import MOST_FAULTS
from advisor.pack.language.parse import ConditionError, parse

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\n"


def lines(form, number):
    return "".join(form.format(at) for at in range(number))


WRONG = {  # what is wrong a hundred thousand times over, with what the last line says
    "tables": (lines("[t{}]\n", 2_000), r"1,950 more things are wrong from here on"),
    "names": (lines("n{}=1\n", 2_000), r"1,950 more things are wrong from here on"),
    "figures": ("[parameters]\n" + lines("p{}=1\n", 2_000), r"more than 100 things are wrong; .*"),
    "texts": ("select=[" + "1," * 4_000 + "]\n", r"3,950 more things are wrong from here on"),
    "severities": ("[severity]\n" + lines('s{}="info"\n', 2_000), r"more than 100 things are wrong; .*"),
    "words": ("select=[" + lines('"w{}",', 2_000) + "]\n", r"more than 100 things are wrong; .*"),
    "waivers": (lines('[[waive]]\nrule="W{}"\nreason="because"\n', 2_000), r"more than 100 things are wrong; .*"),
    "folders": ("rules=[" + lines('"f{}",', 900) + "]\n", r"more than 100 things are wrong; .*"),
}


PAST = [  # what is past a limit, and what is said of it
    ("\nexclude = [" + '"a",' * 201 + "]\n", "2: exclude: at most 200 are wanted, not 201"),
    ("\nselect = [" + '"LOG001",' * 5_001 + "]\n", "2: select: at most 5,000 are wanted, not 5,001"),
    ("\nignore = [" + '"LOG001",' * 5_001 + "]\n", "2: ignore: at most 5,000 are wanted, not 5,001"),
    ("\nrules = [" + '"a",' * 1_001 + "]\n",
        "2: rules: at most 1,000 are wanted, not 1,001\ndomlint: domlint.toml:2: rules a: no such file or folder"),
    ('exclude = [\n"a",\n"' + "[" * 9_000 + '"]\n',
        "3: exclude: at most 300 characters of a pattern are wanted, not 9,000"),
    ("\nlimit = 1" + "0" * 200_000 + "\n", "2: a number of more than 4,300 digits"),
    ("a = 1\nlimit = 1" + "_000" * 9_000 + "\n", "2: a number of more than 4,300 digits"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), PAST, ids=[said for _, said in PAST])
def test_what_is_past_a_limit_of_a_configuration_is_said_with_its_line(text, said, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(text)
    done = domlint("check", "notes.ini", "--config", "domlint.toml")
    assert (done.returncode, done.out, done.err) == (2, "", f"domlint: domlint.toml:{said}\n")


@pytest.mark.parametrize("what", WRONG)
def test_of_what_is_wrong_with_a_configuration_the_first_is_said(what, domlint, tmp_path):
    text, last = WRONG[what]
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(text)
    done = domlint("check", "notes.ini", "--config", "domlint.toml")
    said = done.err.splitlines()
    assert (done.returncode, done.out) == (2, "")
    assert 2 <= len(said) <= MOST_FAULTS + 1
    assert re.fullmatch(rf"domlint: (?:domlint\.toml:\d+: )?{last}", said[-1])


def test_a_message_quotes_no_more_than_a_line_of_a_file(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(f'[servers."{"x" * 200_000}"]\nbits = 64\n')
    done = domlint("check", "notes.ini", "--config", "domlint.toml")
    assert (done.returncode, done.err[-19:]) == (2, " reason is missing\n")
    assert len(done.err) < 9_000


def test_rules_of_a_site_that_lack_the_same_are_named_up_to_some(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "our").mkdir()
    for number in range(100, 130):
        (tmp_path / "our" / f"{number}.toml").write_text(
            f'id="LOG{number}"\nname="rule-{number}"\ncategory="logging"\nseverity="low"\n'
            'when="set(ini.kittype)"\nmessage="It is set, and so on."\n'
        )
    said = domlint("check", "notes.ini", "--isolated", "--rules", "our").err.splitlines()
    assert (len(said), said[-1]) == (21, "domlint: warning: 10 more things of this kind")
    assert all(line.startswith("domlint: warning: our") for line in said[:-1])


def test_a_folder_has_so_many_rules_and_no_more(domlint, tmp_path, house_rule, monkeypatch):
    (tmp_path / "our").mkdir()
    (tmp_path / "notes.ini").write_text(INI)
    for number in range(4):
        rule = house_rule.replace("LOG901", f"LOG90{number}").replace("house-rule", f"house-rule-{number}")
        (tmp_path / "our" / f"{number}.toml").write_text(rule)
    for most, code, said in ((4, 1, ""), (3, 2, "domlint: our: it has 4 rules, and may have 3\n")):
        monkeypatch.setattr(limits, "MAX_SITE_RULES", most)
        done = domlint("check", "notes.ini", "--isolated", "--rules", "our", "--fail-on", "low")
        assert (done.returncode, done.err) == (code, said)


def test_conditions_of_all_folders_have_so_many_characters_and_no_more(domlint, tmp_path, house_rule, monkeypatch):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text('rules = ["a", "b"]\n')
    length = sum(len(tomllib.loads(house_rule).get(field, "")) for field in ("applies", "when"))
    for number, folder in enumerate("aabb"):
        (tmp_path / folder).mkdir(exist_ok=True)
        rule = house_rule.replace("LOG901", f"LOG90{number}").replace("house-rule", f"house-rule-{number}")
        (tmp_path / folder / f"{number}.toml").write_text(rule)
    for most, code, said in (
        (4 * length, 1, ""),
        (
            4 * length - 1,
            2,
            f"domlint: b/3.toml: with it the conditions of all rules have more than {4 * length - 1} characters\n",
        ),
    ):
        monkeypatch.setattr(limits, "MAX_SITE_CONDITIONS", most)
        done = domlint("check", "notes.ini", "--config", "domlint.toml", "--fail-on", "low")
        assert (done.returncode, done.err) == (code, said)


def test_of_a_rule_s_fields_that_are_not_there_the_first_are_named(domlint, tmp_path):
    (tmp_path / "our").mkdir()
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "our" / "a.toml").write_text(lines("x{}=1\n", 3_000))
    said = domlint("check", "notes.ini", "--isolated", "--rules", "our").err.splitlines()
    assert len(said) == 51
    assert re.search(r"a\.toml:\d+: [\d,]+ more things are wrong in this file$", said[-1])


def test_a_folder_of_rules_that_is_named_often_is_read_once(domlint, tmp_path, house_rule):
    (tmp_path / "our").mkdir()
    (tmp_path / "our" / "a.toml").write_text(house_rule)
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text("rules=[" + '"our","./our/.",' * 500 + "]\n")
    done = domlint("check", "notes.ini", "--config", "domlint.toml", "--select", "LOG901")
    assert (done.returncode, done.err) == (0, "")
    assert "house-rule" in done.out


def test_a_condition_has_a_length():
    longest = " or ".join(["set(ini.ports)"] * (limits.MAX_CONDITION // 18))
    assert parse(longest, {"ini.ports": "list"}, {})[0] == "or"
    with pytest.raises(ConditionError, match="the condition is longer than 2,000 characters"):
        parse(longest + " or set(ini.ports)" * 9, {"ini.ports": "list"}, {})


@pytest.mark.parametrize(("length", "code"), [(limits.MAX_RULE_TEXT, 1), (limits.MAX_RULE_TEXT + 1, 2)])
def test_a_text_of_a_rule_has_so_many_characters_and_no_more(length, code, domlint, tmp_path, house_rule):
    (tmp_path / "our").mkdir()
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "our" / "1.toml").write_text(re.sub("(?m)^why = .*", f'why = "{"w" * length}"', house_rule))
    done = domlint("check", "notes.ini", "--isolated", "--rules", "our", "--fail-on", "low")
    assert done.returncode == code
    assert ("why: 4,001 characters, where at most 4,000 are taken" in done.err) == (code == 2)


def test_a_key_that_there_is_not_is_said_in_brief(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    done = domlint("facts", "notes.ini", "--isolated", "--key", "x" * 9_000)
    assert (done.returncode, done.err) == (2, f'domlint: --key: no key begins with "{"x" * 80}"\n')


def test_of_a_folder_of_broken_rules_the_first_are_named(domlint, tmp_path, house_rule):
    (tmp_path / "our").mkdir()
    (tmp_path / "notes.ini").write_text(INI)
    for number in range(150):
        (tmp_path / "our" / f"{number:03}.toml").write_text(house_rule.replace("LOG901", "x"))
    done = domlint("check", "notes.ini", "--isolated", "--rules", "our")
    assert (done.returncode, "more than 100 things are wrong" in done.err) == (2, True)

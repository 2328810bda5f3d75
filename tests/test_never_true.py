"""Never: rules that no server can make fail, and parts of them; only what is certain is said."""

import data
import pytest
from at_once import at_once
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from advisor import pack, values
from advisor.checking import never_true
from advisor.facts import Complete, Fact, Facts
from advisor.judging.lookup import Values
from advisor.pack.language.judge import judge
from advisor.pack.language.parse import parse
from advisor.pack.rule import rule_of_row
from advisor.pack.rulebook import compile_rules, compile_site, key_types
from advisor.source import Source

PACK = pack.builtin()
TYPES = key_types(pack.builtin_json()["catalogue"])
SITE = data.text("never_true/site.toml")
RULE = """\
id = "LOG901"
name = "house-rule"
category = "logging"
severity = "low"
"""


@at_once("rule", PACK.rules, ids=lambda rule: rule.name)
def test_each_rule_of_the_pack_and_each_part_of_it_can_be_true(rule):
    assert [*never_true.impossible_conditions(rule, PACK), *never_true.impossible_values(rule, PACK)] == []


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The pack with what a site's catalogue adds."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "catalogue").mkdir()
    (folder / "catalogue" / "house.toml").write_text(SITE, encoding="utf-8")
    data, slips = compile_site(folder, pack.builtin_json())
    assert slips == []
    return data, pack.from_json(data)


def linted(site, folder, fields):
    """What is said of a site's rule. fields: `field = value` of the rule, one line each."""
    data, whole = site
    path = folder / "house-rule.toml"
    path.write_text(f'{RULE}message = "It is so."\n{fields}\n', encoding="utf-8")
    rule = rule_of_row(compile_rules([path], data["catalogue"], data["sources"], (), lambda _: None)[0])
    return [*never_true.impossible_conditions(rule, whole), *never_true.impossible_values(rule, whole)]


MEMORY, LOG, TASKS = "machine.memory", "ini.translog_maxsize", "ini.servertasks"
NEVER = [  # when, and what else the rule has; what is said
    (f"{LOG} > 5 and {LOG} < 3", "", f"it can never fire: `{LOG} > 5` and `{LOG} < 3` cannot hold together"),
    (f"{LOG} > 5 and not {LOG} > 3", "", f"it can never fire: `{LOG} > 5` and `not {LOG} > 3` cannot hold together"),
    (f"{LOG} >= 5 and {LOG} < 5", "", f"it can never fire: `{LOG} >= 5` and `{LOG} < 5` cannot hold together"),
    (f"{LOG} == 5 and {LOG} != 5", "", f"it can never fire: `{LOG} == 5` and `{LOG} != 5` cannot hold together"),
    (f"{LOG} == 5 and {LOG} == 6", "", f"it can never fire: `{LOG} == 5` and `{LOG} == 6` cannot hold together"),
    (f"{LOG} in [1, 2] and {LOG} > 2", "", f"it can never fire: `{LOG} in [1, 2]` and `{LOG} > 2` cannot hold together"),
    (f"{LOG} in [1, 2] and not {LOG} in [1, 2, 3]", "", "cannot hold together"),
    (f"{LOG} > most and {LOG} < 3", "parameters = { most = 5 }", f"`{LOG} > most` and `{LOG} < 3` cannot hold together"),
    (f"({LOG} > 5 or {LOG} == 4) and {LOG} < 3", "", f"`{LOG} < 3` and `{LOG} > 5` cannot hold together; `{LOG} < 3` and"),
    (f"not ({LOG} > 3 or {LOG} <= 3)", "", f"`not {LOG} > 3` and `not {LOG} <= 3` cannot hold together"),
    (f"{LOG} > 3 and not set({LOG})", "", f"`{LOG} > 3` and `not set({LOG})` cannot hold together"),
    (f"set({LOG}) and not set({LOG})", "", f"`set({LOG})` and `not set({LOG})` cannot hold together"),
    (f"({LOG} else 0) > 3 and not set({LOG})", "", "cannot hold together"),
    (f"{LOG} > 3 and {LOG} < 2 or {LOG} < 1 and {LOG} > 1", "", "it can never fire"),
    (f"{LOG} < {MEMORY} and {MEMORY} < {LOG}", "", f"`{LOG} < {MEMORY}` and `{MEMORY} < {LOG}` cannot hold together"),
    (f"{LOG} < {LOG}", "", f"`{LOG} < {LOG}` cannot hold"),
    (f'"http" in {TASKS} and not "http" in {TASKS}', "", f'`"http" in {TASKS}` and `not "http" in {TASKS}` cannot hold'),
    (f"count({TASKS}) < 0", "", f"`count({TASKS}) < 0` cannot hold"),
    (f"count({TASKS}) > 2 and count({TASKS}) < 3", "", "cannot hold together"),
    ("server.partitioned and not server.partitioned", "", "`server.partitioned` and `not server.partitioned` cannot hold"),
    ('platform == "amiga"', "", 'it can never fire: `platform == "amiga"` cannot hold'),
    ('server.kind == "relay"', "", 'it can never fire: `server.kind == "relay"` cannot hold'),
    ("bits == 16", "", "it can never fire: `bits == 16` cannot hold"),
    ('ini.directory like "d:*" and ini.directory == "/local"', "", "cannot hold together"),
    (f"set({LOG})", 'scope = { releases = ">= 9.0, < 8.5" }', "it applies to no server: `release >= 9.0` and `release < 8.5`"),
    (f"set({LOG})", 'scope = { releases = ">= 12.1, < 14.0" }', "`release >= 12.1` and `release < 14.0` cannot hold together"),
    (f"set({LOG})", 'scope = { releases = ">= 9.0" }\napplies = "release < 8.5.3"', "`release >= 9.0` and `release < 8.5.3` cannot hold"),
    (f"set({LOG}) and release < 9.0", 'scope = { releases = ">= 9.0" }', "it can never fire: `release >= 9.0` and"),
    (
        f"set({LOG})",
        'scope = { platforms = ["aix"], not_platforms = ["aix"] }',
        'it applies to no server: `platform in ["aix"]` and `not platform in ["aix"]` cannot hold together',
    ),
    (
        'platform == "linux"',
        'scope = { platforms = ["aix", "windows"] }',
        'it can never fire: `platform in ["aix", "windows"]` and `platform == "linux"` cannot hold together',
    ),
    ("bits == 32", "scope = { bits = 64 }", "it can never fire: `bits == 64` and `bits == 32` cannot hold together"),
    ('server.kind == "client"', "scope = {}", "it can never fire"),
    ("our.figure > 3", "", "it can never fire: nothing that domlint reads tells our.figure"),
    ("not set(our.figure)", "", "it can never fire: nothing that domlint reads tells our.figure"),
    (f"our.figure > 3 or {LOG} > 3", "", "in when `our.figure > 3` can never be true: nothing that domlint reads"),
    (
        f"{LOG} > 5 and ({LOG} < 3 or set({TASKS}))",
        "",
        f"in when `{LOG} < 3` can never be true: `{LOG} > 5` and `{LOG} < 3` cannot hold together",
    ),
    (
        f"set({TASKS})",
        f'applies = "set({LOG}) and ({LOG} > 3 or not set({LOG}))"',
        f"in applies `not set({LOG})` can never be true",
    ),
    (f"{LOG} > 5", f"severity_when = {{ high = '{LOG} < 3' }}", f"no finding can be high: `{LOG} > 5` and `{LOG} < 3`"),
    (f"{LOG} > 5", f'[fix]\nsafety = "manual"\n[[fix.where]]\nwhen = "{LOG} < 3"', "fix.where 1 can never hold: "),
    ("ini.oursetting == 7", "", "when compares ini.oursetting with 7: OurSetting has 0 and 1 alone"),
    ("ini.oursetting in [0, 2]", "", "when compares ini.oursetting with 2: OurSetting has 0 and 1 alone"),
    ("ini.oursetting != odd", "parameters = { odd = 3 }", "when compares ini.oursetting with 3: OurSetting has 0 and 1 alone"),
    (f"set({LOG})", 'applies = "ini.oursetting == 7"', "applies compares ini.oursetting with 7"),
    ("ini.partitionnumber == 100", "", "when compares ini.partitionnumber with 100: PartitionNumber is 99 or less"),
    ("ini.partitionnumber in [0, 1]", "", "when compares ini.partitionnumber with 0: PartitionNumber is 1 or more"),
    ("ini.amgr_schedulinginterval > 1 and not set(ini.amgr_schedulinginterval)", "", "cannot hold together"),
]  # fmt: skip


@pytest.mark.parametrize(("when", "fields", "told"), NEVER)
def test_what_can_never_be_true_is_named(when, fields, told, site, tmp_path):
    found = linted(site, tmp_path, f"when = '{when}'\n{fields}")
    assert told in " ".join(found), found


SOMETIMES = [
    (f"{LOG} > 5 or {LOG} < 3", ""),
    (f"{LOG} > 3 and {LOG} < 4", ""),
    (f"{LOG} >= 5 and {LOG} <= 5", ""),
    (f"{LOG} != 0 and {LOG} != 1 and {LOG} != 2", ""),
    (f"not {LOG} in [0, 1, 2]", ""),
    (f"({LOG} else 0) < 3 and not set({LOG})", ""),
    ("ini.amgr_schedulinginterval < 2 and not set(ini.amgr_schedulinginterval)", ""),  # a default
    (f"{LOG} < {MEMORY} and {LOG} <= {MEMORY}", ""),
    (f'"http" in {TASKS} and not "pop3" in {TASKS} and count({TASKS}) == 2', ""),
    ('not platform in ["aix", "linux"]', ""),
    (f"set({LOG})", 'scope = { releases = ">= 9.0.1FP3, < 9.0.1FP4" }'),
    (f"set({LOG})", 'scope = { releases = ">= 12.0, < 14.0" }'),
    (f"set({LOG})", 'scope = { releases = "< 4.0" }'),
    (f"set({LOG})", 'scope = { releases = ">= 4.51, < 4.52" }'),
    (f"set({LOG})", 'scope = { releases = ">= 15.0" }'),
    ("ini.oursetting in [0, 1]", ""),
    ("ini.oursetting > 1", ""),
    ("ini.partitionnumber > 99", ""),
    ('ini.directory like "d:*" and not ini.directory like "d:/data*"', ""),
]


@pytest.mark.parametrize(("when", "fields"), SOMETIMES)
def test_of_what_may_be_true_nothing_is_said(when, fields, site, tmp_path):
    assert linted(site, tmp_path, f"when = '{when}'\n{fields}") == []


def test_the_writer_of_a_rule_sees_it(tmp_path, domlint):
    (tmp_path / "our").mkdir()
    text = RULE + f"message = \"It is so.\"\nwhen = '{LOG} > 5 and {LOG} < 3'\n"
    (tmp_path / "our" / "house-rule.toml").write_text(text, encoding="utf-8")
    done = domlint("rules", "lint", "our")
    assert done.returncode == 1
    assert f"house-rule: it can never fire: `{LOG} > 5` and `{LOG} < 3` cannot hold together\n" in done.out


KEYS = {"ini.translog_maxsize": ("1", "2", "2.5", "3", None), "ini.servertasks": ("http", "http,pop3", None)}
NUMBERS = st.builds(
    "{} {} {}".format, st.just(LOG), st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), st.sampled_from([1, 2, 3])
)
ATOMS = NUMBERS | st.sampled_from(
    [
        f"set({LOG})", f"{LOG} in [1, 3]", f"({LOG} else 2) > 1", f"{LOG} < {LOG}", f'"http" in {TASKS}',
        f'"imap" in {TASKS}', f"count({TASKS}) > 1", f"set({TASKS})",
    ]
)  # fmt: skip
CONDITIONS = st.recursive(
    ATOMS,
    lambda parts: (
        st.builds("not ({})".format, parts)
        | st.builds("({} and {})".format, parts, parts)
        | st.builds("({} or {})".format, parts, parts)
    ),
    max_leaves=6,
)
FILE = Source.of("notes.ini", b"")


def servers():
    """Servers with each of the values of KEYS, absent ones among them."""
    for figure in KEYS[LOG]:
        for tasks in KEYS[TASKS]:
            facts = Facts()
            told = {LOG: figure, TASKS: tasks}
            facts.add([Complete("ini.", FILE), *(Fact(key, text, FILE) for key, text in told.items() if text)])
            yield Values(facts, PACK.catalogue)


SERVERS = list(servers())


@settings(max_examples=150)
@given(CONDITIONS)
def test_what_is_called_impossible_is_so_of_every_server(condition):
    rule = replace(PACK.rules[0], applies=None, when=parse(condition, TYPES, {}), severity_when=[])
    if any("never fire" in one for one in never_true.impossible_conditions(replace(rule, row={"fix": NO_FIX}), PACK)):
        assert not any(judge(rule.when, server, {}).verdict for server in SERVERS)


NO_FIX = {"safety": "manual", "summary": "", "restart": "none", "rollback": "", "verify": ""}


def test_defaults_are_of_the_type_that_they_are_compared_as():
    for name, entry in PACK.catalogue.settings.items():
        for default in entry.default:
            values.parse(PACK.catalogue.entry(f"ini.{name}").type, default.value)

"""Remedies: which alternative holds, what its names stand for, and what can be typed."""

import json
import re

import data
import pytest
from at_once import at_once
from judged import findings_of
from tickets import remedy_of

from advisor import pack
from advisor.checking import examples
from advisor.facts import Complete, Fact, Facts, Subject
from advisor.judging import engine
from advisor.pack.language.parse import parse
from advisor.pack.remedies import certain
from advisor.pack.rulebook import compile_site
from advisor.report.identity import Owner
from advisor.source import Source

RULE = data.text("remedies/rule.toml")


def built(folder, text=RULE):
    (folder / "house-rule.toml").write_text(text, encoding="utf-8")
    data, slips = compile_site(folder, pack.builtin_json())
    assert slips == []
    return pack.from_json(data)


def fix_of(pack_, **settings):
    """The remedy of the last rule on a server with these settings."""
    notes = Source.of("notes.ini", "\n".join(settings.values()).encode())
    facts = Facts()
    facts.add(Fact(f"ini.{name}", value, notes, (0, 1)) for name, value in settings.items())
    facts.add([Complete("ini.", notes)])
    results = engine.run(pack_.rules[-1:], facts, pack_.catalogue)
    [finding] = findings_of(results, Owner(server="A"), pack_)
    return finding.fix


TYPED = [
    ({}, "Bring 31 down to 30 minutes.", "server", []),  # what can be typed is typed whole or not at all
    (
        {"directory": "/local/notes data"}, "Bring 31 down to 30 minutes.", "server",
        [("console", "set config Server_Session_Timeout=30"), ("linux", "ls -ld '/local/notes data'")],
    ),
    (
        {"directory": "/x password=hunter2"}, "Bring 31 down to 30 minutes.", "server", [],
    ),
    (
        {"directory": "/x\x1b[2J"}, "Bring 31 down to 30 minutes.", "server", [],
    ),
    ({"ports": "TCPIP"}, "On TCPIP ask the network people first.", "server", []),
    ({"ports": "TCPIP", "server_session_timeout": "999", "directory": "x"}, "On TCPIP ask the network people first.",
     "server", []),
    (
        {"server_session_timeout": "999", "directory": "E:\\x"}, "Bring 999 down to 30 minutes.", "none",
        [("windows", "dir E:\\x")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "summary", "restart", "commands"), TYPED)
def test_the_first_alternative_whose_condition_is_true_counts(settings, summary, restart, commands, tmp_path):
    fix = fix_of(built(tmp_path), **{"server_session_timeout": "31"} | settings)
    assert (fix.summary, fix.restart, [(one.target, one.command) for one in fix.commands]) == (
        summary,
        restart,
        commands,
    )
    assert "{" not in f"{fix.summary}{fix.rollback}{fix.verify}"


def test_what_an_alternative_leaves_unsaid_it_takes_from_the_fix(tmp_path):
    fix = fix_of(built(tmp_path), server_session_timeout="999", directory="/x")
    assert (fix.safety, fix.rollback, fix.verify) == ("manual", "Look into /x.", "show config prints 30.")


EDITED = RULE.replace('safety = "manual"', 'safety = "unsafe"\nremove = ["ini.server_session_timeout"]', 1)
EDITED = EDITED[: EDITED.index("[[fix.command]]")] + "{}" + EDITED[EDITED.index("[[example]]") :]
EDITS = [
    ("", [("console", "set config Server_Session_Timeout=")]),
    ("[[fix.where]]\nwhen = 'set(ini.ports)'\nrestart = \"none\"\n",
        [("console", "set config Server_Session_Timeout=")]),
    ("[[fix.where]]\nwhen = 'set(ini.ports)'\nsafety = \"manual\"\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("where", "commands"), EDITS)
def test_an_edit_of_notes_ini_is_typed_on_the_console_unless_a_person_must_do_it(where, commands, tmp_path):
    fix = fix_of(built(tmp_path, EDITED.replace("{}", where)), server_session_timeout="31", ports="LAN0")
    assert [(one.target, one.command) for one in fix.commands] == commands


NAMES = [
    ("Debug_AMgr", [("console", "set config Debug_AMgr=0")]),
    ("debug_acme gateway", []),
    ("TRANSLOG_Status", []),  # the server document's
    ("DEBUG_ACME;quit", []),
]


@pytest.mark.parametrize(("name", "commands"), NAMES)
def test_the_setting_is_named_as_it_is_typed(name, commands, tmp_path):
    rule = re.sub(r"(?s)\[\[fix\.command\]\].*?\[\[example\]\]", "{}\n[[example]]", RULE, count=1)
    rule = rule.replace(
        "when = 'ini.server_session_timeout > limit'", "subject = \"setting\"\nwhen = 'set(setting.name)'"
    )
    rule = rule.replace("{ini.server_session_timeout}", "{setting.name}").replace("{}", NAMED)
    (tmp_path / "house-rule.toml").write_text(rule, encoding="utf-8")
    data, slips = compile_site(tmp_path, pack.builtin_json())
    assert slips == []
    pack_ = pack.from_json(data)
    notes = Source.of("notes.ini", f"{name}=1\n".encode())
    facts = Facts()
    facts.add([Fact("setting.name", name, notes, (len(name) + 1, len(name) + 2), Subject("setting", name.lower()))])
    [finding] = findings_of(engine.run(pack_.rules[-1:], facts, pack_.catalogue), Owner(server="A"), pack_)
    assert [(one.target, one.command) for one in finding.fix.commands] == commands
    assert name in finding.fix.summary


NAMED = '[[fix.command]]\ntarget = "console"\ncommand = "set config {setting.name}=0"\n'
TYPES = {"a": "number", "b": "number", "c": "yes-no", "d": "list", "e": "text"}
CERTAIN = [
    ("a > 1", {"a"}, {"a"}),
    ("a > b", {"a", "b"}, {"a", "b"}),
    ("a > 1 and b > 1", {"a", "b"}, set()),
    ("a > 1 or b > 1", set(), {"a", "b"}),
    ("a > 1 and (a < 9 or b > 1)", {"a"}, {"a"}),
    ("set(a)", {"a"}, set()),
    ("not set(a)", set(), {"a"}),
    ("not (set(a) or set(b))", set(), set()),
    ("not (a > 1 or set(b))", {"a"}, set()),
    ("c", {"c"}, {"c"}),
    ("not c", {"c"}, {"c"}),
    ("c else no", set(), set()),
    ("(a else 1) < b", {"b"}, {"b"}),
    ("count(d) > 1", {"d"}, {"d"}),
    ('"x" in d', {"d"}, {"d"}),
    ('e in ["x", "y"]', {"e"}, {"e"}),
    ('e like "x*"', {"e"}, {"e"}),
]


@at_once(("condition", "true", "false"), CERTAIN)
def test_what_is_known_wherever_a_condition_is_true_or_false(condition, true, false):
    tree = parse(condition, TYPES, {})
    assert (certain(tree), certain(tree, False)) == (true, false)


PACK = pack.builtin()


OWNED = [
    ("set config TRANSLOG_Status=1", {"TRANSLOG_Status": "server document"}),
    ("SET CONFIG translog_status =1", {"TRANSLOG_Status": "server document"}),
    ('set config "TRANSLOG_Status=1"', {"TRANSLOG_Status": "server document"}),
    ("Type `set config Debug_AMgr=0`, then set config Sesion=.", {"Debug_AMgr": "notes.ini", "Sesion": ""}),
    ("set config {setting.name}=0", {}),
    ("show config TRANSLOG_Status", {}),
    ("Type set config, then Enter. A=1", {}),
    ("\u0130\u0130 set config Debug_AMgr=0", {"Debug_AMgr": "notes.ini"}),
]


@at_once(("text", "found"), OWNED)
def test_what_is_set_on_the_console_has_an_owner(text, found):
    from advisor.pack.fixes import owners

    assert owners(text, PACK.catalogue.settings.get) == found


LISTS = [('each = "ini.ports"\n', ["A", "B"]), ("", ["A,B"]), ('each = "ini.ports"\n', ["A"])]


@pytest.mark.parametrize(("each", "typed"), LISTS)
def test_a_list_is_typed_whole_or_once_for_each_of_its_members(each, typed, tmp_path):
    rule = re.sub(r"(?s)\[\[fix\.command\]\].*?\[\[example\]\]", "{}\n[[example]]", RULE, count=1)
    line = f'[[fix.command]]\ntarget = "console"\ncommand = "show port {{ini.ports}}"\n{each}'
    fix = fix_of(built(tmp_path, rule.replace("{}", line)), server_session_timeout="31", ports=", ".join(typed))
    assert [one.command for one in fix.commands] == [f"show port {name}" for name in typed]


def test_a_command_that_a_list_gives_twice_is_typed_once(tmp_path):
    rule = re.sub(r"(?s)\[\[fix\.command\]\].*?\[\[example\]\]", "{}\n[[example]]", RULE, count=1)
    line = '[[fix.command]]\ntarget = "console"\ncommand = "show port {ini.ports}"\neach = "ini.ports"\n'
    fix = fix_of(built(tmp_path, rule.replace("{}", line)), server_session_timeout="31", ports="A, B, A")
    assert [one.command for one in fix.commands] == ["show port A", "show port B"]


POOL = "[Notes]\nKitType=2\nDirectory=D:\\Data\nFaultRecovery_Build=Release {}\nNotesProgram=C:\\Domino\n{}\n"
READS = "> show stat\n  Database.Database.BufferPool.PerCentReadsInBuffer = 60\n  Server.Users = 12\n"
POOLS = [  # release, the line; whether the pool is pinned, and whether it is first of all to be taken out
    ("14.0", "NSF_BUFFER_POOL_SIZE_MB=512", True, True),
    ("14.0", "NSF_BUFFER_POOL_SIZE_MB=1023", True, True),
    ("14.0", "NSF_BUFFER_POOL_SIZE_MB=1024", False, False),
    ("14.0", "NSF_BUFFER_POOL_SIZE_MB=256", False, False),
    ("14.0", "NSF_BUFFER_POOL_SIZE_MB=3", False, False),
    ("9.0.1", "NSF_BUFFER_POOL_SIZE_MB=300", True, True),
    ("7.0.4", "NSF_BUFFER_POOL_SIZE_MB=300", False, False),
    ("14.0", "NSF_BUFFER_POOL_SIZE=4194304", True, True),
    ("14.0", "NSF_BUFFER_POOL_SIZE=536870912", True, True),
    ("14.0", "NSF_BUFFER_POOL_SIZE=1073741824", True, False),  # written in megabytes it may grow
    ("14.0", "NSF_BUFFER_POOL_SIZE_MB=512\nPartitionNumber=2", False, False),
    ("14.0", "", False, False),
]


@pytest.mark.parametrize(("release", "line", "pinned", "out"), POOLS)
def test_a_pool_that_is_held_down_is_let_go_before_it_is_raised(release, line, pinned, out, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(POOL.format(release, line))
    (tmp_path / "stat.txt").write_text(READS)
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    found = {one["name"]: remedy_of(one, report) for one in report["findings"]}
    raised = found["buffer-pool-reads-low"]
    assert ("buffer-pool-pinned" in found, raised["summary"].startswith("Remove NSF_BUFFER_POOL_SIZE")) == (pinned, out)
    if out:
        assert raised["commands"] == found["buffer-pool-pinned"]["commands"]


def test_a_command_for_each_debug_setting_names_them_all():
    rule = next(rule for rule in PACK.rules if rule.name == "debug-setting-left-on")
    judged = engine.run([rule], examples.facts_of(rule.examples[0], PACK), PACK.catalogue)
    [finding] = findings_of(judged, Owner(server="A"), PACK)
    names = ("Debug_AMgr", "DEBUG_NIF_UPDATE", "DEBUG_REPL", "DEBUG_REPL_ALL", "DEBUG_REPL_TIME", "DEBUG_TCP_ALL",
             "DEBUG_SSL_ALL")  # fmt: skip
    assert [line.command for line in finding.fix.commands] == [f"set config {name}=" for name in names]

"""`domlint fix`: the steps of a plan, the proof of each edit, the order of the steps, and the diff."""

import io
import json
import re
import zipfile
from difflib import unified_diff

import data
import jsonschema
import pytest
import test_rule_gates
from at_once import at_once
from fixture_servers import FIXTURES
from test_fix_written import EDITING

from advisor.cli.schema import schema_named
from advisor.fixes import diff

INI = (
    "[Notes]\r\nKitType=2\r\nServerName=Mail01/Acme\r\nDirectory=/local/notesdata\r\n"
    "FaultRecovery_Build=Release 12.0.2\r\nTRANSLOG_Status=1\r\nServer_Session_Timeout=480\r\n"
)
RULE = data.text("fix/rule.txt")


@pytest.fixture
def house(tmp_path):
    """Writes rules of a site, each with when and fix, into a folder beside the server's."""

    def write(*rules):
        (tmp_path / "house").mkdir()
        for number, (name, when, fix, *restart) in enumerate(rules, 901):
            text = RULE.format(id=f"THR{number}", name=name, when=when, fix=fix, restart=(*restart, "none")[0])
            (tmp_path / "house" / f"{name}.toml").write_text(text)
        return ("--rules", "house", "--select", ",".join(name for name, *_ in rules))

    return write


@pytest.fixture
def plan(domlint, tmp_path):
    """The plan of files, each named with its text; and which exit code."""

    def run(files, *options):
        for name, text in files.items():
            (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "in" / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        done = domlint("fix", "in", "--isolated", "--format", "json", *options)
        assert done.out, done.err
        made = json.loads(done.out)
        jsonschema.validate(made, schema_named("plan"))
        return made | {"code": done.returncode, "err": done.err}

    return run


def steps_of(made, name):
    return [step for server in made["servers"] for step in server.get("steps", ()) if step["name"] == name]


def test_a_setting_of_notes_ini_is_edited_and_the_diff_shows_it(plan):
    made = plan({"notes.ini": INI})
    (step,) = steps_of(made, "session-timeout-long")
    assert (step["kind"], step["safety"], step["included"]) == ("edit", "safe", True)
    assert (step["file"], step["changes"]) == ("in/notes.ini", ["set Server_Session_Timeout=45"])
    (file,) = made["servers"][0]["files"]
    assert file["diff"][-2:] == ["-Server_Session_Timeout=480", "+Server_Session_Timeout=45"]
    assert (file["state"], made["writes"], made["code"]) == ("planned", False, 1)


def test_a_step_shows_the_lines_that_it_is_about(plan):
    lines = "ServerTasksAt3=Object Info -Full\r\nServerTasksAt4=Compact -B -S10,Fixup -F\r\n"
    made = plan({"notes.ini": INI + lines + "TRANSLOG_Style=1\r\n"}, "--unsafe")
    places = [
        (place["line"], place["text"])
        for name in ("shared-mail-task-left", "fixup-on-logged-databases", "compact-breaks-backup-chain")
        for place in steps_of(made, name)[0]["findings"][0]["places"]
    ]
    first, second = lines.splitlines()
    assert places == [(8, first), (9, second), (9, second)]


def test_a_way_back_in_markdown_keeps_the_value(domlint, tmp_path):
    value = "`id` | [x](javascript:1) <b> | ``x`` $(reboot)"
    for name, text in (("notes.ini", f"{INI}Debug_Outfile={value}\r\n"), ("auto.json", set_up_file(value))):
        (tmp_path / name).write_bytes(text.encode())
        shown = domlint("fix", name, "--isolated", "--select", "debug-file-left-on", "--format", "markdown").out
        (line,) = (line for line in shown.splitlines() if "Undo" in line)
        assert f"``` {value} ```" in line


def set_up_file(value):
    return json.dumps({"serverSetup": {"server": {"type": "first", "name": "m"}, "notesINI": {"Debug_Outfile": value}}})


def zipped(name, text):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(name, text)
    return held.getvalue()


SHOW_CONFIG = "> show config *\nSERVER_SESSION_TIMEOUT={}\nKITTYPE=2\nPORTS=TCPIP\nLOG_REPLICATION=1\n"
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\ndata:\n  notes.ini: |\n" + "".join(
    f"    {line}\n" for line in INI.splitlines()
)
NOT_EDITED = {
    "in an archive": ({"all.zip": zipped("notes.ini", INI)}, "lies in an archive"),
    "the listing says otherwise": (
        {"notes.ini": INI, "show-config.txt": "> show config *\nSERVER_SESSION_TIMEOUT=300\nKitType=2\nPorts=TCPIP\n"},
        "",
    ),
    "in a config map": ({"map.yaml": CONFIG_MAP}, "it stands in in/map.yaml (config map), which is no file that domlint edits"),
    "only a listing tells": (
        {"notes.ini": INI.replace("Server_Session_Timeout=480\r\n", ""), "show-config.txt": SHOW_CONFIG.format(480)},
        "it stands in in/show-config.txt (show config), which is no file that domlint edits",
    ),
    "twice": ({"notes.ini": INI + "Server_Session_Timeout=300\r\n"}, ""),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_EDITED)
def test_what_is_not_edited_says_why(case, plan):
    files, why = NOT_EDITED[case]
    made = plan(files)
    for step in steps_of(made, "session-timeout-long"):
        assert not step.get("included")
        assert why in step.get("why_not", "")
    assert not any("files" in server for server in made["servers"])
    assert not why or steps_of(made, "session-timeout-long")


PROOFS = {  # rules of a site, the settings behind INI, and what becomes of the first: a part of why it is not edited
    "it holds": ([("one", "ini.server_session_timeout == 50", 50, 45)], ""),
    "it still fails": ([("one", "ini.server_session_timeout in [50, 51]", 50, 51)], "would still fail"),
    "it brings another": ([("one", "ini.server_session_timeout == 50", 50, 480)], "it would bring session-timeout-long (server)"),
    "another takes it back": (
        [("one", "ini.server_session_timeout == 50", 50, 44), ("two", "ini.server_session_timeout == 44", 50, 50)],
        "it would bring two-of-the-house (server)",
    ),
    "not known": ([("one", "ini.server_session_timeout == 50", 50, "{aix.sys0.maxuproc}")], "is not known"),
    "presumed": ([("one", "ini.server_session_timeout == 50", 50, "{machine.memory}")], "the value is assumed"),
}  # fmt: skip


@pytest.mark.parametrize("case", PROOFS)
def test_what_does_not_hold_is_dropped_with_the_reason(case, plan, house):
    rules, why = PROOFS[case]
    made_of = [
        (f"{name}-of-the-house", when, f'set = {{ "ini.server_session_timeout" = "{to}" }}')
        for name, when, _, to in rules
    ]
    made = plan({"notes.ini": INI.replace("480", str(rules[0][2]))}, *house(*made_of))
    (step,) = steps_of(made, "one-of-the-house")
    assert why in step.get("why_not", "")
    assert step.get("included", False) == (not why)
    assert bool(step.get("commands")) == (not why or "would still" in why or "assumed" in why)


FIRST, SECOND, THIRD = "AMgr_DocUpdateEventDelay", "AMgr_NewMailEventDelay", "Console_Log_Max_Kbytes"


def in_small(name):
    return f"ini.{name.lower()}"


def test_what_another_edit_makes_room_for_is_tried_again(plan, house):
    first, second = in_small(FIRST), in_small(SECOND)
    rules = house(
        ("one-of-the-house", f"{first} == 31", f'set = {{ "{first}" = "32" }}'),
        ("two-of-the-house", f"{second} == 31", f'set = {{ "{second}" = "32" }}'),
        ("three-of-the-house", f"{second} == 32 and {first} == 31", f'set = {{ "{first}" = "31" }}'),
    )
    made = plan({"notes.ini": f"{INI}{FIRST}=31\r\n{SECOND}=31\r\n"}, *rules)
    assert made["numbers"]["edits"] == 2
    assert not any(step.get("why_not") for server in made["servers"] for step in server["steps"])


ORDER = [  # what each rule's remedy waits for, and what comes before it; the order of the work, and what each waits for
    ({"one": ("none", ()), "two": ("server", ()), "three": ("task", ())}, {"one": "none", "three": "task", "two": "server"}),
    ({"one": ("none", ["two"]), "two": ("server", ())}, {"two": "server", "one": "server"}),
    ({"one": ("system", ()), "two": ("rebuild", ()), "three": ("server", ["one"])}, {"one": "system", "three": "system", "two": "rebuild"}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "order"), ORDER)
def test_steps_stand_in_the_order_of_the_work(rules, order, plan, house):
    made_of = []
    for (name, (restart, after)), setting in zip(rules.items(), (FIRST, SECOND, THIRD), strict=False):
        key = in_small(setting)
        behind = json.dumps([f"{one}-of-the-house" for one in after])
        fix = f'set = {{ "{key}" = "32" }}\nafter = {behind}'
        made_of.append((f"{name}-of-the-house", f"{key} == 31", fix, restart))
    files = {"notes.ini": f"{INI}{FIRST}=31\r\n{SECOND}=31\r\n{THIRD}=31\r\n"}
    steps = plan(files, *house(*made_of))["servers"][0]["steps"]
    assert {step["name"].partition("-")[0]: step["restart"] for step in steps} == order
    assert [step["name"].partition("-")[0] for step in steps] == list(order)
    assert [step["number"] for step in steps] == list(range(1, len(steps) + 1))


def on_one_machine(name, more=""):
    return (
        f"[Notes]\nKitType=2\nServerName={name}/Acme\nDirectory=/local/{name}\nPartitionNumber={name[-1]}\n"
        f"FaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=1\nPorts=TCPIP\n{more}"
    )


def test_an_edit_brings_nothing_on_other_servers_of_the_machine(plan, house):
    rules = house(
        (
            "one-of-the-house", "ini.console_log_max_kbytes == 6",
            'set = { "ini.console_log_max_kbytes" = "5", "ini.tcpip_tcpipaddress" = "0,192.0.2.2:1352" }',
        ),
        (
            "two-of-the-house", 'machine.shares_port != "none" and ini.console_log_max_kbytes == 7',
            'set = { "ini.console_log_max_kbytes" = "8" }',
        ),
    )  # fmt: skip
    files = {
        "df.txt": "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sda1 100 50 50 50% /local\n",
        "a/notes.ini": on_one_machine("Mail3", "TCPIP_TcpIPAddress=0,192.0.2.3:1352\nConsole_Log_Max_Kbytes=6\n"),
        "b/notes.ini": on_one_machine("Mail2", "TCPIP_TcpIPAddress=0,192.0.2.2:1352\nConsole_Log_Max_Kbytes=7\n"),
    }
    (step,) = steps_of(plan(files, *rules, "--ignore", "partitions-share-port"), "one-of-the-house")
    assert step["why_not"] == "it would bring two-of-the-house (server) on Mail2/Acme"


def test_no_secret_stands_in_a_plan(plan, house, domlint):
    key = "-----BEGIN PRIVATE KEY-----\r\nMIIEvQIBADANBgkqhkiG9w0BAQ\r\n"
    rules = house(
        (
            "one-of-the-house", 'ini.domdiag_webdav_password == "hunter2"',
            'set = { "ini.domdiag_webdav_password" = "hunter3" }',
        ),
    )  # fmt: skip
    made = plan({"notes.ini": f"{INI}{key}DomDiag_WebDAV_Password=hunter2\r\nLDAP_Password=hunter2\r\n"}, *rules)
    shown = json.dumps(made) + "".join(
        domlint("fix", "in", "--isolated", "--format", name, *rules).out for name in ("text", "markdown")
    )
    assert not any(secret in shown for secret in ("hunter", "MIIEv"))
    assert "-DomDiag_WebDAV_Password=***" in made["servers"][0]["files"][0]["diff"]


SETUP = (
    '{\n  "serverSetup": {\n    "server": {"type": "first", "name": "Mail01"},\n    "org": {"orgName": "Acme"},\n'
    '    "notesINI": {"Server_Session_Timeout": "480"}\n  }\n}\n'
)


def test_a_setting_of_one_touch_setup_is_edited_there(plan):
    made = plan({"setup.json": SETUP})
    (file,) = made["servers"][0]["files"]
    assert file["format"] == "one-touch json"
    assert '+    "notesINI": {"Server_Session_Timeout": "45"}' in file["diff"]


TAKEN_OUT = {  # rule, by what it is found in a set-up file; the value that is there then
    "debug-file-left-on": ("notesINI", '"Debug_Outfile": "/tmp/trace"', None),
    "http-heap-below-default": ("notesINI", '"HTTPJVMMaxHeapSize": "64M"', None),
    "batch-task-at-start": ("server", '"serverTasks": "replica,router,updall"', "replica,router"),
}


@pytest.mark.parametrize("rule", TAKEN_OUT)
def test_what_only_a_set_up_file_sets_is_taken_out_of_it(rule, domlint, tmp_path):
    part, text, left = TAKEN_OUT[rule]
    parts = {"server": '"type": "first", "name": "Mail01"', "notesINI": '"LOG_REPLICATION": "1"'}
    parts[part] += f", {text}"
    (tmp_path / "auto.json").write_text(
        '{"serverSetup": {' + ", ".join(f'"{name}": {{{told}}}' for name, told in parts.items()) + "}}"
    )
    done = domlint("fix", "auto.json", "--isolated", "--unsafe", "--write", "--select", rule)
    assert (done.returncode, ": written; " in done.err) == (0, True)
    name = text.split('"')[1]
    assert json.loads((tmp_path / "auto.json").read_text())["serverSetup"][part].get(name) == left
    assert rule not in domlint("check", "auto.json", "--isolated", "--format", "concise").out


CUT = {  # how a NOTES.INI ends, why an edit is not made
    "": "in/notes.ini:8: the file ends in the middle of this line; if nothing is missing, end the line with a line end",
    "\r\n": "",
}


@pytest.mark.parametrize("end", CUT)
def test_an_edit_that_nobody_could_judge_says_what_is_missing(end, plan):
    made = plan(
        {"notes.ini": f"{INI}SERVER_TRANSINFO_NORMALIZE=1000\r\nDomain=Acme{end}".replace("TRANSLOG_Status=1\r\n", "")}
    )
    (step,) = steps_of(made, "transinfo-normalize-obsolete")
    why = f"with the edit made, it could no longer be checked: {CUT[end]}" if CUT[end] else ""
    assert (step.get("why_not", ""), step.get("included", False)) == (why, not why)


def test_standard_input_is_not_edited(domlint):
    done = domlint("fix", "-", "--isolated", stdin=INI.encode())
    assert "Not edited: stdin came through a pipe" in done.out


def test_what_a_site_accepts_is_no_work(domlint, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").write_text(INI)
    waiver = '[[waive]]\nrule = "session-timeout-long"\nserver = "Mail01/Acme"\nreason = "agreed"\n'
    (tmp_path / "domlint.toml").write_text(waiver)
    done = domlint("fix", "in")
    assert (done.returncode, "Nothing to do." in done.out) == (0, True)


HOSTILE = ["\x1b]0;x\x07", "; rm -rf /", "`$(reboot)`", "```", "<script>", "\u2028", "::error", "[a](b)", "x" * 3000]


def test_what_stands_in_files_has_no_meaning_in_a_plan(domlint, tmp_path):
    for number, value in enumerate(HOSTILE):
        text = INI.replace("Mail01", f"M{number}{value}").replace("=1\r\n", f"=1\r\nTitle={value}\r\n")
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "notes.ini").write_bytes(
            f"{text}Server_Availability_Threshold=500{value}\r\n".encode()
        )
    shown = {name: domlint("fix", ".", "--isolated", "--format", name).out for name in ("text", "markdown", "json")}
    assert not any(char != "\n" and not char.isprintable() for text in shown.values() for char in text)
    assert json.loads(shown["json"])["numbers"]["edits"] == len(HOSTILE)
    assert not any(line.strip().startswith("::") for line in shown["text"].splitlines())
    outside = re.sub(r"(?ms)^(`{3,})diff\n.*?^\1$", "", shown["markdown"])
    outside = re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "", outside)
    assert "diff" in shown["markdown"] and "@@" not in outside
    assert not re.search(r"(?<!\\)(<script>|\[a\])", outside)


@pytest.mark.parametrize(("listed", "why"), [("480", ""), ("300", "the files disagree on it")])
def test_a_listing_from_before_the_edit_does_not_contradict_it(listed, why, plan, house):
    house(("one-of-the-house", "ini.kittype == 2", 'set = { "ini.server_session_timeout" = "45" }'))
    made = plan({"notes.ini": INI, "show-config.txt": SHOW_CONFIG.format(listed)}, "--rules", "house")
    steps = steps_of(made, "session-timeout-long")
    assert [step.get("included") for step in steps] == ([True] if not why else [])
    (step,) = steps_of(made, "one-of-the-house")
    assert why in step["why_not"]
    assert step["safety"] == ("safe" if why else "manual")


ENCODED = [("cp1252", "\r\n"), ("utf-8", "\n"), ("utf-8-sig", "\r"), ("utf-16", "\r\n")]


@pytest.mark.parametrize(("encoding", "line_end"), ENCODED)
def test_a_diff_shows_letters_and_no_line_ends(encoding, line_end, plan):
    text = INI.replace("TRANSLOG_Status=1\r\n", "TRANSLOG_Status=1\r\nView_Rebuild_Dir=Bürö\r\n").replace(
        "\r\n", line_end
    )
    made = plan({"notes.ini": text.encode(encoding)})
    assert made["servers"][0]["files"][0]["diff"][3:] == [
        " TRANSLOG_Status=1", " View_Rebuild_Dir=Bürö", "-Server_Session_Timeout=480", "+Server_Session_Timeout=45",
    ]  # fmt: skip


def test_what_an_edit_puts_right_along_is_named_and_no_work(plan, house):
    rules = house(
        ("one-of-the-house", "ini.console_log_max_kbytes == 6", 'set = { "ini.console_log_max_kbytes" = "5" }'),
        (
            "two-of-the-house", "ini.console_log_max_kbytes == 6",
            'set = { "ini.console_log_max_kbytes" = "{aix.sys0.maxuproc}" }',
        ),
    )  # fmt: skip
    made = plan({"notes.ini": f"{INI}Console_Log_Max_Kbytes=6\r\n"}, *rules)
    (server,) = made["servers"]
    assert [step["name"] for step in server["steps"]] == ["one-of-the-house"]
    assert server["along"] == ["two-of-the-house (server)"]


def test_the_work_on_a_cluster_stands_behind_its_members(domlint):
    done = domlint("fix", "windows-4.6.2a-cluster", "--isolated", "--format", "json", cwd=FIXTURES)
    made = json.loads(done.out)
    clusters = [server for server in made["servers"] if server.get("cluster")]
    assert clusters and made["servers"][-len(clusters) :] == clusters
    assert {step["name"] for server in clusters for step in server["steps"]} == {"cluster-members-differ"}


def test_what_is_to_go_and_is_not_there_keeps_no_edit_back(plan, house):
    rules = house(
        (
            "one-of-the-house", "ini.console_log_max_kbytes == 6",
            'set = { "ini.console_log_max_kbytes" = "5" }\nremove = ["ini.amgr_newmaileventdelay"]',
        )
    )  # fmt: skip
    made = plan({"notes.ini": f"{INI}Console_Log_Max_Kbytes=6\r\n"}, *rules)
    assert made["servers"][0]["files"][0]["diff"][-2:] == ["-Console_Log_Max_Kbytes=6", "+Console_Log_Max_Kbytes=5"]


def test_a_bug_costs_the_server_that_it_met(plan, monkeypatch):
    def burst(path, *_):
        if "Mail02" in path:
            raise RuntimeError("burst")
        return ("-a", "+b")

    monkeypatch.setattr("advisor.fixes.planner.masked_diff", burst)
    made = plan({f"{name}/notes.ini": INI.replace("Mail01", name) for name in ("Mail01", "Mail02")})
    assert (made["code"], made["complete"], made["numbers"]["edits"]) == (4, False, 1)
    assert [(error["what"], error["where"]) for error in made["errors"]] == [("server not judged", "Mail02/Acme")]
    assert "internal error" in made["err"]


def test_a_step_rests_on_what_another_makes_of_the_same_setting(plan, house, tmp_path):
    first, second = in_small(FIRST), in_small(SECOND)
    rules = house(
        ("two-of-the-house", f"{second} == 31", f'set = {{ "{first}" = "{{{first}}}", "{second}" = "32" }}'),
        ("one-of-the-house", f"{first} == 31", f'set = {{ "{first}" = "32" }}', "server"),
    )
    path = tmp_path / "house" / "two-of-the-house.toml"
    path.write_text(path.read_text().replace('safety = "safe"', 'safety = "unsafe"'))
    made = plan({"notes.ini": f"{INI}{FIRST}=31\r\n{SECOND}=31\r\n"}, *rules)
    safe, unsafe = made["servers"][0]["steps"]
    assert (safe["name"], unsafe["name"], unsafe["after"]) == ("one-of-the-house", "two-of-the-house", [1])
    assert [one["command"] for one in unsafe["commands"]] == [f"set config {FIRST}=32", f"set config {SECOND}=32"]


KEY_BLOCK = "SSLPrivateKey=-----BEGIN RSA PRIVATE KEY-----\r\n{}hunter4\r\n  key=abc hunter2\r\nhunter3=\r\n"
END = "-----END RSA PRIVATE KEY-----\r\n"
BESIDE = {  # lines before the one that is edited, and what must not be in the plan
    "a key with lines that look like settings": (KEY_BLOCK.format("") + END, "hunter"),
    "a key without its end": (KEY_BLOCK.format(""), "hunter"),
    "a user and a password": ("ProxyAuth=bob:hunter5\r\n", "hunter"),
}


@pytest.mark.parametrize("case", BESIDE)
def test_what_stands_beside_an_edit_gives_no_secret_away(case, plan):
    lines, secret = BESIDE[case]
    made = plan(
        {"notes.ini": INI.replace("Server_Session", f"{lines}Server_Session")}, "--select", "session-timeout-long"
    )
    diff = made["servers"][0]["files"][0]["diff"]
    assert secret not in json.dumps(made)
    assert diff[-2].startswith("-Server_Session_Timeout=")
    assert any("***" in line for line in diff)


def test_by_hand_stays_to_do_what_an_edit_takes_out_of_the_file(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI.replace("12.0.2", "14.5") + "NWNDSPassword=hunter4\n")
    done = domlint("fix", ".", "--isolated", "--write", "--select", "setting-obsolete,password-in-clear")
    shown = " ".join(done.out.split())
    assert (done.returncode, "hunter4" in done.out) == (1, False)
    assert "password-in-clear" in shown
    assert "the edits take it out of the file" in shown
    assert "It still holds the secret" in shown


@pytest.mark.parametrize("narrowed", [("--profile", "quick"), ()])
def test_all_rules_prove_whatever_is_selected(narrowed, domlint, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").write_text(INI.replace("Timeout", "Timeot"))
    if not narrowed:
        (tmp_path / "domlint.toml").write_text('select = ["setting-misspelt"]\n')
    options = ("--select", "setting-misspelt", *narrowed) if narrowed else ()
    done = domlint("fix", "in", "--unsafe", "--format", "json", *options)
    (step,) = steps_of(json.loads(done.out), "setting-misspelt")
    assert "it would bring session-timeout-long" in step["why_not"]


def test_below_another_heading_nothing_is_typed_either(plan):
    made = plan({"notes.ini": INI + "GoFaster=1\r\n[Other]\r\nGoFaster=1\r\n"}, "--unsafe")
    (step,) = [step for server in made["servers"] for step in server["steps"] if "heading" in step.get("why_not", "")]
    assert "line 10 stands below another heading" in step["why_not"]
    assert (step["safety"], step["kind"], step.get("commands")) == ("manual", "by hand", None)


SSACLI = """\
Smart Array P410i in Slot 0 (Embedded)
   Bus Interface: PCI
   Slot: 0
   Serial Number: 5001438000000001
   Cache Status: OK
"""


def test_edits_of_several_servers_are_proven_together(plan):
    files = {
        f"{name}/{file}": text
        for name in ("Mail2", "Mail3")
        for file, text in {
            "notes.ini": on_one_machine(name, "NSF_BUFFER_POOL_SIZE_MB=3\n"),
            "ssacli.txt": SSACLI,
            "stat.txt": "> show stat\n  Mem.PhysicalRAM = 4294967296\n  Server.Users = 3\n",
        }.items()
    }
    made = plan(files, "--bits", "64", "--unsafe", "--select", "memory")
    found = [
        (server["name"], step["name"], step.get("why_not", ""))
        for server in made["servers"]
        for step in server["steps"]
    ]
    assert made["numbers"]["edits"] == 1, found
    assert [why for *_, why in found if "buffer-pools-exceed-memory" in why], found


@pytest.mark.parametrize(("bound", "told"), [("MAX_EDITED_SETTINGS", "settings"), ("MAX_WHOLE_FILE_BYTES", "bytes")])
def test_a_file_that_is_too_large_is_not_edited(bound, told, plan, monkeypatch):
    monkeypatch.setattr(f"advisor.limits.{bound}", 5)
    made = plan({"notes.ini": INI}, "--select", "session-timeout-long")
    (step,) = steps_of(made, "session-timeout-long")
    assert step["why_not"].startswith("in/notes.ini: it is too large to edit: it has ")
    assert f" {told}, and domlint edits files of at most " in step["why_not"]
    assert (step["kind"], made["numbers"]["edits"]) == ("command", 0)


RAN_OUT = (
    "[0FDC:0002-1DC0] HCL Domino (r) Server (64 Bit), Release 12.0.2, November 16, 2022\n"
    "[0FDC:0002-1DC0] 01/12/2026 09:10:11 AM  HTTP JVM: java.lang.OutOfMemoryError: Java heap space\n"
)


@pytest.mark.parametrize(("config", "words", "told"), [  # the configuration and what is asked; whether what comes first is told of
    ("", ("--select", "java-heap-ran-out"), True),
    ("", ("--select", "java-heap-ran-out,http-heap-below-default"), False),
    ('[[waive]]\nrule = "http-heap-below-default"\nreason = "agreed"\n', ("--select", "java-heap-ran-out"), False),
])  # fmt: skip
def test_a_remedy_that_comes_first_is_named_though_it_is_not_selected(config, words, told, domlint, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/notes.ini").write_text(INI + "HTTPJVMMaxHeapSize=64M\n")
    (tmp_path / "in/console.log").write_text(RAN_OUT)
    (tmp_path / "domlint.toml").write_text(config)
    formats = ("json:plan.json", "markdown:plan.md", "text:plan.txt")
    domlint("fix", "in", "--config", "domlint.toml", *words, *(word for one in formats for word in ("--format", one)))
    (step,) = steps_of(json.loads((tmp_path / "plan.json").read_text()), "java-heap-ran-out")
    assert step.get("first", []) == ["http-heap-below-default"] * told
    shown = "First: http-heap-below-default (not selected; its finding stands)"
    assert [shown in (tmp_path / name).read_text().replace("\\", "") for name in ("plan.md", "plan.txt")] == [told] * 2


@pytest.mark.parametrize(("line", "told"), [  # behind INI; the lines that are named, and what the diff says
    ("server_session_timeout=480\r\n", "Server_Session_Timeout stands on lines 7 and 8. No source says"),
    ("server_session_timeout=300\r\n", ""),  # the finding is gone: which value counts is not known
])  # fmt: skip
def test_nothing_is_typed_of_a_setting_on_two_lines(line, told, plan, domlint):
    steps = steps_of(plan({"notes.ini": INI + line}), "session-timeout-long")
    assert [(step.get("commands"), step["not_typed"][: len(told)]) for step in steps] == (
        [(None, told)] if told else []
    )
    shown = domlint("fix", "in", "--isolated", "--script", "console")
    assert ("set config Server_Session" in shown.out, told in shown.err) == (False, True)
    assert told in " ".join(domlint("fix", "in", "--isolated").out.split())


def test_a_blank_before_the_equals_sign_is_no_rename(plan, domlint):
    made = plan({"notes.ini": INI.replace("Timeout=480", "Timeout = 45")}, "--unsafe")
    (step,) = steps_of(made, "blank-before-equals")
    assert step["changes"] == ["take out the blanks between Server_Session_Timeout and its equals sign"]
    (file,) = made["servers"][0]["files"]
    assert [line for line in file["diff"] if line[:2] == "@@"] == ["@@ -5,3 +5,3 @@ the blanks before = go"]


def test_a_password_in_a_set_up_file_waits_for_no_restart_of_the_server_that_was_set_up(plan):
    server = (
        '"server": {"name": "Mail01", "type": "first"}, "org": {"orgName": "Acme", "certifierPassword": "Passw0rd"}'
    )
    made = plan({"notes.ini": INI, "auto.json": f'{{"serverSetup": {{{server}}}}}'}, "--select", "password-in-clear")
    (step,) = steps_of(made, "password-in-clear")
    assert (step["restart"], step["at"]) == ("none", "machine")
    assert "restart" not in step["summary"]


REMARKS = [";"] * 3_000
MANY = [f"{word}{number}=1" for number in range(300) for word in ("Gone", "Keep")]
FEW = ["[Notes]", "A=1", "B=1", "C=1", "D=1"]
CHANGES = {  # a file, and what becomes of it
    "none": (FEW + REMARKS, FEW + REMARKS),
    "one line in the place of another": (FEW + REMARKS, ["[Notes]", "A=2", *FEW[2:], *REMARKS]),
    "lines that go, one and one": (MANY + REMARKS, MANY[1::2] + REMARKS),
    "lines that go together": (MANY + REMARKS, MANY[:5] + MANY[200:] + REMARKS),
    "more than a change takes": (["[Notes]", *["X=1"] * 700, "B=1", *REMARKS], ["[Notes]", "B=1", *REMARKS]),
    "a line that comes last": (FEW + REMARKS, FEW + REMARKS + ["Z=1"]),
    "all of it": (REMARKS, []),
    "another file": ([f"A{number}=1" for number in range(3_000)], ["B=1", "C=1"]),
}


@at_once(("before", "behind"), CHANGES.values(), ids=CHANGES.keys())
def test_the_diff_of_a_long_file_is_difflib_s(before, behind):
    wanted = unified_diff(before, behind, "notes.ini", "notes.ini", n=2, lineterm="")
    assert diff.unified_lines("notes.ini", before, behind, 2) == [*wanted]


def test_lines_that_are_all_alike_stay():
    lines = diff.unified_lines("notes.ini", ["A=1", *REMARKS, "Z=1"], [*REMARKS, "Z=2"], 1)
    assert lines[2:] == ["@@ -1,2 +1 @@", "-A=1", " ;", "@@ -3001,2 +3000,2 @@", " ;", "-Z=1", "+Z=2"]


TOLD = ("release", "platform", "bits", "role", "workload", "criticality")  # what no file of an example says


def failing(name):
    """The failing examples of a rule with a NOTES.INI alone: what other files tell was so before an edit, and stays."""
    examples = map(test_rule_gates.whole, test_rule_gates.RULES[name].examples)
    fails = [one for one in examples if one.expect == "fail" and not any(getattr(one, field) for field in TOLD)]
    return [one.files for one in fails if [*one.files] == ["notes.ini"]]


def test_each_edit_is_proven_somewhere(domlint, tmp_path):
    asked = {name: failing(name) for name in sorted(EDITING)}
    for name, examples in asked.items():
        for number, files in enumerate(examples):
            for file, text in files.items():
                path = tmp_path / f"{name}-{number}" / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
    done = domlint("fix", ".", "--unsafe", "--isolated", "--format", "json", "--select", ",".join(asked))
    steps = [step for server in json.loads(done.out)["servers"] for step in server.get("steps", ())]
    proven = {step["name"] for step in steps if step.get("included")}
    assert {name for name, examples in asked.items() if examples} - proven == set()

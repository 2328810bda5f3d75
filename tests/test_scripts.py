"""domlint fix --script: what is typed at one target, in the plan's order, with a way back; nothing else gets into it."""

import json
import os
import shutil
import stat
import subprocess

import pytest
from at_once import at_once
from fixture_servers import FIXTURES
from msgspec.structs import replace
from test_remedies import RULE, built, fix_of
from test_typed import HOSTILE

from advisor.cli.fix_scripts import WantedScript, made_scripts
from advisor.fixes.plan import ServerPlan, WorkStep
from advisor.fixes.scripts import WORDS, scripts
from advisor.report.finding import CommandLine
from advisor.values.typed import IN_ANY_SHELL, IN_SH, TARGETS
from advisor.values.typed import typed as quoted

INI = (
    "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\n"
    "FaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=1\nServer_Session_Timeout=480\n"
)
CLUSTER = FIXTURES / "today-cluster-hub"
SESSIONS = ("--select", "session-timeout-long", "--isolated")


def step(number, *commands, safety="safe", restart="none", after=()):
    """A step; commands: target, command, way back, whether it only looks."""
    lines = tuple(one if isinstance(one, CommandLine) else CommandLine(*one) for one in commands)
    told = (number, "command", safety, restart, f"THR00{number}", f"rule-{number}", (), "Do it.")
    return WorkStep(*told, commands=lines, after=after)


def server(*steps, name="Mail01/Acme"):
    return ServerPlan(name, steps=steps)


def made(target, *servers, unsafe=False):
    return scripts(servers, target, unsafe=unsafe)


def commands(text):
    """The lines of a script that are no comment and not of its opening."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [line for line in lines if line not in {"set -eu", "$ErrorActionPreference = 'Stop'"}]


AIX = step(1, ("aix", "chdev -a maxuproc=128", "chdev -a maxuproc=40"), ("aix", "vmo -o x=1", "vmo -o x=0"))
PORT = step(2, ("console", "set config A=2", "set config A=1"), ("console", "restart task http", "restart task http"))
UNIT = step(
    1, ("linux", "systemctl daemon-reload", "systemctl daemon-reload"),
    ("linux", "systemctl restart d", "systemctl restart d"), restart="server",
)  # fmt: skip
CASES = {  # target, steps, --unsafe; what is typed, and what takes it back
    "in order, and back from behind": (
        "aix", [AIX], False,
        ["chdev -a maxuproc=128", "vmo -o x=1"], ["vmo -o x=0", "chdev -a maxuproc=40"],
    ),
    "a restart stands behind both": (
        "console", [PORT], False, ["set config A=2", "restart task http"], ["set config A=1", "restart task http"],
    ),
    "and once": (
        "console", [step(1, ("console", "set config B=2", "set config B=1"), PORT.commands[1]), PORT], False,
        ["set config B=2", "set config A=2", "restart task http"],
        ["set config A=1", "set config B=1", "restart task http"],
    ),
    "a mount comes back as it was": (
        "aix",
        [step(1, ("aix", "chfs -a options=rw /x", "chfs -a options=cio /x"), ("aix", "umount /x", "umount /x"),
              ("aix", "mount /x", "mount /x"))], False,
        ["chfs -a options=rw /x", "umount /x", "mount /x"], ["chfs -a options=cio /x", "umount /x", "mount /x"],
    ),
    "nor is an outage that changes nothing": (
        "aix",
        [AIX, step(2, ("aix", "chfs -a options=rw /x", ""), ("aix", "umount /x", "umount /x"), ("aix", "mount /x", "mount /x"))],
        False, ["chdev -a maxuproc=128", "vmo -o x=1", "chfs -a options=rw /x", "umount /x", "mount /x"],
        ["vmo -o x=0", "chdev -a maxuproc=40"],
    ),
    "another target's is not typed": ("ssacli", [AIX, PORT], True, [], []),
    "UNIX's is typed on AIX": ("aix", [step(1, ("unix", "kill 1", ""))], False, ["kill 1"], []),
    "nor Linux's": ("aix", [step(1, ("linux", "sysctl -w a=1", ""))], False, [], []),
    "what only looks is not typed": ("aix", [step(1, ("aix", "lsattr", "", True), AIX.commands[0])], False,
                                     ["chdev -a maxuproc=128"], ["chdev -a maxuproc=40"]),
    "unsafe": ("aix", [replace(AIX, safety="unsafe")], False, [], []),
    "unsafe, and asked for": ("aix", [replace(AIX, safety="unsafe", commands=AIX.commands[:1])], True,
                              ["chdev -a maxuproc=128"], ["chdev -a maxuproc=40"]),
    "a person's work": ("aix", [replace(AIX, safety="manual")], True, [], []),
    "no way back": ("aix", [step(1, ("aix", "reboot", ""), AIX.commands[0])], False,
                    ["reboot", "chdev -a maxuproc=128"], ["chdev -a maxuproc=40"]),
    "two that set the same": (
        "console", [PORT, step(3, ("console", "set config A=2", "set config A=1"))], False,
        ["set config A=2", "restart task http", "set config A=2"],
        ["set config A=1", "set config A=1", "restart task http"],
    ),
    "one of what another leaves": (
        "console", [PORT, step(3, ("console", "set config A=3", "set config A=2"))], False,
        ["set config A=2", "restart task http", "set config A=3"],
        ["set config A=2", "set config A=1", "restart task http"],
    ),
    "one that would undo another": (
        "console", [PORT, step(3, ("console", "set config a=3", "set config A=1"))], False,
        ["set config A=2", "restart task http"], ["set config A=1", "restart task http"],
    ),
    "the unit is restarted behind all": (
        "linux", [UNIT, step(2, ("linux", "sysctl -w a=1", "sysctl -w a=0"), restart="server")], False,
        ["systemctl daemon-reload", "sysctl -w a=1", "systemctl restart d"],
        ["sysctl -w a=0", "systemctl daemon-reload", "systemctl restart d"],
    ),
    "a reboot restarts the unit": (
        "linux", [replace(UNIT, commands=UNIT.commands[1:]), step(2, ("linux", "a=1", "a=0"), restart="system")], False,
        ["a=1"], ["a=0"],
    ),
    "nothing": ("linux", [], False, [], []),
}  # fmt: skip


@at_once("case", CASES)
def test_what_is_typed_and_what_takes_it_back(case):
    target, steps, unsafe, forward, back = CASES[case]
    typed = made(target, server(*steps), unsafe=unsafe)
    assert (commands(typed.forward), commands(typed.back)) == (forward, back)
    assert bool(typed.forward) == bool(forward)


NOTES = {  # target, steps; what has to be known besides
    "a restart": ("console", [replace(PORT, restart="server")], ["Mail01/Acme: then restart the server, once"]),
    "a reboot is one": (
        "console", [replace(PORT, restart="server"), replace(PORT, number=3, restart="system")],
        ["Mail01/Acme: then reboot the machine, once"],
    ),
    "the task's restart is typed": ("console", [replace(PORT, restart="task")], []),
    "it is not": (
        "console", [replace(PORT, restart="task", commands=PORT.commands[:1])],
        ["Mail01/Acme: step 2, rule-2: it takes effect when the task is restarted"],
    ),
    "comes after": ("console", [replace(PORT, after=(1, 3))], ["Mail01/Acme: step 2, rule-2: it comes after steps 1 and 3"]),
    "which is typed too": ("console", [step(1, ("console", "set config B=1", "set config B=")), replace(PORT, after=(1,))], []),
    "one undoes another": (
        "console", [PORT, step(3, ("console", "set config a=3", "set config A=1"))],
        [
            "Mail01/Acme: step 3, rule-3: it sets what step 2 sets, and was left out; "
            "when that is done, gather the files and ask again"
        ],
    ),
    "a part elsewhere": (
        "console", [replace(PORT, commands=(*PORT.commands, *AIX.commands))],
        ["Mail01/Acme: step 2, rule-2: a part of it is typed elsewhere: aix"],
    ),
    "no way back": (
        "aix", [step(1, ("aix", "reboot", ""))],
        ["Mail01/Acme: step 1, rule-1: its way back does not take back reboot"],
    ),
    "left out": (
        "aix", [replace(AIX, safety="unsafe"), replace(AIX, safety="manual"), replace(AIX, safety="manual")],
        [
            "1 unsafe step left out; read the plan, then say --unsafe",
            "2 steps done by hand left out; the plan has what is typed for those",
        ],
    ),
}  # fmt: skip


@at_once("case", NOTES)
def test_what_a_script_cannot_say_is_said_beside_it(case):
    target, steps, notes = NOTES[case]
    assert list(made(target, server(*steps)).notes) == notes


def test_a_comment_names_rule_server_and_restart():
    text = made("aix", server(replace(AIX, restart="server", after=(3,), safety="unsafe")), unsafe=True).forward
    assert "# 1. THR001 rule-1, Mail01/Acme: takes effect when the server is restarted, after step 3, unsafe" in text
    assert text.splitlines()[-1] == "# Then restart the server."
    assert text.count("\nset -eu\n") == 1


@at_once("target", WORDS[:-1])
def test_a_script_says_in_a_comment_what_to_do(target):
    text = made(target, server(step(1, (target, "change it", "change it back")))).forward
    assert ("# Do it." in text.splitlines()) is (target != "console")


DRIVE_CACHES = [  # a controller's line, what is typed, what takes it back, whether a comment says what else to try
    ("Drive Write Cache: Enabled", "modify dwc=disable", "modify dwc=enable", True),
    ("Configured Drive Write Cache Policy: Enable", "modify dwc=disable usage=configured",
        "modify dwc=enable usage=configured", False),
]  # fmt: skip


@pytest.mark.parametrize(("line", "forward", "back", "hint"), DRIVE_CACHES)
def test_the_disks_cache_is_switched_as_the_controller_asks(domlint, tmp_path, line, forward, back, hint):
    shutil.copytree(FIXTURES / "today-small-windows", tmp_path / "server")
    listing, script = tmp_path / "server" / "ssacli.txt", tmp_path / "off.txt"
    listing.write_text(listing.read_text().replace("Configured Drive Write Cache Policy: Enable", line))
    domlint("fix", "server", "--isolated", "--select", "STO019", "--unsafe", "--script", f"ssacli:{script}")
    [undo] = {*tmp_path.glob("off*")} - {script}
    assert commands(script.read_text()) == [f"ssacli ctrl slot=0 {forward}"]
    assert commands(undo.read_text()) == [f"ssacli ctrl slot=0 {back}"]
    assert "# Switch off the write cache of all disks" in script.read_text()
    assert ("add usage=configured to the command." in script.read_text()) is hint


def test_what_wants_the_server_down_asks_first():
    down = replace(AIX, number=2, restart="down")
    typed = made("aix", server(AIX, down, replace(down, number=3)))
    for text in (typed.forward, typed.back):
        before, _, behind = text.partition("read -r answer\n")
        assert behind.count("read -r") == 0 and "2. THR001" in before + behind
        assert text.splitlines()[-1] == "# Then start the server."
    assert commands(typed.forward.partition("printf")[0]) == [line.command for line in AIX.commands]


@pytest.mark.skipif(not shutil.which("sh"), reason="no sh here")
def test_where_nobody_answers_nothing_is_run():
    text = made("linux", server(step(1, ("linux", "echo run", ""), restart="down"))).forward
    done = subprocess.run(["sh", "-c", text], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"run" not in done.stdout


def test_what_is_exported_says_for_whom_it_holds():
    text = made("aix", server(step(1, ("aix", "export A=OFF", "export A=ON")))).forward
    assert "# It holds for this shell alone: it belongs in what starts the server.\nexport A=OFF\n" in text


@at_once("target", TARGETS)
def test_no_name_gets_out_of_a_comment(target):
    for name in (*HOSTILE, "Büro/Acme"):
        one, other = (server(step(1, (target, "tool", "tool off")), name=each) for each in (name, "B"))
        for text in (made(target, one).forward, made(target, one).back):
            assert commands(text) in (["tool"], ["tool off"])
            assert all(line.isprintable() for line in text.split("\n"))
        if target != "console":
            assert commands(made(target, one, other).forward) == ["exit 1", "tool", "tool"]


@pytest.mark.skipif(not shutil.which("sh"), reason="no sh here")
def test_a_script_of_several_servers_stops_before_anything_is_run():
    text = made("linux", *(server(step(1, ("linux", "echo run", "")), name=name) for name in "AB")).forward
    done = subprocess.run(["sh"], input=text.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


@pytest.mark.parametrize("target", TARGETS)
def test_a_hostile_value_is_one_word_of_a_script_or_no_command(target, tmp_path):
    command = f'[[fix.command]]\ntarget = "{target}"\ncommand = "tool -x {{ini.directory}}"\nback = ""\n\n'
    pack = built(tmp_path, RULE[: RULE.index("[[fix.command]]")] + command + RULE[RULE.index("[[example]]") :])
    for value in (one for one in HOSTILE if one == one.strip()):  # no reader leaves blanks at the ends
        typed = made(target, server(step(1, *fix_of(pack, server_session_timeout="31", directory=value).commands)))
        lines = commands(typed.forward)
        assert len(lines) <= 1
        if target in {"console", *IN_ANY_SHELL}:
            assert lines == (
                [f"tool -x {quoted(target, 'tool -x ', value)}"] if quoted(target, "tool -x ", value) else []
            )
        if target in IN_SH and lines and shutil.which("sh"):
            run = f'tool() {{ printf \'%s|\' "$#" "$2"; }}\n{typed.forward}'
            done = subprocess.run(["sh"], input=run.encode(), capture_output=True, check=True)
            assert done.stdout.decode() == f"2|{value}|"


@pytest.fixture
def script(domlint, tmp_path):
    """A run over a server's NOTES.INI."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").write_text(INI)

    def run(*options):
        return domlint("fix", "in", *SESSIONS, *options)

    return run


def test_a_script_goes_to_standard_output_and_its_way_back_on_demand(script):
    done = script("--script", "console")
    assert (done.returncode, done.out) == (1, "set config Server_Session_Timeout=45\n")
    assert done.err == "domlint: Mail01/Acme: then restart the server, once\n"
    assert script("--script", "console:-", "--way-back").out == "set config Server_Session_Timeout=480\n"


def test_both_are_written_side_by_side_and_nobody_can_run_them(script, tmp_path):
    done = script("--script", "console:in/now.txt")
    assert (done.returncode, done.out) == (1, "")
    assert (tmp_path / "in" / "now.txt").read_text() == "set config Server_Session_Timeout=45\n"
    assert (tmp_path / "in" / "now.back.txt").read_text() == "set config Server_Session_Timeout=480\n"
    modes = [stat.S_IMODE(os.lstat(tmp_path / "in" / name).st_mode) for name in ("now.txt", "now.back.txt")]
    assert not any(mode & 0o111 for mode in modes)


@pytest.mark.parametrize("name", ["now.txt", "now.back.txt", "in/now.txt", "in/now.back.txt"])
@pytest.mark.parametrize("there", ["set config Server_Session_Timeout=480\n", "my notes", "", None])
def test_nothing_that_is_there_is_replaced(name, there, script, tmp_path):
    """It may be the way back of what was typed already; a link is there even where it leads nowhere."""
    path = tmp_path / name
    path.symlink_to("nowhere") if there is None else path.write_text(there)
    done = script("--script", f"console:{name.replace('.back', '')}")
    assert (done.returncode, done.out) == (2, "")
    assert f"{name}: " in done.err
    assert path.is_symlink() if there is None else path.read_text() == there
    assert len(list(path.parent.glob("now*"))) == 1


NOTHING = [  # a target, and the script that types nothing at it
    ("aix", "# domlint fix: there is nothing to type on aix.\n"),
    ("windows", "# domlint fix: there is nothing to type on windows.\n"),
    ("ssacli", "# domlint fix: there is nothing to type on ssacli.\n"),
]


@pytest.mark.parametrize(("word", "text"), NOTHING)
def test_a_script_with_nothing_to_type_is_a_comment(word, text, script, tmp_path):
    done = script("--script", f"{word}:now.txt")
    assert (done.returncode, done.out) == (0, "")
    assert done.err == f"domlint: --script {word}: there is nothing to type; now.txt says so\n"
    assert (tmp_path / "now.txt").read_text() == text
    assert not (tmp_path / "now.back.txt").exists()
    assert script("--script", word).out == ""


def test_a_console_script_with_nothing_to_type_is_empty(script, tmp_path):
    """The console has no comments."""
    (tmp_path / "in" / "notes.ini").write_text(INI.replace("Server_Session_Timeout=480", "Server_Session_Timeout=45"))
    done = script("--script", "console:now.txt")
    assert (done.returncode, done.out) == (0, "")
    assert done.err == "domlint: --script console: there is nothing to type; now.txt is empty\n"
    assert (tmp_path / "now.txt").read_bytes() == b""


def test_the_plan_comes_too_where_it_is_asked_for(script, tmp_path):
    done = script("--script", "console:now.txt", "--format", "markdown")
    assert done.out.startswith("# Order of work")
    assert (tmp_path / "now.txt").exists()


WRONG = [
    (["--script", "consle"], '"consle" is none of console'),
    (["--script", "consle"], 'did you mean "console"?'),
    (["--script", "console:"], "--script console: lacks the file's name"),
    (["--script", "console", "--script", "aix"], "only one can go without a file"),
    (["--script", "console:a", "--script", "aix:a"], "a: another format goes there"),
    (["--script", "console:a", "--script", "aix:a.back"], "a.back: another format goes there"),
    (["--script", "console:in/notes.ini"], "in/notes.ini: a name that inputs have"),
    (["--script", "console:in/old.log"], "in/old.log: lies in what is checked"),
    (["--script", "console:nowhere/a"], "nowhere/a: no such folder"),
    (["--script", "console:/dev/null"], "/dev/null: no file"),
    (["--script", "console", "--format", "json"], "only one can go to standard output"),
    (["--script", "console", "--write"], "--script and --write"),
    (["--only", "Mail01/Acme"], "--only: it is of a --script"),
    (["--script", "console", "--only", "Mail02/Acme"], '--only: "Mail02/Acme" is none of Mail01/Acme; did you mean'),
    (["--script", "console", "--only", ""], '--only: "" is none of Mail01/Acme'),
    (["--way-back"], "--way-back: it is of a --script"),
    (["--script", "console:a", "--way-back"], "each script's way back is written beside it"),
]


@pytest.mark.parametrize(("options", "why"), WRONG)
def test_a_wrong_command_line_writes_nothing(options, why, script, tmp_path):
    (tmp_path / "in" / "old.log").write_text("evidence")
    done = script(*options)
    assert (done.returncode, done.out) == (2, "")
    assert why in done.err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["in", "notes.ini", "old.log"]


def test_a_console_s_script_is_for_one_server(script, domlint, tmp_path):
    (tmp_path / "in" / "b").mkdir()
    (tmp_path / "in" / "b" / "notes.ini").write_text(INI.replace("Mail01", "Mail02"))
    done = script("--script", "console:now.txt")
    assert (done.returncode, done.out) == (2, "")
    assert "Mail01/Acme and Mail02/Acme have something to type" in done.err
    assert "add --only NAME" in done.err
    assert not (tmp_path / "now.txt").exists()


def test_of_several_servers_one_is_asked_for_and_all_are_judged(domlint, tmp_path):
    """What stands above the servers' folders is each one's, as in the plan, and so is a cluster."""
    for name in ("Hub01", "Hub02"):
        done = domlint("fix", str(CLUSTER), "--isolated", "--script", "console", "--only", f"CN={name}/O=ACME")
        plan = json.loads(domlint("fix", str(CLUSTER), "--isolated", "--format", "json").out)
        (steps,) = (one.get("steps", ()) for one in plan["servers"] if one["name"] == f"{name}/Acme")
        lines = [line for one in steps if one["safety"] == "safe" for line in one.get("commands", ())]
        wanted = [line["command"] for line in lines if line["target"] == "console" and not line.get("looks")]
        assert done.out.splitlines() == wanted
        assert all(
            line.startswith((f"domlint: {name}/Acme: ", "domlint: --script")) or "left out" in line
            for line in done.err.splitlines()
        )


MACHINE = ServerPlan("Mail01/Acme and Mail02/Acme", machine=True, servers=("Mail01/Acme", "Mail02/Acme"), steps=(AIX,))
ONLY = {  # plans, and whose lines are in Mail01/Acme's script for AIX
    "its own": ([server(AIX), server(AIX, name="Mail02/Acme")], ("Mail01/Acme",)),
    "its machine's": ([MACHINE, server(AIX), server(AIX, name="Mail02/Acme")],
        (f"the machine of {MACHINE.name}", "Mail01/Acme")),
    "no cluster's": ([server(AIX), ServerPlan("Mail01/Acme", cluster=True, steps=(AIX,))], ("Mail01/Acme",)),
}  # fmt: skip


@at_once("case", ONLY)
def test_one_server_s_script_has_what_is_its_own_and_its_machine_s(case):
    plans, names = ONLY[case]
    ((_, typed),) = made_scripts([WantedScript("aix", only="mail01/acme")], tuple(plans), unsafe=False)
    assert typed.servers == names


@pytest.mark.parametrize("target", TARGETS)
def test_a_script_is_nobody_s_evidence(target, domlint, tmp_path):
    typed = made(target, server(step(1, (target, "export A=OFF", "set config A=1"), restart="server")))
    (tmp_path / "notes.ini").write_text(INI)
    before = domlint("check", ".", "--isolated", "--format", "json").out
    for name, text in (("now.sh", typed.forward), ("now.back.txt", typed.back)):
        (tmp_path / name).write_text(text)
    after = domlint("check", ".", "--isolated", "--format", "json").out
    assert '"findings"' in before
    assert before.partition('"unread"')[0] == after.partition('"unread"')[0]


def test_every_target_completes_and_is_in_the_help(domlint):
    shown = " ".join(domlint("fix", "--help").out.split())
    assert all(word in shown for word in WORDS)


def test_what_a_restart_comes_before_is_no_part_of_a_script(domlint):
    done = domlint("fix", "today-traveler-daos", "--unsafe", "--script", "console", "--isolated", cwd=FIXTURES)
    assert b"tell daosmgr resync" not in done.stdout
    assert b"then restart the server" not in done.stderr
    text = domlint("fix", "today-traveler-daos", "--unsafe", "--isolated", cwd=FIXTURES).stdout.decode()
    behind = text.index("After the start of the server")
    assert text.index("With a restart of the server") < behind < text.index("daos-catalog-not-synchronized")


def test_what_takes_back_nothing_stops_no_server():
    mount = step(2, ("aix", "chfs -a options=rw /x", ""), ("aix", "umount /x", "umount /x"), restart="down")
    typed = made("aix", server(AIX, mount))
    assert "must be down" in typed.forward and "Then start the server" in typed.forward
    assert not [one for one in ("must be down", "Then start") if one in typed.back]
    assert "# Not taken back here: chfs -a options=rw /x. The plan's way back says more." in typed.back


MOUNTS = {  # where the log is mounted, and what is typed with the server down
    "/translog": ["chfs -a options=rw /notesdata", "umount /notesdata", "mount /notesdata",
                  "chfs -a options=rw /translog", "umount /translog", "mount /translog"],
    "/notesdata/translog": ["chfs -a options=rw /notesdata/translog", "umount /notesdata/translog", "mount /notesdata/translog"],
}  # fmt: skip


@pytest.mark.parametrize("mount", MOUNTS)
def test_a_volume_with_another_below_it_is_unmounted_by_hand(mount, domlint, tmp_path):
    shutil.copytree(FIXTURES / "aix-9.0.1-carried-over", tmp_path / "in")
    for name in ("mount.txt", "notes.ini"):
        file = tmp_path / "in" / name
        file.write_text(file.read_text().replace(" /translog", f" {mount}").replace("=/translog", f"={mount}"))
    asked = ("fix", "in", "--isolated", "--unsafe", "--select", "aix-concurrent-io-mount")
    typed = domlint(*asked, "--script", "aix", cwd=tmp_path).stdout.decode()
    assert [one for one in commands(typed) if not one.startswith("printf")] == MOUNTS[mount]
    plan = domlint(*asked, cwd=tmp_path).stdout.decode()
    assert ("the innermost first: /notesdata/translog; then /notesdata." in " ".join(plan.split())) == (
        mount != "/translog"
    )


def test_no_script_takes_the_completion_ports_from_a_server(domlint):
    asked = ("fix", "aix-7.0-untuned", "--isolated", "--unsafe", "--script", "aix")
    back = domlint(*asked, "--way-back", cwd=FIXTURES).stdout.decode()
    assert commands(back) == ["chdev -l sys0 -a maxuproc=40", "vmo -p -o lru_file_repage=1 -o minperm%=20"]
    assert "# Not taken back here: mkdev -l iocp0." in back
    assert "Then restart" not in back
    assert back.index("vmo asks for a confirmation") < back.index("vmo -p")

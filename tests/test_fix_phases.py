"""The phases of a plan."""

from at_once import at_once
from msgspec.structs import replace

from advisor.fixes.plan import Reason, ServerPlan, WorkStep
from advisor.fixes.steps import in_order
from advisor.report.finding import CommandLine
from advisor.writers import plan_phases

RESTART = ("restart task http", "restart task router")


def step(severity="low", kind="command", restart="task", commands=(), done=False):
    found = (Reason("server", severity, "It is so.", "dl1:0"),)
    typed = tuple(CommandLine("console", one, one) for one in commands)
    return WorkStep(
        1, kind, "safe", restart, "THR001", "a-rule", found, "Do it.", done=done, included=done, commands=typed
    )


@at_once(("first", "second"), [  # the first stands before the second
    (step("critical", "by hand"), step("low", "edit")),
    (step("medium", "command"), step("info", "edit")),
    (step("low", "edit"), step("low", "command")),
    (step("info", restart="none"), step("critical", restart="server")),
])  # fmt: skip
def test_what_waits_for_the_same_stands_by_severity(first, second):
    assert in_order([second, first], {0: [], 1: []})[0] == first


def test_what_comes_before_an_urgent_step_is_as_urgent():
    low, info, critical = (step(severity, restart="none") for severity in ("low", "info", "critical"))
    found = in_order([low, info, critical], {0: [], 1: [], 2: [1]})
    assert [one.findings[0].severity for one in found] == ["info", "critical", "low"]


def test_what_is_equally_severe_stands_by_impact():
    found = [replace(step("high"), impact=impact) for impact in ("maintenance", "outage", "data-loss")]
    assert [one.impact for one in in_order(found, {0: [], 1: [], 2: []})] == ["data-loss", "outage", "maintenance"]


TODAY = "Today, before any maintenance window"
URGENT = [  # severity and restart of each step; > is done after the one before it; the first heading, and its steps
    ("critical:none low:none", TODAY, 1),
    ("high:none high:none medium:none", TODAY, 2),
    ("medium:none", "Needs no restart", 1),
    ("high:server low:none", "Needs no restart", 1),
    ("low:none >high:none low:none", TODAY, 2),
]


@at_once(("told", "heading", "count"), URGENT)
def test_what_is_urgent_and_needs_no_restart_is_done_today(told, heading, count):
    pairs = [one.lstrip(">").split(":") for one in told.split()]
    before = {at: [at - 1] if one.startswith(">") else [] for at, one in enumerate(told.split())}
    steps = in_order([step(severity, restart=restart) for severity, restart in pairs], before)
    first, *others = plan_phases.phases(ServerPlan("Mail01/Acme", steps=steps))
    assert (first.heading, len(first.steps)) == (heading, count)
    assert TODAY not in [one.heading for one in others]


def test_a_project_is_not_for_today():
    steps = in_order([replace(step("critical", restart="none"), project=True)], {0: []})
    assert [one.heading for one in plan_phases.phases(ServerPlan("Mail01/Acme", steps=steps))] != [TODAY]


@at_once(("typed", "heading", "once"), [  # what is typed by each step; the heading, and what is said once
    ([()], "With a restart of a task", ""),
    ([RESTART[:1]], "With a restart of the task http", "`restart task http`"),
    ([("set config A=1", *RESTART[:1]), RESTART[:1]], "With a restart of the task http", "`restart task http`"),
    ([(), RESTART[:1]], "With a restart of the task http, or of the task that a step names", "`restart task http`"),
    ([RESTART[:1], RESTART], "With a restart of the tasks http and router", "`restart task http` and `restart task router`"),
])  # fmt: skip
def test_the_restart_of_a_task_is_named_once(typed, heading, once):
    steps = tuple(step(commands=commands) for commands in typed)
    ((told, found, _, last, *_),) = plan_phases.phases(ServerPlan("Mail01/Acme", steps=steps))
    assert (told, tuple(found), last.partition("on the console: ")[2]) == (heading, steps, once)
    assert not {line.command for one in found for line in plan_phases.step_commands(one)} & set(RESTART)


STOPS = {  # what steps wait for; the headings, and what is said before and behind the steps of each
    "server": [("With a restart of the server", "", "Restart the server once, after all of these.")],
    "server down": [
        ("With a restart of the server (do these first; the stop and start below makes them effective)", "", ""),
        ("While the server is down", "Stop the server once, first.", "Start the server, after all of these."),
    ],
    "server system": [
        ("With a restart of the server (do these first; the reboot below makes them effective)", "", ""),
        ("With a reboot of the machine", "", "Reboot the machine once, after all of these."),
    ],
    "down system": [
        ("While the server is down", "Stop the server once, first.", "Leave it down until the reboot below."),
        ("With a reboot of the machine", "", "Reboot the machine once, after all of these."),
    ],
}


@at_once("waits", STOPS)
def test_the_server_is_stopped_once(waits):
    steps = tuple(step(restart=one) for one in waits.split())
    found = plan_phases.phases(ServerPlan("Mail01/Acme", steps=steps))
    assert [(one.heading, one.first, one.last) for one in found] == STOPS[waits]


UNIT = tuple(CommandLine("linux", f"systemctl {one}") for one in ("daemon-reload", "restart domino.service"))
BEHIND = {  # what steps wait for, > what follows when that is over; the headings
    "server >server": ["With a restart of the server", "After the start of the server"],
    "server >server system": [
        "With a restart of the server (do these first; the reboot below makes them effective)",
        "With a reboot of the machine", "After the start of the server",
    ],
    "down >down >server": ["While the server is down", "After the start of the server"],
    "task >task server": ["With a restart of a task", "After the restart of the task", "With a restart of the server"],
    "rebuild >rebuild": ["Projects: a rebuild of the array, with the data restored from a backup", "After the rebuild of the array"],
}  # fmt: skip


@at_once("waits", BEHIND)
def test_what_needs_an_effect_is_done_behind_the_restart(waits):
    steps = [replace(step(restart=one.strip(">")), behind=one[0] == ">") for one in waits.split()]
    inner = in_order(steps, {at: [] for at in range(len(steps))})
    found = list(plan_phases.phases(ServerPlan("Mail01/Acme", steps=inner)))
    assert [one.heading for one in found] == BEHIND[waits]
    assert not [one for one in found if one.heading.startswith("After") and (one.first or one.last)]


def test_projects_come_last():
    waits = ("none", "rebuild", "down")
    steps = [replace(step("critical", restart="none"), project=True), *(step("low", restart=one) for one in waits)]
    inner = in_order(steps, {at: [] for at in range(len(steps))})
    headings = [one.heading for one in plan_phases.phases(ServerPlan("Mail01/Acme", steps=inner))]
    assert headings[0] == "Needs no restart"
    assert [one.partition(":")[0] for one in headings[2:]] == ["Projects", "Projects"]
    assert inner[-1].project


def test_a_server_is_asked_before_it_is_stopped():
    ask = CommandLine("console", "show config A", "", True)
    steps = (step(restart="server"), *(replace(step(restart="down"), commands=(ask,)) for _ in range(2)))
    found = list(plan_phases.phases(ServerPlan("Mail01/Acme", steps=steps)))
    assert [one.heading.partition(" (")[0] for one in found] == [
        "With a restart of the server", "Before the stop", "While the server is down",
    ]  # fmt: skip
    assert found[1].stops == (ask,)
    assert [plan_phases.step_commands(one) for one in found[2].steps] == [[], []]


BY_UNIT = {  # what steps wait for; how what is stopped and started is typed
    "server": ([], ["systemctl restart domino.service"]),
    "server down": (["systemctl stop domino.service"], ["systemctl start domino.service"]),
    "server system": ([], []),
}


@at_once("waits", BY_UNIT)
def test_the_unit_is_restarted_once(waits):
    steps = tuple(replace(step(restart=one), commands=UNIT) for one in waits.split())
    found = list(plan_phases.phases(ServerPlan("Mail01/Acme", steps=steps)))
    assert {line.command for one in steps for line in plan_phases.step_commands(one)} == {"systemctl daemon-reload"}
    stops = [line.command for one in found for line in one.stops]
    starts = [line.command for one in found for line in one.starts]
    assert (stops, starts) == BY_UNIT[waits]

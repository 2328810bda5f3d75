"""The phases of a plan."""

import pytest

from advisor.fixes.plan import Reason, ServerPlan, WorkStep
from advisor.fixes.steps import in_order
from advisor.report.finding import CommandLine
from advisor.writers import plan_phases


def step(severity="low", kind="command", restart="task", commands=(), done=False):
    found = (Reason("server", severity, "It is so.", "dl1:0"),)
    typed = tuple(CommandLine("console", one, one) for one in commands)
    return WorkStep(
        1, kind, "safe", restart, "THR001", "a-rule", found, "Do it.", done=done, included=done, commands=typed
    )


@pytest.mark.parametrize(("first", "second"), [  # the first stands before the second
    (step("critical", "by hand"), step("low", "edit")),
    (step("medium", "command"), step("info", "edit")),
    (step("low", "edit"), step("low", "command")),
    (step("info", restart="none"), step("critical", restart="server")),
])  # fmt: skip
def test_what_waits_for_the_same_stands_by_severity(first, second):
    assert in_order([second, first], {0: [], 1: []})[0] == first


TODAY = "Today, before any maintenance window"
URGENT = [  # severity and restart of each step; > is done after the one before it; the first heading, and its steps
    ("critical:none low:none", TODAY, 1),
    ("high:none high:none medium:none", TODAY, 2),
    ("medium:none", "Needs no restart", 1),
    ("high:server low:none", "Needs no restart", 1),
    ("low:none >high:none low:none", TODAY, 2),
]


@pytest.mark.parametrize(("told", "heading", "count"), URGENT)
def test_what_is_urgent_and_needs_no_restart_is_done_today(told, heading, count):
    pairs = [one.lstrip(">").split(":") for one in told.split()]
    before = {at: [at - 1] if one.startswith(">") else [] for at, one in enumerate(told.split())}
    steps = in_order([step(severity, restart=restart) for severity, restart in pairs], before)
    first, *others = plan_phases.phases(ServerPlan("Mail01/Acme", steps=steps))
    assert (first.heading, len(first.steps)) == (heading, count)
    assert TODAY not in [one.heading for one in others]


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


@pytest.mark.parametrize("waits", STOPS)
def test_the_server_is_stopped_once(waits):
    steps = tuple(step(restart=one) for one in waits.split())
    found = plan_phases.phases(ServerPlan("Mail01/Acme", steps=steps))
    assert [(one.heading, one.first, one.last) for one in found] == STOPS[waits]


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


@pytest.mark.parametrize("waits", BEHIND)
def test_what_needs_an_effect_is_done_behind_the_restart(waits):
    steps = [step(restart=one.strip(">"))._replace(behind=one[0] == ">") for one in waits.split()]
    inner = in_order(steps, {at: [] for at in range(len(steps))})
    found = list(plan_phases.phases(ServerPlan("Mail01/Acme", steps=inner)))
    assert [one.heading for one in found] == BEHIND[waits]
    assert not [one for one in found if one.heading.startswith("After") and (one.first or one.last)]

"""Work on a machine that several servers share stands in a plan once."""

import json

from at_once import at_once
from fixture_servers import FIXTURES
from msgspec.structs import replace

from advisor.fixes.plan import Reason, ServerPlan, WorkStep
from advisor.fixes.scripts import scripts
from advisor.fixes.steps import with_cluster_turns, with_machine_plans
from advisor.report.finding import CommandLine
from advisor.writers import plan_phases

A, B, C = (f"{name}/Acme" for name in "ABC")


def step(number, rule, at="AIX", restart="none", after=(), message="It is so.", command=""):
    found = (Reason("server", "low", message, "dl1:0"),)
    typed = (CommandLine("aix", command, command),) if command else ()
    told = (number, "command" if command else "by hand", "safe", restart, rule, rule, found, "Do it.")
    return WorkStep(*told, at=at, after=after, commands=typed)


def plans(*steps_of):
    return [ServerPlan(name, steps=steps) for name, steps in zip((A, B, C), steps_of, strict=False)]


MAXUPROC, REBOOT = step(1, "maxuproc", command="chdev"), step(1, "apar", restart="system")
OWN = step(1, "sessions", at="NOTES.INI")
PARTED = {  # the steps of servers A and B, which are on one machine; of each part of the plan its steps' rules
    "on both": (([MAXUPROC, replace(OWN, number=2)], [MAXUPROC]), [f"{A} and {B}: maxuproc", f"{A}: sessions", f"{B}:"]),
    "on one": (([MAXUPROC], [OWN]), [f"{A}: maxuproc", f"{B}: sessions"]),
    "a reboot stops both": (([REBOOT], [OWN]), [f"{A} and {B}: apar", f"{A}:", f"{B}: sessions"]),
    "another command": (([MAXUPROC], [step(1, "maxuproc", command="chdev 2")]), [f"{A}: maxuproc", f"{B}: maxuproc"]),
    "not of the machine": (([OWN], [OWN]), [f"{A}: sessions", f"{B}: sessions"]),
    "in its order": (([step(1, "b"), step(2, "a", after=(1,))], [step(1, "b"), step(2, "a", after=(1,))]), [f"{A} and {B}: b a1", f"{A}:", f"{B}:"]),
    "what follows is numbered anew": (
        ([MAXUPROC, replace(OWN, number=2), step(3, "c", "databases", after=(1, 2))], [MAXUPROC]),
        [f"{A} and {B}: maxuproc", f"{A}: sessions c1", f"{B}:"],
    ),
    "nothing": (([], []), [f"{A}:", f"{B}:"]),
}  # fmt: skip


@at_once("case", PARTED)
def test_work_on_the_machine_stands_once(case):
    steps_of, parts = PARTED[case]
    made = with_machine_plans(plans(*map(tuple, steps_of)), [{A, B}, {B, A}, {C}], ())
    told = (
        " ".join([f"{one.name}:", *(step.rule + "".join(map(str, step.after)) for step in one.steps)]) for one in made
    )
    assert list(told) == parts
    assert all([step.number for step in one.steps] == list(range(1, len(one.steps) + 1)) for one in made)


def test_it_names_what_it_stops_and_they_say_so():
    down = step(1, "mount", restart="down")
    own = step(2, "sessions", at="NOTES.INI", restart="server")
    machine, first, second = with_machine_plans(plans((down, own), (down,)), [{A, B}], ())
    ((heading, _, stop, start, *_),) = plan_phases.phases(machine)
    assert (heading, start) == ("While the servers are down", f"Start {A} and {B}, after all of these.")
    assert stop.startswith(f"Stop {A} and {B} once")
    assert first.stopped_with == second.stopped_with == machine.name
    (phase,) = plan_phases.phases(first)
    assert phase.heading.endswith(
        "(do these before the machine's work above; the stop and start there makes them effective)"
    )
    assert not phase.last


def test_it_is_typed_once():
    made = with_machine_plans(plans((MAXUPROC,), (MAXUPROC,), (OWN,)), [{A, B, C}], ())
    assert scripts(made, "aix", unsafe=False).forward.count("\nchdev\n") == 1
    assert "exit 1" not in scripts(made, "aix", unsafe=False).forward


def test_a_script_stops_all_servers_of_the_machine():
    mount = step(1, "mount", restart="down", command="umount /x")
    text = scripts(with_machine_plans(plans((mount,), (mount,)), [{A, B}], ()), "aix", unsafe=False).forward
    said = [
        f"the machine of {A} and {B}: done while the servers are down",
        "# Stop the servers first: they must be down", "'The servers must be down now.", "# Then start the servers.",
    ]  # fmt: skip
    assert [one for one in said if one not in text] == []


IN_TURN = {  # what each member waits for, and the cluster's own step; who is restarted one after the other
    ("server", "down", "none", ""): (A, B),
    ("server", "none", "none", ""): (),
    ("none", "none", "none", "server"): (A, B, C),
    ("none", "none", "none", "none"): (),
    ("system", "server", "server", "none"): (A, B, C),
}


@at_once("waits", IN_TURN)
def test_members_are_restarted_one_after_the_other(waits):
    *own, of_cluster = waits
    members = plans(*((step(1, "x", "NOTES.INI", restart=one),) for one in own))
    steps = (step(1, "y", "nobody", restart=of_cluster),) if of_cluster else ()
    *made, cluster = with_cluster_turns([*members, ServerPlan("Mail", cluster=True, steps=steps, servers=(A, B, C))])
    assert cluster.in_turn == IN_TURN[waits]
    told = [phase.first for phase in plan_phases.phases(cluster) if phase.heading == "One member after the other"]
    assert bool(told) == bool(cluster.in_turn)
    assert all("`show cluster`" in sentence for sentence in told)
    stopped = [member for member, one in zip(made, own, strict=True) if one in {"server", "down", "system"}]
    assert [member.in_cluster for member in stopped] == ["Mail"] * len(stopped)


TOGETHER = {  # the members that one machine's work stops; who is stopped one after the other
    (A, B): (f"{A} and {B} (together)", C),
    (A, B, C): (),
    (A,): (A, B, C),
}


@at_once("at_once", TOGETHER)
def test_members_on_one_machine_are_stopped_together(at_once):
    members = plans(*((step(1, "x", "NOTES.INI", restart="server"),) for _ in range(3)))
    members = [replace(one, stopped_with="M") if one.name in at_once else one for one in members]
    *_, cluster = with_cluster_turns([*members, ServerPlan("Mail", cluster=True, servers=(A, B, C))])
    assert cluster.in_turn == TOGETHER[at_once]


def test_partitions_and_members_in_a_run(domlint):
    made = json.loads(domlint("fix", "today-partitions", "--isolated", "--format", "json", cwd=FIXTURES).stdout)
    machine, *others = made["servers"]
    assert machine["machine"]
    assert {"memory-short", "partitions-share-directory"} <= {one["name"] for one in machine["steps"]}
    assert not {one["name"] for server in others for one in server["steps"]} & {one["name"] for one in machine["steps"]}
    assert domlint("fix", "today-partitions", "--isolated", cwd=FIXTURES).stdout.startswith(b"3 servers: ")

"""Edits on members of a cluster bring no new finding of the cluster."""

import pytest
from test_fix import house, plan, steps_of  # noqa: F401  fixtures

KBYTES = "Console_Log_Max_Kbytes"


def member(name, threshold, more=""):
    return (
        f"[Notes]\nKitType=2\nServerName={name}/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
        f"TRANSLOG_Status=1\nServerTasks=Router,CLDBDIR,CLREPL\nServer_Availability_Threshold={threshold}\n{more}"
    )


def shown(name):
    return f"> show cluster\nCluster Information\nCluster name: Mail, Server name: {name}/Acme\nServer cluster probe count: 4\n"


def files(first, second):
    """Two members with these thresholds, each with what else its NOTES.INI says."""
    found = {}
    for name, (threshold, more) in zip(("Mail01", "Mail02"), (first, second), strict=True):
        found |= {f"{name}/notes.ini": member(name, threshold, more), f"{name}/show-cluster.txt": shown(name)}
    return found


def lowered(to="50"):
    """A rule of the house that lowers the threshold where another setting says so."""
    key = f"ini.{KBYTES.lower()}"
    fix = f'set = {{ "ini.server_availability_threshold" = "{to}", "{key}" = "5" }}'
    return "one-of-the-house", f"{key} == 6", fix


ASKS = f"{KBYTES}=6\n"
WHY = "it would bring cluster-members-differ (Mail)"
MEMBERS = {  # the members' thresholds, and which asks for another; of each whose edit is looked at why it is not made
    "one alone": (("90", ASKS), ("90", ""), [WHY]),
    "the other alone": (("90", ""), ("90", ASKS), [WHY]),
    "both alike": (("90", ASKS), ("90", ASKS), [None, None]),
    "they differ before": (("90", ASKS), ("20", ""), [None]),
    "they are alike behind it": (("90", ASKS), ("50", ""), [None]),
}


@pytest.mark.parametrize("case", MEMBERS)
def test_no_edit_brings_a_finding_of_the_cluster(case, plan, house):  # noqa: F811
    first, second, why = MEMBERS[case]
    made = plan(files(first, second), *house(lowered()))
    assert [step.get("why_not") for step in steps_of(made, "one-of-the-house")] == why
    edited = [file["path"] for server in made["servers"] for file in server.get("files", ())]
    assert len(edited) == why.count(None)


def test_what_else_is_edited_stays(plan, house):  # noqa: F811
    rules = house(
        lowered(),
        ("two-of-the-house", "ini.server_session_timeout == 31", 'set = { "ini.server_session_timeout" = "32" }'),
    )
    made = plan(files(("90", f"{ASKS}Server_Session_Timeout=31\n"), ("90", "")), *rules)
    (file,) = (file for server in made["servers"] for file in server.get("files", ()))
    changed = [line for line in file["diff"][2:] if line[:1] in "+-"]
    assert changed == ["-Server_Session_Timeout=31", "+Server_Session_Timeout=32"]

"""Documents of groups, and counters: what of them may count for a server, and what is too little to judge."""

import pytest

from advisor import pack
from advisor.derive import Context, cluster, derive
from advisor.facts import Fact
from advisor.known import Facts

CATALOGUE = pack.builtin().catalogue
INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\n"

STAMP = "_2026_08_02@16_05_20.dxl"


def config(name, boxes):
    return (
        "<?xml version='1.0' encoding='utf-8'?>\n<document xmlns='http://www.lotus.com/dxl' form='ServerConfig'>\n"
        f"<item name='ServerName'><text>{name}</text></item>\n"
        f"<item name='Mail_Number_Of_MailBoxes'><number>{boxes}</number></item>\n</document>\n"
    )


def told(**counters):
    facts = Facts()
    facts.add(Fact("stat." + key.replace("__", "."), text) for key, text in counters.items())
    derive(facts, Context(CATALOGUE))
    return facts


DOCUMENTS = [
    ({"a.dxl": ("Hubs", 1)}, None),
    ({"a.dxl": ("Hubs", 1), "b.dxl": ("*", 2)}, None),
    ({"a.dxl": ("Hubs", 2), "b.dxl": ("*", 2)}, "2"),
    ({"a.dxl": ("Hubs", 2), "b.dxl": ("Mailers", 2)}, None),
    ({"a.dxl": ("Hubs", 1), "b.dxl": ("CN=Mail01/O=Acme", 3)}, "3"),
    ({"a.dxl": ("Hubs", 1), "b.dxl": ("Mail01", 3)}, "3"),
    ({"configgroup_mail01" + STAMP: ("Hubs", 1)}, "1"),
    ({"configgroup_mail01" + STAMP: ("Hubs", 1), "b.dxl": ("Mailers", 4), "c.dxl": ("*", 2)}, "1"),
]


@pytest.mark.parametrize(("files", "boxes"), DOCUMENTS)
def test_a_group_s_document_counts_where_a_file_shows_that_the_server_is_in_it(files, boxes, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    for name, (server, number) in files.items():
        (tmp_path / name).write_text(config(server, number))
    lines = [line.split() for line in domlint("facts", ".").out.splitlines()]
    counts = next((line[1] for line in lines if line[:1] == ["mail_boxes.count"]), None)
    assert counts == boxes


def test_a_group_s_document_goes_to_the_server_that_collected_it(domlint, tmp_path):
    for number in (1, 2):
        (tmp_path / f"m{number}").mkdir()
        (tmp_path / f"m{number}" / "notes.ini").write_text(INI.replace("Mail01", f"Mail0{number}"))
    (tmp_path / "m1" / ("configgroup_mail01" + STAMP)).write_text(config("Hubs", 1))
    assert domlint("facts", ".").out.count("mail_boxes.count") == 1


SHARES = [
    ("replication.failed_percent", {"replica__failed": "1", "replica__successful": "2"}, None),
    ("replication.failed_percent", {"replica__failed": "0", "replica__successful": "2"}, "0"),
    ("replication.failed_percent", {"replica__failed": "2", "replica__successful": "18"}, "10"),
    ("replication.failed_percent", {"replica__failed": "2", "replica__successful": "17"}, None),
    (
        "cluster_replication.failed_percent",
        {"replica__cluster__failed": "1", "replica__cluster__successful": "4"},
        None,
    ),
    ("mail_boxes.conflict_percent", {"mail__mailbox__accessconflicts": "3", "mail__mailbox__accesses": "99"}, None),
    ("mail_boxes.conflict_percent", {"mail__mailbox__accessconflicts": "3", "mail__mailbox__accesses": "100"}, "3"),
]


@pytest.mark.parametrize(("key", "counters", "text"), SHARES)
def test_a_share_wants_enough_of_what_it_is_of(key, counters, text):
    assert told(**counters).ask(key).text == text


ELAPSED = [("12 days 03:12:11", "291"), ("12 Tage 03:12:11", "291"), ("3 jours 11:12:13", "83"), ("00:42:10", "0")]


@pytest.mark.parametrize(("text", "hours"), ELAPSED)
def test_days_are_read_in_any_language(text, hours):
    assert told(server__elapsedtime=text).ask("counters.hours").text == hours


def test_statistics_tell_that_it_is_a_server_and_its_release():
    facts = told(**{"server__version__notes": "Release 9.0.1FP10"})
    assert (facts.ask("server.kind").text, facts.ask("release").text) == ("server", "9.0.1FP10")


QUEUES = [  # the averages, how many CLREPL ServerTasks lists, the members that `show cluster` counts, and what is said of the queue
    ({"secondsonqueue": "120"}, 0, "", "120 seconds on average"),
    ({"secondsonqueue": "22", "workqueuedepth": "0"}, 0, "", "22 seconds, 0 databases in the queue on average"),
    ({"secondsonqueue": "1", "workqueuedepth": "1"}, 0, "", "1 second, 1 database in the queue on average"),
    ({"workqueuedepth": "3"}, 1, "", "3 databases in the queue on average"),
    (
        {"secondsonqueue": "1565", "workqueuedepth": "280"},
        1,
        "5",
        "1565 seconds, 280 databases in the queue on average; 1 Cluster Replicator for 4 other members",
    ),
    (
        {"secondsonqueue": "31"},
        2,
        "2",
        "31 seconds on average; 2 Cluster Replicators for 1 other member",
    ),
    ({}, 1, "5", None),
]


@pytest.mark.parametrize(("averages", "replicators", "members", "text"), QUEUES)
def test_what_waits_for_cluster_replication_and_who_serves_it(averages, replicators, members, text):
    facts = Facts()
    facts.add(Fact(f"stat.replica.cluster.{key}.avg", value) for key, value in averages.items())
    facts.add([Fact("cluster.members", members)] if members else [])
    facts.add([Fact("tasks.member", "clrepl")] * replicators)
    facts.add(cluster.derive(facts, Context(CATALOGUE)))
    assert facts.ask("cluster_queue.averages").text == text


def test_a_presumption_is_said_once_and_with_the_counters_it_is_about(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI + "FaultRecovery_Build=Release 12.0.2\n")
    (tmp_path / "stat.txt").write_text(
        "> show stat\n  Database.Database.BufferPool.PerCentReadsInBuffer = 61.3\n  Server.Users = 3\n"
    )
    out = " ".join(domlint("check", ".", "--isolated", "--select", "buffer-pool-reads-low").out.split())
    assert out.count("Assumed: how long the server had been up was not given") == 1


SECRETS = [
    ("hunter2", "HTTP_Pwd"),
    ("$HTTPPWD", None),
    ("$(HTTPPWD)", None),
    ("${HTTPPWD}", None),
    ("$hunter2", "HTTP_Pwd"),
]


@pytest.mark.parametrize(("value", "named"), SECRETS)
def test_one_touch_names_a_setting_as_it_is_written_and_knows_templates(value, named, domlint, tmp_path):
    (tmp_path / "setup.json").write_text(
        '{"serverSetup": {"server": {"type": "first", "name": "m"}, "org": {"orgName": "A"},\n'
        f'"notesINI": {{"HTTP_Pwd": "{value}"}}}}}}\n'
    )
    out = domlint("check", ".", "--isolated", "--select", "password-in-clear").out
    assert (f"readable text: {named}" in " ".join(out.split())) == bool(named)
    assert "http_pwd" not in out


def test_the_collecting_script_s_own_log_is_no_file_that_could_not_be_read(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "gathered.log").write_text(
        "domlint collect --platform linux, domlint 0.1.0, on vm\ndone  df.txt: df -P\n"
    )
    assert "not read" not in domlint("check", ".", "--isolated").out

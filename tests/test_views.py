"""Views: what runs and what the next start will make of it, each judged, and one finding of both."""

import json

import pytest
from at_once import at_once
from msgspec.structs import replace
from tickets import remedy_of

from advisor.derive.context import Context
from advisor.facts import NEXT_START, NOW, VIEWS, Answer, Difference, Fact, Facts, Subject, View
from advisor.judging import engine, views
from advisor.pack import SEVERITIES, builtin
from advisor.report.findings import changes_of

PACK = builtin()
RULES = {rule.name: rule for rule in PACK.rules}
BOTH = list(VIEWS)
FIRST = (
    "[Notes]\nDirectory=/local/notesdata\nKitType=2\nServerName=Mail01/Acme\nServerSetup=140000\n"
    "FaultRecovery_Build=Release 14.0FP1\nServerTasks=Router,Update\n"
    "NotesProgram=/opt/hcl/domino/notes/latest/linux\n"
)
OFF, ON = "TRANSLOG_Status=0", "TRANSLOG_Status=1"


def ini(*lines, path="/translog"):
    return FIRST + "".join(f"{line}\n" for line in (*lines, f"TRANSLOG_Path={path}"))


def server(**items):
    return _document("Server", items)


def config(name="Mail01/Acme", **items):
    return _document("ServerConfig", {"ServerName": name} | items)


def _document(form, items):
    texts = {"ServerName": "Mail01/Acme"} | items
    inner = "".join(f"<item name='{name}'><text>{text}</text></item>\n" for name, text in texts.items())
    return f"<document xmlns='http://www.lotus.com/dxl' form='{form}'>\n{inner}</document>\n"


def console(boxes=None, logging=None, daos=None):
    rows = {"Number of Mailboxes": boxes, "DAOS": daos, "Transactional Logging": logging}
    shown = "".join(f"{name}:  {text}\n" for name, text in rows.items() if text is not None)
    heading = "HCL Domino (r) Server (64 Bit) (Release 14.0FP1 for Linux/64) 11/20/2026 08:12:44 AM"
    return f"> show server\n{heading}\n\nServer name:            Mail01/Acme\n{shown}"


def checked(domlint, tmp_path, files, *options):
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return json.loads(domlint("check", ".", "--isolated", "--format", "json", *options).out)


LOGGING_OFF, DAOS, IN_DATA = (
    "transaction-logging-off",
    "daos-without-transaction-logging",
    "transaction-log-in-data-directory",
)
TOLD, BOXES = "document-not-in-effect", "too-few-mailboxes"
LOG_TO_COME = "the server document sets TRANSLOG_Status to 1 from the next start on."
FOUND = {  # files; of each finding of note the views, and words of its message
    "runs without a log and with DAOS, the document wants a log": (
        {"notes.ini": ini(OFF, "DAOSEnable=1"), "s.dxl": server(TRANSLOG_Status="1", DAOSEnable="1"),
         "c.txt": console(logging="Not Enabled", daos="Enabled")},
        {LOGGING_OFF: ([NOW], LOG_TO_COME), DAOS: ([NOW], LOG_TO_COME)},
    ),
    "runs with a log, the document wants none": (
        {"notes.ini": ini(ON), "s.dxl": server(TRANSLOG_Status="0")},
        {LOGGING_OFF: ([NEXT_START], "with TRANSLOG_Status 1 now; the server document sets TRANSLOG_Status to 0.")},
    ),
    "an item that is called otherwise than its setting": (
        {"notes.ini": ini(ON, "FaultRecovery=1"), "s.dxl": server(TRANSLOG_Status="1", FREnbld="0")},
        {"fault-recovery-off": ([NEXT_START], "with FaultRecovery 1 now; the server document sets FREnbld to 0.")},
    ),
    "none in either": (
        {"notes.ini": ini(OFF), "s.dxl": server(TRANSLOG_Status="0")}, {LOGGING_OFF: (BOTH, "Transaction logging is off")},
    ),
    "the document only": (
        {"notes.ini": ini(), "s.dxl": server(TRANSLOG_Status="0")},
        {LOGGING_OFF: (BOTH, "The server document sets TRANSLOG_Status to 0.")},
    ),
    "the console shows a log that NOTES.INI does not": (
        {"notes.ini": ini(OFF), "c.txt": console(logging="Enabled")},
        {LOGGING_OFF: ([NEXT_START], "with TRANSLOG_Status 1 now; NOTES.INI sets TRANSLOG_Status to 0.")},
    ),
    "the console shows no log, NOTES.INI has one": (
        {"notes.ini": ini(ON), "c.txt": console(logging="Not Enabled")},
        {LOGGING_OFF: ([NOW], "NOTES.INI sets TRANSLOG_Status to 1 from the next start on.")},
    ),
    "the console and the document have a log, NOTES.INI does not": (
        {"notes.ini": ini(OFF), "s.dxl": server(TRANSLOG_Status="1"), "c.txt": console(logging="Enabled")}, {},
    ),
    "two bad directories": (
        {"notes.ini": ini(ON, path="/local/notesdata/a"),
         "s.dxl": server(TRANSLOG_Status="1", TRANSLOG_Path="/local/notesdata/b")},
        {IN_DATA: (BOTH, "sets TRANSLOG_Path to /local/notesdata/b from the next start on, which does not mend it.")},
    ),
    "what makes a rule apply is still to come": (
        {"notes.ini": ini(OFF, path="/local/notesdata/a"),
         "s.dxl": server(TRANSLOG_Status="1", TRANSLOG_Path="/local/notesdata/b")},
        {LOGGING_OFF: ([NOW], LOG_TO_COME),
         IN_DATA: ([NEXT_START], "sets TRANSLOG_Status to 1 and TRANSLOG_Path to /local/notesdata/b.")},
    ),
    "two mail boxes wanted, one there": (
        {"notes.ini": ini(ON), "k.dxl": config(Mail_Number_Of_MailBoxes="2"), "c.txt": console(boxes="1")},
        {BOXES: ([NOW], "sets Mail_Number_Of_MailBoxes to 2 from the next start on.")},
    ),
    "one mail box wanted, two there": (
        {"notes.ini": ini(ON), "k.dxl": config(Mail_Number_Of_MailBoxes="1"), "c.txt": console(boxes="2")},
        {BOXES: ([NEXT_START], "2 now; the configuration document sets Mail_Number_Of_MailBoxes to 1.")},
    ),
    "a document for all servers gives way to the console": (
        {"notes.ini": ini(ON), "k.dxl": config("*", Mail_Number_Of_MailBoxes="2"), "c.txt": console(boxes="1")},
        {BOXES: (BOTH, "one MAIL.BOX")},
    ),
    "what differs without being a fault": (
        {"notes.ini": ini(ON, "TRANSLOG_MaxSize=2048"), "s.dxl": server(TRANSLOG_Status="1", TRANSLOG_MaxSize="4096")},
        {TOLD: (BOTH, "4096 for TRANSLOG_MaxSize (Transactional Logging tab, Maximum log space)")},
    ),
    "a configuration document's field": (
        {"notes.ini": ini(ON), "k.dxl": config(Mail_Number_Of_MailBoxes="3"), "c.txt": console(boxes="2")},
        {TOLD: (BOTH, "3 for Mail_Number_Of_MailBoxes (Router/SMTP > Basics tab, Number of mailboxes)")},
    ),
}  # fmt: skip
OF_NOTE = {"fault-recovery-off", LOGGING_OFF, DAOS, IN_DATA, TOLD, BOXES, "transaction-log-over-circular-limit"}


@pytest.mark.parametrize(("files", "expected"), FOUND.values(), ids=FOUND.keys())
def test_a_fault_now_and_a_fault_to_come_are_each_one_finding(files, expected, domlint, tmp_path):
    report = checked(domlint, tmp_path, files)
    found = {one["name"]: one for one in report["findings"] if one["name"] in OF_NOTE}
    assert {name: one["views"] for name, one in found.items()} == {name: row[0] for name, row in expected.items()}
    for name, (_, words) in expected.items():
        assert words in found[name]["message"]


def test_both_values_are_shown_with_their_places(domlint, tmp_path):
    files = {"notes.ini": ini(OFF), "s.dxl": server(TRANSLOG_Status="1"), "c.txt": console(logging="Not Enabled")}
    (one,) = (f for f in checked(domlint, tmp_path, files)["findings"] if f["name"] == LOGGING_OFF)
    assert [(place["path"], place["line"]) for place in [one["location"], *one["further"]]] == [
        ("notes.ini", 9), ("c.txt", 5), ("s.dxl", 3),
    ]  # fmt: skip


NEXT_WINDOW, BEFORE = "Restart the server in its next window: ", "Before the next restart: "
MENDED = {  # files, rule; what the remedy begins with, other words of it, and what needs a restart
    "the document has the log that does not run": (
        {"notes.ini": ini(OFF), "server.dxl": server(TRANSLOG_Status="1")}, LOGGING_OFF,
        NEXT_WINDOW + "the server document sets TRANSLOG_Status to 1 already.", "Otherwise: Turn on transaction", "server",
    ),
    "archive style ends": (
        {"notes.ini": ini(ON, "TRANSLOG_Style=1"), "server.dxl": server(TRANSLOG_Status="1", TRANSLOG_Style="0")},
        "archive-logging-needs-backup", "First ask who backs up this server, and take a full backup", NEXT_WINDOW, "server",
    ),
    "two mail boxes": (
        {"notes.ini": ini(ON), "k.dxl": config(Mail_Number_Of_MailBoxes="2"), "c.txt": console(boxes="1")}, BOXES,
        NEXT_WINDOW + "the configuration document sets Mail_Number_Of_MailBoxes to 2 already.", "Otherwise: ", "server",
    ),
    "NOTES.INI has the log that the console does not show": (
        {"notes.ini": ini(ON), "c.txt": console(logging="Not Enabled")}, LOGGING_OFF,
        NEXT_WINDOW + "NOTES.INI sets TRANSLOG_Status to 1 already.", "Stop it cleanly before", "server",
    ),
    "none in either": (
        {"notes.ini": ini(OFF), "server.dxl": server(TRANSLOG_Status="0")}, LOGGING_OFF,
        "Turn on transaction logging, restart the server,", "", "server",
    ),
    "the log is to go": (
        {"notes.ini": ini(ON), "server.dxl": server(TRANSLOG_Status="0")}, LOGGING_OFF,
        BEFORE + "set TRANSLOG_Status (", "back to 1, which is what runs now; nothing needs a restart.", "none",
    ),
    "the log is to go, which mends where it lies": (
        {"notes.ini": ini(ON, path="/local/notesdata/b"), "server.dxl": server(TRANSLOG_Status="0")}, IN_DATA,
        "Move the transaction log: ", "", "server",
    ),
    "the log is to go, and DAOS stays": (
        {"notes.ini": ini(ON, "DAOSEnable=1"), "server.dxl": server(TRANSLOG_Status="0", DAOSEnable="1")}, DAOS,
        BEFORE + "set TRANSLOG_Status (", "back to 1, ", "none",
    ),
    "the log's path is to move": (
        {"notes.ini": ini(ON), "server.dxl": server(TRANSLOG_Status="1", TRANSLOG_Path="/local/notesdata/b")}, IN_DATA,
        BEFORE + "set TRANSLOG_Path (", "If what the server document says is meant: Move th", "none",
    ),
    "a log that is to come shows an old fault": (
        {"notes.ini": ini(OFF, "TRANSLOG_MaxSize=8192", "TRANSLOG_Style=0"),
         "server.dxl": server(TRANSLOG_Status="1", TRANSLOG_MaxSize="8192", TRANSLOG_Style="0")},
        "transaction-log-over-circular-limit", "Server document > Transactional Logging: set Maximum log", "4096", "server",
    ),
    "NOTES.INI will end the log that the console shows": (
        {"notes.ini": ini(OFF), "c.txt": console(logging="Enabled")}, LOGGING_OFF,
        BEFORE + "check that TRANSLOG_Status (", "If what NOTES.INI says is meant", "none",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "rule", "begins", "words", "restart"), MENDED.values(), ids=MENDED.keys())
def test_what_the_next_start_mends_or_brings_is_dealt_with_first(
    files, rule, begins, words, restart, domlint, tmp_path
):
    summary, needs = _remedy_of(rule, checked(domlint, tmp_path, files))
    assert summary.startswith(begins) and words in summary
    assert needs == restart


def test_a_value_that_the_sentence_tells_of_is_not_told_twice(domlint, tmp_path):
    files = {
        "notes.ini": ini(OFF, "TRANSLOG_MaxSize=2048"),
        "server.dxl": server(TRANSLOG_Status="1", TRANSLOG_MaxSize="8192", TRANSLOG_Style="0"),
    }
    (message,) = (
        one["message"] for one in checked(domlint, tmp_path, files)["findings"]
        if one["name"] == "transaction-log-over-circular-limit"
    )  # fmt: skip
    assert message.count("sets TRANSLOG_MaxSize to 8192") + message.count("TRANSLOG_MaxSize to 8192") == 1
    assert "The server runs with TRANSLOG_Status 0 and TRANSLOG_MaxSize 2048 now" in message


def _remedy_of(name, report):
    fix = next(remedy_of(finding, report) for finding in report["findings"] if finding["name"] == name)
    return fix["summary"], fix["restart"]


def test_a_difference_is_told_by_its_own_rule_where_no_other_is_asked(domlint, tmp_path):
    files = {"notes.ini": ini(OFF), "s.dxl": server(TRANSLOG_Status="1")}
    for words, names in (((), {LOGGING_OFF}), (("--ignore", LOGGING_OFF), {TOLD}), (("--select", TOLD), {TOLD})):
        found = {one["name"] for one in checked(domlint, tmp_path, files, *words)["findings"]}
        assert found & {LOGGING_OFF, TOLD} == names


def test_a_ticket_is_one_in_every_view_and_changes_with_what_is_to_come(domlint, tmp_path):
    tickets = []
    for status, wanted in (("0", "0"), ("0", "1"), ("1", "0")):
        files = {"notes.ini": ini(f"TRANSLOG_Status={status}"), "s.dxl": server(TRANSLOG_Status=wanted)}
        (one,) = (f for f in checked(domlint, tmp_path, files)["findings"] if f["name"] == LOGGING_OFF)
        tickets.append((one["fingerprint"], one["state"]))
    assert len({fingerprint for fingerprint, _ in tickets}) == 1
    assert len({state for _, state in tickets}) == 3


SETTLED = [  # NOTES.INI, document, console; what runs and what will
    ([OFF], "1", None, "0", "1"),
    ([ON], "0", None, "1", "0"),
    ([], "1", None, "1", "1"),
    ([], None, "Enabled", "1", "1"),
    ([], "0", "Enabled", "1", "0"),
    ([OFF], None, "Enabled", "1", "0"),
    ([OFF], "1", "Enabled", "1", "1"),
    ([ON], "0", "Not Enabled", "0", "0"),
    ([OFF], "1", "Not Enabled", "0", "1"),
    (["TRANSLOG_Status=01"], "1", "Enabled", "1", "1"),
    (["TRANSLOG_Status="], "1", None, "1", "1"),
    (["TRANSLOG_Status=on"], "1", None, "on", "1"),
    ([OFF, ON], None, None, None, None),
    ([OFF, ON], None, "Enabled", None, None),
    ([OFF, ON], "1", None, None, "1"),
    ([OFF, OFF], "1", None, "0", "1"),
    ([OFF], "", None, "0", "0"),
    ([OFF], "0</text></item><item name='TRANSLOG_Status'><text>1", None, "0", None),  # nobody can say what it sets
    (None, "1", "Not Enabled", "0", "1"),
]


@pytest.mark.parametrize(("lines", "document", "shown", "now", "coming"), SETTLED)
def test_what_runs_and_what_will(lines, document, shown, now, coming, domlint, tmp_path):
    files = {"notes.ini": ini(*lines)} if lines is not None else {}
    files |= {"s.dxl": server(TRANSLOG_Status=document)} if document is not None else {}
    files |= {"c.txt": console(logging=shown)} if shown else {}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (told,) = json.loads(domlint("facts", ".", "--format", "json").out)
    rows = [row for row in told["facts"] if row["key"] == "ini.translog_status"]
    known = {view: {row["value"] for row in rows if view in row["views"]} for view in VIEWS}
    assert [texts.pop() if len(texts) == 1 else None for texts in known.values()] == [now, coming]


GROUP = config("Hubs", Mail_Number_Of_MailBoxes="1")
MAIL_BOXES = [  # documents, the console; how many mail boxes there are and will be
    ({"a.dxl": GROUP, "b.dxl": config("*", Mail_Number_Of_MailBoxes="3")}, None, set(), set()),
    ({"a.dxl": GROUP, "b.dxl": config("*", Mail_Number_Of_MailBoxes="3")}, "2", {"2"}, {"2"}),
    ({"a.dxl": config(Mail_Number_Of_MailBoxes="3"), "b.dxl": GROUP}, "2", {"2"}, {"3"}),
    ({"a.dxl": config(Mail_Number_Of_MailBoxes="3")}, "3", {"3"}, {"3"}),
    ({"a.dxl": config(Mail_Number_Of_MailBoxes="3")}, None, {"3"}, {"3"}),
]  # fmt: skip


@pytest.mark.parametrize(("documents", "boxes", "now", "coming"), MAIL_BOXES)
def test_how_many_mail_boxes_there_are_and_will_be(documents, boxes, now, coming, domlint, tmp_path):
    files = {"notes.ini": ini()} | documents | ({"c.txt": console(boxes=boxes)} if boxes else {})
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (told,) = json.loads(domlint("facts", ".", "--format", "json").out)
    rows = [row for row in told["facts"] if row["key"] == "mail_boxes.count"]
    assert [{row["value"] for row in rows if view in row["views"]} for view in VIEWS] == [now, coming]


def test_facts_show_what_the_next_start_changes(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(ini(ON, path="/a"))
    (tmp_path / "s.dxl").write_text(server(TRANSLOG_Status="1", TRANSLOG_Path="/b"))
    lines = [line.split() for line in domlint("facts", ".").out.splitlines()]
    told = [line for line in lines if line[0:1] == ["transaction_log.path"]]
    assert [(line[1], " ".join(line[3:])) for line in told] == [("/a", "(now)"), ("/b", "(next start)")]
    assert [len(line) for line in lines if line[0:1] == ["ini.translog_status"]] == [3]  # no word where nothing differs


def test_explain_shows_both_values(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(ini(OFF))
    (tmp_path / "s.dxl").write_text(server(TRANSLOG_Status="1"))
    out = domlint("explain", "TRANSLOG_Status", "--for", ".").out
    assert "- ini.translog_status = 0 (notes.ini:9), now\n- ini.translog_status = 1 (s.dxl:3), next start\n" in out
    assert "transaction-logging-off: a finding of severity high, now" in out


def test_where_nothing_differs_there_is_one_view(tmp_path):
    facts = Facts()
    facts.add([Fact("ini.translog_status", "1")])
    from advisor.derive import views_of

    (one,) = views_of(facts, Context(PACK.catalogue))
    assert (one.name, one.facts is facts) == (NOW, True)


def view(name, **texts):
    facts = Facts()
    facts.add(Fact(f"ini.{key}", text) for key, text in texts.items())
    return View(name, facts)


MERGED = [  # Server_Session_Timeout now and at the next start: verdict, views
    ("300", "45", engine.FAILED, (NOW,)),
    ("45", "300", engine.FAILED, (NEXT_START,)),
    ("300", "480", engine.FAILED, VIEWS),
    ("45", "never", engine.UNKNOWN, (NEXT_START,)),
    ("300", "never", engine.FAILED, (NOW,)),
    ("45", "45", engine.PASSED, VIEWS),
]


@at_once(("now", "coming", "verdict", "standing"), MERGED)
def test_the_worst_verdict_of_all_views_is_the_rule_s(now, coming, verdict, standing):
    rule = replace(RULES["session-timeout-long"], applies=None)
    both = tuple(view(name, server_session_timeout=text) for name, text in ((NOW, now), (NEXT_START, coming)))
    (result,) = views.run([rule], both, PACK.catalogue).outcomes
    assert (result.verdict, result.views) == (verdict, standing)


CUT_LISTS = {  # files that list arrays and volumes, without their ends
    "storage.toml": '[[array]]\nname = "data"\nlevel = "RAID 5"\ndisks = 12',
    "mount.txt": "/dev/sda1 on / type ext4 (rw)\n/dev/sdb1 on /local type ext4",
}


@pytest.mark.parametrize(("name", "text"), CUT_LISTS.items(), ids=CUT_LISTS)
def test_a_list_that_is_cut_leaves_open_in_every_view_what_it_may_have_held(name, text, domlint, tmp_path):
    report = checked(domlint, tmp_path, {"notes.ini": ini(OFF), "s.dxl": server(TRANSLOG_Status="1"), name: text})
    assert [one["name"] for one in report["servers"]] == ["Mail01/Acme"]
    assert LOGGING_OFF in {one["name"] for one in report["findings"]}


def test_every_result_has_a_worst_severity_in_every_view():
    cut = [Fact("cut.format", "storage.toml"), Fact("array.level", "5", subject=Subject("array", "data"))]
    both = (view(NOW, translog_status="0"), view(NEXT_START, translog_status="1"))
    for one in both:
        one.facts.add(cut)
    for given in (both, both[:1]):
        results = views.run(list(PACK.rules), given, PACK.catalogue)
        assert not results.errors
        assert {result.worst for result in results.outcomes} <= set(SEVERITIES)


def test_subjects_of_one_view_only_are_judged_too():
    rule = RULES["setting-misspelt"]
    both = [view(NOW), view(NEXT_START)]
    for number, one in enumerate(both):
        subject = Subject("setting", f"Port{number}")
        one.facts.add([Fact("setting.resembles", "Ports", subject=subject), Fact("setting.name", "x", subject=subject)])
    found = views.run([rule], tuple(both), PACK.catalogue).outcomes
    assert [(one.subject.name, one.views) for one in found if one.verdict == engine.FAILED] == [
        ("Port0", (NOW,)),
        ("Port1", (NEXT_START,)),
    ]


def sentence(result):
    return changes_of(result, PACK.catalogue).after


def test_a_finding_whose_difference_nobody_can_name_says_when_it_stands():
    rule = RULES["session-timeout-long"]
    result = engine.Result(rule, Subject("server"), engine.FAILED, "low", "low", views=(NOW,))
    assert sentence(result) == "The server runs so now."
    assert sentence(replace(result, subject=Subject("cluster", "C"))) == ""
    assert sentence(replace(result, views=(NEXT_START,))) == ""


def test_what_is_not_known_now_is_not_named():
    coming = Answer("0", (Fact("doc.server.translog_status", "0"),))
    change = Difference("TRANSLOG_Status", ("ini.translog_status",), Answer(trouble="twice"), coming)
    result = engine.Result(
        RULES[LOGGING_OFF], Subject("server"), engine.FAILED, "high", "high", views=(NEXT_START,), differences=(change,)
    )
    assert sentence(result) == "The server document sets TRANSLOG_Status to 0."


def test_of_many_settings_that_change_five_are_named():
    def said(name, text):
        return Answer(text, (Fact(f"doc.server.{name}", text),))

    changes = tuple(Difference(f"S{n}", (f"ini.s{n}",), said(f"s{n}", "0"), said(f"s{n}", "1")) for n in range(7))
    result = engine.Result(
        RULES[LOGGING_OFF], Subject("server"), engine.FAILED, "high", "high", views=(NOW,), differences=changes
    )
    assert "S3 to 1, S4 to 1 and 2 others from the next start on" in sentence(result)


def test_a_secret_is_masked_in_the_sentence_too():
    now, coming = (Answer(text, (Fact("doc.server.x", text),)) for text in ("hunter1", "hunter2"))
    change = Difference("HTTP_Password", ("ini.http_password",), now, coming)
    result = engine.Result(
        RULES[LOGGING_OFF], Subject("server"), engine.FAILED, "high", "high", views=(NOW,), differences=(change,)
    )
    assert "hunter" not in sentence(result) + "".join(changes_of(result, PACK.catalogue).values)


def test_a_cluster_is_judged_as_it_runs(domlint, tmp_path):
    for number, release in ((1, "14.0"), (2, "12.0.2")):
        folder = tmp_path / f"m{number}"
        folder.mkdir()
        lines = ini(ON).replace("Mail01", f"Mail0{number}").replace("14.0FP1", release)
        (folder / "notes.ini").write_text(lines)
        wanted = "0" if number == 1 else "1"
        document = server(TRANSLOG_Status=wanted, ClusterName="C").replace("Mail01", f"Mail0{number}")
        (folder / "s.dxl").write_text(document)
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    (one,) = (found for found in report["findings"] if found["cluster"])
    assert (one["views"], "The server runs so now" in one["message"]) == ([NOW], False)

"""Findings: fingerprints, locations, messages, and what a site decides of them."""

from hashlib import sha256

import judged
import pytest
from judged import findings_of

from advisor import pack
from advisor.configuration.baseline import Baseline, KnownFinding
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.facts import SERVER, Answer, Complete, Fact, Subject
from advisor.judging import engine
from advisor.known import Facts
from advisor.report import evidence
from advisor.report.finding import Location
from advisor.report.identity import Owner
from advisor.report.parts import apply_decisions
from advisor.source import Source

PACK = pack.builtin()
RULES = {rule.name: rule for rule in PACK.rules}
LOGGING_OFF = (
    "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 12.0.2\n"
    "TRANSLOG_Status=0\nServer_Session_Timeout=480\n"
)


NOTHING_DECIDED = Decisions()


def report_of(folder, decisions=NOTHING_DECIDED):
    return judged.report_of([folder], decisions)


def failed(*subjects, severity="low"):
    """A failed result of one rule on each subject."""
    return engine.Results(
        engine.Result(RULES["session-timeout-long"], subject, engine.FAILED, severity, severity) for subject in subjects
    )


def fingerprint(identity):
    return "dl1:" + sha256(identity.encode()).hexdigest()[:20]


BACKLOG = "> show stat\n  Replica.Cluster.SecondsOnQueue.Avg = 40\n  Replica.Cluster.WorkQueueDepth.Avg = 0\n"
FIRST = [("4.6.2", "1,565 seconds"), ("7.0.2", "1,565 seconds"), ("8.0", "below 15"), ("12.0.2", "below 15")]


@pytest.mark.parametrize(("release", "figure"), FIRST)
def test_a_release_before_8_is_told_first_what_papers_as_old_say(release, figure, tmp_path):
    notes = f"[Notes]\nKitType=2\nDirectory=/local/notesdata\nFaultRecovery_Build=Release {release}\n"
    (tmp_path / "notes.ini").write_text(notes)
    (tmp_path / "stat.txt").write_text(BACKLOG)
    [finding] = [one for one in report_of(tmp_path).findings if one.name == "cluster-replication-behind"]
    assert next(one.figure for one in finding.references if one.figure).startswith(figure)


def test_a_presumption_that_two_answers_rest_on_is_told_once():
    facts = [
        Fact("databases.arrays", "1", presumed=True, note="one; two"),
        Fact("databases.shares", "the operating system", presumed=True, note="two; three"),
    ]
    told = tuple(Answer(fact.text, (fact,), key=fact.key) for fact in facts)
    results = engine.Results([engine.Result(RULES["single-data-array"], SERVER, engine.FAILED, "info", "info", told)])
    [finding] = findings_of(results, Owner(server="A"), PACK)
    assert finding.message.endswith(" Assumed: one; two; three.")


@pytest.mark.parametrize(("subjects", "identities"), [
    ([SERVER], ["1|THR001|mail01/acme|server"]),
    ([Subject("array", "Data")], ["1|THR001|mail01/acme|array data"]),
    ([Subject("json_key", "serverSetup")], ["1|THR001|mail01/acme|json key serversetup"]),
    (
        [Subject("task", "a password=x"), Subject("task", "b"), Subject("task", "a password=y")],
        ["1|THR001|mail01/acme|task a password=***", "1|THR001|mail01/acme|task b", "1|THR001|mail01/acme|task a password=***|1"],
    ),
])  # fmt: skip
def test_a_fingerprint_is_rule_server_subject_and_the_ordinal_of_equal_ones(subjects, identities):
    findings = findings_of(failed(*subjects), Owner(server="Mail01/Acme"), PACK)
    assert [finding.fingerprint for finding in findings] == [fingerprint(identity) for identity in identities]


def located(*facts):
    return evidence.locations(PACK.catalogue, (Answer("x", facts, key="transaction_log.path"),))[0]


NOTES = Source.of("notes.ini", b"A=1\nTRANSLOG_Path=/x\nPorts=TCPIP\n")


def test_locations_are_each_line_once_with_a_word():
    path = Fact("ini.translog_path", "/x", NOTES, (18, 20))
    ports = Fact("ini.ports", "TCPIP", NOTES, (27, 32))
    shown = located(path, path, ports)
    assert [(place.line, place.column, place.word) for place in shown] == [
        (2, 15, "TRANSLOG_Path"),
        (3, 7, "Ports"),
    ]
    assert (shown[0].excerpt, shown[0].caret) == ("TRANSLOG_Path=/x", 14)


def test_a_derived_fact_is_located_where_it_comes_from():
    path = Fact("ini.translog_path", "/x", NOTES, (18, 20))
    derived = Fact("transaction_log.path", "/x", made_from=(Fact("volume.mount", "/", made_from=(path,)),))
    assert [place.word for place in located(derived)] == ["TRANSLOG_Path"]


def test_a_file_that_lacks_something_is_shown_only_first():
    lacking = Answer(absent=True, where=NOTES, key="ini.view_rebuild_dir")
    standing = Answer("TCPIP", (Fact("ini.ports", "TCPIP", NOTES, (27, 32)),), key="ini.ports")
    first, _ = evidence.locations(PACK.catalogue, (lacking, standing))
    assert [(place.line, place.lacks, place.word) for place in first] == [
        (None, True, "View_Rebuild_Dir"),
        (3, False, "Ports"),
    ]
    assert [place.line for place in evidence.locations(PACK.catalogue, (standing, lacking))[0]] == [3]


def test_of_many_lines_the_first_ten_are_shown_and_the_others_counted():
    lines = Source.of("notes.ini", b"A=1\n" * 12)
    facts = [Fact("ini.a", "1", lines, (4 * number, 4 * number + 1)) for number in range(12)]
    shown, more = evidence.locations(PACK.catalogue, (Answer("1", (*facts, *facts), key="ini.a"),))
    assert [place.line for place in shown] == list(range(1, 11))
    assert more == 2


def test_a_fix_pack_does_not_change_the_state():
    def values(release, timeout):
        evidence = (Answer(release, key="release"), Answer(timeout, key="ini.server_session_timeout"))
        results = engine.Results(tuple(one._replace(evidence=evidence) for one in failed(SERVER).outcomes))
        [finding] = apply_decisions(findings_of(results, Owner(server="A"), PACK), Decisions(), "A").findings
        return finding.state

    assert values("9.0.1", "480") == values("9.0.1FP10", "480")
    assert values("9.0.1", "480") != values("9.0.1", "240")


@pytest.mark.parametrize(("key", "word"), [
    ("ini.translog_path", "TRANSLOG_Path"),
    ("doc.server.translog_path", "TRANSLOG_Path"),
    ("array.level", "array level"),
    ("array.name", "array"),
    ("controller.health_said", "controller health"),
    ("tasks.member", "task"),
    ("aix.vmo.maxperm%", "vmo maxperm%"),
    ("stat.mem.physicalram", "mem.physicalram"),
    ("one_touch.appconfiguration.databases.0.translog_path", "translog_path"),
    ("ini.acme password=hunter2", "acme password=***"),
])  # fmt: skip
def test_a_word_says_what_a_key_tells(key, word):
    assert evidence.word(PACK.catalogue, key) == word


def known(severity):
    """A baseline that holds the finding."""
    fingerprint_then = fingerprint("1|THR001|mail01/acme (b)|server")
    return Baseline({fingerprint_then: KnownFinding(severity, "THR001", "Mail01/Acme (b)")})


@pytest.mark.parametrize(("decisions", "severity", "known", "waived"), [
    (Decisions(), "low", False, 0),
    (Decisions(severities={"THR001": "high"}), "high", False, 0),
    (Decisions(severities={"LOG001": "high"}), "low", False, 0),
    (Decisions(baseline=known("low")), "low", True, 0),
    (Decisions(baseline=known("high")), "low", True, 0),
    (Decisions(baseline=known("info")), "low", False, 0),
    (Decisions(severities={"THR001": "high"}, baseline=known("low")), "high", False, 0),
    (Decisions(waivers={Waiver("THR", "agreed"): frozenset({"THR001"})}), "low", False, 1),
    (Decisions(waivers={Waiver("THR", "agreed", "MAIL01/acme"): frozenset({"THR001"})}), "low", False, 1),
    (Decisions(waivers={Waiver("THR", "agreed", "mail01/acme (B)"): frozenset({"THR001"})}), "low", False, 1),
    (Decisions(waivers={Waiver("THR", "agreed", "", "Server"): frozenset({"THR001"})}), "low", False, 1),
    (Decisions(waivers={Waiver("THR", "agreed", "Mail02/Acme"): frozenset({"THR001"})}), "low", False, 0),
    (Decisions(waivers={Waiver("LOG", "agreed"): frozenset({"LOG001"})}), "low", False, 0),
])  # fmt: skip
def test_what_a_site_decides_is_stamped_after_the_run(decisions, severity, known, waived):
    findings = findings_of(failed(SERVER), Owner(server="Mail01/Acme (b)"), PACK)
    stamped = apply_decisions(findings, decisions, "Mail01/Acme")
    assert len(stamped.waived) == waived
    [finding] = [*stamped.findings, *(accepted.finding for accepted in stamped.waived)]
    assert (finding.severity, finding.known) == (severity, known)
    assert (finding.state == apply_decisions(findings, Decisions(), "").findings[0].state) == (severity == "low")


def test_a_waiver_that_met_nothing_is_idle(tmp_path):
    (tmp_path / "notes.ini").write_text(LOGGING_OFF)
    met, idle = Waiver("LOG001", "agreed"), Waiver("LOG001", "agreed", "Mail02/Acme")
    report = report_of(tmp_path, Decisions(waivers=dict.fromkeys((met, idle), frozenset({"LOG001"}))))
    assert [(waived.finding.rule, waived.reason) for waived in report.waived] == [("LOG001", "agreed")]
    assert [(one.server, one.why) for one in report.idle_waivers] == [("Mail02/Acme", "server not in the run")]
    assert "LOG001" not in {finding.rule for finding in report.findings}


def test_findings_stand_worst_first_by_what_the_site_says(tmp_path):
    (tmp_path / "notes.ini").write_text(LOGGING_OFF)
    severities = {"THR001": "critical", "LOG001": "info"}
    rules = [finding.rule for finding in report_of(tmp_path, Decisions(severities=severities)).findings]
    assert (rules[0], rules[-1]) == ("THR001", "LOG001")


DEGRADED = """Smart Array P410i in Slot 0 (Embedded)

   array A

      logicaldrive 1 (136.7 GB, RAID 1, Interim Recovery Mode)
"""


@pytest.mark.parametrize(("logging", "first"), [("high", "STO013"), ("critical", "LOG001"), ("medium", "STO013")])
def test_of_one_severity_what_is_broken_now_comes_first(tmp_path, logging, first):
    (tmp_path / "notes.ini").write_text(LOGGING_OFF)
    (tmp_path / "ssacli.txt").write_text(DEGRADED)
    findings = report_of(tmp_path, Decisions(severities={"LOG001": logging})).findings
    assert findings[0].rule == first


def test_the_file_is_the_place_where_no_line_of_it_is():
    facts = Facts()
    facts.add([Complete("ini.", NOTES), Fact("server.kind", "server", NOTES, (0, 1))])
    scope = (Answer("server", (facts.first("server.kind"),), key="server.kind"),)
    result = engine.Result(RULES["session-timeout-long"], SERVER, engine.FAILED, "low", "low", scope=scope)
    [finding] = findings_of(engine.Results([result]), Owner(server="A"), PACK)
    assert (finding.location, finding.further) == (Location("notes.ini"), ())
    assert len(finding.locations) == 1


@pytest.mark.parametrize(("note", "sentence"), [
    ("the console prints it", "The console prints it."),
    ("`show server` says so", "`show server` says so."),
    ("The server document sets it to 480", "The server document sets it to 480."),
])  # fmt: skip
def test_a_note_stands_in_a_message_as_a_sentence(note, sentence):
    facts = Facts()
    facts.add([Fact("ini.server_session_timeout", "480", NOTES, (0, 1), note=note), Complete("ini.", NOTES)])
    results = engine.run([RULES["session-timeout-long"]._replace(applies=None)], facts, PACK.catalogue)
    [finding] = findings_of(results, Owner(server="A"), PACK)
    assert finding.message.endswith(f". {sentence}")


def test_servers_that_a_mask_makes_alike_are_numbered(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.ini").write_text(LOGGING_OFF.replace("Mail01/Acme", f"X password={name}"))
    report = report_of(tmp_path)
    assert [server.name for server in report.servers] == ["X password=***", "X password=*** (b)"]
    assert {finding.server for finding in report.findings} == {"X password=***", "X password=*** (b)"}


def test_that_no_backup_shows_points_at_the_style_alone(tmp_path):
    tasks = "".join(f"ServerTasksAt{hour}=Statlog\n" for hour in range(6))
    style = "ServerTasks=Update,Router\nTRANSLOG_Style=1\n"
    (tmp_path / "notes.ini").write_text(LOGGING_OFF.replace("Status=0", "Status=1") + tasks + style)
    found = next(one for one in report_of(tmp_path).findings if one.name == "archive-logging-needs-backup")
    assert [one.excerpt for one in found.locations] == ["TRANSLOG_Style=1"]


@pytest.mark.parametrize(("line", "said"), [  # PartitionNumber, whether the finding says what was presumed
    ("PartitionNumber=1", " Assumed: no other server on its machine was given."),
    ("PartitionNumber=0", ""),
    ("Ports=TCPIP", ""),
])  # fmt: skip
def test_a_presumption_that_the_rule_itself_asks_for_is_said(line, said, tmp_path):
    lines = [
        "[Notes]",
        "KitType=2",
        "Directory=c:\\n",
        "FaultRecovery_Build=Release 4.5",
        line,
        "NSF_BUFFER_POOL_SIZE=360000000",
    ]
    (tmp_path / "notes.ini").write_text("\n".join(lines) + "\n")
    [finding] = [one for one in report_of(tmp_path).findings if one.name == "buffer-pool-set-by-hand"]
    assert finding.message == f"The buffer pool is set by hand: NSF_BUFFER_POOL_SIZE=360000000 (bytes).{said}"


def test_what_a_verdict_rests_on_and_the_message_names_is_one_piece_of_evidence(tmp_path):
    (tmp_path / "notes.ini").write_text(LOGGING_OFF)
    for finding in report_of(tmp_path).findings:
        assert len({(row.key, row.value, row.note) for row in finding.evidence}) == len(finding.evidence)

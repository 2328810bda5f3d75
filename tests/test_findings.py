"""Findings: fingerprints, messages and their order."""

from hashlib import sha256

import judged
import pytest
from at_once import at_once
from judged import findings_of
from msgspec.structs import replace

from advisor import pack
from advisor.configuration.decisions import Decisions
from advisor.facts import SERVER, Answer, Subject
from advisor.judging import engine
from advisor.report.decisions import apply_decisions
from advisor.report.identity import Owner

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


@at_once(("subjects", "identities"), [
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


def test_a_fix_pack_does_not_change_the_state():
    def values(release, timeout):
        evidence = (Answer(release, key="release"), Answer(timeout, key="ini.server_session_timeout"))
        results = engine.Results(tuple(replace(one, evidence=evidence) for one in failed(SERVER).outcomes))
        [finding] = apply_decisions(findings_of(results, Owner(server="A"), PACK), Decisions(), "A").findings
        return finding.state

    assert values("9.0.1", "480") == values("9.0.1FP10", "480")
    assert values("9.0.1", "480") != values("9.0.1", "240")


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

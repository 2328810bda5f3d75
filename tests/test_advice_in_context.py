"""A finding's severity and remedy on a server with several faults."""

import pytest
from judged import report_of

LINUX = (
    "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\n"
    "NotesProgram=/opt/hcl/domino/notes/latest/linux\nFaultRecovery_Build=Release 12.0.2\n"
)
MDSTAT = "Personalities : [raid1]\nmd1 : active raid1 {}\n      972574976 blocks [2/1] [_U]\n      {}\n\nunused devices: <none>\n"

ADVICE = {  # files, the rule, its severity, words of its remedy, and words that it has not
    "the new disk is in": (
        {"mdstat.txt": MDSTAT.format("sda2[2] sdb2[1]", "resync=DELAYED")}, "array-degraded", "high", ["Wait"], ["replaced"]),
    "a reshape with a spare": (
        {"mdstat.txt": MDSTAT.format("sda2[2](S) sdb2[1]", "[=>..] reshape = 4.1% (1/9) finish=1.0min speed=1K/sec")},
        "array-degraded", "high", ["Let the reshape finish"], []),
    "only a hot spare failed": (
        {"cciss.txt": "/dev/sda: (Smart Array P410i) RAID 5 Volume 0 status: OK.   At least one spare drive has failed.\n"
            "  Failed drives:\n         connector 1I box 1 bay 4    HP   EF0300   6SJ8   HPD6\n"},
        "disk-failing", "medium", ["hot spare", "bay 4"], ["rebuild"]),
}  # fmt: skip


@pytest.mark.parametrize(("files", "rule", "severity", "words", "absent"), ADVICE.values(), ids=ADVICE)
def test_advice_goes_by_the_other_files(tmp_path, files, rule, severity, words, absent):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    finding = next(one for one in report_of([tmp_path]).findings if one.name == rule)
    assert finding.severity == severity
    assert [word for word in words if word not in finding.fix.summary] == []
    assert [word for word in absent if word in finding.fix.summary] == []

"""What to give so that more is judged: it names what is missing, never what was given."""

import json

import pytest

from advisor import pack

NOTES = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 12.0.2\nDirectory=D:\\Domino\n"
NOTES += "ServerTasks=Router,Replica,HTTP\nTRANSLOG_Status=1\nTRANSLOG_Path=L:\\translog\n"
STATISTICS = (
    "  Server.Name = Mail01/Acme\n  Server.ElapsedTime = 12 days 01:02:03\n  Mail.Delivered = 1\n  Mail.Dead = 0\n"
)
LISTING = """\
Smart Array P440ar in Slot 0 (Embedded)
   Bus Interface: PCI
   Slot: 0
   Serial Number: PDNLH0BRH8Y5XY

   Array: A
      Interface Type: SAS

      Logical Drive: 1
         Size: 279.4 GB
         Fault Tolerance: 1
         Strip Size: 256 KB
         Status: OK
         Caching:  Enabled
         Disk Name: /dev/sda
"""
HINTS = [
    ({"notes.ini": NOTES}, "buffer-pool-reads-low", "the output of `show stat` on the server's console"),
    ({"notes.ini": NOTES, "show-stat.txt": STATISTICS}, "buffer-pool-reads-low", "`show stat Database.Database.Buffer"),
    ({"notes.ini": NOTES, "show-stat.txt": STATISTICS}, "mailbox-access-conflicts", "`show stat Mail.Mailbox.*`"),
    ({"notes.ini": NOTES.replace("12.0.2", "6.5")}, "buffer-pool-left-to-grow", "the machine's memory, "),
    ({"notes.ini": NOTES}, "buffer-pools-exceed-memory", None),
    ({"notes.ini": NOTES + "PartitionNumber=1\n"}, "buffer-pools-exceed-memory", None),
    (
        {"notes.ini": NOTES + "PartitionNumber=2\n"},
        "buffer-pools-exceed-memory",
        "the files of the machine's other servers",
    ),
    ({"notes.ini": NOTES}, "write-cache-unprotected", "listings of RAID controllers"),
    ({"notes.ini": NOTES, "ssacli.txt": LISTING}, "raid5-for-writes", None),
    ({"notes.ini": NOTES, "ssacli.txt": LISTING}, "write-cache-unprotected", "the controller's cache and battery: "),
    (
        {"notes.ini": NOTES, "ssacli.txt": LISTING},
        "cache-ratio-not-write-heavy",
        "the physical drives",
    ),
]


@pytest.mark.parametrize(("files", "rule", "hint"), HINTS)
def test_a_hint_names_what_is_missing(files, rule, hint, domlint, tmp_path):
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    report = json.loads(domlint("check", "--format", "json").stdout)
    [judged] = [one.id for one in pack.builtin().rules if one.name == rule]
    rows = [row["rules"][judged] for row in report["unknown"] if judged in row["rules"]]
    hints = [report["hints"][place]["collect"] for row in rows for place in row]
    assert any(one.startswith(hint) for one in hints) if hint else hints == [], hints


def test_of_a_server_of_unknown_platform_no_other_platform_s_matters_come_first(domlint, tmp_path):
    (tmp_path / "ssacli.txt").write_text(LISTING)
    text = " ".join(domlint("check").out.split())
    assert "Not judged: aix" not in text
    assert "To judge more: lsdev" not in text

"""Fault recovery: the verdict now and from the next start on."""

import json

import pytest

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 14.0\nDirectory=D:\\Data\n"
DXL = (
    "<?xml version='1.0'?>\n<document xmlns='http://www.lotus.com/dxl' form='Server'>\n"
    "<item name='ServerName'><text>CN=Mail01/O=Acme</text></item>\n<item name='FREnbld'><text>{}</text></item>\n"
    "</document>\n"
)
SHOWN = "> show server\nHCL Domino (r) Server (64 Bit) (Release 14.0 for Windows/64) 11/20/2026 08:48:12 PM\n\n"
SHOWN += "Server name:            Mail01/Acme - Mail\nFault Recovery:         {}\n"
NOT_ENABLED, ENABLED = SHOWN.format("Not Enabled"), SHOWN.format("Enabled")
FROM_INI = "FaultRecoveryFromIni=1\n"
BOTH = ["now", "next start"]

CASES = [  # lines of NOTES.INI, FREnbld, the console; how it is judged, and in which views it is a fault
    ("", "", "", "unknown", []),
    ("FaultRecovery=1\n", "", "", "passed", []),
    ("FaultRecovery=0\n", "", "", "failed", BOTH),
    ("FaultRecovery=yes\n", "", "", "unknown", []),
    ("FaultRecovery=1\nFaultRecovery=0\n", "", "", "unknown", []),
    ("", "1", "", "passed", []),
    ("", "0", "", "failed", BOTH),
    ("", "", NOT_ENABLED, "failed", BOTH),
    ("", "", ENABLED, "passed", []),
    ("FaultRecovery=1\n", "", NOT_ENABLED, "failed", ["now"]),
    ("FaultRecovery=1\n", "0", "", "failed", ["next start"]),
    ("FaultRecovery=0\n", "1", "", "failed", ["now"]),
    ("", "1", NOT_ENABLED, "failed", ["now"]),
    ("", "0", ENABLED, "failed", ["next start"]),
    (FROM_INI + "FaultRecovery=0\n", "1", "", "failed", BOTH),
    (FROM_INI + "FaultRecovery=1\n", "0", "", "passed", []),
    (FROM_INI, "1", "", "unknown", []),  # the document is passed over, and NOTES.INI says nothing
]


@pytest.mark.parametrize(("lines", "item", "console", "verdict", "views"), CASES)
def test_it_is_judged_by_what_runs_and_by_what_the_next_start_will_make_of_it(
    lines, item, console, verdict, views, domlint, tmp_path
):
    files = {"notes.ini": INI + lines, "server.dxl": DXL.format(item) if item else "", "console.txt": console}
    for name, text in files.items():
        if text:
            (tmp_path / name).write_text(text)
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    found = [one for one in report["findings"] if one["name"] == "fault-recovery-off"]
    left_open = {rule for row in report["unknown"] for rule in row["rules"]}
    assert ("failed" if found else "unknown" if "SYS002" in left_open else "passed") == verdict
    assert [view for one in found for view in one.get("views") or BOTH] == views

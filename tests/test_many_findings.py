"""A file that gives a rule a finding on each of its lines: all are reported, and a baseline knows each of them."""

import json

import pytest
from judged import report_of
from laid import lay

INI = (
    "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2FP3\n"
    "NotesProgram=/opt/hcl/domino/notes/latest/linux\n"
)
PROGRAM = "<document form='Program'>" + "".join(
    f"<item name='{name}'><text>{text}</text></item>"
    for name, text in (
        ("Type", "Program"), ("Program", "fixup"), ("CmdLine", "x{0}.nsf"), ("Source", "CN=Mail01/O=Acme"), ("Enabled", "1")
    )
) + "</document>\n"  # fmt: skip
DXL = ("<?xml version='1.0'?>\n<database xmlns='http://www.lotus.com/dxl' version='12.0'>\n", "</database>\n")
FAMILIES = {  # a file beside NOTES.INI, the line of each finding, and what stands before and behind these lines
    "lines": ("notes.ini", "LDAP_BindPW{0}=Winter{0}\n", INI, ""),
    "debug settings": ("notes.ini", "Debug_X{0}=1\nDEBUG_{0}_OUT=1\n", INI, ""),
    "full volumes": ("df.txt", "/dev/sd{0} 1000000 999000 1000 99% /local/notesdata/v{0}\n",
        "Filesystem 1024-blocks Used Available Capacity Mounted on\n", ""),
    "programs": ("directory.dxl", PROGRAM, *DXL),
}  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
def test_the_work_grows_as_the_lines_do(family, tmp_path, work):
    name, line, head, tail = FAMILIES[family]

    def check(number):
        text = head + "".join(line.format(at) for at in range(number)) + tail
        return report_of([lay(tmp_path / str(number), {"notes.ini": INI, name: text})])

    check(2)  # what is made once
    few, many = (work(lambda number=number: check(number)) for number in (50, 200))
    assert many < 4.4 * few


@pytest.fixture
def checked(domlint, tmp_path):
    """Checks a NOTES.INI with so many repeated settings: the exit code, the JSON report and the text."""

    def check(number, *words, to="now.json"):
        lines = "".join(f"LDAP_Bind{at}=a\nLDAP_Bind{at}=b\n" for at in range(number))
        lay(tmp_path / "srv", {"notes.ini": INI + lines})
        words = ("--select", "setting-repeated", *words, "--format", f"json:{to}", "--format", "text:out.txt")
        done = domlint("check", "srv", *words)
        return done.returncode, json.loads((tmp_path / to).read_text()), (tmp_path / "out.txt").read_text()

    return check


def test_all_are_reported_and_the_text_stays_short(checked):
    code, report, text = checked(500)
    assert (code, len(report["findings"])) == (1, 500)
    assert len({one["fingerprint"] for one in report["findings"]}) == 500
    assert len(text.splitlines()) < 30


@pytest.mark.parametrize(("now", "code", "new", "gone"), [(60, 0, 0, 0), (61, 1, 1, 0), (40, 0, 0, 20)])
def test_a_baseline_knows_each_of_them(now, code, new, gone, checked):
    checked(60, to="then.json")
    exit_code, report, _ = checked(now, "--baseline", "then.json")
    assert (exit_code, [one["known"] for one in report["findings"]].count(False)) == (code, new)
    assert (report["baseline"]["still_there"], report["baseline"]["gone"]) == (60 - gone, gone)


def test_explain_prints_so_many_and_how_many_more(domlint, tmp_path):
    lines = "".join(f"LDAP_Bind{at}=a\nLDAP_Bind{at}=b\n" for at in range(212))
    lay(tmp_path / "srv", {"notes.ini": INI + lines})
    done = domlint("explain", "setting-repeated", "--for", "srv")
    assert "12 more verdicts" in done.out
    assert "ldap_bind199 " in done.out.lower()
    assert "ldap_bind200 " not in done.out.lower()

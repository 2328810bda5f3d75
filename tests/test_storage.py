"""Storage evidence as an administrator gives it: several files in one folder, some of them bad."""

import json
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent.parent / "fixtures"
NOTES = (FIXTURES / "linux-12.0.2-good" / "notes.ini").read_bytes() + b"Server_Session_Timeout=90\n"
SSACLI = (FIXTURES / "linux-12.0.2-good" / "ssacli.txt").read_text(encoding="utf-8")
MDADM = "/dev/md0:\n        Version : 1.2\n     Raid Level : raid1\n   Raid Devices : 2\n          State : clean\n"
DF = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 9 4 5 50% /\n"
LOG_ON_TWO = '[[array]]\nname = "log"\n\n[[volume]]\nmount = "/local/translog"\narray = "log"\n'


@pytest.fixture
def judged(domlint, tmp_path):
    """Checks a good server with these files beside its notes.ini: the JSON report and what was said on stderr."""

    def check(**files):
        (tmp_path / "notes.ini").write_bytes(NOTES)
        for name, content in files.items():
            path = tmp_path / name.replace("_", ".")
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        done = domlint("check", ".", "--isolated", "--format", "json", cwd=tmp_path)
        assert (done.returncode == 2) == (not json.loads(done.stdout)["complete"]), done.err
        assert "Traceback" not in done.err
        return json.loads(done.stdout), done.err

    return check


BAD = {
    "cut in the middle of a line": ({"ssacli_txt": SSACLI[: SSACLI.index("Fault Tolerance: 1+0") + 10]}, "ssacli.txt:"),
    "NUL bytes": ({"ssacli_txt": SSACLI.replace("Bus Interface", "Bus\0Interface")}, "ssacli.txt:3"),
    "another tool's output below": ({"ssacli_txt": SSACLI + MDADM}, "the output of mdadm begins"),
    "a mount table below": ({"ssacli_txt": SSACLI + "/dev/sda1 on / type ext4 (rw)\n"}, "the output of mount begins"),
    "a listing above": ({"df_txt": DF + SSACLI}, "the output of ssacli begins"),
    "an array that nobody lists": ({"storage_toml": LOG_ON_TWO.replace('array = "log"', 'array = "logs"')},
        "logs, of which no"),
    "an error in place of output": ({"ssacli_txt": "Error: No controllers detected.\n"}, "ssacli.txt:1"),
    "JSON that breaks off": ({"lsblk_json": '{"blockdevices": [{"name":"sda", "type":"disk", "mountp'}, "lsblk.json:1"),
    "TOML that breaks off": ({"storage_toml": '[[array]]\nname = "da'}, "storage.toml:2"),
    "an unknown word": ({"storage_toml": '[[array]]\nname = "a"\nmedia = "tape"\n'}, "storage.toml:3"),
    "two files that contradict": ({"ssacli_txt": SSACLI, "storage_toml": LOG_ON_TWO}, "where it is, is unknown"),
}  # fmt: skip


@pytest.mark.parametrize(("files", "line"), BAD.values(), ids=BAD)
def test_bad_input_gets_a_clear_line_and_the_rest_is_judged(files, line, judged):
    report, said = judged(**files)
    assert line in said
    assert {one["name"] for one in report["findings"]} == {"session-timeout-long"}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_what_powershell_redirects_is_read(encoding, judged, left_open):
    report, said = judged(ssacli_txt=SSACLI.replace("\n", "\r\n").encode(encoding))
    assert said == ""
    assert not left_open(report) & {"write-cache-unprotected", "array-degraded", "raid5-for-writes"}


def test_two_controllers_in_two_files_are_one_server(judged):
    second = (
        SSACLI.replace("Slot 0", "Slot 1").replace("Slot: 0", "Slot: 1").replace("Mount Points: /", "Mount Points: /x/")
    )
    report, _ = judged(
        a_txt=SSACLI, b_txt=second.replace("Battery/Capacitor Status: OK", "Battery/Capacitor Status: Failed")
    )
    found = [one for one in report["findings"] if one["name"] == "write-cache-battery-failed"]
    assert len(report["servers"]) == 1
    assert [one["subject"] for one in found] == ["controller slot 1"]


SECRET = "login password=hunter2"
QUOTING = {  # where a reader met text of the file that it could not read
    "ssacli": f"Error: The specified device does not have any logical drives. ({SECRET})\n",
    "cciss": f"/dev/sda: (Smart Array P1) RAID 5 Volume 0 status: OK.\ncciss_vol_status: open {SECRET}\n",
    "megacli": f"Adapter 0: Get BBU Status Failed.\nAdapter 0: {SECRET} failed\nExit Code: 0x01\n",
    "storcli": f"CLI Version = 007.1\nController = 0\nStatus = Failure\nDescription = {SECRET}\n",
    "storcli_json": json.dumps({"Controllers": [{"Command Status": {"Status": "Failure", "Description": SECRET}}]}),
    "mdadm": f"/dev/{SECRET.replace(' ', '/')}:\n           Version : 1.2\n",
}


@pytest.mark.parametrize("tool", QUOTING)
def test_no_secret_in_a_line_that_could_not_be_read_is_printed(tool, domlint, tmp_path):
    (tmp_path / "notes.ini").write_bytes(NOTES)
    (tmp_path / "raid.txt").write_text(QUOTING[tool], encoding="utf-8")
    files = [arg for name in ("json", "sarif") for arg in ("--format", f"{name}:report.{name}")]
    done = domlint("check", ".", "--isolated", "--format", "text", *files, cwd=tmp_path)
    printed = [done.out, done.err, *((tmp_path / f"report.{name}").read_text("utf-8") for name in ("json", "sarif"))]
    assert "raid.txt" in done.err
    assert not [text for text in printed if "hunter2" in text]

"""No file, server or finding of a large input is dropped."""

import json

import pytest
from test_archives import zipped

from advisor import limits

EIGHT_LINES = (
    "[Notes]\nKitType=2\nServerName=Mail{0:05}/Acme\nDirectory=/local/notesdata\n"
    "ServerTasks=Router,HTTP\nTRANSLOG_Status=0\nMailServer=Mail{0:05}/Acme\nDomain=Acme\n"
)
DOCUMENT = "<document form='Server'><item name='ServerName'><text>CN=Mail{:05}/O=Acme</text></item></document>\n"


def folders(number, text):
    return {f"s{at:05}/notes.ini": text.format(at).encode() for at in range(number)}


def lay(folder, files):
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


FLEETS = {
    "401 servers of 1 KB": (folders(401, EIGHT_LINES + "Comment=" + 800 * "x" + "\n"), 401),
    "an export of 300 server documents": (
        {"names.dxl": ("<database xmlns='http://www.lotus.com/dxl'>" + "".join(map(DOCUMENT.format, range(300))) + "</database>").encode()},
        300,
    ),
    "120 servers in the config maps of a file": (
        {
            "maps.json": json.dumps(
                {
                    "kind": "List",
                    "items": [
                        {"kind": "ConfigMap", "metadata": {"name": f"m{at}"}, "data": {"notes.ini": EIGHT_LINES.format(at)}}
                        for at in range(120)
                    ],
                }
            ).encode()
        },
        120,
    ),
    "40 servers beside an archive of 310": (
        folders(40, EIGHT_LINES) | {"aaa.zip": zipped({f"{at}/notes.ini": "[Notes]\nKitType=2\n" for at in range(310)})},
        350,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "number"), FLEETS.values(), ids=FLEETS)
def test_all_servers_are_checked(files, number, domlint, tmp_path):
    lay(tmp_path, files)
    done = domlint("check", ".", "--isolated", "--format", "ndjson", "--jobs", "1", "--fail-on", "never", cwd=tmp_path)
    *servers, last = map(json.loads, done.out.splitlines())
    assert (len(servers), last["complete"], done.returncode, done.err) == (number, True, 0, "")


def test_a_long_notes_ini_is_read_to_its_end(domlint, tmp_path):
    many = "".join(f"VendorSetting_{number}=1\n" for number in range(19_990))
    (tmp_path / "notes.ini").write_text(f"[Notes]\nKitType=2\nDirectory=/d\n{many}TRANSLOG_Status=0\n")
    done = domlint("check", "notes.ini", "--isolated", "--select", "LOG001", "--format", "json", cwd=tmp_path)
    report = json.loads(done.out)
    assert ([one["rule"] for one in report["findings"]], report["complete"]) == (["LOG001"], True)


STAMP = "[0012:0002-0F3C] 11/09/2026 01:32:{:02} AM  "
CRASH = STAMP.format(59) + "HTTP JVM: java.lang.OutOfMemoryError: Java heap space\n"


@pytest.mark.parametrize("packed", [False, True], ids=["on disk", "in an archive"])
def test_the_newest_part_of_a_large_console_log_is_read(packed, domlint, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_CONSOLE_LOG_BYTES", 1024**2)
    lines = "".join(f"{STAMP.format(number % 59)}Database Server line {number}\n" for number in range(20_000))
    files = {"notes.ini": EIGHT_LINES.format(1), "console.log": lines + CRASH}
    if packed:
        (tmp_path / "all.zip").write_bytes(zipped(files))
    else:
        lay(tmp_path, {name: text.encode() for name, text in files.items()})
    done = domlint("check", ".", "--isolated", "--format", "json", "--fail-on", "never", cwd=tmp_path)
    report = json.loads(done.out)
    assert "java-heap-ran-out" in {one["name"] for one in report["findings"]}
    assert (done.returncode, report["complete"]) == (0, True)
    path = "all.zip!console.log" if packed else "console.log"
    assert [one["path"] for one in report["unread"] if "newest part" in one["reason"]] == [path]

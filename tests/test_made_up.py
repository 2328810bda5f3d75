"""What nobody writes by accident: headers, dates and files that promise what cannot be. None of it takes a run down."""

import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile

import pytest

INI = b"[Notes]\nKitType=2\nServerName=Mail07/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"


def tar_with(pax):
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w", format=tarfile.PAX_FORMAT) as archive:
        member = tarfile.TarInfo("srv/notes.ini")
        member.size, member.pax_headers = len(INI), pax
        archive.addfile(member, io.BytesIO(INI))
    return held.getvalue()


def tar_of_size(size):
    """A member whose header tells a size in base 256, as large ones do."""
    member = tarfile.TarInfo("srv/notes.ini")
    raw = bytearray(member.tobuf(tarfile.GNU_FORMAT))
    raw[124:136] = b"\x80" + size.to_bytes(11, "big")
    raw[148:156] = b" " * 8
    raw[148:156] = b"%06o\0 " % sum(raw)
    return bytes(raw) + bytes(512 * 18)


def zip_without_name():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("n", INI)
    return (
        held.getvalue()
        .replace(b"\x01\x00\x00\x00n", b"\x00\x00\x00\x00n")
        .replace(b"\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", b"\x00\x00" + bytes(8))
    )


ARCHIVES = {
    "sparse map": tar_with({"GNU.sparse.map": "0,5,x", "GNU.sparse.size": "5"}),
    "sparse 1.0": tar_with({"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "5"}),
    "thousands of digits": tar_with({"GNU.sparse.map": "0,5", "GNU.sparse.size": "9" * 5000}),
    "a size beyond the world": tar_of_size(2**86),
    "a name of no letters": zip_without_name(),
}


@pytest.mark.parametrize("kind", ARCHIVES)
def test_a_made_up_archive_costs_itself_alone(kind, domlint, tmp_path):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "notes.ini").write_bytes(INI.replace(b"Mail07", b"Mail01"))
    (tmp_path / "z.bin").write_bytes(ARCHIVES[kind])
    done = domlint("check", ".", "--isolated", "--format", "json")
    told = json.loads(done.out)
    assert "Mail01/Acme" in [server["name"] for server in told["servers"]]
    assert done.returncode in ({2} if "Mail07/Acme" not in str(told["servers"]) else {0, 1, 2})
    assert [error["where"][:5] for error in told["errors"]] in ([["z.bin"]], []) or told["complete"] is False


WAIVED = '[[waive]]\nrule = "LOG001"\nreason = "agreed"\nuntil = "2030-01-01"\n'


@pytest.mark.parametrize("epoch", ["99999999999999999999", "9" * 5000, "-1", "1e9", ""])
def test_a_made_up_date_is_none(epoch, domlint, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    (tmp_path / "notes.ini").write_bytes(INI)
    (tmp_path / "domlint.toml").write_text(WAIVED)
    assert domlint("check", "notes.ini", "--fail-on", "never").returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder that somebody works in")
@pytest.mark.parametrize(("path", "code"), [("{}/notes.ini", 0), ("../notes.ini", 2), (".", 2), ("", 2)])
def test_a_working_directory_that_is_gone_brings_nothing_down(path, code, tmp_path):
    (tmp_path / "notes.ini").write_bytes(INI)
    (tmp_path / "gone").mkdir()
    check = f"{sys.executable} -m advisor check {path.format(tmp_path)} --isolated --fail-on never"
    line = f"cd {tmp_path}/gone && rmdir ../gone && {check}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr and "internal error" not in done.stderr

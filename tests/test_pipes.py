"""What a shell hands over instead of a file: pipes, FIFOs and standard input, of any size; and what cannot be opened."""

import os
import re
import threading

import pytest

from advisor import limits, readers

POSIX = pytest.mark.skipif(os.name == "nt", reason="no such pipes there")
INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
DXL = """\
<?xml version='1.0' encoding='utf-8'?>
<document xmlns='http://www.lotus.com/dxl' form='Server'>
<item name='ServerName' names='true'><text>CN=Mail01/O=Acme</text></item>
<item name='Filler'><text>{}</text></item>
<item name='TRANSLOG_Status'><number>1</number></item>
</document>
"""


def long_ini(size):
    """A NOTES.INI of a size, whose last line must not be lost."""
    filler = "".join(f"Setting{number}={'x' * 990}\n" for number in range(size // 1_000 + 1))
    return (INI + filler)[: size - 20].rpartition("\n")[0] + "\nTRANSLOG_Status=0\n"


def fed(text, path):
    """Writes a text into a FIFO, or a pipe's descriptor, from another thread, as far as somebody reads it."""

    def feed():
        try:
            descriptor = path if isinstance(path, int) else os.open(path, os.O_WRONLY)
            with os.fdopen(descriptor, "wb") as pipe:
                pipe.write(text.encode())
        except BrokenPipeError:
            pass

    thread = threading.Thread(target=feed)
    thread.start()
    return thread


def through_a_pipe(run, text):
    """What `run` gives of the path by which a shell names a pipe that holds a text."""
    end, beginning = os.pipe()
    thread = fed(text, beginning)
    try:
        return run(f"/dev/fd/{end}")
    finally:
        os.close(end)
        thread.join()


SIZES = [100, readers.HEAD - 1, readers.HEAD, readers.HEAD + 1, 1_000_000]


@POSIX
@pytest.mark.parametrize("size", SIZES)
def test_a_pipe_is_read_like_the_file(size, domlint, tmp_path):
    text = long_ini(size) if size > 100 else INI + "TRANSLOG_Status=0\n"
    (tmp_path / "notes.ini").write_text(text)
    of_file = domlint("check", "notes.ini", "--isolated", "--format", "json")
    of_pipe = through_a_pipe(lambda path: domlint("check", path, "--isolated", "--format", "json"), text)
    assert of_pipe.returncode == 1
    assert of_pipe.out.replace("pipe-1", "notes.ini") == of_file.out.replace(f"{tmp_path.name}/", "")


@POSIX
@pytest.mark.parametrize("name", ["f", "notes.ini"])
@pytest.mark.parametrize("text", [long_ini(200_000), DXL.format("x" * 200_000)], ids=["ini", "dxl"])
def test_a_fifo_is_read_once_and_whole(name, text, domlint, tmp_path):
    os.mkfifo(tmp_path / name)
    (tmp_path / "file").write_text(text)
    thread = fed(text, tmp_path / name)
    of_fifo = domlint("facts", name)
    thread.join()
    assert of_fifo.err == ""
    assert "translog_status" in of_fifo.out
    assert re.sub(rf"\b{re.escape(name)}:", "file:", of_fifo.out) == domlint("facts", "file").out


@POSIX
def test_documents_come_through_a_pipe_beside_the_server_s_notes_ini(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    done = through_a_pipe(lambda path: domlint("facts", "notes.ini", path), DXL.format("x" * 200_000))
    assert re.search(r"doc\.server\.translog_status +1 +pipe-1:5:", done.out)
    assert done.err == ""


@POSIX
def test_a_pipe_that_is_named_twice_is_read_once_and_names_a_server_without_a_name(domlint):
    done = through_a_pipe(lambda path: domlint("facts", path, path), "[Notes]\nKitType=2\n")
    assert done.out.startswith("pipe-1\n")


@POSIX
@pytest.mark.parametrize("text", [long_ini(300_000), DXL.format("x" * 300_000)], ids=["ini", "dxl"])
def test_of_a_pipe_without_end_no_more_is_read_than_a_file_may_have(text, domlint, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 100_000)
    os.mkfifo(tmp_path / "f")
    thread = fed(text, tmp_path / "f")
    done = domlint("check", "f", "--isolated")
    thread.join()
    assert "larger than 1 GB" in done.err


def test_standard_input_has_the_same_limit(domlint, monkeypatch):
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 100_000)
    done = domlint("check", "-", "--isolated", stdin=long_ini(300_000).encode())
    assert done.err == "domlint: stdin: larger than 1 GB\n"
    assert done.returncode == 2

"""Reports in files: the old one or the new one, whole, never through a link, never an input, never two in one."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from importlib import import_module

import pytest

from advisor import writers
from advisor.cli import report_files
from advisor.cli.report_files import LineWriter

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\n"
PIPE = 65536  # bytes that a pipe holds
LONGEST = "x" * 256
# Its report fills a pipe twice, and any disk.
LONG = INI + "".join(f"Vendor_{number} =1\nLong_{number}={LONGEST}\n" for number in range(300))
FEW_BYTES = f"ulimit -f 4; exec {sys.executable} -B -m advisor"  # -B: or Python would leave bytecode that is cut
POSIX = pytest.mark.skipif(os.name == "nt", reason="links, modes and signals are POSIX")
NOT_ROOT = pytest.mark.skipif(os.name != "nt" and os.geteuid() == 0, reason="root may write anywhere")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "notes.ini").write_text(INI)
    (tmp_path / "report.json").write_text("old")
    return tmp_path


def files(folder):
    return {
        path.relative_to(folder).as_posix(): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


def lay(folder):
    """Everything that a report must not be written to."""
    (folder / "victim.txt").write_text("of somebody else")
    (folder / "folder").mkdir()
    (folder / "rules").mkdir()
    (folder / "rules" / "site.toml").write_text("")
    (folder / "fine.toml").write_text("")
    (folder / "srv" / "old.bak").write_text("of last year")
    (folder / "srv" / "below").mkdir()
    (folder / "srv" / "below" / "ssacli9.txt").write_text("no reader takes it")
    (folder / "srv" / "yesterday.json").write_text("1 server: no findings\n")
    (folder / "old.json").write_text('{"schema_version": 2, "findings": []}')
    if os.name != "nt":
        (folder / "link.json").symlink_to("victim.txt")
        (folder / "dangling.json").symlink_to("nowhere.txt")
        (folder / "null.json").symlink_to(os.devnull)
        (folder / "alias").symlink_to("srv")
    os.link(folder / "srv" / "notes.ini", folder / "srv" / "again.json")
    (folder / "srv" / "storage.toml").write_text('[[array]]\nname = "a"\n')
    os.link(folder / "srv" / "storage.toml", folder / "stored.json")


REFUSED = [
    ("folder", "a folder; name a file in it"),
    ("new/", "a folder; name a file in it"),
    (".", "a folder; name a file in it"),
    ("/", "a folder; name a file in it"),
    ("no/such/report.json", "no such folder"),
    ("report.json/inside.json", "no such folder"),
    ("x" * 300, "File name too long"),
    ("srv/notes.ini", "a name that inputs have; a report is never written there"),
    ("NOTES.INI", "a name that inputs have; a report is never written there"),
    ("storage.toml", "a name that inputs have; a report is never written there"),
    ("names.nsf", "a name that inputs have; a report is never written there"),
    ("server.id", "a name that inputs have; a report is never written there"),
    ("srv/again.json",
        "lies in what is checked and is no json report of domlint; write the report to a file of its own"),
    ("srv/old.bak", "lies in what is checked and is no json report of domlint"),
    ("srv/below/ssacli9.txt", "lies in what is checked and is called as inputs are; choose another name"),
    ("srv/show-stat.txt", "lies in what is checked and is called as inputs are; choose another name"),
    ("srv/x.ini", "lies in what is checked and is called as inputs are; choose another name"),
    ("srv/X.INI", "lies in what is checked and is called as inputs are; choose another name"),
    ("srv/yesterday.json", "lies in what is checked and is no json report of domlint"),
    ("stored.json", "it is read as an input; write the report elsewhere"),
    ("./srv/../srv/again.json", "lies in what is checked and is no json report of domlint"),
    ("old.json", "it is the baseline; write the report to a file of its own"),
    ("fine.toml", "it is the configuration; write the report to a file of its own"),
    ("rules/site.toml", "it is a rule; write the report to a file of its own"),
]  # fmt: skip
LINKS = [
    ("link.json", "a link, which is not followed; name the file itself"),
    ("dangling.json", "a link, which is not followed; name the file itself"),
    ("null.json", "a link, which is not followed; name the file itself"),
    ("alias/again.json", "lies in what is checked and is no json report of domlint"),
    ("alias/x.ini", "lies in what is checked and is called as inputs are; choose another name"),
]


@pytest.mark.parametrize("way", [["--format={}:{}"], ["--format={}", "--output-file={}"]])
def test_what_no_report_is_written_to(way, domlint, folder):
    lay(folder)
    before, wrong = files(folder), []
    for file, why in REFUSED + LINKS * (os.name != "nt"):
        words = [way[0].format("json", file), *(word.format(file) for word in way[1:])]
        given = ["--config=fine.toml"] if file == "fine.toml" else ["--baseline=old.json"] if file == "old.json" else []
        done = domlint("check", "srv", *words, *given, *["--rules=rules"] * ("rules" in file))
        if (done.returncode, done.out, why in done.err, files(folder)) != (2, "", True, before):
            wrong.append((file, done))
    assert wrong == []


def test_a_file_given_as_an_argument_is_no_output_though_nothing_reads_it(domlint, folder):
    done = domlint("check", "report.json", "srv", "--format", "json:report.json")
    assert (done.returncode, (folder / "report.json").read_text()) == (2, "old")


TWICE = [
    ("new.json", "new.json"),
    ("new.json", "./new.json"),
    ("new.json", "folder/../new.json"),
    ("report.json", "again.json"),
    ("report.json", "{folder}/report.json"),
]


@pytest.mark.parametrize(("one", "other"), TWICE)
def test_two_formats_in_one_file_are_refused(one, other, domlint, folder):
    (folder / "folder").mkdir()
    os.link(folder / "report.json", folder / "again.json")
    before = files(folder)
    done = domlint("check", "srv", f"--format=json:{one}", f"--format=text:{other.format(folder=folder)}")
    assert (done.returncode, done.out, files(folder)) == (2, "", before)
    assert "another format goes there" in done.err


def test_an_old_report_in_the_folder_that_is_read_is_written_anew(domlint, folder):
    for _ in range(2):
        done = domlint("check", "srv", "--format=json:srv/report.json", "--format=text:srv/report.txt")
        assert (done.returncode, done.err) == (1, "")
    assert json.loads((folder / "srv" / "report.json").read_bytes())["findings"]
    assert sorted(path.name for path in (folder / "srv").iterdir()) == ["notes.ini", "report.json", "report.txt"]


OLD = {
    "json": ["--format=json"],
    **{name: [f"--format={name}"] for name in ("csv", "github", "gitlab", "junit", "markdown")},
    "ndjson": ["--format=ndjson"],
    "sarif": ["--format=sarif"],
    "html": ["--format=html"],
    "tickets": ["--format=tickets"],
    "text": ["--format=text"],
    "text, in colour": ["--format=text", "--color=always"],
    "text, quiet": ["--format=text", "--quiet"],
    "text, narrow": ["--format=text"],
    "concise": ["--format=concise"],
    "concise, in colour": ["--format=concise", "--color=always"],
}
LAID = {"two": ["srv", "two"], "none": ["nothing"], "well": ["srv", "--select=TASK001"]}


@pytest.mark.parametrize(
    ("old", "laid"), [(old, laid) for old in OLD for laid in LAID if laid == "two" or old in writers.FORMATS]
)
def test_inside_what_is_checked_a_report_goes_over_one_of_its_format_alone(old, laid, domlint, folder, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20" if "narrow" in old else "100")
    for name in ("two", "nothing"):
        (folder / name).mkdir()
    (folder / "two" / "notes.ini").write_text(INI.replace("Mail01", "Mail02"))
    (folder / "report.old").write_bytes(domlint("check", *LAID[laid], "--isolated", *OLD[old]).stdout)
    own = old.partition(",")[0]
    for format in writers.FORMATS if laid == "two" else [own]:
        (folder / "srv" / "report.old").write_bytes((folder / "report.old").read_bytes())
        done = domlint("check", "srv", "--isolated", f"--format={format}:srv/report.old")
        nothing_there = not (folder / "report.old").read_bytes()
        assert (done.returncode != 2) == (nothing_there or format == own)


def test_a_report_whose_lines_end_as_on_windows_is_one(domlint, folder):
    old = domlint("check", "srv", "--format=concise").stdout
    (folder / "srv" / "report.old").write_bytes(old.replace(b"\n", b"\r\n"))
    assert domlint("check", "srv", "--format=concise:srv/report.old").returncode == 1


def test_that_it_is_a_report_a_long_text_tells_at_its_end(domlint, folder):
    (folder / "srv" / "report.old").write_bytes(b" x\n" * 40_000 + domlint("check", "srv").stdout)
    assert domlint("check", "srv", "--format=text:srv/report.old").returncode == 1
    (folder / "srv" / "report.old").write_bytes(domlint("check", "srv").stdout + b" x\n" * 40_000)
    assert domlint("check", "srv", "--format=text:srv/report.old").returncode == 2


@pytest.mark.parametrize("name", ["report.json", "report.txt", "findings.sarif", "domlint.json", "2026-01-01.json"])
def test_a_new_name_that_no_input_has_may_lie_in_what_is_checked(name, domlint, folder):
    done = domlint("check", "srv", f"--format=json:srv/{name}")
    assert (done.returncode, done.err) == (1, "")


def test_beside_what_is_checked_a_report_goes_over_anything(domlint, folder):
    assert domlint("check", "srv", "--format=json:report.json").returncode == 1
    assert domlint("check", "srv/notes.ini", "--format=json:srv/x.ini").returncode == 1
    done = domlint("check", "srv/notes.ini", "--with-folder", "--format=json:srv/y.ini")
    assert (done.returncode, done.out) == (2, "")


STDOUT = ["-", "/dev/stdout", "/dev/fd/1"]


@pytest.mark.parametrize("name", STDOUT)
def test_standard_output_by_its_names(name, domlint, folder):
    plain = domlint("check", "srv", "--format=json")
    assert domlint("check", "srv", f"--format=json:{name}").stdout == plain.stdout
    assert domlint("check", "srv", "--format=json", f"--output-file={name}").stdout == plain.stdout
    done = domlint("check", "srv", "--format=text", f"--format=json:{name}")
    assert (done.returncode, done.out) == (2, "")


@POSIX
def test_devices_pipes_and_what_a_shell_opened(domlint, domlint_process, folder):
    assert domlint("check", "srv", "--format=json:/dev/null", "--format=sarif:/dev/null").returncode == 1
    assert domlint("check", "srv", "--format=json:/dev/full").returncode == 2
    os.mkfifo(folder / "pipe")
    took = []
    reader = threading.Thread(target=lambda: took.append((folder / "pipe").read_bytes()))
    reader.start()
    assert domlint("check", "srv", "--format=json:pipe").returncode == 1
    reader.join()
    assert json.loads(took[0])["findings"]
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)
    command = f"{sys.executable} -m advisor check srv --format json:/dev/fd/7 7>seventh.json"
    assert subprocess.run(command, shell=True, cwd=folder, capture_output=True, check=False).returncode == 1
    assert json.loads((folder / "seventh.json").read_bytes())["findings"]


NO_DESCRIPTORS = ["/dev/fd/99999", "/dev/fd/999999999", "/dev/fd/99999999999", "/dev/fd/" + "9" * 5000]


@POSIX
@pytest.mark.parametrize("name", NO_DESCRIPTORS, ids=len)
def test_a_descriptor_that_cannot_be_is_wrong_use(name, domlint, folder):
    for words in (["check", name], ["check", "srv", f"--format=json:{name}"], ["fix", "srv", f"--output-file={name}"]):
        done = domlint(*words, "--isolated")
        assert (done.returncode, "internal error" in done.err) == (2, False)


@POSIX
def test_a_name_that_somebody_laid_out_is_not_followed(domlint, folder):
    (folder / "victim.txt").write_text("of somebody else")
    for name in ("report.json.domlint-new", ".domlint-new", "report.json.tmp"):
        (folder / name).symlink_to("victim.txt")
    assert domlint("check", "srv", "--format", "json:report.json").returncode == 1
    assert (folder / "victim.txt").read_text() == "of somebody else"
    assert json.loads((folder / "report.json").read_bytes())["findings"]


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o604])
def test_the_mode_is_kept(mode, domlint, folder):
    (folder / "report.json").chmod(mode)
    domlint("check", "srv", "--format=json:report.json", "--format=text:new.txt")
    assert stat.S_IMODE((folder / "report.json").stat().st_mode) == mode
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((folder / "new.txt").stat().st_mode) == 0o666 & ~mask


@POSIX
@NOT_ROOT
def test_what_may_not_be_written_is_said_before(domlint, folder):
    (folder / "report.json").chmod(0o400)
    done = domlint("check", "srv", "--format=json:report.json")
    assert (done.returncode, done.out, done.err) == (2, "", "domlint: report.json: permission denied\n")


def test_a_write_that_breaks_off_leaves_the_old_file_and_nothing_else(folder):
    for burst in (OSError(28, "No space left on device"), SystemExit(143), KeyboardInterrupt()):
        with pytest.raises(type(burst)), report_files.saving(str(folder / "report.json")) as stream:
            stream.write(b"half")
            raise burst
    assert files(folder) == {"report.json": b"old", "srv/notes.ini": INI.encode()}


def bursting(call):
    """A function that a signal ends the run behind."""

    def burst(*arguments, **more):
        call(*arguments, **more)
        raise SystemExit(143)

    return burst


@POSIX
@pytest.mark.parametrize("call", ["os.open", "fcntl.flock", "os.fsync", "os.chmod"])
def test_a_signal_at_any_moment_leaves_nothing_beside_a_file(call, folder, monkeypatch):
    module, name = call.split(".")
    monkeypatch.setattr(call, bursting(getattr(import_module(module), name)))
    with pytest.raises(SystemExit), report_files.saving(str(folder / "report.json")) as stream:
        stream.write(b"new")
    assert files(folder) == {"report.json": b"old", "srv/notes.ini": INI.encode()}


@POSIX
def test_owner_and_mode_go_to_the_file_that_was_written_whatever_has_its_name_by_then(folder, monkeypatch):
    (folder / "of-root").write_text("of root")
    (folder / "of-root").chmod(0o600)
    (folder / "report.json").chmod(0o666)
    sync = os.fsync

    def swapped(descriptor):
        (part,) = [path for path in folder.iterdir() if path.name.startswith(".domlint-")]
        part.unlink()
        part.symlink_to("of-root")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", swapped)
    with report_files.saving(str(folder / "report.json")) as stream:
        stream.write(b"new")
    assert (folder / "of-root").stat().st_mode & 0o777 == 0o600


@POSIX
def test_a_link_that_takes_a_pipe_s_place_is_not_written_through(folder, monkeypatch):
    os.mkfifo(folder / "pipe")
    (folder / "victim.txt").write_text("of somebody else")
    real = report_files.Path.lstat

    def swapped(path):
        before = real(path)
        if path.name == "pipe":
            path.unlink()
            path.symlink_to("victim.txt")
        return before

    monkeypatch.setattr(report_files.Path, "lstat", swapped)
    with pytest.raises(OSError, match="symbolic links"), report_files.saving(str(folder / "pipe")):
        pass
    assert (folder / "victim.txt").read_text() == "of somebody else"


def test_two_at_once_leave_one_whole_file(folder):
    target = str(folder / "report.json")
    with report_files.saving(target) as one, report_files.saving(target) as other:
        one.write(b"one")
        other.write(b"the other")
    assert files(folder) == {"report.json": b"one", "srv/notes.ini": INI.encode()}


@POSIX
def test_a_full_disk_is_said_and_the_old_report_stands(folder):
    limited = f"{FEW_BYTES} check srv --format json:report.json"
    (folder / "srv" / "notes.ini").write_text(LONG)
    done = subprocess.run(["bash", "-c", limited], cwd=folder, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (2, b"domlint: report.json: File too large\n")
    assert sorted(files(folder)) == ["report.json", "srv/notes.ini"]
    assert (folder / "report.json").read_text() == "old"


@POSIX
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_a_signal_leaves_nothing_behind(number, code, domlint_process, folder):
    (folder / "sitecustomize.py").write_text(
        "import os, signal, advisor.cli.report_files as saving\nreal = os.fsync\n"
        f"signal.signal({int(number)}, signal.SIG_DFL)\n"  # whoever runs the tests may ignore it, as nohup does
        f"def burst(descriptor):\n    real(descriptor)\n    os.kill(os.getpid(), {int(number)})\n"
        "os.fsync = burst\n"
    )
    done = domlint_process("check", "srv", "--format=json:report.json", env={"PYTHONPATH": str(folder)})
    assert done.returncode == code
    assert (folder / "report.json").read_text() == "old"
    assert not [name for name in files(folder) if ".domlint-" in name]


@POSIX
def test_a_signal_that_is_to_be_ignored_is(folder):
    command = f"trap '' TERM; exec {sys.executable} -m advisor check srv --format json:report.json"
    (folder / "sitecustomize.py").write_text(
        f"import os\nreal = os.fsync\ndef burst(descriptor):\n    os.kill(os.getpid(), {int(signal.SIGTERM)})\n"
        "os.fsync = burst\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


BUFFERED, UNBUFFERED = {"PYTHONUNBUFFERED": ""}, {"PYTHONUNBUFFERED": "1"}  # empty is off


@POSIX
@pytest.mark.parametrize("format", ["json", "text"])
@pytest.mark.parametrize("env", [BUFFERED, UNBUFFERED])
def test_a_stream_that_takes_little_at_a_time_gets_all_of_it(env, format, folder):
    (folder / "srv" / "notes.ini").write_text(LONG)
    command = [sys.executable, "-m", "advisor", "check", "srv", "--full", "--format", format, "--isolated"]
    env = {**os.environ, **env}  # given to both: readline sets COLUMNS behind Python's back
    plain = subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False)
    assert len(plain.stdout) > 2 * PIPE
    read, write = os.pipe()
    os.set_blocking(write, False)
    with subprocess.Popen(command, cwd=folder, env=env, stdout=write, stderr=subprocess.PIPE) as run:
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            assert pipe.read() == plain.stdout
        assert (run.wait(), run.stderr.read()) == (plain.returncode, plain.stderr)


@POSIX
@pytest.mark.parametrize("format", ["json", "text"])
@pytest.mark.parametrize("env", [BUFFERED, UNBUFFERED])
def test_a_stream_that_takes_no_more_is_said(env, format, folder):
    (folder / "srv" / "notes.ini").write_text(LONG)
    command = f"{FEW_BYTES} check srv --full --format {format} > out"
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env={**os.environ, **env}, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, b"domlint: cannot write: File too large\n")


BUILD_COMMANDS = ["::error ::x", "::stop-commands::x", "##[error]##teamcity[x]", "##vso[task.complete]x"]
SHOWN = [
    (["check", "."], 1),
    (["check", ".", "--group-by=rule"], 1),
    (["check", ".", "--quiet"], 1),
    (["check", ".", "--color=always"], 1),
    (["check", ".", "--format=concise"], 1),
    (["check", ".", "--list-files"], 0),
    (["facts", "."], 0),
    (["facts", ".", "--exclusions"], 0),
    (["fix", ".", "--format=markdown"], 1),
    (["diff", "{}", "{}2", "--format=markdown"], 1),
    (["settings", "."], 0),
    (["settings", ".", "--format=markdown"], 0),
    (["check", ".", "{}"], 2),
    (["check", ".", "--select={}"], 2),
]


@pytest.mark.skipif(os.name == "nt", reason="no folder of Windows has a colon in its name")
@pytest.mark.parametrize("name", BUILD_COMMANDS)
@pytest.mark.parametrize(("words", "code"), SHOWN)
def test_nothing_that_is_printed_is_a_command_to_what_runs_the_build(words, code, name, domlint, tmp_path):
    for folder in (name, f"{name}2"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "notes.ini").write_text(f"{INI}FaultRecovery=0\n".replace("Mail01/Acme", folder))
        raid0 = f'[[array]]\nname = "{folder}"\nlevel = "0"\n[[volume]]\nmount = "/"\narray = "{folder}"\n'
        (tmp_path / folder / "storage.toml").write_text(raid0)
    done = domlint(words[0], *(word.format(name if words[0] == "diff" else f"{name}3") for word in words[1:]))
    assert done.returncode == code
    lines = re.sub("\x1b\\[[0-9;]*m", "", f"{done.out}\n{done.err}").splitlines()
    assert [line for line in lines if re.match(r"\s*::|.*##(vso|teamcity)?\[", line)] == []


def test_a_signal_behind_the_first_of_two_files_of_lines_leaves_neither(folder, monkeypatch):
    begun = []

    def burst(file):
        begun.append(file)
        if len(begun) == 2:
            raise SystemExit(143)
        return real(file)

    real = report_files.saving
    monkeypatch.setattr(report_files, "saving", burst)
    with pytest.raises(SystemExit) as held, LineWriter([str(folder / "report.json"), str(folder / "b")], None, None):
        pass
    assert files(folder) == {"report.json": b"old", "srv/notes.ini": INI.encode()}
    del held  # while a run's end is held, nothing of it goes by itself


@POSIX
def test_the_signal_by_which_windows_closes_a_console_is_heard(domlint, monkeypatch):
    monkeypatch.setattr(signal, "SIGBREAK", signal.SIGUSR1, raising=False)
    installed = {}
    monkeypatch.setattr(signal, "signal", lambda number, handler: installed.update({number: handler}))
    assert domlint("--version").returncode == 0
    with pytest.raises(SystemExit):
        installed[signal.SIGUSR1](signal.SIGUSR1, None)


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_line_that_is_begun_is_written_before_a_signal_ends_the_run(number):
    def ended(which, _):
        raise SystemExit(128 + which)

    before = signal.signal(number, ended)
    written = []
    try:
        with pytest.raises(SystemExit), report_files._uninterrupted():
            signal.raise_signal(number)
            written.append("the rest of the line")
        assert (written, signal.getsignal(number)) == (["the rest of the line"], ended)
        signal.signal(number, signal.SIG_IGN)
        with report_files._uninterrupted():
            signal.raise_signal(number)
        assert signal.getsignal(number) == signal.SIG_IGN
    finally:
        signal.signal(number, before)

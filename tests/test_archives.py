"""Archives are read like folders, within limits. Members that cannot be read are named."""

import gzip
import io
import json
import pickle
import struct
import tarfile
import zipfile
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from laid import gather, lay

from advisor import limits
from advisor.derive import Overrides
from advisor.judging import assess
from advisor.pack import builtin
from advisor.servers.contents import packing
from advisor.servers.exclude import Exclude
from advisor.servers.walk import LEFT_OUT

CATALOGUE = builtin().catalogue


def ini(name="A", *lines):
    return "\n".join(["[Notes]", "KitType=2", "Directory=/d", f"ServerName={name}", *lines]) + "\n"


STAT = "> show stat\n  Mem.PhysicalRAM = 1073741824\n  Server.Users = 3\n"
OSLEVEL = "7100-03-05-1524\n"
FOLDER = {
    "k/srv1/notes.ini": ini("A", "TRANSLOG_Status=0"), "k/srv1/sub/stat.txt": STAT, "k/srv2/notes.ini": ini("B"),
    "k/srv2/old/notes.ini": ini("B"), "k/oslevel.txt": OSLEVEL, "k/srv2/names.nsf": "[Notes]\n", "k/readme.md": "hello\n",
    "k/srv3/Ümläut/notes.ini": ini("C"),
}  # fmt: skip


def zipped(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def tarred(files, mode="w", form=tarfile.PAX_FORMAT, **more):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=form) as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            raw = text if isinstance(text, bytes) else text.encode()
            member.size = len(raw)
            for key, value in more.items():
                setattr(member, key, value)
            archive.addfile(member, io.BytesIO(raw))
    return out.getvalue()


class Unseekable(io.BytesIO):
    """A stream that a zip is written to with descriptors behind its members."""

    def seekable(self):
        return False

    def seek(self, *_):
        raise OSError

    def tell(self):
        raise OSError


def with_descriptors(files):
    out = Unseekable()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def zip64(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
                member.write(text.encode())
    return out.getvalue()


def run(*arguments, **options):
    gathered = gather([str(one) for one in arguments], options.pop("stdin", bytes), catalogue=CATALOGUE, **options)
    servers, unread = assess.servers_of(gathered.files, CATALOGUE, Overrides())
    return servers, gathered.unread + unread


def told(servers):
    return [(one.name, one.named_by, [(file.path, file.taken_by) for file in one.files]) for one in servers]


@pytest.fixture
def top(tmp_path, monkeypatch):
    (tmp_path / "top").mkdir()
    monkeypatch.chdir(tmp_path / "top")
    return tmp_path / "top"


PACKED = {
    "deflated zip": zipped(FOLDER),
    "stored zip": zipped(FOLDER, zipfile.ZIP_STORED),
    "zip with descriptors": with_descriptors(FOLDER),
    "zip64": zip64(FOLDER),
    "zip of Windows' own": zipped({name.replace("/", "\\"): text for name, text in FOLDER.items()}),
    "tar": tarred(FOLDER),
    "tar as GNU writes it": tarred(FOLDER, form=tarfile.GNU_FORMAT),
    "old tar": tarred(FOLDER, form=tarfile.USTAR_FORMAT),
    "tar of collect": tarred({f"./{name}": text for name, text in FOLDER.items()}),
    "tar.gz": tarred(FOLDER, "w:gz"),
    "tar.gz, the other way round": tarred(dict(reversed(FOLDER.items())), "w:gz"),
}


@pytest.mark.parametrize("name", ["x.zip", "notes.ini"])
@pytest.mark.parametrize("raw", PACKED.values(), ids=PACKED)
def test_an_archive_is_read_like_a_folder_whatever_it_is_called(raw, name, top):
    lay(top, {f"plain/{path}": text for path, text in FOLDER.items()} | {f"packed/{name}": raw})
    expected, left = run("plain")
    for argument in ("packed", f"packed/{name}"):
        servers, unread = run(argument)
        assert json.loads(json.dumps(told(servers)).replace(f"packed/{name}!", "plain/")) == json.loads(json.dumps(told(expected)))  # fmt: skip
        assert [(one.path.replace(f"packed/{name}!", "plain/"), one.reason) for one in unread] == [(one.path, one.reason) for one in left]  # fmt: skip


def test_an_archive_beside_another_state_of_its_server_leaves_it_the_name(top):
    lay(
        top,
        {
            "a.zip": zipped({"m/notes.ini": ini()}),
            "b/m/notes.ini": ini("A", "TRANSLOG_Status=1"),
            "0.tgz": tarred({"m/notes.ini": ini()}, "w:gz"),
        },
    )
    servers, _ = run(".")
    assert {one.files[0].path: one.name for one in servers} == {
        "b/m/notes.ini": "A", "0.tgz!m/notes.ini": "A (0.tgz!m)", "a.zip!m/notes.ini": "A (a.zip!m)"}  # fmt: skip
    both, _ = run("a.zip", "0.tgz")
    assert sorted(one.name for one in both) == ["A", "A (m)"]


PAIR = {
    "servers/m1/notes.ini": ini("A", "TRANSLOG_Status=0"),
    "servers/m1/stat.txt": STAT,
    "servers/m2/notes.ini": ini("B"),
}
BELOW = {path.removeprefix("servers/"): text for path, text in PAIR.items()}
OLDER = PAIR | {"servers/m2/notes.ini": ini("B", "TRANSLOG_Status=1")}
MORE = PAIR | {"servers/m1/oslevel.txt": OSLEVEL}
KEPT = {"servers/m2/old/notes.ini": ini("B")}
ABOVE = {"servers/oslevel.txt": OSLEVEL}
BOTH = ("servers", ["A", "B"])
COPIES = [  # what is unpacked, the archive, its bytes; folder and servers of the copies, and all servers of the report
    pytest.param(PAIR, "servers.zip", zipped(PAIR), BOTH, ["A", "B"], id="zip"),
    pytest.param(PAIR, "servers.tgz", tarred(PAIR, "w:gz"), BOTH, ["A", "B"], id="tar.gz"),
    pytest.param(PAIR, "old/x.zip", zipped(BELOW), BOTH, ["A", "B"], id="another place"),
    pytest.param(PAIR | ABOVE, "servers.zip", zipped(PAIR | ABOVE), BOTH, ["A", "B"], id="file above both"),
    pytest.param(PAIR | KEPT, "servers.zip", zipped(PAIR | KEPT), BOTH, ["A", "B"], id="a copy of notes.ini beside it"),
    pytest.param(MORE, "servers.zip", zipped(PAIR), BOTH, ["A", "B"], id="the folder holds more"),
    pytest.param(PAIR, "servers.zip", zipped(OLDER), ("servers/m1", ["A"]), ["A", "B", "B (servers.zip!servers/m2)"], id="one server differs"),
    pytest.param(
        PAIR, "servers.zip", zipped(MORE), ("servers/m2", ["B"]),
        ["A", "A (servers.zip!servers/m1)", "B"], id="the archive holds more of one",
    ),
    pytest.param(PAIR, "b.zip", zipped({"m/notes.ini": ini("C")}), None, ["A", "B", "C"], id="another server"),
]  # fmt: skip


def checked(top, domlint):
    return json.loads(domlint("check", ".", "--isolated", "--format", "json", cwd=top).stdout)


@pytest.mark.parametrize(("unpacked", "name", "packed", "copies", "servers"), COPIES)
def test_a_server_in_a_folder_and_in_an_archive_is_checked_once(unpacked, name, packed, copies, servers, top, domlint):
    lay(top, unpacked)
    alone = checked(top, domlint)
    lay(top, {name: packed})
    report = checked(top, domlint)
    rows = [{"archive": name, "folder": copies[0], "servers": copies[1]}] if copies else []
    assert (alone["packed_copies"], report["packed_copies"], report["complete"]) == ([], rows, True)
    assert sorted(one["name"] for one in report["servers"]) == servers
    if copies == BOTH:
        assert {key for key in report if report[key] != alone[key]} == {"packed_copies", "unread"}


def test_a_server_in_an_archive_is_named_by_its_folder_or_by_the_archive(top):
    lay(top, {"mail01.tar.gz": tarred({"notes.ini": "[Notes]\nKitType=2\n"}, "w:gz"), "x.zip": zipped({"m/notes.ini": "[Notes]\nKitType=2\n"})})  # fmt: skip
    assert [(one.name, one.named_by) for one in run(".")[0]] == [("mail01", "folder"), ("m", "folder")]


EXCLUDED = [  # the patterns, what they leave out below k/, in the order of a walk, and the servers that are left
    (("srv1", "srv3"), ["srv1", "srv3"], ["B"]),
    (("srv1/", "*/srv3/*"), ["srv1", "srv3/\u00dcml\u00e4ut"], ["B"]),
    (("stat.txt", "names.nsf", "old", "old/notes.ini"), ["srv1/sub/stat.txt", "srv2/names.nsf", "srv2/old"], ["A", "B", "C"]),
    (("nothing.ini",), [], ["A", "B", "C"]),
]  # fmt: skip


@pytest.mark.parametrize(("patterns", "left_out", "names"), EXCLUDED)
@pytest.mark.parametrize("raw", [PACKED["deflated zip"], PACKED["tar.gz"]], ids=["zip", "tar.gz"])
def test_exclude_holds_in_archives_and_what_it_leaves_out_is_named(raw, patterns, left_out, names, top):
    lay(top, {f"plain/{path}": text for path, text in FOLDER.items()} | {"packed/x.zip": raw})
    for argument, begin in (("plain", "plain/k/"), ("packed", "packed/x.zip!k/"), ("packed/x.zip", "packed/x.zip!k/")):
        servers, unread = run(argument, exclude=Exclude(patterns, top))
        assert [one.name for one in servers] == names
        assert sorted(one.path for one in unread if one.reason == LEFT_OUT) == [f"{begin}{path}" for path in left_out]
        assert not any(one.problem for one in unread if one.reason == LEFT_OUT)


def test_with_its_folder_an_archive_is_no_context(top):
    lay(top, {"notes.ini": ini(), "x.zip": zipped({"notes.ini": ini("B")})})
    servers, unread = run("notes.ini", with_folder=True)
    assert ([one.name for one in servers], [one.path for one in unread]) == (["A"], ["x.zip"])


OTHERS = {  # the bytes, and what it is called
    b"7z\xbc\xaf\x27\x1c" + bytes(100): "a 7z archive: unpack it first",
    b"Rar!\x1a\x07\x01\x00" + bytes(100): "a rar archive: unpack it first",
    b"MSCF\0\0\0\0" + bytes(100): "a cab archive: unpack it first",
    b"\xfd7zXZ\0" + bytes(100): "packed with xz: unpack it first",
    b"BZh91AY&SY" + bytes(100): "packed with bzip2: unpack it first",
    gzip.compress(ini().encode()): "packed with gzip: unpack it first",
}


@pytest.mark.parametrize(("raw", "reason"), OTHERS.items(), ids=OTHERS.values())
def test_what_is_packed_otherwise_is_named(raw, reason, top):
    lay(top, {"x/notes.ini": ini(), "x/b.ini": raw})
    servers, unread = run("x")
    assert ([one.name for one in servers], [(one.path, one.reason) for one in unread]) == (["A"], [("x/b.ini", reason)])


INNER = {name: PACKED[name] for name in ("deflated zip", "tar.gz")}
OUTER = {"zip": zipped, "tar": tarred, "tar.gz": lambda files: tarred(files, "w:gz")}


@pytest.mark.parametrize("outer", OUTER.values(), ids=OUTER)
@pytest.mark.parametrize("raw", INNER.values(), ids=INNER)
def test_an_archive_in_an_archive_is_read_like_a_folder(raw, outer, top):
    lay(top, {f"plain/all/m1/{path}": text for path, text in FOLDER.items()} | {"packed/all": outer({"m1": raw})})
    expected, left = run("plain")
    for argument in ("packed", "packed/all"):
        servers, unread = run(argument)
        shown = json.dumps(told(servers)).replace("packed/all!m1!", "plain/all/m1/")
        assert json.loads(shown) == json.loads(json.dumps(told(expected)))
        assert [(one.path.replace("packed/all!m1!", "plain/all/m1/"), one.reason) for one in unread] == [(one.path, one.reason) for one in left]  # fmt: skip
        for file in (file for one in servers for file in one.files):
            again = pickle.loads(pickle.dumps(file))  # noqa: S301 -- it is our own
            assert file.opened().data == again.opened().data == FOLDER[file.path.rpartition("!")[2]].encode()


def test_a_server_in_an_archive_within_one_is_named_by_the_inner_one(top):
    inner = {
        f"sub/mail{number:02}.tar.gz": tarred({"notes.ini": "[Notes]\nKitType=2\n"}, "w:gz") for number in range(5)
    }
    lay(top, {"all.zip": zipped(inner)})
    servers, unread = run("all.zip")
    assert [one.name for one in servers] == [f"mail{number:02}" for number in range(5)]
    assert servers[0].files[0].path == "all.zip!sub/mail00.tar.gz!notes.ini"
    assert not unread
    assert len(run("all.zip", exclude=Exclude(("all.zip/sub/mail01.tar.gz/notes.ini", "mail02.tar.gz"), top))[0]) == 3


REPORT = b'{"schema_version": 2, "complete": true, "tool": {"name": "domlint"}}\n'


def locked(files):
    raw = bytearray(zipped(files))
    raw[raw.rfind(b"PK\x01\x02") + 8] |= 1
    return bytes(raw)


DEEP = zipped({"b.tgz": tarred({"c.zip": zipped({"notes.ini": ini()})}, "w:gz")})
LACKING = {  # what lies in a folder or is named, and what of it is not read, with the reason
    "too deep": ({"a.zip": DEEP}, [("a.zip!b.tgz!c.zip", "an archive in an archive in an archive: unpack it first")]),
    "7z in a zip": ({"a.zip": zipped({"m.7z": b"7z\xbc\xaf\x27\x1c" + bytes(100)})}, [("a.zip!m.7z", "a 7z archive: unpack it first")]),
    "rar in a tar.gz": ({"a.tgz": OUTER["tar.gz"]({"m": b"Rar!\x1a\x07\x01\x00" + bytes(600)})}, [("a.tgz!m", "a rar archive: unpack it first")]),
    "7z": ({"m.7z": b"7z\xbc\xaf\x27\x1c" + bytes(100)}, [("m.7z", "a 7z archive: unpack it first")]),
    "tar.bz2": ({"m.tar.bz2": b"BZh91AY&SY" + bytes(100)}, [("m.tar.bz2", "packed with bzip2: unpack it first")]),
    "notes.ini.gz": ({"notes.ini.gz": gzip.compress(ini().encode())}, [("notes.ini.gz", "packed with gzip: unpack it first")]),
    "damaged": ({"a.zip": zipped({"m.zip": DEEP[:-30]})}, [("a.zip!m.zip", "a zip archive without its end, or a damaged one: none of it was read")]),
    "a link called like a listing": (
        {"a.tar": tarred({"ssacli1.txt": ""}, type=tarfile.SYMTYPE, linkname="ssacli9.txt")},
        [("a.tar!ssacli1.txt", "a link or a device, which is not followed")],
    ),
    "a link called like none": ({"a.tar": tarred({"x": ""}, type=tarfile.SYMTYPE, linkname="y")}, []),
    "a locked listing": ({"a.zip": locked({"s/show-stat.txt": "x"})}, [("a.zip!s/show-stat.txt", "it is locked with a password")]),
    "a locked file of no format": ({"a.zip": locked({"s/x.txt": "x"})}, []),
    "an empty notes.ini in an archive": ({"a.zip": zipped({"b/notes.ini": ""})}, [("a.zip!b/notes.ini", "empty")]),
    "an empty archive in one": ({"a.zip": zipped({"b.zip": b""})}, [("a.zip!b.zip", "empty")]),
    "a report": ({"b/notes.ini": REPORT}, [("b/notes.ini", "a report of domlint")]),
    "a report in an archive": ({"a.zip": zipped({"b/notes.ini": REPORT})}, [("a.zip!b/notes.ini", "a report of domlint")]),
    "a report of no input's name": ({"report.json": REPORT}, []),
    "a log of old": ({"console.log.gz": gzip.compress(b"hello")}, []),
    "a program": ({"a.zip": zipped({"m.jar": zipped({"x.jar": DEEP})})}, []),
}  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), LACKING.values(), ids=LACKING)
def test_a_report_without_an_archive_that_may_hold_servers_is_not_whole(files, expected, top, domlint):
    lay(top, {"x/notes.ini": ini(), **{f"x/{name}": raw for name, raw in files.items()}})
    done = domlint("check", "x", "--isolated", "--quiet", "--fail-on=never", "--format", "json", cwd=top)
    report = json.loads(done.out)
    assert (done.returncode, report["complete"]) == ((2, False) if expected else (0, True))
    errors = [(one["where"], one["message"]) for one in report["errors"] or ()]
    assert errors == [(f"x/{path}", reason) for path, reason in expected]
    assert all(f"x/{path}: {reason}" in done.err for path, reason in expected)


@pytest.mark.parametrize(("name", "reason"), [("a.zip", "in an archive in an archive"), ("m.7z", "a 7z archive")])
def test_an_archive_that_is_named_and_not_read_is_said(name, reason, top, domlint):
    lay(top, {"a.zip": DEEP, "m.7z": b"7z\xbc\xaf\x27\x1c" + bytes(100)})
    done = domlint("check", name, "--isolated", cwd=top)
    assert (done.returncode, reason in done.err) == (2, True)


@pytest.mark.parametrize(("inner", "outer"), [("zip", "tar.gz"), ("tar.gz", "zip"), ("tar", "tar")])
def test_the_limits_of_an_archive_include_the_archives_in_it(inner, outer, top, monkeypatch):
    packed = OUTER[inner]({f"{name}/notes.ini": ini() for name in "abc"})
    lay(top, {"x": OUTER[outer]({f"{number}.x": packed for number in range(3)})})
    assert len(run("x")[0]) == 9
    with monkeypatch.context() as patch:
        patch.setattr(limits, "MAX_ARCHIVE_FILES", 8)
        servers, unread = run("x")
    assert len(servers) == 8
    assert [bool(one.what) for one in unread if "files that domlint reads" in one.reason] == [True]
    monkeypatch.setattr(limits, "MAX_UNPACKED_BYTES", 3 * len(packed) + 6 * len(ini()))
    servers, unread = run("x")
    assert len(servers) < 9
    assert any("1 GB" in one.reason and one.what for one in unread)


SPARSE = "\0" * (8 * 1024**2)  # packs a thousand times
NOT_TAKEN = {  # a member that no reader takes, in front of a server
    "a core file": {"s1/core": SPARSE},
    "a database": {"mail.nsf": SPARSE},
    "a text": {"s1/other.txt": "hello\n" * 1_000_000},
    "a member that is too large": {"s1/notes.ini": "[Notes]\n" + SPARSE * 3},
}


@pytest.mark.parametrize("members", NOT_TAKEN.values(), ids=NOT_TAKEN)
def test_a_member_that_is_not_read_does_not_count(members, top, monkeypatch):
    monkeypatch.setattr(limits, "MAX_UNPACKED_BYTES", 5 * 1024**2)  # of the last one 4 MB are read
    monkeypatch.setattr(limits, "MAX_ARCHIVE_FILES", 2)
    lay(top, {"x.zip": zipped({**members, "s2/notes.ini": ini("B")})})
    servers, _ = run("x.zip")
    assert [one.name for one in servers] == ["B"]


@pytest.mark.parametrize("raw", [PACKED["stored zip"], PACKED["tar"], PACKED["tar.gz"]])
def test_an_archive_on_standard_input_is_named(raw, top):
    servers, unread = run("-", stdin=lambda: iter([raw]))
    assert ([one.name for one in servers], [(one.reason, one.what) for one in unread]) == (
        [], [("an archive that comes through a pipe: give it as a file", "not read")])  # fmt: skip


def test_an_old_tar_without_a_sign_is_one():
    block = bytearray(tarred({"notes.ini": ini()})[:512])
    block[257:265] = bytes(8)
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    assert packing(bytes(block)) == "tar"
    assert packing(ini().encode().ljust(600, b"\0")) == ""


OUT, TWICE = "its name leads out of the archive", "another file of this name stands before it in the archive"
NAMES = {  # a member's name, and why it is not read; a reason for either kind of archive
    "../notes.ini": (OUT, OUT),
    "a/../../notes.ini": (OUT, OUT),
    "/etc/notes.ini": (OUT, OUT),
    "C:/x/notes.ini": (OUT, OUT),
    "C:\\x\\notes.ini": (OUT, OUT),
    "..\\notes.ini": (OUT, None),  # in a tar a letter like others
    "\\\\host\\notes.ini": (OUT, None),
    "a\x1b[2J/notes.ini": ("its name holds control characters",) * 2,
    "/".join(["d"] * 40) + "/notes.ini": ("more than 32 folders deep",) * 2,
}


@pytest.mark.parametrize(("name", "reasons"), NAMES.items(), ids=map(repr, NAMES))
def test_names_of_members(name, reasons, top):
    for raw, reason in zip((zipped({name: ini()}), tarred({name: ini()}), tarred({name: ini()}, "w:gz")), (*reasons, reasons[1]), strict=True):  # fmt: skip
        lay(top, {"x": raw})
        servers, unread = run("x")
        assert ([one.reason for one in unread], len(servers)) == ([reason] * bool(reason), not reason)
        assert all(one.path.startswith("x!") and "\x1b" not in one.path for one in unread)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_files_of_one_name_the_first_is_read(top):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("notes.ini", ini("A"))
        archive.writestr("notes.ini", ini("B"))
    for raw in (out.getvalue(), tarred({"notes.ini": ini("A")})[:1024] + tarred({"notes.ini": ini("B")})):
        lay(top, {"x": raw})
        servers, unread = run("x")
        assert ([one.name for one in servers], [(one.path, one.reason) for one in unread]) == (
            ["A"],
            [("x!notes.ini", TWICE)],
        )


def test_names_that_differ_in_case_alone_are_two(top):
    lay(top, {"x.zip": zipped({"m/notes.ini": ini(), "M/notes.ini": ini()})})
    names = [one.name for one in run("x.zip")[0]]
    assert len({name.casefold() for name in names}) == 2


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_are_not_followed(kind, top):
    lay(top, {"x.tar": tarred({"notes.ini": ""}, type=kind, linkname="/etc/passwd"), "secret.ini": ini("S")})
    servers, unread = run("x.tar")
    assert ([one.name for one in servers], [one.reason for one in unread]) == (
        [],
        ["a link or a device, which is not followed"],
    )


def test_a_link_in_a_zip_is_not_followed(top):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        link = zipfile.ZipInfo("notes.ini")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    lay(top, {"x.zip": out.getvalue()})
    assert [one.reason for one in run("x.zip")[1]] == ["a link or a device, which is not followed"]


def test_what_is_locked_or_packed_in_another_way_is_named(top):
    lay(top, {"locked.zip": locked({"notes.ini": ini()}), "lzma.zip": zipped({"notes.ini": ini()}, zipfile.ZIP_LZMA)})
    assert {one.path: one.reason for one in run(".")[1]} == {
        "locked.zip!notes.ini": "it is locked with a password",
        "lzma.zip!notes.ini": "it is packed in a way that domlint does not read",
    }


def test_names_as_dos_wrote_them_are_read(top):
    raw = zipped({"xyz/notes.ini": ini()}).replace(b"xyz/", b"B\x81r/")
    lay(top, {"x.zip": raw})
    assert [one.path for one in run("x.zip")[0][0].files] == ["x.zip!Bür/notes.ini"]


BIG = ini("Z") + "x" * (20 * 1024**2) + "\n"


@pytest.mark.parametrize("pack", [zipped, lambda files: tarred(files, "w:gz")], ids=["zip", "tar.gz"])
def test_a_bomb_costs_bounded_memory(pack, top, held):
    lay(top, {"x": pack({"a/notes.ini": ini(), "z/notes.ini": BIG})})
    servers, unread = run("x")
    assert [one.name for one in servers] == ["A"]
    assert [(one.path, one.reason[:17], bool(one.what)) for one in unread] == [
        ("x!z/notes.ini", "larger than 1 MB,", True)
    ]
    most = 60 * 1024**2
    assert held(lambda: run("x"), most) < most


def test_limits(top, monkeypatch):
    monkeypatch.setattr(limits, "MAX_ARCHIVE_FILES", 3)
    many = {f"{number}/notes.ini": ini(f"S{number}") for number in range(5)}
    lay(top, {"a.zip": zipped(many), "b.tar": tarred(many), "b.tgz": tarred(many, "w:gz")})
    for name, number, reason in (
        ("a.zip", 3, "it holds more than 10,000 files that domlint reads: the rest of it was not read"),
        ("b.tgz", 3, "it holds more than 10,000 files that domlint reads: the rest of it was not read"),
    ):
        servers, unread = run(name)
        assert (len(servers), [(one.path, one.reason.partition(";")[0], bool(one.what)) for one in unread]) == (
            number,
            [(name, reason, True)],
        )


def test_a_header_larger_than_any_is_not_read(top):
    raw = tarred({"notes.ini": ini(), "d/" * 40_000 + "n": "x"}, form=tarfile.GNU_FORMAT)
    lay(top, {"x.tar": raw})
    servers, unread = run("x.tar")
    assert ([one.name for one in servers], ["header" in one.reason for one in unread]) == (["A"], [True])


def test_of_a_tar_that_ends_early_the_beginning_is_judged(top, domlint):
    random = Random(7)
    for mode in ("w", "w:gz"):
        raw = tarred(
            {"a/notes.ini": ini(), "b/notes.ini": ini("B", *(random.randbytes(30).hex() for _ in range(200)))}, mode
        )
        lay(top, {"x": raw[: len(raw) // 2]})
        servers, unread = run("x")
        assert [one.name for one in servers] == ["A"]
        assert unread
        assert all(one.what for one in unread)
        done = domlint("check", "x", "--isolated", "--format", "json", cwd=top)
        assert (done.returncode, json.loads(done.out)["complete"]) == (2, False)


def test_a_zip_without_its_end_is_named(top, domlint):
    lay(top, {"x.zip": PACKED["deflated zip"][:-30]})
    done = domlint("check", "x.zip", "--isolated", cwd=top)
    assert (done.returncode, "x.zip: a zip archive without its end" in done.err) == (2, True)


def test_a_damaged_member_of_a_zip_is_named_and_the_others_are_judged(top):
    raw = bytearray(zipped({"a/notes.ini": ini(), "b/notes.ini": ini("B")}, zipfile.ZIP_STORED))
    raw[raw.index(b"ServerName=B") + 11] ^= 1
    lay(top, {"x.zip": bytes(raw)})
    servers, unread = run("x.zip")
    assert ([one.name for one in servers], [(one.path, one.reason) for one in unread]) == (
        ["A"], [("x.zip!b/notes.ini", "the archive is damaged at this file")])  # fmt: skip


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kind=st.sampled_from(["deflated zip", "stored zip", "zip64", "tar", "tar.gz"]), data=st.data())
def test_no_damage_is_more_than_trouble(kind, data, tmp_path_factory):
    """Cut anywhere, or with bytes changed: never an exception, and in a packed .zip never a server that is not there.

    In another archive a byte may be another one, of which a .tar.gz tells at its end, and a .tar never.
    """
    raw = bytearray(PACKED[kind])
    if data.draw(st.booleans()):
        del raw[data.draw(st.integers(0, len(raw))) :]
    for _ in range(data.draw(st.integers(0, 4))):
        if raw:
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    place = tmp_path_factory.mktemp("damaged") / "x"
    place.write_bytes(bytes(raw))
    servers, unread = run(place)
    names = {one.plain_name for one in servers if one.named_by == "ServerName"}
    assert names <= {"A", "B", "C"} or kind != "deflated zip"
    assert len(servers) + len(unread) > 0 or not raw


def test_of_a_tar_gz_with_a_wrong_checksum_it_is_said(top):
    raw = bytearray(PACKED["tar.gz"])
    raw[-8] ^= 1
    lay(top, {"x.tgz": bytes(raw)})
    assert [one.reason for one in run("x.tgz")[1] if one.what] == [
        "the archive ends early or is damaged: not all of it was read"
    ]


def test_sizes_that_a_zip_tells_wrongly_cost_no_memory(top, held):
    raw = bytearray(zipped({"notes.ini": BIG}))
    for sign, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = raw.rfind(sign) + place
        raw[at : at + 4] = struct.pack("<I", 1000)
    lay(top, {"x.zip": bytes(raw)})
    servers, unread = run("x.zip")
    assert ([one.name for one in servers], [one.reason for one in unread]) == (
        [],
        ["the archive is damaged at this file"],
    )
    most = 4 * 1024**2
    assert held(lambda: run("x.zip"), most) < most

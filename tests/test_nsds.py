"""NSDs beside a server's other files: what they tell counts where nothing else does, and of several the newest's."""

import json

import data
import pytest

NSD = data.text("nsds/nsd.txt")
INI = "[Notes]\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nKitType=2\nA=1\n"
OLD, NEW = "nsd_all_mail01_2026_01_02@03_04_05.log", "nsd_all_mail01_2026_01_03@03_04_05.log"


def nsd(setting, name="Mail01/Acme", used=500):
    return NSD.format(name, setting, used)


CASES = [  # files, then of each server its settings A and B
    ({"notes.ini": INI, NEW: nsd("A=2\nB=1")}, {"Mail01/Acme": {"ini.a": "1"}}),  # a setting that is gone is gone
    ({NEW: nsd("A=2\nB=1")}, {"Mail01/Acme": {"ini.a": "2", "ini.b": "1"}}),
    ({OLD: nsd("A=1\nB=1"), NEW: nsd("A=2")}, {"Mail01/Acme": {"ini.a": "2"}}),
    ({NEW: nsd("A=2"), OLD: nsd("A=1\nB=1")}, {"Mail01/Acme": {"ini.a": "2"}}),
    ({NEW: nsd("A=1\nA=1")}, {"Mail01/Acme": {"ini.a": "1"}}),
    ({NEW: nsd("A=1"), OLD: nsd("A=2", "Mail02/Acme")}, {"Mail01/Acme": {"ini.a": "1"}, "Mail02/Acme": {"ini.a": "2"}}),
    ({"m1/notes.ini": INI, "m2/notes.ini": INI.replace("Mail01", "Mail02"), NEW: nsd("A=3")},
        {"Mail01/Acme": {"ini.a": "1"}, "Mail02/Acme": {"ini.a": "1"}}),
    ({NEW: nsd("A=2"), "cfg.txt": "> show config A\nA=3\n"}, {"Mail01/Acme": {"ini.a": "3"}}),
]  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), CASES)
def test_a_setting_comes_from_what_tells_most_surely(files, expected, domlint, tmp_path):
    for name, text in files.items():
        path = tmp_path / "run" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    done = domlint("facts", "run", "--format", "json")
    found = {
        server["server"]: {one["key"]: one["value"] for one in server["facts"] if one["key"] in {"ini.a", "ini.b"}}
        for server in json.loads(done.stdout)
    }
    assert found == expected


def test_of_volumes_df_itself_tells_more_surely(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / NEW).write_text(nsd(""))
    (tmp_path / "df.txt").write_text(
        "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sda2 1000 0 1000 0% /\n"
    )
    (server,) = json.loads(domlint("facts", ".", "--key", "volume.free", "--format", "json").stdout)
    told = [(fact["subject"], fact["value"]) for fact in server["facts"] if fact["key"] == "volume.free"]
    assert told == [
        ("volume /", "1024000"),
        ("volume /local", "512000"),
    ]


def test_a_volume_that_a_table_of_several_does_not_have_is_gone(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / NEW).write_text(nsd(""))
    rows = "/dev/sda2 1000 0 1000 0% /\n/dev/sdc1 1000 0 1000 0% /data\n"
    (tmp_path / "df.txt").write_text(f"Filesystem 1K-blocks Used Available Use% Mounted on\n{rows}")
    (server,) = json.loads(domlint("facts", ".", "--key", "volume.free", "--format", "json").stdout)
    told = [fact["subject"] for fact in server["facts"] if fact["key"] == "volume.free"]
    assert told == ["volume /", "volume /data"]


SHARED = """\
/dev/sda2 1000 900 100 90% /
/dev/sdb2 1000 500 500 50% /gone
nas:/notes 1000 500 500 50% /local
"""
LSBLK = "NAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINTS\nsda 8:0 0 9G 0 disk\n├─sda1 8:1 0 1G 0 part /boot\n└─sda2 8:2 0 8G 0 part /\n"
DF = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sda2 1000 0 1000 0% /\n/dev/sda1 1000 0 1000 0% /boot\n"
BESIDE = [  # other files, and of which volumes the NSD's df still counts
    ({"lsblk.txt": LSBLK}, ["/", "/local"]),
    (
        {
            "lsblk.json": json.dumps(
                {"blockdevices": [{"name": "a", "mountpoint": "/"}, {"name": "b", "mountpoint": "/x"}]})},
        ["/", "/local"]),
    ({"lsblk.txt": LSBLK, "df.txt": DF}, []),
    ({"df.txt": DF}, []),
    ({}, ["/", "/gone", "/local"]),
]  # fmt: skip


@pytest.mark.parametrize(("files", "counting"), BESIDE)
def test_a_network_share_of_an_nsd_is_not_gone_for_lsblk_does_not_list_it(files, counting, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    head = nsd("").partition("/dev/sda2")[0]
    for name, text in {NEW: head + SHARED, **files}.items():
        (tmp_path / name).write_text(text)
    (server,) = json.loads(domlint("facts", ".", "--key", "volume.free", "--format", "json").stdout)
    told = [fact for fact in server["facts"] if fact["key"] == "volume.free" and NEW in json.dumps(fact)]
    assert [fact["subject"].removeprefix("volume ") for fact in told] == counting


STATISTICS = """\
<@@ ------ Notes Data -> Server Data -> Server Statistics (Time 12:24:00) ------ @@>
  Mail.Dead = 7
  Server.Users = 12
"""


@pytest.mark.parametrize(
    ("stat", "expected"), [("", ["7", "12"]), ("> show stat mail\n  Mail.Dead = 1\n  Mail.Waiting = 2\n", ["1", "2"])]
)
def test_statistics_of_two_moments_are_not_mixed(stat, expected, domlint, tmp_path):
    (tmp_path / NEW).write_text(nsd("") + STATISTICS)
    (tmp_path / "stat.txt").write_text(stat)
    (server,) = json.loads(domlint("facts", ".", "--key", "stat", "--format", "json").stdout)
    assert [fact["value"] for fact in server["facts"] if fact["key"].startswith("stat.")] == expected


def test_an_older_nsd_and_one_of_another_server_are_named(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / OLD).write_text(nsd(""))
    (tmp_path / NEW).write_text(nsd(""))
    (tmp_path / "nsd_other.log").write_text(nsd("", "Mail02/Acme"))
    unread = json.loads(domlint("check", ".", "--format", "json").stdout)["unread"]
    assert {(one["path"], one["reason"]) for one in unread} == {
        (OLD, "an older NSD of the server; of several the newest counts"),
        ("nsd_other.log", "an NSD of another server, which is not in this run"),
    }


def test_a_server_of_which_only_an_nsd_is_given_is_graded(domlint, tmp_path):
    (tmp_path / NEW).write_text(nsd("TRANSLOG_Status=0"))
    (server,) = json.loads(domlint("check", ".", "--format", "json").stdout)["servers"]
    assert (server["name"], server["release"]["value"], server["platform"]) == ("Mail01/Acme", "12.0.2", "linux")
    assert server["grade"]

"""Hints name the input that is missing."""

import json

import data
import pytest

from advisor import pack

NOTES = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 12.0.2\nDirectory=D:\\Domino\n"
NOTES += "ServerTasks=Router,Replica,HTTP\nTRANSLOG_Status=1\nTRANSLOG_Path=L:\\translog\n"
STATISTICS = (
    "  Server.Name = Mail01/Acme\n  Server.ElapsedTime = 12 days 01:02:03\n  Mail.Delivered = 1\n  Mail.Dead = 0\n"
)
LISTING = data.text("hints/listing.txt")


@pytest.mark.parametrize(("files", "rule", "hint"), [
    ({"notes.ini": NOTES}, "buffer-pool-reads-low", "the output of `show stat` on the server's console"),
    ({"notes.ini": NOTES, "show-stat.txt": STATISTICS}, "buffer-pool-reads-low", "`show stat Database.Database.Buffer"),
    ({"notes.ini": NOTES, "show-stat.txt": STATISTICS}, "mailbox-access-conflicts", "`show stat Mail.Mailbox.*`"),
    ({"notes.ini": NOTES.replace("12.0.2", "6.5")}, "buffer-pool-left-to-grow", "the machine's memory, "),
    ({"notes.ini": NOTES}, "buffer-pools-exceed-memory", None),
    ({"notes.ini": NOTES + "PartitionNumber=1\n"}, "buffer-pools-exceed-memory", None),
    ({"notes.ini": NOTES + "PartitionNumber=2\n"}, "buffer-pools-exceed-memory", "the files of the machine's other servers"),
    ({"notes.ini": NOTES, "show-stat.txt": STATISTICS}, "cluster-replication-failing", "`show stat Replica.Cluster.*`"),
    ({"notes.ini": NOTES, "show-stat.txt": STATISTICS + "  Replica.Docs.Added = 3\n"}, "cluster-replication-failing", None),
    ({"notes.ini": NOTES}, "write-cache-unprotected", "listings of RAID controllers"),
    ({"notes.ini": NOTES, "ssacli.txt": LISTING}, "raid5-for-writes", None),
    ({"notes.ini": NOTES, "ssacli.txt": LISTING}, "write-cache-unprotected", "the controller's cache and battery: "),
    ({"notes.ini": NOTES, "ssacli.txt": LISTING}, "cache-ratio-not-write-heavy", "the physical drives"),
])  # fmt: skip
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
    assert "Not checked: aix" not in text
    assert "To judge more: lsdev" not in text


DOCUMENT = "<document xmlns='http://www.lotus.com/dxl' form='{form}'>\n<item name='ServerName'><text>{server}</text></item>\n{item}\n</document>\n"
TRIES = "<item name='ILEnforce'><text>1</text></item><item name='ILMaxTries'><number>{}</number></item>"
ADMINS = "<item name='FullAdmin'><text>Group{}</text></item>"


def documents(name, form, server, item):
    """Two documents of one kind that differ in an item."""
    return {
        f"{name}{number}.dxl": DOCUMENT.format(form=form, server=server, item=item.format(number)) for number in (1, 2)
    }


@pytest.mark.parametrize(("files", "hint"), [
    pytest.param(
        {"notes.ini": f"{NOTES}Server_Session_Timeout=30\nServer_Session_Timeout=60\n"},
        "Server_Session_Timeout has different values: 30 (notes.ini:9) and 60 (notes.ini:10)",
        id="setting",
    ),
    pytest.param(
        {
            "notes.ini": NOTES.replace("HTTP", "Traveler")
            + "NTS_JAVA_PARMS=-Dpw=hidden1\nNTS_JAVA_PARMS=-Xmx1G -Dpw=hidden2\n"
        },
        "NTS_JAVA_PARMS has different values: -Dpw=*** (notes.ini:9) and -Xmx1G -Dpw=*** (notes.ini:10)",
        id="secret within a value",
    ),
    pytest.param(
        {"notes.ini": f"{NOTES}ServerTasks=Update\n"},
        "ServerTasks has different values: Router,Replica,HTTP (notes.ini:6) and Update (notes.ini:9)",
        id="list of tasks",
    ),
    pytest.param(
        {"notes.ini": NOTES, **documents("configall", "ServerConfig", "*", TRIES)},
        "item ILMaxTries of the configuration document has different values: "
        "1 (configall1.dxl:3) and 2 (configall2.dxl:3)",
        id="item of a configuration document",
    ),
    pytest.param(
        {"notes.ini": NOTES, **documents("serverdoc", "Server", "Mail01/Acme", ADMINS)},
        "item FullAdmin of the server document has different values in serverdoc1.dxl:3 and serverdoc2.dxl:3",
        id="item that lists names",
    ),
])  # fmt: skip
def test_a_hint_names_what_has_different_values(files, hint, domlint, tmp_path):
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    report = json.loads(domlint("check", "--isolated", "--format", "json").stdout)
    hints = [one["collect"] for one in report["hints"]]
    assert hint in hints
    assert not any("hidden" in one or one.startswith("it ") for one in hints)


@pytest.mark.parametrize(("release", "setting", "named"), [
    ("Release 8.5.3", "NSF_BUFFER_POOL_SIZE_MB=900", True),
    ("Release 8.5.3", "", False),
    ("Release 12.0.2", "NSF_BUFFER_POOL_SIZE_MB=900", False),
])  # fmt: skip
def test_bits_are_asked_for_where_only_they_are_missing(release, setting, named, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(f"{NOTES.replace('Release 12.0.2', release)}{setting}\n")
    assert (b"--bits" in domlint("check", "--isolated").stdout) == named

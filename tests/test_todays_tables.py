"""The tables of what today's servers have: every row is in the catalogue, or listed here with the reason.

The tables do not lie in the repository; where they are not at hand these tests are skipped.
"""

import csv
import os
import re
from pathlib import Path

import pytest

from advisor import pack

FACTS = Path(os.environ.get("DOMLINT_FACTS", Path(__file__).parent.parent.parent / "shared" / "facts"))
CATALOGUE = pack.builtin().catalogue
KEYS = {key.rpartition(".")[2] for key in CATALOGUE.keys}
ENTRIES = {entry.item.casefold() for entry in CATALOGUE.keys.values() if entry.item}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{4,}")

NO_SETTING = {  # rows of settings that name none of NOTES.INI
    "LANG / LC_ALL of the service": "variables of the environment of a process that no input shows",
    "NOTES_SHARED_DPOOLSIZE": "a variable of the environment; of NOTES.INI it is a stranger",
    "(OIDC settings of 12.0.2 in NOTES.INI)": "no names",
    "Log (fifth value)": "the value of Log",
    "; as comment in NOTES.INI; empty or damaged lines": "lines, not settings",
    "server idle time-out": "Server_Session_Timeout",
    "nUpdall in ServerTasksAt2 with DBMT": "a task; updall-and-dbmt-together",
    "Database cache switched off in NOTES.INI": "the page names no setting",
    "EXTMGR_ADDINS (antivirus)": "EXTMGR_ADDINS",
}
NO_ITEM = {  # forms of which no document is judged
    "certstore.nsf (TLS Credentials request)": "the items of the request; the credentials' own are read",
    "domcfg.nsf LoginMap": "forms of a login page",
    "iwaredir.nsf AutoLogin": "a redirection page, gone with 14.5",
}
NOT_ASKED_FOR = {  # items of documents that are read, and statistics that are, which no entry describes
    "SourceDomain": "the domain of the other server is told by its own document",
    "DestinationDomain": "as SourceDomain",
    "OptionalNetworkAddress": "an address",
    "ConnectionRecordFirst": "which of two ways is taken first",
    "Server.AvailabilityIndex": "one's own history counts; a cluster's members say it on the console",
    "Mail.Waiting": "counted as it stands where a site sets a limit",
    "Mail.Dead": "as Mail.Waiting",
    "Health.Overall.Value": "the server's own verdict",
}
BEGINNINGS = {"ILExp", "ILClear"}  # what the names of items begin with, where a row gives them in short
OPENED_SINCE = {  # settings that a row knows by somebody else's word, and whose page was opened later
    "DEBUG_MANDATED_ENCRYPTION",
    "DEBUG_PORT_ENC_ADV",
}
HEARSAY = re.compile(r"second-hand|\(third\)|one publisher|no second source|doubtful")
NO_STATISTIC = {  # what no `show stat` prints, or under a name that has no fixed form
    "DominoHealth_response_time_seconds (domprom)": "a measurement of an exporter",
    "Health.*.Value": "the servers' own verdict on each part: the names are the parts'",
    "Platform.Process.*": "relative to the last sample on UNIX: never judged",
    "SMTP.DNSWL.<site>.., SMTP.DNSBL.<site>.., SMTP.DNSWL.TotalHits, SMTP.PrivateBL.TotalHits": "names of sites",
    "Domino.Cache.Design.HitRate, Domino.Cache.User Cache.HitRate": "a name with a blank beside one without",
    "Domino.Cache.Design.DisplaceRate, Domino.Cache.User Cache.DisplaceRate": "a name with a blank",
    "Platform.PagingFile.Total.PctUtil.Avg": "counters of disks and paging are read under counter.",
}


def rows(name):
    path = FACTS / name
    if not path.exists():
        pytest.skip(f"{name} does not lie in DOMLINT_FACTS, ../shared/facts if not set")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def is_known(name):
    plain = name.casefold()
    return plain in CATALOGUE.names or plain in CATALOGUE.folklore or CATALOGUE.family(plain) is not None


def is_a_counter(name):
    """Whether the statistic has an entry, or its average has."""
    return not CATALOGUE.keys.keys().isdisjoint({f"stat.{name.casefold()}", f"stat.{name.casefold()}.avg"})


def settings():
    """The names of NOTES.INI's settings in the rows on them, each with its row."""
    for row in rows("settings-today.tsv"):
        if row["name"] not in NO_SETTING and re.search(r"NOTES\.INI|folklore|environment", row["kind"]):
            yield from ((name, row) for name in NAME.findall(re.sub(r"\(.*?\)", "", row["name"])))


def test_every_setting_is_known_or_folklore():
    assert [name for name, _ in settings() if not is_known(name)] == []


def test_what_is_known_by_hearsay_vouches_for_nothing():
    doubted = {name.casefold() for name, row in settings() if HEARSAY.search(row["sure"]) and name not in OPENED_SINCE}
    entries = map(CATALOGUE.settings.get, sorted(doubted & CATALOGUE.settings.keys()))
    assert [entry.name for entry in entries if entry.trust == "documented"] == []


def test_what_is_left_out_stands_in_a_table():
    items, statistics = rows("doc-items-today.tsv"), rows("statistics.tsv")
    assert NO_SETTING.keys() <= {row["name"] for row in rows("settings-today.tsv")}
    assert NO_ITEM.keys() <= {row["form"] for row in items}
    assert NO_STATISTIC.keys() <= {row["statistic"] for row in statistics}
    words = " ".join(row["item"] for row in items) + " ".join(row["statistic"] for row in statistics)
    assert [name for name in (*NOT_ASKED_FOR, *BEGINNINGS) if name not in words] == []
    assert {name for name, _ in settings()} >= OPENED_SINCE


def test_every_item_is_a_key():
    unknown = []
    for row in rows("doc-items-today.tsv"):
        if row["form"] in NO_ITEM or "not seen" in row["item"]:
            continue
        names = [name for name in NAME.findall(row["item"]) if name.rstrip("_") not in {"Connection", "local"}]
        unknown += [name for name in names if name.casefold() not in ENTRIES | KEYS]
    unknown = [name for name in unknown if name not in {*NOT_ASKED_FOR, *BEGINNINGS}]
    assert unknown == []


def test_every_statistic_is_a_key():
    unknown = []
    for row in rows("statistics.tsv"):
        if row["statistic"] in NO_STATISTIC:
            continue
        names = re.findall(r"[A-Z][A-Za-z]+(?:\.[A-Z][A-Za-z]+)+", re.sub(r"\(.*?\)", "", row["statistic"]))
        unknown += [name for name in names if not is_a_counter(name) and name not in NOT_ASKED_FOR]
    assert unknown == []

"""limits.conf of PAM."""

import data
import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.linux import limits_conf

FILE = data.text("limits_conf/file.txt")
TOLD = {("notes", "login.open_files"): "40000", ("@domino", "login.tasks"): "8000"}


TEXTS = [
    (FILE, TOLD),
    ("* - nofile unlimited\n", {("*", "login.open_files"): "unlimited"}),
    ("notes hard nofile 80000\n", {}),
    ("notes - nofile 01750#of old\n", {("notes", "login.open_files"): "1750"}),
    ("# D:\\backup\\\nnotes - nofile 10\n", {("notes", "login.open_files"): "10"}),
    ("notes soft nofile 8", {}),
]


@at_once(("raw", "expected"), TEXTS)
def test_soft_limits_are_read(raw, expected):
    assert {
        (item.subject.name, item.key): item.text for item in listings.read(limits_conf, raw) if isinstance(item, Fact)
    } == expected


@at_once("value", ["0x3e8", "64K", "many"])
def test_what_is_no_plain_number_is_in_doubt(value):
    known, doubtful = listings.read(limits_conf, f"* - nproc 1000\nnotes - nofile 1000\nnotes - nofile {value}\n")
    assert (known.doubt, doubtful.key, doubtful.doubt) == ("", "login.open_files", limits_conf.NO_FIGURE)


DAMAGES = [
    (FILE, []),
    ("* - nofile 10\nnotes nofile 80000\n", ["this is no line that cat prints"]),
    ("* - nofile 10\nnotes - nofile 8", [transcript.CUT]),
]


EXAMPLES = ["notes soft nofile 80000\nnotes hard nofile 80000\n", "notes - nproc 8000\n* soft core 0\n"]
RECOGNISED = [
    (FILE, True),
    ("# only remarks\n", False),
    ("notes nofile 80000\n", False),
]

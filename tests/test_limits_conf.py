"""limits.conf of PAM."""

import pytest

from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.linux import limits_conf
from advisor.source import Source

CATALOGUE = builtin().catalogue
FILE = """\
# /etc/security/limits.conf
#<domain>      <type>  <item>         <value>

*               soft    core            0
notes           soft    nofile          80000
notes           hard    nofile          80000
@domino         -       nproc           8000   # threads
notes           soft    nofile          40000
# End of file
"""
TOLD = {("notes", "login.open_files"): "40000", ("@domino", "login.tasks"): "8000"}


def read(raw):
    source = Source.of("limits.conf", raw if isinstance(raw, bytes) else raw.encode())
    return list(limits_conf.read(source, CATALOGUE))


TEXTS = [
    (FILE, TOLD),
    (FILE.replace("\n", "\r\n"), TOLD),
    (("\ufeff" + FILE).encode("utf-16-le"), TOLD),
    ("* - nofile unlimited\n", {("*", "login.open_files"): "unlimited"}),
    ("notes hard nofile 80000\n", {}),
    ("notes - nofile 01750#of old\n", {("notes", "login.open_files"): "1750"}),
    ("# D:\\backup\\\nnotes - nofile 10\n", {("notes", "login.open_files"): "10"}),
    ("notes soft nofile 8", {}),
    ("", {}),
]


@pytest.mark.parametrize(("raw", "expected"), TEXTS)
def test_soft_limits_are_read(raw, expected):
    assert {(item.subject.name, item.key): item.text for item in read(raw) if isinstance(item, Fact)} == expected


@pytest.mark.parametrize("value", ["0x3e8", "64K", "many"])
def test_what_is_no_plain_number_is_in_doubt(value):
    known, doubtful = read(f"* - nproc 1000\nnotes - nofile 1000\nnotes - nofile {value}\n")
    assert (known.doubt, doubtful.key, doubtful.doubt) == ("", "login.open_files", limits_conf.NO_FIGURE)


BROKEN = [
    (FILE, []),
    ("* - nofile 10\nnotes nofile 80000\n", ["this is no line that cat prints"]),
    ("* - nofile 10\nnotes - nofile 8", [transcript.CUT]),
]


@pytest.mark.parametrize(("raw", "reasons"), BROKEN)
def test_what_cannot_be_read_is_said(raw, reasons):
    assert [item.reason for item in read(raw) if isinstance(item, Diagnostic)] == reasons


EXAMPLES = ["notes soft nofile 80000\nnotes hard nofile 80000\n", "notes - nproc 8000\n* soft core 0\n"]
RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    (FILE, True),
    ("# only remarks\n", False),
    ("notes nofile 80000\n", False),
    ("", False),
]


@pytest.mark.parametrize(("head", "taken"), RECOGNISED)
def test_the_format_is_recognised_by_content(head, taken):
    assert limits_conf.recognises(head.encode(), CATALOGUE) is taken

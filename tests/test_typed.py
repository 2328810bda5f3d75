"""Values out of files as they are typed: on Domino's console, in shells, and for RAID controllers' tools."""

import subprocess
from typing import get_args

import pytest

from advisor.pack.fix_forms import Target
from advisor.values.targets import TARGETS
from advisor.values.typed import typed

SET, SHELL = "set config X=", "tool -x "
VALUES = [
    # target, the command so far, the value, as typed
    ("console", SET, "45", "45"),
    ("console", "set config ", "Debug_AMgr", "Debug_AMgr"),
    ("console", SET, "d:\\notes data\\log", "d:\\notes data\\log"),
    ("console", SET, "TCPIP,LAN0", "TCPIP,LAN0"),
    ("console", SET, "/größe", "/größe"),
    ("console", "tell http show ", "two words", None),
    ("console", "set config ", "two words", None),
    ("console", SET, "; rm -rf /", None),
    ("console", SET, "50%", None),
    ("console", SET, 'say "x"', None),
    ("console", SET, "$(reboot)", None),
    ("console", SET, "`reboot`", None),
    ("console", SET, "x > y", None),
    ("console", SET, "x\nquit", None),
    ("console", SET, "x\x1by", None),
    ("console", SET, "x\u202ey", None),
    ("console", SET, "", None),
    ("console", SET, "x" * 242, "x" * 242),
    ("console", SET, "x" * 243, None),  # 256 bytes with what stands before it
    ("console", SET, "ö" * 122, None),
    ("linux", SHELL, "x" * 300, "x" * 300),
    ("console", SET, " x", None),
    ("aix", SHELL, "/notesdata", "/notesdata"),
    ("aix", SHELL, "rw,noatime", "rw,noatime"),
    ("aix", SHELL, "; rm -rf /", "'; rm -rf /'"),
    ("linux", SHELL, "50% of it", "'50% of it'"),
    ("linux", SHELL, 'say "x"', "'say \"x\"'"),
    ("linux", SHELL, "$(reboot)", "'$(reboot)'"),
    ("unix", SHELL, "`reboot`", "'`reboot`'"),
    ("mdadm", SHELL, "it's", "'it'\\''s'"),
    ("linux", SHELL, "~root", "'~root'"),
    ("linux", SHELL, "-rf", None),
    ("linux", SHELL, "a\nb", None),
    ("windows", SHELL, "E:\\notes", "E:\\notes"),
    ("windows", SHELL, "; rm -rf /", "'; rm -rf /'"),
    ("windows", SHELL, "50%", "'50%'"),
    ("windows", SHELL, "$(Stop-Computer)", "'$(Stop-Computer)'"),
    ("windows", SHELL, "`n", "'`n'"),
    ("windows", SHELL, "it's", "'it''s'"),
    ("windows", SHELL, 'say "x"', None),
    ("windows", SHELL, "x\u2019; y", None),
    ("windows", SHELL, "a\r\nb", None),
    ("ssacli", "ssacli ctrl slot=", "0", "0"),
    ("storcli", "storcli /c", "1", "1"),
    ("arcconf", SHELL, "0,5", None),
    ("megacli", SHELL, "; rm -rf /", None),
    ("ssacli", SHELL, "50%", None),
    ("ipssend", SHELL, "$(reboot)", None),
    ("ssacli", SHELL, "`reboot`", None),
    ("ssacli", SHELL, 'a"b', None),
]


@pytest.mark.parametrize(("target", "before", "value", "shown"), VALUES)
def test_a_value_is_quoted_for_its_place_or_not_typed_at_all(target, before, value, shown):
    assert typed(target, before, value) == shown


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("value", ["a\nb", "a\x00b", "\x1b[2J", "a\u2028b", "--help", ""])
def test_what_steers_a_terminal_or_is_an_option_is_typed_nowhere(target, value):
    assert typed(target, SHELL, value) is None


def test_the_places_are_a_closed_list():
    assert get_args(Target) == TARGETS


@pytest.mark.parametrize("value", [value for target, _, value, shown in VALUES if target in {"aix", "linux"} and shown])
def test_a_shell_reads_back_what_was_quoted(value):
    done = subprocess.run(["sh", "-c", f"printf %s {typed('unix', '', value)}"], capture_output=True, check=True)
    assert done.stdout.decode() == value

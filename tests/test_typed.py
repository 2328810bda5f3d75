"""Values out of files as they are typed: on Domino's console, in shells, and for RAID controllers' tools."""

import shlex
import shutil
import subprocess
from itertools import product
from typing import get_args

import pytest
from at_once import at_once
from hypothesis import given, seed, settings
from hypothesis.strategies import characters, sampled_from, text

from advisor.pack.rule_forms import Target
from advisor.values.typed import IN_SH, TARGETS, comment, typed

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


@at_once(("target", "before", "value", "shown"), VALUES)
def test_a_value_is_quoted_for_its_place_or_not_typed_at_all(target, before, value, shown):
    assert typed(target, before, value) == shown


@at_once(
    ("target", "value"), [(a, b) for a, b in product(TARGETS, ["a\nb", "a\x00b", "\x1b[2J", "a\u2028b", "--help", ""])]
)
def test_what_steers_a_terminal_or_is_an_option_is_typed_nowhere(target, value):
    assert typed(target, SHELL, value) is None


def test_the_places_are_a_closed_list():
    assert get_args(Target) == TARGETS


HOSTILE = [
    "; rm -rf /", "$(reboot)", "`reboot`", "' \"; quit", "%COMSPEC%", "!!", "a\nb", "a\r\nb", "-rf", "a\x00b", "a\u202eb",
    "\x1b[2J", "x" * 300, "#x", "|x", "&x", "a & b", "a && b", "a > b", "<b", "it's", "a\\", "~root", "*", "{a,b}", "=ls", "^x",
    "\u2019; x", "\u2013rf", " x", "x ",
]  # fmt: skip
NOWHERE = {"a\nb", "a\r\nb", "-rf", "a\x00b", "a\u202eb", "\x1b[2J", "\u2013rf", " x", "x "}
NOT_IN_POWERSHELL = {"' \"; quit", "\u2019; x"}
ON_THE_CONSOLE = {"*", "a\\", "=ls"}


@at_once("target", TARGETS)
def test_a_hostile_value_is_one_word_or_is_not_typed(target):
    for value in HOSTILE:
        shown = typed(target, SHELL, value)
        if target in IN_SH:
            assert (shown is None) == (value in NOWHERE)
            assert shown is None or shlex.split(shown) == [value]
        elif target == "windows":
            assert (shown is None) == (value in NOWHERE | NOT_IN_POWERSHELL)
            assert shown is None or shown in {value, "'" + value.replace("'", "''") + "'"}
        elif target == "console":
            assert shown == (value if value in ON_THE_CONSOLE else None)
        else:
            assert shown == (value if value == "x" * 300 else None)


IN_POWERSHELL = [  # the command so far, the value, as typed
    (SHELL, "/x", None),  # an option
    (SHELL, "größe", None),  # a script without a mark is read as the machine's code page
    (SHELL, "two words\\", None),  # its last sign would escape the quote
    (SHELL, "E:\\two words", "'E:\\two words'"),
    (SHELL, "007", "'007'"),
    (SHELL, "1kb", "'1kb'"),
    (SHELL, "128", "128"),
    ("tool -x", "a.b", None),  # two words there
    ("tool -x", "ab", "ab"),
    ("tool -x:y ", "a.b", "a.b"),
]


@at_once(("before", "value", "shown"), IN_POWERSHELL)
def test_powershell_takes_a_value_as_it_is(before, value, shown):
    assert typed("windows", before, value) == shown


def test_a_raid_tool_s_option_takes_letters_and_digits():
    assert [typed("megacli", "MegaCli -L", value) for value in ("0", "0.1", "a:b")] == ["0", None, None]


@pytest.fixture(scope="module")
def values():
    """A few hundred values of all signs that mean something somewhere, and of all others."""
    found = [value for value in HOSTILE if typed("unix", "", value)]

    @seed(17)
    @settings(max_examples=300, database=None)
    @given(
        text(
            sampled_from(";&|<>()$`\\\"'*?[]#~=%!{}^@:, -ab1äß€😀") | characters(max_codepoint=0x24F),
            min_size=1,
            max_size=20,
        )
    )
    def collect(value):
        found.append(value)

    collect()
    return found


@pytest.mark.parametrize("shell", ["sh", "dash", "bash", "ksh", "ksh93", "mksh", "busybox sh", "zsh"])
def test_a_shell_reads_back_what_was_quoted(shell, values):
    program, *words = shell.split()
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed here")
    quoted = {value: typed("unix", "printf ", value) for value in values}
    lines = "".join(f"printf '%s\\0' {shown}\n" for shown in quoted.values() if shown)
    done = subprocess.run([program, *words], input=f"set -eu\n{lines}".encode(), capture_output=True, check=True)
    assert done.stdout.decode().split("\0")[:-1] == [value for value, shown in quoted.items() if shown]
    assert done.stderr == b""


def test_powershell_reads_back_what_was_quoted(values, tmp_path):
    if not shutil.which("pwsh"):
        pytest.skip("pwsh is not installed here")
    quoted = {value: typed("windows", "tool ", value) for value in values}
    lines = "".join(f"tool {shown}\n" for shown in quoted.values() if shown)
    tool = "function tool { foreach ($one in $args) { [Console]::Out.Write([string]$one + [char]0) } }\n"
    (tmp_path / "typed.ps1").write_text(tool + lines)
    done = subprocess.run(["pwsh", "-NoProfile", "-File", tmp_path / "typed.ps1"], capture_output=True, check=True)
    assert done.stdout.decode().split("\0")[:-1] == [value for value, shown in quoted.items() if shown]


COMMENTS = [
    ("linux", "Büro $(x)\n& y", "# Büro $(x)\\x0a& y"),
    ("ssacli", "Büro %X%", "# B_ro _X_"),
    ("windows", "Büro\u2019s $(x)\n", "# B_ro_s $(x)\\x0a"),
    ("console", "Mail01/Acme", ""),
]


@at_once(("target", "told", "shown"), COMMENTS)
def test_a_comment_is_one_line_without_a_meaning(target, told, shown):
    assert comment(target, told) == shown

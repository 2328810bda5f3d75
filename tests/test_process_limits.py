"""/proc/PID/limits of Linux."""

import pytest

from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.linux import process_limits
from advisor.source import Source

CATALOGUE = builtin().catalogue
LIMITS = """\
Limit                     Soft Limit           Hard Limit           Units     
Max cpu time              unlimited            unlimited            seconds   
Max core file size        0                    unlimited            bytes     
Max processes             31860                31860                processes 
Max open files            1024                 262144               files     
Max nice priority         0                    0                    
Max realtime timeout      unlimited            unlimited            us        
"""  # noqa: W291
BOTH = {"process.tasks": "31860", "process.open_files": "1024"}


def read(raw):
    source = Source.of("limits", raw if isinstance(raw, bytes) else raw.encode())
    return list(process_limits.read(source, CATALOGUE))


TEXTS = [
    (LIMITS, BOTH),
    (LIMITS.replace("\n", "\r\n"), BOTH),
    (("\ufeff" + LIMITS).encode("utf-16-le"), BOTH),
    ("[root@mail ~]# cat /proc/4711/limits\n" + LIMITS, BOTH),
    (LIMITS.replace("31860  ", "unlimited"), BOTH | {"process.tasks": "unlimited"}),
    (LIMITS.partition("Max open")[0] + "Max open files            1024", {"process.tasks": "31860"}),
    ("", {}),
]


@pytest.mark.parametrize(("raw", "expected"), TEXTS)
def test_soft_limits_are_read(raw, expected):
    assert {item.key: item.text for item in read(raw) if isinstance(item, Fact)} == expected


SURE = [  # whose limits they are
    ("", [""]),
    ("[root@mail ~]# cat /proc/4711/limits\n", [""]),
    ("# cat /proc/$(pidof server)/limits\n", [""]),
    ("# cat /proc/1/limits\n", [process_limits.OTHER]),
    ("[notes@mail01 ~]$ cat /proc/self/limits\n", [process_limits.OTHER]),
    ("$ cat /proc/$$/limits\n", [process_limits.OTHER]),
]


@pytest.mark.parametrize(("above", "doubts"), SURE)
def test_limits_of_another_process_are_in_doubt(above, doubts):
    assert list(dict.fromkeys(item.doubt for item in read(above + LIMITS) if isinstance(item, Fact))) == doubts


BROKEN = [
    (LIMITS, []),
    (LIMITS + "Max files\n", ["this is no line that cat prints"]),
    (LIMITS.rstrip(), [transcript.CUT]),
    (LIMITS.replace("1024 ", "10\0 "), [transcript.NUL]),
]


@pytest.mark.parametrize(("raw", "reasons"), BROKEN)
def test_what_cannot_be_read_is_said(raw, reasons):
    assert [item.reason for item in read(raw) if isinstance(item, Diagnostic)] == reasons


EXAMPLES = [LIMITS, "# cat /proc/4711/limits\n" + LIMITS]
RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    ("Limit Soft\n", False),
    ("Max open files 1 1 files\n", False),
    ("", False),
]


@pytest.mark.parametrize(("head", "taken"), RECOGNISED)
def test_the_format_is_recognised_by_content(head, taken):
    assert process_limits.recognises(head.encode(), CATALOGUE) is taken

"""/proc/PID/limits of Linux."""

import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.linux import process_limits

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


TEXTS = [
    (LIMITS, BOTH),
    ("[root@mail ~]# cat /proc/4711/limits\n" + LIMITS, BOTH),
    (LIMITS.replace("31860  ", "unlimited"), BOTH | {"process.tasks": "unlimited"}),
    (LIMITS.partition("Max open")[0] + "Max open files            1024", {"process.tasks": "31860"}),
]


@at_once(("raw", "expected"), TEXTS)
def test_soft_limits_are_read(raw, expected):
    assert {item.key: item.text for item in listings.read(process_limits, raw) if isinstance(item, Fact)} == expected


SURE = [  # whose limits they are
    ("", [""]),
    ("[root@mail ~]# cat /proc/4711/limits\n", [""]),
    ("# cat /proc/$(pidof server)/limits\n", [""]),
    ("# cat /proc/1/limits\n", [process_limits.OTHER]),
    ("[notes@mail01 ~]$ cat /proc/self/limits\n", [process_limits.OTHER]),
    ("$ cat /proc/$$/limits\n", [process_limits.OTHER]),
]


@at_once(("above", "doubts"), SURE)
def test_limits_of_another_process_are_in_doubt(above, doubts):
    assert (
        list(
            dict.fromkeys(
                item.doubt for item in listings.read(process_limits, above + LIMITS) if isinstance(item, Fact)
            )
        )
        == doubts
    )


DAMAGES = [
    (LIMITS, []),
    (LIMITS + "Max files\n", ["this is no line that cat prints"]),
    (LIMITS.rstrip(), [transcript.CUT]),
    (LIMITS.replace("1024 ", "10\0 "), [transcript.NUL]),
]


EXAMPLES = [LIMITS, "# cat /proc/4711/limits\n" + LIMITS]
RECOGNISED = [
    ("Limit Soft\n", False),
    ("Max open files 1 1 files\n", False),
]

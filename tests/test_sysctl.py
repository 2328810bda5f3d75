"""`sysctl -a` of Linux, and files of sysctl.d."""

import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.linux import sysctl

ALL = """\
abi.vsyscall32 = 1
fs.file-max = 791414
fs.file-nr = 9120\t0\t791414
kernel.pid_max = 4194304
kernel.threads-max = 254906
sysctl: permission denied on key 'kernel.cad_pid'
net.ipv4.ip_local_port_range = 32768\t60999
vm.swappiness = 60
"""
FILE = "# our own\n; for Domino\nfs.file-max=131072\nfs/file-max = 262144\n"
TOLD = {"kernel.file_max": "791414", "kernel.pid_max": "4194304", "kernel.threads_max": "254906"}


TEXTS = [
    (ALL, TOLD),
    ("# sysctl -a\n" + ALL, TOLD),
    (FILE, {"kernel.file_max": "262144"}),
    ("vm.swappiness = 60\nkernel.pid_max = 32", {}),
    ("fs.file-max = 0x3e8\nkernel.pid_max = 01750\n", {"kernel.file_max": "1000", "kernel.pid_max": "1000"}),
    ("fs.file-max = 9223372036854775807\n", {"kernel.file_max": "9223372036854775807"}),
    ("# D:\\backup\\\nfs.file-max = 10\n", {"kernel.file_max": "10"}),
]


@at_once(("raw", "expected"), TEXTS)
def test_bounds_of_the_kernel_are_read(raw, expected):
    assert {item.key: item.text for item in listings.read(sysctl, raw) if isinstance(item, Fact)} == expected


@at_once("value", ["1000 # ours", "64K", ""])
def test_what_the_kernel_takes_for_no_number_is_in_doubt(value):
    [fact] = listings.read(sysctl, f"fs.file-max = 1000\nfs.file-max = {value}\n")
    assert fact.doubt == sysctl.NO_FIGURE


DAMAGES = [
    (ALL, []),
    (ALL + "what now\n", ["this is no line that sysctl prints"]),
    (ALL[:-1], [transcript.CUT]),
    (ALL.replace("60999", "6\x00999"), [transcript.NUL]),
]


EXAMPLES = [ALL, "fs.file-max=131072\nvm.swappiness = 10\n"]
RECOGNISED = [
    (FILE, True),
    ("fs.file-max\n", False),
    ("vmstat = 1\n", False),
    ("user.name = joe\nuser.password = x\ndev.url=jdbc:x\n", False),  # a program's own settings
    ("debug.level=3\n", False),
    ("dev.cdrom.autoclose = 1\ndev.cdrom.autoeject = 0\n", True),
    ("user.max_user_namespaces = 15000\n", True),
]

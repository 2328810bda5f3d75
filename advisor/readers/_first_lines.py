"""First lines: how the output of each storage tool begins, so that one below another's in a file is not overlooked."""

import re
from functools import cache

_FIRST = {
    "ssacli": rb"(?:HPE? |Compaq )?(?:Dynamic )?Smart (?:Array|HBA) [^\r\n:()]{1,60} in Slot \d",
    "cciss_vol_status": rb"/dev/[\w/]{1,40}: \([^\r\n()]{1,60}\) RAID \w{1,4} Volume \d",
    "arcconf": rb"Controllers found: \d",
    "ipssend": rb"Found \d{1,3} IBM ServeRAID",
    "storcli": rb"CLI Version = ",
    "storcli json": rb'\{\s{0,40}"Controllers"\s{0,40}:',
    "megacli": rb"Adapter \d{1,3} -- Virtual (?:Drive|Disk) Information:|BBU status for Adapter: \d",
    "mdadm": rb"/dev/md[\w/]{1,40}:[ \t]*\r?$",
    "mdstat": rb"Personalities :",
    "lsblk": rb'\{\s{0,40}"blockdevices"\s{0,40}:',
    "df": rb"Filesystem +\S[^\r\n]{1,100} Mounted on[ \t]*\r?$",
    "mount": rb"\S{1,200} on /\S{0,200} type \w{1,30} \(",
}


def another(tool: str, data: bytes) -> tuple[int, str] | None:
    """Where another tool's output begins in a tool's file, and whose it is; None where there is none."""
    if tool not in _FIRST:
        return None
    found = ((begin.start(), name) for name in _FIRST if name != tool and (begin := _begins(name).search(data)))
    return min(found, default=None)


@cache
def _begins(tool: str) -> re.Pattern[bytes]:
    """Compiled when a tool's file is read: a check of NOTES.INI alone does without."""
    return re.compile(rb"^[ \t]{0,8}(?:" + _FIRST[tool] + rb")", re.MULTILINE | re.IGNORECASE)

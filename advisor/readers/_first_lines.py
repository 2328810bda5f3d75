"""First lines: how the output of each storage tool begins, so that one below another's in a file is not overlooked."""

import re
from functools import cache


def _typed(names: bytes) -> bytes:
    """A command line, with or without its prompt."""
    return rb"(?:[^\r\n]{0,60}[#$>%] ?)?(?:sudo +)?(?:\S{0,80}[/\\])?(?:" + names + rb")(?:64)?(?:\.exe)? +[-/\w]"


_FIRST = {
    "ssacli": rb"(?:HPE? |Compaq )?(?:Dynamic )?Smart (?:Array|HBA) [^\r\n:()]{1,60} in Slot \w|"
    + _typed(rb"h?p?ssacli|hpacucli"),
    "cciss_vol_status": rb"/dev/[\w/]{1,40}: \(",
    "arcconf": rb"Controllers found: \d|Logical device number \d|" + _typed(rb"arcconf"),
    "ipssend": rb"Found \d{1,3} IBM ServeRAID|" + _typed(rb"ipssend"),
    "storcli": rb"CLI Version = |Controller = \d",
    "storcli json": rb'\{\s{0,40}(?:"Controllers"\s{0,40}:|\Z)',
    "megacli": rb"Adapter #?\d|Virtual (?:Drive|Disk): \d|BBU status for Adapter: \d|" + _typed(rb"megacli|cmdtool2"),
    "mdadm": rb"/dev/md[\w/]{1,40}:[ \t]*\r?$|" + _typed(rb"mdadm"),
    "mdstat": rb"Personalities :|md\d{1,5} : (?:in)?active ",
    "lsblk": rb'\{\s{0,40}"blockdevices"\s{0,40}:',
    "df": rb"Filesystem +\S[^\r\n]{1,100} Mounted on[ \t]*\r?$",
    "mount": rb"\S{1,200} on /\S{0,200} type \w{1,30} \(",
    "lsvg": rb"LV NAME +TYPE +LPs +PPs|PV_NAME +PV STATE +TOTAL|VOLUME GROUP: +\S{1,64} +VG IDENTIFIER:",
    "lslv": rb"LOGICAL VOLUME: +\S{1,64} +VOLUME GROUP:|PV +COPIES +IN BAND",
    "lspv": rb"PHYSICAL VOLUME: +\S{1,64} +VOLUME GROUP:|LV NAME +LPs +PPs +DISTRIBUTION",
    "lsfs": rb"#MountPoint:Device:Vfs:|Name +Nodename +Mount Pt ",
    "lsps": rb"Page Space +Physical Volume +Volume Group|Total Paging Space +Percent Used",
}
_NOT_OF_STORAGE_TOOLS = {
    "notes.ini": rb"\[Notes\]",
    "the kernel's /proc/driver/cciss": rb"cciss\d{1,3}: ",
    "sas2ircu": rb"[^\r\n]{0,40}SAS\d IR Configuration Utility",
}
_ALL = _FIRST | _NOT_OF_STORAGE_TOOLS


def another(tool: str, data: bytes) -> tuple[int, str] | None:
    """Where another tool's output begins in a storage tool's file, and whose it is; None where there is none."""
    if tool not in _FIRST:
        return None
    found = ((begin.start(), name) for name in _ALL if name != tool and (begin := _begins(name).search(data)))
    return min(found, default=None)


@cache
def _begins(tool: str) -> re.Pattern[bytes]:
    """Compiled when a tool's file is read: a check of NOTES.INI alone does without."""
    return re.compile(rb"^[ \t]{0,8}(?:" + _ALL[tool] + rb")", re.MULTILINE | re.IGNORECASE)

"""Platform: reads the paths of NOTES.INI, what only AIX has, consoles and what is told; gives `platform`."""

import re
from collections.abc import Iterator

from advisor.derive.context import Context, first_that_tells
from advisor.facts import Complete, Fact
from advisor.known import Facts

# The program directory's last part names the platform (seen in public start scripts).
_BY_LEAF = {"ibmpow": "aix", "linux": "linux", "zlinux": "zlinux", "sunspa": "solaris", "os400": "os400"}
# How the heading of a console names it: `Release 8.5 for Windows/32`.
_BY_BANNER = {"windows": "windows", "linux": "linux", "aix": "aix", "solaris": "solaris"}
_BY_SYSTEM = {"windows": "windows", "linux": "linux", "aix": "aix", "sunos": "solaris"}  # as NSD names it
_ONLY_ON_AIX = ("aix.level", "aix.vmo.", "aix.sys0.", "aix.iocp.", "aix.paging.", "aix.nextboot.", "aix.env.aixth")
_ONE_LEVEL = {"os400", "zos"}
_OF_IBM_I = "/qibm/"  # where IBM puts programs and their data there
_WINDOWS_PATH = re.compile(r"[A-Za-z]:[\\/]|\\\\")


def derive(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
    """`platform`; on IBM i and z/OS also that there are no arrays to ask for: their storage is one level."""
    for platform in first_that_tells(_candidates(facts, context)):
        yield platform
        if told := context.overrides.told("platform"):
            from advisor.derive.told import otherwise  # late: mostly nothing is told

            yield from otherwise(platform, told, str.__ne__)
        setting = next(iter(facts.each("ini.")), None)
        if platform.text in _ONE_LEVEL and setting and setting.source:
            yield from (Complete(prefix, setting.source) for prefix in ("array.", "controller."))


def _candidates(facts: Facts, context: Context) -> Iterator[Fact]:
    """NotesProgram, what only AIX has, a console, a Windows path; else what is told."""
    told = context.overrides.told("platform")
    program, directory = facts.ask("ini.notesprogram"), facts.ask("ini.directory")
    leaf = (program.text or "").replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    if leaf in _BY_LEAF:
        yield Fact("platform", _BY_LEAF[leaf], made_from=program.facts, note=f"NotesProgram ends in {leaf}")
    if (program.text or "").lower().startswith(_OF_IBM_I):
        yield Fact("platform", "os400", made_from=program.facts, note="NotesProgram lies in /QIBM")
    for prefix in _ONLY_ON_AIX:
        for fact in facts.each(prefix):
            if fact.span is None and not fact.made_from:
                continue  # it tells that something is not there
            yield Fact("platform", "aix", made_from=(fact,), note="only AIX has it")
    banner = facts.ask("console.platform")
    words = (banner.text or "").partition("/")[0].lower().split()
    if words and words[0] in _BY_BANNER and not (words[0] == "linux" and told and told[0].value == "zlinux"):
        yield Fact("platform", _BY_BANNER[words[0]], made_from=banner.facts, note="the console's heading names it")
    system = facts.ask("nsd.system")
    if (system.text or "").lower() in _BY_SYSTEM:
        yield Fact("platform", _BY_SYSTEM[(system.text or "").lower()], made_from=system.facts, note="NSD names it")
    for setting, answer in (("NotesProgram", program), ("Directory", directory)):
        if _WINDOWS_PATH.match(answer.text or ""):
            yield Fact("platform", "windows", made_from=answer.facts, note=f"{setting} is a Windows path")
    yield from (Fact("platform", one.value, note=one.by) for one in told)

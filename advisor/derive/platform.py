"""Platform: `--platform` or the paths of NOTES.INI in, `platform` out."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Fact, Facts

# The program directory's last part names the platform (seen in public start scripts).
_BY_LEAF = {"ibmpow": "aix", "linux": "linux", "zlinux": "zlinux", "sunspa": "solaris", "os400": "os400"}
# How the heading of a console names it: `Release 8.5 for Windows/32`.
_BY_BANNER = {"windows": "windows", "linux": "linux", "aix": "aix", "solaris": "solaris"}
_ONLY_ON_AIX = ("aix.level", "aix.vmo.", "aix.sys0.", "aix.iocp.", "aix.paging.", "aix.nextboot.", "aix.env.aixth")
_ONE_LEVEL = {"os400", "zos"}
_OF_IBM_I = "/qibm/"  # where IBM puts programs and their data there
_WINDOWS_PATH = re.compile(r"[A-Za-z]:[\\/]|\\\\")


def derive(facts: Facts, told: str | None) -> Iterator[Fact | Complete]:
    """`platform`; on IBM i and z/OS also that there are no arrays to ask for: their storage is one level."""
    for platform in _platform(facts, told):
        yield platform
        first = next(facts.each("ini."), None)
        if platform.text in _ONE_LEVEL and first and first.source:
            yield from (Complete(prefix, first.source) for prefix in ("array.", "controller."))


def _platform(facts: Facts, told: str | None) -> Iterator[Fact]:
    """The command line's word, else NotesProgram, else a Windows path in Directory."""
    if told:
        yield Fact("platform", told, note="--platform")
        return
    program, directory = facts.ask("ini.notesprogram"), facts.ask("ini.directory")
    leaf = (program.text or "").replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    if leaf in _BY_LEAF:
        yield Fact("platform", _BY_LEAF[leaf], made_from=program.facts, note=f"NotesProgram ends in {leaf}")
        return
    if (program.text or "").lower().startswith(_OF_IBM_I):
        yield Fact("platform", "os400", made_from=program.facts, note="NotesProgram lies in /QIBM")
        return
    for key in _ONLY_ON_AIX:
        if of_aix := next(facts.each(key), None):
            yield Fact("platform", "aix", made_from=(of_aix,), note="only AIX has it")
            return
    banner = facts.ask("console.platform")
    word = (banner.text or "").partition("/")[0].lower().split()
    if word and word[0] in _BY_BANNER:
        yield Fact("platform", _BY_BANNER[word[0]], made_from=banner.facts, note="the console's heading names it")
        return
    for setting, reading in (("NotesProgram", program), ("Directory", directory)):
        if _WINDOWS_PATH.match(reading.text or ""):
            yield Fact("platform", "windows", made_from=reading.facts, note=f"{setting} is a Windows path")
            return

"""Read vmtune of AIX 4.3 to 5.2 (/usr/samples/kernel): limits of the file cache, under the names of vmo.

It prints page counts and below them the percentages that vmo has. If it changes a value, it prints everything twice:
before and after.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, NUL, Damage, first_printed, foreign, lines, typed
from advisor.source import Source

_COMMAND = "vmtune"

_SECTION = re.compile(r"vmtune:\s+(\w+) values:")
_SHARE = re.compile(r"\b(minperm|maxperm|maxclient)=(\d{1,3}(?:\.\d)?)% of real memory")
_SUMMARY = re.compile(r"(?:number of|# of|maximum) .{3,60}[=%].*")
_TABLE = re.compile(r"(?:-\w\s+)*-\w|[a-z_]+(?:\s+[a-z_]+)*|-?\d+(?:\s+-?\d+)*")
_IN_FORCE = {"current", "new"}
_BEGINS = rb"vmtune:[ \t]{1,4}(?:current|new|default)[ \t]+values:"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether vmtune's name and `values:` come first."""
    return any(_SECTION.fullmatch(line.text) for line in first_printed(head, _COMMAND, 1))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `aix.vmo.maxperm%` and similar values of the last listing. One kind of line looks like root's prompt."""
    damage = Damage()
    shares: dict[str, Fact] = {}
    section = ""
    for line in lines(source):
        if line.holds_nul:
            damage.add(line.diagnostic(NUL))
        elif _SUMMARY.fullmatch(line.text):
            damage.add(None if line.ended else line.diagnostic(CUT))
            for share in _SHARE.finditer(line.text) if line.ended and section in _IN_FORCE else ():
                value = line.group(share, 2)
                shares[share[1]] = Fact(f"aix.vmo.{share[1]}%", value.text, source, value.span)
        elif match := _SECTION.fullmatch(line.text):
            section = match[1]
        elif not (_TABLE.fullmatch(line.text) or typed(line.text, _COMMAND)):
            damage.add(foreign(line, _COMMAND))
    yield from shares.values()
    yield from damage.verdict()


READER = Reader(__name__, "vmtune", recognises, read, signs=(b"vmtune:",), begins=_BEGINS, command=_COMMAND)

"""Bits: reads consoles, release and platform where only one bitness existed, the program directory, what is told.

Gives `bits` (32 or 64).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from advisor import values
from advisor.derive.context import Context, first_that_tells
from advisor.facts import Fact
from advisor.known import Facts
from advisor.values.release import parse

if TYPE_CHECKING:
    from advisor.configuration.tables import Told
    from advisor.derive.upgrade import Upgrade

_FOLDER_OF_32_BITS = "program files (x86)"  # where a 64-bit Windows keeps its 32-bit programs
_ON_CONSOLES = ("console.platform", "console.bits")  # `Windows/32` of a block's heading, `64` of a start


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`bits`; unknown where both existed."""
    told = context.overrides.told("bits")
    if context.upgrade:
        yield from first_that_tells(_upgraded(facts, context.upgrade, told))
        return
    for bits in first_that_tells(_candidates(facts, told)):
        yield bits
        if told:
            from advisor.derive.told import otherwise  # late: mostly nothing is told

            yield from otherwise(bits, told, str.__ne__)


def _candidates(facts: Facts, told: "list[Told]") -> Iterator[Fact]:
    for key in _ON_CONSOLES:
        console = facts.ask(key)
        bits = (console.text or "").rpartition("/")[2]
        if bits in {"32", "64"}:
            yield Fact("bits", bits, made_from=console.facts, note="the console names it")
    yield from _by_release(facts)
    program = facts.ask("ini.notesprogram")
    if _FOLDER_OF_32_BITS in (program.text or "").lower():
        yield Fact("bits", "32", made_from=program.facts, note="Windows keeps 32-bit programs in that folder")
    yield from (Fact("bits", one.value, note=one.by) for one in told)


def _upgraded(facts: Facts, upgrade: "Upgrade", told: "list[Told]") -> Iterator[Fact]:
    """What the program of another release has: nobody goes back from 64 bits to 32."""
    if not upgrade.moved:
        yield from upgrade.bits.facts
    yield from _by_release(facts)
    if upgrade.bits.text == "64":
        yield Fact("bits", "64", made_from=upgrade.bits.facts, note="it has 64 bits now")
    yield from (Fact("bits", one.value, note=one.by) for one in told)


def _by_release(facts: Facts) -> Iterator[Fact]:
    """64-bit first in 8.0.1 (zLinux 8.5); Linux and Windows 64-bit only from 10."""
    release, platform = facts.ask("release"), facts.ask("platform")
    if release.text is None:
        return
    number = values.parse("release", release.text)
    origins = release.facts + platform.facts
    if number < parse("8.0.1"):
        yield Fact("bits", "32", made_from=release.facts, note="no release before 8.0.1 had 64 bits")
    elif platform.text == "linux" and number < parse("9.0.1"):
        yield Fact("bits", "32", made_from=origins, note="Domino for Linux had 32 bits up to 9.0")
    elif platform.text == "zlinux" and number < parse("8.5"):
        yield Fact("bits", "32", made_from=origins, note="Domino for zLinux had 32 bits before 8.5")
    elif platform.text in {"linux", "windows"} and number >= parse("10.0"):
        yield Fact("bits", "64", made_from=origins, note="64 bits only since Domino 10")

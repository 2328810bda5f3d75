"""Read `iscsiadm -m session -P 3`: the disks on other machines and the target of each."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, NUL, Damage, Word, first_printed, lines, typed_another
from advisor.source import Source

_COMMAND = "iscsiadm"
_FIRST = re.compile(r"iSCSI Transport Class version \d.*|Target: (?:iqn|eui|naa)\..*")
_TARGET = re.compile(r"Target: (?P<name>(?:iqn|eui|naa)\.\S+).*")
_DISK = re.compile(r"Attached scsi disk (?P<name>\w+)\s+State: \S+")
_SIGNS = (b"iscsi transport class", b"target:")
_BEGINS = rb"iSCSI Transport Class version \d|Target: (?:iqn|eui|naa)\."


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the version or a target comes first."""
    return any(_FIRST.fullmatch(line.text) for line in first_printed(head, _COMMAND, 1))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `lun.target` of each disk."""
    damage = Damage()
    target: Word | None = None
    for line in lines(source):
        if line.holds_nul:
            damage.add(line.diagnostic(NUL))
        elif typed_another(line.text, _COMMAND):
            target = None
        elif match := _TARGET.fullmatch(line.text):
            target = line.group(match, "name")
        elif target and (match := _DISK.fullmatch(line.text)):
            disk = line.group(match, "name")
            yield Fact("lun.target", target.text, source, disk.span, Subject("lun", f"/dev/{disk.text}"))
        if not line.ended:
            damage.add(line.diagnostic(CUT))
    yield from damage.verdict()


READER = Reader(__name__, "iscsiadm", recognises, read, signs=_SIGNS, begins=_BEGINS)

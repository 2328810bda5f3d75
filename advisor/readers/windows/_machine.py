"""The machine: what rows of Win32_ComputerSystem, Win32_OperatingSystem and Win32_PageFileUsage say of it."""

import re
from collections.abc import Iterator

from advisor.facts import SERVER, Subject
from advisor.readers.windows._records import Record, Saying
from advisor.values import windows

_PAGE_FILE = re.compile(r"([A-Za-z]:)\\.*", re.DOTALL)


def computer(record: Record) -> Iterator[Saying]:
    """Win32_ComputerSystem: whether the machine is virtual, its name and its memory in bytes."""
    maker, model = record.first("manufacturer"), record.first("model")
    if model:
        yield Saying(SERVER, "machine.virtual", windows.is_virtual(maker.text if maker else "", model.text), model)
    if (name := record.first("dnshostname")) or (name := record.first("name")):
        yield Saying(SERVER, "machine.host_name", name.text.lower(), name)
    memory = record.first("totalphysicalmemory")
    if memory and (total := windows.size(memory.text)):
        yield Saying(SERVER, "memory.total", str(total), memory)


def operating_system(record: Record) -> Iterator[Saying]:
    """Win32_OperatingSystem, which counts in KB."""
    for key, name in (("memory.total", "totalvisiblememorysize"), ("memory.available", "freephysicalmemory")):
        word = record.first(name)
        told = windows.size(word.text) if word else None
        if word and told:
            yield Saying(SERVER, key, str(told * 1024), word)
    folder = record.first("windowsdirectory", "systemdrive")
    if folder and (match := _PAGE_FILE.match(folder.text + "\\")):
        yield Saying(Subject("volume", match[1].upper()), "volume.holds", "os", folder)


def page_file(record: Record) -> Iterator[Saying]:
    r"""Win32_PageFileUsage: `C:\pagefile.sys`."""
    name = record.first("name", "caption")
    if name and (match := _PAGE_FILE.fullmatch(name.text)):
        yield Saying(Subject("volume", match[1].upper()), "volume.holds", "swap", name)

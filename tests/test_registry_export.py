"""What Registry Editor exports: REGEDIT4 of Windows NT, and version 5.00 in UTF-16."""

import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.windows import registry_export
from advisor.source import Source

CATALOGUE = builtin().catalogue
CONTROL = "[HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control"
NT = f"""\
REGEDIT4

{CONTROL}\\PriorityControl]
"Win32PrioritySeparation"=dword:00000002

{CONTROL}\\Session Manager\\Memory Management]
"LargeSystemCache"=dword:00000001
"PagingFiles"=hex(7):65,3a,5c,70,61,67,65,66,69,6c,65,2e,73,79,73,20,35,30,30,20,\\
  35,30,30,00,00

[HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Services\\Diskperf]
"Type"=dword:00000001
"Start"=dword:00000000

[HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion]
"CurrentVersion"="4.0"
"SystemRoot"="C:\\\\WINNT"
"""
PAGING = (
    "44,00,3a,00,5c,00,70,00,2e,00,73,00,79,00,73,00,00,00,3f,00,3a,00,5c,00,70,00,2e,00,73,00,79,00,73,00,00,00,00,00"
)
LATER = f"""\
Windows Registry Editor Version 5.00

; of another machine
{CONTROL}\\ComputerName\\ComputerName]
@="x"
"ComputerName"="MAIL01"

{CONTROL.lower()}\\session manager\\memory management]
"largesystemcache" = hex(4):01,00,00,00
"PagingFiles"=hex(7):{PAGING}
"ExistingPageFiles"=hex(7):00,00
"""
TOLD_NT = {
    "registry.win32_priority_separation": "2",
    "registry.large_system_cache": "1",
    "registry.diskperf_start": "0",
    "registry.windows_version": "4.0",
    "volume.holds E:": "swap",
    "volume.holds C:": "os",
}
VERSION = "registry.windows_version"
TOLD_LATER = {
    "machine.host_name": "mail01",
    "registry.large_system_cache": "1",
    "volume.holds D:": "swap",
    VERSION: "5.0",  # by its header
}
SETS = """\
REGEDIT4

[HKEY_LOCAL_MACHINE\\SYSTEM\\ControlSet001\\Control\\PriorityControl]
"Win32PrioritySeparation"=dword:00000002

[HKEY_LOCAL_MACHINE\\SYSTEM\\ControlSet002\\Control\\PriorityControl]
"Win32PrioritySeparation"=dword:00000000
"""
SELECT = '\n[HKEY_LOCAL_MACHINE\\SYSTEM\\Select]\n"Current"=dword:00000002\n'
SEPARATION = "registry.win32_priority_separation"


TEXTS = [
    (NT, TOLD_NT),
    (LATER.encode("utf-16"), TOLD_LATER),
    (LATER, TOLD_LATER),
    (SETS, {VERSION: "4.0"}),  # which of the two Windows runs with, the file does not tell
    (SETS + SELECT, {VERSION: "4.0", SEPARATION: "0"}),
    (SETS + SELECT.replace("2\n", "3\n"), {VERSION: "4.0"}),
    (SETS + SELECT + f'\n{CONTROL}\\PriorityControl]\n"Win32PrioritySeparation"=dword:26\n',
        {VERSION: "4.0", SEPARATION: "38"}),
    (NT + f"\n[-{CONTROL[1:]}]\n[-{CONTROL[1:-8]}\\Services]\n", {key: TOLD_NT[key] for key in list(TOLD_NT)[3::2]}),
    (f'REGEDIT4\n{CONTROL}\\PriorityControl]\n"Win32PrioritySeparation"=-\n', {VERSION: "4.0"}),
    (f'REGEDIT4\n{CONTROL}\\PriorityControl]\n"Win32PrioritySeparation"="2"\n', {VERSION: "4.0"}),
    (f'REGEDIT4\n{CONTROL}\\PriorityControlled]\n"Win32PrioritySeparation"=dword:2\n', {VERSION: "4.0"}),
    ('REGEDIT4\n"Win32PrioritySeparation"=dword:2\n', {VERSION: "4.0"}),
    ("REGEDIT4\n", {VERSION: "4.0"}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_what_windows_is_set_to_is_read(raw, expected):
    facts = [item for item in listings.read(registry_export, raw) if isinstance(item, Fact)]
    assert {" ".join(filter(None, (fact.key, fact.subject.name))): fact.text for fact in facts} == expected


def test_what_is_taken_out_again_is_not_told():
    told = {fact.key for fact in listings.read(registry_export, NT + f"\n[-{CONTROL[1:]}\\PriorityControl]\n")}
    assert SEPARATION not in told
    assert "registry.large_system_cache" in told


def test_a_fact_stands_on_the_line_of_its_value():
    source = Source.of("nt.reg", NT.encode())
    spans = {fact.key: fact.span for fact in registry_export.read(source, CATALOGUE)}
    assert source.text(*spans[SEPARATION]) == '"Win32PrioritySeparation"=dword:00000002'


DAMAGES = [
    (NT, []),
    (NT + "what now\n", ["this is no line of a registry export"]),
    (NT[:-1], [transcript.CUT]),
    (NT.partition("00,00\n")[0], [transcript.CUT]),
    (NT.replace("4.0", "4\x000"), [transcript.NUL]),
]


EXAMPLES = [NT, LATER]
RECOGNISED = [
    *((text.encode(), True) for text in EXAMPLES),
    (LATER.encode("utf-16"), True),
    (b"\r\nREGEDIT4\r\n", True),
    (b"REGEDIT\n", False),
    (b"[HKEY_LOCAL_MACHINE\\SYSTEM]\n", False),
    (b"", False),
]

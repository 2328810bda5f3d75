"""systeminfo, in the language of its Windows."""

import listings
from at_once import at_once

from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.windows import systeminfo

CATALOGUE = builtin().catalogue

ENGLISH = """
Host Name:                 MAIL01
OS Name:                   Microsoft Windows Server 2019 Standard
OS Version:                10.0.17763 N/A Build 17763
OS Manufacturer:           Microsoft Corporation
OS Configuration:          Member Server
OS Build Type:             Multiprocessor Free
Registered Owner:          Windows User
Product ID:                00429-00000-00001-AA000
Original Install Date:     1/11/2023, 9:13:02 AM
System Boot Time:          5/2/2024, 3:11:24 AM
System Manufacturer:       VMware, Inc.
System Model:              VMware7,1
System Type:               x64-based PC
Processor(s):              1 Processor(s) Installed.
                           [01]: AMD64 Family 23 Model 1 Stepping 2 AuthenticAMD ~3094 Mhz
BIOS Version:              VMware, Inc. VMW71.00V.21100432.B64.2301110304, 1/11/2023
Windows Directory:         C:\\Windows
System Directory:          C:\\Windows\\system32
Boot Device:               \\Device\\HarddiskVolume1
System Locale:             en-us;English (United States)
Input Locale:              en-us;English (United States)
Time Zone:                 (UTC-08:00) Pacific Time (US & Canada)
Total Physical Memory:     8,191 MB
Available Physical Memory: 2,294 MB
Virtual Memory: Max Size:  9,599 MB
Virtual Memory: Available: 3,146 MB
Virtual Memory: In Use:    6,453 MB
Page File Location(s):     C:\\pagefile.sys
                           P:\\pagefile.sys
Domain:                    acme.example
Logon Server:              \\\\DC01
Hotfix(s):                 2 Hotfix(s) Installed.
                           [01]: KB5017024
                           [02]: KB5012170
Network Card(s):           1 NIC(s) Installed.
                           [01]: vmxnet3 Ethernet Adapter
                                 Connection Name: Ethernet0
                                 IP address(es)
                                 [01]: 192.0.2.7
Hyper-V Requirements:      A hypervisor has been detected.
"""
GERMAN = """
Hostname:                                      MAIL02
Betriebssystemname:                            Microsoft Windows Server 2016 Standard
Betriebssystemversion:                         10.0.14393 Nicht zutreffend Build 14393
Systemhersteller:                              Dell Inc.
Systemmodell:                                  PowerEdge R740
Systemtyp:                                     x64-based PC
Prozessor(en):                                 1 Prozessor(en) installiert.
                                               [01]: Intel64 Family 6 Model 85 ~2300 MHz
Windows-Verzeichnis:                           C:\\Windows
System-Verzeichnis:                            C:\\Windows\\system32
Gesamter physischer Speicher:                  32.511 MB
Verfügbarer physischer Speicher:               8.611 MB
Virtueller Arbeitsspeicher: Maximale Größe:    37.375 MB
Virtueller Arbeitsspeicher: Verfügbar:         9.146 MB
Virtueller Arbeitsspeicher: Zurzeit verwendet: 28.229 MB
Auslagerungsdateipfad(e):                      D:\\pagefile.sys
Domäne:                                        WORKGROUP
"""
FRENCH = """
Nom de l'hôte:                              MAIL03
Nom du système d'exploitation:              Microsoft Windows Server 2019 Standard
Fabricant du système:                       QEMU
Modèle du système:                          Standard PC (i440FX + PIIX, 1996)
Type du système:                            x64-based PC
Répertoire Windows:                         C:\\Windows
Mémoire physique totale:                    4\u00a0095 Mo
Mémoire physique disponible:                512 Mo
Mémoire virtuelle : taille maximale:        5\u00a0503 Mo
Mémoire virtuelle : disponible:             4\u00a0960 Mo
Mémoire virtuelle : en cours d'utilisation: 543 Mo
Emplacements des fichiers d'échange:        C:\\pagefile.sys
"""
RUSSIAN = """
Имя узла:                         MAIL04
Название системы:                 Microsoft Windows Server 2019 Standard
Изготовитель системы:             Dell Inc.
Модель системы:                   PowerEdge R740
Тип системы:                      x64-based PC
Папка Windows:                    C:\\Windows
Полный объем физической памяти:   16\u00a0384 МБ
Доступная физическая память:      8\u00a0192 МБ
Виртуальная память: Макс. размер: 18\u00a0816 МБ
Виртуальная память: Доступна:     5\u00a0000 МБ
Виртуальная память: Используется: 13\u00a0816 МБ
Расположение файла подкачки:      C:\\pagefile.sys
"""
EXAMPLES = [ENGLISH, GERMAN, FRENCH, RUSSIAN, "C:\\>systeminfo\n" + ENGLISH]


def told(raw):
    found = {}
    for item in listings.read(systeminfo, raw):
        if isinstance(item, Fact):
            found.setdefault((item.subject.name, item.key), []).append(item.text)
    return found


def machine(host, virtual, total, free, *, page_files=("C:",)):
    told = {("", "machine.host_name"): [host], ("", "machine.virtual"): [virtual], ("C:", "volume.holds"): ["os"]}
    told |= {("", "memory.total"): [str(total * 2**20)], ("", "memory.available"): [str(free * 2**20)]}
    for letter in page_files:
        told.setdefault((letter, "volume.holds"), []).append("swap")
    return told


TEXTS = [
    (ENGLISH, machine("mail01", "yes", 8191, 2294, page_files=("C:", "P:"))),
    ("PS C:\\> systeminfo\n" + ENGLISH, machine("mail01", "yes", 8191, 2294, page_files=("C:", "P:"))),
    (GERMAN, machine("mail02", "no", 32511, 8611, page_files=("D:",))),
    (GERMAN.encode("cp850"), machine("mail02", "no", 32511, 8611, page_files=("D:",))),
    (FRENCH, machine("mail03", "yes", 4095, 512)),
    (FRENCH.replace("\u00a0", "ÿ"), machine("mail03", "yes", 4095, 512)),
    (FRENCH.encode("utf-16"), machine("mail03", "yes", 4095, 512)),
    (RUSSIAN.encode("utf-16"), machine("mail04", "no", 16384, 8192)),
]


@at_once(("raw", "expected"), TEXTS)
def test_a_machine_is_read(raw, expected):
    assert told(raw) == expected


def test_of_a_machine_whose_end_is_cut_the_beginning_counts():
    items = listings.read(systeminfo, ENGLISH[: ENGLISH.index("Virtual Memory")])
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == [systeminfo.NOTHING]
    assert "machine.virtual" in {item.key for item in items if isinstance(item, Fact)}


RECOGNISED = [
    *((raw, True) for raw in EXAMPLES),
    (GERMAN.encode("cp850"), True),
    ("Host Name:  MAIL01\nOS Name:  HP-UX\n", False),
    ("System Model: IBM,8205\nMachine Serial Number: 1\n", False),
]

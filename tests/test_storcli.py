"""storcli's text: one line a case; the outputs are made up."""

import listings
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact, Facts, Subject
from advisor.pack import builtin
from advisor.readers.raid import storcli
from advisor.source import Source

CATALOGUE = builtin().catalogue

RULER = "-" * 60
HEAD = "CLI Version = 007.0001.0000.0000 Jan 01, 2020\nOperating system = Linux\nController = {}\nStatus = Success\nDescription = None\n\n"
PRODUCT = "Product Name = Example 1-8i\nSerial Number = EX01\nDriver Name = megaraid_sas\n"
TOPOLOGY = f"""Drive Groups = 1

TOPOLOGY :
========

{RULER}
DG Arr Row EID:Slot DID Type   State BT     Size PDC  PI SED DS3  FSpace TR
{RULER}
 0 -   -   -        -   RAID10 Dgrd  N  2.000 TB dflt N  N   dflt N      N
 0 0   -   -        -   RAID1  Optl  N  1.000 TB dflt N  N   dflt N      N
 0 0   0   8:0      1   DRIVE  Onln  N  1.000 TB dflt N  N   dflt -      N
 0 0   1   8:1      2   DRIVE  Onln  N  1.000 TB dflt N  N   dflt -      N
 0 1   -   -        -   RAID1  Dgrd  N  1.000 TB dflt N  N   dflt N      N
 0 1   0   -        -   DRIVE  Msng  -  1.000 TB -    -  -   -    -      N
 0 1   1    :3      4   DRIVE  Onln  N  1.000 TB dflt N  N   dflt -      N
 0 -   -   8:4      5   DRIVE  DHS   -  1.000 TB dflt N  N   dflt -      N
 - -   -   8:5      6   DRIVE  GHS   -  1.000 TB dflt N  N   dflt -      N
{RULER}

DG=Disk Group Index|Arr=Array Index|Row=Row Index|EID=Enclosure Device ID
DS3=Dimmer Switch 3|dflt=Default|Msng=Missing|FSpace=Free Space Present

"""
VD_HEAD = f"{RULER}\nDG/VD TYPE   State Access Consist Cache Cac sCC     Size Name       \n{RULER}\n"
VD = "0/1   RAID10 Dgrd  RW     Yes     RWBD  -   ON  2.000 TB mail store \n"
LEGEND = "\nCac=CacheCade|Rec=Recovery|OfLn=OffLine\nAWB=Always WriteBack|WT=WriteThrough|sCC=Scheduled\nCheck Consistency\n\n"
VD_LIST = f"Virtual Drives = 1\n\nVD LIST :\n=======\n\n{VD_HEAD}{VD}{RULER}\n{LEGEND}"
PD_HEAD = f"{RULER}\nEID:Slt DID State DG     Size Intf Med SED PI SeSz Model         Sp Type\n{RULER}\n"
PD = "8:0       1 Onln   0 1.000 TB SAS  HDD N   N  512B EXAMPLE DISK  U  -   \n"
SSD = " :3       4 Onln   0 1.000 TB SATA SSD N   N  512B EXAMPLE       U  -   \n"
SPARE = "8:4       5 DHS    0 1.000 TB SATA SSD N   N  512B EXAMPLE       U  -   \n"
PD_LIST = f"Physical Drives = 2\n\nPD LIST :\n=======\n\n{PD_HEAD}{PD}{SPARE}{RULER}\n\n"
VAULT = f"Cachevault_Info :\n===============\n\n{RULER}\nModel  State   Temp Mode MfgDate\n{RULER}\nCVPM99 Optimal 30C  -    2020/01/01\n{RULER}\n\n"
BATTERY = f"BBU_Info :\n========\n\n{RULER}\nModel   State   RetentionTime Temp Mode MfgDate    Next Learn\n{RULER}\niBBU-99 Optimal 48 hours +    30C  5    2020/01/01 2020/02/01  10:00:00\n{RULER}\n\n"
SHOW = HEAD.format(0) + PRODUCT + TOPOLOGY + VD_LIST + PD_LIST + VAULT
ALL = (
    "Generating detailed summary of the adapter, it may take a while to complete.\n\nController = 3\nStatus = Success\nDescription = None\n\n\n"
    "Basics :\n======\nController = 3\nModel = Example 2-8i\nSerial Number = EX02\n\n"
    "Version :\n=======\nDriver Name = megasr\n\n"
    "Status :\n======\nController Status = Needs Attention\n\n"
    "Supported Adapter Operations :\n============================\nBBU  = Yes\n\n"
    "HwCfg :\n=====\nBBU = Absent\nOn Board Memory Size = 0MB\n\n"
    "Defaults :\n========\nStrip Size = 256kB\nWrite Policy = WB\n\n"
    "Scheduled Tasks :\n===============\nOEMID = EX\n\n"
)
WHOLE_ALL = ALL + TOPOLOGY + VD_LIST + PD_LIST
DRIVES = f"Virtual Drives :\n==============\n\n{VD_HEAD}{VD}{RULER}\n{LEGEND}"
TWO = DRIVES.replace(VD, VD + VD.replace("0/1 ", "0/22"))
VALL = "$ /opt/storcli64 /c0/vall show\n" + HEAD.format(0) + DRIVES
PROPERTIES = (
    HEAD.format(0)
    + f"/c0/v1 :\n======\n\n{VD_HEAD}{VD.replace('RWBD', 'RWTD')}{RULER}\n{LEGEND}"
    + f"PDs for VD 1 :\n============\n\n{PD_HEAD}{PD}{SSD}{RULER}\n\n"
    + "VD1 Properties :\n==============\nStrip Size = 64 KB\nSpan Depth = 2\nNumber of Drives Per Span = 3\n"
    + "Write Cache(initial setting) = WriteBack\nDisk Cache Policy = Disk's Default\nOS Drive Name = /dev/sdx\n\n"
)
SECOND = (
    HEAD.format(0)
    + f"/c0/v1 :\n======\n\n{RULER}\nDG/VD TYPE  State Access CurrentCache DefaultCache     Size Name\n{RULER}\n0/1   RAID1 Optl  RW     NR,WT        NR,WB        1.000 TiB\n{RULER}\n"
)
FAILURE = "CLI Version = 007.1\nOperating system = Linux\nController = 0\nStatus = Failure\nDescription = Controller 0 not found\n"
DETAILS = f"\nDetailed Status :\n===============\n\n{RULER}\nCtrl Status ErrCd ErrMsg\n{RULER}\n   0 Failed     2 command invalid\n{RULER}\n\n"
VAULT_ALL = (
    HEAD.format(0)
    + f"Cachevault_Info :\n===============\n\n{RULER}\nProperty    Value\n{RULER}\nType        CVPM99\nTemperature 30 C\nState       Optimal\n{RULER}\n\n"
    + f"Firmware_Status :\n===============\n\n{RULER}\nProperty             Value\n{RULER}\nReplacement required No\n{RULER}\n\n"
)
OVERVIEW = (
    "CLI Version = 007.1\nOperating system = Linux\nStatus Code = 0\nStatus = Success\nDescription = None\n\nNumber of Controllers = 1\n\n"
    f"System Overview :\n===============\n\n{RULER}\nCtl Model         Ports PDs DGs DNOpt VDs VNOpt BBU  sPR DS  EHS ASOs Hlth\n{RULER}\n"
    f"  0 Example 1-8i      8   4   1     0   1     0 Msng On  1&2 Y       3 NdAtn\n{RULER}\n"
)
MODEL = HEAD.format(0) + "Product Name = HBA 9-8\n" + PD_LIST
EXAMPLES = [SHOW, WHOLE_ALL, VALL, PROPERTIES, VAULT_ALL, OVERVIEW, SECOND, FAILURE, MODEL]


def told(text, name, key):
    facts = Facts()
    facts.add(item for item in listings.bounded(storcli, text) if isinstance(item, Fact))
    return facts.ask(key, Subject(key.partition(".")[0], name)).text


def drive(row, **swaps):
    for old, new in swaps.items():
        row = row.replace(old, new)
    return SHOW.replace(VD, row)


REBUILDING = SHOW.replace(PD, PD + SSD.replace("Onln", "Rbld"))
C0, C0V1, C3, C3V1 = "controller 0", "controller 0 logical drive 1", "controller 3", "controller 3 logical drive 1"
TOLD = [
    (SHOW, C0, "controller.model", "Example 1-8i"),
    (SHOW, C0, "controller.serial", "EX01"),
    (SHOW.replace("Serial", f"{RULER}\nSerial"), C0, "controller.serial", "EX01"),
    (SHOW.replace("EX01", "NA"), C0, "controller.serial", None),
    (SHOW, C0, "controller.health", None),
    (SHOW, C0, "controller.protection", "capacitor"),
    (SHOW, C0, "controller.protection_state", "ok"),
    (SHOW, C0V1, "array.controller", "controller 0"),
    (SHOW, C0V1, "array.group", "controller 0 array 0"),
    (SHOW, C0V1, "array.level", "10"),
    (SHOW, C0V1, "array.disks", "4"),
    (SHOW, C0V1, "array.media", "hdd"),
    (SHOW, C0V1, "array.stripe", None),
    (SHOW, C0V1, "array.write_cache", "write-back"),
    (SHOW, C0V1, "array.write_cache_set", "write-back"),
    (SHOW, C0V1, "array.always_write_back", None),
    (SHOW, C0V1, "array.health", "degraded"),
    (SHOW, C0V1, "array.health_said", "Dgrd"),
    (REBUILDING, C0V1, "array.health", "rebuilding"),
    (REBUILDING, C0V1, "array.health_said", "Dgrd, Rbld :3"),
    (REBUILDING.replace("0/1   RAID10 Dgrd", "0/1   RAID10 OfLn"), C0V1, "array.health", "failed"),
    (REBUILDING.replace("Rbld   0", "Rbld   1"), C0V1, "array.health", "degraded"),
    (SHOW, C0V1, "array.software", "no"),
    (SHOW.replace("mail store", "müll"), C0V1, "array.level", "10"),
    (SHOW.replace("mail store", ""), C0V1, "array.level", "10"),
    (SHOW.replace("mail store", "a = b"), C0V1, "array.level", "10"),
    (SHOW.replace(PD, PD + SSD), C0V1, "array.media", "mixed"),
    (SHOW.replace(PD, SSD), C0V1, "array.media", "ssd"),
    *((SHOW.replace("DHS ", state), C0V1, "array.media", "hdd") for state in ("GHS ", "UGood", "UBad", "JBOD")),
    (SHOW.replace("DHS ", "Onln"), C0V1, "array.media", "mixed"),
    (SHOW.replace(PD, PD.replace("SAS  HDD", "NVMe SSD")), C0V1, "array.media", "nvme"),
    (SHOW.replace(VAULT, BATTERY), C0, "controller.protection", "battery"),
    (SHOW.replace(VAULT, BATTERY), C0, "controller.protection_state", "ok"),
    (SHOW.replace(VAULT, BATTERY.replace("iBBU-99", "CVPM99 ")), C0, "controller.protection", "capacitor"),
    (SHOW.replace(VAULT, ""), C0, "controller.protection", None),
    (SHOW.replace("CVPM99 Optimal", "CVPM99 Failed "), C0, "controller.protection_state", "failed"),
    (SHOW.replace("CVPM99 Optimal", "CVPM99 Charging"), C0, "controller.protection_state", "charging"),
    (SHOW.replace("CVPM99 Optimal", "CVPM99 Dgd (Needs Attention)"), C0, "controller.protection_state", None),
    (SHOW.replace("Optl ", "What "), C0V1, "array.health", "degraded"),
    (SHOW.replace("Example 1-8i", "PERC S150"), C0V1, "array.software", "yes"),
    (WHOLE_ALL, C3, "controller.model", "Example 2-8i"),
    (WHOLE_ALL, C3, "controller.health", "degraded"),
    (WHOLE_ALL, C3, "controller.cache", "no"),
    (WHOLE_ALL, C3, "controller.protection", "none"),
    (WHOLE_ALL, C3V1, "array.software", "yes"),
    (WHOLE_ALL, C3V1, "array.stripe", None),
    (SHOW + WHOLE_ALL, C0V1, "array.disks", "4"),
    (SHOW + WHOLE_ALL, C3V1, "array.disks", "4"),
    (VALL, C0V1, "array.write_cache", "write-back"),
    (VALL, C0V1, "array.disks", None),
    (VALL, C0V1, "array.software", None),
    (VALL.replace("Controller = 0", "Controller = 12"), "controller 12 logical drive 1", "array.level", "10"),
    (VD_LIST, "controller logical drive 1", "array.controller", "controller"),
    (PROPERTIES, C0V1, "array.stripe", "64 KB"),
    (PROPERTIES.replace("64 KB", "1.0 MB"), C0V1, "array.stripe", "1024 KB"),
    (PROPERTIES, C0V1, "array.disks", "6"),
    (PROPERTIES, C0V1, "array.media", "mixed"),
    (PROPERTIES, C0V1, "array.write_cache", "write-through"),
    (PROPERTIES, C0V1, "array.write_cache_set", "write-back"),
    (PROPERTIES, C0V1, "array.device", "/dev/sdx"),
    (PROPERTIES.replace("WriteBack\n", "Always Write Back\n"), C0V1, "array.always_write_back", "yes"),
    (SHOW + PROPERTIES.replace("RWTD", "RWBD"), C0V1, "array.disks", "4"),
    (SECOND, C0V1, "array.write_cache", "write-through"),
    (SECOND, C0V1, "array.write_cache_set", "write-back"),
    (VAULT_ALL, C0, "controller.protection", "capacitor"),
    (VAULT_ALL, C0, "controller.protection_state", "ok"),
    (VAULT_ALL.replace("required No", "required Yes"), C0, "controller.protection_state", "failed"),
    (OVERVIEW, C0, "controller.health", "degraded"),
    (OVERVIEW, C0, "controller.protection_state", "missing"),
    (OVERVIEW, C0, "controller.model", None),
]


@at_once(("text", "name", "key", "expected"), TOLD)
def test_the_output_is_read(text, name, key, expected):
    assert told(text, name, key) == expected


CACHES = [
    ("RWBD ", "write-back", None),
    ("NRWBD", "write-back", None),
    ("NRWTC", "write-through", None),
    ("RWTD ", "write-through", None),
    ("RAWBD", "write-back", "yes"),
    ("NRAWBC", "write-back", "yes"),
    ("-    ", None, None),
    ("RWXD ", None, None),
]


@at_once(("code", "cache", "always"), CACHES)
def test_the_cache_code_is_taken_apart(code, cache, always):
    text = drive(VD, **{"RWBD ": code})
    assert told(text, C0V1, "array.write_cache") == cache
    assert told(text, C0V1, "array.write_cache_set") == cache
    assert told(text, C0V1, "array.always_write_back") == always


STATES = [
    ("Optl", "ok"),
    ("Dgrd", "degraded"),
    ("Pdgd", "degraded"),
    ("OfLn", "failed"),
    ("Rec ", None),
    ("HD  ", None),
]


@at_once(("word", "health"), STATES)
def test_the_state_has_one_spelling(word, health):
    text = drive(VD, Dgrd=word)
    assert told(text, C0V1, "array.health") == health
    assert told(text, C0V1, "array.health_said") == word.strip()


def test_every_fact_is_found_where_it_says():
    source = Source.of("storcli.txt", SHOW.replace("mail store", "Größe").encode())
    spans = {item.key: source.text(*item.span) for item in storcli.read(source, CATALOGUE) if isinstance(item, Fact)}
    assert spans == {
        **dict.fromkeys(("disk.controller", "disk.group", "disk.health", "disk.health_said"), "DHS"),
        "controller.model": "Example 1-8i",
        "controller.serial": "EX01",
        "controller.protection": "CVPM99",
        "controller.protection_state": "Optimal",
        "array.controller": "0",
        "array.tool": "0/1",
        "array.group": "0/1",
        "array.level": "RAID10",
        "array.disks": "0",
        "array.media": "HDD",
        "array.health": "Dgrd",
        "array.health_said": "Dgrd",
        "array.write_cache": "RWBD",
        "array.write_cache_set": "RWBD",
        "array.software": "megaraid_sas",
    }


WHOLES = [
    (SHOW, ["array.", "controller."]),
    (WHOLE_ALL, ["array.", "controller."]),
    (SHOW + WHOLE_ALL, ["array.", "controller."]),
    (MODEL, ["array.", "controller."]),
    (ALL + BATTERY, ["array.", "controller."]),
    (FAILURE.replace("Failure", "Success") + DETAILS + PRODUCT + TOPOLOGY + VD_LIST + PD_LIST,
        ["array.", "controller."]),
    (VALL, ["array."]),
    (VALL + HEAD.format(1) + DRIVES, ["array."]),
    (HEAD.format(0) + TWO, ["array."]),
    (HEAD.format(0) + DRIVES, []),  # /c0/vall or /c0/v1
    (VALL.replace("vall", "v1"), []),
    (PROPERTIES, []),
    (VD_LIST, []),
    (HEAD.format(0) + PD_LIST, []),
    (HEAD.format(0) + PRODUCT, []),
    (VAULT_ALL, []),
    (OVERVIEW, []),
    (OVERVIEW + SHOW, ["array.", "controller."]),
    (OVERVIEW + WHOLE_ALL, []),  # controller 0 is not listed
    (SHOW[: SHOW.index(VD)], []),
    (FAILURE, []),
]  # fmt: skip


@at_once(("text", "prefixes"), WHOLES)
def test_only_a_list_of_all_drives_makes_what_it_lacks_absent(text, prefixes):
    assert [item.prefix for item in listings.bounded(storcli, text) if isinstance(item, Complete)] == prefixes


BREAKS = [
    (SHOW, []),
    (FAILURE + DETAILS + PRODUCT + TOPOLOGY + VD_LIST + PD_LIST, []),
    (SHOW + "\n=======\n", []),
    (SHOW[: SHOW.index("mail store")], ["the table breaks off before its end"]),
    (SHOW[: SHOW.index("RWBD")], ["the table breaks off in this line"]),
    (SHOW.replace(VD + RULER + "\n" + LEGEND, VD + LEGEND), ["the table breaks off in this line"]),
    (SHOW[: SHOW.index(VD) - len(RULER) - 1], ["more virtual drives are announced here than are listed"]),
    (SHOW.replace(VD, ""), ["more virtual drives are announced here than are listed"]),
    (SHOW[: SHOW.index("VD LIST")], ["more virtual drives are announced here than are listed"]),
    (SHOW[: SHOW.index("Virtual Drives")], ["the output ends before it lists the virtual drives of its drive groups"]),
    (SHOW[: SHOW.index(" EX01")], ["the output breaks off in this line"]),
    (SHOW[: SHOW.index("TOPOLOGY") + 10], ["the output breaks off in this line"]),
    (SHOW[: SHOW.index("TOPOLOGY") + 19], ["the output breaks off in this line"]),
    (ALL[: ALL.index("HwCfg")], ["the output ends before it comes to drives"]),
    (SHOW.replace("EX01", "\0\0\0\0"), ["the line holds NUL bytes and was not read"]),
    (SHOW + "Smart Array P1 in Slot 1\n   array A\n",
        ["here the output of ssacli begins; it was not read, give it a file of its own"]),
    ("$ storcli64 /c0 show J\n" + SHOW + "{\n",
        ["here the output of storcli json begins; it was not read, give it a file of its own"]),
    (SHOW + "$ MegaCli -LDInfo -Lall -aALL\n",
        ["here the output of megacli begins; it was not read, give it a file of its own"]),
    (FAILURE, ["the tool reports an error"]),
    (FAILURE.replace("Controller 0 not found", "None") + DETAILS, ["the tool reports an error"]),
    (SHOW + FAILURE, ["the tool reports an error"]),
]  # fmt: skip


@at_once(("text", "reasons"), BREAKS)
def test_damage_is_named_and_what_stands_before_it_counts(text, reasons):
    items = listings.bounded(storcli, text)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert not (reasons and any(isinstance(item, Complete) for item in items))


def test_the_place_of_damage():
    text = SHOW[: SHOW.index("RWBD")]
    assert [item.offset for item in listings.bounded(storcli, text) if isinstance(item, Diagnostic)] == [
        text.index("0/1")
    ]


PASTED = [
    VD_HEAD + VD + RULER + "\n",
    VD_HEAD.partition("\n")[2] + VD + RULER + "\n",
    "    " + (VD_HEAD + VD + RULER).replace("\n", "\r\n    ") + "\r\n",
    VD_HEAD + VD + RULER + "\n\n" + PD_HEAD + PD + RULER + "\n",
]


@at_once("text", PASTED, ids=range(len(PASTED)))
def test_a_table_without_its_head_tells_of_its_drives_and_makes_nothing_absent(text):
    items = listings.bounded(storcli, text)
    told = {item.key: item.text for item in items if isinstance(item, Fact)}
    assert (told["array.level"], told["array.health"], told["array.write_cache"]) == ("10", "degraded", "write-back")
    assert not any(isinstance(item, Diagnostic | Complete) for item in items)


RECOGNISED = [
    (SHOW, True),
    (WHOLE_ALL, True),
    (VALL, True),
    ("[root@host ~]# /opt/MegaRAID/perccli/perccli64 /c0 show\n" + SHOW, True),
    ("PS C:\\Program Files> .\\storcli64.exe /c0 show\r\n" + SHOW.replace("\n", "\r\n"), True),
    (VD_LIST, True),
    (VD_HEAD + VD + RULER + "\n", True),
    (VD_HEAD.partition("\n")[2] + VD + RULER + "\n", True),
    (PD_HEAD + PD + RULER + "\n", True),
    (RULER + "\nNAME  SIZE\n" + RULER + "\n", False),
    ("   " + VD_LIST.replace("\n", "\n   "), True),
    (PD_LIST, True),
    (BATTERY, True),
    (OVERVIEW, True),
    (FAILURE, True),
    ("\0\0\0", False),
    ("# How to\n\n```\n" + SHOW, False),
    ("#!/bin/sh\nstorcli64 /c0 show | grep RAID\n", False),
    ("Run storcli64 /c0 show to see\n" + SHOW, False),
    ("# storcli64 /c0 show\n", False),
    ("[Notes]\nKitType=2\n", False),
    ("Smart Array P410i in Slot 0\n   array A\n", False),
    ("Adapter 0 -- Virtual Drive Information:\nVirtual Drive: 0 (Target Id: 0)\n", False),
    ("Controllers found: 1\nController Status = Optimal\n", False),
    ('{"Controllers":[{"Command Status":{"CLI Version":"007.1","Status":"Success"}}]}', False),
]

"""storcli's JSON: one line a case; the outputs are made up."""

import json

import listings
from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.facts import Complete, Diagnostic, Fact, Facts, Subject
from advisor.pack import builtin
from advisor.readers import json_tree
from advisor.readers.raid import storcli_json
from advisor.source import Source

CATALOGUE = builtin().catalogue

STATUS = {
    "CLI Version": "007.1",
    "Operating system": "Linux",
    "Controller": 0,
    "Status": "Success",
    "Description": "None",
}
DISK = {"DG": 0, "Arr": 0, "Row": 0, "EID:Slot": "8:0", "DID": 1, "Type": "DRIVE", "State": "Onln"}
TOPOLOGY = [
    DISK | {"Arr": "-", "Row": "-", "Type": "RAID1"},
    DISK,
    DISK | {"Row": 1, "State": "Rbld"},
    DISK | {"Arr": "-", "Row": "-", "State": "DHS"},
]
VD = {"DG/VD": "0/1", "TYPE": "RAID1", "State": "Optl", "Cache": "RWBD", "Cac": "-", "Size": "1.000 TB", "Name": "mail"}
PD = {
    "EID:Slt": "8:0",
    "DID": 1,
    "State": "Onln",
    "DG": 0,
    "Size": "1.000 TB",
    "Intf": "SAS",
    "Med": "HDD",
    "Model": "EX",
}
DATA = {
    "Product Name": "Example 1-8i",
    "Serial Number": "EX01 ",
    "Driver Name": "megaraid_sas",
    "Drive Groups": 1,
    "TOPOLOGY": TOPOLOGY,
    "Virtual Drives": 1,
    "VD LIST": [VD],
    "Physical Drives": 1,
    "PD LIST": [PD],
    "Cachevault_Info": [{"Model": "CVPM99", "State": "Optimal", "Temp": "30C"}],
}
PROPERTIES = {
    "/c0/v1": [VD],
    "PDs for VD 1": [PD | {"Intf": "NVMe", "Med": "SSD"}],
    "VD1 Properties": {"Strip Size": "256 KB", "Span Depth": 2, "Number of Drives Per Span": 2,
        "Write Cache(initial setting)": "WriteThrough", "OS Drive Name": "/dev/sdx"},
}  # fmt: skip
SHOW_ALL = {
    "Basics": {"Controller": 0, "Model": "Example 2-8i", "Serial Number": "EX02"},
    "Status": {"Controller Status": "Optimal"},
    "HwCfg": {"BBU": "Absent", "On Board Memory Size": "512MB"},
    "Policies": {"Policies Table": [{"Policy": "Rebuild Rate", "Current": "30 %"}]},
    "Scheduled Tasks": {"OEMID": "EX"},
}
BATTERY = {
    "BBU_Info": [{"Property": "Type", "Value": "BBU"}, {"Property": "Battery State", "Value": "Optimal"}],
    "BBU_Firmware_Status": [{"Property": "Battery Pack Missing", "Value": "Yes"}],
}
OVERVIEW = {
    "Number of Controllers": 1,
    "IT System Overview": [{"Ctl": 0, "Model": "HBA 9-8", "AdapterType": "  EX(B0)", "Hlth": "Opt"}],
}
ERROR = STATUS | {"Status": "Failure", "Detailed Status": [{"Ctrl": 0, "Status": "Failed", "ErrMsg": "no controller"}]}


def output(data, status=STATUS, indent=2):
    answer = {"Command Status": status} | ({"Response Data": data} if data is not None else {})
    return json.dumps({"Controllers": [answer]}, indent=indent)


SHOW = output(DATA)


def told(text, name, key):
    facts = Facts()
    facts.add(item for item in listings.bounded(storcli_json, text) if isinstance(item, Fact))
    return facts.ask(key, Subject(key.partition(".")[0], name)).text


EXAMPLES = [SHOW, *(output(data) for data in (PROPERTIES, SHOW_ALL, BATTERY, OVERVIEW))]

C0, C0V1 = "controller 0", "controller 0 logical drive 1"
TOLD = [
    (SHOW, C0, "controller.model", "Example 1-8i"),
    (SHOW, C0, "controller.serial", "EX01"),
    (SHOW, C0, "controller.protection", "capacitor"),
    (SHOW, C0, "controller.protection_state", "ok"),
    (SHOW, C0V1, "array.controller", "controller 0"),
    (SHOW, C0V1, "array.group", "controller 0 array 0"),
    (SHOW, C0V1, "array.level", "1"),
    (SHOW, C0V1, "array.disks", "2"),
    (SHOW, C0V1, "array.media", "hdd"),
    (SHOW, C0V1, "array.write_cache", "write-back"),
    (SHOW, C0V1, "array.health", "ok"),
    (SHOW, C0V1, "array.software", "no"),
    (output(DATA, indent=None), C0V1, "array.disks", "2"),
    (SHOW.replace("Example 1-8i", "Ex\\u00e4mple \\/"), C0, "controller.model", "Exämple /"),
    (output(DATA | {"Product Name": None}), C0, "controller.model", None),
    (SHOW.replace("RWBD", "RAWBD"), C0V1, "array.always_write_back", "yes"),
    (output(PROPERTIES), C0V1, "array.stripe", "256 KB"),
    (output(PROPERTIES), C0V1, "array.disks", "4"),
    (output(PROPERTIES), C0V1, "array.media", "nvme"),
    (output(PROPERTIES), C0V1, "array.write_cache", "write-back"),
    (output(PROPERTIES), C0V1, "array.write_cache_set", "write-through"),
    (output(PROPERTIES), C0V1, "array.device", "/dev/sdx"),
    (output(SHOW_ALL), C0, "controller.model", "Example 2-8i"),
    (output(SHOW_ALL), C0, "controller.health", "ok"),
    (output(SHOW_ALL), C0, "controller.cache", "yes"),
    (output(SHOW_ALL), C0, "controller.protection", "none"),
    (output(BATTERY), C0, "controller.protection", "battery"),
    (output(BATTERY), C0, "controller.protection_state", "missing"),
    (output(OVERVIEW), C0, "controller.model", "HBA 9-8"),
    (output(OVERVIEW), C0, "controller.health", "ok"),
    (SHOW + output(DATA, STATUS | {"Controller": 7}), "controller 7 logical drive 1", "array.disks", "2"),
    (SHOW[: SHOW.index('"Physical')], C0V1, "array.disks", "2"),
    (SHOW[: SHOW.index('"Access')] if '"Access' in SHOW else SHOW[: SHOW.index('"Cac"')], C0V1, "array.write_cache",
        "write-back"),
    (output("text"), C0, "controller.model", None),
    (output({"VD LIST": [1, "x", [VD]]}), C0V1, "array.level", None),
    (output({"VD LIST": [VD | {"DG/VD": "?"}]}), C0V1, "array.level", None),
]  # fmt: skip


@at_once(("text", "name", "key", "expected"), TOLD)
def test_the_output_is_read(text, name, key, expected):
    assert told(text, name, key) == expected


def test_every_fact_is_found_where_it_says():
    source = Source.of("storcli.json", SHOW.encode())
    spans = {
        item.key: source.text(*item.span) for item in storcli_json.read(source, CATALOGUE) if isinstance(item, Fact)
    }
    assert spans["array.level"] == "RAID1"
    assert spans["array.group"] == "0/1"
    assert spans["array.controller"] == "0"
    assert spans["array.media"] == "HDD"
    assert spans["controller.protection"] == "CVPM99"


WHOLES = [
    (SHOW, ["array.", "controller."]),
    (output(SHOW_ALL | {"VD LIST": [VD]}), ["array.", "controller."]),
    (output({"Product Name": "HBA", "PD LIST": [PD]}), ["array.", "controller."]),
    (output({"Virtual Drives": [VD, VD | {"DG/VD": "1/2"}]}), ["array."]),
    (output({"Virtual Drives": [VD]}), []),
    (output(PROPERTIES), []),
    (output({"PD LIST": [PD]}), []),
    (output(BATTERY), []),
    (output(OVERVIEW), []),
    (SHOW[:-3], []),
    (output(None, ERROR), []),
]


@at_once(("text", "prefixes"), WHOLES)
def test_only_a_list_of_all_drives_makes_what_it_lacks_absent(text, prefixes):
    assert [item.prefix for item in listings.bounded(storcli_json, text) if isinstance(item, Complete)] == prefixes


CUT = SHOW[: SHOW.index("megaraid")]
BREAKS = [
    (SHOW, []),
    (SHOW + "\n" + SHOW, []),
    (output(DATA, ERROR), []),
    (CUT, [("the JSON breaks off here", CUT.count("\n") + 1)]),
    (SHOW.replace('"Example 1-8i",', '"Example 1-8i"', 1), [(json_tree.ELSE, 13)]),
    (SHOW + "\nSmart Array", [(json_tree.ELSE, SHOW.count("\n") + 2)]),
    (SHOW.replace("EX01", "EX\0"), [("NUL bytes stand here; what follows was not read", 13)]),
    (SHOW.replace('"EX01 "', "EX01"), [(json_tree.ELSE, 13)]),
    (output(DATA | {"Virtual Drives": 2}), [("more virtual drives are announced here than are listed", 54)]),
    (output(None, ERROR), [("the tool reports an error", 8)]),
    (output(None, STATUS | {"Status": "Failure", "Description": "Un-supported"}), [("the tool reports an error", 8)]),
    ("[" * 100_000, [(json_tree.TOO_DEEP, 1)]),
]  # fmt: skip


@at_once(("text", "reasons"), BREAKS)
def test_damage_is_named_with_its_line(text, reasons):
    source = Source.of("storcli.json", text.encode())
    broken = [item for item in storcli_json.read(source, CATALOGUE) if isinstance(item, Diagnostic)]
    assert [(item.reason, source.position(item.offset)[0]) for item in broken] == reasons


RECOGNISED = [
    (SHOW, True),
    (output(DATA, indent=None), True),
    (output(None, ERROR), True),
    (CUT, True),
    ("{}", False),
    ('{"serverSetup": {}}', False),
    ('{"Controllers": []}', False),
    ('[{"Controllers": [{"Command Status": {}}]}]', False),
    ("See " + SHOW, False),
    ("CLI Version = 007.1\nStatus = Success\n", False),
]


VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5) | st.sampled_from([VD, PD, DISK]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*DATA, *PROPERTIES, *SHOW_ALL]), inner)
    ),
    max_leaves=8,
)


@given(VALUES, VALUES)
def test_no_shape_breaks_the_reader(status, data):
    listings.bounded(
        storcli_json, json.dumps({"Controllers": [{"Command Status": status, "Response Data": data}, status]})
    )

"""How many values of JSON are read, whichever reader has it, and how much a file of One-Touch Setup may tell."""

import pytest

from advisor import limits, readers
from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import json_tree
from advisor.source import Source

CATALOGUE = builtin().catalogue
MOST = 500  # in the place of the real limit, here
DISK = '{"DeviceId":"0","FriendlyName":"X","MediaType":"SSD","Size":100,"BusType":"SAS"},'
SET_UP = '{"serverSetup":{"server":{"name":"x","more":['
STATUS = (
    '{"Controllers":[{"Command Status":{"CLI Version":"007","Status":"Success"},"Response Data":{"Virtual Drives":['
)
MAP = '{"kind":"List","items":[{"kind":"ConfigMap","data":{"notes.ini":"[Notes]\\nKitType=2\\n"}},'
FILES = {  # a reader, how a file begins, what repeats
    "lsblk": ("lsblk", '{"blockdevices":[{"name":"sda","type":"disk","mountpoint":"/"},', "{},"),
    "lsblk: children": ("lsblk", '{"blockdevices":[{"name":"sda","mountpoint":"/"},', '{"children":[{}]},'),
    "powershell": ("powershell_json", "[" + DISK, "{},"),
    "powershell: numbers": ("powershell_json", "[" + DISK, "1,"),
    "storcli": ("storcli_json", STATUS, "{},"),
    "one-touch: numbers": ("one_touch", SET_UP, "1,"),
    "one-touch: equal keys": ("one_touch", SET_UP[:-8], '"a":{},'),
    "config map": ("config_map", MAP, "{},"),
}


def told(name, text):
    source = Source.of("x.json", text.encode())
    return list(readers.facts_of(readers.reader(name), source, CATALOGUE))


@pytest.mark.parametrize("what", FILES)
def test_of_json_so_many_values_are_read(what, monkeypatch):
    name, begin, part = FILES[what]
    monkeypatch.setattr(limits, "MAX_JSON_VALUES", MOST)
    items = told(name, begin + part * (20 * MOST))
    assert [(one.reason, one.left) for one in items if isinstance(one, Diagnostic)] == [(json_tree.TOO_MANY, True)]
    assert name == "config_map" or not any(isinstance(one, Complete) for one in items)  # a file that it holds is whole
    assert any(isinstance(one, Fact) for one in items)


@pytest.mark.parametrize("text", ["[" + "1," * (MOST - 2) + "1]", "1 " * MOST])
def test_as_many_are_no_more(text, monkeypatch):
    monkeypatch.setattr(limits, "MAX_JSON_VALUES", MOST)
    assert json_tree.parse(Source.of("x", text.encode()), several=text[0] != "[").diagnostics == []


def test_behind_as_many_a_slip_is_what_it_is(monkeypatch):
    monkeypatch.setattr(limits, "MAX_JSON_VALUES", MOST)
    (slip,) = json_tree.parse(Source.of("x", b"[" + b"1," * (MOST - 1) + b"?"), several=True).diagnostics
    assert slip.reason == json_tree.ELSE


def test_of_a_key_that_stands_there_ten_thousand_times_the_first_places_are_held():
    items = told("one_touch", SET_UP[:-8] + '"a":1,' * 10_000 + '"b":1}}}')
    times = [one for one in items if isinstance(one, Fact) and one.key == "json_key.times"]
    assert [(one.text, len(one.made_from)) for one in times] == [("10000", limits.MAX_REPEATS + 1)]

"""storage.toml: one line a field, and each wrong one named with its line while the others count."""

from itertools import product

import data
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Facts, Subject
from advisor.pack import builtin
from advisor.readers.volumes import storage_toml
from advisor.source import Source

CATALOGUE = builtin().catalogue

WHOLE = data.text("storage_toml/whole.toml")


def read(text):
    items = list(storage_toml.read(Source.of("storage.toml", text.encode()), CATALOGUE))
    facts = Facts()
    facts.add(item for item in items if not isinstance(item, Diagnostic))
    source = Source.of("storage.toml", text.encode())
    broken = [(source.position(item.offset)[0], item.reason) for item in items if isinstance(item, Diagnostic)]
    return facts, broken


TOLD = [
    ("array", "data", "array.controller", "ServeRAID-1"),
    ("array", "data", "array.level", "1E"),
    ("array", "data", "array.disks", "5"),
    ("array", "data", "array.media", "hdd"),
    ("array", "data", "array.stripe", "32 KB"),
    ("array", "data", "array.software", "no"),
    ("array", "data", "array.write_cache", "write-back"),
    ("array", "data", "array.write_cache_protected", "yes"),
    ("array", "data", "array.cache_read_percent", "25"),
    ("array", "data", "array.write_percent", "40"),
    ("volume", "D:", "volume.array", "data"),
    ("volume", "D:", "volume.file_system", "ntfs"),
    ("volume", "D:", "volume.holds", "swap, log"),
]


@at_once(("kind", "name", "key", "value"), TOLD)
def test_every_field_is_a_fact(kind, name, key, value):
    facts, broken = read(WHOLE)
    assert facts.ask(key, Subject(kind, name)).text == value
    assert broken == []


LEVELS = [("RAID 0+1", "10"), ("Distributed Data Guarding", "5"), ("RAID 7", None), ("RAID 5+1", None)]


@at_once(("written", "level"), LEVELS)
def test_a_level_that_nobody_knows_is_unknown_and_stops_nothing(written, level):
    facts, broken = read(f'[[array]]\nname = "data"\nlevel = "{written}"\ncontroller = "c"\n[[volume]]\nmount = "D:"\n')
    answer = facts.ask("array.level", Subject("array", "data"))
    assert (answer.text, broken) == (level, [])
    assert bool(answer.trouble) == (level is None)
    assert facts.subjects("volume") == [Subject("volume", "D:")]


MOUNTS = [
    ("c:", "C:"),
    ("C:/", "C:"),
    ("d:\\\\Mail\\\\", "D:\\mail"),
    ("/local/", "/local"),
    ("/Notes", "/Notes"),
    ("/", "/"),
    ("\\\\\\\\NAS\\\\Data", "\\\\nas\\data"),
]


@at_once(("written", "name"), MOUNTS)
def test_a_volume_has_one_name(written, name):
    facts, broken = read(f'[[volume]]\nmount = "{written}"\n')
    assert (facts.subjects("volume"), broken) == ([Subject("volume", name)], [])
    assert facts.ask("volume.mount", Subject("volume", name)).text == name


def test_a_fact_stands_on_its_line():
    facts, _ = read(WHOLE)
    fact = facts.ask("array.stripe", Subject("array", "data")).facts[0]
    assert fact.source.position(fact.span[0]) == (7, 1)


WRONG = [
    ('disks = "two"', 3, 'a whole number is wanted, not the text "two"'),
    ("disks = 0", 3, "at least 1 is wanted, not 0"),
    ("stripe = 64", 3, "a text in quotes is wanted, not the number 64"),
    ('software = "perhaps"', 3, 'true or false, without quotes, is wanted, not the text "perhaps"'),
    ('stripe = "wide"', 3, "is not a size"),
    ("cache_read_percent = 101", 3, "at most 100 is wanted, not 101"),
    ('media = "tape"', 3, '"tape" is none of hdd, ssd, nvme, virtual'),
    ('colour = "red"', 3, "there is no field colour"),
    ('password = "hunter2"', 3, "there is no field password; there are name"),
    ('Token = "hunter2"', 3, "there is no field Token; there are name"),
]


@at_once(("line", "at", "reason"), WRONG)
def test_a_wrong_field_is_named_and_the_others_count(line, at, reason):
    facts, broken = read(f'[[array]]\nname = "data"\n{line}\ncontroller = "c"\n')
    assert facts.ask("array.controller", Subject("array", "data")).text == "c"
    assert [number for number, _ in broken] == [at]
    assert reason in broken[0][1]


BROKEN = [
    ('[[array]]\nname = "a"\n' + "a." * 24_000 + "a = 1\n", 3, "a name of more than 32 parts"),
    ('array = [\n  {name = "a"},\n  {name = "b", nane = 1},\n]\n[[volume]]\nmount = "D:"\n', 3,
        "there is no field nane"),
    ('[[array]]\nname = "data"\nlevel = \n', 3, "not a TOML value"),
    ('[[array]]\nlevel = "RAID 5"\n', 1, "name: it is missing"),
    ('[[volume]]\nmount = "D:"\nholds = "os"\n', 3, 'holds: a list is wanted, in brackets, not the text "os"'),
    ('[[volume]]\nmount = "D:"\nholds = [\n"os", "databasse"]\n', 4, "holds: "),
    ('[[array]]\nname = "data"\n[[shelf]]\nname = "x"\n', 3, "there is no table shelf"),
    ('[[volume]]\nmount = "D:"\nholds = ["mail"]\n', 3, 'holds: "mail" is none of os, swap, databases,'),
]  # fmt: skip


@at_once(("text", "at", "reason"), BROKEN)
def test_what_is_broken_is_named_with_its_line(text, at, reason):
    _, broken = read(text)
    assert broken[0][0] == at
    assert broken[0][1].startswith(reason)


def test_tables_that_are_none_are_named_in_the_order_of_the_file():
    _, broken = read("".join(f"[{name}]\nx = 1\n" for name in "qwertzuio"))
    assert [number for number, _ in broken] == list(range(1, 18, 2))


EXAMPLES = [WHOLE, '[[volume]]\nmount = "/"\n', "[[array]] # the data disks\nname = 'x'\n"]
RECOGNISED = [
    ("[Notes]\nKitType=2\n[[array]]\n", False),
    ('[[witness]]\nid = "x"\n', False),
    ("Array: A\n", False),
]


@at_once(("text", "is_one"), RECOGNISED)
def test_it_is_known_by_its_tables(text, is_one):
    assert storage_toml.recognises(text.encode(), CATALOGUE) == is_one


VOUCHED = {
    "volumes": (WHOLE, True),
    "arrays alone": (WHOLE[: WHOLE.index("[[volume]]")], False),
    "a wrong array": (WHOLE + '[[array]]\nname = "x"\nmedia = "tape"\n', True),
    "a wrong volume": (WHOLE + '[[volume]]\nmount = "L"\n', False),
    "a volume twice": (WHOLE + '[[volume]]\nmount = "X:"\n[[volume]]\nmount = "x:"\n', False),
    "volumes that differ by case on UNIX": (WHOLE + '[[volume]]\nmount = "/a"\n[[volume]]\nmount = "/A"\n', True),
    "volumes that are no tables": ('volume = {mount = "/"}\n' + WHOLE[: WHOLE.index("[[volume]]")], False),
}


@at_once(("text", "whole"), VOUCHED.values(), ids=VOUCHED)
def test_only_sound_volumes_are_taken_for_all(text, whole):
    items = list(storage_toml.read(Source.of("storage.toml", text.encode()), CATALOGUE))
    assert any(isinstance(item, Complete) for item in items) is whole


@at_once(("encoding", "end"), [(a, b) for a, b in product(["utf-8", "cp1252", "utf-16"], ["", "\n", "\r\n"])])
def test_a_fact_stands_on_its_line_in_every_encoding(encoding, end):
    source = Source.of("storage.toml", f'[[volume]]\nmount = "/größe€"{end}'.encode(encoding))
    [mount] = [item for item in storage_toml.read(source, CATALOGUE) if getattr(item, "key", "") == "volume.mount"]
    assert source.text(*mount.span) == 'mount = "/größe€"'
    assert mount.span[1] <= len(source.data)

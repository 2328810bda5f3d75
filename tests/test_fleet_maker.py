"""The servers that benchmarks/ makes up are what docs/performance.md says of them."""

import importlib
import itertools
import os
import sys
from pathlib import Path

import pytest

from advisor.pack import builtin
from advisor.servers.gather import gather

PROJECT = Path(os.environ.get("DOMLINT_PROJECT", Path(__file__).parent.parent))
PACK = builtin()


@pytest.fixture(scope="module")
def maker():
    sys.path.insert(0, str(PROJECT / "benchmarks"))
    yield importlib.import_module("fleet")
    sys.path.pop(0)


def settings(text):
    return {line.partition("=")[0].lower(): line.partition("=")[2] for line in text.splitlines()}


def test_each_server_differs_from_each_other_in_ten_settings_of_which_rules_ask_for_five(maker):
    asked = {key.removeprefix("ini.") for rule in PACK.rules for key in rule.keys if key.startswith("ini.")}
    assert all(name.lower() in asked for name in maker.ASKED)
    assert not any(name.lower() in asked for name in maker.UNASKED)
    numbers = [*range(40), *range(310, 330), 5000, 99_999, 100_000]
    for one, other in itertools.combinations(map(maker.own_values, numbers), 2):
        differing = {name for name, value in one.items() if other[name] != value}
        assert len(differing) >= 10
        assert len(differing & set(maker.ASKED)) >= 5


@pytest.mark.parametrize("equal", [1.0, 0.9, 0.5])
def test_the_files_hold_what_tells_servers_apart(maker, equal):
    fleet = maker.Fleet.of(equal=equal)
    texts = [fleet.notes_ini(fleet.server(number)) for number in range(6)]
    assert {len(text.splitlines()) for text in texts} == {maker.LINES}
    for number, text in enumerate(texts):
        own = maker.own_values(number)
        assert {name: settings(text)[name.lower()] for name in own} == own


def test_the_share_of_equal_values_is_an_option(maker):
    shares = [maker.alike(maker.Fleet.of(equal=equal), 20) for equal in (1.0, 0.9, 0.5, 0.0)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.85
    assert shares[-1] < 0.6


def test_the_settings_are_the_catalogue_s(maker):
    fleet = maker.Fleet.of()
    assert [of["name"] for of, _ in fleet.settings if of["name"].lower() not in PACK.catalogue.settings] == []
    assert [name for name in maker.OWN if name.lower() not in PACK.catalogue.settings] == []


def test_the_same_seed_gives_the_same_files(maker):
    fleets = [maker.Fleet.of(seed=seed) for seed in (7, 7, 8)]
    one, same, other = (fleet.files(fleet.server(11)) for fleet in fleets)
    assert one == same
    assert one["notes.ini"] != other["notes.ini"]


def test_every_file_is_read(maker, tmp_path):
    fleet = maker.Fleet.of()
    numbers = range(8)
    assert {fleet.server(number).aix for number in numbers} == {True, False}
    fleet.write(tmp_path, numbers, whole=True)
    gathered = gather([str(tmp_path)], lambda: b"", catalogue=PACK.catalogue)
    assert gathered.unread == []
    assert {file.reader.name for file in gathered.files} == {
        "notes.ini",
        "dxl",
        "storcli",
        "storage.toml",
        "vmo",
        "sysctl",
        "show stat",
        "df",
    }
    assert len(gathered.files) == 7 * len(numbers)

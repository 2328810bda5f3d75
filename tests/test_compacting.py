"""What scheduled Compact, Fixup and DBMT do to databases, by the words behind them."""

import pytest

from advisor.derive.compacting import what_it_does

COMPACTS = [  # words, new instances, everything
    ("", "no", "yes"),
    ("-b -S10", "no", "yes"),
    ("-B", "yes", "yes"),
    ("-S 10 -B", "yes", "yes"),
    ("-c mail", "yes", "yes"),
    ("mail\\*.nsf -C", "yes", "yes"),
    ("-D", "yes", "yes"),
    ("-R", "yes", "yes"),
    ("-r", "yes", "yes"),
    ("-d", "no", "yes"),
    ("log.nsf -B", "yes", "no"),
    ('"mail1.box" -c', "yes", "no"),
    ("weekly.ind -c", "yes", None),
    ("names.nsf weekly.ind -c", "yes", None),
    ("-DAOS ON", "no", "yes"),
    ("-compress", "no", "yes"),
]


def told(name, words):
    return {fact.key.rpartition(".")[2]: None if fact.doubt else fact.text for fact in what_it_does(name, words)}


@pytest.mark.parametrize(("words", "new", "everything"), COMPACTS)
def test_what_compact_does(words, new, everything):
    assert told("compact", words) == {"new_instances": new, "everything": everything}


DBMT = [
    ("-compactThreads 4 -compactNdays 5", {"compacts_every": "5"}),
    ("-COMPACTNDAYS  12 -range 2:00AM 6:00AM", {"compacts_every": "12"}),
    ("-compactThreads 4", {"compacts_every": None}),
    ("", {"compacts_every": None}),
    ("-compactThreads 0 -compactNdays 1", {}),
    ("-compactThreads 04", {"compacts_every": None}),
    ("-compactNdays", {"compacts_every": None}),
]


@pytest.mark.parametrize(("words", "expected"), DBMT)
def test_after_how_many_days_dbmt_copies_a_database_again(words, expected):
    assert told("dbmt", words) == expected


@pytest.mark.parametrize(
    ("words", "everything"), [("-J", "yes"), ("mail -F", "yes"), ("log.nsf", "no"), ("a.ind", None)]
)
def test_what_fixup_works_through(words, everything):
    assert told("fixup", words) == {"everything": everything}


def test_other_tasks_are_passed_over():
    assert told("updall", "-R names.nsf") == {}

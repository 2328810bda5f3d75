"""What scheduled Compact, Fixup and DBMT do to databases, by the words behind them."""

import pytest

from advisor.derive.schedule import compact_arguments as what_it_does


def told(name, words):
    return {fact.key.rpartition(".")[2]: None if fact.doubt else fact.text for fact in what_it_does(name, words)}


@pytest.mark.parametrize(("words", "new", "everything"), [  # words, new instances, everything
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
])  # fmt: skip
def test_what_compact_does(words, new, everything):
    known = told("compact", words)
    known.pop("in_place", None)
    assert known == {"new_instances": new, "everything": everything}


@pytest.mark.parametrize(("words", "expected"), [  # words, and the command with -b
    ("-B -S10 mail", "compact -b -S10 mail"),
    ("-c -i -S 15 mail", "compact -b -i -S 15 mail"),
    ("mail -S 10 -B", "compact mail -S 10 -b"),
    ('-C "my mail"', 'compact -b "my mail"'),
    ("-b -B", "compact -b"),
    ("-c -D", "compact -b"),
    ("-B", "compact -b"),
    ("-c -ZU mail", None),  # turns something on that only a copy can have
    ("-c -DAOS on", None),
    ("-c +h", None),
    ("-b -S10 mail", None),  # is so already
    ("mail", None),
])  # fmt: skip
def test_the_words_that_keep_a_database_s_instance(words, expected):
    assert told("compact", words).get("in_place") == expected


@pytest.mark.parametrize(("words", "expected"), [
    ("-compactThreads 4 -compactNdays 5", {"compacts_every": "5"}),
    ("-COMPACTNDAYS  12 -range 2:00AM 6:00AM", {"compacts_every": "12"}),
    ("-compactThreads 4", {"compacts_every": None}),
    ("", {"compacts_every": None}),
    ("-compactThreads 0 -compactNdays 1", {}),
    ("-compactThreads 04", {"compacts_every": None}),
    ("-compactNdays", {"compacts_every": None}),
])  # fmt: skip
def test_after_how_many_days_dbmt_copies_a_database_again(words, expected):
    assert told("dbmt", words) == expected


@pytest.mark.parametrize(
    ("words", "everything"), [("-J", "yes"), ("mail -F", "yes"), ("log.nsf", "no"), ("a.ind", None)]
)
def test_what_fixup_works_through(words, everything):
    assert told("fixup", words) == {"everything": everything}


def test_other_tasks_are_passed_over():
    assert told("updall", "-R names.nsf") == {}

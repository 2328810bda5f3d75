"""The short, seeded part of fuzzing; `python tests/fuzzing/run.py --all` is the long one (tests/fuzzing/README.md)."""

from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from fuzzing import cases, families, run
from fuzzing.planted import answer
from fuzzing.reading import Readers

from advisor import readers

NAMES = families.names()
CASES = 12  # of each label
READERS = {
    name: value for name in NAMES for value in vars(families.family(name)).values() if isinstance(value, Readers)
}


def test_each_reader_is_in_exactly_one_family():
    named = Counter(reader for of_family in READERS.values() for reader in of_family.names().values())
    assert named == Counter(readers.names())


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_in_a_family(name):
    told = []
    counts = run.tally.Tally(name, tell=told.append)
    few = getattr(families.family(name), "FEW", CASES)
    run.cases(name, 20, counts, few, make_smaller=False)
    assert not told, told[0]
    assert counts.cases == dict.fromkeys(families.family(name).labels(), few)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_figures_make_the_same_input(name):
    family = families.family(name)
    for label in family.labels():
        assert family.seeds(label)
        assert family.made(label, Random(7)) == family.made(label, Random(7))


def test_most_made_up_rule_files_compile_and_some_do_not():
    rules, many = families.family("rules"), 25
    slips = [
        rules.compiled(rules.made(rules.FILE, Random(f"compiled {at}")).decode("utf-8", "replace"))[1]
        for at in range(many)
    ]
    assert many * 0.8 <= slips.count([]) < many


def raising(slip):
    """A family of which every case raises that."""

    def hold(_label, _data):
        raise slip

    return SimpleNamespace(hold=hold)


@pytest.mark.parametrize(
    "slip", [KeyError("x"), SystemExit(0), SystemExit("no"), GeneratorExit(), cases.Hangs("x")], ids=repr
)
def test_whatever_is_raised_is_a_find(slip):
    _, find = cases.carried_out(raising(slip), "label", b"")
    assert find.kind == f"{type(slip).__name__} in test_fuzzing.py:{raising.__code__.co_firstlineno + 4}"


def test_what_never_ends_is_a_find_by_the_cpu_it_takes(monkeypatch):
    def hold(_label, _data):
        while True:
            pass

    monkeypatch.setattr(cases, "HANGS", 0.05)
    _, find = cases.carried_out(SimpleNamespace(hold=hold), "label", b"")
    assert find.kind.startswith("Hangs in ")


def test_only_who_stops_it_stops_it():
    with pytest.raises(KeyboardInterrupt):
        cases.carried_out(raising(KeyboardInterrupt()), "label", b"")


RAID = families.family("raid").labels()
LABELS = [  # the families, --label, those that run, what is said of it
    (["raid", "rules"], [], ["raid", "rules"], ""),
    (["raid", "rules"], [RAID[0]], ["raid"], ""),
    (["raid"], ["nosuch"], [], f"--label nosuch: there is none; those of raid are {', '.join(RAID)}"),
    (["raid"], [RAID[0], "nosuch"], ["raid"], f"--label nosuch: there is none; those of raid are {', '.join(RAID)}"),
]


@pytest.mark.parametrize(("named", "labels", "run_through", "said"), LABELS)
def test_an_unknown_label_is_refused(named, labels, run_through, said):
    assert run.with_labels(named, labels) == run_through
    assert run.unknown_label(named, labels) == said


def test_another_checkout_s_domlint_is_refused(tmp_path):
    own = Path(run.__file__).resolve().parents[2]
    assert run.from_elsewhere(str(own / "advisor" / "__init__.py")) == ""
    assert run.from_elsewhere(str(tmp_path / "advisor" / "__init__.py")).startswith("another domlint would be tried")


def test_writers_are_given_servers_out_of_line():
    report, _ = answer("outliers")
    assert [(row.alike, row.servers, len(row.odd)) for row in report.outliers.rows] == [(6, 7, 1)]

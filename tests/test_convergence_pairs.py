"""The remedies of two rules agree on a server on which both fail, and come to rest together.

The pairs come from the rules' own data: from what their remedies set, remove, type and write into documents, from what
tests/remedies.toml says of their sentences, and from the arrays and volumes that they are about. A server for a pair is
made of a failing example of each rule.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, permutations, product

import pytest
import test_rule_gates
from fixture_servers import EVERY_CUT
from msgspec.structs import replace
from remedied import APPLIED, KEPT_BY, PACK, SET_CONFIG, parted
from test_convergence import Case, as_it_is, at_odds, failed_of, restless, unchanged

from advisor.checking import examples
from advisor.judging import views

RULES = test_rule_gates.RULES
SETTING_OF = {key: f"ini.{setting}" for setting, key in KEPT_BY.items()}
TASKS = "lines of tasks"
OF_PLACES = {"array", "volume"}
OPTIONS = ("release", "platform", "bits", "role", "workload", "criticality")
MOST_TRIED = 24 if EVERY_CUT else 12  # servers for a pair
MOST_MET = 4  # of them, those on which both rules fail
MUST_MEET = ("array", "volume", TASKS, "ini.translog_path", "ini.nsf_buffer_pool_size_mb", "array.level")


def places_of(rule) -> set[str]:
    """Return what the remedies of a rule change: settings, lines of tasks, facts of arrays and volumes."""
    found = set()
    for fix in (rule.fix, *(one.of(rule.fix) for one in rule.fix.where)):
        found |= {*fix.set, *fix.remove, *fix.rename, *(field.key for field in fix.field)}
        found |= {f"ini.{told[1].lower()}" for one in fix.command if (told := SET_CONFIG.fullmatch(one.command))}
    found |= {parted(line)[0] for line in APPLIED.get(rule.name, ())}
    places = {place for key in found if (place := place_of(key))}
    return places | ({rule.subject} & OF_PLACES)


def place_of(key) -> str:
    """Return a key as pairs compare it: all lines of tasks are one, a field is the setting that it owns.

    A Program document starts one task, so remedies of different tasks change different documents.
    """
    key = SETTING_OF.get(key, key)
    if key.startswith("ini.servertasks") or ("{" in key and "line" in key):
        return TASKS
    return "" if key.startswith(("~", "program.")) or "{" in key else key.lower()


@cache
def pairs() -> dict[str, list[str]]:
    """Return for each rule those behind it that change something that it changes too."""
    places = {name: places_of(rule) for name, rule in RULES.items()}
    found: dict[str, list[str]] = {}
    for one, other in combinations(places, 2):
        if places[one] & places[other]:
            found.setdefault(one, []).append(other)
    return found


@cache
def failing(name):
    return [test_rule_gates.whole(one) for one in RULES[name].examples if one.expect == "fail"]


def both(first, second):
    """Return an example with the files of two; the first one's settings count. None if they exclude each other."""
    told = {option: {getattr(one, option) for one in (first, second)} - {None} for option in OPTIONS}
    if any(len(values) > 1 for values in told.values()):
        return None
    files = dict(first.files)
    for name, text in second.files.items():
        if name == "notes.ini" and name in files:
            files[name] = with_lines(files[name], text)
        elif files.get(name, text) == text:
            files[name] = text
        else:
            files[f"second-{name}"] = text
    return replace(first, files=files, **{option: next(iter(values), None) for option, values in told.items()})


def with_lines(ini, other):
    """Return a NOTES.INI with the settings of another one that it lacks."""
    names = {line.partition("=")[0].strip().lower() for line in ini.splitlines()}
    return ini + "".join(
        line for line in other.splitlines(keepends=True) if line.partition("=")[0].strip().lower() not in names
    )


def failing_of(case, names) -> set[str]:
    """Return those of some rules that fail on a server: far fewer than all of the pack are judged."""
    server = unchanged(case.make)[0][case.number]
    outcomes = views.run([RULES[name] for name in names], server.views, PACK.catalogue).outcomes
    return {name for name, _ in failed_of(outcomes)}


def servers_for(one, other) -> Iterator[Case]:
    """Yield servers on which both rules fail."""
    tried = met = 0
    for first, second in product(failing(one), failing(other)):
        for number, order in enumerate(permutations((first, second))):
            example = both(*order)
            if example is None or tried == MOST_TRIED or met == MOST_MET:
                continue
            tried += 1
            case = Case(f"{one} and {other}, {number}", partial(examples.servers_of, example, PACK))
            if {one, other} == failing_of(case, (one, other)):
                met += 1
                yield case


def stops(case) -> Iterator[str]:
    """Yield what is said of an array beside `array-failed`, which says to stop."""
    failed = as_it_is(case).failed
    dead = {subject for name, subject in failed if name == "array-failed"}
    for name, subject in failed:
        if subject in dead and name != "array-failed":
            yield f"{case.name}: {name} speaks of {subject.name}, which has failed"


@pytest.mark.parametrize("name", pairs())
def test_the_remedies_of_two_rules_agree(name):
    cases = [case for other in pairs()[name] for case in servers_for(name, other)]
    assert [slip for case in cases for law in (at_odds, stops, restless) for slip in law(case)] == []


def test_pairs_of_every_kind_of_place_are_met():
    """Most pairs exclude each other, such as a log that is off and one that is small; of these places some must not."""
    shared = {place: [name for name in RULES if place in places_of(RULES[name])] for place in MUST_MEET}
    met = {place: any(any(servers_for(*pair)) for pair in combinations(names, 2)) for place, names in shared.items()}
    assert [place for place, is_met in met.items() if not is_met] == []

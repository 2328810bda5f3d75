"""Advice converges: what remedies name is applied to the files' facts, and everything is read and judged anew.

A remedy makes its rule fall silent and wakes no other, alone and together with all the others on a server, within
five rounds; no two ask different values of one setting. tests/remedies.toml says which remedies name nothing that
could be applied, with the reason.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import pytest
import test_fixtures
import test_rule_gates
from judged import run_of
from remedied import PACK, TABLE, asked, changed

from advisor import readers
from advisor.checking import examples
from advisor.derive import Overrides
from advisor.judging import engine, views
from advisor.judging.assess import CLUSTER
from advisor.report import remedies
from advisor.servers.clusters import join
from advisor.servers.server import Server

MOST_ROUNDS = 5
OF_CLUSTERS = [rule for rule in PACK.rules if rule.subject == CLUSTER]
NOT_APPLIED, WAKES, OPEN, STUCK = (TABLE[name] for name in ("not_applied", "wakes", "open", "stuck"))


class Judged(NamedTuple):
    """A server with what fails on it, by rule and subject, and every verdict of every rule."""

    server: Server
    failed: dict
    verdicts: dict[str, set[str]]


def judged(case, changes=(), paths=()):
    """A server of a case, or its cluster, once changes are applied to its files."""
    with pytest.MonkeyPatch.context() as patch:
        if changes:
            patch.setattr(readers, "facts_of", changed(changes, paths))
        servers = case.make()
    server = servers[case.number]
    clusters = join(servers)
    alone = [rule for rule in PACK.rules if rule.subject != CLUSTER or not clusters]
    outcomes = list(views.run(alone, server.views, PACK.catalogue).outcomes)
    for cluster in clusters:
        outcomes += engine.run(OF_CLUSTERS, cluster.facts, PACK.catalogue).outcomes
    verdicts: dict[str, set[str]] = {}
    for one in outcomes:
        verdicts.setdefault(one.rule.name, set()).add(one.verdict)
    failed = {(one.rule.name, one.subject): one for one in outcomes if one.verdict == engine.FAILED}
    return Judged(server, failed, verdicts)


@cache
def as_it_is(case):
    return judged(case)


def files_of(server):
    return {file.path for file in server.files} | {document.source.path for document in server.facts.documents}


class Case(NamedTuple):
    """A server to judge. name: the rule's and the example's, or the fixture's; number: which server of it."""

    name: str
    make: Callable[[], list[Server]]
    number: int = 0


def of_example(rule, number):
    example = test_rule_gates.whole(rule.examples[number - 1])
    return Case(f"{rule.name}-{number}", partial(examples.servers_of, example, PACK))


def of_fixture(name):
    told = test_fixtures.expected(name)[0].partition("# options: ")[2].partition("\n")[0].split()
    given = dict(zip(told[::2], told[1::2], strict=True))
    bits = given.get("--bits")
    overrides = Overrides(given.get("--release"), given.get("--platform"), int(bits) if bits else None)

    def read():
        return run_of([test_fixtures.FIXTURES / name], overrides)[0]

    def make():
        return list(read().derived())

    return [Case(f"{name}-{number}", make, number) for number in range(len(read().servers))]


EXAMPLES = {
    f"{rule.name}-{number}": (of_example(rule, number), example.expect)
    for rule in PACK.rules
    for number, example in enumerate(rule.examples, 1)
}
FAILING = {name: case for name, (case, expect) in EXAMPLES.items() if expect == "fail"}
SERVERS = {case.name: case for name in test_fixtures.NAMES for case in of_fixture(name)}
ALL = FAILING | SERVERS
EVERY = {name: case for name, (case, _) in EXAMPLES.items()} | SERVERS


def number_of(result):
    """Which of its rule's remedies it is, as tests/remedies.toml names it: the rule, and behind it a number from 1."""
    number = remedies.remedy(result, result.subject.name, PACK.catalogue).number
    return f"{result.rule.name} {number}" if number else result.rule.name


@pytest.mark.parametrize("case", FAILING.values(), ids=FAILING)
def test_a_remedy_silences_its_rule_and_wakes_no_other(case):
    name = case.name.rpartition("-")[0]
    before = as_it_is(case)
    asleep = {rule for rule, _ in before.failed}
    of_rule = [result for (rule, _), result in before.failed.items() if rule == name]
    assert of_rule
    for result in of_rule:
        if changes := asked(result, before.server):
            after = judged(case, list(changes.values()), files_of(before.server))
            assert (name, result.subject) not in after.failed
            assert name in OPEN or engine.UNKNOWN not in after.verdicts[name]
            assert {rule for rule, _ in after.failed} - asleep <= {*WAKES.get(name, ())}


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_no_two_rules_ask_different_values_of_one_setting(case):
    targets = {}
    before = as_it_is(case)
    for result in before.failed.values():
        for place, change in asked(result, before.server).items():
            if not change.key.startswith("~"):
                targets.setdefault(place, {}).setdefault(change.value, []).append(result.rule.name)
    assert {key: values for key, values in targets.items() if len(values) > 1} == {}


@pytest.mark.parametrize("case", ALL.values(), ids=ALL)
def test_all_remedies_together_come_to_rest(case):
    changes, now = {}, as_it_is(case)
    paths = files_of(now.server)
    for _ in range(MOST_ROUNDS):
        left = {failed: asked(result, now.server) for failed, result in now.failed.items()}
        more = {place: change for of_rule in left.values() for place, change in of_rule.items()}
        if more.items() <= changes.items():
            break
        changes |= more
        now = judged(case, list(changes.values()), paths)
    assert more.items() <= changes.items()
    assert {name for (name, _), of_rule in left.items() if of_rule} <= STUCK.keys()


def test_a_remedy_that_is_not_applied_is_listed_with_the_reason():
    seen: dict[str, bool] = {}
    for one in map(as_it_is, ALL.values()):
        for result in one.failed.values():
            name = number_of(result)
            seen[name] = seen.get(name, False) or bool(asked(result, one.server))
    listed = [name for names in NOT_APPLIED.values() for name in names]
    unlisted = {name for name, applied in seen.items() if not applied}
    assert (sorted(unlisted - set(listed)), sorted(set(listed) - unlisted)) == ([], [])
    assert len(listed) == len(set(listed))

"""Advice converges: what remedies name is applied to the files' facts, and everything is read and judged anew.

A remedy makes its rule fall silent and wakes no other, alone and together with all the others on a server, within
five rounds; no two ask different values of one setting, under any profile. tests/remedies.toml says which remedies
name nothing that could be applied, with the reason. The examples of a rule, and the servers of a fixture, are a test,
because so each is judged as it is once only, on whichever core.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from itertools import chain
from typing import NamedTuple

import pytest
import test_fixtures
import test_rule_gates
from fixture_servers import EVERY_CUT
from judged import findings_of, run_of
from remedied import PACK, TABLE, asked, changed

from advisor import readers
from advisor.checking import examples
from advisor.derive import Overrides
from advisor.judging import engine, views
from advisor.judging.assess import CLUSTER
from advisor.pack import message
from advisor.pack.profiles import profile
from advisor.report import remedies
from advisor.report.identity import Owner
from advisor.report.remedies import SharedLines
from advisor.servers.clusters import join
from advisor.servers.model import Server

MOST_ROUNDS = 5
OF_THE_SUBJECT = {"setting.name", "volume.mount"}  # its own name is filled in
OF_CLUSTERS = [rule for rule in PACK.rules if rule.subject == CLUSTER]
PROFILES = [profile(name, row) for name, row in PACK.profiles.items()]
RUN = {one.name: {rule.name for rule in PACK.rules if one.runs(rule, None)} for one in PROFILES}
NOT_APPLIED, WAKES, OPEN = (TABLE[name] for name in ("not_applied", "wakes", "open"))
LISTED = [name for names in NOT_APPLIED.values() for name in names]
NOT_ALWAYS = {
    "cluster-replicator-missing",
}  # they name a value on some servers, and none on others


class Judged(NamedTuple):
    """A server with what fails on it, by rule and subject, and every verdict of every rule."""

    server: Server
    failed: dict
    verdicts: dict[str, set[str]]


class Case(NamedTuple):
    """A server to judge. name: the rule's and the example's, or the fixture's; number: which server of it."""

    name: str
    make: Callable[[], list[Server]]
    number: int = 0


@lru_cache(maxsize=64)  # one law asks for what another asked for of the same case
def judged(case, changes=(), paths=frozenset()):
    """A server of a case, or its cluster, once changes are applied to its files."""
    if changes:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(readers, "facts_of", changed(changes, paths))
            servers, clusters = together(case.make)
    else:
        servers, clusters = unchanged(case.make)
    server = servers[case.number]
    alone = [rule for rule in PACK.rules if rule.subject != CLUSTER or not clusters]
    outcomes = list(views.run(alone, server.views, PACK.catalogue).outcomes)
    for cluster in clusters:
        outcomes += engine.run(OF_CLUSTERS, cluster.facts, PACK.catalogue).outcomes
    verdicts: dict[str, set[str]] = {}
    for one in outcomes:
        verdicts.setdefault(one.rule.name, set()).add(one.verdict)
    return Judged(server, failed_of(outcomes), verdicts)


def together(make):
    """The servers of a case, and their clusters."""
    servers = make()
    return servers, join(servers, PACK.catalogue)


@cache
def unchanged(make):
    return together(make)


def failed_of(outcomes):
    return {(one.rule.name, one.subject): one for one in outcomes if one.verdict == engine.FAILED}


@cache
def as_it_is(case):
    return judged(case)


def files_of(server):
    documents = {document.source.path for document in server.facts.documents}
    return frozenset({file.path for file in server.files} | documents)


@cache
def of_rule(name):
    """A case for each example of a rule that has other evidence than those before it, with what it expects.

    With DOMLINT_EVERY_CUT for each example: of the same files and options other rules say the same in nearly all.
    """
    rule = test_rule_gates.RULES[name]
    wholes = [test_rule_gates.whole(example) for example in rule.examples]
    seen, chosen = set(), set()
    for number, example in sorted(enumerate(wholes, 1), key=lambda one: one[1].expect != "fail"):
        evidence = alike = (*example.files, example.release, example.platform, example.bits, example.role)
        if (
            example.expect == "fail"
        ):  # where it has no alternatives, a remedy does the same on all servers that are alike
            files = str(example.files) if rule.fix.where else tuple(example.files)
            alike = (files, example.severity, example.platform, example.bits, example.role)
        if alike not in seen or EVERY_CUT:
            chosen.add(number)
        seen |= {alike, evidence}
    return [
        (Case(f"{name}-{number}", partial(examples.servers_of, wholes[number - 1], PACK)), wholes[number - 1].expect)
        for number in sorted(chosen)
    ]


@cache
def of_fixture(name):
    """A case for each server of a fixture."""
    told = test_fixtures.expected(name)[0].partition("# options: ")[2].partition("\n")[0].split()
    given = dict(zip(told[::2], told[1::2], strict=True))
    bits = given.get("--bits")
    overrides = Overrides(given.get("--release"), given.get("--platform"), int(bits) if bits else None)

    def make():
        return list(run_of([test_fixtures.FIXTURES / name], overrides)[0].derived())

    return [Case(f"{name}-{number}", make, number) for number in range(len(unchanged(make)[0]))]


def number_of(result):
    """Which of its rule's remedies it is, as tests/remedies.toml names it: the rule, and behind it a number from 1."""
    number = remedies.remedy(result, result.subject.name, PACK.catalogue).number
    return f"{result.rule.name} {number}" if number else result.rule.name


def loud(case) -> Iterator[str]:
    """Of a failing example: what applying its rule's remedy does not silence, or wakes."""
    name = case.name.rpartition("-")[0]
    before = as_it_is(case)
    asleep = {rule for rule, _ in before.failed}
    of_rule = [result for (rule, _), result in before.failed.items() if rule == name]
    if not of_rule:
        yield f"{case.name}: does not fail"
    for result in of_rule:
        if changes := asked(result, before.server):
            after = judged(case, tuple(changes.values()), files_of(before.server))
            if (name, result.subject) in after.failed:
                yield f"{case.name}: fails still on {result.subject.name}"
            if name not in OPEN and engine.UNKNOWN in after.verdicts[name]:
                yield f"{case.name}: is open behind its remedy"
            for woken in {rule for rule, _ in after.failed} - asleep - {*WAKES.get(name, ())}:
                yield f"{case.name}: wakes {woken}"


def all_asked(failed, server):
    """What the remedies of all failed results change, by rule and subject."""
    shared = SharedLines(failed.values(), PACK.catalogue)
    return {of: asked(result, server, shared) for of, result in failed.items()}


def at_odds(case) -> Iterator[str]:
    """Settings of which rules ask different values, under each profile."""
    before = as_it_is(case)
    for under in PROFILES:
        tuned = [under.tuned(rule) for rule in PACK.rules if rule.name in under.parameters]
        anew = failed_of(views.run(tuned, before.server.views, PACK.catalogue).outcomes) if tuned else {}
        failed = {of: one for of, one in before.failed.items() if of[0] not in under.parameters} | anew
        targets: dict = {}
        for (rule, _), of_one in all_asked(failed, before.server).items():
            for place, change in of_one.items():
                if rule in RUN[under.name] and not change.key.startswith("~"):
                    targets.setdefault(place, {}).setdefault(change.value, []).append(rule)
        yield from (f"{case.name}, {under.name}: {place} {of}" for place, of in targets.items() if len(of) > 1)


def restless(case) -> Iterator[str]:
    """What still asks for something when all remedies together were applied."""
    changes, now = {}, as_it_is(case)
    paths = files_of(now.server)
    for _ in range(MOST_ROUNDS):
        left = all_asked(now.failed, now.server)
        more = {place: change for of_rule in left.values() for place, change in of_rule.items()}
        if more.items() <= changes.items():
            break
        changes |= more
        now = judged(case, tuple(changes.values()), paths)
    if not more.items() <= changes.items():
        yield f"{case.name}: asks for more after {MOST_ROUNDS} rounds"
    for name in {name for (name, _), of_rule in left.items() if of_rule}:
        yield f"{case.name}: {name} fails still"


def gaps(case) -> Iterator[str]:
    """What messages name and nobody knows on this server: they would say that it is not set."""
    for one in as_it_is(case).failed.values():
        told = {answer.key for answer in (*one.named, *one.evidence, *one.scope) if answer.text is not None}
        for name in message.names(one.rule.message):
            if name not in told and name not in one.rule.parameters and name not in OF_THE_SUBJECT:
                yield f"{case.name}: {one.rule.name} says {name}, which is not known"


def torn(case, name=None) -> Iterator[str]:
    """Remedies of a rule, or of all, in whose words something is missing."""
    failed = [one for (rule, _), one in as_it_is(case).failed.items() if name in {rule, None}]
    for finding in findings_of(engine.Results(failed), Owner(server="A"), PACK):
        fix = finding.fix
        said = " ".join([fix.summary, fix.rollback, fix.verify, *(line.command for line in fix.commands)])
        if re.search(r"[{}]|\bnot set\b|\*\*\*| ([,)]|\.(\s|$))|  ", said):
            yield f"{case.name}: {said}"


def met(case) -> Iterator[tuple[str, bool]]:
    """The remedies of a case, and whether they could be applied."""
    before = as_it_is(case)
    yield from ((number_of(one), bool(asked(one, before.server))) for one in before.failed.values())


def unlike_the_list(case) -> Iterator[str]:
    """Remedies that are not applied and not listed with the reason, or listed and applied."""
    for number, applied in met(case):
        if applied == (number in LISTED) and number not in NOT_ALWAYS:
            yield f"{case.name}: {number} is {'applied, and listed' if applied else 'neither applied nor listed'}"


def failing(name):
    return [case for case, expect in of_rule(name) if expect == "fail"]


@pytest.mark.parametrize("name", test_rule_gates.RULES)
def test_the_remedies_of_a_rule(name):
    every, fails = [case for case, _ in of_rule(name)], failing(name)
    of_fails = [law(case) for case in fails for law in (loud, restless, unlike_the_list)]
    holes = [torn(case, name) for case in fails]
    assert list(chain(*of_fails, *holes, *map(at_odds, every), *map(gaps, every))) == []


@pytest.mark.parametrize("name", test_fixtures.NAMES)
def test_the_remedies_on_a_system(name):
    slips = [law(case) for case in of_fixture(name) for law in (at_odds, restless, gaps, torn, unlike_the_list)]
    assert list(chain.from_iterable(slips)) == []


def test_what_is_listed_as_not_applied_is_a_remedy():
    rules = test_rule_gates.RULES
    numbers = {f"{name} {number}" for name, rule in rules.items() for number in range(1, len(rule.fix.where) + 1)}
    assert {*LISTED, *NOT_ALWAYS} <= {*rules, *numbers}
    assert len(LISTED) == len(set(LISTED))


@pytest.mark.skipif(not EVERY_CUT, reason="judges all examples and fixtures anew, on one core")
def test_what_is_listed_as_not_applied_is_met_somewhere():
    cases = [case for name in test_rule_gates.RULES for case in failing(name)]
    cases += [case for name in test_fixtures.NAMES for case in of_fixture(name)]
    seen = [*chain.from_iterable(map(met, cases))]
    assert {name for name, applied in seen if not applied} >= set(LISTED)
    assert {name for name, applied in seen if applied} >= NOT_ALWAYS

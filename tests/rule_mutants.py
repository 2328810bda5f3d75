"""Mutants of the rules: one thing of a rule changed at a time, and which of the changes none of its examples notices.

    python tests/rule_mutants.py [RULE …]

tests/rule_changes.py makes the changes. Only the changed condition is judged again, on what its rule's examples were read
as. What no example notices may be held by a case of tests/test_rule_gates.py or test_storage_gates.py (those of a scope are
counted apart); what neither does is a survivor, and fails the script unless tests/rule_mutants.toml says why it may live.
"""

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import test_rule_gates
import test_storage_gates
from rule_changes import Mutant, Node, mutants, said

from advisor import pack
from advisor.checking import examples
from advisor.facts import NOW, View
from advisor.judging import engine, views
from advisor.judging.assess import CLUSTER
from advisor.pack import Pack, Rule, scopes
from advisor.pack.rule import Example
from advisor.servers.clusters import join

OF_OTHERS = "of other conditions, killed by a gate alone"
ARGUED = Path(__file__).with_name("rule_mutants.toml")


class Held(NamedTuple):
    """An example with the facts that its files were read as."""

    example: Example
    views: tuple[View, ...]


def held(one: examples.Read, rule: Rule, pack: Pack) -> Held:
    """An example that was read, as its rule sees it."""
    clusters = join(one.servers, pack.catalogue) if rule.subject == CLUSTER else []
    return Held(one.example, (View(NOW, clusters[0].facts),) if clusters else one.servers[0].views)


def notices(held: Iterable[Held], rule: Rule, pack: Pack) -> bool:
    """Whether an example does not turn out as it says."""
    return any(_otherwise(one.example, views.run([rule], one.views, pack.catalogue), rule) for one in held)


def _otherwise(example: Example, results: engine.Results, rule: Rule) -> bool:
    if results.errors or examples.verdict(results) != example.expect:
        return True
    failed = [result for result in results.outcomes if result.verdict == engine.FAILED]
    severity = {result.severity for result in failed} != {example.severity}
    subject = {result.subject.name for result in failed} != {example.subject}
    return (bool(example.severity) and severity) or (bool(example.subject) and subject)


def survivors(
    rule: Rule, read: list[examples.Read], chosen: list[Mutant], pack: Pack
) -> tuple[list[Mutant], list[Mutant]]:
    """Of a rule's mutants those that only a gate notices, and those that nothing does. read: its examples."""
    own = [held(one, rule, pack) for one in read]
    alive = [mutant for mutant in chosen if not notices(own, mutant.rule, pack)]
    gates = list(_gates(rule, pack)) if alive else []
    by_gates = [mutant for mutant in alive if notices(gates, mutant.rule, pack)]
    return by_gates, [mutant for mutant in alive if mutant not in by_gates]


def _gates(rule: Rule, pack: Pack) -> Iterator[Held]:
    for name, example, *_ in (*test_rule_gates.CASES, *test_storage_gates.CASES):
        if name == rule.name:
            with pytest.MonkeyPatch.context() as patch:
                test_rule_gates.only_told(patch, example)
                yield held(examples.read(example, pack), rule, pack)


def is_of_scope(mutant: Mutant, rule: Rule) -> bool:
    """Whether nothing but what the rule's scope stands for was changed: kind, platforms, releases, bits or roles."""
    written = " and ".join(scopes.conditions(rule.scope, "")).replace('"', "").split(" and ")
    own = [part for part in _clauses(rule.applies) if said(part).replace('"', "") not in written]
    return mutant.rule.applies != rule.applies and all(part in _clauses(mutant.rule.applies) for part in own)


def _clauses(tree: Node | None) -> list[Node]:
    return [] if tree is None else tree[1:] if tree[0] == "and" else [tree]


def argued() -> dict[str, dict[str, str]]:
    """Rule → change → why no example need notice it."""
    file = tomllib.loads(ARGUED.read_text(encoding="utf-8"))
    found: dict[str, dict[str, str]] = {}
    for row in file["survivor"]:
        found.setdefault(row["rule"], {}).update(dict.fromkeys(row["changes"], file["reason"][row["reason"]]))
    return found


def main() -> int:
    """Exit code 1 if a mutant lives for which nobody has argued."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rules", nargs="*", metavar="RULE", help="change these alone")
    told = parser.parse_args()
    whole, reasons = pack.builtin(), argued()
    fates: Counter[str] = Counter()
    for rule in whole.rules:
        if told.rules and rule.name not in told.rules:
            continue
        every = mutants(rule)
        by_gates, alive = survivors(rule, examples.all_read(rule, whole), every, whole)
        of_scope = sum(is_of_scope(mutant, rule) for mutant in by_gates)
        fates.update({"mutants": len(every), "alive": len(alive)})
        fates.update({"of a scope, killed by a gate alone": of_scope, OF_OTHERS: len(by_gates) - of_scope})
        for mutant in alive:
            reason = reasons.get(rule.name, {}).get(mutant.change, "LIVES")
            fates[reason] += 1
            print(f"{rule.name}: {mutant.change} ({reason})")
    print("\n".join(f"{count:6} {fate}" for fate, count in fates.items()))
    return 1 if fates["LIVES"] else 0


if __name__ == "__main__":
    sys.exit(main())

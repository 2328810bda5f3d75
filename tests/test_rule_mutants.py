"""Every rule, changed in one thing at a time: an example notices, or tests/rule_mutants.toml says why none need."""

import re

import pytest
import rule_mutants

from advisor import pack

PACK = pack.builtin()
ARGUED = rule_mutants.argued()
OPEN = "no example yet"
BOUND = re.compile(r"\brelease (?:<|>)")


@pytest.mark.parametrize("rule", PACK.rules, ids=lambda rule: rule.name)
def test_an_example_notices_each_change(rule):
    _, alive = rule_mutants.survivors(rule, rule_mutants.mutants(rule), PACK)
    assert sorted(mutant.change for mutant in alive) == sorted(ARGUED.get(rule.name, {}))


def test_no_reason_is_given_for_a_rule_that_is_not_there():
    assert ARGUED.keys() <= {rule.name for rule in PACK.rules}


def test_every_bound_of_releases_has_a_case_on_both_of_its_sides():
    """What may live there is named by another reason: another clause settles it, or no release lies between."""
    open_ = [(rule, change) for rule, changes in ARGUED.items() for change, why in changes.items() if why == OPEN]
    assert [row for row in open_ if BOUND.search(row[1])] == []

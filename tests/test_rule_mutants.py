"""Every rule, changed in one thing at a time: an example notices, or tests/rule_mutants.toml says why none need."""

import pytest
import rule_mutants

from advisor import pack

PACK = pack.builtin()
ARGUED = rule_mutants.argued()


@pytest.mark.parametrize("rule", PACK.rules, ids=lambda rule: rule.name)
def test_an_example_notices_each_change(rule):
    _, alive = rule_mutants.survivors(rule, rule_mutants.mutants(rule), PACK)
    assert sorted(mutant.change for mutant in alive) == sorted(ARGUED.get(rule.name, {}))


def test_no_reason_is_given_for_a_rule_that_is_not_there():
    assert ARGUED.keys() <= {rule.name for rule in PACK.rules}

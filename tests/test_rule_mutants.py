"""Every rule, changed in one thing at a time: an example notices, or tests/rule_mutants.toml says why none need."""

import tomllib

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


def test_no_survivor_waits_for_an_example():
    """Each reason says why none is needed; for want of an example nothing lives."""
    file = tomllib.loads(rule_mutants.ARGUED.read_text(encoding="utf-8"))
    assert {row["reason"] for row in file["survivor"]} == file["reason"].keys()
    assert "open" not in file["reason"]
    assert not [why for why in file["reason"].values() if "yet" in why]

"""Every rule, changed in one thing at a time: an example notices, or tests/rule_mutants.toml says why none need.

What a scope stands for (kind, platforms, releases, bits, roles) one function compiles for all rules (pack/scopes.py): an
example of each rule would only show the same again. That a rule's file has the right words in its scope, a row of
tests/test_rule_gates.py holds for each bound, and one for every rule on a client. The script counts those apart. All other
changes of rules that may be medium or worse are noticed by an example of the rule itself.
"""

import tomllib

import pytest
import rule_mutants

from advisor import pack

PACK = pack.builtin()
ARGUED = rule_mutants.argued()
MINOR = {"low", "info"}
BY_GATES = {
    "byte-order-mark": ["when: notes_ini.utf_16 → dropped from its or"],  # a page cannot show UTF-16
}


@pytest.mark.parametrize("rule", PACK.rules, ids=lambda rule: rule.name)
def test_an_example_notices_each_change(rule):
    by_gates, alive = rule_mutants.survivors(rule, rule_mutants.mutants(rule), PACK)
    assert sorted(mutant.change for mutant in alive) == sorted(ARGUED.get(rule.name, {}))
    own = [mutant.change for mutant in by_gates if not rule_mutants.is_of_scope(mutant, rule)]
    assert {rule.severity, *dict(rule.severity_when)} <= MINOR or own == BY_GATES.get(rule.name, [])


def test_no_reason_is_given_for_a_rule_that_is_not_there():
    assert ARGUED.keys() <= {rule.name for rule in PACK.rules}


def test_no_survivor_waits_for_an_example():
    """Each reason says why none is needed; for want of an example nothing lives."""
    file = tomllib.loads(rule_mutants.ARGUED.read_text(encoding="utf-8"))
    assert {row["reason"] for row in file["survivor"]} == file["reason"].keys()
    assert "open" not in file["reason"]
    assert not [why for why in file["reason"].values() if "yet" in why]

"""The changes of rules that no example notices: who argued for which, and that each argument holds.

tests/test_rules.py changes the rules.
"""

import tomllib

import rule_mutants

from advisor import pack


def test_no_reason_is_given_for_a_rule_that_is_not_there():
    assert rule_mutants.argued().keys() <= {rule.name for rule in pack.builtin().rules}


def test_no_survivor_waits_for_an_example():
    """Each reason says why none is needed; for want of an example nothing lives."""
    file = tomllib.loads(rule_mutants.ARGUED.read_text(encoding="utf-8"))
    assert {row["reason"] for row in file["survivor"]} == file["reason"].keys()
    assert "open" not in file["reason"]
    assert not [why for why in file["reason"].values() if "yet" in why]

"""Derive: takes a server's facts and adds to them what follows from them, before any rule sees them."""

from importlib import import_module

from advisor.derive.context import Context, Overrides
from advisor.derive.steps import STEPS
from advisor.facts import Facts

__all__ = ["Context", "Overrides", "derive"]


def derive(facts: Facts, context: Context) -> None:
    """Adds every derived fact, step by step. A step's module is imported when there is something for it to do."""
    for step in STEPS:
        if step.where(facts):
            facts.add(import_module(f"advisor.derive.{step.module}").derive(facts, context))

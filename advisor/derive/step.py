"""A step: one function that derives values, what it declares, and for which input it runs."""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from advisor.derive.context import Context
from advisor.facts import Complete, Fact
from advisor.known import Facts

Condition = Callable[[Facts], bool]
Derivation = Callable[[Facts, Context], Iterable[Fact | Complete]]


class Declaration(NamedTuple):
    """What a function declares. A name that ends in a dot or an underscore stands for all keys that begin with it."""

    gives: tuple[str, ...]  # the keys that it gives; those that begin with ini. are settled
    needs: tuple[str, ...]  # the keys that it asks for and that earlier steps give
    completes: tuple[str, ...]  # the beginnings of keys that it says were read to their end


_DECLARATIONS: dict[Derivation, Declaration] = {}


def derived(
    *keys: str, needs: tuple[str, ...] = (), completes: tuple[str, ...] = ()
) -> Callable[[Derivation], Derivation]:
    """Declare the keys that a function gives; `advisor/derive/order.py` says when it runs."""

    def declare(function: Derivation) -> Derivation:
        _DECLARATIONS[function] = Declaration(keys, needs, completes)
        return function

    return declare


def always(_: Facts) -> bool:
    """Return True: there is something to do on every server."""
    return True


class Step(NamedTuple):
    """A function that derives values, as `module.function`, and the condition for it to run."""

    name: str
    where: Condition = always

    @property
    def function(self) -> Derivation:
        """Return the function, whose module is imported when the step first runs."""
        return _function(self.name)

    @property
    def declaration(self) -> Declaration:
        """Return what the function declares."""
        return _DECLARATIONS[self.function]


@cache
def _function(name: str) -> Derivation:
    module, _, function = name.partition(".")
    derivation: Derivation = getattr(import_module(f"advisor.derive.{module}"), function)
    return derivation

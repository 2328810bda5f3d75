"""Plans: what `domlint fix` would do, as text; one module a format, each with `render(plan, options) -> str`."""

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from advisor.fixes.plan import Plan
from advisor.writers._options import Options


class PlanWriter(Protocol):
    """What a module of this folder offers. FOR_PEOPLE: printed in the console's encoding, not always in UTF-8."""

    FOR_PEOPLE: bool

    def render(self, plan: Plan, options: Options) -> str:
        r"""The plan in this format, with `\n` line ends."""


def _formats() -> tuple[str, ...]:
    names = [path.stem for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("_")]
    return tuple(sorted(names, key=lambda name: (name != "text", name)))


FORMATS = _formats()


def writer(name: str) -> PlanWriter:
    """The writer of a format's name."""
    return cast(PlanWriter, import_module(f"advisor.writers.plans.{name}"))

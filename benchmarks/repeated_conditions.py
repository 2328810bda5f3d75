"""Repeated conditions: each form of the language on lists, texts and facts that grow; values; conditions of n parts."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import growing
import stages
from growing import Growth, Stages

from advisor import values
from advisor.facts import Fact
from advisor.judging.lookup import Lookup
from advisor.known import Facts
from advisor.pack.language.judge import judge
from advisor.pack.language.parse import ConditionError, parse

SIZE = 200  # members, or facts
PARTS = 3  # of a condition
KEYS = {"a.list": "list", "b.list": "list", "a.text": "text", "a.number": "number", "a.switch": "switch"}
FORMS = {  # by the kind of a tree's node a condition in which it stands
    "==": "a.list == b.list", "!=": "a.list != b.list", "<": "a.number < 5", "<=": "a.number <= 5",
    ">": "a.number > 5", ">=": "a.number >= 5", "in": "a.text in a.list", "like": 'a.text like "*a*b*aab*c"',
    "set": "set(a.text)", "count": "count(a.list) > 3", "else": "(a.number else 3) > 2", "not": "not a.switch",
    "and": 'a.switch and a.text == "x"', "or": 'a.switch or a.text == "x"', "key": "a.switch",
}  # fmt: skip
LONG = {  # n in, a text out
    "members": lambda n: ",".join(f"m{at}" for at in range(n)),
    "one member": lambda n: ",".join("m" for _ in range(n)),
    "members and more": lambda n: ",".join([*(f"m{at}" for at in range(n)), values.MORE]),
    "members backwards, and more": lambda n: ",".join([*(f"m{at}" for at in range(n, 0, -1)), values.MORE]),
    "letters": lambda n: "a" * 10 * n,
    "letters in turn": lambda n: "ab" * 10 * n,
    "digits": lambda n: "1" * n,
    "figures": lambda n: "1." * n,
    "blanks": lambda n: "1" + " " * 10 * n + "1",
}  # fmt: skip
CHAINS = {  # n in, a condition out
    "and": lambda n: " and ".join("a.number > 5" for _ in range(n)),
    "or": lambda n: " or ".join("a.number > 5" for _ in range(n)),
    "not": lambda n: " and ".join("not a.switch" for _ in range(n)),
    "in": lambda n: f"a.number in [{', '.join(map(str, range(n)))}]",
    "brackets": lambda n: " and ".join("(a.number > 5 or a.switch)" for _ in range(n)),
}  # fmt: skip


def of_conditions(quick: bool) -> Iterator[list[Growth]]:
    """Every form with every kind of long text in its keys, and with a key told n times; every type; conditions."""
    ways = list(LONG.items())[:: 4 if quick else 1]
    for form, text in FORMS.items():
        tree = parse(text, KEYS, {})
        for way, long in [*ways, ("facts of a key", None)]:
            yield growing.grown(way, _judged(form, tree, long), SIZE, ("",))
    for type in values.TYPES:
        for way, long in ways:
            yield growing.grown(way, _read(type, long), SIZE, ("",))
    for form, chain_of in CHAINS.items():
        yield growing.grown(f"parts of {form}", _parsed(chain_of), PARTS, ("",))


def _judged(form: str, tree: list[object], long: Callable[[int], str] | None) -> growing.Run:
    def run(n: int) -> Stages:
        facts = Facts()
        if long:
            facts.add(Fact(key, long(n)) for key in KEYS if key != "b.list")
            facts.add([Fact("b.list", long(n).removesuffix(f",{values.MORE}"))])  # against one that may have more
        else:
            facts.add(Fact(key, "1") for _ in range(n) for key in KEYS)

        def judged() -> None:
            facts.answered.clear()
            judge(tree, Lookup(facts, stages.PACK.catalogue).look, {})

        return {f"condition {form}": growing.least(judged)}

    return run


def _read(type: str, long: Callable[[int], str]) -> growing.Run:
    def run(n: int) -> Stages:
        text = long(n)

        def read() -> None:
            with suppress(values.NotOfType):
                values.parse(type, text)

        return {f"value {type}": growing.least(read)}

    return run


def _parsed(chain_of: Callable[[int], str]) -> growing.Run:
    def run(n: int) -> Stages:
        text = chain_of(n)

        def parsed() -> None:
            with suppress(ConditionError):  # it is too long, where more is tried
                parse(text, KEYS, {})

        return {"condition, parsed": growing.least(parsed)}

    return run

"""Never: a rule in, what of it can never be true out: conditions that contradict each other, whatever a server has.

Kleene's logic as in `language/judge`: what is not known makes nothing true. Where there are too many ways to look at,
or what is asked is not understood, nothing is said.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from advisor.checking.possible import Bound, possible, told
from advisor.checking.written import said
from advisor.pack import Catalogue, Pack, Rule
from advisor.pack.language.judge import COMPARE, Node
from advisor.values.printing import listed

_MOST_STEPS = 20000  # no rule of the pack takes a tenth of that
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_ORDERS = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

Part = tuple[Node, bool]
Parts = tuple[Part, ...]


class Wish(NamedTuple):
    """What is asked of a key. kind: as `possible` takes it."""

    key: str
    asked: Bound
    kind: str = ""


def never(rule: Rule, pack: Pack) -> Iterator[str]:
    """A sentence for each part of a rule that no server can make true."""
    where: Parts = ((rule.applies, True),) if rule.applies else ()
    faulty: Parts = (*where, (rule.when, True))
    for what, parts in (("it applies to no server", where), ("it can never fire", faulty)):
        if clash := _clash(parts, rule, pack):
            yield f"{what}: {clash}"
            return
    yield from _idle("applies", where, rule, pack)
    yield from _idle("when", faulty, rule, pack)
    for severity, tree in rule.severity_when:
        if clash := _clash((*faulty, (tree, True)), rule, pack):
            yield f"no finding can be {severity}: {clash}"
    for number, other in enumerate(rule.fix.where, start=1):
        if clash := _clash((*faulty, (other.tree, True)), rule, pack):
            yield f"fix.where {number} can never hold: {clash}"


def _idle(name: str, parts: Parts, rule: Rule, pack: Pack) -> Iterator[str]:
    """The parts of an `or` of the last condition that no server can make true beside all the rest."""
    for whole, part in _alternatives(parts[-1][0]) if parts else ():
        if clash := _clash((*parts[:-1], (whole, True)), rule, pack):
            yield f"in {name} `{said(part)}` can never be true: {clash}"


def _alternatives(node: Node) -> Iterator[tuple[Node, Node]]:
    """The tree with an `or` replaced by one of its parts, and that part; below `and` and `or` alone."""
    if node[0] == "or":
        yield from ((part, part) for part in node[1:])
    if node[0] in {"and", "or"}:
        for place, part in enumerate(node[1:], start=1):
            for whole, one in _alternatives(part):
                yield (whole if node[0] == "or" else [*node[:place], whole, *node[place + 1 :]]), one


def _clash(parts: Parts, rule: Rule, pack: Pack) -> str:
    """Why no server can give all parts their verdicts; "" where one can, or nobody can say."""
    search = _Search(rule.parameters, pack.catalogue)
    return "" if search.finds(parts, (), {}) else "; ".join(list(search.clashes)[:2])


class _Search:
    """A search for a server of which conditions are true. clashes: why it failed, in the order in which it did."""

    def __init__(self, parameters: dict[str, Any], catalogue: Catalogue) -> None:
        self.parameters, self.catalogue = parameters, catalogue
        self.clashes: dict[str, None] = {}
        self.steps = 0

    def finds(self, parts: Parts, forks: Parts, asked: dict[str, Bound]) -> bool:
        """Whether all parts can have their verdicts beside what is asked. forks: those with several ways, for later."""
        self.steps += 1
        if self.steps > _MOST_STEPS or not (parts or forks):
            return True
        if not parts:
            (node, verdict), *later = forks
            return any(self.finds(((part, verdict),), tuple(later), asked) for part in node[1:])
        (node, verdict), *rest = parts
        if node[0] == "not":
            return self.finds(((node[1], not verdict), *rest), forks, asked)
        if node[0] in {"and", "or"} and (node[0] == "and") is not verdict:
            return self.finds(tuple(rest), (*forks, (node, verdict)), asked)
        if node[0] in {"and", "or"}:
            return self.finds((*((part, verdict) for part in node[1:]), *rest), forks, asked)
        ways = wishes(node, verdict, self.parameters)
        return any(self.finds(tuple(rest), forks, more) for way in ways if (more := self._with(way, asked)) is not None)

    def _with(self, way: tuple[Wish, ...], asked: dict[str, Bound]) -> dict[str, Bound] | None:
        """What is asked with a few wishes more; None where that cannot be."""
        for key, wish, kind in way:
            one = asked.get(key, Bound()).joined(wish)
            if not possible(key, kind, one, self.catalogue):
                self.clashes[_clashing(key, one, self.catalogue)] = None
                return None
            asked = asked | {key: one}
        return asked


def _clashing(key: str, one: Bound, catalogue: Catalogue) -> str:
    if not one.words or not (" and " in key or told(key, catalogue)):
        return f"nothing that domlint reads tells {key}"
    together = " together" if len(one.words) > 1 else ""
    return f"{listed(f'`{words}`' for words in one.words)} cannot hold{together}"


def wishes(node: Node, verdict: bool, parameters: dict[str, Any]) -> Iterator[tuple[Wish, ...]]:
    """The ways in which a comparison has a verdict, each what it asks of keys."""
    words = (said(["not", node]) if not verdict else said(node),)
    if node[0] == "set":
        yield (Wish(node[1], Bound(there=frozenset({verdict}), words=words)),)
    elif node[0] in {"key", "else"}:
        yield from _compared("==", node, verdict, True, words)
    elif node[0] == "in" and node[2][0] == "key":
        member = _literal(node[1], parameters)
        tests = () if member is None else (("has", member, verdict),)
        yield (Wish(node[2][1], Bound(tests, valued=True, words=words)),)
    elif (literal := _literal(node[2], parameters)) is not None:
        yield from _compared(node[0], node[1], literal, verdict, words)
    elif (literal := _literal(node[1], parameters)) is not None:
        yield from _compared(_TURNED.get(str(node[0]), str(node[0])), node[2], literal, verdict, words)
    else:
        yield _of_two(node, verdict, words)


def _literal(node: Node, parameters: dict[str, Any]) -> Any:
    """The value of what is no key; None of what is one."""
    if node[0] == "parameter":
        value = parameters[node[1]]
        return value.casefold() if isinstance(value, str) else value
    return node[1] if node[0] == "value" else None


def _compared(sign: str, node: Node, literal: Any, verdict: bool, words: tuple[str, ...]) -> Iterator[tuple[Wish, ...]]:
    """A key against a literal; one with an `else` may be absent instead, where that holds of what stands there."""
    if node[0] == "value":
        yield from ((),) if COMPARE[sign](node[1], literal) is verdict else ()
        return
    plain = node[1] if node[0] == "else" else node
    asked = Bound(((sign, literal, verdict),), valued=True, words=words)
    if node[0] == "count":
        yield Wish(node[1], Bound(valued=True, words=words)), Wish(f"{node[1]} count", asked, "count")
        return
    yield (Wish(plain[1], asked),)
    if node[0] == "else" and COMPARE[sign](node[2], literal) is verdict:
        yield (Wish(plain[1], Bound(there=frozenset({False}), words=words)),)


def _of_two(node: Node, verdict: bool, words: tuple[str, ...]) -> tuple[Wish, ...]:
    """Two keys against each other: each is to have a value, and they compare in one of a few ways."""
    sides = [part[1] if part[0] == "else" else part for part in node[1:]]
    if any(part[0] not in {"key", "count"} for part in sides) or any(part[0] == "else" for part in node[1:]):
        return ()
    names = [part[1] for part in sides]
    have = [Wish(part[1], Bound(valued=True, words=words)) for part in sides]
    if node[0] not in _ORDERS or any(part[0] == "count" for part in sides):
        return tuple(have)
    signs = _ORDERS[node[0]] if verdict else "<=>".translate({ord(one): None for one in _ORDERS[node[0]]})
    if names[0] == names[1]:
        signs = signs if "=" in signs else ""
    if names != sorted(names):
        signs = signs.translate({ord("<"): ">", ord(">"): "<"})
    pair = " and ".join(sorted(names))
    return (*have, Wish(pair, Bound((("pair", signs, True),), words=words), "pair"))

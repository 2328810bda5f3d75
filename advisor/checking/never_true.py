"""Conditions of a rule that no server can make true, and values that a setting cannot have."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple, get_args

from msgspec import Struct

from advisor import values
from advisor.pack import Catalogue, Pack, Rule, builtin
from advisor.pack.catalogue import Setting
from advisor.pack.language.judge import COMPARE, Node
from advisor.values import release
from advisor.values.printing import listed
from advisor.values.scales import Platform

_PARTS_OF_A_RELEASE = 6


def condition_text(node: Node) -> str:
    """Return a condition as it is written in a rule."""
    kind = node[0]
    if kind in {"and", "or"}:
        return f" {kind} ".join(
            f"({condition_text(part)})" if part[0] in {"and", "or"} else condition_text(part) for part in node[1:]
        )
    if kind == "not":
        return f"not ({condition_text(node[1])})" if node[1][0] in {"and", "or"} else f"not {condition_text(node[1])}"
    if kind in {"set", "count"}:
        return f"{kind}({node[1]})"
    if kind in {"key", "parameter"}:
        return str(node[1])
    if kind == "else":
        return f"{condition_text(node[1])} else {_literal_text(node[2])}"
    return _literal_text(node[1]) if kind == "value" else f"{condition_text(node[1])} {kind} {condition_text(node[2])}"


def _literal_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list) and value and isinstance(value[0], int) and len(value) == _PARTS_OF_A_RELEASE:
        return _release_text(*value)
    return f"[{', '.join(map(_literal_text, value))}]" if isinstance(value, list) else str(value)


def _release_text(major: int, minor: int, third: int, letter: int, pack: int, interim: int) -> str:
    ends = {chr(96 + letter): letter, f"FP{pack}": pack, f"IF{interim}": interim}
    behind = "".join(text for text, number in ends.items() if number)
    return f"{major}.{minor}" + (f".{third}" if third or behind else "") + behind


_ALL = {
    "platform": frozenset(get_args(Platform)),
    "server.kind": frozenset({"server", "client"}),
    "bits": frozenset({32, 64}),
}  # keys of which all values are known
_NO_MORE = [1000]
_FAR = 10**9


class Demand(Struct, frozen=True):
    """What conditions demand of a key."""

    tests: tuple[tuple[str, Any, bool], ...] = ()  # sign, literal and verdict; `has` demands a member
    there: frozenset[bool] = frozenset({True, False})  # True: the key may be set; False: it may be absent
    valued: bool = False  # it must have a value, its own or a default
    words: tuple[str, ...] = ()  # the conditions as text

    def joined(self, more: "Demand") -> "Demand":
        """Return the demand with further demands."""
        words = tuple(dict.fromkeys((*self.words, *more.words)))
        return Demand((*self.tests, *more.tests), self.there & more.there, self.valued or more.valued, words)


def is_readable(key: str, catalogue: Catalogue) -> bool:
    """Return whether a reader or derivation reports a key. A site's catalogue may name keys that none reports."""
    return catalogue.kind_of_evidence(key).readable or key in builtin().catalogue.keys


def is_possible(key: str, kind: str, demand: Demand, catalogue: Catalogue) -> bool:
    """Return whether a key can meet a demand.

    kind: "": the catalogue's type; `count`: the length of a list; `pair`: the order of two keys. If in doubt, the
    demand is possible.
    """
    if kind == "pair":
        return bool(set.intersection(*({*signs} for _, signs, _ in demand.tests)))
    if not is_readable(key, catalogue) or not demand.there:
        return False
    of_type = kind or catalogue.entry(key).type
    if demand.valued and True not in demand.there:
        return any(_meets(values.parse(of_type, one.value), demand) for one in catalogue.entry(key).default)
    return not demand.valued or _some_value(key, of_type, demand)


def _some_value(key: str, kind: str, demand: Demand) -> bool:
    if kind in {"yes-no", "switch"}:
        return any(_meets(one, demand) for one in (True, False))
    if kind in {"list", "names"}:
        has, lacks = (
            {one for sign, one, verdict in demand.tests if sign == "has" and verdict is it} for it in (True, False)
        )
        return has.isdisjoint(lacks)
    named = [set(_listed(sign, one)) for sign, one, verdict in demand.tests if sign in {"==", "in"} and verdict]
    if key in _ALL:
        named.append(set(_ALL[key]))
    if named:
        return any(_meets(one, demand) for one in set.intersection(*named))
    return kind not in {"number", "size", "count", "release"} or _within(key, kind, demand)


def _listed(sign: str, literal: Any) -> list[Any]:
    return literal if sign == "in" else [literal]


def _meets(value: Any, demand: Demand) -> bool:
    """Return whether a value meets all comparisons; membership of lists is not checked."""
    return all(sign == "has" or COMPARE[sign](value, one) is verdict for sign, one, verdict in demand.tests)


def _within(key: str, kind: str, demand: Demand) -> bool:
    """Return whether a number or a Domino release meets all limits. Values at and beside each limit are tried."""
    limits = [one for sign, literal, _ in demand.tests if sign != "has" for one in _listed(sign, literal)]
    if kind == "release":
        return any(_meets(one, demand) for one in _releases(key, limits))
    whole = kind in {"size", "count"}
    beside = [one + step for one in limits for step in ((-1, 0, 1) if whole else (-1, -0.5, 0, 0.5, 1))]
    ordered = sorted(set(limits))
    beside += [] if whole else [(one + other) / 2 for one, other in pairwise(ordered)]
    beside += [ordered[0] - len(ordered), ordered[-1] + len(ordered)] if ordered else [0]
    return any(_meets(one, demand) for one in beside if not whole or one >= 0)


def _releases(key: str, limits: list[Any]) -> list[list[int]]:
    """Return releases to try: the limits, those beside them, and the known ones."""
    beside = [*limits, *([*one[:-1], one[-1] + 1] for one in limits), *(_before(one) for one in limits), _NO_MORE, [0]]
    if key != "release":
        return beside
    known = [number[:2] for number in map(release.parse, release.KNOWN) if number]
    newest = (release.parse(release.NEWEST) or [])[:2]
    return [one for one in beside if one[:2] < [5] or one[:2] in known or one[:2] > newest] + [
        [*first, *rest] for first in known for rest in ([0] * 4, [_FAR] * 4)
    ]


def _before(number: list[int]) -> list[int]:
    """Return a release just before another: the end of `8.5.0` for `8.5.1`."""
    last = max((place for place, part in enumerate(number) if part), default=0)
    return [*number[:last], number[last] - 1, *[_FAR] * (len(number) - last - 1)]


_MOST_STEPS = 20000  # no rule of the pack takes a tenth of that
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_ORDERS = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

Condition = tuple[Node, bool]
Conditions = tuple[Condition, ...]


class KeyDemand(NamedTuple):
    """A demand with its key."""

    key: str
    asked: Demand
    kind: str = ""  # as `is_possible` takes it


def impossible_conditions(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield a sentence for each part of a rule that no server can make true.

    The logic has three values, as in `language/judge`: what is unknown makes nothing true. If there are too many
    combinations, nothing is reported.
    """
    where: Conditions = ((rule.applies, True),) if rule.applies else ()
    faulty: Conditions = (*where, (rule.when, True))
    for what, parts in (("it applies to no server", where), ("it can never fire", faulty)):
        if clash := _clash(parts, rule, pack):
            yield f"{what}: {clash}"
            return
    yield from _idle_alternatives("applies", where, rule, pack)
    yield from _idle_alternatives("when", faulty, rule, pack)
    for severity, tree in rule.severity_when:
        if clash := _clash((*faulty, (tree, True)), rule, pack):
            yield f"no finding can be {severity}: {clash}"
    for number, other in enumerate(rule.fix.where, start=1):
        if clash := _clash((*faulty, (other.tree, True)), rule, pack):
            yield f"fix.where {number} can never hold: {clash}"


def _idle_alternatives(name: str, parts: Conditions, rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield the alternatives of the last condition that no server can make true with the other conditions."""
    for whole, part in _alternatives(parts[-1][0]) if parts else ():
        if clash := _clash((*parts[:-1], (whole, True)), rule, pack):
            yield f"in {name} `{condition_text(part)}` can never be true: {clash}"


def _alternatives(node: Node) -> Iterator[tuple[Node, Node]]:
    """Yield the tree with each `or` replaced by one of its parts, and that part."""
    if node[0] == "or":
        yield from ((part, part) for part in node[1:])
    if node[0] in {"and", "or"}:
        for place, part in enumerate(node[1:], start=1):
            for whole, one in _alternatives(part):
                yield (whole if node[0] == "or" else [*node[:place], whole, *node[place + 1 :]]), one


def _clash(parts: Conditions, rule: Rule, pack: Pack) -> str:
    """Return why no server can give all parts their verdicts; "" if one can, or if that is unknown."""
    search = _Search(rule.parameters, pack.catalogue)
    return "" if search.finds(parts, (), {}) else "; ".join(list(search.clashes)[:2])


class _Search:
    """A search for a server that meets conditions. clashes: the contradictions found, in order."""

    def __init__(self, parameters: dict[str, Any], catalogue: Catalogue) -> None:
        self.parameters, self.catalogue = parameters, catalogue
        self.clashes: dict[str, None] = {}
        self.steps = 0

    def finds(self, parts: Conditions, forks: Conditions, demand: dict[str, Demand]) -> bool:
        """Return whether all parts can have their verdicts with the demands. forks: alternatives left for later."""
        self.steps += 1
        if self.steps > _MOST_STEPS or not (parts or forks):
            return True
        if not parts:
            (node, verdict), *later = forks
            return any(self.finds(((part, verdict),), tuple(later), demand) for part in node[1:])
        (node, verdict), *rest = parts
        if node[0] == "not":
            return self.finds(((node[1], not verdict), *rest), forks, demand)
        if node[0] in {"and", "or"} and (node[0] == "and") is not verdict:
            return self.finds(tuple(rest), (*forks, (node, verdict)), demand)
        if node[0] in {"and", "or"}:
            return self.finds((*((part, verdict) for part in node[1:]), *rest), forks, demand)
        ways = wishes(node, verdict, self.parameters)
        return any(
            self.finds(tuple(rest), forks, more) for way in ways if (more := self._with(way, demand)) is not None
        )

    def _with(self, way: tuple[KeyDemand, ...], demands: dict[str, Demand]) -> dict[str, Demand] | None:
        """Return the demands with further ones; None if they contradict each other."""
        for key, wish, kind in way:
            one = demands.get(key, Demand()).joined(wish)
            if not is_possible(key, kind, one, self.catalogue):
                self.clashes[_clashing(key, one, self.catalogue)] = None
                return None
            demands = demands | {key: one}
        return demands


def _clashing(key: str, one: Demand, catalogue: Catalogue) -> str:
    if not one.words or not (" and " in key or is_readable(key, catalogue)):
        return f"nothing that domlint reads tells {key}"
    together = " together" if len(one.words) > 1 else ""
    return f"{listed(f'`{words}`' for words in one.words)} cannot hold{together}"


def wishes(node: Node, verdict: bool, parameters: dict[str, Any]) -> Iterator[tuple[KeyDemand, ...]]:
    """Yield the ways in which a comparison gets a verdict, each with its demands."""
    words = (condition_text(["not", node]) if not verdict else condition_text(node),)
    if node[0] == "set":
        yield (KeyDemand(node[1], Demand(there=frozenset({verdict}), words=words)),)
    elif node[0] in {"key", "else"}:
        yield from _compared("==", node, verdict, True, words)
    elif node[0] == "in" and node[2][0] == "key":
        member = _literal(node[1], parameters)
        tests = () if member is None else (("has", member, verdict),)
        yield (KeyDemand(node[2][1], Demand(tests, valued=True, words=words)),)
    elif (literal := _literal(node[2], parameters)) is not None:
        yield from _compared(node[0], node[1], literal, verdict, words)
    elif (literal := _literal(node[1], parameters)) is not None:
        yield from _compared(_TURNED.get(str(node[0]), str(node[0])), node[2], literal, verdict, words)
    else:
        yield _of_two(node, verdict, words)


def _literal(node: Node, parameters: dict[str, Any]) -> Any:
    """Return the value of a literal or parameter; None for a key."""
    if node[0] == "parameter":
        value = parameters[node[1]]
        return value.casefold() if isinstance(value, str) else value
    return node[1] if node[0] == "value" else None


def _compared(
    sign: str, node: Node, literal: Any, verdict: bool, words: tuple[str, ...]
) -> Iterator[tuple[KeyDemand, ...]]:
    """Yield the demands of a key against a literal; with an `else`, the key may be absent instead."""
    if node[0] == "value":
        yield from ((),) if COMPARE[sign](node[1], literal) is verdict else ()
        return
    plain = node[1] if node[0] == "else" else node
    comparison = Demand(((sign, literal, verdict),), valued=True, words=words)
    if node[0] == "count":
        yield KeyDemand(node[1], Demand(valued=True, words=words)), KeyDemand(f"{node[1]} count", comparison, "count")
        return
    yield (KeyDemand(plain[1], comparison),)
    if node[0] == "else" and COMPARE[sign](node[2], literal) is verdict:
        yield (KeyDemand(plain[1], Demand(there=frozenset({False}), words=words)),)


def _of_two(node: Node, verdict: bool, words: tuple[str, ...]) -> tuple[KeyDemand, ...]:
    """Return the demands of two keys against each other: both need a value."""
    sides = [part[1] if part[0] == "else" else part for part in node[1:]]
    if any(part[0] not in {"key", "count"} for part in sides) or any(part[0] == "else" for part in node[1:]):
        return ()
    names = [part[1] for part in sides]
    have = [KeyDemand(part[1], Demand(valued=True, words=words)) for part in sides]
    if node[0] not in _ORDERS or any(part[0] == "count" for part in sides):
        return tuple(have)
    signs = _ORDERS[node[0]] if verdict else "<=>".translate({ord(one): None for one in _ORDERS[node[0]]})
    if names[0] == names[1]:
        signs = signs if "=" in signs else ""
    if names != sorted(names):
        signs = signs.translate({ord("<"): ">", ord(">"): "<"})
    pair = " and ".join(sorted(names))
    return (*have, KeyDemand(pair, Demand((("pair", signs, True),), words=words), "pair"))


def impossible_values(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield a sentence for each value that a rule compares a setting with and the setting cannot have."""
    severities = {f"severity_when.{severity}": tree for severity, tree in rule.severity_when}
    for where, tree in {"applies": rule.applies, "when": rule.when, **severities}.items():
        for key, literal in compared_values(tree or ["and"], rule.parameters):
            entry = pack.catalogue.entry(key)
            if isinstance(entry, Setting) and (error := _limit_error(entry, literal)):
                yield f"{where} compares {key} with {literal}: {error}"


def compared_values(node: Node, parameters: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each key that a tree compares by `==`, `!=` or `in`, and the value."""
    if node[0] in {"and", "or", "not"}:
        for part in node[1:]:
            yield from compared_values(part, parameters)
    elif node[0] in {"==", "!=", "in"}:
        left, right = node[1][1] if node[1][0] == "else" else node[1], node[2]
        literal = parameters[right[1]] if right[0] == "parameter" else right[1] if right[0] == "value" else None
        if left[0] == "key" and literal is not None:
            yield from ((left[1], one) for one in (literal if isinstance(literal, list) else [literal]))


def _limit_error(entry: Setting, literal: Any) -> str:
    """Return what values the catalogue allows for a setting instead, or ""."""
    if entry.closed and not any(_is_equal(entry.type, one, literal) for one in entry.values):
        return f"{entry.name} has {listed(entry.values)} alone"
    if not isinstance(literal, int | float) or isinstance(literal, bool):
        return ""
    if entry.least is not None and literal < entry.least:
        return f"{entry.name} is {entry.least} or more"
    return f"{entry.name} is {entry.most} or less" if entry.most is not None and literal > entry.most else ""


def _is_equal(kind: str, text: str, literal: Any) -> bool:
    try:
        return bool(values.parse(kind, text) == literal)
    except values.NotOfType:  # the catalogue has a few in words
        return True

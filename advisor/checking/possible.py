"""Possible: what several conditions ask of one key in, whether some value of it meets them all out.

Only what is certain is called impossible: of what is not understood here any value will do.
"""

from itertools import pairwise
from typing import Any, NamedTuple, get_args

from advisor import values
from advisor.pack import Catalogue, builtin
from advisor.pack.forms import Platform
from advisor.pack.language.judge import COMPARE
from advisor.values import release

_ALL = {
    "platform": frozenset(get_args(Platform)),
    "server.kind": frozenset({"server", "client"}),
    "bits": frozenset({32, 64}),
}  # keys of which all values are known
_NO_MORE = [1000]
_FAR = 10**9


class Bound(NamedTuple):
    """What is asked of a key.

    tests: (sign, literal, verdict) of each comparison; the sign `has` asks for a member of a list. there: True if it
    may be set, False if it may be absent. valued: whether it must have a value, its own or a default. words: the same
    as it was written.
    """

    tests: tuple[tuple[str, Any, bool], ...] = ()
    there: frozenset[bool] = frozenset({True, False})
    valued: bool = False
    words: tuple[str, ...] = ()

    def joined(self, more: "Bound") -> "Bound":
        """The same with more that is asked."""
        words = tuple(dict.fromkeys((*self.words, *more.words)))
        return Bound((*self.tests, *more.tests), self.there & more.there, self.valued or more.valued, words)


def told(key: str, catalogue: Catalogue) -> bool:
    """Whether a reader or a step may tell a key; a site's catalogue can name one that none does."""
    return catalogue.kind_of_evidence(key).readable or key in builtin().catalogue.keys


def possible(key: str, kind: str, asked: Bound, catalogue: Catalogue) -> bool:
    """Whether what is asked of a key can be.

    kind: "" is the catalogue's type of it; `count` is of how many a list has, `pair` of how two keys compare.
    """
    if kind == "pair":
        return bool(set.intersection(*({*signs} for _, signs, _ in asked.tests)))
    if not told(key, catalogue) or not asked.there:
        return False
    of_type = kind or catalogue.entry(key).type
    if asked.valued and True not in asked.there:
        return any(_meets(values.parse(of_type, one.value), asked) for one in catalogue.entry(key).default)
    return not asked.valued or _some_value(key, of_type, asked)


def _some_value(key: str, kind: str, asked: Bound) -> bool:
    if kind in {"yes-no", "switch"}:
        return any(_meets(one, asked) for one in (True, False))
    if kind in {"list", "names"}:
        has, lacks = (
            {one for sign, one, verdict in asked.tests if sign == "has" and verdict is it} for it in (True, False)
        )
        return has.isdisjoint(lacks)
    named = [set(_listed(sign, one)) for sign, one, verdict in asked.tests if sign in {"==", "in"} and verdict]
    if key in _ALL:
        named.append(set(_ALL[key]))
    if named:
        return any(_meets(one, asked) for one in set.intersection(*named))
    return kind not in {"number", "size", "count", "release"} or _within(key, kind, asked)


def _listed(sign: str, literal: Any) -> list[Any]:
    return literal if sign == "in" else [literal]


def _meets(value: Any, asked: Bound) -> bool:
    """Whether a value meets all comparisons; of a list it is not asked."""
    return all(sign == "has" or COMPARE[sign](value, one) is verdict for sign, one, verdict in asked.tests)


def _within(key: str, kind: str, asked: Bound) -> bool:
    """Whether there is a number, or a release of Domino, between all limits: one of them, or just beside one."""
    limits = [one for sign, literal, _ in asked.tests if sign != "has" for one in _listed(sign, literal)]
    if kind == "release":
        return any(_meets(one, asked) for one in _releases(key, limits))
    whole = kind in {"size", "count"}
    beside = [one + step for one in limits for step in ((-1, 0, 1) if whole else (-1, -0.5, 0, 0.5, 1))]
    ordered = sorted(set(limits))
    beside += [] if whole else [(one + other) / 2 for one, other in pairwise(ordered)]
    beside += [ordered[0] - len(ordered), ordered[-1] + len(ordered)] if ordered else [0]
    return any(_meets(one, asked) for one in beside if not whole or one >= 0)


def _releases(key: str, limits: list[Any]) -> list[list[int]]:
    """Releases, of which one lies between limits if any does: these, those beside, and others."""
    beside = [*limits, *([*one[:-1], one[-1] + 1] for one in limits), *(_before(one) for one in limits), _NO_MORE, [0]]
    if key != "release":
        return beside
    known = [number[:2] for number in map(release.parse, release.KNOWN) if number]
    newest = (release.parse(release.NEWEST) or [])[:2]
    return [one for one in beside if one[:2] < [5] or one[:2] in known or one[:2] > newest] + [
        [*first, *rest] for first in known for rest in ([0] * 4, [_FAR] * 4)
    ]


def _before(number: list[int]) -> list[int]:
    """A release just before another: `8.5.0` before `8.5.1`, at its very end."""
    last = max((place for place, part in enumerate(number) if part), default=0)
    return [*number[:last], number[last] - 1, *[_FAR] * (len(number) - last - 1)]

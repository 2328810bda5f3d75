"""Grounds: a rule in, the figures out that stand fixed in it and that neither its sources nor the catalogue have."""

import re
from collections.abc import Iterator

from advisor.checking.figures import places
from advisor.pack import Pack, Rule

_FIGURE = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SCALES = (1, 1000, 1024, 1024**2, 1024**3)  # a source may have it in seconds, KB, MB or GB
_WORDS = frozenset({1, 100, 2**31 - 1})  # one, the whole, and the largest number of 32 bits


def ungrounded(rule: Rule, pack: Pack) -> Iterator[str]:
    """A sentence for each figure that a site cannot change and that nobody is cited for; a site's own may have any."""
    if rule.origin:
        return
    said = " ".join([rule.message, *(f"{use.figure} {use.note}" for use in rule.sources), *_catalogued(rule, pack)])
    known = set(_FIGURE.findall(said.replace(",", "")))
    for figure, value in _fixed(rule):
        if value not in _WORDS and known.isdisjoint(f"{value / scale:.10g}" for scale in _SCALES):
            yield f"{figure} is fixed, and neither a source's line nor the catalogue has it"


def _fixed(rule: Rule) -> Iterator[tuple[str, float]]:
    for name, value in rule.parameters.items():
        if name not in rule.bounds and isinstance(value, int | float):
            yield f"{name} = {value}", value
    severities = {f"severity_when.{severity}": tree for severity, tree in rule.severity_when}
    for where, tree in {"applies": rule.applies or [], "when": rule.when, **severities}.items():
        yield from ((f"{value} in {where}", value) for _, value in places(tree))


def _catalogued(rule: Rule, pack: Pack) -> Iterator[str]:
    """What the catalogue tells of the keys that a rule asks for."""
    for entry in map(pack.catalogue.entry, rule.keys):
        yield entry.meaning
        yield from (default.value for default in entry.default)
        for field in ("said", "least", "most", "values"):
            yield str(getattr(entry, field, ""))

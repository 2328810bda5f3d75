"""Environment: the variables of the user that runs Domino in; AIX's thread variables, and slips for them, out."""

from collections.abc import Iterator

from advisor.facts import Complete, Fact, Facts, Subject

_PREFIX = "aix.env."
_NEAR = 60  # bytes before a value within which its variable's name ends: a name, `=` or blanks, a quote


def derive(facts: Facts) -> Iterator[Fact | Complete]:
    """`variable.name` of each thread variable of AIX and each slip for one, and `variable.resembles` of the slips.

    A name is judged wherever it is written: that its value is in doubt makes it no better.
    """
    found = list(facts.each(_PREFIX))
    for fact in found:
        yield from _of_variable(_written(fact), fact)
    whole = facts.whole(_PREFIX)
    if source := found[0].source if found else whole and whole.source:
        yield Complete("variable.", source)


def _of_variable(name: str, fact: Fact) -> Iterator[Fact]:
    from advisor.derive import aix_variables

    meant = aix_variables.resembles(name)
    subject = Subject("variable", name)
    if meant or name in aix_variables.NAMES:
        yield Fact("variable.name", name, subject=subject, made_from=(fact,))
    if meant:
        yield Fact("variable.resembles", meant, subject=subject, made_from=(fact,))


def _written(fact: Fact) -> str:
    """The variable's name in the letters of the file, which stands right before its value; a key is in lower case."""
    name = fact.key.removeprefix(_PREFIX)
    if fact.source is None or fact.span is None:
        return name.upper()
    start = fact.span[0]
    before = fact.source.text(max(0, start - len(name) - _NEAR), start)
    at = before.lower().rfind(name)
    return before[at : at + len(name)] if at >= 0 else name.upper()

"""Environment: reads the variables of the user that runs Domino; gives AIX's thread variables and slips for them.

And which of them Domino does not get, because the profile that sets them does not export them.
"""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Complete, Fact, Subject
from advisor.known import Facts
from advisor.values import aix_variables
from advisor.values.printing import listed

_PREFIX = "aix.env."
_NEAR = 60  # bytes before a value within which its variable's name ends: a name, `=` or blanks, a quote


def derive(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """`variable.name` of each thread variable of AIX and each slip for one, `variable.resembles` of the slips.

    `environment.unexported`: those that are set and that no file exports, or none.

    A name is judged wherever it is written: that its value is in doubt makes it no better.
    """
    variables = facts.each(_PREFIX)
    for fact in variables:
        yield from _of_variable(_written(fact), fact)
    exported = {fact.key for fact in variables if fact.doubt != aix_variables.UNEXPORTED}
    kept_back = {_written(fact): fact for fact in variables if fact.key not in exported}
    kept_back = {name: fact for name, fact in kept_back.items() if name in aix_variables.NAMES}
    if variables:
        origins = tuple(kept_back.values()) or tuple(variables[:1])
        yield Fact("environment.unexported", listed(kept_back) if kept_back else "none", made_from=origins)
    complete = facts.complete(_PREFIX)
    if source := variables[0].source if variables else complete and complete.source:
        yield Complete("variable.", source)


def _of_variable(name: str, fact: Fact) -> Iterator[Fact]:
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

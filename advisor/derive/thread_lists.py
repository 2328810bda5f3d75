"""Thread lists: reads AIX's release and thread variables; tells which have AIX keep debugging lists of locks."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Answer, Fact
from advisor.known import Facts
from advisor.values.printing import listed

_KEPT_BY_DEFAULT = ("AIXTHREAD_COND_DEBUG", "AIXTHREAD_RWLOCK_DEBUG")  # before AIX 6.1, unless they say OFF
_NOT_KEPT = ("AIXTHREAD_MUTEX_DEBUG",)
_FIRST_WITHOUT = "6.1"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`aix.thread_lists`: `AIXTHREAD_COND_DEBUG is ON`; those alone that keep a list."""
    release = facts.ask("aix.release")
    old = release.text is not None and values.parse("release", release.text) < values.parse("release", _FIRST_WITHOUT)
    found: dict[str, tuple[Fact, ...]] = {}
    for variable in (*_KEPT_BY_DEFAULT, *_NOT_KEPT):
        answer = facts.ask(f"aix.env.{variable.lower()}")
        if words := _at_fault(answer, old and variable in _KEPT_BY_DEFAULT):
            found[f"{variable} {words}"] = answer.facts
    if found:
        origins = tuple(fact for of_variable in found.values() for fact in of_variable) or release.facts
        yield Fact("aix.thread_lists", listed(found), made_from=origins)


def _at_fault(answer: Answer, kept_by_default: bool) -> str:
    """How a variable has a list kept, or nothing where it does not, or where that is not known."""
    if answer.absent:
        return "is not set, which counts as ON" if kept_by_default else ""
    word = (answer.text or "").casefold()
    return f"is {answer.text}" if word == "on" or (kept_by_default and word not in {"", "off"}) else ""

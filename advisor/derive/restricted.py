"""Restricted: reads vmo's listings and the tunables for the next boot; tells which restricted tunables were changed.

From AIX 6.1 on maxperm%, maxclient% and lru_file_repage are restricted, and are 90, 90 and 0 unless somebody changed
them (two publishers that are not IBM). `vmo -L` prints the default itself.
"""

from collections.abc import Iterable, Iterator

from advisor.derive.context import Context
from advisor.facts import Answer, Fact
from advisor.known import Facts

_USUAL = {"maxperm%": "90", "maxclient%": "90", "lru_file_repage": "0"}
_GONE = "lru_file_repage"  # AIX 7.1 and newer do not list it any more


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`aix.restricted_set`: `maxperm% = 10`, or `none` where the listing shows that all are as they were."""
    changed = {name: answer for name in _USUAL if (answer := _changed(facts, name))}
    if changed:
        words = ", ".join(f"{name} = {answer.text}" for name, answer in changed.items())
        yield Fact("aix.restricted_set", words, made_from=_facts(changed.values()))
        return
    listed = {name: facts.ask(f"aix.vmo.{name}") for name in _USUAL}
    if all(answer.text for name, answer in listed.items() if name != _GONE):
        yield Fact("aix.restricted_set", "none", made_from=_facts(listed.values()))


def _facts(answers: Iterable[Answer]) -> tuple[Fact, ...]:
    return tuple(fact for answer in answers for fact in answer.facts)


def _changed(facts: Facts, name: str) -> Answer | None:
    """What gives a tunable another value than its default: now, or from the next boot on."""
    now, default = facts.ask(f"aix.vmo.{name}"), facts.ask(f"aix.vmo_default.{name}")
    if now.text and now.text != (default.text or _USUAL[name]):
        return now
    later = facts.ask(f"aix.nextboot.vmo.{name}")
    return later if later.text and later.text != _USUAL[name] else None

"""Lockout: reads whether the configuration document that counts enforces the lockout of Internet passwords.

By IBM's page nothing is locked out unless it is switched on there, so a field that stands empty leaves it off. A
document without the field tells nothing: it may be older than the lockout, or not be whole.
"""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import SERVER, Fact
from advisor.known import Facts

_OFF = "0"
_EMPTY = "the field is empty, and nothing is locked out unless it says so"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`lockout.enforced`: as the field says; 0 where it is empty, and set to nothing where there is none."""
    answer = facts.ask("doc.config.ilenforce")
    for fact in facts.of(SERVER, "doc.config.ilenforce"):
        note = fact.note if fact.text.strip() else "; ".join(filter(None, (_EMPTY, fact.note)))
        yield fact._replace(key="lockout.enforced", text=fact.text.strip() or _OFF, note=note)
    if answer.absent and not answer.facts:
        yield Fact("lockout.enforced", "", answer.where)

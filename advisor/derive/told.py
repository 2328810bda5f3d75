"""Told: what a site or an option says of a server, beside what its files say; gives `….told_otherwise` and the role.

Files go before what is told, and that goes before a floor. Where the two differ, that is said once.
"""

from collections.abc import Callable, Iterator

from advisor.configuration.tables import Told
from advisor.derive.context import Overrides
from advisor.facts import Fact, places
from advisor.values.printing import listed

_MOVES_MAIL = {"mail", "relay", "notes-mail", "web-mail", "imap", "pop3", "smtp"}


def otherwise(
    counts: Fact, told: list[Told], denies: Callable[[str, str], bool], floor: Fact | None = None
) -> Iterator[Fact]:
    """What is told otherwise than what counts, which may be told itself. floor: what a file wants and that denies."""
    by_file = bool(counts.made_from)
    others = [f"{one.place} says {one.value}" for one in told[not by_file :] if denies(one.value, counts.text)]
    others += [f"{_place(floor)} says {floor.text}"] if floor else []
    if others:
        place = _place(counts) if by_file else told[0].place
        text = f"{counts.key}: {place} says {counts.text} and counts; {listed(others)}"
        yield Fact(f"{counts.key}.told_otherwise", text, made_from=counts.made_from)


def _place(fact: Fact) -> str:
    """`notes.ini:6 (FaultRecovery_Build)`; of what stands in no line the note alone."""
    origin = next((one for one in places(fact) if one.source and one.span), None)
    if not (origin and origin.source and origin.span):
        return fact.note
    return f"{origin.source.path}:{origin.source.position(origin.span[0])[0]} ({fact.note})"


def of_its_use(overrides: Overrides) -> Iterator[Fact]:
    """`server.role`, `server.workload`, `server.criticality`, and `mail.in_use` where the first two are of mail."""
    words: list[str] = []
    for key in ("server.role", "server.workload"):
        for one in overrides.told(key):
            yield Fact(key, one.value, note=one.by)
            words += one.value.split(",")
    yield from (Fact("server.criticality", one.value, note=one.by) for one in overrides.told("server.criticality"))
    if mail := [word for word in words if word in _MOVES_MAIL]:
        yield Fact("mail.in_use", "yes", note=f"{overrides.own[0].place} says {mail[0]}")

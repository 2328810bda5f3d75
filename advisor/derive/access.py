"""Access: reads the lists of names of the server document; tells how far each reaches, without the names.

A list may name people, servers and groups, all of a certifier (`*/Acme`), all of a view (`*($View)`), or everybody
(`*`). How many a group holds no document tells. What an empty list means is the catalogue's.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from advisor import values
from advisor.derive.context import Context
from advisor.facts import SERVER, Answer, Fact, Subject
from advisor.known import Facts
from advisor.pack.entries import Key
from advisor.source import Source
from advisor.values.names import abbreviated
from advisor.values.printing import brief, listed

EVERYBODY, NOBODY, NAMED = "everybody", "nobody", "named"
_COUNTRY = re.compile(r"C=.*|[A-Z]{2}", re.IGNORECASE)
_ADMINISTRATORS = {"Administrator", "DBAdmin", "RemoteAdmin", "SysAdmin"}
_WIDE = {EVERYBODY, "organization", "view"}
_WIDEST = (EVERYBODY, "organization", "unit", "view", NAMED)


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`access_list.…` of each list of the server document: its name and field, and how far it reaches if that is known.

    `access_list.written` tells whether the document has the list at all; one from a server has every list, be it empty.

    A list that is empty is passed over where no page says what that means. And `administrators.…` of those of them that
    make administrators, taken together.
    """
    if not any(document.form == "server" for document in facts.documents):
        return
    told: list[Fact] = []
    for key in context.catalogue.access_lists:
        answer, entry = facts.ask(key), context.catalogue.keys[key]
        told += _of_none(entry, answer.where) if answer.absent and not answer.facts else _of_list(entry, answer)
    yield from told
    yield from _administrators([fact for fact in told if fact.subject.name in _ADMINISTRATORS])


def _administrators(told: list[Fact]) -> Iterator[Fact]:
    """How far the widest list reaches, and the wildcards of all, each with its fields; in doubt with one of them."""
    of_key: dict[str, list[Fact]] = {name: [] for name in ("reach", "wildcards", "field")}
    for fact in told:
        of_key.get(fact.key.removeprefix("access_list."), []).append(fact)
    reach = [fact for fact in of_key["reach"] if not fact.doubt and fact.text in _WIDEST]
    wide = [fact for fact in reach if fact.text in _WIDE]
    if not wide and any(fact.doubt for fact in of_key["reach"]):
        yield from (fact._replace(key="administrators.reach", subject=SERVER) for fact in of_key["reach"] if fact.doubt)
        return
    lists = {fact.subject for fact in told}
    if not wide and lists != {fact.subject for fact in of_key["reach"]}:  # of a document that is cut, one may be lost
        return
    origins = tuple(wide or of_key["reach"])
    widest = min((fact.text for fact in reach), key=_WIDEST.index, default=NOBODY)
    yield Fact("administrators.reach", widest, made_from=origins)
    fields = {fact.subject: fact.text.rpartition(", ")[2] for fact in of_key["field"]}
    by_entry: dict[str, list[str]] = {}
    for fact in of_key["wildcards"]:
        if fact.subject in {one.subject for one in wide}:
            by_entry.setdefault(fact.text, []).append(fields[fact.subject])
    if by_entry:
        words = listed(
            [f"{brief(entry, is_list=True)} ({', '.join(names)})" for entry, names in by_entry.items()], most=3
        )
        yield Fact("administrators.wildcards", words, made_from=origins)


@lru_cache(maxsize=256)  # a directory's documents that lack a list all lack the same
def _of_none(entry: Key, where: Source | None) -> tuple[Fact, ...]:
    """What is told of a list that its document does not have."""
    return tuple(_of_list(entry, Answer(absent=True, where=where)))


def _of_list(entry: Key, answer: Answer) -> Iterator[Fact]:
    if answer.absent and entry.empty == "unknown":
        return
    subject = Subject("access_list", entry.item)

    def told(what: str, text: str) -> Fact:
        return Fact(f"access_list.{what}", text, answer.where, None, subject, answer.facts)

    yield told("name", entry.item)
    yield told("field", entry.field.partition(", ")[2] or entry.item)
    yield told("written", "yes" if answer.facts else "no")
    if answer.trouble and "*" in (values.certain(fact.text for fact in answer.facts) or ()):
        yield told("reach", EVERYBODY)  # whatever else the list has
        yield told("wildcards", f"*, {values.MORE}")
    elif answer.trouble:
        yield from (
            Fact("access_list.reach", "", subject=subject, made_from=(fact,), doubt=answer.trouble)
            for fact in answer.facts
        )
    elif answer.absent:
        yield told("reach", entry.empty)
        yield told("entries", "0")
    elif answer.text:
        entries = [name.strip() for name in answer.text.split(",") if name.strip()]
        wide = list(dict.fromkeys(abbreviated(name) for name in entries if name.startswith("*")))
        reach = min(map(_reach, entries), key=_WIDEST.index, default=NAMED)
        yield told("reach", reach)
        yield told("entries", str(len(entries)))
        if wide:
            yield told("wildcards", ", ".join(wide))


def _reach(name: str) -> str:
    """How far one entry reaches. `*/Acme` and `*/Acme/US` are an organization, `*/West/Acme` is a unit of one.

    Two letters at the end are a country: an organization's name has three or more (HCL, Domino naming requirements).
    """
    if not name.startswith("*"):
        return NAMED
    if name == "*":
        return EVERYBODY
    if not name.startswith("*/"):
        return "view"
    parts = [part.strip() for part in name.split("/")[1:] if part.strip()]
    country = len(parts) > 1 and bool(_COUNTRY.fullmatch(parts[-1]))
    return "organization" if len(parts) - country <= 1 else "unit"

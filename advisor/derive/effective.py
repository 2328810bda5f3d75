"""Effective values: reads what documents, NOTES.INI and `show server` say of a setting; tells which holds or differs.

A document owns the setting: Domino keeps its value in NOTES.INI, so NOTES.INI shows what runs and the document what is
meant to. What neither tells, `show server` may.
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Answer, Fact, Facts, Subject
from advisor.pack import Catalogue
from advisor.pack.entries import Key

_SHOWN = {"console.transaction_logging": "ini.translog_status", "console.daos": "ini.daosenable"}
_SWITCH = {"enabled": "1", "not enabled": "0"}


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`item.…` of each item that NOTES.INI has too; the setting itself is settled for all rules that ask for it."""
    for key in context.catalogue.items:
        document = facts.ask(key)
        if document.text is not None:
            yield from _by_document(facts, context.catalogue, key, document)
    for key, setting in _SHOWN.items():
        shown, written = facts.ask(key), facts.ask(setting)
        value = _SWITCH.get(shown.text or "")
        if value and not (written.text or written.trouble):
            facts.settle(Fact(setting, value, made_from=shown.facts, note="`show server` says so"))


def _by_document(facts: Facts, catalogue: Catalogue, key: str, document: Answer) -> Iterator[Fact]:
    """An item beside its setting; the document's value holds unless the catalogue says that NOTES.INI's does."""
    entry = catalogue.keys[key]
    setting = f"ini.{entry.setting.lower()}"
    runs = facts.ask(setting)
    beside = list(compared(entry, document, runs, f"{entry.setting} in NOTES.INI"))
    yield from beside
    if catalogue.settings[setting[4:]].wins != "notes.ini" or runs.absent:
        note = f"The {_kind(key)} document says so"
        if any((fact.key, fact.text) == ("item.differs", "yes") for fact in beside):
            note += f", while NOTES.INI, which shows what runs, says {runs.text}"
        presumed = document.facts[0].presumed
        facts.settle(Fact(setting, document.text or "", made_from=document.facts, note=note, presumed=presumed))


def compared(entry: Key, document: Answer, runs: Answer, where: str) -> Iterator[Fact]:
    """An item of a document beside what the server runs with, where that is known; `where` says what tells it."""
    if runs.text is None:
        return
    item, kind = entry.item, entry.type
    subject = Subject("item", item)
    both = document.facts + runs.facts
    try:
        same = _plain(kind, document.text or "") == _plain(kind, runs.text)
    except values.NotOfType:
        return
    yield Fact("item.name", item, subject=subject, made_from=both)
    yield Fact("item.differs", "no" if same else "yes", subject=subject, made_from=both)
    yield Fact("item.field", entry.field or item, subject=subject, made_from=document.facts)
    yield Fact("item.in_document", document.text or "", subject=subject, made_from=document.facts)
    yield Fact("item.in_force", runs.text, subject=subject, made_from=runs.facts)
    yield Fact("item.shown_by", where, subject=subject, made_from=runs.facts)


def _plain(kind: str, text: str) -> values.Value:
    value = values.parse(kind, text)
    return value.replace("\\", "/").rstrip("/") if kind == "path" else value


def _kind(key: str) -> str:
    return "server" if key.startswith("doc.server.") else "configuration"

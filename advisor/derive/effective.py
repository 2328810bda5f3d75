"""Effective values: what a document and NOTES.INI say of one setting in; which holds, and where they differ, out.

A document owns the setting: Domino keeps its value in NOTES.INI, so NOTES.INI shows what runs and the document what
will run after the next start.
"""

from collections.abc import Iterator

from advisor import values
from advisor.facts import Fact, Facts, Reading, Subject
from advisor.pack import Catalogue


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact]:
    """`item.…` of each item that NOTES.INI has too; the setting itself is settled for all rules that ask for it."""
    for key in catalogue.items:
        entry = catalogue.entry(key)
        document, setting = facts.ask(key), f"ini.{entry['setting'].lower()}"
        if document.text is None:
            continue
        runs = facts.ask(setting)
        if runs.text is not None:
            yield from compared(entry["item"], entry, document, runs, f"{entry['setting']} in NOTES.INI")
        if catalogue.entry(setting).get("wins") != "notes.ini" or runs.absent:
            note = f"The {_kind(key)} document says so"
            if runs.text is not None and runs.text != document.text:
                note += f"; until the next start the server runs with {runs.text}, as NOTES.INI shows"
            presumed = document.facts[0].presumed
            facts.settle(Fact(setting, document.text, made_from=document.facts, note=note, presumed=presumed))


def compared(item: str, entry: dict[str, str], document: Reading, runs: Reading, where: str) -> Iterator[Fact]:
    """An item of a document beside what the server runs with; `where` says what tells that."""
    subject = Subject("item", item)
    kind = entry["type"]
    both = document.facts + runs.facts
    try:
        same = _plain(kind, document.text or "") == _plain(kind, runs.text or "")
    except values.NotOfType:
        return
    yield Fact("item.name", item, subject=subject, made_from=both)
    yield Fact("item.differs", "no" if same else "yes", subject=subject, made_from=both)
    yield Fact("item.field", entry.get("field", item), subject=subject, made_from=document.facts)
    yield Fact("item.in_document", document.text or "", subject=subject, made_from=document.facts)
    yield Fact("item.in_force", runs.text or "", subject=subject, made_from=runs.facts)
    yield Fact("item.shown_by", where, subject=subject, made_from=runs.facts)


def _plain(kind: str, text: str) -> values.Value:
    value = values.parse(kind, text)
    return value.replace("\\", "/").rstrip("/") if kind == "path" else value


def _kind(key: str) -> str:
    return "server" if key.startswith("doc.server.") else "configuration"

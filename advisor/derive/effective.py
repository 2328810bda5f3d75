"""Effective settings: what runs now and after the next start, by NOTES.INI, documents and console."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.derive.context import SHOWN_BY, Context, derived
from advisor.derive.server import awaits_set_up
from advisor.facts import NOW, Answer, Difference, Fact, Facts, Subject
from advisor.pack import Catalogue
from advisor.pack.catalogue import Key

_SWITCH = {"enabled": "1", "not enabled": "0"}
_SHOW_SERVER = "`show server`"
_IGNORED_BY = {"ini.faultrecovery": "ini.faultrecoveryfromini"}  # the switch that makes the server ignore the document


class _Sources(Struct, frozen=True):
    """The values of one setting by source."""

    document: Answer  # the document that counts
    written: Answer  # NOTES.INI
    shown: Answer  # `show server`, as NOTES.INI would have it


@derived(
    "item.differs", "item.document", "item.field", "item.in_document", "item.in_force", "item.name",
    "item.shown_by", "item.told", "ini.translog_", "ini.daos", "ini.faultrecovery",
)  # fmt: skip
def derive_effective(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `item.…` of each item beside what runs; the setting itself is settled for all rules that ask for it."""
    nothing_runs = awaits_set_up(facts)
    for key in context.catalogue.items:
        entry = context.catalogue.keys[key]
        setting = f"ini.{entry.setting.lower()}"
        sources = _Sources(_document_value(facts, key, setting), facts.ask(setting), _shown(facts, setting))
        runs, where = _in_force(sources, f"{entry.setting} in NOTES.INI")
        if sources.document.text is not None and not nothing_runs:
            yield from compared(entry, sources.document, runs, where)
        coming = _after_start(sources, _ini_wins(context.catalogue, setting))
        now = coming if nothing_runs or not (runs.text is not None or runs.trouble) else runs
        if differ(entry.type, now, coming):
            facts.differences.append(Difference(entry.setting, (setting,), now, coming, entry.item))
            _settle(facts, entry, now if context.view == NOW else coming, sources.shown.facts)
        elif now.text is not None and coming.trouble:
            facts.undecided.append(entry.setting)
            _settle(facts, entry, now if context.view == NOW else coming, sources.shown.facts)
        else:
            alike = coming.facts if nothing_runs else tuple(dict.fromkeys(coming.facts + now.facts))
            _settle(facts, entry, replace(coming, facts=alike), alike)


def _shown(facts: Facts, setting: str) -> Answer:
    """Return the value of a setting that `show server` prints, as NOTES.INI would have it."""
    shown = facts.ask(SHOWN_BY[setting]) if setting in SHOWN_BY else Answer()
    if shown.text in _SWITCH:
        return Answer(_SWITCH[shown.text], shown.facts)
    return Answer(facts=shown.facts, trouble=shown.trouble) if shown.trouble else Answer()


def _in_force(sources: _Sources, in_ini: str) -> tuple[Answer, str]:
    """Return the value in force, and its source. It is unknown if NOTES.INI contradicts itself."""
    if sources.written.trouble or not _has_value(sources.shown):
        return sources.written, in_ini
    if sources.shown.text is None:
        return sources.shown, _SHOW_SERVER
    if sources.written.text is not None and _same("switch", sources.written.text, sources.shown.text):
        return replace(sources.written, facts=sources.written.facts + sources.shown.facts), in_ini
    return sources.shown, _SHOW_SERVER


def _document_value(facts: Facts, key: str, setting: str) -> Answer:
    """Return the value of the document, or nothing if a switch makes the server ignore it."""
    switch = _IGNORED_BY.get(setting)
    return Answer() if switch and facts.ask(switch).text == "1" else facts.ask(key)


def _ini_wins(catalogue: Catalogue, setting: str) -> bool:
    """Return whether NOTES.INI takes precedence over the document."""
    entry = catalogue.settings.get(setting[4:])
    return bool(entry and entry.wins == "notes.ini")


def _after_start(sources: _Sources, ini_wins: bool) -> Answer:
    """Return the value from the next start on."""
    if _has_value(sources.document) and (sources.written.absent or not ini_wins):
        return sources.document
    return sources.written if _has_value(sources.written) else sources.shown


def _has_value(answer: Answer) -> bool:
    """Return whether a value was given, even if it is not clear which."""
    return answer.text is not None or bool(answer.trouble)


def _settle(facts: Facts, entry: Key, answer: Answer, noted: tuple[Fact, ...]) -> None:
    """Replace the facts of NOTES.INI by those of all sources. noted: the facts whose source a note may name."""
    setting = f"ini.{entry.setting.lower()}"
    elsewhere = [fact for fact in answer.facts if fact.key != setting]
    if answer.text is not None and elsewhere:
        alone = len(elsewhere) == len(answer.facts) and elsewhere[0] in noted
        note = _note(elsewhere[0].key, entry.setting, answer.text) if alone else ""
        presumed = alone and elsewhere[0].presumed
        facts.settle(Fact(setting, answer.text, made_from=answer.facts, note=note, presumed=presumed))
    elif answer.trouble and elsewhere:
        facts.settle(*(replace(fact, key=setting, doubt=answer.trouble) for fact in answer.facts))


def _note(key: str, setting: str, value: str) -> str:
    """Return the source of a value that no line of NOTES.INI gives."""
    return f"The {_document(key)} sets {setting} to {value}" if key.startswith("doc.") else f"{_SHOW_SERVER} says so"


def differ(kind: str, now: Answer, coming: Answer) -> bool:
    """Return whether a value is known to change at the next start."""
    return coming.text is not None and (now.text is None or not _same(kind, now.text, coming.text))


def compared(entry: Key, document: Answer, runs: Answer, where: str) -> Iterator[Fact]:
    """Yield an item of a document beside the value that the server uses, if known. `where` names the source."""
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
    yield Fact("item.told", "no", subject=subject, made_from=both)
    yield Fact("item.document", _document(entry.key), subject=subject, made_from=document.facts)
    yield Fact("item.field", _field(entry), subject=subject, made_from=document.facts)
    yield Fact("item.in_document", document.text or "", subject=subject, made_from=document.facts)
    yield Fact("item.in_force", runs.text, subject=subject, made_from=runs.facts)
    yield Fact("item.shown_by", where, subject=subject, made_from=runs.facts)


def _same(kind: str, one: str, other: str) -> bool:
    try:
        return bool(_plain(kind, one) == _plain(kind, other))
    except values.NotOfType:
        return one == other


def _plain(kind: str, text: str) -> values.Value:
    value = values.parse(kind, text)
    return value.replace("\\", "/").rstrip("/") if kind == "path" else value


def _document(key: str) -> str:
    return "server document" if key.startswith("doc.server.") else "configuration document"


def _field(entry: Key) -> str:
    """Return tab and field, without the document's name."""
    document, _, field = entry.field.partition(", ")
    return field if field and document.endswith("document") else entry.field or entry.item


_STAYS_DOWN = {"no", "on-success"}  # of systemd's Restart=, what leaves a server down that has crashed


@derived("fault_recovery.on", "fault_recovery.elsewhere")
def derive_fault_recovery(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `fault_recovery.on`, as far as something says so, and `.elsewhere`: that systemd restarts the server."""
    setting = facts.ask("ini.faultrecovery")
    if (on := values.number(setting.text)) is not None:
        yield Fact("fault_recovery.on", "yes" if on else "no", made_from=setting.facts)
    elif setting.trouble:
        yield Fact("fault_recovery.on", "", made_from=setting.facts, doubt=setting.trouble)
    unit = facts.ask("unit.restart")
    elsewhere = bool(unit.text) and unit.text not in _STAYS_DOWN
    yield Fact("fault_recovery.elsewhere", "yes" if elsewhere else "no", made_from=unit.facts)

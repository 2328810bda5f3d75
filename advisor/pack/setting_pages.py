"""Setting pages: a setting's name in, what the catalogue knows of it as Markdown out."""

from collections.abc import Iterator
from typing import Any

from advisor.pack import Pack, Rule

_TRUST = {
    "documented": "documented by the maker",
    "container": "seen in the maker's own scripts or samples",
    "founding": "from a founding document",
    "third": "from other publishers' pages; no advice rests on it",
    "field": "seen in use; no advice rests on it",
    "memory": "from practice; no advice rests on it",
}
_TYPES = {"switch": "0 or 1", "size": "size, as 2048M", "list": "list, parted by commas"}
_RESTARTS = {
    "none": "at once",
    "task": "when the task that reads it is restarted",
    "server": "when the server is restarted",
    "system": "when the machine is restarted",
}
_ON = {"server": "servers", "client": "clients", "both": "servers and clients"}


def page(name: str, pack: Pack) -> str:
    """The page of a setting, a family or a piece of folklore; "" for a name that nobody knows."""
    return "\n".join(_lines(name.lower(), pack)) + "\n" if is_known(name, pack) else ""


def is_known(name: str, pack: Pack) -> bool:
    """Whether there is anything to say of a name."""
    catalogue, plain = pack.catalogue, name.lower()
    return plain in catalogue.names or plain in catalogue.folklore or catalogue.family(plain) is not None


def rules_on(name: str, pack: Pack) -> list[Rule]:
    """The rules whose conditions name the setting."""
    return [rule for rule in pack.rules if f"ini.{name.lower()}" in rule.keys]


def _lines(name: str, pack: Pack) -> Iterator[str]:
    catalogue = pack.catalogue
    yield f"# {catalogue.folklore[name]['name'] if name in catalogue.folklore else catalogue.spelling(name)}"
    yield ""
    if entry := catalogue.settings.get(name):
        yield from _of_entry(entry, pack)
    elif name in catalogue.folklore:
        yield f"Folklore. {catalogue.folklore[name]['truth']} (Source: {catalogue.folklore[name]['source']}.)"
    elif family := catalogue.family(name):
        yield f"One of the settings `{family['like']}`; {_TRUST[family.get('trust', 'documented')]}."
        yield ""
        yield f"> {family['meaning']}"
        yield ""
        yield f"- Source: {family['source']}"
    else:
        yield "A setting of this name has been seen in use or in a list. Nobody has described it."
    if rules := rules_on(name, pack):
        yield ""
        yield "## Rules on it"
        yield ""
        yield from (f"- {rule.name} ({rule.id})" for rule in rules)


def _of_entry(entry: dict[str, Any], pack: Pack) -> Iterator[str]:
    unit = f" of {entry['unit']}" if entry.get("unit") else ""
    yield f"{_TYPES.get(entry['type'], entry['type'])}{unit}; {_TRUST[entry.get('trust', 'documented')]}"
    yield ""
    yield f"> {entry['meaning']}"
    yield ""
    if limits := _limits(entry):
        yield f"- Range: {limits}"
    for value, meaning in entry.get("values", {}).items():
        yield f"- {value}: {meaning}"
    for default in entry.get("default", ()):
        yield f"- Default: {default['value']}{_span(default)} ({_source(default['source'], pack)})"
    if entry.get("unset"):
        yield f"- Not set: {entry['unset']}"
    if "since" in entry:
        yield f"- Known from Domino {entry['since']} on"
    if "until" in entry:
        yield f"- Of no use from Domino {entry['until']} on: {entry.get('instead') or 'nothing took its place'}"
    platforms = f", on {', '.join(entry['platforms'])} only" if entry.get("platforms") else ""
    yield f"- For: {_ON[entry.get('on', 'both')]}{platforms}"
    yield f"- Set in: {_home(entry)}"
    if entry.get("elsewhere"):
        yield f"- Also in: {entry['elsewhere']}"
    if entry.get("wins"):
        yield f"- Where both are set: {'NOTES.INI' if entry['wins'] == 'notes.ini' else 'the document'} counts"
    yield f"- A change takes effect: {_RESTARTS.get(entry.get('restart', ''), 'not known')}"
    if entry.get("said"):
        yield f"- Said, without anybody vouching for it: {entry['said']}"
    speaks = f" (speaks of {entry['speaks_of']})" if entry.get("speaks_of") else ""
    yield f"- Source: {_source(entry['source'], pack)}{speaks}"


def _limits(entry: dict[str, Any]) -> str:
    least, most = entry.get("least"), entry.get("most")
    if least is None:
        return "" if most is None else f"at most {most}"
    return f"at least {least}" if most is None else f"{least} to {most}"


def _span(default: dict[str, str]) -> str:
    since = f" from Domino {default['since']} on" if "since" in default else ""
    return since + (f" up to before {default['until']}" if "until" in default else "")


def _home(entry: dict[str, Any]) -> str:
    home = str(entry.get("home", "notes.ini"))
    if home == "notes.ini":
        return "NOTES.INI"
    if home == "set-up":
        return "NOTES.INI, by set-up or by the program itself"
    return f"{entry['field']}; NOTES.INI holds the server's copy"


def _source(source: str, pack: Pack) -> str:
    """A witness by title and address, or the address or words as they are."""
    witness = pack.sources.get(source)
    if witness is None:
        return source
    return ", ".join(part for part in (witness["publisher"], witness["title"], witness.get("url", "")) if part)

"""Turns a setting's name into the page of what the catalogue knows of it, as Markdown."""

from collections.abc import Iterator

from advisor.pack import Pack, Rule
from advisor.pack.catalogue import Default, Setting
from advisor.values.printing import number

_TRUST = {
    "documented": "documented by HCL or IBM",
    "container": "seen in HCL's or IBM's own scripts or samples",
    "founding": "from a founding document",
    "third": "from other publishers' pages; no advice rests on it",
    "field": "seen in use; no advice rests on it",
    "memory": "from practice; no advice rests on it",
}
TYPES = {"switch": "0 or 1", "size": "size, as 2048M", "list": "list, parted by commas"}
_RESTARTS = {
    "none": "at once",
    "task": "when the task that reads it is restarted",
    "server": "when the server is restarted",
    "system": "when the machine is restarted",
}
_ON = {"server": "servers", "client": "clients", "both": "servers and clients"}


def page(name: str, pack: Pack) -> str:
    """Return the page of a setting, a family or a piece of folklore, or "" for an unknown name."""
    return "\n".join(_lines(name.lower(), pack)) + "\n" if is_known(name, pack) else ""


def beginning_with(prefix: str, pack: Pack) -> str:
    """Return the list of the settings whose names begin with a prefix, in any case; "" if there are none."""
    catalogue, plain = pack.catalogue, prefix.lower()
    named = {name: _line(name, pack) for name in catalogue.names if name.startswith(plain)}
    named |= {
        name: f"- {entry.name}: Folklore. {entry.truth}"
        for name, entry in catalogue.folklore.items()
        if name.startswith(plain)
    }
    named |= {
        family.like.lower(): f"- {family.like}: {family.meaning}"
        for family in catalogue.families
        if family.like.lower().startswith(plain)
    }
    if not plain or not named:
        return ""
    lines = [f"# {prefix}: {number(len(named), 'setting')}", "", *(line for _, line in sorted(named.items()))]
    if readable := sorted(named.keys() & catalogue.names):
        lines += ["", f"To read one: `domlint explain {catalogue.spelling(readable[0])}`"]
    return "\n".join(lines) + "\n"


def _line(name: str, pack: Pack) -> str:
    """Return a setting as a line of a list, without a meaning if the catalogue has none."""
    setting = pack.catalogue.settings.get(name)
    return f"- {pack.catalogue.spelling(name)}" + (f": {setting.meaning}" if setting else "")


def is_known(name: str, pack: Pack) -> bool:
    """Return whether the catalogue contains a name."""
    catalogue, plain = pack.catalogue, name.lower()
    return plain in catalogue.names or plain in catalogue.folklore or catalogue.family(plain) is not None


def rules_on(name: str, pack: Pack) -> list[Rule]:
    """Return the rules whose condition or fix names the setting."""
    key = f"ini.{name.lower()}"
    return [rule for rule in pack.rules if key in rule.keys or key in _edited_keys(rule)]


def _edited_keys(rule: Rule) -> set[str]:
    """Return the keys of NOTES.INI that the fixes of a rule set, remove or rename."""
    fixes = [remedy.fix for remedy in rule.remedies]
    return {key for fix in fixes for key in (*fix.set, *fix.remove, *fix.rename)}


def rules_on_beginning_with(prefix: str, pack: Pack) -> list[Rule]:
    """Return the rules whose conditions name a setting that begins with a prefix."""
    beginning = f"ini.{prefix.lower()}"
    return [rule for rule in pack.rules if any(key.startswith(beginning) for key in rule.keys)]


def _lines(name: str, pack: Pack) -> Iterator[str]:
    catalogue = pack.catalogue
    is_folklore = name in catalogue.folklore and name not in catalogue.settings
    yield f"# {catalogue.folklore[name].name} (folklore)" if is_folklore else f"# {catalogue.spelling(name)} (setting)"
    yield ""
    if setting := catalogue.settings.get(name):
        yield from _of_setting(setting, pack)
    elif folklore := catalogue.folklore.get(name):
        yield f"Folklore. {folklore.truth} (Source: {folklore.source}.)"
    elif family := catalogue.family(name):
        yield from (f"One of the settings `{family.like}`; {_TRUST[family.trust]}.", "", f"> {family.meaning}", "")
        yield f"- Source: {family.source}"
    else:
        yield "A setting of this name has been seen in use or in a list. Nobody has described it."
    if rules := rules_on(name, pack):
        yield from ("", "## Rules on it", "", *(f"- {rule.name} ({rule.id})" for rule in rules))


def _of_setting(setting: Setting, pack: Pack) -> Iterator[str]:
    unit = f" of {setting.unit}" if setting.unit else ""
    yield f"{TYPES.get(setting.type, setting.type)}{unit}; {_TRUST[setting.trust]}"
    yield from ("", f"> {setting.meaning}", "")
    yield from _values(setting, pack)
    if setting.since:
        yield f"- Known from Domino {setting.since} on"
    if setting.until:
        yield f"- Of no use from Domino {setting.until} on: {setting.instead or 'nothing took its place'}"
    platforms = f", on {', '.join(setting.platforms)} only" if setting.platforms else ""
    yield f"- For: {_ON[setting.on]}{platforms}"
    yield f"- Set in: {_home(setting)}"
    if setting.elsewhere:
        yield f"- Also in: {setting.elsewhere}"
    if setting.wins:
        yield f"- Where both are set: {'NOTES.INI' if setting.wins == 'notes.ini' else 'the document'} counts"
    yield f"- A change takes effect: {_RESTARTS.get(setting.restart, 'not known')}"
    if setting.said:
        yield f"- Hearsay, on which no rule rests: {setting.said}"
    speaks = f"speaks of {setting.speaks_of}" if setting.speaks_of else ""
    yield f"- Source: {_source(setting.source, pack, speaks)}"


def _values(setting: Setting, pack: Pack) -> Iterator[str]:
    if limits := _limits(setting.least, setting.most):
        yield f"- Range: {limits}"
    for value, meaning in setting.values.items():
        yield f"- {value}: {meaning}"
    for default in setting.default:
        yield f"- Default: {default.value}{_span(default)}; {_source(default.source, pack)}"
    if setting.unset:
        yield f"- Not set: {setting.unset}"


def _limits(least: int | None, most: int | None) -> str:
    if least is None:
        return "" if most is None else f"at most {most}"
    return f"at least {least}" if most is None else f"{least} to {most}"


def _span(default: Default) -> str:
    since = f" from Domino {default.since} on" if default.since else ""
    return since + (f" up to before {default.until}" if default.until else "")


def _home(setting: Setting) -> str:
    if setting.home == "notes.ini":
        return "NOTES.INI"
    if setting.home == "set-up":
        return "NOTES.INI, by set-up or by the program itself"
    return f"{setting.field}; NOTES.INI holds the server's copy"


def _source(source: str, pack: Pack, speaks: str = "") -> str:
    """Return a publication by title and address, or the source as written. speaks: the releases it covers."""
    publication = pack.sources.get(source)
    if publication is None:
        return f"{source} ({speaks})" if speaks else source
    title = ", ".join(part for part in (publication.publisher, publication.title) if part)
    return ", ".join(part for part in (f"{title} ({speaks})" if speaks else title, publication.url) if part)

"""Servers: the table [servers] of a configuration file, as what a site tells of each; told of twice is an error."""

from advisor.configuration.form import ConfigurationForm, ServerForm
from advisor.configuration.site import Configuration, ConfigurationError
from advisor.configuration.tables import ServerEntry, Told
from advisor.values.names import abbreviated
from advisor.values.printing import printable
from advisor.values.release import spell

_KEYS = {  # the others are called alike
    "role": "server.role",
    "workload": "server.workload",
    "criticality": "server.criticality",
}


def servers_in(form: ConfigurationForm, site: Configuration) -> dict[str, ServerEntry]:
    """The entries by the servers' names, abbreviated and without case. Raises ConfigurationError."""
    entries: dict[str, ServerEntry] = {}
    twice: list[str] = []
    for written, told in form.servers.items():
        name, place = printable(abbreviated(written)), site.at("servers", written)
        first = entries.setdefault(name.casefold(), ServerEntry(name, place, _told(written, told, site)))
        if first.place != place:
            twice.append(f"{place}: [servers] tells of {name} already ({first.place})")
    if twice:
        raise ConfigurationError("\n".join(twice))
    return entries


def _told(written: str, entry: ServerForm, site: Configuration) -> dict[str, Told]:
    """What an entry tells, by the keys of facts."""
    texts = {
        "release": spell(entry.release) if entry.release else "",
        "platform": entry.platform or "",
        "bits": str(entry.bits or ""),
        "role": entry.role or "",
        "workload": ",".join(entry.workload),
        "criticality": entry.criticality or "",
    }
    by = (site.path or "").rpartition("/")[2]
    return {
        _KEYS.get(field, field): Told(text, by, site.at("servers", written, field))
        for field, text in texts.items()
        if text
    }

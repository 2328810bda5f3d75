"""Kind: a client's or a server's NOTES.INI? Settings in, `server.kind` out."""

from collections.abc import Iterator

from advisor.facts import Fact, Facts

_BY_KIT = {"1": "client", "2": "server"}  # KitType, from real files and the maker's scripts
_OF_SERVERS = ("ini.servertasks", "ini.serversetup", "ini.serverkeyfilename")
_OF_CLIENTS = ("ini.mailfile", "ini.location", "ini.filedlgdirectory")


def derive(facts: Facts) -> Iterator[Fact]:
    """KitType tells; without it the settings that only servers have, then those that only clients have."""
    kit = facts.ask("ini.kittype")
    if kit.text in _BY_KIT:
        yield Fact("server.kind", _BY_KIT[kit.text], made_from=kit.facts, note=f"KitType is {kit.text}")
        return
    if kit.text or kit.trouble:
        return
    for key in _OF_SERVERS:
        if found := facts.first(key):
            yield Fact("server.kind", "server", made_from=(found,), note="only a server has this setting")
            return
    for key in _OF_CLIENTS:
        if (found := facts.first(key)) and facts.whole("ini."):
            yield Fact("server.kind", "client", made_from=(found,), note="a server does not have this setting")
            return

"""Kind: a client's or a server's files? Settings, documents and consoles in, `server.kind` out."""

from collections.abc import Iterator

from advisor.facts import Fact, Facts

_BY_KIT = {"1": "client", "2": "server"}  # KitType, from real files and the maker's scripts
_OF_SERVERS = ("ini.servertasks", "ini.serversetup", "ini.serverkeyfilename")
_OF_CLIENTS = ("ini.mailfile", "ini.location", "ini.filedlgdirectory")


def derive(facts: Facts) -> Iterator[Fact]:
    """KitType tells; without it what only servers have, then the settings that only clients have."""
    kit = facts.ask("ini.kittype")
    if kit.text in _BY_KIT:
        yield Fact("server.kind", _BY_KIT[kit.text], made_from=kit.facts, note=f"KitType is {kit.text}")
        return
    if kit.text or kit.trouble:
        return
    if of_server := next((one for one in facts.documents if one.form == "server"), None):
        made_from = of_server.items[:1] or (Fact("document", of_server.server, of_server.source, of_server.span),)
        yield Fact("server.kind", "server", made_from=made_from, note="a server document speaks of it")
        return
    if block := facts.first("console.release"):
        yield Fact("server.kind", "server", made_from=(block,), note="only a server has a console")
        return
    if set_up := facts.first("one_touch.form"):
        yield Fact("server.kind", "server", made_from=(set_up,), note="One-Touch sets up servers")
        return
    if counted := next(facts.each("stat.server."), None):
        yield Fact("server.kind", "server", made_from=(counted,), note="only a server has these statistics")
        return
    for key in _OF_SERVERS:
        if found := facts.first(key):
            yield Fact("server.kind", "server", made_from=(found,), note="only a server has this setting")
            return
    for key in _OF_CLIENTS:
        if (found := facts.first(key)) and facts.whole("ini."):
            yield Fact("server.kind", "client", made_from=(found,), note="a server does not have this setting")
            return

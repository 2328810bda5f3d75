"""Kind: reads settings, documents and consoles, and tells whether the files are a client's or a server's.

And whether the server is one of several on its machine.
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context, first_that_tells
from advisor.facts import SERVER, Fact
from advisor.known import Facts

_BY_KIT = {"1": "client", "2": "server"}  # KitType, from real files and HCL's scripts
_OF_SERVERS = {  # keys, or their beginnings
    "console.release": "only a server has a console",
    "one_touch.form": "One-Touch sets up servers",
    "stat.server.": "only a server has these statistics",
}
_SETTINGS_OF_SERVERS = ("ini.servertasks", "ini.serversetup", "ini.serverkeyfilename")
_SETTINGS_OF_CLIENTS = ("ini.mailfile", "ini.location", "ini.filedlgdirectory")


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`server.kind`: KitType tells; without it what only servers have, then the settings that only clients have.

    `server.partitioned`: by other servers of the run on its machine, else by its PartitionNumber.
    What the server is there for is only ever told.
    """
    if context.overrides.own:
        from advisor.derive.told import of_its_use  # late: mostly nothing is told

        yield from of_its_use(context.overrides)
    yield from first_that_tells(_partitioned(facts))
    kit = facts.ask("ini.kittype")
    if kit.text in _BY_KIT:
        yield Fact("server.kind", _BY_KIT[kit.text], made_from=kit.facts, note=f"KitType is {kit.text}")
    elif not kit.text and not kit.trouble:
        yield from first_that_tells(_candidates(facts))


def _partitioned(facts: Facts) -> Iterator[Fact]:
    """Set-up counts partitions from 1, and on Windows gives 1 to a server that is alone as well: that tells nothing."""
    told = facts.of(SERVER, "machine.servers")
    for servers in (servers for servers in told if not servers.doubt):
        yield Fact("server.partitioned", "yes", made_from=(servers,), note=servers.note)
    number = facts.ask("ini.partitionnumber")
    if number.absent:
        yield Fact("server.partitioned", "no", number.where, made_from=number.facts, note="PartitionNumber is not set")
    elif (which := values.whole(number.text)) is not None and which != 1:
        several = "yes" if which else "no"
        yield Fact("server.partitioned", several, made_from=number.facts, note=f"PartitionNumber is {which}")
    for servers in told if not number.absent else ():
        yield Fact("server.partitioned", "", made_from=(servers,), doubt=servers.doubt)


def _candidates(facts: Facts) -> Iterator[Fact]:
    """The kind by everything but KitType, the surest sign first."""
    for document in facts.documents:
        if document.form == "server":
            begin = Fact("document", document.server, document.source, document.span)
            yield _kind("server", document.items[0] if document.items else begin, "a server document speaks of it")
    for prefix, note in _OF_SERVERS.items():
        yield from (_kind("server", sign, note) for sign in facts.each(prefix))
    for key in _SETTINGS_OF_SERVERS:
        if setting := facts.first(key):
            yield _kind("server", setting, "only a server has this setting")
    for key in _SETTINGS_OF_CLIENTS:
        if (setting := facts.first(key)) and _to_its_end(facts):
            yield _kind("client", setting, "a server does not have this setting")


def _to_its_end(facts: Facts) -> bool:
    """Whether a NOTES.INI and no fragment of one was read, and to its end: only then a server's signs are missing."""
    return facts.ask("notes_ini.header").text == "yes" and facts.complete("setting.times") is not None


def _kind(kind: str, sign: Fact, note: str) -> Fact:
    return Fact("server.kind", kind, made_from=(sign,), note=note)

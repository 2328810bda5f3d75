"""What kind of server it is, its platform, and what a site declares of it."""

import re
from collections.abc import Callable, Iterator

from advisor import values
from advisor.configuration.site import StatedValue
from advisor.derive.context import Context, Overrides, derived, first_by_precedence
from advisor.facts import SERVER, Complete, Fact, Facts, locations
from advisor.values.printing import listed

_BY_KIT = {"1": "client", "2": "server"}  # KitType, from real files and HCL's scripts
_OF_SERVERS = {  # keys, or their beginnings
    "console.release": "only a server has a console",
    "one_touch.form": "One-Touch sets up servers",
    "stat.server.": "only a server has these statistics",
}
_SETTINGS_OF_SERVERS = ("ini.servertasks", "ini.serversetup", "ini.serverkeyfilename")
_SETTINGS_OF_CLIENTS = ("ini.mailfile", "ini.location", "ini.filedlgdirectory")


@derived("server.kind", "server.partitioned", "server.role", "server.workload", "server.criticality", "mail.in_use")
def derive_server_kind(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `server.kind`: KitType tells; without it what only servers have, then the settings that only clients have.

    `server.partitioned`: by other servers of the run on its machine, else by its PartitionNumber.
    What the server is there for is only ever told.
    """
    if context.overrides.own:
        yield from of_its_use(context.overrides)
    yield from first_by_precedence(_partitioned(facts))
    kit = facts.ask("ini.kittype")
    if kit.text in _BY_KIT:
        yield Fact("server.kind", _BY_KIT[kit.text], made_from=kit.facts, note=f"KitType is {kit.text}")
    elif not kit.text and not kit.trouble:
        yield from first_by_precedence(_kind_candidates(facts))


def _partitioned(facts: Facts) -> Iterator[Fact]:
    """Yield `server.partitioned`. Windows gives partition number 1 also to a server that is alone."""
    neighbours = facts.of(SERVER, "machine.servers")
    for servers in (servers for servers in neighbours if not servers.doubt):
        yield Fact("server.partitioned", "yes", made_from=(servers,), note=servers.note)
    number = facts.ask("ini.partitionnumber")
    if number.absent:
        yield Fact("server.partitioned", "no", number.where, made_from=number.facts, note="PartitionNumber is not set")
    elif (which := values.whole(number.text)) is not None and which != 1:
        several = "yes" if which else "no"
        yield Fact("server.partitioned", several, made_from=number.facts, note=f"PartitionNumber is {which}")
    for servers in neighbours if not number.absent else ():
        yield Fact("server.partitioned", "", made_from=(servers,), doubt=servers.doubt)


def _kind_candidates(facts: Facts) -> Iterator[Fact]:
    """Yield the kind by everything but KitType, the surest sign first."""
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
    """Return whether a NOTES.INI and no fragment of one was read, and to its end.

    Only then a server's signs are missing.
    """
    return facts.ask("notes_ini.header").text == "yes" and facts.complete("setting.times") is not None


def _kind(kind: str, sign: Fact, note: str) -> Fact:
    return Fact("server.kind", kind, made_from=(sign,), note=note)


# The program directory's last part names the platform (seen in public start scripts).
_BY_LEAF = {"ibmpow": "aix", "linux": "linux", "zlinux": "zlinux", "sunspa": "solaris", "os400": "os400"}
# How the heading of a console names it: `Release 8.5 for Windows/32`.
_BY_BANNER = {"windows": "windows", "linux": "linux", "aix": "aix", "solaris": "solaris"}
_BY_SYSTEM = {"windows": "windows", "linux": "linux", "aix": "aix", "sunos": "solaris"}  # as NSD names it
_ONLY_ON_AIX = ("aix.level", "aix.vmo.", "aix.sys0.", "aix.iocp.", "aix.paging.", "aix.nextboot.", "aix.env.aixth")
_ONE_LEVEL = {"os400", "zos"}
_OF_IBM_I = "/qibm/"  # where IBM puts programs and their data there
_WINDOWS_PATH = re.compile(r"[A-Za-z]:[\\/]|\\\\")


@derived("platform", "platform.told_otherwise")
def derive_platform(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
    """Yield `platform`; on IBM i and z/OS also that there are no arrays to ask for: their storage is one level."""
    for platform in first_by_precedence(_platform_candidates(facts, context)):
        yield platform
        if stated := context.overrides.told("platform"):
            yield from otherwise(platform, stated, str.__ne__)
        if platform.text in _ONE_LEVEL:
            setting = next(iter(facts.each("ini.")), None)
            if setting and setting.source:
                yield from (Complete(prefix, setting.source) for prefix in ("array.", "controller."))


def _platform_candidates(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield the platform by NotesProgram, by what only AIX has, by a console, by a Windows path, then as stated."""
    stated = context.overrides.told("platform")
    program, directory = facts.ask("ini.notesprogram"), facts.ask("ini.directory")
    leaf = (program.text or "").replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    if leaf in _BY_LEAF:
        yield Fact("platform", _BY_LEAF[leaf], made_from=program.facts, note=f"NotesProgram ends in {leaf}")
    if (program.text or "").lower().startswith(_OF_IBM_I):
        yield Fact("platform", "os400", made_from=program.facts, note="NotesProgram lies in /QIBM")
    for prefix in _ONLY_ON_AIX:
        for fact in facts.each(prefix):
            if fact.span is None and not fact.made_from:
                continue  # it tells that something is not there
            yield Fact("platform", "aix", made_from=(fact,), note="only AIX has it")
    banner = facts.ask("console.platform")
    words = (banner.text or "").partition("/")[0].lower().split()
    if words and words[0] in _BY_BANNER and not (words[0] == "linux" and stated and stated[0].value == "zlinux"):
        yield Fact("platform", _BY_BANNER[words[0]], made_from=banner.facts, note="the console's heading names it")
    system = facts.ask("nsd.system")
    if (system.text or "").lower() in _BY_SYSTEM:
        yield Fact("platform", _BY_SYSTEM[(system.text or "").lower()], made_from=system.facts, note="NSD names it")
    for setting, answer in (("NotesProgram", program), ("Directory", directory)):
        if _WINDOWS_PATH.match(answer.text or ""):
            yield Fact("platform", "windows", made_from=answer.facts, note=f"{setting} is a Windows path")
    yield from (Fact("platform", one.value, note=one.by) for one in stated)


_OF_WHAT_RUNS = {"console", "stat"}


def awaits_set_up(facts: Facts) -> bool:
    """Return whether set-up files were given, and neither a NOTES.INI nor anything that a running server prints."""
    if "one_touch" not in facts.evidence or not facts.evidence.isdisjoint(_OF_WHAT_RUNS):
        return False
    files = {id(form.source) for form in facts.of(SERVER, "one_touch.form")}
    return bool(files) and all(id(fact.source) in files for fact in facts.each("ini.") if fact.source)


_MOVES_MAIL = {"mail", "relay", "notes-mail", "web-mail", "imap", "pop3", "smtp"}


def otherwise(
    counts: Fact, stated: list[StatedValue], denies: Callable[[str, str], bool], floor: Fact | None = None
) -> Iterator[Fact]:
    """Yield what is told otherwise than what counts, which may be told itself.

    floor: what a file wants and that denies.
    """
    by_file = bool(counts.made_from)
    others = [f"{one.place} says {one.value}" for one in stated[not by_file :] if denies(one.value, counts.text)]
    others += [f"{_place(floor)} says {floor.text}"] if floor else []
    if others:
        place = _place(counts) if by_file else stated[0].place
        text = f"{counts.key}: {place} says {counts.text} and counts; {listed(others)}"
        yield Fact(f"{counts.key}.told_otherwise", text, made_from=counts.made_from)


def _place(fact: Fact) -> str:
    """Return `notes.ini:6 (FaultRecovery_Build)`; of what is in no line the note alone."""
    for path, line in locations(fact):
        return f"{path}:{line} ({fact.note})"
    return fact.note


def of_its_use(overrides: Overrides) -> Iterator[Fact]:
    """Yield `server.role`, `server.workload`, `server.criticality`, and `mail.in_use` if the first two are of mail."""
    words: list[str] = []
    for key in ("server.role", "server.workload"):
        for one in overrides.told(key):
            yield Fact(key, one.value, note=one.by)
            words += one.value.split(",")
    yield from (Fact("server.criticality", one.value, note=one.by) for one in overrides.told("server.criticality"))
    if mail := [word for word in words if word in _MOVES_MAIL]:
        yield Fact("mail.in_use", "yes", note=f"{overrides.own[0].place} says {mail[0]}")

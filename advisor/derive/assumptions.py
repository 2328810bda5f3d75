"""Assumptions that stand in for evidence that hardly anyone collects. The list is closed.

Each assumption is marked in the evidence and named in the finding, and real evidence replaces it. Further assumptions
are made where their subject is derived: in documents, equivalent_arrays, disks, statistics, volume_contents and aix.
"""

from collections.abc import Iterator

from advisor.derive.context import Context, derived
from advisor.facts import Fact, Facts

_LISTS_OF_VOLUMES = {
    "mount", "df", "diskpart", "lsblk", "lsblk text", "powershell", "powershell json", "storage.toml", "wmic",
}  # fmt: skip
_PARENTS = "so the directory is assumed to be on its parent's file system"
_OWN_FILE_SYSTEM = ("transaction_log.own_file_system", "view_rebuild.own_file_system", "daos.own_file_system")
_SHOWN = (("transaction_log", "virtual", {"virtual"}), ("view_rebuild", "off_spindles", {"ssd", "nvme", "virtual"}))
_ON_ARRAYS = ("transaction_log", "databases", "daos")
_PRINTED_BY_FEW = {  # statistics that only some servers print: where they were not, their rules do not apply
    "health.printed": "stat.health.overall.",
    "blacklist.printed": "stat.smtp.dnsbl.",
    "semaphores.printed": "stat.sem.timeouts",
}
_HOLD_STATISTICS = {"show stat", "console log"}
_STATISTICS_CUT = "the listing of statistics is cut, and what is missing may have held it"
PRESUMPTIONS = {
    "counters.settled": ("yes", "how long the server had been up was not given and is taken for a day or more"),
    "machine.container": ("no", "no sign of a container was given"),
    "server.partitioned": ("no", "no other server on its machine was given"),
    "server.criticality": ("normal", "domlint.toml does not say how critical the server's data are"),
    "machine.memory": ("4096", "the machine's memory was not given and is taken for 4 GB or more"),
    "server.short_of_addresses": (
        "no",
        "no input shows whether Domino is 32-bit or 64-bit, and it is taken for 64-bit",
    ),
}


@derived(
    "transaction_log.own_file_system", "view_rebuild.own_file_system", "daos.own_file_system",
    "transaction_log.virtual", "view_rebuild.off_spindles", "view_rebuild.held", "health.printed",
    "blacklist.printed", "semaphores.printed", "counters.settled", "machine.container", "machine.memory",
    "server.partitioned", "server.criticality", "server.short_of_addresses", "transaction_log.on_failed_array",
    "databases.on_failed_array", "daos.on_failed_array",
)  # fmt: skip
def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield the assumptions, and yes or no for media, arrays and statistics that no file shows.

    Without any input, there are none.
    """
    if not facts.known:
        return
    yield from _shown_media(facts)
    yield from _printed_statistics(facts)
    if (bits := facts.ask("bits")).text:
        yield Fact("server.short_of_addresses", "yes" if bits.text == "32" else "no", made_from=bits.facts)
    yield from _assumptions(facts)


def _shown_media(facts: Facts) -> Iterator[Fact]:
    """Yield whether files show virtual disks or disks without spindles, failed arrays, and a view rebuild directory."""
    for directory, name, kinds in _SHOWN:
        media = facts.ask(f"{directory}.media")
        yield Fact(f"{directory}.{name}", "yes" if media.text in kinds else "no", made_from=media.facts)
    for directory in _ON_ARRAYS:
        if facts.ask(f"{directory}.on_failed_array").text is None:
            yield Fact(f"{directory}.on_failed_array", "no")
    volumes = facts.subjects("volume") or []
    holds = (fact for volume in volumes for fact in facts.of(volume, "volume.holds"))
    held = tuple(fact for fact in holds if "view-rebuild" in fact.text)
    yield Fact("view_rebuild.held", "yes" if held else "no", made_from=held[:1])


def _printed_statistics(facts: Facts) -> Iterator[Fact]:
    """Yield whether the server printed the statistics that only some servers print; unknown if a listing is cut."""
    cut = next((fact for fact in facts.each("cut.format") if fact.text in _HOLD_STATISTICS), None)
    for key, prefix in _PRINTED_BY_FEW.items():
        printed = tuple(facts.each(prefix))[:1]
        if cut and not printed:
            yield Fact(key, "", made_from=(cut,), doubt=_STATISTICS_CUT)
        else:
            yield Fact(key, "yes" if printed else "no", made_from=printed)


def _assumptions(facts: Facts) -> Iterator[Fact]:
    """Yield an assumption for each key that is still unknown."""
    on_parent = ("no", f"{_shown(facts)}, {_PARENTS}")
    for key, (text, note) in [*dict.fromkeys(_OWN_FILE_SYSTEM, on_parent).items(), *PRESUMPTIONS.items()]:
        if key == "server.criticality" and not facts.subjects("array"):
            continue  # only rules on arrays ask for it
        answer = facts.ask(key)
        lacks_daos = key.startswith("daos.") and facts.ask("daos.path").text is None
        if answer.text is None and not answer.facts and not lacks_daos and not _may_be_apart(facts, key):
            yield Fact(key, text, presumed=True, note=note)


def _shown(facts: Facts) -> str:
    """Return what was given of the machine's mounts, and does not show the directory in question."""
    volumes = facts.subjects("volume") or []
    if any(facts.of(volume, "volume.device") for volume in volumes):
        return "the mount table that was given does not show the directory"
    if volumes and any(facts.of(volume, key) for volume in volumes for key in ("volume.mount", "volume.array")):
        return "the volumes that were given do not show the directory"
    windows = facts.ask("platform").text == "windows"
    return "no list of volumes was given" if windows else "no mount table was given"


def _may_be_apart(facts: Facts, key: str) -> bool:
    """Return whether a key asks for a directory's file system, and something speaks against that of its parent.

    A list of volumes that is cut may have shown it; a UNC path outside the data directory is on another machine.
    """
    if key not in _OWN_FILE_SYSTEM:
        return False
    directory, _, _ = key.partition(".")
    on_a_share = (facts.ask(f"{directory}.path").text or "").startswith(("\\\\", "//"))
    in_data_directory = facts.ask(f"{directory}.in_data_directory").text == "yes"
    list_is_cut = any(fact.text in _LISTS_OF_VOLUMES for fact in facts.each("cut.format"))
    return list_is_cut or (on_a_share and not in_data_directory)

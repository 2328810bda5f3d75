"""Presumed: gives what stands in for evidence that hardly anyone collects, and gives way to it.

A presumption is known to the rules, marked in the evidence, and named in the finding's text. One more is made with
configuration documents (derive/documents): that no more specific one exists than those given.
"""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Fact, Facts

_ON_ITS_PARENT = "no mount table was given, so the directory is taken to lie on its parent's file system"
_LISTS_OF_VOLUMES = {"mount", "df", "lsblk", "storage.toml"}
PRESUMPTIONS = {
    "transaction_log.own_file_system": ("no", _ON_ITS_PARENT),
    "view_rebuild.own_file_system": ("no", _ON_ITS_PARENT),
    "counters.settled": ("yes", "how long the server had been up was not given and is taken for a day or more"),
    "machine.container": ("no", "no sign of a container was given"),
    "server.partitioned": ("no", "no other server on its machine was given"),
    "machine.memory": ("4096", "the machine's memory was not given and is taken for 4 GB or more"),
}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """A fact for each presumption whose key is still unknown, where a server's files were given at all."""
    if not facts.known:
        return
    for key, (text, note) in PRESUMPTIONS.items():
        answer = facts.ask(key)
        if answer.text is None and not answer.facts and not _on_a_share(facts, key):
            yield Fact(key, text, presumed=True, note=note)


def _on_a_share(facts: Facts, key: str) -> bool:
    """Whether it is about a directory on another machine (a UNC path) that is none of the data directory's.

    Nothing is presumed either where a list of volumes was given and is cut: the directory may have stood in it.
    """
    directory, _, name = key.partition(".")
    if name == "own_file_system" and _a_list_of_volumes_is_cut(facts):
        return True
    if name != "own_file_system" or facts.ask(f"{directory}.in_data_directory").text == "yes":
        return False
    return (facts.ask(f"{directory}.path").text or "").startswith(("\\\\", "//"))


def _a_list_of_volumes_is_cut(facts: Facts) -> bool:
    return any(fact.text in _LISTS_OF_VOLUMES for fact in facts.each("cut.format"))

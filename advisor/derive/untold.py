"""Untold: what of Domino nobody knows whether NOTES.INI puts it somewhere, so that any volume may hold it."""

from collections.abc import Iterator

from advisor.derive.directories import writes_no_log
from advisor.derive.lodgers import Lodger, in_words
from advisor.facts import Fact, Subject
from advisor.known import Facts

_TOLD_BY = {
    "databases": "ini.directory",
    "transaction-log": "ini.translog_path",
    "view-rebuild": "ini.view_rebuild_dir",
    "log": "ini.log",
    "program": "ini.notesprogram",
}
_WHERE = "where NOTES.INI puts {} (the whole file)"


def in_doubt(facts: Facts, holding: set[Subject]) -> Iterator[Fact]:
    """`volume.lodgers`, in doubt, of the volumes that are not known to hold any, where a path may be lost."""
    asked = {what: facts.ask(key) for what, key in _TOLD_BY.items()}
    untold = [what for what, answer in asked.items() if not (answer.text or answer.absent)]
    if writes_no_log(facts):
        untold = [what for what in untold if what != "transaction-log"]
    if not untold:
        return
    doubt = _WHERE.format(in_words(map(Lodger, untold), None))
    for volume in facts.subjects("volume") or []:
        if volume not in holding:
            yield Fact("volume.lodgers", "", subject=volume, doubt=doubt)

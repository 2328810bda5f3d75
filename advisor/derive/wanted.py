"""Wanted: what to give so that an array that a tool lists can be judged, where the listing does not tell it."""

from collections.abc import Iterator

from advisor.derive.arrays import text_of
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

_WITH_DISKS = {
    "ssacli": "the physical drives (`ssacli ctrl all show config detail`)",
    "storcli": "the physical drives (`storcli /call show all`)",
    "megacli": "the physical drives (`MegaCli -LdPdInfo -aAll`)",
    "mdadm": "the disks (`lsblk -J -O`)",
}
_LODGERS = "which volumes lie on the arrays (a mount table, or `[[volume]]` in storage.toml)"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`array.media` and `array.holds` of each array that a tool lists without them, in doubt until that is given."""
    for array in facts.subjects("array") or []:
        told = facts.of(array, "array.tool")[:1]
        if told and not facts.of(array, "array.media"):
            tool = _WITH_DISKS.get(text_of(facts, array, "array.tool") or "")
            given = f"{tool}, or `media` in storage.toml" if tool else "`media` of the arrays in storage.toml"
            yield Fact("array.media", "", subject=array, made_from=told, doubt=given)
        if told and not facts.of(array, "array.holds"):
            yield Fact("array.holds", "", subject=array, made_from=told, doubt=_LODGERS)

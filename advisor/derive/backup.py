"""Backup: reads ServerTasks and EXTMGR_ADDINS, and tells whether a backup program shows in them."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

# Parts of the names under which backup programs run: Domino's own, and those of others. Practice; it only silences.
_PARTS = (
    "backup", "bkup", "nshback", "tdp", "dsm", "nbu", "netback", "commvault", "veeam", "networker", "avamar", "nsr",
    "brms", "omni", "arcserve", "acronis", "rubrik", "cohesity",
)  # fmt: skip


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`backup.shown`: yes where a task or an extension manager add-in has a backup program's name, else no.

    A no has no line of its own: no single one of them shows it.
    """
    tasks, add_ins = facts.ask("tasks.names"), facts.ask("ini.extmgr_addins")
    started = values.parse("list", tasks.text or "")
    names = started + values.parse("list", add_ins.text or "")
    origins = tasks.facts + add_ins.facts
    if any(part in name for name in names for part in _PARTS):
        yield Fact("backup.shown", "yes", made_from=origins)
    elif tasks.text and not isinstance(started, values.Some) and (add_ins.text or add_ins.absent):
        yield Fact("backup.shown", "no")

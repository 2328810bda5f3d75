"""Fault recovery: reads what is settled of FaultRecovery, and tells whether the server comes back after a crash."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

_STAYS_DOWN = {"no", "on-success"}  # of systemd's Restart=, what leaves a server down that has crashed


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`fault_recovery.on`, as far as something says so, and `.elsewhere`: that systemd restarts the server."""
    told = facts.ask("ini.faultrecovery")
    try:
        on = None if told.text is None else values.parse("switch", told.text)
    except values.NotOfType:
        on = None
    if on is not None:
        yield Fact("fault_recovery.on", "yes" if on else "no", made_from=told.facts)
    elif told.trouble:
        yield Fact("fault_recovery.on", "", made_from=told.facts, doubt=told.trouble)
    unit = facts.ask("unit.restart")
    elsewhere = bool(unit.text) and unit.text not in _STAYS_DOWN
    yield Fact("fault_recovery.elsewhere", "yes" if elsewhere else "no", made_from=unit.facts)

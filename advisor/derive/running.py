"""Running: what `show server` prints of settings that no file tells, in; those settings, out."""

from advisor.facts import Fact, Facts

_SHOWN = {"console.transaction_logging": "ini.translog_status", "console.daos": "ini.daosenable"}
_SWITCH = {"enabled": "1", "not enabled": "0"}


def derive(facts: Facts) -> None:
    """Settles each setting that `show server` tells, unless a document or NOTES.INI has a value for it."""
    for shown, setting in _SHOWN.items():
        told, written = facts.ask(shown), facts.ask(setting)
        value = _SWITCH.get(told.text or "")
        if value and not (written.text or written.trouble):
            facts.settle(Fact(setting, value, made_from=told.facts, note="`show server` says so"))

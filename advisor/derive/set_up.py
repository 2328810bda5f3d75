"""Set-up: tells whether all that is known of a server is what it is to be set up from: then nothing runs yet."""

from advisor.facts import SERVER
from advisor.known import Facts

_OF_WHAT_RUNS = {"console", "stat"}


def awaits_set_up(facts: Facts) -> bool:
    """Whether set-up files were given, and neither a NOTES.INI nor anything that a running server prints."""
    if "one_touch" not in facts.evidence or not facts.evidence.isdisjoint(_OF_WHAT_RUNS):
        return False
    files = {id(form.source) for form in facts.of(SERVER, "one_touch.form")}
    return bool(files) and all(id(fact.source) in files for fact in facts.each("ini.") if fact.source)

"""Find the settings that a console command or a sentence sets, and the owner of each."""

from collections.abc import Callable, Iterator

from advisor.pack.catalogue import Setting
from advisor.pack.fixes import RESTART_TASK
from advisor.values.release import parse

NOTES_INI = "notes.ini"
_FIRST_WITH_RESTART_TASK = [8, 5, 0, 0, 0, 0]  # the oldest help that names the command
_SETS = "set config "


def owners(text: str, entry: Callable[[str], Setting | None]) -> dict[str, str]:
    """Return the owner of each setting: `notes.ini`, a document, or "" if unknown. entry: by lower-case name."""
    return dict(_owner(name, entry(name.lower())) for name in _names(text))


def refused(text: str, entry: Callable[[str], Setting | None]) -> Iterator[str]:
    """Yield why a text must not be printed: Domino would undo its settings, or a setting is unknown."""
    for name, owner in owners(text, entry).items():
        if not owner:
            yield f"{name} is set on the console, and is no setting of the catalogue"
        elif owner != NOTES_INI:
            yield f"{name} is set on the console, and belongs to the {owner}: it is set there"


def is_undone(line: str, entry: Callable[[str], Setting | None]) -> bool:
    """Return whether a command sets a setting that a document owns."""
    return any(owner not in {"", NOTES_INI} for owner in owners(line, entry).values())


def restart(command: str, release: str) -> tuple[str, ...]:
    """Return what restarts a task on a release: `restart task`, or `tell … quit` and `load …` on all releases."""
    task, known = command.removeprefix(RESTART_TASK), parse(release)
    if known and known >= _FIRST_WITH_RESTART_TASK:
        return (command,)
    return (f"tell {task} quit", f"load {task}")


def _owner(name: str, entry: Setting | None) -> tuple[str, str]:
    return (entry.name, entry.home) if entry else (name, "")


def _names(text: str) -> Iterator[str]:
    """Yield the names between `set config` and an equals sign, except names in braces."""
    words = " ".join(text.split())
    lowered, end = words.lower(), 0
    if len(lowered) != len(words):  # a letter whose small form is two
        words = lowered
    while (begin := lowered.find(_SETS, end)) >= 0:
        end = begin + len(_SETS)
        name, equals, _ = words[end:].partition("=")
        name = name.strip(' "`')
        if equals and name and " " not in name and "{" not in name:
            yield name

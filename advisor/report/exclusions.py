"""List the directories of a server that a virus scanner should exclude.

Source: IBM technote 1417504 (data, view rebuilds, transaction log, DAOS, and where directory links lead).
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from advisor.derive.directories import is_inside, resolved, writes_no_log
from advisor.facts import Answer, Facts

DATA = "the data directory"
_LINKS = "where directory links (.dir files in the data directory) lead: no file that domlint reads tells"
_TEMPORARY = (
    "where views are rebuilt: View_Rebuild_Dir is not set, so in the temporary directory of the user that runs Domino"
)
_ON = "1"


class Excluded(Struct, frozen=True):
    """A directory to exclude."""

    path: str
    what: str  # its contents
    answer: Answer  # the evidence of its path
    inside: bool = False  # it is in the data directory


class Exclusions(Struct, frozen=True):
    """The exclusions of one view of a server."""

    directories: tuple[Excluded, ...]
    unknown: tuple[str, ...]  # directories whose path is unknown, in words


def exclusions(facts: Facts) -> Exclusions:
    """Return the directories to exclude, the data directory first."""
    data = facts.ask("ini.directory")
    found: list[Excluded] = []
    unknown: list[str] = []
    for what, answer, lacking in _asked(facts, data):
        if answer.text:
            found.append(_excluded(answer.text, what, answer, data.text))
        elif lacking:
            unknown.append(lacking)
    return Exclusions(tuple(dict.fromkeys(found)), (*unknown, _LINKS))


def _asked(facts: Facts, data: Answer) -> Iterator[tuple[str, Answer, str]]:
    """Yield the contents of each directory, the answer with its path, and what to print if the path is unknown."""
    yield DATA, data, f"{DATA}: no NOTES.INI tells it (Directory)"
    if not writes_no_log(facts):
        log = facts.ask("transaction_log.path")
        yield "the transaction log", log, "where the transaction log lies (TRANSLOG_Path in the whole NOTES.INI)"
    rebuild, temporary = facts.ask("view_rebuild.path"), facts.ask("ini.notes_tempdir")
    absent = facts.ask("ini.view_rebuild_dir").absent
    yield "view rebuilds", rebuild, "" if temporary.text else _TEMPORARY if absent else "where views are rebuilt"
    yield "temporary files", temporary, ""
    for what, switch, path, home in _OUTSIDE:
        if home(facts.ask(switch)):
            answer = facts.ask(path)
            yield what, answer, "" if answer.absent or path == switch else f"where {what} lie"


def _is_on(switch: Answer) -> bool:
    return switch.text == _ON


def _whatever(_: Answer) -> bool:
    return True


_OUTSIDE: tuple[tuple[str, str, str, Callable[[Answer], bool]], ...] = (  # what, its switch, its path, when it counts
    ("attachment objects (DAOS)", "ini.daosenable", "ini.daosbasepath", _is_on),
    ("view indexes (NIFNSF)", "ini.nifnsfenable", "ini.nifbasepath", _is_on),
    ("full-text indexes", "ini.ftbasepath", "ini.ftbasepath", _whatever),
)


def _excluded(path: str, what: str, answer: Answer, data: str | None) -> Excluded:
    full = resolved(data, path) if data and what != DATA else path
    return Excluded(full, what, answer, bool(data) and what != DATA and is_inside(full, data or ""))

"""Start script: of the configurations of the start script that were given, finds the one that starts this server."""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.derive.directories import is_inside
from advisor.facts import Fact, Subject
from advisor.known import Facts

_KEYS = ("start_script.shutdown_timeout", "start_script.systemd_name")


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """What this server's configuration sets; nothing where several were given and none is known to be its own."""
    own = _of_this_server(facts, facts.subjects("start_script") or [])
    if own is not None:
        for key in _KEYS:
            for fact in facts.of(own, key)[-1:]:
                yield Fact(key, fact.text, made_from=(fact,), doubt=fact.doubt)


def _of_this_server(facts: Facts, subjects: list[Subject]) -> Subject | None:
    """The one that names the data directory; of one that names none, the only one there is."""
    data = facts.ask("ini.directory").text
    paths = {subject: _path(facts, subject) for subject in subjects}
    own = [subject for subject, path in paths.items() if data and path and _same(path, data)]
    if len(own) == 1:
        return own[0]
    only = subjects[0] if len(subjects) == 1 else None
    return only if only is not None and not (data and paths[only]) else None


def _path(facts: Facts, subject: Subject) -> str:
    """The data directory that it names, or "" where that is in doubt."""
    return next((fact.text for fact in facts.of(subject, "start_script.data_path") if not fact.doubt), "")


def _same(path: str, other: str) -> bool:
    return is_inside(path, other) and is_inside(other, path)

"""Shown facts: a server in, its facts out as text or JSON, one by one as they are masked, for they may be 100,000."""

from collections.abc import Iterable, Iterator
from json import JSONEncoder
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.known import VIEWS
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.evidence import evidence_of_fact
from advisor.report.finding import Evidence
from advisor.servers.server import Server

_SAID_BY_THE_SUBJECT = "setting.name"


class ShownServer(NamedTuple):
    """A server whose facts are to be shown. keys: those of them that are, each as it may be shown."""

    name: str
    server: Server
    keys: dict[str, str]


class ShownFact(NamedTuple):
    """A fact as it may be shown, and the views it stands in."""

    subject: str
    evidence: Evidence
    views: tuple[str, ...]


def shown_keys(server: Server, catalogue: Catalogue) -> dict[str, str]:
    """All keys of which a server's facts tell, each as it may be shown."""
    keys = dict.fromkeys(key for view in server.views for _, key in view.facts.known)
    return {key: masking.masked(catalogue, key) for key in keys}


def in_lines(shown: ShownServer, catalogue: Catalogue) -> Iterator[str]:
    """The server's name and its facts, a line each, with an empty line behind."""
    width = max(map(len, shown.keys.values()), default=0)
    yield f"{shown.name}\n"
    last = "server"
    for subject, (key, value, path, line, column, presumed, note), views in _facts(shown, catalogue):
        if key == _SAID_BY_THE_SUBJECT:
            continue
        if subject != last:
            yield f"  {subject}\n"
            last = subject
        remark = ""
        if presumed or note or views != VIEWS:
            notes = [*(views if views != VIEWS else ()), *["assumed"] * presumed, *[note] * bool(note)]
            remark = f"  ({'; '.join(notes)})"
        yield f"  {key:<{width}}  {value}{f'  {path}:{line}:{column}' if path else ''}{remark}\n"
    yield "\n"


def in_json(servers: Iterable[ShownServer], catalogue: Catalogue) -> Iterator[str]:
    """A list of servers, each with its facts, in pieces as `json.dumps` indents them by two."""
    before = "[\n"
    for shown in servers:
        yield f'{before}  {{\n    "server": {_text(shown.name)},\n    "facts": ['
        between = "\n"
        for fact in _facts(shown, catalogue):
            yield between + _object(fact)
            between = ",\n"
        yield ("]" if between == "\n" else "\n    ]") + "\n  }"
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


_quoted = JSONEncoder(ensure_ascii=False).encode


def _text(text: str | None) -> str:
    return _quoted(text) if text else "null"


def _object(fact: ShownFact) -> str:
    """A fact as an object, in the list of a server's: written by hand, because `json` indents ten times as slowly."""
    subject, (key, value, path, line, column, presumed, note), views = fact
    listed = ",\n".join([f'          "{view}"' for view in views])
    return (
        f'      {{\n        "subject": {_text(subject)},\n        "key": {_text(key)},\n'
        f'        "value": {_text(value)},\n        "path": {_text(path)},\n'
        f'        "line": {line or "null"},\n        "column": {column or "null"},\n'
        f'        "presumed": {"true" if presumed else "false"},\n        "note": {_text(note)},\n'
        f'        "views": [\n{listed}\n        ]\n      }}'
    )


def _facts(shown: ShownServer, catalogue: Catalogue) -> Iterator[ShownFact]:
    """The facts of now, behind each what the next start will make of it, and last what only then is so."""
    server, keys = shown.server, shown.keys
    subjects: dict[Subject, str] = {}
    for subject, key in _places(server):
        if key not in keys:
            continue
        name = subjects.get(subject)
        if name is None:
            name = subjects[subject] = masking.subject_name(catalogue, subject)
        for fact, views in _by_view(server, subject, key):
            yield ShownFact(name, evidence_of_fact(catalogue, key, keys[key], fact), views)


def _places(server: Server) -> Iterable[tuple[Subject, str]]:
    """Subjects and keys of which something is known in any view."""
    if len(server.views) == 1:
        return server.views[0].facts.known
    return dict.fromkeys(place for view in server.views for place in view.facts.known)


def _by_view(server: Server, subject: Subject, key: str) -> Iterable[tuple[Fact, tuple[str, ...]]]:
    """The facts of a key, each with the views in which its value stands."""
    if len(server.views) == 1:
        return [(fact, VIEWS) for fact in server.facts.of(subject, key)]
    return _of_several_views(server, subject, key)


def _of_several_views(server: Server, subject: Subject, key: str) -> Iterator[tuple[Fact, tuple[str, ...]]]:
    texts = {view.name: {fact.text for fact in view.facts.of(subject, key)} for view in server.views}
    told: set[str] = set()
    for view in server.views:
        facts = [fact for fact in view.facts.of(subject, key) if fact.text not in told]
        yield from ((fact, tuple(name for name in texts if fact.text in texts[name])) for fact in facts)
        told |= texts[view.name]

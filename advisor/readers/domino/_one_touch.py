"""What both forms of One-Touch Setup share: turns a parameter with its place into facts, and names the server."""

import re
from collections.abc import Iterable, Iterator

from advisor.facts import TEMPLATE, Fact
from advisor.source import Source, Span
from advisor.values import secrets

_INI = ("serversetup.notesini.", "notesini.")
_TASKS = "serversetup.server.servertasks"
_TEMPLATE = re.compile(r"\{\{|\$\{|\{%")
_NAME = "one_touch.serversetup.server.name"
_ABOVE = tuple(f"one_touch.serversetup.org.{part}" for part in ("orgunitname", "orgname", "countrycode"))


def doubt(text: str) -> str:
    """Why nobody can say what a value will be, or nothing."""
    return TEMPLATE if _TEMPLATE.search(text) else ""


def parameter(path: str, text: str, source: Source, span: Span, written: str, at: Span) -> Iterator[Fact]:
    """A parameter by its path with dots, in lower case. written: its name as the file has it, which stands at `at`.

    Where the name speaks of a password, it is given as well: a derived fact can then name it as somebody would look
    for it.
    """
    fact = Fact(_key(path), text, source, span, doubt=doubt(text))
    yield fact
    if fact.key.startswith("one_touch.") and secrets.names_a_secret(path.rpartition(".")[2]):
        yield Fact("one_touch.written", written, source, at, made_from=(fact,))


def _key(path: str) -> str:
    if path == _TASKS:
        return "ini.servertasks"
    name = next((path.removeprefix(begin) for begin in _INI if path.startswith(begin)), "")
    return f"ini.{name}" if name else f"one_touch.{path}"


def server_name(facts: Iterable[Fact], source: Source) -> Iterator[Fact]:
    """The name of the server that is set up, where nothing in it is a template and nothing is given twice."""
    by_key: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.key in {_NAME, *_ABOVE} and fact.text.strip():
            by_key.setdefault(fact.key, []).append(fact)
    parts = [fact for key in (_NAME, *_ABOVE) for fact in by_key.get(key, ())]
    if any(part.doubt for part in parts) or len(parts) > len(by_key) or _NAME not in by_key:
        return
    name = by_key[_NAME][0]
    if "/" in name.text or name.text.upper().startswith("CN="):
        yield Fact("one_touch.server_name", name.text.strip(), source, name.span)
    elif _ABOVE[1] in by_key:
        yield Fact(
            "one_touch.server_name",
            "/".join(part.text.strip() for part in parts),
            source,
            name.span,
            made_from=tuple(parts),
        )

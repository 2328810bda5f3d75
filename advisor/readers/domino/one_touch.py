"""Reads One-Touch Setup as JSON, and the container's older form, into settings, parameters and documents.

Such files are often templates: `{{ NAME }}` in a value makes the value doubtful. One with control statements is no JSON
before somebody fills it in, and is not read.
"""

import re
from collections.abc import Iterator
from itertools import islice

from advisor import limits
from advisor.facts import Complete, Diagnostic, Document, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.domino._one_touch import parameter, server_name
from advisor.readers.domino._one_touch_documents import documents
from advisor.readers.json_tree import CONTROL, Branch, Entry, JsonValue, parse, straightened
from advisor.source import Source, Span
from advisor.values import secrets

FORMAT = "one-touch json"
SIGNS = (b"serversetup", b"autoconfigpreferences", b"idvault", b"appconfiguration", b"notesini", b"database")
WHOLE = True
ENDS = rb""  # JSON tells itself where it ends

_GAP = (
    rb"(?>\s++|//[^\r\n]*+|/\*(?>[^*]|\*(?!/))*+\*/|\{%(?>[^%]|%(?!\}))*+%\}|\{#(?>[^#]|#(?!\}))*+#\})*+"
    # blanks, comments, and a template's statements and comments
)
WHOLE_HEAD = True
_STRING = rb'"(?>[^"\\\r\n]|\\[^\r\n])*+"'
_PASSED = _STRING + _GAP + rb":" + _GAP + rb"(?:" + _STRING + rb"|[\w.+-]++)" + _GAP + rb"," + _GAP
_TOP = rb'"(serverSetup|autoConfigPreferences|IDVault|appConfiguration|notesini|database)"'
_BEGINS = re.compile(_GAP + rb"\{" + _GAP + rb"(?>" + _PASSED + rb")*+" + _TOP + _GAP + rb":" + _GAP + rb"[{\[]")
_TELLING = {
    b"notesini": re.compile(rb'"notesini"\s*:\s*\{'),
    b"database": re.compile(rb'"filename"\s*:\s*"'),
}
_PARTS = re.compile(
    rb'"(?:server|network|org|admin|notesINI|security|existingServer|registerUsers|autoRegister|databases|IDFile'
    rb'|IDPassword|passwordReset|(?:startServerAfter|deleteInputFileAfter)\w+|consoleLogOutput)"\s*:'
)
_ITEMS = re.compile(
    r"(?:appconfiguration\.databases\.\d+\.documents\.\d+\.items|database\.\d+\.documents\.\d+\.fields)"
)
_NAMES, _VALUE = {"name", "key", "parameter", "field"}, "value"  # of a pair
_MOST_SAID, _LONGEST_SAID = 5, 40
_NO_JSON = "there is no JSON of One-Touch Setup"
_TOO_LONG = (
    f"with those above it this name has more than {limits.MAX_ONE_TOUCH_PATH} characters; what it holds was not read"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Its first object is one of One-Touch's, with something in it that is One-Touch's too."""
    data = straightened(Source.of("", head).data)
    match = _BEGINS.match(data)
    return bool(match and _TELLING.get(match[1], _PARTS).search(data))


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic | Document]:
    """Settings as `ini.…`, parameters as `one_touch.…`, and the documents; it never makes a setting absent."""
    parsed = parse(source)
    root = next(iter(parsed.values), None)
    control = next((slip for slip in parsed.diagnostics if slip.reason == CONTROL), None)
    if control or not isinstance(root, Branch):
        yield control or next(iter(parsed.diagnostics), Diagnostic(0, _NO_JSON))
        return
    facts: list[Fact] = []
    diagnostics = parsed.diagnostics
    for item in islice(_walk(source, root, ""), limits.MAX_FACTS + 1):
        if isinstance(item, Fact):
            facts.append(item)
        else:
            diagnostics.append(item)
    name = list(server_name(facts, source))
    yield from [*_form(source, root), *name, *facts]
    yield from documents(root, source, name[0].text if name else "", catalogue)
    if not diagnostics:
        yield from (_json_key(entry.name, "name", entry.name, source, entry.at) for entry in root.entries)
        yield from (Complete(prefix, source) for prefix in ("one_touch.", "json_key."))
    yield from diagnostics


def _form(source: Source, root: Branch) -> Iterator[Fact]:
    container = root.all("notesini") or root.all("database")
    at = root.entries[0].at if root.entries else root.span
    yield Fact("one_touch.form", "container" if container else "one-touch", source, at)


def _walk(source: Source, node: Branch, path: str) -> Iterator[Fact | Diagnostic]:
    """Every value below an object or a list, and the keys that are given twice."""
    yield from _repeated(source, node, path)
    named = _named(node)
    for entry in node.entries:
        below = _path(path, named if named and entry.name.lower() == _VALUE else entry.name)
        if len(below) > limits.MAX_ONE_TOUCH_PATH:
            yield Diagnostic(entry.at[0], _TOO_LONG, left=True)
        elif isinstance(entry.value, Branch):
            yield from _walk(source, entry.value, below)
        elif entry.value.text is not None and not _ITEMS.match(below.lower()):
            yield from parameter(below.lower(), entry.value.text, source, entry.value.span, below, entry.at)


def _named(node: Branch) -> str:
    """The name that stands beside a value, `{"name": "bindPassword", "value": "x"}`; a secret's alone."""
    names = [
        entry.value.text
        for entry in node.entries
        if entry.name.lower() in _NAMES and not isinstance(entry.value, Branch)
    ]
    return next((name for name in names if name and secrets.names_a_secret(name)), "")


def _path(above: str, name: str) -> str:
    return f"{above}.{name.strip()}" if above else name.strip()


def _repeated(source: Source, node: Branch, above: str) -> Iterator[Fact]:
    """`json_key.times`, `.values` and `.said` of each key that stands twice in one object, in whichever letters."""
    given: dict[str, list[Entry]] = {}
    for entry in node.entries:
        given.setdefault(entry.name.lower(), []).append(entry)
    for entries in given.values():
        if len(entries) > 1:
            path = _path(above, entries[0].name)
            key = f"one_touch.{path.lower()}"
            first = entries[: limits.MAX_REPEATS + 1]
            origins = tuple(Fact(key, _text(entry.value), source, entry.value.span) for entry in first)
            different = list(dict.fromkeys(_shown(source, entry.value) for entry in entries))
            kind = secrets.kind_of_path(path)
            is_secret = any(secrets.gives_away(kind, text) for text in different)
            said = secrets.MASK if is_secret else _in_words([_short(text) for text in different])
            others = list(dict.fromkeys(entry.name for entry in entries))[1:]
            name = f"{path} (also {', '.join(others)})" if others else path
            texts = {"name": name, "times": str(len(entries)), "values": str(len(different)), "said": said}
            yield from (_json_key(path, what, text, origins=origins) for what, text in texts.items())


def _json_key(
    path: str,
    what: str,
    text: str,
    source: Source | None = None,
    at: Span | None = None,
    origins: tuple[Fact, ...] = (),
) -> Fact:
    return Fact(f"json_key.{what}", text, source, at, Subject("json_key", path), origins)


def _text(value: JsonValue) -> str:
    return ("a list" if value.is_list else "an object") if isinstance(value, Branch) else value.text or ""


def _shown(source: Source, value: JsonValue) -> str:
    """A value as it is written, quotes and all."""
    begin, end = value.span
    quoted = not isinstance(value, Branch) and source.data[begin - 1 : begin] == b'"'
    return source.text(begin - quoted, end + quoted)


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST_SAID else plain[:_LONGEST_SAID] + " …"


def _in_words(texts: list[str]) -> str:
    """`"" and "1"`."""
    few = texts[:_MOST_SAID] + (["more"] if len(texts) > _MOST_SAID else [])
    return few[0] if len(few) == 1 else ", ".join(few[:-1]) + " and " + few[-1]

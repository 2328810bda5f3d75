"""Read One-Touch Setup as JSON, and the container's older format: settings, parameters and documents.

Such files are often templates: `{{ NAME }}` in a value makes the value doubtful. A template with control statements is
not JSON until it is filled in, and is not read.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from advisor import limits
from advisor.facts import TEMPLATE, Complete, Diagnostic, Document, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.domino import _directory_forms
from advisor.readers.interface import Reader
from advisor.readers.json_tree import CONTROL, Branch, Entry, JsonValue, Scalar, is_object, parse, straightened
from advisor.source import Source, Span
from advisor.values import secrets
from advisor.values.names import abbreviated

_INI_PREFIXES = ("serversetup.notesini.", "notesini.")
_TASKS = "serversetup.server.servertasks"
_TEMPLATE = re.compile(r"\{\{|\$\{|\{%")
_SERVER_NAME = "one_touch.serversetup.server.name"
_ORGANIZATION = tuple(f"one_touch.serversetup.org.{part}" for part in ("orgunitname", "orgname", "countrycode"))
_SIGNS = (b"serversetup", b"autoconfigpreferences", b"idvault", b"appconfiguration", b"notesini", b"database")


def template_doubt(text: str) -> str:
    """Return why a value is unknown because of a template, or ""."""
    return TEMPLATE if _TEMPLATE.search(text) else ""


def parameter_facts(path: str, text: str, source: Source, span: Span, written: str, name_span: Span) -> Iterator[Fact]:
    """Yield a parameter by its lower-case path with dots. written: the name in the file, at `name_span`.

    For a password, the original spelling is a second fact, so that a finding can show the name to search for.
    """
    fact = Fact(_parameter_key(path), text, source, span, doubt=template_doubt(text))
    yield fact
    if fact.key.startswith("one_touch.") and secrets.names_a_secret(path.rpartition(".")[2]):
        yield Fact("one_touch.written", written, source, name_span, made_from=(fact,))


def _parameter_key(path: str) -> str:
    if path == _TASKS:
        return "ini.servertasks"
    name = next((path.removeprefix(begin) for begin in _INI_PREFIXES if path.startswith(begin)), "")
    return f"ini.{name}" if name else f"one_touch.{path}"


def server_name(facts: Iterable[Fact], source: Source) -> Iterator[Fact]:
    """Yield the name of the server to be set up, if it contains no template and no part is repeated."""
    by_key: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.key in {_SERVER_NAME, *_ORGANIZATION} and fact.text.strip():
            by_key.setdefault(fact.key, []).append(fact)
    parts = [fact for key in (_SERVER_NAME, *_ORGANIZATION) for fact in by_key.get(key, ())]
    if any(part.doubt for part in parts) or len(parts) > len(by_key) or _SERVER_NAME not in by_key:
        return
    name = by_key[_SERVER_NAME][0]
    if "/" in name.text or name.text.upper().startswith("CN="):
        yield Fact("one_touch.server_name", name.text.strip(), source, name.span)
    elif _ORGANIZATION[1] in by_key:
        yield Fact(
            "one_touch.server_name",
            "/".join(part.text.strip() for part in parts),
            source,
            name.span,
            made_from=tuple(parts),
        )


_DATABASES = re.compile(r"(?:.*[/\\])?(?:names|certstore)\.nsf", re.IGNORECASE)
_EQUALS = r"""(?<![\w$])%s\s*=\s*(?:\{([^{}]*)\}|"([^"]*)"|(@UserName)\b)"""
_FORMULA_VALUE = {name: re.compile(_EQUALS % name, re.IGNORECASE) for name in ("Form", "Type", "ServerName")}


def _documents(root: Branch, source: Source, own_name: str, catalogue: Catalogue) -> Iterator[Document]:
    """Yield each document about servers. own_name: the server to be set up, or ""."""
    for node in _directory_documents(root, "database", "filename"):
        items = [
            Entry(name, name_span, value)
            for fields in node.all("fields")
            for name, name_span, value in _container_fields(fields)
        ]
        yield from _document(node, items, [], source, own_name, catalogue)
    for configuration in _branches(root.all("appconfiguration")):
        for node in _directory_documents(configuration, "databases", "filepath"):
            items = [entry for item_list in _branches(node.all("items")) for entry in item_list.entries]
            yield from _document(node, items, node.all("finddocument"), source, own_name, catalogue)


def _directory_documents(above: Branch, databases: str, path: str) -> Iterator[Branch]:
    for databases_list in _branches(above.all(databases)):
        for database in _branches(databases_list.values):
            if any(_DATABASES.fullmatch(text) for text in _texts(database.all(path))):
                for in_database in _branches(database.all("documents")):
                    yield from _branches(in_database.values)


def _document(
    node: Branch, items: list[Entry], search: list[JsonValue], source: Source, own_name: str, catalogue: Catalogue
) -> Iterator[Document]:
    """Yield a document that is searched for or created. In the container's format, the type is next to the fields."""
    forms = [text for name in ("form", "type") for text in _texts_of(name, search, items) + _texts(node.all(name))]
    form = forms[0].lower() if forms else ""
    kind = _directory_forms.kind_of(form)
    if not kind:
        return
    if kind in _directory_forms.OF_DIRECTORY:
        server = _document_server(kind, search, items, own_name)
    else:
        texts = {item.name.strip().lower(): ", ".join(_texts([_plain_value(item.value)])) for item in items}
        server = _directory_forms.named(kind, texts)
        if not _directory_forms.is_one(kind, texts) or _is_of_another_server(server, own_name):
            return
    facts = tuple(_item_facts(form, items, source, catalogue))
    begin = node.edges[0]
    yield Document(kind, "" if template_doubt(server) else server, facts, False, "", source, (begin, begin + 1))


def _document_server(kind: str, search: list[JsonValue], items: list[Entry], own_name: str) -> str:
    """Return the server that a server or configuration document names."""
    if kind == "config" and "1" in _texts_of("useasdefault", [], items):
        return _directory_forms.ALL
    server = next(iter(_texts_of("servername", search, items)), "@username")
    if server.lower() == "@username":
        return own_name if kind == "server" else ""
    return server


def _is_of_another_server(named: str, own_name: str) -> bool:
    """Return whether a document names other servers than the one that is set up."""
    names = [abbreviated(name).strip().casefold() for name in named.split(",")]
    plain = own_name and not template_doubt(named) and all("/" in name and "*" not in name for name in names)
    return bool(plain) and abbreviated(own_name).casefold() not in names


def _texts_of(name: str, search: list[JsonValue], items: list[Entry]) -> list[str]:
    """Return the values of an item, from the search for the document or from its items."""
    texts: list[str] = []
    for value in search:
        if isinstance(value, Branch):
            texts += _texts(value.all(name))
        elif value.text:
            spelt = {"servername": "ServerName"}.get(name, name.title())
            texts += [next(filter(None, match.groups()), "") for match in _FORMULA_VALUE[spelt].finditer(value.text)]
    return texts + _texts([item.value for item in items if item.name.strip().lower() == name])


def _item_facts(form: str, items: list[Entry], source: Source, catalogue: Catalogue) -> Iterator[Fact]:
    kind = _directory_forms.kind_of(form)
    protocol = _directory_forms.SITES.get(form)
    if protocol and items:
        yield Fact("site.protocol", protocol, source, items[0].at)
    for item in items:
        name = item.name.strip().lower()
        key = _directory_forms.key_of(catalogue, kind, name)
        value = _plain_value(item.value)
        texts = _texts([value], hidden=True)
        if name and key and (texts or isinstance(value, Branch)):
            text = ", ".join(texts)
            yield Fact(key, text, source, value.span, doubt=template_doubt(text))


def _plain_value(value: JsonValue) -> JsonValue:
    """Return the value of `{"type": "datetime", "value": …}`."""
    if is_object(value):
        return next(iter(value.all("value")), Scalar(None, value.span))
    return value


def _container_fields(fields: JsonValue) -> Iterator[tuple[str, Span, JsonValue]]:
    """Yield the fields of the container's format: name, location and value. Appended values extend the one before."""
    gathered: dict[str, Branch] = {}
    for field in _branches(fields.values if isinstance(fields, Branch) else []):
        name, value = next(iter(_texts(field.all("name"))), ""), next(iter(field.all("value")), None)
        if value is None:
            continue
        if "true" in _texts(field.all("append")) and name in gathered:
            gathered[name].entries.append(Entry("", field.span, value))
            continue
        gathered[name] = Branch([Entry("", field.span, value)], list(value.span), True)
        yield name, field.span, gathered[name]


def _branches(values: list[JsonValue]) -> list[Branch]:
    return [value for value in values if isinstance(value, Branch)]


def _texts(values: list[JsonValue], hidden: bool = False) -> list[str]:
    """Return the texts of values and lists. hidden: mask texts next to a secret's name."""
    texts: list[str] = []
    for value in values:
        if isinstance(value, Branch):
            inner = _texts(value.values, hidden)
            tells = hidden and is_object(value) and any(map(secrets.names_a_secret, inner))
            texts += [text if secrets.names_a_secret(text) else secrets.MASK for text in inner] if tells else inner
        elif value.text is not None:
            texts.append(value.text)
    return texts


_GAP = (
    rb"(?>\s++|//[^\r\n]*+|/\*(?>[^*]|\*(?!/))*+\*/|\{%(?>[^%]|%(?!\}))*+%\}|\{#(?>[^#]|#(?!\}))*+#\})*+"
    # blanks, comments, and a template's statements and comments
)
_STRING = rb'"(?>[^"\\\r\n]|\\[^\r\n])*+"'
_PASSED = _STRING + _GAP + rb":" + _GAP + rb"(?:" + _STRING + rb"|[\w.+-]++)" + _GAP + rb"," + _GAP
_TOP = rb'"(serverSetup|autoConfigPreferences|IDVault|appConfiguration|notesini|database)"'
_BEGINS = re.compile(_GAP + rb"\{" + _GAP + rb"(?>" + _PASSED + rb")*+" + _TOP + _GAP + rb":" + _GAP + rb"[{\[]")
_MEMBER_OF_TOP = {b"notesini": re.compile(rb'"notesini"\s*:\s*\{'), b"database": re.compile(rb'"filename"\s*:\s*"')}
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
TOO_LONG = (
    f"with those above it this name has more than {limits.MAX_ONE_TOUCH_PATH} characters; what it holds was not read"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first object is One-Touch JSON with one of its names."""
    data = straightened(Source.of("", head).data)
    match = _BEGINS.match(data)
    return bool(match and _MEMBER_OF_TOP.get(match[1], _PARTS).search(data))


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic | Document]:
    """Yield settings as `ini.…`, parameters as `one_touch.…`, and documents. No setting becomes absent."""
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
    yield from _documents(root, source, name[0].text if name else "", catalogue)
    if not diagnostics:
        yield from (_json_key(entry.name, "name", entry.name, source, entry.at) for entry in root.entries)
        yield from (Complete(prefix, source) for prefix in ("one_touch.", "json_key."))
    yield from diagnostics


def _form(source: Source, root: Branch) -> Iterator[Fact]:
    container = root.all("notesini") or root.all("database")
    span = root.entries[0].at if root.entries else root.span
    yield Fact("one_touch.form", "container" if container else "one-touch", source, span)


def _walk(source: Source, node: Branch, path: str) -> Iterator[Fact | Diagnostic]:
    """Yield every value below an object or a list, and the repeated keys."""
    yield from _repeated(source, node, path)
    secret_name = _named(node)
    for entry in node.entries:
        below = _path(path, secret_name if secret_name and entry.name.lower() == _VALUE else entry.name)
        if len(below) > limits.MAX_ONE_TOUCH_PATH:
            yield Diagnostic(entry.at[0], TOO_LONG, left=True)
        elif isinstance(entry.value, Branch):
            yield from _walk(source, entry.value, below)
        elif entry.value.text is not None and not _ITEMS.match(below.lower()):
            yield from parameter_facts(below.lower(), entry.value.text, source, entry.value.span, below, entry.at)


def _named(node: Branch) -> str:
    """Return the secret's name next to a value, as in `{"name": "bindPassword", "value": "x"}`, or ""."""
    names = [
        entry.value.text
        for entry in node.entries
        if entry.name.lower() in _NAMES and not isinstance(entry.value, Branch)
    ]
    return next((name for name in names if name and secrets.names_a_secret(name)), "")


def _path(above: str, name: str) -> str:
    return f"{above}.{name.strip()}" if above else name.strip()


def _repeated(source: Source, node: Branch, above: str) -> Iterator[Fact]:
    """Yield `json_key.times`, `.values` and `.said` of each key that is repeated in one object, ignoring case."""
    entries_by_name: dict[str, list[Entry]] = {}
    for entry in node.entries:
        entries_by_name.setdefault(entry.name.lower(), []).append(entry)
    for entries in entries_by_name.values():
        if len(entries) > 1:
            path = _path(above, entries[0].name)
            key = f"one_touch.{path.lower()}"
            first = entries[: limits.MAX_REPEATS + 1]
            origins = tuple(Fact(key, _text(entry.value), source, entry.value.span) for entry in first)
            different = list(dict.fromkeys(_shown(source, entry.value) for entry in entries))
            kind = secrets.kind_of_path(path)
            is_secret = any(secrets.gives_away(kind, text) for text in different)
            shown_values = secrets.MASK if is_secret else _in_words([_short(text) for text in different])
            other_spellings = list(dict.fromkeys(entry.name for entry in entries))[1:]
            name = f"{path} (also {', '.join(other_spellings)})" if other_spellings else path
            texts = {"name": name, "times": str(len(entries)), "values": str(len(different)), "said": shown_values}
            yield from (_json_key(path, property_name, text, origins=origins) for property_name, text in texts.items())


def _json_key(
    path: str,
    property_name: str,
    text: str,
    source: Source | None = None,
    location: Span | None = None,
    origins: tuple[Fact, ...] = (),
) -> Fact:
    return Fact(f"json_key.{property_name}", text, source, location, Subject("json_key", path), origins)


def _text(value: JsonValue) -> str:
    return ("a list" if value.is_list else "an object") if isinstance(value, Branch) else value.text or ""


def _shown(source: Source, value: JsonValue) -> str:
    """Return a value as written, with its quotes."""
    begin, end = value.span
    quoted = not isinstance(value, Branch) and source.data[begin - 1 : begin] == b'"'
    return source.text(begin - quoted, end + quoted)


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST_SAID else plain[:_LONGEST_SAID] + " …"


def _in_words(texts: list[str]) -> str:
    """Return for example `"" and "1"`."""
    few = texts[:_MOST_SAID] + (["more"] if len(texts) > _MOST_SAID else [])
    return few[0] if len(few) == 1 else ", ".join(few[:-1]) + " and " + few[-1]


READER = Reader(
    __name__,
    "one-touch json",
    recognises,
    read,
    signs=_SIGNS,
    needs_whole_head=True,
    reports_cut=True,
    must_be_whole=True,
)

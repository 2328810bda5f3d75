"""Read Kubernetes config maps, as YAML or JSON, with a One-Touch file or a NOTES.INI under one of their keys.

A text is read as the file that it becomes; its locations are those of the config map. Several files in a map are
several files of the run, except backup copies by the names of their keys. If One-Touch variables (a container's
environment, `envFrom`) are next to the files, only the first file of each kind is read. A Secret is never read.
"""

import re
from array import array
from base64 import b64decode
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor import limits
from advisor.facts import Diagnostic
from advisor.pack import Catalogue
from advisor.readers import facts_of, registry
from advisor.readers.domino import one_touch_env
from advisor.readers.interface import Item, Reader
from advisor.readers.json_tree import Branch, Entry, JsonValue, Scalar, listed, parse
from advisor.readers.yaml_nodes import Node, documents, encoded, pairs, sequence
from advisor.source import HEAD, Source, Span
from advisor.values.paths import originals

_PLAIN = re.compile(rb"\S")
_SINGLE = re.compile(rb"''|[^\s']+|'")
_DOUBLE = re.compile(rb"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|[^\s\\]+|\\", re.DOTALL)
_TOKENS = {'"': _DOUBLE, "'": _SINGLE}
_ESCAPED = {
    b"0": b"\0", b"a": b"\a", b"b": b"\b", b"e": b"\x1b", b"N": "\x85".encode(), b"_": "\xa0".encode(),
    b"L": "\u2028".encode(), b"P": "\u2029".encode(),
}  # fmt: skip
_ESCAPED_BLANKS = b"tnvfr \n\r\t"  # after a backslash: a blank, or a line that goes on


class EmbeddedText(Source):
    """A text that is part of another file. places: returns the offset of each byte in the file."""

    __slots__ = ("_file", "_find_offsets", "_left_out", "_offsets")

    def __init__(self, file: Source, text: bytes, places: "Callable[[], array[int]]") -> None:
        plain = Source.of(file.path, text)
        super().__init__(file.path, plain.data, plain.encoding, plain.mark)
        self._file = file
        self._find_offsets = places
        self._offsets: array[int] | None = None
        self._left_out = len(text) - len(plain.data)  # a byte order mark

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column in the file of an offset into the text."""
        return self._file.position(self.place(offset))

    def line_text(self, line: int) -> str:
        """Return a line of the file."""
        return self._file.line_text(line)

    def excerpt(self, offset: int) -> tuple[str, int]:
        """Return the text's own line, without the file's escapes, so that a secret is recognised in it."""
        number, column = super().position(offset)
        return super().line_text(number), column - 1

    def place(self, offset: int) -> int:
        """Return the file's offset of one into the text."""
        if self._offsets is None:
            self._offsets = self._find_offsets()[self._left_out :]
        return self._offsets[min(offset, len(self._offsets) - 1)] if self._offsets else 0


def embedded_text(file: Source, text: bytes, span: Span, quote: str = "") -> EmbeddedText:
    """Return the text of a string. span: its location without the quotes. quote: the quotes, or "".

    YAML folds lines and removes indents, so blanks are skipped and all other characters are counted.
    """
    between_quotes = quote in _TOKENS
    places = (
        partial(_escaped_offsets, file, text, span, quote)
        if between_quotes
        else partial(_unescaped_offsets, file, text, span)
    )
    return EmbeddedText(file, text, places)


def _unescaped_offsets(file: Source, text: bytes, span: Span) -> "array[int]":
    """Return the offsets of a text without escapes. Its lines, or its words if folded, are in the file."""
    places = array("q")
    offset = span[0]
    for match in re.finditer(rb"\s+|\S[^\r\n]*", text):
        line = match[0]
        begin = _next_nonblank(file, offset, span)
        if line[:1].isspace():
            places.extend([offset] * len(line))
        elif file.data.startswith(line, begin):
            offset = begin + len(line)
            places.extend(range(begin, offset))
        else:
            for word in re.findall(rb"\s+|\S+", line):
                begin = _next_nonblank(file, offset, span)
                as_written = file.data.startswith(word, begin)
                places.extend(range(begin, begin + len(word)) if as_written else [offset] * len(word))
                offset = begin + len(word) if as_written else offset
    return places


def _next_nonblank(file: Source, begin: int, span: Span) -> int:
    """Return the offset of the next character that is not blank."""
    match = _PLAIN.search(file.data, begin, span[1])
    return match.start() if match else span[1]


def _escaped_offsets(file: Source, text: bytes, span: Span, quote: str) -> "array[int]":
    """Return the offset of each byte of a quoted text."""
    places = array("q")
    offset, number = span[0], 0
    written = _nonblank_offsets(file, span, quote)
    for begin, end in (match.span() for match in re.finditer(rb"\s+|\S+", text)):
        if text[begin : begin + 1].isspace():
            places.extend([offset] * (end - begin))
            continue
        offsets_of_word = written[number : number + end - begin]
        number += len(offsets_of_word)
        offset = offsets_of_word[-1] if offsets_of_word else offset
        places += offsets_of_word
        places.extend([offset] * (end - begin - len(offsets_of_word)))
        offset = min(offset + 1, span[1])
    return places


def _nonblank_offsets(file: Source, span: Span, quote: str) -> "array[int]":
    """Return the offset of each byte that is not blank."""
    offsets = array("q")
    for match in _TOKENS[quote].finditer(file.data, *span):
        begin, end = match.span()
        token = match[0]
        if token == b"''" and quote == "'":
            offsets.append(begin)
        elif token[:1] == b"\\" and quote == '"' and len(token) > 1:
            offsets.extend([begin] * _byte_count(token[1:]))
        else:
            offsets.extend(range(begin, end))
    return offsets


def _byte_count(escaped: bytes) -> int:
    """Return the number of bytes that an escape produces, blanks excluded."""
    if escaped in _ESCAPED:
        return len(_ESCAPED[escaped])
    if len(escaped) > 1:
        code = int(escaped[1:], 16)
        if 0xD800 <= code < 0xE000:
            return 2  # half of a pair, which together takes four
        blank = code < 0x80 and bytes([code]).isspace()
        return 0 if blank else 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
    return 0 if escaped in _ESCAPED_BLANKS else 1


_NO_BASE64 = "what a key of binaryData holds is not base64; it was not read"
DUPLICATE_KEY = "a key of this name follows in the same map; the last one is read, and this one is not"
NO_SECRETS = "a Kubernetes Secret; it is left unread"


class MapKey(Struct, frozen=True):
    """A key's text, and the name of the key. map: the number of its config map in the file, and its name."""

    name: str
    text: EmbeddedText
    map: tuple[int, str] = (0, "")


class OpenedMap(Source):
    """A config map, as a file, whose keys were found. entries: these, without copies. stopped: what was not read."""

    __slots__ = ("entries", "stopped")

    def __init__(self, file: Source, entries: tuple[MapKey, ...], stopped: tuple[Diagnostic, ...]) -> None:
        super().__init__(file.path, file.data, file.encoding, file.mark)
        self.keys = file.keys
        self.entries = entries
        self.stopped = stopped


def _base64_text(source: Source, begin: int, value: str, stopped: list[Diagnostic]) -> EmbeddedText | None:
    """Return the text of a key of binaryData (base64), or None. All of it is located at the beginning of the key."""
    try:
        text = b64decode("".join(value.split()), validate=True)
    except ValueError:
        stopped.append(Diagnostic(begin, _NO_BASE64))
        return None
    return EmbeddedText(source, text, partial(_same_offset, begin, len(text)))  # a worker gets it pickled


def _same_offset(begin: int, length: int) -> "array[int]":
    return array("q", [begin]) * length


_ALIAS = "what stands here is given again by an alias; it was read once"


class AliasGuard(NamedTuple):
    """Finds aliases, which repeat the node of their anchor.

    seen: the offsets of the nodes already read. stopped: the diagnostics.
    """

    source: Source
    seen: set[int]
    stopped: list[Diagnostic]

    def was_read(self, node: Any) -> bool:
        """Return whether a text or mapping was read before. Only the first alias is reported."""
        offset = -1 if node is None else node.start_mark.index
        if offset < 0 or offset not in self.seen:
            self.seen.add(offset)
            return False
        if not any(slip.reason == _ALIAS for slip in self.stopped):
            self.stopped.append(Diagnostic(offset, _ALIAS))
        return True


def _yaml_keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """Yield the texts of all documents of a YAML file."""
    objects = (
        node
        for root in documents(source, stopped, "`kubectl get configmap NAME -o json`")
        for node in [root, *sequence(pairs(root).get("items"))]
    )
    offsets: set[int] = set()
    for number, node in enumerate(objects):
        yield from _mapping_keys(AliasGuard(source, offsets, stopped), node, number)


def _mapping_keys(written: AliasGuard, node: Node, number: int) -> Iterator[MapKey]:
    source, _, stopped = written
    fields = {} if written.was_read(node) else pairs(node)
    kind = getattr(fields.get("kind"), "value", "")
    if kind == "Secret":
        stopped.append(Diagnostic(node.start_mark.index, NO_SECRETS, problem=False))
    elif kind == "ConfigMap":
        map_name = pairs(fields.get("metadata")).get("name")
        map_id = (number, map_name.value if map_name is not None and map_name.id == "scalar" else str(number + 1))
        data, binary = (fields.get(name) for name in ("data", "binaryData"))
        for mapping in (node, data, binary):
            stopped += _repeated(mapping)
        for name, value in () if written.was_read(data) else pairs(data).items():
            if value.id == "scalar" and not written.was_read(value):
                yield MapKey(name, _text_of(source, value), map_id)
        for name, value in () if written.was_read(binary) else pairs(binary).items():
            is_new = value.id == "scalar" and not written.was_read(value)
            if is_new and (text := _base64_text(source, value.start_mark.index, value.value, stopped)):
                yield MapKey(name, text, map_id)


def _text_of(source: Source, node: Node) -> EmbeddedText:
    begin, end, style = node.start_mark.index, node.end_mark.index, node.style or ""
    if style in {"|", ">"}:
        begin = source.data.find(b"\n", begin, end) + 1 or end
    quoted = style in {'"', "'"}
    text = encoded(node.value)
    if end < len(source.data) and not text.endswith(b"\n"):
        text += b"\n"  # `|-` leaves the last line end out; where the file is cut there is none
    return embedded_text(source, text, (begin + quoted, end - quoted), style)


def _repeated(node: Node | None) -> list[Diagnostic]:
    """Return a diagnostic for the first repeated key of a mapping, or []."""
    last = pairs(node)
    if node is None or node.id != "mapping":
        return []
    written = [(key, value) for key, value in node.value if key.id == "scalar"]
    return [Diagnostic(key.start_mark.index, DUPLICATE_KEY) for key, value in written if last[key.value] is not value][
        :1
    ]


def _json_keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """Yield the texts of a config map, or of each in a List, as printed by `kubectl -o json`."""
    parsed = parse(source)
    stopped += parsed.diagnostics
    roots = (root for root in parsed.values if isinstance(root, Branch))
    objects = (node for root in roots for node in [root, *listed(root, "items")])
    for number, node in enumerate(objects):
        yield from _object_keys(source, node, number, stopped)


def _object_keys(source: Source, value: JsonValue, number: int, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    if not isinstance(value, Branch):
        return
    kind, metadata = (value.last.get(name) for name in ("kind", "metadata"))
    if not isinstance(kind, Scalar):
        return
    if kind.text == "Secret":
        stopped.append(Diagnostic(value.span[0], NO_SECRETS, problem=False))
    elif kind.text == "ConfigMap":
        map_name = metadata.last.get("name") if isinstance(metadata, Branch) else None
        map_id = (number, (map_name.text if isinstance(map_name, Scalar) else "") or str(number + 1))
        _last_entries(value, stopped)
        for name in ("data", "binaryData"):
            data = value.last.get(name)
            for entry in _last_entries(data, stopped) if isinstance(data, Branch) else ():
                if not isinstance(entry.value, Scalar) or not entry.value.text:
                    continue
                if name == "data":
                    text = entry.value.text.encode("utf-8", "replace")
                    yield MapKey(entry.name, embedded_text(source, text, entry.value.span, '"'), map_id)
                elif binary := _base64_text(source, entry.value.span[0], entry.value.text, stopped):
                    yield MapKey(entry.name, binary, map_id)


def _last_entries(branch: Branch, stopped: list[Diagnostic]) -> list[Entry]:
    """Return the last entry of each name. The first one that another one follows is a diagnostic."""
    last = {entry.name: entry for entry in branch.entries}
    repeated = next((entry for entry in branch.entries if last[entry.name] is not entry), None)
    if repeated:
        stopped.append(Diagnostic(repeated.at[0], DUPLICATE_KEY))
    return list(last.values())


_KIND = re.compile(rb"^(?:[ \t-]*kind:[ \t]*[\"']?ConfigMap\b|.*\"kind\"\s*:\s*\"ConfigMap\")", re.MULTILINE)
_DATA = re.compile(rb"^(?:[ \t-]*(?:data|binaryData):|.*\"(?:data|binaryData)\"\s*:\s*\{)", re.MULTILINE)
_HOLDS = re.compile(
    rb"serverSetup|autoConfigPreferences|appConfiguration|notesini|\[Notes\]"
    rb"|W05vdGVz|//5bAE4A",  # [Notes] in base64, and as UTF-16 with its mark
    re.IGNORECASE,
)
_READERS = ("one_touch", "one_touch_env", "notes_ini")
_MANY_KEYS = (
    f"it holds more than {limits.MAX_CONFIG_MAP_KEYS:,} keys; what follows was not read:"
    " give each config map a file of its own"
)
_NOTHING = "none of its keys holds a One-Touch file or a NOTES.INI, or is a variable of One-Touch"
_SECOND = "a second file of its kind begins here; it was not read, give each server a file of its own"
_COPY = "a copy by the name of its key: the file itself is here too; not used"


class MapFile(Struct, frozen=True):
    """A file in a config map: its key, the number and the name of its map, its reader and its text."""

    name: str
    number: int
    of: str
    reader: Reader
    text: EmbeddedText


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a file is a config map with the text of a One-Touch file or a NOTES.INI."""
    data = Source.of("", head).data
    return all(pattern.search(data) for pattern in (_KIND, _DATA, _HOLDS))


def read(source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """Yield the facts of all files in the config map."""
    used_readers: set[Reader] = set()
    variables: list[one_touch_env.SetupVariable] = []
    of_map = source if isinstance(source, OpenedMap) else opened(source)
    stopped = [*of_map.stopped]
    for key in of_map.entries:
        if one_touch_env.is_variable(key.name):
            variables.append(_variable(source, key))
            continue
        reader = _reader(key, catalogue)
        if reader in used_readers:
            yield Diagnostic(key.text.place(0), _SECOND)
        elif reader:
            used_readers.add(reader)
            yield from (_moved(item, key.text) for item in facts_of(reader, key.text, catalogue))
    yield from one_touch_env.of_variables(source, variables)
    if not used_readers and not variables and not any(slip.problem for slip in stopped):
        stopped.append(Diagnostic(0, _NOTHING))
    yield from stopped


def opened(source: Source) -> OpenedMap:
    """Return the config map with its keys, cached for the listing and the reading of its files."""
    stopped: list[Diagnostic] = []
    keys = tuple(_keys(source, stopped))
    return OpenedMap(source, keys, tuple(stopped))


def files_in_map(of_map: OpenedMap, catalogue: Catalogue) -> list[MapFile]:
    """Return the files of a config map; none if it also has One-Touch variables, which are a server too."""
    if any(one_touch_env.is_variable(key.name) for key in of_map.entries):
        return []
    readers = ((key, _reader(key, catalogue)) for key in of_map.entries)
    return [MapFile(key.name, *key.map, reader, key.text) for key, reader in readers if reader]


def _keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """Yield the keys with their texts, without backup copies."""
    keys = list(islice(_all_keys(source, stopped), limits.MAX_CONFIG_MAP_KEYS + 1))
    if len(keys) > limits.MAX_CONFIG_MAP_KEYS:
        stopped.append(Diagnostic(keys.pop().text.place(0), _MANY_KEYS, left=True))
    names = {(key.map, key.name.lower()) for key in keys}
    for key in keys:
        if any((key.map, name) in names for name in originals(key.name)):
            stopped.append(Diagnostic(key.text.place(0), _COPY, problem=False))
        else:
            yield key


def _all_keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    begin = source.data.lstrip()[:2]
    is_json = begin[:1] == b"{" and begin != b"{{"  # with which a template of Helm's may begin
    if is_json:
        return _json_keys(source, stopped)
    return _yaml_keys(source, stopped)


def _reader(key: MapKey, catalogue: Catalogue) -> Reader | None:
    head = key.text.data[:HEAD]
    readers = (registry.reader(name) for name in _READERS)
    return next((reader for reader in readers if reader.recognises(head, catalogue)), None)


def _variable(source: Source, key: MapKey) -> one_touch_env.SetupVariable:
    """Return a variable located in the config map, next to its name, so that a secret is recognised."""
    raw, name = key.text.data, key.name.encode()
    value = key.text.text(0, len(raw)).strip()
    begin = key.text.place(0)
    end = key.text.place(max(len(raw.strip()) - 1, 0)) + bool(value)
    name_offset = max(source.data.rfind(name, 0, begin), 0)
    return one_touch_env.SetupVariable(
        key.name, value, (begin, max(begin, end)), (name_offset, name_offset + len(name))
    )


def _moved(item: Item, text: EmbeddedText) -> Item:
    """Return a diagnostic with its location in the config map. Facts have it through their source."""
    if not isinstance(item, Diagnostic):
        return item
    quote = item.quote and (text.place(item.quote[0]), text.place(item.quote[1]))
    return replace(item, offset=text.place(item.offset), quote=quote)


READER = Reader(
    __name__,
    "config map",
    recognises,
    read,
    signs=(b"configmap",),
    needs_whole_head=True,
    reports_cut=True,
    must_be_whole=True,
)

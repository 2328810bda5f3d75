"""Reads Kubernetes' config maps, as YAML or JSON, that hold a One-Touch file or a NOTES.INI under one of their keys.

The text is read as the file it becomes, and stands where it stands in the config map, that of binaryData where its
key does. Several files in one are several files of the run (`servers/config_maps`), but for copies by the names of
their keys, unless keys that are One-Touch's variables, a container's environment (`envFrom`), stand beside them:
then of each kind the first is read. What a Secret holds is never looked at.
"""

import re
from array import array
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from advisor.facts import Diagnostic
from advisor.pack import Catalogue
from advisor.readers import registry
from advisor.readers.domino import one_touch_env
from advisor.readers.domino._aliases import Written
from advisor.readers.domino._inlaid import Inlaid, inlaid
from advisor.readers.domino._opened_map import MapKey, MapKeyPlace, OpenedMap
from advisor.readers.json_tree import Branch, JsonValue, Scalar, listed, parse
from advisor.readers.registry import Item, Reader
from advisor.source import HEAD, Source
from advisor.values.copies import originals

Node = Any  # of PyYAML, which has no types of its own

FORMAT = "config map"
WHOLE = True
ENDS = b""  # the file that it holds tells itself where it ends

_KIND = re.compile(rb"^(?:[ \t-]*kind:[ \t]*[\"']?ConfigMap\b|.*\"kind\"\s*:\s*\"ConfigMap\")", re.MULTILINE)
_DATA = re.compile(rb"^(?:[ \t-]*(?:data|binaryData):|.*\"(?:data|binaryData)\"\s*:\s*\{)", re.MULTILINE)
_HOLDS = re.compile(
    rb"serverSetup|autoConfigPreferences|appConfiguration|notesini|\[Notes\]"
    rb"|W05vdGVz|//5bAE4A",  # [Notes] in base64, and as UTF-16 with its mark
    re.IGNORECASE,
)
_PART = re.compile(rb"[\r\n,:\[{]")  # behind each of them YAML may have another one
_MOST_PARTS = 100_000
_READERS = ("one_touch", "one_touch_env", "notes_ini")
_LETTERS = {byte: 0xE000 + byte for byte in range(0x80, 0x100)}  # a letter a byte, so that YAML's places are offsets
_BYTES = {letter: 0xDC00 + byte for byte, letter in _LETTERS.items()}  # as Python has a byte that is no letter
_NO_LIBRARY = "it is YAML: install domlint[yaml], or give what `kubectl get configmap NAME -o json` prints"
_TEMPLATE = "it is a template; give what `helm template`, or `kubectl get configmap NAME -o yaml`, prints"
_NO_YAML = "this is not YAML; what follows was not read"
_TOO_MANY = f"it has more than {_MOST_PARTS:,} lines, colons and commas; give the map alone, or as JSON"
_MOST_KEYS = 5_000  # of all maps of a file
_MANY_KEYS = f"it holds more than {_MOST_KEYS:,} keys; what follows was not read"
_MOST_VALUES = 20_000  # of a file of YAML, whose library takes a second for as many
_MANY_VALUES = f"it holds more than {_MOST_VALUES:,} values; what follows was not read"
_NOTHING = "none of its keys holds a One-Touch file or a NOTES.INI, or is a variable of One-Touch"
_SECOND = "a second file of its kind begins here; it was not read, give each server a file of its own"
_COPY = "a copy by the name of its key: the file itself is here too; not used"
_NO_BASE64 = "what a key of binaryData holds is not base64; it was not read"
_SEALED = "a Kubernetes Secret; it is left unread"


class HeldFile(NamedTuple):
    """A file in a config map: its key, in which map, by number and name, who takes it, and its text."""

    name: str
    number: int
    of: str
    reader: Reader
    text: Inlaid


def recognises(head: bytes, _: Catalogue) -> bool:
    """A config map with what One-Touch files and NOTES.INIs hold."""
    data = Source.of("", head).data
    return all(pattern.search(data) for pattern in (_KIND, _DATA, _HOLDS))


def read(source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """All that the files within it tell."""
    from advisor.readers import facts_of

    taken: set[Reader] = set()
    variables: list[one_touch_env.SetupVariable] = []
    of_map = source if isinstance(source, OpenedMap) else opened(source)
    stopped = [*of_map.stopped]
    for held in of_map.held:
        if one_touch_env.is_variable(held.name):
            variables.append(_variable(source, held))
            continue
        reader = _reader(held, catalogue)
        if reader in taken:
            yield Diagnostic(held.text.place(0), _SECOND)
        elif reader:
            taken.add(reader)
            yield from (_moved(item, held.text) for item in facts_of(reader, held.text, catalogue))
    yield from one_touch_env.of_variables(source, variables)
    if not taken and not variables and not any(slip.problem for slip in stopped):
        stopped.append(Diagnostic(0, _NOTHING))
    yield from stopped


def opened(source: Source) -> OpenedMap:
    """The file with its keys: whoever asks which files it holds, and then reads it, has them found once."""
    stopped: list[Diagnostic] = []
    keys = tuple(_keys(source, stopped))
    return OpenedMap(source, keys, tuple(stopped))


def held_files(of_map: OpenedMap, catalogue: Catalogue) -> list[HeldFile]:
    """The files that it holds; none beside variables, which are a server's too."""
    if any(one_touch_env.is_variable(key.name) for key in of_map.held):
        return []
    readers = ((key, _reader(key, catalogue)) for key in of_map.held)
    return [HeldFile(key.name, *key.map, reader, key.text) for key, reader in readers if reader]


def _keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """The keys with their texts, without copies of others."""
    keys = list(islice(_all_keys(source, stopped), _MOST_KEYS + 1))
    if len(keys) > _MOST_KEYS:
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
    return _of_json(source, stopped) if is_json else _of_yaml(source, stopped)


def _reader(held: MapKey, catalogue: Catalogue) -> Reader | None:
    head = held.text.data[:HEAD]
    readers = (registry.reader(name) for name in _READERS)
    return next((reader for reader in readers if reader.recognises(head, catalogue)), None)


def _variable(source: Source, held: MapKey) -> one_touch_env.SetupVariable:
    """A variable, on the lines of the config map: beside its name a secret is known as one."""
    raw, name = held.text.data, held.name.encode()
    value = held.text.text(0, len(raw)).strip()
    begin = held.text.place(0)
    end = held.text.place(max(len(raw.strip()) - 1, 0)) + bool(value)
    at = max(source.data.rfind(name, 0, begin), 0)
    return one_touch_env.SetupVariable(held.name, value, (begin, max(begin, end)), (at, at + len(name)))


def _moved(item: Item, text: Inlaid) -> Item:
    """A diagnostic with its place in the config map; facts have theirs by their source."""
    if not isinstance(item, Diagnostic):
        return item
    quote = item.quote and (text.place(item.quote[0]), text.place(item.quote[1]))
    return item._replace(offset=text.place(item.offset), quote=quote)


def _of_json(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """The texts of a config map, or of each in a List, as `kubectl -o json` prints them."""
    parsed = parse(source)
    stopped += parsed.diagnostics
    roots = (root for root in parsed.values if isinstance(root, Branch))
    objects = (one for root in roots for one in [root, *listed(root, "items")])
    for number, one in enumerate(objects):
        yield from _of_object(source, one, number, stopped)


def _of_object(source: Source, value: JsonValue, number: int, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    if not isinstance(value, Branch):
        return
    kind, metadata = (value.last.get(name) for name in ("kind", "metadata"))
    if not isinstance(kind, Scalar):
        return
    if kind.text == "Secret":
        stopped.append(Diagnostic(value.span[0], _SEALED, problem=False))
    elif kind.text == "ConfigMap":
        named = metadata.last.get("name") if isinstance(metadata, Branch) else None
        of = (number, (named.text if isinstance(named, Scalar) else "") or str(number + 1))
        for name in ("data", "binaryData"):
            data = value.last.get(name)
            for entry in data.entries if isinstance(data, Branch) else ():
                if not isinstance(entry.value, Scalar) or not entry.value.text:
                    continue
                if name == "data":
                    text = entry.value.text.encode("utf-8", "replace")
                    yield MapKey(entry.name, inlaid(source, text, entry.value.span, '"'), of)
                else:
                    yield from _of_base64(
                        source, MapKeyPlace(entry.name, of, entry.value.span[0]), entry.value.text, stopped
                    )


def _of_yaml(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """The texts of all documents of a YAML file."""
    try:
        from advisor.readers.domino import _yaml_values  # late: it needs an extra, and few files are YAML
    except ImportError:
        stopped.append(Diagnostic(0, _NO_LIBRARY, left=True))
        return
    if sum(1 for _ in _PART.finditer(source.data)) > _MOST_PARTS:
        stopped.append(Diagnostic(0, _TOO_MANY, left=True))
        return
    try:
        roots = _yaml_values.documents(source.data.decode("latin-1").translate(_LETTERS), _MOST_VALUES)
        objects = (one for root in roots for one in [root, *_nodes(_pairs(root).get("items"))])
        seen: set[int] = set()
        for number, one in enumerate(objects):
            yield from _of_mapping(Written(source, seen, stopped), one, number)
    except _yaml_values.TooMany as slip:
        stopped.append(Diagnostic(slip.place, _MANY_VALUES, left=True))
    except (_yaml_values.NotYaml, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        stopped.append(Diagnostic(mark.index if mark else 0, _TEMPLATE if b"{{" in source.data else _NO_YAML))


def _of_mapping(written: Written, node: Node, number: int) -> Iterator[MapKey]:
    source, _, stopped = written
    found = {} if written.taken(node) else _pairs(node)
    kind = getattr(found.get("kind"), "value", "")
    if kind == "Secret":
        stopped.append(Diagnostic(node.start_mark.index, _SEALED, problem=False))
    elif kind == "ConfigMap":
        named = _pairs(found.get("metadata")).get("name")
        of = (number, named.value if named is not None and named.id == "scalar" else str(number + 1))
        data, binary = (found.get(name) for name in ("data", "binaryData"))
        for name, value in () if written.taken(data) else _pairs(data).items():
            if value.id == "scalar" and not written.taken(value):
                yield MapKey(name, _text_of(source, value), of)
        for name, value in () if written.taken(binary) else _pairs(binary).items():
            if value.id == "scalar" and not written.taken(value):
                place = MapKeyPlace(name, of, value.start_mark.index)
                yield from _of_base64(source, place, value.value, stopped)


def _of_base64(source: Source, key: MapKeyPlace, value: str, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """A key of binaryData, where kubectl puts a file that is no UTF-8: all of its text stands where it begins."""
    from base64 import b64decode  # late: hardly any config map has one

    try:
        text = b64decode("".join(value.split()), validate=True)
    except ValueError:
        stopped.append(Diagnostic(key.begin, _NO_BASE64))
        return
    yield MapKey(key.name, Inlaid(source, text, array("q", [key.begin]) * len(text)), key.map)


def _text_of(source: Source, node: Node) -> Inlaid:
    begin, end, style = node.start_mark.index, node.end_mark.index, node.style or ""
    if style in {"|", ">"}:
        begin = source.data.find(b"\n", begin, end) + 1 or end
    quoted = style in {'"', "'"}
    text = _encoded(node.value)
    if end < len(source.data) and not text.endswith(b"\n"):
        text += b"\n"  # `|-` leaves the last line end out; where the file is cut there is none
    return inlaid(source, text, (begin + quoted, end - quoted), style)


def _encoded(value: str) -> bytes:
    """A value's bytes, as they stand in the file; half a pair of UTF-16, which an escape may be, is no letter."""
    if value.isascii():
        return value.encode()
    whole = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.translate(_BYTES).encode("utf-8", "surrogateescape")


def _pairs(node: Node | None) -> dict[str, Node]:
    """The values of a mapping by their keys; nothing for another node."""
    if node is None or node.id != "mapping":
        return {}
    return {key.value: value for key, value in node.value if key.id == "scalar"}


def _nodes(node: Node | None) -> list[Node]:
    return list(node.value) if node is not None and node.id == "sequence" else []

"""Read Kubernetes config maps, as YAML or JSON, with a One-Touch file or a NOTES.INI under one of their keys.

A text is read as the file that it becomes; its locations are those of the config map. Several files in a map are
several files of the run, except backup copies by the names of their keys. If One-Touch variables (a container's
environment, `envFrom`) are next to the files, only the first file of each kind is read. A Secret is never read.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from advisor import limits
from advisor.facts import Diagnostic
from advisor.pack import Catalogue
from advisor.readers import facts_of, registry
from advisor.readers.domino import one_touch_env
from advisor.readers.domino._embedded_text import (
    DUPLICATE_KEY,
    NO_SECRETS,
    EmbeddedText,
    MapKey,
    MapKeyPlace,
    OpenedMap,
    base64_key,
    embedded_text,
)
from advisor.readers.interface import Item, Reader
from advisor.readers.json_tree import Branch, Entry, JsonValue, Scalar, listed, parse
from advisor.source import HEAD, Source
from advisor.values.paths import originals


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
                else:
                    yield from base64_key(
                        source, MapKeyPlace(entry.name, map_id, entry.value.span[0]), entry.value.text, stopped
                    )


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
_NEEDS_LIBRARY = "it is YAML: install domlint[yaml], or give what `kubectl get configmap NAME -o json` prints"
_SECOND = "a second file of its kind begins here; it was not read, give each server a file of its own"
_COPY = "a copy by the name of its key: the file itself is here too; not used"


class HeldFile(NamedTuple):
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
    for key in of_map.held:
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


def held_files(of_map: OpenedMap, catalogue: Catalogue) -> list[HeldFile]:
    """Return the files of a config map; none if it also has One-Touch variables, which are a server too."""
    if any(one_touch_env.is_variable(key.name) for key in of_map.held):
        return []
    readers = ((key, _reader(key, catalogue)) for key in of_map.held)
    return [HeldFile(key.name, *key.map, reader, key.text) for key, reader in readers if reader]


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
    try:
        from advisor.readers.domino._config_map_yaml import yaml_keys
    except ImportError:
        stopped.append(Diagnostic(0, _NEEDS_LIBRARY, left=True))
        return iter(())
    return yaml_keys(source, stopped)


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
    return item._replace(offset=text.place(item.offset), quote=quote)


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

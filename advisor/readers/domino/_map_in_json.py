"""Map in JSON: the keys of Kubernetes' config maps, as `kubectl get configmap -o json` prints them."""

from collections.abc import Iterator

from advisor.facts import Diagnostic
from advisor.readers.domino._inlaid import inlaid
from advisor.readers.domino._opened_map import SEALED, TWICE, MapKey, MapKeyPlace, of_base64
from advisor.readers.json_tree import Branch, Entry, JsonValue, Scalar, listed, parse
from advisor.source import Source


def keys(source: Source, stopped: list[Diagnostic]) -> Iterator[MapKey]:
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
        stopped.append(Diagnostic(value.span[0], SEALED, problem=False))
    elif kind.text == "ConfigMap":
        named = metadata.last.get("name") if isinstance(metadata, Branch) else None
        of = (number, (named.text if isinstance(named, Scalar) else "") or str(number + 1))
        _last_entries(value, stopped)
        for name in ("data", "binaryData"):
            data = value.last.get(name)
            for entry in _last_entries(data, stopped) if isinstance(data, Branch) else ():
                if not isinstance(entry.value, Scalar) or not entry.value.text:
                    continue
                if name == "data":
                    text = entry.value.text.encode("utf-8", "replace")
                    yield MapKey(entry.name, inlaid(source, text, entry.value.span, '"'), of)
                else:
                    yield from of_base64(
                        source, MapKeyPlace(entry.name, of, entry.value.span[0]), entry.value.text, stopped
                    )


def _last_entries(branch: Branch, stopped: list[Diagnostic]) -> list[Entry]:
    """Return the last entry of each name. The first one that another one follows is a diagnostic."""
    last = {entry.name: entry for entry in branch.entries}
    repeated = next((entry for entry in branch.entries if last[entry.name] is not entry), None)
    if repeated:
        stopped.append(Diagnostic(repeated.at[0], TWICE))
    return list(last.values())

"""Read Docker compose files with a service that runs Domino: stop grace period, limit of memory, environment.

A password never becomes a fact, only the name of its variable. The extra `yaml` is needed.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.containers.docker_inspect import (
    MAX_CONTAINERS,
    NOTHING,
    Container,
    Variable,
    facts_of,
    first_of,
    open_files,
)
from advisor.readers.interface import Reader
from advisor.readers.yaml_nodes import Node, documents, encoded, sequence
from advisor.source import Source, Span

_SERVICES = re.compile(rb"^services:[ \t]*(?:#[^\r\n]*)?\r?$", re.MULTILINE)
_DOMINO = re.compile(rb"domino|/local/notesdata|SERVERSETUP_|SetupAutoConfigure", re.IGNORECASE)
_KUBERNETES = re.compile(rb"^apiVersion:", re.MULTILINE)
_MANY = f"it describes more than {MAX_CONTAINERS} services; what follows was not read"
_PIECE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(us|ms|s|m|h)")
_SECONDS = {"us": 0.000001, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_SIZE = re.compile(r"(\d{1,18}(?:\.\d{1,9})?) ?([kmgt]?)i?b?", re.IGNORECASE)
_BYTES = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}
_EXTENDS = "the service extends another one, which may set it"
_VARIABLE = "a variable sets it"
_NO_TIME = "Compose takes no such value here; it needs a unit, such as 60s"
_NO_SIZE = "Compose takes no such value here; a size is a number with b, k, m or g, such as 4g"

Pairs = dict[str, tuple[Node, Node]]


class _Mappings:
    """Mappings with what `<<` merges into them. Each is merged once, because a short file may repeat a long one."""

    def __init__(self) -> None:
        self._merged: dict[int, Pairs] = {}

    def of(self, node: Node | None) -> Pairs:
        """Return name and value of each key, as nodes; {} for another node."""
        if node is None or node.id != "mapping":
            return {}
        if id(node) not in self._merged:
            self._merged[id(node)] = {}  # a mapping that merges itself
            self._merged[id(node)] = self._with_merged(node)
        return self._merged[id(node)]

    def _with_merged(self, node: Node) -> Pairs:
        own: Pairs = {}
        merged: list[Node] = []
        for key, value in node.value:
            if key.id == "scalar" and key.value == "<<":
                merged += value.value if value.id == "sequence" else [value]
            elif key.id == "scalar":
                own[_text(key)] = key, value
        found = own
        for other in dict.fromkeys(merged):
            found = self.of(other) | found
        return found


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a file has services and a word of Domino's."""
    data = Source.of("", head).data
    return bool(_SERVICES.search(data) and _DOMINO.search(data)) and not _KUBERNETES.search(data)


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of each service that runs Domino."""
    stopped: list[Diagnostic] = []
    mappings = _Mappings()
    services = [
        pair for root in documents(source, stopped, "`docker inspect NAME`") for pair in _services(mappings, root)
    ]
    if len(services) > MAX_CONTAINERS:
        stopped.append(Diagnostic(services[MAX_CONTAINERS][0].start_mark.index, _MANY, left=True))
    found = False
    for key, value in services[:MAX_CONTAINERS]:
        fields = mappings.of(value)
        container = _container(mappings, key, fields)
        if container.runs_domino:
            found = True
            yield from facts_of(container, source, catalogue)
            yield from _stop(fields, container, source)
            yield from _memory(mappings, fields, container, source)
            yield from _open_files(mappings, fields, container, source)
    if not stopped:
        yield Complete("container.", source)
        if not found:
            yield Diagnostic(0, NOTHING, problem=False)
    yield from stopped


def _services(mappings: _Mappings, root: Node) -> list[tuple[Node, Node]]:
    pair = mappings.of(root).get("services")
    return list(mappings.of(pair[1]).values()) if pair else []


def _container(mappings: _Mappings, key: Node, fields: Pairs) -> Container:
    environment = fields["environment"][1] if "environment" in fields else None
    mounts = sequence(fields["volumes"][1]) if "volumes" in fields else []
    return Container(
        _text(key),
        _span(key),
        _text(fields["image"][1]) if "image" in fields else "",
        tuple(_mounted_on(mappings, mount) for mount in mounts),
        first_of(_variables(mappings, environment)),
    )


def _mounted_on(mappings: _Mappings, mount: Node) -> str:
    """Return the folder in the container, from `volume:/folder:options` or a mapping with `target`."""
    if mount.id == "scalar":
        return next((part for part in _text(mount).split(":")[1:2]), "")
    target = mappings.of(mount).get("target")
    return _text(target[1]) if target else ""


def _variables(mappings: _Mappings, environment: Node | None) -> Iterator[Variable]:
    """Yield the variables of a mapping, or of a list with `NAME=value`."""
    for key, value in mappings.of(environment).values():
        if value.id == "scalar":
            yield Variable(_text(key), _text(value), _span(key))
    for entry in sequence(environment):
        name, equals, text = _text(entry).partition("=")
        if equals:
            begin = _span(entry)[0]
            yield Variable(name, text, (begin, begin + len(name.encode())))


def _stop(fields: Pairs, container: Container, source: Source) -> Iterator[Fact]:
    subject = Subject("container", container.name)
    pair = fields.get("stop_grace_period")
    if pair is None:
        if "extends" in fields:
            span = _span(fields["extends"][0])
            yield Fact("container.stop_planned", "", source, span, subject, doubt=_EXTENDS)
        return
    text, span = _text(pair[1]), _span(pair[1])
    seconds = _seconds(text)
    doubt = "" if seconds else _VARIABLE if "$" in text else _NO_TIME
    yield Fact("container.stop_planned", seconds, source, span, subject, doubt=doubt)


def _memory(mappings: _Mappings, fields: Pairs, container: Container, source: Source) -> Iterator[Fact]:
    """Yield the limit of memory in bytes, from `mem_limit` or `deploy: resources: limits: memory`. 0 is no limit."""
    subject = Subject("container", container.name)
    pair = fields.get("mem_limit")
    if pair is None:
        limits = fields
        for name in ("deploy", "resources", "limits"):
            limits = mappings.of(limits[name][1]) if name in limits else {}
        pair = limits.get("memory")
    if pair is None:
        if "extends" in fields:
            span = _span(fields["extends"][0])
            yield Fact("container.memory_planned", "", source, span, subject, doubt=_EXTENDS)
        return
    match = _SIZE.fullmatch(_text(pair[1]))
    size = str(int(float(match[1]) * _BYTES[match[2].lower()])) if match else ""
    if size != "0":
        doubt = "" if size else _VARIABLE if "$" in _text(pair[1]) else _NO_SIZE
        yield Fact("container.memory_planned", size, source, _span(pair[1]), subject, doubt=doubt)


def _open_files(mappings: _Mappings, fields: Pairs, container: Container, source: Source) -> Iterator[Fact]:
    """Yield the soft limit of open files, from `ulimits: nofile`."""
    pair = mappings.of(fields["ulimits"][1]).get("nofile") if "ulimits" in fields else None
    limit = mappings.of(pair[1]).get("soft", pair)[1] if pair else None
    if limit is not None and (text := open_files(_text(limit))):
        yield Fact("container.open_files", text, source, _span(limit), Subject("container", container.name))


def _seconds(text: str) -> str:
    """Return the whole seconds of `1m30s`, or "" if it is no time."""
    pieces = _PIECE.findall(text)
    if not pieces or "".join(number + unit for number, unit in pieces) != text:
        return ""
    return str(int(sum(float(number) * _SECONDS[unit] for number, unit in pieces)))


def _text(node: Node) -> str:
    """Return the text of a scalar, "" for null and for another node."""
    if node.id != "scalar" or node.tag == "tag:yaml.org,2002:null":
        return ""
    return encoded(node.value).decode("utf-8", "replace")


def _span(node: Node) -> Span:
    """Return the location of a scalar without its quotes, or the first letter of another node."""
    begin, end = node.start_mark.index, node.end_mark.index
    if node.id != "scalar":
        return begin, begin + 1
    quoted = node.style in {'"', "'"}
    return begin + quoted, max(end - quoted, begin + quoted)


READER = Reader(
    __name__,
    "compose file",
    recognises,
    read,
    signs=(b"services:",),
    needs_whole_head=True,
    reports_cut=True,
    must_be_whole=True,
)

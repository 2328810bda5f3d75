"""Read `docker inspect NAME` and `podman inspect NAME`: stop timeout, limit of memory, environment.

A password never becomes a fact, only the name of its variable. Compose files have the same facts.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.json_tree import Branch, JsonValue, Scalar, is_object, listed, parse
from advisor.source import Source, Span
from advisor.values import secrets
from advisor.values.readable_secrets import in_clear

MAX_CONTAINERS = 200  # of one file
MAX_VARIABLES = 2_000  # of one container
NOTHING = "none of its containers runs Domino"

_IMAGE = re.compile(r"(?:^|[/_-])domino(?:$|[/:@_-])", re.IGNORECASE)
_OTHER_IMAGE = re.compile(r"safelinx|tika|nginx|exporter|prometheus|borg", re.IGNORECASE)
_SETUP = re.compile(r"SERVERSETUP_|SetupAutoConfigure", re.IGNORECASE)
_DATA = "/local/notesdata"
_PATH = re.compile(r"/[^/\s]+/")


class Variable(Struct, frozen=True):
    """A variable of a container's environment. span: the location of its name."""

    name: str
    value: str
    span: Span


class Container(Struct, frozen=True):
    """A container as a file describes it. span: the location of its name. mounts: the folders in the container."""

    name: str
    span: Span
    image: str
    mounts: tuple[str, ...]
    variables: tuple[Variable, ...]

    @property
    def runs_domino(self) -> bool:
        """Return whether the image, a variable or a mounted folder is one of Domino's."""
        if _OTHER_IMAGE.search(self.image):
            return False
        set_up = any(_SETUP.match(variable.name) for variable in self.variables)
        return set_up or bool(_IMAGE.search(self.image)) or any(mount.startswith(_DATA) for mount in self.mounts)


def facts_of(container: Container, source: Source, catalogue: Catalogue) -> Iterator[Fact]:
    """Yield the name of a container and the names of the variables whose values are passwords or keys."""
    subject = Subject("container", container.name)
    yield Fact("container.name", container.name, source, container.span, subject)
    if mounts := ", ".join(filter(None, container.mounts)):
        yield Fact("container.mounts", mounts, source, container.span, subject)
    for variable in container.variables:
        if _is_secret_in_clear(variable, catalogue):
            yield Fact("container.variable_in_clear", variable.name, source, variable.span, subject)


def _is_secret_in_clear(variable: Variable, catalogue: Catalogue) -> bool:
    """Return whether a value is a secret itself. HCL's container also takes the path of a file with the password."""
    if variable.name.upper().endswith("_FILE"):
        return False
    if _PATH.match(variable.value) and not secrets.holds(secrets.BASE64, variable.value.lower()):
        return False
    return bool(in_clear(catalogue.kind_of_secret(variable.name), variable.value))


def first_of(variables: Iterable[Variable]) -> tuple[Variable, ...]:
    """Return the variables up to the limit."""
    return tuple(variable for variable, _ in zip(variables, range(MAX_VARIABLES), strict=False))


_BEGINS = re.compile(rb"\s*\[\s*\{")
_KEYS = (re.compile(rb'"HostConfig"\s*:\s*\{'), re.compile(rb'"Config"\s*:\s*\{'))
_SERVICE = "com.docker.compose.service"
_COUNT = re.compile(r"[0-9]{1,9}")
_YES_NO = {"true": "yes", "false": "no"}
_DEFAULT, _BY_DEFAULT = "10", "no time is set, and this is Docker's default"
_MANY = f"it describes more than {MAX_CONTAINERS} containers; what follows was not read"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a JSON list has the two objects that describe a container."""
    data = Source.of("", head).data
    return _BEGINS.match(data) is not None and all(key.search(data) for key in _KEYS)


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of each container that runs Domino. An empty StopTimeout is Docker's default."""
    parsed = parse(source)
    objects = [value for root in parsed.values if isinstance(root, Branch) for value in root.values if is_object(value)]
    found = 0
    for value in objects[:MAX_CONTAINERS]:
        container = _container(value)
        if container and container.runs_domino:
            found += 1
            yield from facts_of(container, source, catalogue)
            yield _stop(value, container, source)
            yield from _memory(value, container, source)
            yield from _open_files(value, container, source)
            yield from _killed(value, container, source)
    if len(objects) > MAX_CONTAINERS:
        yield Diagnostic(objects[MAX_CONTAINERS].span[0], _MANY, left=True)
    elif not parsed.diagnostics:
        yield Complete("container.", source)
        if not found:
            yield Diagnostic(0, NOTHING, problem=False)
    yield from parsed.diagnostics


def _container(value: Branch) -> Container | None:
    """Return what an object says of a container, or None for an image, a volume or a network."""
    config, name = value.last.get("Config"), value.last.get("Name")
    if not is_object(config) or not is_object(value.last.get("HostConfig")) or not isinstance(name, Scalar):
        return None
    labels = config.last.get("Labels")
    service = labels.last.get(_SERVICE) if is_object(labels) else None
    named = service if isinstance(service, Scalar) and service.text else name
    mounts = (_text(mount, "Destination") for mount in listed(value, "Mounts"))
    variables = (_variable(entry) for entry in listed(config, "Env") if isinstance(entry, Scalar))
    return Container(
        (named.text or "").lstrip("/"),
        named.span,
        _text(config, "Image"),
        tuple(mounts),
        first_of(variable for variable in variables if variable),
    )


def _variable(entry: Scalar) -> Variable | None:
    name, equals, value = (entry.text or "").partition("=")
    begin = entry.span[0]
    return Variable(name, value, (begin, begin + len(name.encode()))) if equals and name else None


def _stop(value: Branch, container: Container, source: Source) -> Fact:
    config = value.last.get("Config")
    timeout = config.last.get("StopTimeout") if is_object(config) else None
    subject = Subject("container", container.name)
    if isinstance(timeout, Scalar) and (timeout.text or "").isdecimal():
        return Fact("container.stop_running", timeout.text or "", source, timeout.span, subject)
    return Fact("container.stop_running", _DEFAULT, source, container.span, subject, note=_BY_DEFAULT)


def _memory(value: Branch, container: Container, source: Source) -> Iterator[Fact]:
    """Yield the limit of memory in bytes. 0 is no limit."""
    host = value.last.get("HostConfig")
    limit = host.last.get("Memory") if is_object(host) else None
    if isinstance(limit, Scalar) and re.fullmatch(r"[0-9]{1,19}", limit.text or ""):
        yield Fact(
            "container.memory_running", limit.text or "", source, limit.span, Subject("container", container.name)
        )


def _open_files(value: Branch, container: Container, source: Source) -> Iterator[Fact]:
    """Yield the soft limit of open files, if the container has one of its own."""
    for limit in listed(value.last.get("HostConfig"), "Ulimits"):
        soft = limit.last.get("Soft") if is_object(limit) and _text(limit, "Name") == "nofile" else None
        if isinstance(soft, Scalar) and (text := open_files(soft.text or "")):
            yield Fact("container.open_files", text, source, soft.span, Subject("container", container.name))


def open_files(text: str) -> str:
    """Return a limit of open files, `unlimited` for -1, or "" for another text."""
    return "unlimited" if text == "-1" else text if _COUNT.fullmatch(text) else ""


def _killed(value: Branch, container: Container, source: Source) -> Iterator[Fact]:
    """Yield whether the kernel killed a process of the container for want of memory."""
    state = value.last.get("State")
    killed = state.last.get("OOMKilled") if is_object(state) else None
    if isinstance(killed, Scalar) and (text := _YES_NO.get(killed.text or "")):
        yield Fact("container.oom_killed", text, source, killed.span, Subject("container", container.name))


def _text(value: JsonValue, name: str) -> str:
    """Return a text of an object, or ""."""
    entry = value.last.get(name) if is_object(value) else None
    return (entry.text or "") if isinstance(entry, Scalar) else ""


READER = Reader(
    __name__,
    "docker inspect",
    recognises,
    read,
    signs=(b'"hostconfig"',),
    needs_whole_head=True,
    reports_cut=True,
    must_be_whole=True,
)

"""Decide which containers run Domino, and yield the facts that compose files and `docker inspect` have in common."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.pack import Catalogue
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


class Variable(NamedTuple):
    """A variable of a container's environment. span: the location of its name."""

    name: str
    value: str
    span: Span


class Container(NamedTuple):
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

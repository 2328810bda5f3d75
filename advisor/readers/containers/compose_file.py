"""Read Docker compose files with a service that runs Domino: its stop grace period and its environment.

A password never becomes a fact, only the name of its variable. The extra `yaml` is needed.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.source import Source

_SERVICES = re.compile(rb"^services:[ \t]*(?:#[^\r\n]*)?\r?$", re.MULTILINE)
_DOMINO = re.compile(rb"domino|/local/notesdata|SERVERSETUP_|SetupAutoConfigure", re.IGNORECASE)
_KUBERNETES = re.compile(rb"^apiVersion:", re.MULTILINE)
_NEEDS_LIBRARY = "it is YAML: install domlint[yaml], or give what `docker inspect NAME` prints"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a file has services and a word of Domino's."""
    data = Source.of("", head).data
    return bool(_SERVICES.search(data) and _DOMINO.search(data)) and not _KUBERNETES.search(data)


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of each service that runs Domino."""
    try:
        from advisor.readers.containers._compose_yaml import service_facts  # PyYAML is optional
    except ImportError:
        yield Diagnostic(0, _NEEDS_LIBRARY, left=True)
        return
    yield from service_facts(source, catalogue)


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

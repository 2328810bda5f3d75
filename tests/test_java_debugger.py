"""From where a Java debugger can attach, by JavaDebugOptions."""

import pytest

from advisor.derive.settings import derive_debugger as derive
from advisor.derive.settings import reach
from advisor.facts import Fact
from advisor.known import Facts

REACH = {
    "transport=dt_socket,server=y,suspend=n,address=8000": "port alone",
    "transport=dt_socket,server=y,suspend=n": "port alone",
    "transport=dt_socket,server=y,suspend=n,address=*:8000": "anywhere",
    "transport=dt_socket,server=y,suspend=n,address=0.0.0.0:8000": "anywhere",
    "transport=dt_socket, server=y, suspend=n, address=[::]:8000": "anywhere",
    "address=*:8000,suspend=n,server=y,transport=dt_socket": "anywhere",
    "TRANSPORT=DT_SOCKET,SERVER=Y,SUSPEND=N,ADDRESS=0.0.0.0:8000": "anywhere",
    "transport=dt_socket,server=y,suspend=n,address=localhost:8000": "this machine",
    "transport=dt_socket,server=y,suspend=n,address=127.0.0.1:8000": "this machine",
    "transport=dt_socket,server=y,suspend=n,address=[::1]:8000": "this machine",
    "transport=dt_shmem,server=y,suspend=n,address=domino": "this machine",
    "transport=dt_socket,server=y,suspend=n,address=10.1.2.3:8000": "one address",
    "transport=dt_socket,server=y,suspend=n,address=mail01.example.com:8000": "one address",
    "transport=dt_socket,server=n,address=ide.example.com:8000": "nowhere",
    "transport=dt_socket,suspend=n,address=8000": "nowhere",
    "8000": "nowhere",
    ",,=,": "nowhere",
}


IN_WORDS = {
    None: "JavaDebugOptions does not say where it listens",
    "": "JavaDebugOptions does not say where it listens",
    "server=y,address=*:8000": "it listens on every address of the machine",
    "server=y,address=8000": "it listens on port 8000, and no address is given",
    "server=y": "it listens on a port, and no address is given",
    "server=y,address=:8000": "it listens on a port, and no address is given",
}


@pytest.mark.parametrize("options", IN_WORDS)
def test_the_same_in_words(options):
    facts = Facts()
    facts.add([Fact("ini.javadebugoptions", options)] if options is not None else [])
    assert [fact.text for fact in derive(facts, None) if fact.key == "java_debugger.how"] == [IN_WORDS[options]]


@pytest.mark.parametrize(("release", "options", "words"), [
    ("9.0.1", "server=y,address=8000", "it listens on port 8000 of every address of the machine"),
    ("12.0.2", "server=y,address=8000", "it listens on port 8000 of every address of the machine"),
    ("12.0.2", "server=y", "it listens on a port of every address of the machine"),
    ("14.0", "server=y,address=8000", "it listens on port 8000 for programs of this machine alone"),
    ("14.0", "server=y,address=*:8000", "it listens on every address of the machine"),
])  # fmt: skip
def test_what_a_port_alone_means_is_the_releases(release, options, words):
    facts = Facts()
    facts.add([Fact("release", release), Fact("ini.javadebugoptions", options)])
    assert [fact.text for fact in derive(facts, None) if fact.key == "java_debugger.how"] == [words]


@pytest.mark.parametrize("options", REACH)
def test_from_where_a_debugger_can_attach(options):
    assert reach(options) == REACH[options]

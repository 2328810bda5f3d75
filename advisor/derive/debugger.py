"""Debugger: reads JavaDebugOptions; tells from where a Java debugger can attach, should debugging be on.

The options are Java's own: `transport=dt_socket,server=y,suspend=n,address=8000`. On which of the machine's addresses a
port without one is open depends on the Java, so on the release.
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

ANYWHERE, ONE_ADDRESS, PORT_ALONE, HERE, NOWHERE = "anywhere", "one address", "port alone", "this machine", "nowhere"
_IN_WORDS = {
    ANYWHERE: "it listens on every address of the machine",
    ONE_ADDRESS: "it listens on one address of the machine",
    PORT_ALONE: "it listens on {port}, and no address is given",
    HERE: "it listens for programs of this machine alone",
    NOWHERE: "it calls a debugger by itself",
}
_BY_RELEASE = {  # what a port alone means: Java 8 opens it on all addresses, Java 9 and newer to the machine itself
    True: "it listens on {port} of every address of the machine",
    False: "it listens on {port} for programs of this machine alone",
}
_FIRST_WITH_NEWER_JAVA = [14, 0, 0, 0, 0, 0]
_UNSAID = "JavaDebugOptions does not say where it listens"
_ALL_ADDRESSES = {"*", "0.0.0.0", "::"}  # noqa: S104 - read, not bound
_OWN_ADDRESSES = {"localhost", "::1"}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`java_debugger.reach`: anywhere, one address, port alone, this machine, or nowhere where the server calls out.

    `java_debugger.how`: the same in words, or that nothing tells it.
    """
    options = facts.ask("ini.javadebugoptions")
    if options.text:
        yield Fact("java_debugger.reach", reach(options.text), made_from=options.facts)
    words = _told(options.text, facts.ask("release").text) if options.text else _UNSAID
    yield Fact("java_debugger.how", words, made_from=options.facts)


def _told(options: str, release: str | None) -> str:
    """The reach in words, with the port; for a port alone as the release's Java takes it, where that is known."""
    reached = reach(options)
    old = values.parse("release", release) < _FIRST_WITH_NEWER_JAVA if release else None
    words = _IN_WORDS[reached] if reached != PORT_ALONE or old is None else _BY_RELEASE[old]
    number = _words(options).get("address", "")
    return words.format(port=f"port {number}" if number.isdecimal() else "a port")


def reach(options: str) -> str:
    """From where a debugger can attach with some options; without an address Java takes a port of its own."""
    words = _words(options)
    host, _, _ = words.get("address", "").rpartition(":")
    host = host.strip("[]")
    if words.get("server") != "y":
        return NOWHERE
    if words.get("transport") == "dt_shmem" or host in _OWN_ADDRESSES or host.startswith("127."):
        return HERE
    if host in _ALL_ADDRESSES:
        return ANYWHERE
    return ONE_ADDRESS if host else PORT_ALONE


def _words(options: str) -> dict[str, str]:
    """Java's own options by their names, in lower case."""
    return dict(part.strip().partition("=")[::2] for part in options.lower().replace(" ", "").split(","))

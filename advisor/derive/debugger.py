"""Debugger: reads JavaDebugOptions; tells from where a Java debugger can attach, should debugging be on.

The options are Java's own: `transport=dt_socket,server=y,suspend=n,address=8000`. On which of the machine's addresses a
port without one is open depends on the Java, so on the release.
"""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Fact, Facts

ANYWHERE, ONE_ADDRESS, PORT_ALONE, HERE, NOWHERE = "anywhere", "one address", "port alone", "this machine", "nowhere"
_IN_WORDS = {
    ANYWHERE: "it listens on every address of the machine",
    ONE_ADDRESS: "it listens on one address of the machine",
    PORT_ALONE: "it listens on a port, and no address is given",
    HERE: "it listens for programs of this machine alone",
    NOWHERE: "it calls a debugger by itself",
}
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
    words = _IN_WORDS[reach(options.text)] if options.text else _UNSAID
    yield Fact("java_debugger.how", words, made_from=options.facts)


def reach(options: str) -> str:
    """From where a debugger can attach with some options; without an address Java takes a port of its own."""
    words = dict(part.strip().partition("=")[::2] for part in options.lower().replace(" ", "").split(","))
    host, _, _ = words.get("address", "").rpartition(":")
    host = host.strip("[]")
    if words.get("server") != "y":
        return NOWHERE
    if words.get("transport") == "dt_shmem" or host in _OWN_ADDRESSES or host.startswith("127."):
        return HERE
    if host in _ALL_ADDRESSES:
        return ANYWHERE
    return ONE_ADDRESS if host else PORT_ALONE

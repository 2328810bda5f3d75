"""Debugger: reads JavaDebugOptions; tells from where a Java debugger can attach.

The options are Java's own: `transport=dt_socket,server=y,suspend=n,address=8000`. On which of the machine's addresses a
port without one is open depends on the Java, so on the release.
"""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Fact, Facts

ANYWHERE, ONE_ADDRESS, PORT_ALONE, HERE, NOWHERE = "anywhere", "one address", "port alone", "this machine", "nowhere"
_ALL_ADDRESSES = {"*", "0.0.0.0", "::"}  # noqa: S104 - read, not bound
_OWN_ADDRESSES = {"localhost", "::1"}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`java_debugger.reach`: anywhere, one address, port alone, this machine, or nowhere where the server calls out."""
    options = facts.ask("ini.javadebugoptions")
    if options.text:
        yield Fact("java_debugger.reach", reach(options.text), made_from=options.facts)


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

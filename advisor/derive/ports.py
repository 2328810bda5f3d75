"""Ports: reads Ports, the line of each port and its address, and gives the ports that lack one of them."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts
from advisor.values.printing import listed

_NONE = "none"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`ports.undefined`: listed without a line of its own. `ports.unbound`: TCP ports without an address.

    Both are `none` where no port lacks it. Known only of a file that was read to its end.
    """
    ports = facts.ask("ini.ports")
    if ports.trouble or not facts.complete("ini."):
        return
    names = values.parse("list", ports.text or "")
    lines = {name: facts.first(f"ini.{name}") for name in names}
    undefined = [name.upper() for name, line in lines.items() if line is None]
    yield Fact("ports.undefined", listed(undefined) or _NONE, made_from=ports.facts)
    tcp = [name for name, line in lines.items() if line and line.text.upper().startswith("TCP")]
    unbound = [name.upper() for name in tcp if len(tcp) > 1 and facts.first(f"ini.{name}_tcpipaddress") is None]
    origins = ports.facts + tuple(line for line in lines.values() if line)
    yield Fact("ports.unbound", listed(unbound) or _NONE, made_from=origins)

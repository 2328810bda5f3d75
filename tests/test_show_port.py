from at_once import at_once

from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers.console import show_port
from advisor.source import Source

CATALOGUE = builtin().catalogue

PORT = "TCP/IP Port Driver\n\n  Transport Provider:    TCP\n\n  Notes Session  Local          Foreign\n"
EXAMPLES = ["> show port tcpip\n" + PORT, PORT, "sh po lan0\nNETBIOS Port Driver\n"]
TEXTS = [
    (EXAMPLES[0], ["TCP/IP"]),
    (EXAMPLES[0].replace("\n", "\r\n"), ["TCP/IP"]),
    (EXAMPLES[0].encode("utf-16"), ["TCP/IP"]),
    (EXAMPLES[2], ["NETBIOS"]),
]


@at_once(("raw", "told"), TEXTS)
def test_the_driver_of_a_port_is_read(raw, told):
    source = Source.of("port.txt", raw if isinstance(raw, bytes) else raw.encode())
    facts = [item for item in show_port.READER.read(source, CATALOGUE) if isinstance(item, Fact)]
    assert [fact.text for fact in facts] == told
    assert [source.text(*fact.span) for fact in facts] == told


RECOGNISED = [
    ("> show performance\nPerformance data will now be displayed\n", False),
    (PORT + "> show stat\n", False),
]

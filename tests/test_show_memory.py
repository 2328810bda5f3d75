from at_once import at_once

from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers.console import show_memory
from advisor.source import Source

CATALOGUE = builtin().catalogue

PLENTY = "Memory Available (including virtual): Plentiful\n"
EXAMPLES = ["> show memory\n" + PLENTY, PLENTY, "sh mem\nMemory Available (including virtual): 1234 Mbytes\n"]
TEXTS = [
    (EXAMPLES[0], ["Plentiful"]),
    (EXAMPLES[0].replace("\n", "\r\n"), ["Plentiful"]),
    (EXAMPLES[0].encode("utf-16"), ["Plentiful"]),
    (EXAMPLES[2], ["1234 Mbytes"]),
    (PLENTY + EXAMPLES[2], ["1234 Mbytes"]),  # the later answer counts
    (PLENTY.replace("Plenti", "Plen\0ti"), []),
]


@at_once(("raw", "told"), TEXTS)
def test_what_is_left_is_read_as_it_is_said(raw, told):
    source = Source.of("memory.txt", raw if isinstance(raw, bytes) else raw.encode())
    facts = [item for item in show_memory.READER.read(source, CATALOGUE) if isinstance(item, Fact)]
    assert [fact.text for fact in facts] == told
    assert [source.text(*fact.span) for fact in facts] == told


RECOGNISED = [
    ("> show memory allocated\nBLK_UBMBUFFER 17\n", False),
    (PLENTY + "> show stat\n", False),
]

import data
import listings
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.console import show_cluster
from advisor.source import Source

CATALOGUE = builtin().catalogue

LISTING = data.text("show_cluster/listing.txt")
SHORT = "".join(" " + line + "\n" for line in LISTING.splitlines()[1:])
PREFIXED = "".join(f"[001A2B:000002-00007F00AA00BB00] {line}\r\n" for line in LISTING.splitlines())
MESSAGE = "03/04/2021 05:06:07 PM  Router: Message delivered\n"
NAMED = {"cluster.name": "Mail/Example", "console.server_name": "Mail1/Example", "console.availability_threshold": "20"}
INDEX = {"cluster.availability_index": "97"}
COUNTED = NAMED | INDEX | {"cluster.members": "3"}
FACTS = COUNTED | {
    "cluster.member_names": "Mail1/Example,Mail 2/Example,Mail3/Example",
    "cluster.unreachable": "none",
}
FEWER = "the members are not as many as are counted"
NO_LINE = "the line is no line of the listing"


TEXTS = [
    (LISTING, FACTS, []),
    (SHORT, FACTS, []),
    (LISTING.replace("Cluster Information", "Cluster information"), FACTS, []),
    (LISTING.replace("Server availability threshold", "Server cluster auxiliary ports:\nServer availability threshold"),
     FACTS, []),
    (PREFIXED, FACTS, []),
    (LISTING.encode("utf-16"), FACTS, []),
    ("> show cluster\n" + LISTING + "> ", FACTS, []),
    ("Show Cluster\n" + LISTING, FACTS, []),
    (LISTING + MESSAGE, FACTS, []),
    (LISTING.replace("Cluster members", MESSAGE + "Cluster members"), FACTS, []),
    (LISTING + "> load http\nserver: X, availability index: 1\n", FACTS, []),
    (LISTING + "> show stat\n", FACTS, ["here somebody typed another command; what it printed was not read"]),
    (LISTING[: LISTING.index("   server: Mail3")], COUNTED, [FEWER]),
    (LISTING[: LISTING.index(", availability index: 12")], COUNTED, [transcript.CUT]),
    (LISTING + "   server: Mail4/Example, availability index: 1\n", COUNTED, [FEWER]),
    (LISTING[: LISTING.index("Cluster members")], NAMED | INDEX, []),
    (LISTING[: LISTING.index("7 (state")], NAMED, []),
    (LISTING.replace("97 (state: AVAILABLE)", "BUSY").partition("Cluster members")[0], NAMED, []),
    (LISTING.replace("Mail 2", "Mail\0002"), COUNTED, ["the line holds NUL bytes and was not read"]),
    (LISTING + "This server is in no cluster\n", FACTS, [NO_LINE]),
    (LISTING + "Filesystem 1K-blocks Used Available Use% Mounted on\n", FACTS, [NO_LINE]),
    (LISTING[: LISTING.index("0\nServer availability index")], {k: NAMED[k] for k in list(NAMED)[:2]}, []),
    (LISTING[: LISTING.index("Cluster members")] + "Cluster members (0)...\n", COUNTED | {"cluster.members": "0"}, []),
    ("", {}, []),
]  # fmt: skip


@at_once(("raw", "facts", "reasons"), TEXTS)
def test_the_cluster_and_its_members_are_read_and_nothing_is_absent(raw, facts, reasons):
    items = listings.read(show_cluster, raw)
    assert {item.key: item.text for item in items if isinstance(item, Fact) and not item.doubt} == facts
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert not any(isinstance(item, Complete) for item in items)


def test_the_value_stands_where_the_span_says():
    source = Source.of("cluster.txt", PREFIXED.encode())
    shown = {item.key: source.text(*item.span) for item in show_cluster.read(source, CATALOGUE)}
    for key in ("cluster.member_names", "cluster.unreachable"):
        assert shown.pop(key).splitlines()[0] == "Mail1/Example, availability index: 97"
    assert shown == COUNTED


EXAMPLES = [LISTING, SHORT, PREFIXED, "> show cluster\n" + LISTING, "sh cl\n" + LISTING]
RECOGNISED = [
    ("Show Cluster\n\nDisplays the cluster.\n" + LISTING, False),
    (MESSAGE + LISTING, False),
    ("Cluster name: a, Server name: b\n", False),
    ("Cluster Information\nNodes: 3\n", False),
    ("Cluster information\n==================\nName: pve\n", False),
    ("> show cluster\n" + LISTING + "> show stat\n", False),
]

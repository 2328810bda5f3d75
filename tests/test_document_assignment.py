"""Documents are handed out to the servers that they name."""

from at_once import at_once

from advisor.facts import Document
from advisor.servers import documents
from advisor.source import Source

TWO = {"a": ("A/X", "1/a"), "b": ("B/X", "1/b")}  # servers: the name, and the folders down to it
DAYS = TWO | {"a2": ("A/X", "2/a")}
DAYS_OF_BOTH = DAYS | {"b2": ("B/X", "3/b")}
BELOW = {"b": ("B/X", "1/b"), "b2": ("B/X", "1/b/2"), "c": ("C/X", "1/c")}
GROUP = "configgroup_a_2026_08_02@16_05_20.dxl"
STRANGERS = "{} of servers that are not in this run"


class Given:
    """A document of a run. form: its kind; whom: it names; at: the folders down to its file; home: whose file that is."""

    def __init__(self, form, whom, at="1", home="", path="d.dxl", on="", content=0):
        self.home, self.way = home, tuple(at.split("/"))
        self.document = Document(form, whom, (), True, on, Source.of(path, b"x"), (0, 1), content=content)


def handed_out(servers, given):
    """Of each server the places of the documents that it got, in one word, and what is said of the others."""
    got = {one: [] for one in servers}
    spoken = [documents.Spoken(name, tuple(at.split("/")), got[one]) for one, (name, at) in servers.items()]
    placed = []
    for number, one in enumerate(given):
        document = one.document._replace(content=one.document.content or number + 1)
        placed.append(documents.Placed(document, one.way, got.get(one.home, [])))
    said = list(documents.hand_out(placed, spoken))
    places = {id(one.document): str(number) for number, one in enumerate(placed)}
    return {one: "".join(places[id(document)] for document in own) for one, own in got.items()}, said


def config(whom="*", **more):
    return Given("config", whom, **more)


def program(whom="*", **more):
    return Given("program", whom, **more)


@at_once(
    ("servers", "given", "expected"),
    [
        # of configurations for all, or for one group, the newest counts, wherever it stands
        (TWO, [config(on="2024"), config(on="2025")], {"a": "1", "b": "1"}),
        (TWO, [config(on="2025"), config(on="2024")], {"a": "0", "b": "0"}),
        (TWO, [config("G", on="2025"), config("H", on="2024")], {"a": "01", "b": "01"}),
        (TWO, [program(on="2025"), program(on="2024")], {"a": "01", "b": "01"}),
        # what came with a server is its own, although it says nothing new
        (TWO, [config(on="2025", content=7), config(on="2024", content=7, home="a")], {"a": "01", "b": "0"}),
        (TWO, [program(content=7), program(content=7, home="b")], {"a": "0", "b": "01"}),
        (TWO, [program(content=7), program(content=7)], {"a": "0", "b": "0"}),
        # the same content for somebody else, or of another kind, is something else
        (TWO, [config("G", content=7), config("H", content=7)], {"a": "01", "b": "01"}),
        (TWO, [config(content=7), program(content=7)], {"a": "01", "b": "01"}),
        # what came with one of several copies is of its day
        (DAYS, [program(home="a2", at="2/a")], {"a": "", "b": "0", "a2": "0"}),
        (DAYS_OF_BOTH, [program(home="a2", at="2/a")], {"a": "", "b": "", "a2": "0", "b2": ""}),
        (DAYS, [program("A/X, B/X", home="a2", at="1/a")], {"a": "", "b": "0", "a2": "0"}),
        (DAYS, [program("A/X", at="2")], {"a": "", "b": "", "a2": "0"}),
        (DAYS, [program(content=7, home=one, at=at) for one, at in (("a", "1/a"), ("a2", "2/a"))], {"a": "0", "b": "01", "a2": "1"}),
        (BELOW, [config(home=one, at="1/b") for one in ("b", "b2")], {"b": "0", "b2": "1", "c": "01"}),
        (DAYS, [program(home="b", at="1/b"), program(home="b", at="2/b")], {"a": "0", "b": "01", "a2": "1"}),
        # several names: with a star or of a group it is for all; one that says no server is none
        (TWO, [program("*/X")], {"a": "0", "b": "0"}),
        (TWO, [program("A")], {"a": "0", "b": ""}),
        (TWO, [program("A/X, ,")], {"a": "0", "b": ""}),
        (TWO, [program("A, C/X")], {"a": "0", "b": ""}),
        (TWO, [program("Hubs, C/X")], {"a": "0", "b": "0"}),
        (TWO, [program("", home="b")], {"a": "", "b": "0"}),
        (TWO, [config("", home="b")], {"a": "", "b": "0"}),
        # a group's that a server collected is that server's
        (TWO, [config("Hubs", path=GROUP, home="b")], {"a": "0", "b": ""}),
        (TWO, [config("Hubs", path=GROUP.title(), home="b")], {"a": "0", "b": ""}),
        (TWO, [config("Hubs", path=GROUP.replace("_a_", "_c_"), home="b")], {"a": "", "b": "0"}),
    ],
)  # fmt: skip
def test_each_server_gets_what_speaks_of_it(servers, given, expected):
    assert handed_out(servers, given) == (expected, [])


@at_once(
    ("given", "said"),
    [
        ([config("C/X")], "1 document speaks"),
        ([program("C/X"), program("C/X, D/X"), program("A/X, C/X")], "2 documents speak"),
    ],
)
def test_of_servers_that_are_not_there_documents_are_counted(given, said):
    assert [one.reason for one in handed_out(TWO, given)[1]] == [STRANGERS.format(said)]

"""What the memory tables say of a server's and a cluster's users, and for whom they are not even read."""

from at_once import at_once

from advisor import pack
from advisor.derive import statistics
from advisor.derive.context import Context
from advisor.facts import Answer, Fact, Facts, Subject
from advisor.pack import tables
from advisor.servers.clusters import MemberLoad, taking_over
from advisor.sizing import mail_memory
from advisor.sizing.mail_memory import has_memory_tables

CONTEXT = Context(pack.builtin().catalogue)
KEYS = ("users_memory.least_mb", "users_memory.for_users", "users_memory.fitted_mb")

ROWS = [  # users at one time, the row that they reach: its memory and users
    (149, None),
    (150, (64, 150)),
    (299, (64, 150)),
    (617, (256, 600)),
    (1000, (512, 1000)),
    (2500, (1472, 2500)),
    (9000, (1472, 2500)),
]


@at_once(("users", "row"), ROWS)
def test_users_have_the_row_that_they_reach(users, row):
    found = mail_memory.least_memory(users)
    assert (found and (found.mb, found.users)) == row


MEMORY = [  # what tools tell in MB, what is fitted, how many users are the first that it is too little for
    (48, 48, 150),
    (127, 128, 500),
    (128, 128, 500),
    (129, 144, 500),
    (511, 512, 1200),
    (1471, 1472, None),
    (4096, 4096, None),
]


@at_once(("told", "fitted", "too_many"), MEMORY)
def test_memory_is_too_little_from_so_many_users_on(told, fitted, too_many):
    assert (mail_memory.fitted(told), mail_memory.first_out_of_reach(told)) == (fitted, too_many)


ERA = [  # release, platform, whether the tables speak of it
    ("4.5", "windows", True),
    ("4.5.1", "windows", True),
    ("4.6", "windows", False),
    ("4.1", "windows", False),
    ("12.0.2", None, False),
    ("4.5", "aix", False),
    ("4.5", None, None),
    (None, "windows", None),
    (None, "linux", False),
    ("4.5 or newer", "windows", None),
]


@at_once(("release", "platform", "spoken_of"), ERA)
def test_the_tables_speak_of_their_release_and_platform(release, platform, spoken_of):
    assert has_memory_tables(release, platform) is spoken_of


def test_the_era_is_that_of_the_table():
    table = tables.table("memory-mail")
    assert (table.era, table.platform) == (("4.5",), "windows")
    assert all(has_memory_tables(release, table.platform) for release in table.era)


def derived(release, platform, users, memory):
    told = {"release": release, "platform": platform, "stat.server.users.peak": users, "machine.memory": memory}
    facts = Facts()
    facts.add(Fact(key, text) for key, text in told.items() if text)
    facts.add(statistics.derive_users_memory(facts, CONTEXT))
    return tuple(facts.ask(key).text for key in KEYS)


DERIVED = [  # release, platform, users, memory; the row's memory and users, the memory that is fitted
    ("4.5", "windows", "1000", "255", ("512", "1000", "256")),
    ("4.5", "windows", "1000", "", ("512", "1000", None)),
    ("4.5", "windows", "many", "255", (None, None, "256")),
    ("4.5", "windows", "1000", "0", ("512", "1000", None)),
    ("4.5", "windows", "1000", "-2048", ("512", "1000", None)),
    ("4.6", "windows", "1000", "255", (None, None, None)),
    ("4.5", "solaris", "1000", "255", (None, None, None)),
]


@at_once(("release", "platform", "users", "memory", "told"), DERIVED)
def test_what_a_server_tells_of_its_users_memory(release, platform, users, memory, told):
    assert derived(release, platform, users, memory) == told


ROLES = [("", "yes"), ("mail", "yes"), ("application", "yes"), ("hub", "no"), ("relay", "no")]


@at_once(("role", "of_people"), ROLES)
def test_servers_that_call_on_a_hub_are_no_people(role, of_people):
    facts = Facts()
    facts.add(
        Fact(key, text) for key, text in (("release", "4.5"), ("platform", "windows"), ("server.role", role)) if text
    )
    facts.add(statistics.derive_users_memory(facts, CONTEXT))
    assert facts.ask("users_memory.of_people").text == of_people


CLUSTER = Subject("cluster", "CL1")


def load(name, release="4.5", users="100", memory="256", counted=""):
    answers = (Answer(text) if text else Answer() for text in (release, "windows", users, memory, counted))
    return MemberLoad(name, *answers)


TWO, THREE = {"counted": "2"}, {"counted": "3"}
TAKEN = [  # the members, whether one is without an heir, whose users are left over
    ([load("A", users="1000", **TWO), load("B")], "yes", "the 1000 users that A had at one time (B has 256 MB)"),
    ([load("A", users="699", **TWO), load("B")], "no", None),
    ([load("A", users="700", **TWO), load("B")], None, None),  # with B's own, who may be others
    ([load("A", users="799", **TWO), load("B")], None, None),
    ([load("A", users="699", **TWO), load("B", users="")], None, None),
    ([load("A", users="800", **TWO), load("B")], "yes", "the 800 users that A had at one time (B has 256 MB)"),
    (
        [load("A", users="1300", **THREE), load("B"), load("C", memory="128")],
        "yes",
        "the 1300 users that A had at one time (B has 256 MB and C has 128 MB)",
    ),
    ([load("A", users="1299", **THREE), load("B"), load("C", memory="128")], None, None),
    ([load("A", users="1099", **THREE), load("B"), load("C", memory="128")], "no", None),
    ([load("A", users="9000", memory="2000", **TWO), load("B", memory="2000")], "no", None),
    ([load("A", users="9000", **TWO), load("B", memory="2000")], None, None),  # A has too little for its own
    ([load("A", users="1000", **TWO), load("B", users="")], "yes", "the 1000 users that A had at one time (B has 256 MB)"),
    ([load("A", users="1000", **TWO), load("B", memory="")], None, None),
    ([load("A", users="1000", **TWO), load("B", memory="0")], None, None),
    ([load("A", users="", **TWO), load("B")], None, None),
    ([load("A", users="1000"), load("B")], None, None),
    ([load("A", users="1000", **THREE), load("B")], None, None),
    ([load("A", users="1000", **TWO), load("B", counted="3")], None, None),
    ([load("A", users="1000", release="4.6", **TWO), load("B")], None, None),
]  # fmt: skip


@at_once(("members", "without_heir", "left_over"), TAKEN)
def test_whether_the_others_have_the_memory_for_a_members_users(members, without_heir, left_over):
    facts = Facts()
    facts.add(taking_over(CLUSTER, members))
    told = tuple(facts.ask(f"cluster.{key}", CLUSTER).text for key in ("without_heir", "left_over"))
    assert told == (without_heir, left_over)


NOT_ALL = [  # the releases of two members, whether the tables speak of the cluster
    (("4.5", "4.6"), "no"),
    (("4.5", ""), None),
    (("4.6", ""), "no"),
    (("4.5", "4.51"), "yes"),
]


@at_once(("releases", "spoken_of"), NOT_ALL)
def test_the_tables_speak_of_a_cluster_whose_members_are_all_of_their_era(releases, spoken_of):
    facts = Facts()
    facts.add(taking_over(CLUSTER, [load(name, release) for name, release in zip("AB", releases, strict=True)]))
    assert facts.ask("cluster.memory_tables", CLUSTER).text == spoken_of

"""What shows that a server is in a cluster, and what can be said of the members of one together."""

import pytest

from advisor import pack
from advisor.checking.examples import servers_of
from advisor.derive import Context, cluster
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.pack.parts import Example
from advisor.servers import clusters

PACK = pack.builtin()
SHOW_CLUSTER = """\
Cluster Information
Cluster name: CL1, Server name: {name}
Server cluster probe timeout: 1 minute(s)
Server availability threshold: 0
Cluster members (2)...
   server: Mail01/Acme, availability index: 97
   server: Mail02/Acme, availability index: 92
"""


def ini(name, *lines, release="12.0.2"):
    build = [f"FaultRecovery_Build=Release {release}"] if release else []
    return (
        "\n".join(["[Notes]", "KitType=2", "Directory=/local/notesdata", f"ServerName={name}", *build, *lines]) + "\n"
    )


def document(name, cluster_name):
    return (
        f"<document form='Server'><item name='ServerName'><text>{name}</text></item>"
        f"<item name='ClusterName'><text>{cluster_name}</text></item></document>\n"
    )


def stat(gigabytes):
    return f"> show stat\n  Mem.PhysicalRAM = {gigabytes * 1024**3}\n  Server.CPU.Count = 4\n  Server.Users = 3\n"


def joined(files):
    """Each cluster with its members, and what is said of their differences."""
    return [
        (
            one.facts.ask("cluster.name", Subject("cluster", one.name)).text,
            [member.name for member in one.members],
            one.facts.ask("cluster.differ", Subject("cluster", one.name)).text,
            one.facts.ask("cluster.differences", Subject("cluster", one.name)).text,
        )
        for one in clusters.join(servers_of(Example("fail", files), PACK), PACK.catalogue)
    ]


def two(first, second, **further):
    """The files of two members of one cluster."""
    return {
        "a/notes.ini": first,
        "b/notes.ini": second,
        "names.dxl": "<database xmlns='http://www.lotus.com/dxl'>"
        + document("Mail01/Acme", "CL1")
        + document("CN=Mail02/O=Acme", "cl1")
        + "</database>",
    } | {name.replace("__", "/"): text for name, text in further.items()}


A, B = "Mail01/Acme", "Mail02/Acme"
ALIKE = ("CL1", [A, B], None, None)
LIMIT = "Server_Availability_Threshold={}"
MEMBERS = {
    "nothing tells of a cluster": ({"a/notes.ini": ini(A), "b/notes.ini": ini(B)}, []),
    "one member alone": ({"notes.ini": ini(A), "names.dxl": document(A, "CL1")}, []),
    "two of one": (two(ini(A), ini(B)), [ALIKE]),
    "two of two": (two(ini(A), ini(B)) | {"names.dxl": document(A, "CL1"), "b/names.dxl": document(B, "CL2")}, []),
    "by its document and by its console": (
        {"a/notes.ini": ini(A), "a/names.dxl": document(A, "CL1"), "b/notes.ini": ini(B), "b/cluster.txt": SHOW_CLUSTER.format(name=B)},
        [ALIKE],
    ),
    "an empty name is none": (two(ini(A), ini(B)) | {"names.dxl": document(A, ""), "b/names.dxl": document(B, "")}, []),
    "copies of one server are no two members": ({"a/notes.ini": ini(A), "b/notes.ini": ini(A, release="14.5"), "names.dxl": document(A, "CL1")}, []),
    "from documents alone": ({"names.dxl": two("", "")["names.dxl"]}, [ALIKE]),
    "another release": (two(ini(A), ini(B, release="14.5")), [("CL1", [A, B], "yes", f"release 12.0.2 on {A} and 14.5 on {B}")]),
    "a floor of the release says nothing": (two(ini(A), ini(B, "Create_R12_Databases=1", release="")), [ALIKE]),
    "another class of machine": (
        two(ini(A), ini(B), a__stat=stat(8), b__stat=stat(16)),
        [("CL1", [A, B], "yes", f"memory in MB 8192 on {A} and 16384 on {B}")],
    ),
    "nearly the same machine": (two(ini(A), ini(B), a__stat=stat(15), b__stat=stat(16)), [("CL1", [A, B], "no", None)]),
    "memory of one is not known": (two(ini(A), ini(B), a__stat=stat(8)), [ALIKE]),
    "another threshold": (
        two(ini(A, LIMIT.format(80)), ini(B, LIMIT.format(90))),
        [("CL1", [A, B], "yes", f"availability threshold 80 on {A} and 90 on {B}")],
    ),
    "a threshold on one of them only": (
        two(ini(A, LIMIT.format(80)), ini(B), a__stat=stat(8), b__stat=stat(8)),
        [("CL1", [A, B], "yes", f"availability threshold 80 on {A} and 0 on {B}")],
    ),
    "a threshold of 0 is as good as none": (two(ini(A, LIMIT.format(0)), ini(B), a__stat=stat(8), b__stat=stat(8)), [("CL1", [A, B], "no", None)]),
    "a threshold that a fragment does not show is not known": (
        two(ini(A, LIMIT.format(80)), f"ServerName={B}\nServer_Session_Timeout=45\n"),
        [ALIKE],
    ),
    "everything alike": (two(ini(A, LIMIT.format(80)), ini(B, LIMIT.format(80)), a__stat=stat(8), b__stat=stat(8)), [("CL1", [A, B], "no", None)]),
    "another number of processors": (
        two(ini(A), ini(B), a__stat=stat(8), b__stat=stat(8).replace("Count = 4", "Count = 1")),
        [("CL1", [A, B], "yes", f"number of processors 4 on {A} and 1 on {B}")],
    ),
    "several matters": (
        two(ini(A, LIMIT.format(80)), ini(B, LIMIT.format(90), release="14.5")),
        [("CL1", [A, B], "yes", f"release 12.0.2 on {A} and 14.5 on {B}; availability threshold 80 on {A} and 90 on {B}")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), MEMBERS.values(), ids=MEMBERS.keys())
def test_servers_of_one_cluster_are_seen_together(files, expected):
    assert joined(files) == expected


def derived(told, *more):
    facts = Facts()
    facts.add([*(Fact(key, text) for key, text in told.items()), *more])
    facts.add(cluster.derive(facts, Context(PACK.catalogue)))
    return facts


@pytest.mark.parametrize(("told", "member", "replicators", "others"), [  # what is told, member, replicators, other members
    ({}, None, None, None),
    ({"ini.servertasks": "Update,Router"}, None, None, None),
    ({"tasks.member": "cldbdir"}, "yes", None, None),
    ({"tasks.member": "clrepl"}, "yes", "1", None),
    ({"tasks.member": "cladmin"}, "yes", None, None),
    ({"ini.server_cluster_on": "1"}, "yes", None, None),
    ({"ini.server_cluster_on": "0"}, None, None, None),
    ({"ini.server_cluster_default_port": "CLUSTER"}, "yes", None, None),
    ({"ini.cluster_replicators": "2"}, "yes", "2", None),
    ({"ini.cluster_replicators": "0"}, None, None, None),
    ({"ini.cluster_replicators": "many"}, "yes", None, None),
    ({"ini.cluster_replicators": "2", "tasks.member": "clrepl"}, "yes", "2", None),
    ({"doc.server.clustername": "CL1"}, "yes", None, None),
    ({"doc.server.clustername": ""}, None, None, None),
    ({"cluster.name": "CL1"}, "yes", None, None),
    ({"cluster.name": "CL1", "cluster.members": "3"}, "yes", None, "2"),
    ({"cluster.members": "0"}, None, None, None),
    ({"cluster.members": "some"}, None, None, None),
])  # fmt: skip
def test_what_shows_that_a_server_is_in_a_cluster(told, member, replicators, others):
    facts = derived(told)
    keys = ("cluster.member", "cluster.replicators", "cluster.other_members")
    assert tuple(facts.ask(key).text for key in keys) == (member, replicators, others)


def test_every_clrepl_of_servertasks_is_a_replicator():
    facts = derived({}, Fact("tasks.member", "clrepl"), Fact("tasks.member", "clrepl", note="twice"))
    assert facts.ask("cluster.replicators").text == "2"


@pytest.mark.parametrize(("told", "note"), [  # what shows that the server is in a cluster, and how that is put
    ({"tasks.member": "clrepl", "ini.server_cluster_on": "1", "cluster.name": "CL1"}, "ServerTasks starts clrepl"),
    ({"ini.server_cluster_default_port": "LAN1"}, "Server_Cluster_Default_Port is set"),
    ({"ini.server_cluster_on": "0", "cluster.name": "CL1"}, "`show cluster` names its cluster"),
    ({"doc.server.clustername": "CL1"}, "its server document names its cluster"),
])  # fmt: skip
def test_the_first_sign_of_a_cluster_is_named(told, note):
    assert [fact.note for fact in derived(told).ask("cluster.member").facts] == [note]


@pytest.mark.parametrize(("told", "counted", "origin"), [  # what is told, whether there is cluster replication to count, and by what that is known
    ({"cluster.members": "3"}, None, None),
    ({"cluster.name": "CL1", "cluster.members": "3"}, "yes", "cluster.member"),
    ({"cluster.name": "CL1", "stat.replica.cluster.failed": "0"}, "yes", "stat.replica.cluster.failed"),
])  # fmt: skip
def test_whether_there_is_cluster_replication_to_count(told, counted, origin):
    answer = derived(told).ask("cluster.counted")
    assert answer.text == counted
    assert [place.key for fact in answer.facts for place in fact.made_from] == [origin] * bool(origin)


def users(*peaks):
    return {
        f"{name}__stat": stat(8) + f"  Server.Users.Peak = {peak}\n" for name, peak in zip("ab", peaks, strict=True)
    }


@pytest.mark.parametrize(("release", "files", "stands", "who"), [  # release, files, whether one stands by, and which
    ("5.0.8", users(300, 15), "yes", B),
    ("5.0.8", users(15, 300), "yes", A),
    ("5.0.8", users(300, 16), "no", None),
    ("5.0.8", users(19, 0), "no", None),
    ("5.0.8", users("many", 0), None, None),
    ("5.0.8", {}, None, None),
    ("6.0", users(300, 15), "yes", B),
])  # fmt: skip
def test_a_member_that_hardly_anybody_uses_stands_by(release, files, stands, who):
    [cluster] = clusters.join(
        servers_of(Example("fail", two(ini(A, release=release), ini(B, release=release), **files)), PACK),
        PACK.catalogue,
    )
    told = [cluster.facts.ask(f"cluster.{key}", Subject("cluster", "CL1")).text for key in ("stands_by", "standing_by")]
    assert told == [stands, who]
    old = cluster.facts.ask("cluster.of_r4_or_r5", Subject("cluster", "CL1")).text
    assert old == ("yes" if release < "6" else "no")


QUEUES = [  # the averages, how many CLREPL ServerTasks lists, the members that `show cluster` counts, and what is said of the queue
    ({"secondsonqueue": "120"}, 0, "", "120 seconds on average"),
    ({"secondsonqueue": "22", "workqueuedepth": "0"}, 0, "", "22 seconds, 0 databases in the queue on average"),
    ({"secondsonqueue": "1", "workqueuedepth": "1"}, 0, "", "1 second, 1 database in the queue on average"),
    ({"workqueuedepth": "3"}, 1, "", "3 databases in the queue on average"),
    (
        {"secondsonqueue": "1565", "workqueuedepth": "280"},
        1,
        "5",
        "1565 seconds, 280 databases in the queue on average; 1 Cluster Replicator for 4 other members",
    ),
    ({"secondsonqueue": "31"}, 2, "2", "31 seconds on average; 2 Cluster Replicators for 1 other member"),
    ({}, 1, "5", None),
]  # fmt: skip


@pytest.mark.parametrize(("averages", "replicators", "members", "text"), QUEUES)
def test_what_waits_for_cluster_replication_and_who_serves_it(averages, replicators, members, text):
    told = {f"stat.replica.cluster.{key}.avg": value for key, value in averages.items()}
    told |= {"cluster.members": members} if members else {}
    facts = derived(told, *[Fact("tasks.member", "clrepl")] * replicators)
    assert facts.ask("cluster_queue.averages").text == text

"""Servers of one cluster, and how they differ."""

from at_once import at_once

from advisor import pack
from advisor.checking.examples import servers_of
from advisor.derive import Context, cluster
from advisor.facts import Fact, Facts, Subject
from advisor.pack.rule import Example
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


@at_once(("files", "expected"), MEMBERS.values(), ids=MEMBERS.keys())
def test_servers_of_one_cluster_are_seen_together(files, expected):
    assert joined(files) == expected


@at_once(("setting", "replicators"), [("2", "2"), ("0", None), ("many", None)])
def test_the_number_of_cluster_replicators(setting, replicators):
    facts = Facts()
    facts.add([Fact("ini.cluster_replicators", setting)])
    facts.add(cluster.derive(facts, Context(PACK.catalogue)))
    assert facts.ask("cluster.replicators").text == replicators

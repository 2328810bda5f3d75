"""Runs of several servers, as the files that are laid for them."""

from pathlib import Path

from laid import lay

FIXTURES = Path(__file__).parent.parent / "fixtures"
INI = (
    "[Notes]\nKitType=2\nServerName=CN={name}/O=Acme\nDirectory=/local/{name}\nFaultRecovery_Build=Release 12.0.2\n"
    "TRANSLOG_Status=0\nPorts=TCPIP\nSERVER_RESTRICTED=2\nServer_Session_Timeout=480\n"
)
DOCUMENT = (
    "<document form='{form}'><item name='ServerName'><text>{server}</text></item>{items}"
    "<item name='ClusterName'><text>{cluster}</text></item></document>\n"
)
STAT = "> show stat\n  Mem.PhysicalRAM = {}\n  Server.Users = 3\n"


def dxl(*documents):
    return f"<database xmlns='http://www.lotus.com/dxl'>\n{''.join(documents)}</database>\n"


def document(form, server, cluster="", items=""):
    return DOCUMENT.format(form=form, server=server, cluster=cluster, items=items)


def ini(name, more=""):
    return INI.format(name=name) + more


RUNS = {  # the files of a run, by folder
    "one": {"notes.ini": ini("A")},
    "none": {"readme.txt": "hello"},
    "partitions": {
        "aix.txt": "7100-03-05-1524\n",
        "a/notes.ini": ini("A", "PartitionNumber=1\nNSF_Buffer_Pool_Size_MB=300\n"),
        "a/stat.txt": STAT.format(2**33),
        "b/notes.ini": ini("B", "PartitionNumber=2\nNSF_Buffer_Pool_Size_MB=400\n"),
        "b/stat.txt": STAT.format(2**33),
        "c/notes.ini": ini("C", "PartitionNumber=1\n"),
    },
    "a cluster": {
        "a/notes.ini": ini("A", "Server_Availability_Threshold=80\n"),
        "b/notes.ini": ini("B").replace("12.0.2", "14.0"),
        "c/notes.ini": ini("C"),
        "names.dxl": dxl(
            document("Server", "CN=A/O=Acme", "East"),
            document("Server", "CN=B/O=Acme", "East"),
            document("ServerConfig", "*", items="<item name='TRANSLOG_Status'><text>1</text></item>"),
            document("Server", "CN=X/O=Acme"),
        ),
    },
    "cut documents": {
        "a/notes.ini": ini("A"),
        "a/own.dxl": dxl(document("Server", "CN=A/O=Acme", "East")),
        "b/notes.ini": ini("B"),
        "names.dxl": dxl(document("ServerConfig", "*"), document("Server", "CN=B/O=Acme"))[:-60],
    },
    "copies": {
        "a/notes.ini": ini("A"),
        "a/old.ini": "[Notes]\nKitType=2\nTRANSLOG_Status=1\nDirectory=/local\n",
        "a/same.ini": "[Notes]\nKitType=2\n",
        "b/notes.ini": ini("A"),
        "b/broken.ini": "[Notes]\nKitType=2\nA=\0\n",
    },
    "consoles": {
        "a/notes.ini": ini("Mail01"),
        "b/notes.ini": ini("Mail02"),
        "sc.txt": "> show cluster\nCluster Information\nCluster name: East, Server name: Mail02/Acme\nServer cluster probe timeout(in minutes): 1\n",
        "secret/notes.ini": ini("Secretariat", "SMTP_Password=hunter2\n"),
    },
}


def fleet(folder, number, documents=True):
    """So many servers, every second one in a cluster, with a file of documents above them."""
    files = {}
    for one in range(number):
        files[f"s{one:04}/notes.ini"] = ini(f"S{one}")
        files[f"s{one:04}/stat.txt"] = STAT.format(2**33)
    for_all = [document("ServerConfig", "*"), document("ServerConfig", "Group")]
    each = [document("Server", f"CN=S{one}/O=Acme") for one in range(number)]
    files["names.dxl"] = dxl(*for_all, *(each if documents else []))
    lay(folder, files)

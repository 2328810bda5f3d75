"""Sections: where a key belongs in two servers side by side, which are each server's own, and what only counts."""

from advisor.comparing.difference import DOCUMENTS, SERVER, SETTINGS, STORAGE, SYSTEM, TASKS
from advisor.facts import SERVER as THE_SERVER
from advisor.facts import Subject
from advisor.known import Facts

INI = "ini."
_OF_SERVER = (
    "release", "platform", "bits", "server.kind", "server.role", "machine.memory", "stat.server.cpu.count",
    "stat.server.cpu.type",
)  # fmt: skip
_OF_TASKS = ("ini.servertasks",)
_SECTIONS = {  # by the first word of a key, of what stands on the server itself
    "ini": SETTINGS, "doc": DOCUMENTS, "aix": SYSTEM, "kernel": SYSTEM, "limit": SYSTEM, "unit": SYSTEM,
    "start_script": SYSTEM, "variable": SYSTEM, "registry": SYSTEM, "shell": SYSTEM, "login": SYSTEM,
}  # fmt: skip
_KINDS = {  # by the kind of what it stands on
    "program": DOCUMENTS, "connection": DOCUMENTS, "site": DOCUMENTS, "global_domain": DOCUMENTS,
    "array": STORAGE, "controller": STORAGE, "disk": STORAGE, "volume": STORAGE, "logical_volume": STORAGE,
    "volume_group": STORAGE, "lun": STORAGE, "paging_space": SYSTEM, "page_file": SYSTEM, "unit": SYSTEM,
    "limit": SYSTEM, "registry": SYSTEM,
}  # fmt: skip
_COUNTS = (".mount", ".free", ".used", ".inodes", ".errors", ".media_errors", ".device")  # day by day, or the subject
_EACH_ITS_OWN = frozenset(
    {
        "ini.servername", "ini.keyfilename", "ini.serverkeyfilename", "ini.keyfilename_owner", "ini.mailserver",
        "ini.serverkeyfilename_owner", "ini.partitionnumber", "ini.smtpdisplayhostname", "ini.nomad_web_host",
        "ini.setup", "ini.serversetup", "ini.templatesetup", "ini.newrelic_agent_guid", "ini.username",
        "ini.last_domino_time_abort", "ini.faultrecovery_build", "doc.server.servername", "doc.server.servertitle",
        "doc.server.smtpfullhostdomain", "doc.server.netaddresses", "doc.server.serverbuildnumber",
    }
)  # fmt: skip
_OWN_ENDINGS = ("_tcpipaddress", "_hostname", ".fullhostname")
_OF_KERNEL = ("/proc/", "/sys/", "/dev/", "/run/")
_OF_A_PARTITION = frozenset({"ini.directory", "ini.filedlgdirectory", "ini.servicename"})


def section(subject: Subject, key: str) -> str:
    """Where a key belongs; "" for what is not compared: what only counts, and what is derived."""
    if subject == THE_SERVER:
        if key in _OF_SERVER:
            return SERVER
        if is_task(key):
            return TASKS
        found = _SECTIONS.get(key.partition(".")[0], "")
    else:
        found = "" if _is_kernel_s(subject) else _KINDS.get(subject.kind, "")
    return "" if any(word in key for word in _COUNTS) else found


def _is_kernel_s(subject: Subject) -> bool:
    """Whether it is no volume of disks but what Linux mounts for itself."""
    return subject.kind == "volume" and (subject.name == "[SWAP]" or f"{subject.name}/".startswith(_OF_KERNEL))


def is_task(key: str) -> bool:
    """Whether a key is a list of tasks."""
    return key.startswith(_OF_TASKS)


def of_documents(subject: Subject) -> bool:
    """Whether it is a document, whose items were all given where one was."""
    return _KINDS.get(subject.kind) == DOCUMENTS


def is_own(key: str, both: tuple[Facts, Facts]) -> bool:
    """Whether each of the two has to have it for itself; of two partitions also where their data lie."""
    if key in _EACH_ITS_OWN or key.endswith(_OWN_ENDINGS):
        return True
    one, other = (facts.ask("ini.partitionnumber").text for facts in both)
    return key in _OF_A_PARTITION and None not in {one, other} and one != other

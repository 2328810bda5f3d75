"""Steps: the table of all derive steps, in the order in which they run.

A step is a module with `derive(facts, context)`, which yields facts. What only some kinds of input call for is imported
when such input was given: a check of NOTES.INI alone does without.
"""

from collections.abc import Callable
from typing import NamedTuple

from advisor.derive.context import END_BY_THEMSELVES
from advisor.facts import SERVER, Facts

Condition = Callable[[Facts], bool]


def _always(_: Facts) -> bool:
    return True


def _given(*kinds: str) -> Condition:
    """Whether evidence of one of some kinds, the first words of its keys, was given."""
    return lambda facts: not facts.evidence.isdisjoint(kinds)


def _documents(facts: Facts) -> bool:
    return bool(facts.documents)


def _given_documents(*kinds: str) -> Condition:
    """Whether documents of some kinds were given."""
    return lambda facts: any(document.form in kinds for document in facts.documents)


def _schedules(facts: Facts) -> bool:
    """Whether a Program document or a line for an hour was given, or ServerTasks lists what ends by itself."""
    lists = facts.each("ini.servertasks")
    return "program" in facts.evidence or any(
        fact.key != "ini.servertasks" or any(task in fact.text.lower() for task in END_BY_THEMSELVES) for fact in lists
    )


def _other_documents(facts: Facts) -> bool:
    return any(document.form in {"connection", "global_domain", "certstore"} for document in facts.documents)


def _documents_or_console(facts: Facts) -> bool:
    return bool(facts.documents) or "console" in facts.evidence


def _tells_of_mail_boxes(facts: Facts) -> bool:
    """Documents, consoles and statistics do, and tasks that are started for a mail box."""
    scanned = any(".box" in fact.text.lower() for fact in facts.each("ini.servertasks"))
    return scanned or _documents_or_console(facts) or "stat" in facts.evidence


def _tells_of_a_debugger(facts: Facts) -> bool:
    return bool(facts.each("ini.javaenabledebug") or facts.each("ini.javascriptenabledebug"))


def _tells_of_fault_recovery(facts: Facts) -> bool:
    return (SERVER, "ini.faultrecovery") in facts.known


def _tells_of_volumes(facts: Facts) -> bool:
    """Storage does, and drive letters: each is a volume of its own."""
    storage = facts.evidence & {"array", "controller", "volume", "logical_volume"}
    return bool(storage) or facts.ask("platform").text == "windows"


def _tells_of_windows_disks(facts: Facts) -> bool:
    """Disks do, and that the machine is virtual."""
    return "disk" in facts.evidence or bool(facts.ask("machine.virtual").facts)


def _tells_of_load(facts: Facts) -> bool:
    """Counters do, the memory's figures, and Domino's statistics of the platform."""
    return not facts.evidence.isdisjoint({"counter", "memory"}) or bool(facts.each("stat.platform."))


def _tells_of_free_space(facts: Facts) -> bool:
    """Volumes do, and what the console and the statistics say of them."""
    return bool(facts.evidence & {"volume", "space"}) or any(True for _ in facts.each("stat.disk."))


def _counts_mail(facts: Facts) -> bool:
    counted = ("stat.mail.", "stat.smtp.dnsbl.", "console.mail_dead", "console.mail_waiting")
    return any(facts.each(prefix) for prefix in counted)


def _runs_traveler(facts: Facts) -> bool:
    tasks = any("traveler" in fact.text.lower() for fact in facts.each("ini.servertasks"))
    return tasks or bool(facts.each("stat.traveler.push."))


class Step(NamedTuple):
    """One step: its module, and what it has to do with others.

    gives: its keys, or their beginnings; `ini.` keys are settled. completes: the beginnings of keys that it says were
    read to their end. needs: what it asks for that earlier steps give. where: whether there is something for it to do.
    """

    module: str
    gives: tuple[str, ...]
    completes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    where: Condition = _always


STEPS = (
    Step("documents", ("doc.", "config_document.rank"), completes=("doc.",), where=_documents),
    Step("access", ("access_list.",), needs=("doc.",), where=_documents),
    Step("programs", ("program.",), where=_given_documents("program")),
    Step("sites", ("site.",), needs=("doc.",), where=_documents),
    Step("web_sites", ("web.",), completes=("web.",), needs=("site.", "doc."), where=_documents),
    Step(
        "directory",
        ("connection.", "global_domain.", "certstore."),
        where=_given_documents("connection", "global_domain", "certstore"),
    ),
    Step("kind", ("server.kind", "server.partitioned", "server.role", "server.workload", "mail.in_use")),
    Step("platform", ("platform", "platform.told_otherwise"), completes=("array.", "controller.")),
    Step("tasks", ("task.", "tasks."), completes=("task.", "scheduled_task."), needs=("program.",)),
    Step("scheduled", ("scheduled_task.",), needs=("program.",), where=_schedules),
    Step(
        "release",
        ("release", "release.contradiction", "release.told_otherwise"),
        needs=("doc.server.serverbuildnumber", "tasks.member"),
    ),
    Step("bits", ("bits", "bits.told_otherwise"), needs=("release", "platform")),
    Step("settings", ("setting.",), completes=("setting.",)),
    Step("known_settings", ("setting.", "debug."), completes=("setting.", "debug.")),
    Step("secrets", ("setting.",), completes=("setting.",), where=_given("one_touch")),
    Step(
        "effective",
        ("item.", "ini.translog_", "ini.daos", "ini.faultrecovery"),
        needs=("doc.",),
        where=_documents_or_console,
    ),
    Step(
        "mail_boxes",
        ("mail_boxes.count", "mail_boxes.several", "item."),
        needs=("doc.config.mail_number_of_mailboxes", "config_document.rank"),
        where=_tells_of_mail_boxes,
    ),
    Step(
        "statistics",
        (
            "mail_boxes.conflict_percent",
            "replication.failed_percent",
            "cluster_replication.failed_percent",
            "buffer_pool.peak_percent",
            "counters.hours",
            "counters.settled",
            "mail.in_use",
        ),
        where=_given("stat"),
    ),
    Step(
        "trouble",
        ("trouble.kind", "trouble.count", "trouble.times", "trouble.first", "trouble.last"),
        where=_given("logged"),
    ),
    Step(
        "units",
        (
            "unit.name",
            "unit.open_files",
            "unit.processes",
            "unit.tasks_max",
            "unit.timeout_stop_seconds",
            "unit.restart",
            "unit.user",
        ),
        where=_given("unit"),
    ),
    Step(
        "limits",
        ("limit.open_files", "limit.tasks"),
        needs=("unit.",),
        where=_given("process", "shell", "unit", "login"),
    ),
    Step(
        "mail_queues",
        ("mail.dead", "mail.waiting", "blacklist.dead", "blacklist.refuses_all"),
        where=_counts_mail,
    ),
    Step(
        "semaphores",
        ("semaphores.timeouts", "semaphores.told"),
        where=lambda facts: bool(facts.each("stat.sem.timeouts")),
    ),
    Step(
        "traveler",
        ("traveler.http_threads_wanted", "traveler.devices_counted", "traveler.heap_mb"),
        needs=("bits",),
        where=_runs_traveler,
    ),
    Step(
        "fault_recovery",
        ("fault_recovery.on", "fault_recovery.elsewhere"),
        needs=("ini.faultrecovery", "unit.restart"),
        where=_tells_of_fault_recovery,
    ),
    Step("memory", ("machine.memory",), where=_given("stat", "memory")),
    Step(
        "directories",
        (
            "transaction_log.path",
            "transaction_log.in_data_directory",
            "view_rebuild.path",
            "view_rebuild.in_data_directory",
            "daos.path",
            "daos.in_data_directory",
        ),
        needs=("ini.translog_path", "ini.daos"),
    ),
    Step(
        "neighbours",
        ("partition.databases", "partition.transaction-log", "partition.view-rebuild", "machine.shares"),
        needs=("ini.translog_", "ini.daos", "transaction_log.path", "view_rebuild.path"),
        where=_given("partition"),
    ),
    Step("ports", ("ports.undefined", "ports.unbound")),
    Step(
        "cluster",
        (
            "cluster.member",
            "cluster.counted",
            "cluster.replicators",
            "cluster.other_members",
            "cluster_queue.averages",
        ),
        needs=("doc.server.clustername", "tasks.member"),
    ),
    Step("environment", ("variable.name", "variable.resembles"), completes=("variable.",), where=_given("aix")),
    Step("completion_ports", ("aix.iocp.state",), where=_given("aix")),
    Step("thread_lists", ("aix.thread_lists",), where=_given("aix")),
    Step("restricted", ("aix.restricted_set",), where=_given("aix")),
    Step("debugger", ("java_debugger.",), where=_tells_of_a_debugger),
    Step("backup", ("backup.shown",), needs=("tasks.names",)),
    Step("transactions", ("transactions.pool_capacity", "transactions.pools"), needs=("platform",)),
    Step(
        "buffer_pool",
        ("buffer_pool.written", "buffer_pool.most_mb", "buffer_pool.percent_of_memory"),
        needs=("release", "bits", "platform", "machine.memory"),
    ),
    Step(
        "arrays",
        (
            "array.name",
            "controller.name",
            "volume.array",
            "array.cache_read_percent",
            "array.protection_state",
            "array.no_battery_write_cache",
            "array.drive_write_cache",
            "array.write_cache_disabled",
            "array.write_cache_protected",
            "array.falls_back",
            "array.has_cache_ratio",
            "array.bare",
            "array.slot",
            "array.adapter",
            "array.number",
        ),
        where=_given("array", "controller"),
    ),
    Step("logical_volumes", ("volume.disk",), where=_given("logical_volume")),
    Step(
        "windows_disks",
        ("disk.media", "disk.health", "disk.health_said", "volume.array", "volume.disk", "volume.media"),
        completes=("array.", "controller."),
        needs=(
            "array.name",
            "ini.translog_status",
            "platform",
            "transaction_log.path",
            "view_rebuild.path",
            "volume.array",
        ),
        where=_tells_of_windows_disks,
    ),
    Step(
        "mount_options",
        ("volume.concurrent_io", "volume.mount", "volume.other_options", "machine.container"),
        where=_given("volume"),
    ),
    Step(
        "layout",
        (
            "array.holds",
            "array.lodgers",
            "array.media",
            "array.neighbours.",
            "arrays.count",
            "databases.",
            "log_database.",
            "page_file.",
            "transaction_log.",
            "view_rebuild.",
            "daos.own_file_system",
            "volume.contradiction",
            "volume.lodgers",
        ),
        needs=(
            "ini.translog_path",
            "ini.translog_status",
            "daos.path",
            "platform",
            "transaction_log.path",
            "view_rebuild.path",
            "array.name",
            "array.cache_read_percent",
            "array.falls_back",
            "array.write_cache_protected",
            "disk.media",
            "partition.",
            "volume.array",
            "volume.disk",
            "volume.media",
            "volume.mount",
        ),
        where=_tells_of_volumes,
    ),
    Step(
        "write_cost",
        ("array.write_cost",),
        needs=("array.holds", "array.name", "array.neighbours.", "tasks.names", "volume.array"),
        where=_given("array"),
    ),
    Step(
        "likeness",
        (
            "array.alike",
            "array.alike_hold",
            "array.first_alike",
            "array.of_disks",
            "controller.told_of_its_arrays",
            "array.first_of_disks",
            "array.failed",
            "array.off_spindles",
            "array.without_controller",
        ),
        needs=(
            "array.falls_back",
            "array.holds",
            "array.media",
            "array.name",
            "array.neighbours.",
            "array.write_cache_protected",
            "array.write_cost",
            "platform",
        ),
        where=_given("array"),
    ),
    Step(
        "disks",
        ("disks.troubled", "disks.failed", "disks.irreplaceable"),
        needs=("disk.health",),
        where=_given("disk"),
    ),
    Step("wanted", ("array.media", "array.holds"), where=_given("array")),
    Step(
        "load",
        ("counter.", "memory.paging_percent"),
        needs=(
            "counters.hours",
            "array.name",
            "array.lodgers",
            "array.media",
            "volume.array",
            "volume.disk",
            "volume.lodgers",
            "volume.media",
        ),
        where=_tells_of_load,
    ),
    Step(
        "free_space",
        ("volume.free", "volume.size", "volume.full", "volume.at_stake", "volume.log_archived"),
        needs=("ini.translog_", "ini.daos", "transaction_log.path", "view_rebuild.path", "partition.", "platform"),
        where=_tells_of_free_space,
    ),
    Step(
        "presumed",
        (
            "transaction_log.own_file_system",
            "view_rebuild.own_file_system",
            "daos.own_file_system",
            "transaction_log.virtual",
            "view_rebuild.off_spindles",
            "view_rebuild.held",
            "health.printed",
            "blacklist.printed",
            "semaphores.printed",
            "counters.settled",
            "machine.container",
            "machine.memory",
            "server.partitioned",
        ),
        needs=(
            "platform",
            "volume.array",
            "volume.mount",
            "transaction_log.",
            "view_rebuild.",
            "daos.",
            "counters.settled",
            "machine.container",
            "machine.memory",
            "server.partitioned",
        ),
    ),
)

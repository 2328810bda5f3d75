"""Steps on the server itself: what it is, what runs on it, how it is set, and what stands beside it."""

from advisor.derive.context import END_BY_THEMSELVES
from advisor.derive.steps.step import Step, given
from advisor.facts import SERVER
from advisor.known import Facts


def _schedules(facts: Facts) -> bool:
    """Whether a Program document or a line for an hour was given, or ServerTasks lists what ends by itself."""
    lists = facts.each("ini.servertasks")
    return "program" in facts.evidence or any(
        fact.key != "ini.servertasks" or any(task in fact.text.lower() for task in END_BY_THEMSELVES) for fact in lists
    )


def _documents_or_console(facts: Facts) -> bool:
    return bool(facts.documents) or "console" in facts.evidence


def _starts_for_mail_boxes(facts: Facts) -> bool:
    return any(".box" in fact.text.lower() for fact in facts.each("ini.servertasks"))


def _tells_of_mail_boxes(facts: Facts) -> bool:
    """Documents, consoles and statistics do, and tasks that are started for a mail box."""
    return _starts_for_mail_boxes(facts) or _documents_or_console(facts) or "stat" in facts.evidence


def _tells_of_a_debugger(facts: Facts) -> bool:
    return bool(facts.first("ini.javaenabledebug") or facts.first("ini.javascriptenabledebug"))


def _tells_of_fault_recovery(facts: Facts) -> bool:
    return (SERVER, "ini.faultrecovery") in facts.known


STEPS = (
    Step(
        "server.derive_server_kind",
        ("server.kind", "server.partitioned", "server.role", "server.workload", "server.criticality", "mail.in_use"),
    ),
    Step("server.derive_platform", ("platform", "platform.told_otherwise"), completes=("array.", "controller.")),
    Step("tasks.derive_tasks", ("task.", "tasks."), completes=("task.", "scheduled_task."), needs=("program.",)),
    Step("schedule.derive_scheduled", ("scheduled_task.",), needs=("program.",), where=_schedules),
    Step(
        "release.derive_release",
        ("release", "release.contradiction", "release.told_otherwise"),
        needs=("doc.server.serverbuildnumber", "tasks.member"),
    ),
    Step("release.derive_word_size", ("bits", "bits.told_otherwise"), needs=("release", "platform")),
    Step("settings.derive_settings", ("setting.",), completes=("setting.",)),
    Step(
        "settings.derive_known_settings", ("setting.", "debug."), completes=("setting.", "debug."), needs=("release",)
    ),
    Step("settings.derive_secrets", ("setting.",), completes=("setting.",), where=given("one_touch")),
    Step(
        "effective.derive_effective",
        ("item.", "ini.translog_", "ini.daos", "ini.faultrecovery"),
        needs=("doc.",),
        where=_documents_or_console,
    ),
    Step(
        "mail.derive_mail_boxes",
        ("mail_boxes.count", "mail_boxes.several", "item."),
        needs=("doc.config.mail_number_of_mailboxes", "config_document.rank"),
        where=_tells_of_mail_boxes,
    ),
    Step(
        "tasks.derive_scan_tasks",
        ("mail_boxes.unscanned", "mail_boxes.scanned_by"),
        needs=("mail_boxes.count",),
        where=_starts_for_mail_boxes,
    ),
    Step(
        "effective.derive_fault_recovery",
        ("fault_recovery.on", "fault_recovery.elsewhere"),
        needs=("ini.faultrecovery", "unit.restart"),
        where=_tells_of_fault_recovery,
    ),
    Step(
        "directories.derive_directories",
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
        "partitions.derive_shared_directories",
        ("partition.databases", "partition.transaction-log", "partition.view-rebuild", "machine.shares"),
        needs=("ini.translog_", "ini.daos", "transaction_log.path", "view_rebuild.path", "daos.path"),
        where=given("partition"),
    ),
    Step(
        "partitions.derive_shared_port", ("machine.shares_port",), needs=("doc.", "platform"), where=given("partition")
    ),
    Step("settings.derive_ports", ("ports.undefined", "ports.unbound")),
    Step(
        "cluster.derive",
        (
            "cluster.member",
            "cluster.counted",
            "cluster.of_r4_or_r5",
            "cluster.memory_tables",
            "cluster.replicators",
            "cluster.other_members",
            "cluster.index",
            "cluster.threshold",
            "cluster_queue.averages",
        ),
        needs=("doc.server.clustername", "release", "platform", "tasks.member"),
    ),
    Step("settings.derive_debugger", ("java_debugger.",), needs=("release",), where=_tells_of_a_debugger),
    Step("tasks.derive_backup", ("backup.shown",), needs=("tasks.names",)),
    Step(
        "memory.derive_transactions",
        ("transactions.pool_capacity", "transactions.pools", "transactions.pinned"),
        needs=("platform",),
    ),
    Step(
        "memory.derive_buffer_pool",
        ("buffer_pool.written", "buffer_pool.most_mb", "buffer_pool.percent_of_memory"),
        needs=("release", "bits", "platform", "machine.memory"),
    ),
)

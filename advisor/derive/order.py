"""The order in which derived values are made, and for which input each function runs.

A function in `advisor/derive/` declares with `derived` which keys it gives and which it needs. Its module is imported
when it first runs: a check of NOTES.INI alone does without those of other input. A new function has its row after
those of the functions that give what it needs.
"""

from advisor.derive.context import END_BY_THEMSELVES, Condition, Step
from advisor.facts import SERVER
from advisor.known import Facts


def _given(*kinds: str) -> Condition:
    """Return whether evidence of one of some kinds, the first words of its keys, was given."""
    return lambda facts: not facts.evidence.isdisjoint(kinds)


def _prints(prefix: str) -> Condition:
    """Return whether a statistic was given whose key begins with a prefix."""
    return lambda facts: bool(facts.each(prefix))


def _sets(*keys: str) -> Condition:
    """Return whether one of some settings is in NOTES.INI."""
    return lambda facts: any((SERVER, key) in facts.known for key in keys)


def _documents(facts: Facts) -> bool:
    """Return whether documents of any kind were given."""
    return bool(facts.documents)


def _documents_of(*forms: str) -> Condition:
    """Return whether documents of some forms were given."""
    return lambda facts: any(document.form in forms for document in facts.documents)


def _is_partitioned(facts: Facts) -> bool:
    """Return whether the machine has several servers."""
    return facts.ask("server.partitioned").text == "yes"


def _prints_peak_of_users(facts: Facts) -> bool:
    return facts.first("stat.server.users.peak") is not None


def _names_its_release(facts: Facts) -> bool:
    """Return whether the release is known, be it the lowest possible one."""
    return facts.ask("release").text is not None


def _tells_of_devices(facts: Facts) -> bool:
    return "aix" in facts.evidence or facts.complete("aix.iocp.state") is not None


def _schedules(facts: Facts) -> bool:
    """Return whether a Program document or a line for an hour was given, or ServerTasks lists what ends by itself."""
    lists = facts.each("ini.servertasks")
    return "program" in facts.evidence or any(
        fact.key != "ini.servertasks" or any(task in fact.text.lower() for task in END_BY_THEMSELVES) for fact in lists
    )


def _documents_or_console(facts: Facts) -> bool:
    return bool(facts.documents) or "console" in facts.evidence


def _starts_for_mail_boxes(facts: Facts) -> bool:
    return any(".box" in fact.text.lower() for fact in facts.each("ini.servertasks"))


def _tells_of_mail_boxes(facts: Facts) -> bool:
    """Return whether documents, consoles or statistics were given, or tasks that are started for a mail box."""
    return _starts_for_mail_boxes(facts) or _documents_or_console(facts) or "stat" in facts.evidence


def _tells_of_a_debugger(facts: Facts) -> bool:
    return bool(facts.first("ini.javaenabledebug") or facts.first("ini.javascriptenabledebug"))


def _tells_of_fault_recovery(facts: Facts) -> bool:
    return (SERVER, "ini.faultrecovery") in facts.known


def _counts_mail(facts: Facts) -> bool:
    counted = ("stat.mail.", "stat.smtp.dnsbl.", "console.mail_dead", "console.mail_waiting")
    return any(facts.each(prefix) for prefix in counted)


def _runs_traveler(facts: Facts) -> bool:
    tasks = any("traveler" in fact.text.lower() for fact in facts.each("ini.servertasks"))
    return tasks or bool(facts.each("stat.traveler."))


def _sets_java_heaps(facts: Facts) -> bool:
    """Return whether NOTES.INI sets the size of a Java heap."""
    return any(facts.first(f"ini.{name}") for name in ("httpjvmmaxheapsize", "javamaxheapsize", "nts_java_parms"))


def _tells_of_volumes(facts: Facts) -> bool:
    """Return whether storage or drive letters were given: each drive letter is a volume of its own."""
    storage = facts.evidence & {"array", "controller", "volume", "logical_volume"}
    return bool(storage) or facts.ask("platform").text == "windows"


def _tells_of_windows_disks(facts: Facts) -> bool:
    """Return whether disks were given, or that the machine is virtual."""
    return "disk" in facts.evidence or bool(facts.ask("machine.virtual").facts)


def _tells_of_load(facts: Facts) -> bool:
    """Return whether counters, the memory's figures or Domino's statistics of the platform were given."""
    return not facts.evidence.isdisjoint({"counter", "memory"}) or bool(facts.each("stat.platform."))


def _tells_of_linux_volumes(facts: Facts) -> bool:
    """Return whether volumes were given, or paths to disks, which only Linux lists."""
    return "lun" in facts.evidence or ("volume" in facts.evidence and facts.ask("platform").text in {"linux", "zlinux"})


def _tells_of_free_space(facts: Facts) -> bool:
    """Return whether volumes were given, or what the console and the statistics say of them."""
    return bool(facts.evidence & {"volume", "space"}) or any(True for _ in facts.each("stat.disk."))


def _tells_of_file_systems_health(facts: Facts) -> bool:
    """Return whether Windows' word on the health of file systems was given."""
    return any(facts.of(volume, "volume.health_said") for volume in facts.subjects("volume") or [])


def _tells_of_blocks(facts: Facts) -> bool:
    """Return whether storage.toml gives block sizes."""
    return any(facts.of(volume, "volume.block") for volume in facts.subjects("volume") or [])


STEPS = (
    # The machine below Domino: its limits, its memory, and what AIX prints.
    Step("systemd.derive_start_script", _given("start_script")),
    Step("systemd.derive_units", _given("unit")),
    Step("limits.derive", _given("process", "shell", "unit", "login")),
    Step("memory.derive_memory", _given("stat", "memory")),
    Step("aix.derive_environment", _given("aix")),
    Step("aix.derive_completion_ports", _tells_of_devices),
    Step("aix.derive_thread_lists", _given("aix")),
    Step("aix.derive_restricted", _given("aix")),
    Step("containers.derive", _given("container")),
    # Documents of the Domino Directory.
    Step("documents.derive_documents", _documents),
    Step("security.derive_access", _documents),
    Step("security.derive_lockout", _documents),
    Step("schedule.derive_programs", _documents_of("program")),
    Step("documents.derive_sites", _documents),
    Step("security.derive_web_sites", _documents),
    Step("documents.derive_directory", _documents_of("connection", "global_domain", "certstore")),
    # The server itself: its kind, its tasks, its settings, its neighbours.
    Step("server.derive_server_kind"),
    Step("server.derive_platform"),
    Step("aix.derive_low_limits", _given("shell")),
    Step("tasks.derive_tasks"),
    Step("schedule.derive_scheduled", _schedules),
    Step("release.derive_release"),
    Step("release.derive_word_size"),
    Step("release.derive_fix_packs", _names_its_release),
    Step("settings.derive_settings"),
    Step("readable_secrets.derive_parameters", _given("one_touch")),
    Step("readable_secrets.derive"),
    Step("effective.derive_effective", _documents_or_console),
    Step("mail.derive_mail_boxes", _tells_of_mail_boxes),
    Step("tasks.derive_scan_tasks", _starts_for_mail_boxes),
    Step("effective.derive_fault_recovery", _tells_of_fault_recovery),
    Step("directories.derive_directories"),
    Step("partitions.derive_shared_directories", _given("partition")),
    Step("partitions.derive_shared_port", _given("partition")),
    Step("ports.derive_ports"),
    Step("ports.derive_unencrypted"),
    Step("ports.derive_gone_drivers"),
    Step("ports.derive_encryption", _sets("ini.port_enc_adv")),
    Step("partitions.derive_unbound_port", _is_partitioned),
    Step("cluster.derive"),
    Step("settings.derive_debugger", _tells_of_a_debugger),
    Step("settings.derive_class_path", _sets("ini.javauserclasses", "ini.javauserclassesext")),
    Step("settings.derive_diagnostics"),
    Step("settings.derive_log_days", _sets("ini.log")),
    Step("tasks.derive_backup"),
    Step("memory.derive_transactions"),
    Step("memory.derive_buffer_pool"),
    # Statistics and logs of a running server.
    Step("statistics.derive_statistics", _given("stat")),
    Step("trouble.derive", _given("logged")),
    Step("mail.derive_mail_queues", _counts_mail),
    Step("statistics.derive_users_memory", _prints_peak_of_users),
    Step("statistics.derive_health", _prints("stat.health.")),
    Step("statistics.derive_semaphores", _prints("stat.sem.timeouts")),
    Step("statistics.derive_traveler", _runs_traveler),
    Step("memory.derive_java_heaps", _sets_java_heaps),
    # Storage: what is stored on which disks, how these are protected, and how much space is left.
    Step("arrays.derive_bare_disks", _given("volume")),
    Step("arrays.derive_arrays", _given("array", "controller")),
    Step("volumes.derive_logical_volumes", _given("logical_volume")),
    Step("volumes.derive_mount_options", _given("volume")),
    Step("disks.derive_windows_disks", _tells_of_windows_disks),
    Step("volumes.derive_paths_down", _tells_of_linux_volumes),
    Step("volumes.derive_storage_network", _given("lun")),
    Step("layout.derive_layout", _tells_of_volumes),
    Step("array_contents.derive_block_sizes", _tells_of_blocks),
    Step("array_contents.derive_write_cost", _given("array")),
    Step("equivalent_arrays.derive_likeness", _given("array")),
    Step("array_contents.derive_controllers", _given("array")),
    Step("disks.derive_disks", _given("disk")),
    Step("arrays.derive_missing_array_facts", _given("array")),
    Step("load.derive_load", _tells_of_load),
    Step("load.derive_saturation", _tells_of_load),
    Step("memory.derive_shortage", _tells_of_load),
    Step("free_space.derive", _tells_of_free_space),
    Step("volumes.derive_volume_repair", _tells_of_file_systems_health),
    Step("volumes.derive_inodes", _tells_of_linux_volumes),
    Step("aix.derive_file_cache", _given("aix")),
    # Last, what is assumed where nothing was given.
    Step("assumptions.derive"),
)

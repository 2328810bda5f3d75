"""The order in which derived values are made, and for which input each function runs.

The module of a function is imported when the function first runs: a check of NOTES.INI alone does without the modules
for other input. A new function has its row after those of the functions that give what it asks for.
"""

from advisor.derive.context import END_BY_THEMSELVES, Condition, Step
from advisor.facts import SERVER, Facts


def _given(*kinds: str) -> Condition:
    """Return whether evidence of one of some kinds, the first words of its keys, was given."""
    return lambda facts: not facts.evidence.isdisjoint(kinds)


def _begins(*prefixes: str) -> Condition:
    """Return whether the server has a key that begins with one of some prefixes."""
    return lambda facts: any(facts.each(prefix) for prefix in prefixes)


def _has(*keys: str) -> Condition:
    """Return whether the server has one of some keys."""
    return lambda facts: any((SERVER, key) in facts.known for key in keys)


def _has_part_with(key: str) -> Condition:
    """Return whether a part of the server, for example a volume, has a key."""
    return lambda facts: key in facts.holders


def _is(key: str, text: str) -> Condition:
    """Return whether the value of a key is a text."""
    return lambda facts: facts.ask(key).text == text


def _any(*conditions: Condition) -> Condition:
    """Return whether one of some conditions is true."""
    return lambda facts: any(condition(facts) for condition in conditions)


def _documents(facts: Facts) -> bool:
    """Return whether documents of any kind were given."""
    return bool(facts.documents)


def _documents_of(*forms: str) -> Condition:
    """Return whether documents of some forms were given."""
    return lambda facts: any(document.form in forms for document in facts.documents)


def _names_its_release(facts: Facts) -> bool:
    """Return whether the release is known, be it the lowest possible one."""
    return facts.ask("release").text is not None


def _lists_devices(facts: Facts) -> bool:
    return "aix" in facts.evidence or facts.complete("aix.iocp.state") is not None


def _starts_tasks_that_end(facts: Facts) -> bool:
    """Return whether a line for an hour was given, or ServerTasks lists a task that ends by itself."""
    return any(
        fact.key != "ini.servertasks" or any(task in fact.text.lower() for task in END_BY_THEMSELVES)
        for fact in facts.each("ini.servertasks")
    )


def _starts_for_mail_boxes(facts: Facts) -> bool:
    return any(".box" in fact.text.lower() for fact in facts.each("ini.servertasks"))


def _starts_traveler(facts: Facts) -> bool:
    return any("traveler" in fact.text.lower() for fact in facts.each("ini.servertasks"))


def _lists_linux_volumes(facts: Facts) -> bool:
    """Return whether volumes were given, or paths to disks, which only Linux lists."""
    return "lun" in facts.evidence or ("volume" in facts.evidence and facts.ask("platform").text in {"linux", "zlinux"})


_documents_or_console = _any(_documents, _given("console"))
_measures_load = _any(_given("counter", "memory"), _begins("stat.platform."))
_shows_memory = _any(_given("counter", "memory", "container", "aix"), _begins("stat.platform."))

STEPS = (
    # The machine below Domino: its limits, its memory, and what AIX prints.
    Step("systemd.derive_start_script", _given("start_script")),
    Step("systemd.derive_units", _given("unit")),
    Step("limits.derive", _given("process", "shell", "unit", "login", "container")),
    Step("memory.derive_memory", _given("stat", "memory", "container")),
    Step("aix.derive_environment", _given("aix")),
    Step("aix.derive_completion_ports", _lists_devices),
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
    Step("schedule.derive_scheduled", _any(_given("program"), _starts_tasks_that_end)),
    Step("release.derive_release"),
    Step("release.derive_word_size"),
    Step("release.derive_fix_packs", _names_its_release),
    Step("settings.derive_settings"),
    Step("readable_secrets.derive_parameters", _given("one_touch")),
    Step("readable_secrets.derive"),
    Step("effective.derive_effective", _documents_or_console),
    Step("mail.derive_mail_boxes", _any(_starts_for_mail_boxes, _documents_or_console, _given("stat"))),
    Step("tasks.derive_scan_tasks", _starts_for_mail_boxes),
    Step("effective.derive_fault_recovery", _has("ini.faultrecovery")),
    Step("directories.derive_directories"),
    Step("containers.derive_unmounted_log", _given("container")),
    Step("partitions.derive_shared_directories", _given("partition")),
    Step("partitions.derive_shared_port", _given("partition")),
    Step("ports.derive_ports"),
    Step("ports.derive_unencrypted"),
    Step("ports.derive_gone_drivers"),
    Step("ports.derive_encryption", _has("ini.port_enc_adv")),
    Step("partitions.derive_unbound_port", _is("server.partitioned", "yes")),
    Step("cluster.derive"),
    Step("settings.derive_debugger", _has("ini.javaenabledebug", "ini.javascriptenabledebug")),
    Step("settings.derive_class_path", _has("ini.javauserclasses", "ini.javauserclassesext")),
    Step("settings.derive_diagnostics"),
    Step("settings.derive_log_days", _has("ini.log")),
    Step("tasks.derive_backup"),
    Step("memory.derive_transactions"),
    Step("memory.derive_buffer_pool"),
    # Statistics and logs of a running server.
    Step("statistics.derive_statistics", _given("stat")),
    Step("trouble.derive", _given("logged")),
    Step(
        "mail.derive_mail_queues",
        _begins("stat.mail.", "stat.smtp.dnsbl.", "console.mail_dead", "console.mail_waiting"),
    ),
    Step("statistics.derive_users_memory", _has("stat.server.users.peak")),
    Step("statistics.derive_health", _begins("stat.health.")),
    Step("statistics.derive_semaphores", _begins("stat.sem.timeouts")),
    Step("statistics.derive_traveler", _any(_starts_traveler, _begins("stat.traveler."))),
    Step("memory.derive_java_heaps", _has("ini.httpjvmmaxheapsize", "ini.javamaxheapsize", "ini.nts_java_parms")),
    # Storage: what is stored on which disks, how these are protected, and how much space is left.
    Step("arrays.derive_bare_disks", _given("volume")),
    Step("arrays.derive_arrays", _given("array", "controller")),
    Step("volumes.derive_logical_volumes", _given("logical_volume")),
    Step("volumes.derive_mount_options", _given("volume")),
    Step("disks.derive_windows_disks", _any(_given("disk"), _has("machine.virtual"))),
    Step("volumes.derive_paths_down", _lists_linux_volumes),
    Step("volumes.derive_storage_network", _given("lun")),
    # Each drive letter of Windows is a volume of its own.
    Step(
        "layout.derive_layout",
        _any(_given("array", "controller", "volume", "logical_volume"), _is("platform", "windows")),
    ),
    Step("array_contents.derive_block_sizes", _has_part_with("volume.block")),
    Step("array_contents.derive_write_cost", _given("array")),
    Step("equivalent_arrays.derive_likeness", _given("array")),
    Step("array_contents.derive_controllers", _given("array")),
    Step("disks.derive_disks", _given("disk")),
    Step("arrays.derive_missing_array_facts", _given("array")),
    Step("load.derive_load", _measures_load),
    Step("load.derive_saturation", _measures_load),
    Step("memory.derive_shortage", _shows_memory),
    Step("free_space.derive", _any(_given("volume", "space"), _begins("stat.disk."))),
    Step("volumes.derive_volume_repair", _has_part_with("volume.health_said")),
    Step("volumes.derive_inodes", _lists_linux_volumes),
    Step("aix.derive_file_cache", _given("aix")),
    # Last, what is assumed where nothing was given.
    Step("assumptions.derive"),
)

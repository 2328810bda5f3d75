"""Steps on storage: what lies on which disks, how these are protected, and what is left of them."""

from advisor.derive.steps.step import Step, given
from advisor.known import Facts


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


def _tells_of_linux_volumes(facts: Facts) -> bool:
    """Volumes do, and paths to disks, which only Linux lists."""
    return "lun" in facts.evidence or ("volume" in facts.evidence and facts.ask("platform").text in {"linux", "zlinux"})


def _tells_of_free_space(facts: Facts) -> bool:
    """Volumes do, and what the console and the statistics say of them."""
    return bool(facts.evidence & {"volume", "space"}) or any(True for _ in facts.each("stat.disk."))


def _tells_of_file_systems_health(facts: Facts) -> bool:
    """Windows does."""
    return any(facts.of(volume, "volume.health_said") for volume in facts.subjects("volume") or [])


def _tells_of_blocks(facts: Facts) -> bool:
    """storage.toml does."""
    return any(facts.of(volume, "volume.block") for volume in facts.subjects("volume") or [])


STEPS = (
    Step(
        "arrays.derive_bare_disks",
        (
            "array.name",
            "array.level",
            "array.disks",
            "array.media",
            "array.members",
            "array.tool",
            "volume.array",
        ),
        where=given("volume"),
    ),
    Step(
        "arrays.derive_arrays",
        (
            "array.name",
            "controller.name",
            "controller.tool",
            "volume.array",
            "array.cache_read_percent",
            "array.protection_state",
            "array.no_battery_write_cache",
            "array.drive_write_cache",
            "array.drive_write_cache_usage",
            "array.write_cache_disabled",
            "array.write_cache_protected",
            "array.falls_back",
            "array.has_cache_ratio",
            "array.cache_ratio",
            "array.bare",
            "array.slot",
            "array.adapter",
            "array.number",
        ),
        needs=(
            "array.disks",
            "array.level",
            "array.tool",
        ),
        where=given("array", "controller"),
    ),
    Step("volumes.derive_logical_volumes", ("volume.disk",), where=given("logical_volume")),
    Step(
        "volumes.derive_mount_options",
        ("volume.concurrent_io", "volume.mount", "volume.other_options", "machine.container"),
        where=given("volume"),
    ),
    Step(
        "disks.derive_windows_disks",
        ("disk.media", "disk.health", "disk.health_said", "volume.array", "volume.disk", "volume.media"),
        completes=("array.", "controller."),
        needs=(
            "array.tool",
            "array.name",
            "ini.translog_status",
            "platform",
            "transaction_log.path",
            "view_rebuild.path",
            "volume.array",
            "volume.mount",
        ),
        where=_tells_of_windows_disks,
    ),
    Step(
        "volumes.derive_paths_down",
        ("paths.down", "paths.none_left", "paths.expected"),
        needs=("machine.container", "platform", "volume.media"),
        where=_tells_of_linux_volumes,
    ),
    Step("volumes.derive_storage_network", ("volume.disk", "volume.media"), where=given("lun")),
    Step(
        "layout.derive_layout",
        (
            "array.holds",
            "array.lodgers",
            "array.media",
            "array.neighbours.",
            "arrays.count",
            "arrays.free_for_databases",
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
            "array.level",
            "array.members",
            "ini.translog_path",
            "ini.translog_status",
            "daos.path",
            "platform",
            "transaction_log.path",
            "view_rebuild.path",
            "array.name",
            "array.tool",
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
        "array_contents.derive_block_sizes",
        ("array.block",),
        needs=("array.name", "volume.array", "volume.lodgers"),
        where=_tells_of_blocks,
    ),
    Step(
        "array_contents.derive_write_cost",
        ("array.write_cost",),
        needs=(
            "array.level",
            "array.holds",
            "array.name",
            "array.neighbours.",
            "tasks.names",
            "volume.array",
            "server.workload",
        ),
        where=given("array"),
    ),
    Step(
        "equivalent_arrays.derive_likeness",
        (
            "array.alike",
            "array.alike_hold",
            "array.first_alike",
            "array.of_disks",
            "array.partitions",
            "controller.told_of_its_arrays",
            "array.first_of_disks",
            "array.failed",
            "array.off_spindles",
            "array.on_spindles",
            "array.without_controller",
        ),
        needs=(
            "array.members",
            "array.level",
            "array.tool",
            "array.falls_back",
            "array.holds",
            "array.media",
            "array.name",
            "array.neighbours.",
            "array.write_cache_protected",
            "array.write_cost",
            "platform",
        ),
        where=given("array"),
    ),
    Step(
        "array_contents.derive_controllers",
        (
            "controllers.count",
            "databases.controllers",
            "transaction_log.controller",
            "transaction_log.controller_shares",
        ),
        needs=("array.holds", "array.neighbours.", "platform"),
        where=given("array"),
    ),
    Step(
        "disks.derive_disks",
        (
            "array.troubled_disks",
            "disks.array_may_have_failed",
            "disks.failed",
            "disks.irreplaceable",
            "disks.predicted",
            "disks.troubled",
        ),
        needs=(
            "array.level",
            "array.lodgers",
            "array.members",
            "disk.health",
            "volume.array",
            "volume.disk",
            "volume.lodgers",
        ),
        where=given("disk"),
    ),
    Step(
        "arrays.derive_missing_array_facts", ("array.media", "array.holds"), needs=("array.tool",), where=given("array")
    ),
    Step(
        "load.derive_load",
        ("counter.", "memory.paging_percent", "memory.ample"),
        needs=(
            "array.disks",
            "counters.hours",
            "platform",
            "release",
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
    Step("load.derive_saturation", ("load.",), needs=("counter.",), where=_tells_of_load),
    Step(
        "memory.derive_shortage",
        ("memory.short", "memory.short_told", "memory.left_told", "memory.paging_told"),
        needs=("machine.memory", "memory.paging_percent", "memory.ample", "counter."),
        where=_tells_of_load,
    ),
    Step(
        "free_space.derive",
        (
            "volume.free",
            "volume.size",
            "volume.full",
            "volume.size_given",
            "volume.at_stake",
            "volume.vital",
            "volume.essential",
            "volume.written",
            "volume.standing",
            "volume.health_told",
            "volume.log_archived",
            "volume.grows",
            "daos.free_percent",
        ),
        needs=("ini.translog_", "daos.path", "transaction_log.path", "view_rebuild.path", "partition.", "platform"),
        where=_tells_of_free_space,
    ),
    Step("volumes.derive_volume_repair", ("volume.repair", "volume.letter"), where=_tells_of_file_systems_health),
    Step(
        "volumes.derive_inodes",
        ("volume.counts_inodes", "volume.mount"),
        needs=("platform",),
        where=_tells_of_linux_volumes,
    ),
    Step(
        "aix.derive_file_cache",
        ("aix.file_cache.limits", "aix.file_cache.file_system", "aix.file_cache.counts_repages"),
        needs=("ini.translog_status", "platform", "transaction_log.path", "view_rebuild.path"),
        where=given("aix"),
    ),
)

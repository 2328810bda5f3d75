"""Steps on the machine below Domino: its limits, its memory, and what AIX tells."""

from advisor.derive.steps.step import Step, given
from advisor.known import Facts


def _tells_of_devices(facts: Facts) -> bool:
    return "aix" in facts.evidence or facts.complete("aix.iocp.state") is not None


STEPS = (
    Step(
        "systemd.derive_start_script",
        ("start_script.shutdown_timeout", "start_script.systemd_name"),
        where=given("start_script"),
    ),
    Step(
        "systemd.derive_units",
        (
            "unit.name",
            "unit.open_files",
            "unit.processes",
            "unit.tasks_max",
            "unit.timeout_stop_seconds",
            "unit.restart",
            "unit.user",
            "unit.kills_before_script",
            "unit.open_files_drop_in",
            "unit.processes_drop_in",
            "unit.tasks_max_drop_in",
            "unit.timeout_stop_drop_in",
        ),
        needs=("start_script.",),
        where=given("unit"),
    ),
    Step(
        "limits.derive",
        ("limit.open_files", "limit.tasks"),
        needs=("unit.",),
        where=given("process", "shell", "unit", "login"),
    ),
    Step("memory.derive_memory", ("machine.memory",), where=given("stat", "memory")),
    Step(
        "aix.derive_environment",
        ("variable.name", "variable.resembles", "environment.unexported"),
        completes=("variable.",),
        where=given("aix"),
    ),
    Step("aix.derive_completion_ports", ("aix.iocp.state", "aix.iocp.told"), where=_tells_of_devices),
    Step("aix.derive_thread_lists", ("aix.thread_lists",), where=given("aix")),
    Step("aix.derive_restricted", ("aix.restricted_set",), where=given("aix")),
)

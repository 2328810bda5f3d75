"""Restarts: lines that restart a task or the server, which a plan and a script say once, behind all that waits."""

from advisor.report.finding import CommandLine

_TASK, _UNIT = "restart task ", "systemctl restart "


def of_task(line: CommandLine) -> str:
    """The task that a line of the console restarts; "" where it does none."""
    return line.command.removeprefix(_TASK) if line.target == "console" and line.command.startswith(_TASK) else ""


def of_unit(line: CommandLine) -> bool:
    """Whether a line restarts the server by its unit of systemd."""
    return line.target != "console" and line.command.startswith(_UNIT)


def unit_of(line: CommandLine) -> str:
    """The unit that such a line restarts, as it is typed."""
    return line.command.removeprefix(_UNIT)

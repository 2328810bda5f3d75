"""Growth: time and memory from 100 to 100,000 servers, compared with yamllint, and what two processes gain."""

import math
import shutil
from pathlib import Path

from fleet import write_fleet
from measure import Cost, median_costs
from section import Section, Target, Tools, yaml_file

NDJSON = ("--format", "ndjson")
TEXT = """A varied fleet ([benchmarks/fleet.py](../benchmarks/fleet.py)): each server has a NOTES.INI of 150 lines and
about 18 findings. Output is NDJSON, in one process (`--jobs 1`). yamllint reads as many files of 150 lines without a
finding; its time does not grow with findings. Both axes of the plot are logarithmic."""
JOBS = 200  # servers with one and with two processes


def measure(tools: Tools, most: int = 10_000) -> Section:
    """Measure fleets of 100 to `most` servers, each size ten times the one before."""
    sizes = [100, 400, 1600] if not tools.quick else [10, 40]
    sizes += [size for size in (10_000, 100_000) if size <= most and not tools.quick]
    rows, costs = [], {}
    for size in sizes:
        cost, peer = _fleet(tools, size)
        costs[size] = cost
        rows.append(_row(size, cost, peer, costs))
    targets = [*_ratios(tools, rows, costs), *_memory(costs), _two_processes(tools)]
    head = ["servers", "CPU", "a server", "memory", "times the size before", "yamllint", "speed of yamllint's"]
    return Section("Growth", TEXT, head, rows, targets, _plot(costs))


def _fleet(tools: Tools, size: int) -> tuple[Cost, Cost | None]:
    """Return the costs of a fleet and of yamllint on as many files. The largest are run once, and without the peer."""
    servers, yaml = tools.folder / "fleet", tools.folder / "yaml"
    write_fleet(servers, size)
    commands = {"domlint": tools.check(servers, *NDJSON)}
    if size <= 1600:
        for number in range(size):
            yaml_file(yaml / f"{number}.yaml")
        commands["yamllint"] = tools.peer(yaml)
    costs = median_costs(commands, tools.rounds(5) if size <= 1600 else 1)
    shutil.rmtree(servers)
    shutil.rmtree(yaml, ignore_errors=True)
    return costs["domlint"], costs.get("yamllint")


def _row(size: int, cost: Cost, peer: Cost | None, costs: dict[int, Cost]) -> list[str]:
    before = max((other for other in costs if other < size), default=None)
    growth = f"{cost.cpu / costs[before].cpu:.2f} (size {size / before:g})" if before else ""
    beside = [f"{peer.cpu:.2f} s", f"{peer.cpu / cost.cpu:.2f}"] if peer else ["", ""]
    return [
        f"{size:,}",
        f"{cost.cpu:.2f} s",
        f"{cost.cpu / size * 1000:.1f} ms",
        f"{cost.memory:.0f} MB",
        growth,
        *beside,
    ]


def _ratios(tools: Tools, rows: list[list[str]], costs: dict[int, Cost]) -> list[Target]:
    if tools.quick:
        return []
    return [
        Target("400 servers, speed of yamllint's", float(rows[1][-1]), 6, at_least=True),
        Target("1,600 servers against 400", costs[1600].cpu / costs[400].cpu, 4.2),
    ]


def _memory(costs: dict[int, Cost]) -> list[Target]:
    limits = {10_000: 300, 100_000: 700}
    return [
        Target(f"Megabytes for {size:,} servers", costs[size].memory, limit)
        for size, limit in limits.items()
        if size in costs
    ]


def _two_processes(tools: Tools) -> Target:
    """Compare the elapsed time of two processes with that of one. It means something on an idle machine only."""
    servers = tools.folder / "fleet"
    write_fleet(servers, JOBS)
    costs = median_costs({str(jobs): tools.check(servers, *NDJSON, jobs=jobs) for jobs in (1, 2)}, tools.rounds(5))
    shutil.rmtree(servers)
    return Target(f"{JOBS} servers, elapsed time of `--jobs 2` against 1", costs["2"].elapsed / costs["1"].elapsed, 0.6)


def _plot(costs: dict[int, Cost]) -> str:
    """Return an SVG of CPU seconds by servers, both axes logarithmic."""
    width, height, left, bottom = 560, 320, 60, 40
    decades_x = range(math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs))) + 1)
    seconds = [cost.cpu for cost in costs.values()]
    decades_y = range(math.floor(math.log10(min(seconds))), math.ceil(math.log10(max(seconds))) + 1)

    def place(servers: float, cpu: float) -> tuple[float, float]:
        x = (math.log10(servers) - decades_x[0]) / max(len(decades_x) - 1, 1)
        y = (math.log10(cpu) - decades_y[0]) / max(len(decades_y) - 1, 1)
        return left + x * (width - left - 20), height - bottom - y * (height - bottom - 20)

    points = [place(size, cost.cpu) for size, cost in costs.items()]
    lines = [f'<polyline points="{" ".join(f"{x:.0f},{y:.0f}" for x, y in points)}" fill="none" stroke="#2563eb"/>']
    lines += [f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="#2563eb"/>' for x, y in points]
    for decade in decades_x:
        x, y = place(10**decade, 10 ** decades_y[0])
        lines.append(f'<text x="{x:.0f}" y="{y + 20:.0f}" text-anchor="middle">{10**decade:,}</text>')
        lines.append(f'<path d="M{x:.0f} 20V{y:.0f}" stroke="#cbd5e1"/>')
    for decade in decades_y:
        x, y = place(10 ** decades_x[0], 10**decade)
        lines.append(f'<text x="{x - 8:.0f}" y="{y + 4:.0f}" text-anchor="end">{10**decade:g} s</text>')
        lines.append(f'<path d="M{x:.0f} {y:.0f}H{width - 20}" stroke="#cbd5e1"/>')
    style = 'font-family="sans-serif" font-size="12" fill="#334155"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" {style}>'
    title = "<title>CPU seconds by number of servers</title>"
    return "\n".join([head, title, f'<rect width="{width}" height="{height}" fill="#fff"/>', *lines, "</svg>"]) + "\n"


def plot_path(page: Path) -> Path:
    """Return where the plot is written, beside the page."""
    return page.parent / "performance-growth.svg"

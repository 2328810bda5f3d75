"""Page: what the HTML report of a fleet takes beyond JSON, and its size."""

from fleet import write_fleet
from measure import median_costs
from section import Section, Target, Tools, milliseconds

TEXT = "A varied fleet of seven files each. *The page alone* is the CPU time beyond that of JSON."


def measure(tools: Tools) -> Section:
    """Measure the page of 300 servers."""
    servers = 10 if tools.quick else 300
    write_fleet(tools.folder / "servers", servers, files=7)
    written = {name: tools.folder / f"report.{name}" for name in ("json", "html")}
    commands = {
        name: tools.check(tools.folder / "servers", "--format", f"{name}:{path}") for name, path in written.items()
    }
    costs = median_costs(commands, tools.rounds(3))
    alone = costs["html"].cpu - costs["json"].cpu
    size = written["html"].stat().st_size / 1_000_000
    row = [f"{servers}", *(milliseconds(costs[name].cpu) for name in written), milliseconds(alone), f"{size:.1f} MB"]
    targets = [Target("Seconds for the page", alone, 5), Target("Megabytes of the page", size, 10)]
    return Section("Page", TEXT, ["servers", "JSON, CPU", "HTML, CPU", "the page alone", "size"], [row], targets)

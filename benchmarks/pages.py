"""Pages: what `--format html` costs beside JSON, and how large the page of a fleet with very many findings is."""

import json

from asked import Asked, milliseconds
from processes import medians
from tables import Goal, Table

TITLE = "Pages"
TEXT = """Made-up servers of seven files each as above, into whose NOTES.INI further misspelt settings are
written. *The page alone* is what `--format html` takes beyond `--format json`, both of the whole command with one
worker, by the processor's time. What is to hold: 10,000 findings on 300 servers in 5 s and 10 MB."""
HEAD = ["servers", "findings", "JSON, CPU", "HTML, CPU", "the page alone", "its size", "memory"]
SERVERS, SLIPS = 300, 18
SECONDS, MEGABYTES = 5, 10


def measured(asked: Asked) -> Table:
    """A row."""
    servers = 10 if asked.quick else SERVERS
    folder = asked.folder / "fleet"
    asked.fleet.write(folder, range(servers), whole=True)
    for path in folder.glob("*/notes.ini"):
        path.write_text(_slipped(path.read_text(encoding="utf-8")), encoding="utf-8", newline="")
    made = {name: asked.folder / f"report.{name}" for name in ("json", "html")}
    costs = medians(
        {name: asked.check(folder, "--format", f"{name}:{path}") for name, path in made.items()}, asked.long_runs
    )
    findings = len(json.loads(made["json"].read_text(encoding="utf-8"))["findings"])
    size = made["html"].stat().st_size / 1_000_000
    alone = costs["html"].cpu - costs["json"].cpu
    row = [f"{servers}", f"{findings:,}", *(milliseconds(costs[name].cpu) for name in ("json", "html"))]
    row += [milliseconds(alone), f"{size:.1f} MB", f"{costs['html'].memory:.0f} MB"]
    goals = [Goal("seconds that the page takes", alone, SECONDS), Goal("megabytes of the page", size, MEGABYTES)]
    return Table(TEXT, HEAD, [row], goals)


def _slipped(text: str) -> str:
    """A NOTES.INI with the last letter of some settings twice, behind those that are spelled right."""
    lines = text.splitlines()
    names = [line.partition("=")[0] for line in lines if "=" in line and "_" in line.partition("=")[0]]
    slips = [f"{name}{name[-1]}=1" for name in names[-SLIPS:]]
    return "\r\n".join([*lines, *slips, ""])

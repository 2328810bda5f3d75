"""Pages: what `--format html` costs beside JSON, how large a fleet's page is, and how long a filter of it takes."""

import json
import shutil
from pathlib import Path

from asked import Asked, milliseconds
from processes import medians
from tables import Goal, Table

TITLE = "Pages"
TEXT = """Made-up servers of seven files each as above, into whose NOTES.INI further misspelt settings are
written. *The page alone* is what `--format html` takes beyond `--format json`, both of the whole command with one
worker, by the processor's time. What is to hold: 10,000 findings on 300 servers in 5 s and 10 MB. *A filter* is the
slowest of all filters and words in a Chromium of 1440 pixels, from the choice until the page is drawn anew, by the
clock: at most 200 ms. Without Playwright and a Chromium it is left out."""
HEAD = ["servers", "findings", "JSON, CPU", "HTML, CPU", "the page alone", "its size", "memory", "a filter"]
SERVERS, SLIPS = 300, 18
SECONDS, MEGABYTES, MILLISECONDS = 5, 10, 200
FILTERED = """async () => {
  const took = [], form = document.querySelector(".filters");
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const change = async (field, value) => {
    const begin = performance.now();
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await drawn();
    took.push(performance.now() - begin);
  };
  for (const field of form.querySelectorAll("select"))
    for (const option of [...field.options].slice(0, 6)) await change(field, option.value);
  for (const words of ["transaction", "transaction log", "mail017", ""]) await change(form.elements.text, words);
  return Math.max(...took);
}"""


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
    slowest = _slowest_filter(made["html"])
    row.append("" if slowest is None else f"{slowest:.0f} ms")
    goals += [] if slowest is None else [Goal("milliseconds of the slowest filter", slowest, MILLISECONDS)]
    return Table(TEXT, HEAD, [row], goals)


def _slowest_filter(page: Path) -> float | None:
    """In milliseconds, the quietest of three rounds; None where nothing can show the page."""
    program = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if not program:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        tab = browser.new_page(viewport={"width": 1440, "height": 900})
        tab.goto(page.as_uri())
        took: list[float] = [tab.evaluate(FILTERED) for _ in range(3)]
        browser.close()
    return min(took)


def _slipped(text: str) -> str:
    """A NOTES.INI with the last letter of some settings twice, behind those that are spelled right."""
    lines = text.splitlines()
    names = [line.partition("=")[0] for line in lines if "=" in line and "_" in line.partition("=")[0]]
    slips = [f"{name}{name[-1]}=1" for name in names[-SLIPS:]]
    return "\r\n".join([*lines, *slips, ""])

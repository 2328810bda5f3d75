"""Rules: a site's own, two hundred and two thousand of them, on ten servers."""

from pathlib import Path

from asked import Asked, milliseconds
from processes import medians
from tables import Goal, Table

TITLE = "Rules of a site"
SERVERS = 10
TEXT = f"""`--rules`: made-up rules, each with a condition of its own on two settings and a message, beside the built-in
ones, on {SERVERS} made-up servers of one file. They are read and compiled in each run."""
PREFIXES = {"THR": "threads", "MAIL": "mail", "MEM": "memory", "TASK": "tasks", "LOG": "logging"}
RULE = """id = "{id}"
name = "house-rule-{number}"
category = "{category}"
severity = "low"
confidence = "field"
since = "1"
when = 'ini.{first} > {number} and ini.{second} < limit'
parameters = {{ limit = {number} }}
message = "{{ini.{first}}} is above {number}."
"""


def measured(asked: Asked) -> Table:
    """A row for each number of rules, and one without."""
    fleet = asked.folder / "fleet"
    asked.fleet.write(fleet, range(SERVERS), whole=False)
    few, many = (20, 200) if asked.quick else (200, 2000)
    commands = {"0": asked.check(fleet)}
    for count in (few, many):
        commands[str(count)] = asked.check(fleet, "--rules", str(_written(asked, count)))
    costs = medians(commands, asked.long_runs)
    rows = [
        [count, milliseconds(cost.cpu), milliseconds(cost.clock), f"{cost.memory:.0f} MB"]
        for count, cost in costs.items()
    ]
    ratio = costs[str(many)].cpu / costs[str(few)].cpu
    return Table(TEXT, ["rules", "CPU", "clock", "memory"], rows, [Goal(f"{many:,} rules against {few}", ratio, 10)])


def _written(asked: Asked, count: int) -> Path:
    """One rule a file, as `domlint rules new` makes them."""
    folder = asked.folder / f"rules-{count}"
    folder.mkdir()
    names = [entry["name"].lower() for entry, _ in asked.fleet.settings if entry["type"] == "number"]
    ids = [(f"{prefix}{number:03d}", prefix) for number in range(500, 1000) for prefix in PREFIXES]
    for number in range(count):
        of, prefix = ids[number]
        first, second = names[number % len(names)], names[(number + 1 + number // len(names)) % len(names)]
        rule = RULE.format(id=of, number=number, category=PREFIXES[prefix], first=first, second=second)
        (folder / f"{of}.toml").write_text(rule, encoding="ascii")
    return folder

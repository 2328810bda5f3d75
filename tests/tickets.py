"""Tickets: the fixtures, and what a receiver makes of the reports on them, by the code in docs/examples/."""

import json
import re
import runpy

import judged
from fixture_servers import FIXTURES

from advisor.cli import inputs
from advisor.comparing.saved_reports import saved_report
from advisor.writers import Options
from advisor.writers import json as json_writer

EXAMPLES = FIXTURES.parent / "docs" / "examples"
GIVEN = {}
for name in ("report.py", "tickets.py"):
    GIVEN |= runpy.run_path(str(EXAMPLES / name))
what_to_do, remedy_of, tickets_of = GIVEN["what_to_do"], GIVEN["remedy_of"], GIVEN["kept"]
CLASSES_OF = {  # what a receiver does with a ticket, and what a comparison may call its finding
    "nothing": {"continuing"},
    "update": {"changed", "worse", "better"},
    "accepted": {"accepted"},
    "close": {"fixed"},
    "closed by configuration": {"by_configuration"},
    "leave open": {"not_judged", "not_there"},
}


def read(report, shown="report.json"):
    """A report that was received, as a comparison reads it."""
    return saved_report(json.dumps(report).encode(), shown)


def overrides(name):
    told = re.search(r"^# options: (.*)$", (FIXTURES / f"{name}.expected").read_text(encoding="utf-8"), re.MULTILINE)
    words = told[1].split() if told else []
    options = dict(zip(words[::2], words[1::2], strict=True))
    return inputs.overrides(options.get("--release"), options.get("--platform"), options.get("--bits"))


FOUND = re.compile(r"^(?:.+: )?(?:critical|high|medium|low|info) ([a-z0-9-]+) \(", re.MULTILINE)


def found_on(name):
    """The rules that find something on a fixture."""
    return set(FOUND.findall((FIXTURES / f"{name}.expected").read_text(encoding="utf-8")))


def report_of(folder, name, rules=judged.PACK.rules):
    """The report on a folder, as a receiver reads it."""
    return received(judged.report_of([folder], overrides=overrides(name), rules=rules))


def of_tickets(tickets):
    """The rules that are to be judged again to see what became of tickets; with one on `item` all that came before."""
    ids = {ticket["rule"] for ticket in tickets}
    own = [rule for rule in judged.PACK.rules if rule.id in ids]
    return judged.PACK.rules if any("item.told" in rule.keys or rule.subject == "item" for rule in own) else own


def received(report):
    """A report as a receiver reads it."""
    return json.loads(json_writer.render(report, Options()))

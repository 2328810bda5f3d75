"""The Configuration Tuner's rules: each has its line on the page, with a rule that exists or a reason that stands."""

import csv
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from at_once import at_once

from advisor import pack

ROOT = Path(__file__).parent.parent
FACTS = Path(os.environ.get("DOMLINT_FACTS", ROOT.parent / "shared" / "facts")) / "dct-rules.tsv"
PAGE = (ROOT / "docs" / "from-the-configuration-tuner.md").read_text(encoding="utf-8")
REFUSED = (ROOT / "docs" / "rules" / "refused.md").read_text(encoding="utf-8").casefold()
RULES = {rule.name: rule for rule in pack.builtin().rules}
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE[PAGE.index("## Its rules") :].splitlines()
    if line.startswith("| ") and not line.startswith("| topic ")
]
LINK = re.compile(r"\[([\w-]+)\]\(rules/([\w-]+)\.md\)")
UNREADABLE = {"first sentence", "title"}
REFUSED_AS = {  # where the page's word for it is not refused.md's
    "Condensed directory catalog on a server": "condensed directory catalog",
    "program directory": "program directory",
    "Don't maintain unread marks": "unread marks",
    "Replicate unread marks": "unread marks, and whether they are replicated",
    "Optimize document table map": "optimised document tables",
    "LZ1": "LZ1 compression",
    "configuration document precedence": "group configuration documents",
    "spindles": "disk spindles",
    "Windows registry": "Windows registry",
    "disk layout": "program directory",
    "IBM best-practice checklists": "best-practice checklists",
}


@at_once("row", ROWS, ids=lambda row: row[0])
def test_a_line_names_rules_that_exist_or_what_is_refused(row):
    topic, settings, _, answer, differs = row
    assert differs
    named = [name for label, name in LINK.findall(answer) if label != "refused"]
    assert [name for name in named if name not in RULES] == []
    if "[refused]" in answer:
        assert named == []
        word = REFUSED_AS.get(topic, settings.split(", ")[0])
        assert word.casefold() in REFUSED
    else:
        assert named or topic == "DCT itself"


@pytest.mark.parametrize("row", [row for row in ROWS if row[2] in UNREADABLE], ids=lambda row: row[0])
def test_no_rule_rests_on_a_page_of_which_a_title_was_read(row):
    for _, name in LINK.findall(row[3]):
        assert not [use.id for rule in [RULES.get(name)] if rule for use in rule.sources if use.id.startswith("dct-")]


def test_every_rule_that_rests_on_the_tuner_has_its_line():
    resting = {name for name, rule in RULES.items() if any(use.id.startswith("dct-") for use in rule.sources)}
    named = {name for row in ROWS for _, name in LINK.findall(row[3])}
    assert resting - named == {"buffer-pool-set-twice", "buffer-pool-wrong-unit"}  # two of its page's own words


def test_every_row_that_is_known_of_the_tuner_has_its_line():
    if not FACTS.is_file():
        pytest.skip("dct-rules.tsv does not lie in DOMLINT_FACTS, ../shared/facts if not set")
    with FACTS.open(encoding="utf-8", newline="") as file:
        known = [row["topic"] for row in csv.DictReader(file, delimiter="\t")]
    plain = Counter(re.sub(r"\s*\([^)]*not[^)]*\)\s*", "", topic, flags=re.IGNORECASE) for topic in known)
    assert plain == Counter(row[0] for row in ROWS)


def test_a_title_or_a_first_sentence_is_marked_as_such():
    if not FACTS.is_file():
        pytest.skip("dct-rules.tsv does not lie in DOMLINT_FACTS, ../shared/facts if not set")
    with FACTS.open(encoding="utf-8", newline="") as file:
        known = {row["topic"]: row["readable"] for row in csv.DictReader(file, delimiter="\t")}
    marked = {row[0] for row in ROWS if row[2] in UNREADABLE}
    assert marked == {topic for topic, readable in known.items() if readable in {"first sentence only", "title only"}}

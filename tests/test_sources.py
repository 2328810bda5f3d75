"""Sources: each says where, with its figure in a line; and what they are made to say is what stands in them."""

import os
import re
from pathlib import Path

import pytest
from at_once import at_once
from msgspec.structs import replace

from advisor import pack
from advisor.checking import rules
from advisor.pack import claims, tables

PACK = pack.builtin()
USES = [(rule.name, use) for rule in PACK.rules for use in rule.sources]
SEEDS = Path(os.environ.get("DOMLINT_SEEDS", Path(__file__).parent.parent.parent / "shared" / "seeds"))
PAPERS = {  # the papers by the beginning of their file's name
    "iris-clustering": "000", "iris-clustering-field": "000", "ibm-domino7-pseries": "001", "compaq-domino45": "002",
    "iris-io-r5": "003", "ldd-domino6-logging": "004",
}  # fmt: skip


def test_the_papers_are_long_and_have_a_short_name():
    for name in PAPERS:
        assert (PACK.sources[name].long, bool(PACK.sources[name].short)) == (True, True), name


@pytest.mark.parametrize("name", PAPERS)
def test_where_a_paper_says_it_is_a_section_of_the_paper(name):
    found = list(SEEDS.glob(f"{PAPERS[name]}_*"))
    if not found:
        pytest.skip(f"{PAPERS[name]}_* does not lie in DOMLINT_SEEDS, ../shared/seeds if not set")
    text = " ".join(found[0].read_text(encoding="utf-8").replace("*", "").split()).casefold()
    sections = [(claim.id, claim.section) for one in claims.builtin() if name in one.witnesses for claim in one.claims]
    for place, where in [*((rule, use.where) for rule, use in USES if use.id == name), *sections]:
        for part in where.removeprefix("sidebar ").split(", "):
            page = re.fullmatch(r"pages? (\d-\d+)(?: (?:and|to) \d-\d+)?", part)
            assert page or part.casefold() in text, (place, part)


NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
COUNTS = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "nine": "9",
    "ten": "10",
}


def numbers(text):
    """The numbers of a text, thousands without their commas; small ones also as words."""
    return {one.replace(",", "") for one in NUMBER.findall(text)} | {COUNTS.get(w, "") for w in text.lower().split()}


@pytest.mark.parametrize("register", claims.builtin(), ids=lambda register: register.witnesses[0])
def test_the_figures_of_a_claim_stand_in_the_paper(register):
    found = list(SEEDS.glob(f"{PAPERS[register.witnesses[0]]}_*"))
    if not found:
        pytest.skip(f"{PAPERS[register.witnesses[0]]}_* does not lie in DOMLINT_SEEDS, ../shared/seeds if not set")
    paper = numbers(found[0].read_text(encoding="utf-8"))
    wrong = {claim.id: numbers(" ".join(claim.figures)) - paper for claim in register.claims}
    assert {name: left for name, left in wrong.items() if left} == {}


CLAIMS = {claim.id: claim for register in claims.builtin() for claim in register.claims}
CITING = [(rule, use) for rule, use in USES if use.claims and use.figure]


@at_once(("rule", "use"), CITING, ids=[f"{rule}-{use.id}" for rule, use in CITING])
def test_the_figure_of_a_rule_is_one_of_its_claims_s(rule, use):
    named = [CLAIMS[name] for name in use.claims]
    told = numbers(" ".join(" ".join([claim.says, *claim.figures, *claim.releases]) for claim in named))
    rows = [row for claim in named for name in claim.tables for row in tables.table(name).rows]
    told |= {str(figure) for row in rows for figure in row.printed.values()}
    assert {one.replace(",", "") for one in NUMBER.findall(use.figure)} <= told


@at_once(("rule", "use"), [(rule, use) for rule, use in USES if use.says == "against"])
def test_an_objection_begins_with_a_sentence_that_stands_alone(rule, use):
    first = use.note.partition(". ")[0]
    assert not re.match(r"(R\d|Release|Domino|AIX|C API|[\d.]+)[^.]*?: ", first), use.note
    assert re.match(r"[A-Z]", first), use.note
    assert not first.rstrip(".").endswith(")"), use.note  # the witness follows in brackets


SAID = [
    # rule, source, what its use holds, and what it must not hold; None: no use of the source
    ("raid4-in-use", "compaq-domino45", "slower than RAID 5", "not recommended"),
    ("raid5-for-writes", "compaq-domino45", "1000 MailDB users", "1000 mail users"),
    ("raid5-for-writes", "compaq-domino45", "14 disks", ""),
    ("page-file-shares-array", "compaq-domino45", "general recommendation", "the case study has"),
    ("cluster-members-differ", "iris-clustering-field", "the busier of the two others", "held up the two others"),
    ("cluster-members-differ", "iris-clustering", "different platforms", ""),
    ("cluster-replication-behind", "iris-clustering-field", "view indexing", "disks of the receiving member"),
    ("database-cache-overcrowded", "iris-clustering-field", "hard limit of R4.x", "1.5"),
    ("aix-maxuproc-low", "ibm-domino7-pseries", "set maxuproc to 128", "on all servers"),
    ("aix-iocp-unavailable", "ibm-domino7-pseries", "state at system restart", ""),
    ("http-threads-high", "ldd-domino6-logging", "200", ""),
    ("transaction-log-not-mirrored", "ldd-domino6-logging", "0+1", ""),
    ("transaction-log-over-circular-limit", "iris-io-r5", "no logging style is named", ""),
    ("log-nsf-shares-array", "iris-clustering-field", "no setting is named", ""),
    ("single-data-array", "iris-io-r5", "not of the operating system", ""),
    ("cache-ratio-not-write-heavy", "compaq-domino45", "Smart-2", ""),
    ("too-many-mailboxes", "iris-io-r5", "should not be more than 10", "cost work"),
    ("replication-log-detailed", "iris-clustering-field", "short of disk I/O", ""),
    ("view-rebuild-dir-in-data-directory", "ibm-domino7-pseries", "below the data directory", ""),
]


@at_once(("rule", "source", "holds", "lacks"), SAID)
def test_a_source_is_made_to_say_what_it_says(rule, source, holds, lacks):
    said = " ".join(f"{use.figure} {use.note}" for name, use in USES if (name, use.id) == (rule, source))
    assert holds in said
    assert not lacks or lacks not in said


def test_the_compaq_paper_speaks_of_the_release_of_windows_that_it_names():
    assert "3.51" in PACK.sources["compaq-domino45"].speaks_of
    assert "4.0" not in PACK.sources["compaq-domino45"].speaks_of


SET = [
    ("Type set config TRANSLOG_Status=1.", "belongs to the server document"),
    ("Type set config TRANSLOG_Status = 1.", "belongs to the server document"),
    ("Type `Set Config TRANSLOG_Status=1`.", "belongs to the server document"),
    ("Type set config Sesion=1.", "is no setting of the catalogue"),
    ("Type set config Server_Session_Timeout=45.", None),
    ("Type set config {setting.name}=0.", None),
]


@at_once(("summary", "told"), SET)
def test_lint_names_a_setting_that_a_document_owns(summary, told):
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    scripted = replace(rule, row={**rule.finding_row, "fix": rule.finding_row["fix"] | {"summary": summary}})
    found = list(rules.console_weaknesses(scripted, PACK))
    assert (told in found[0]) if told else found == []


WEAK = [
    ({"says": "figure", "figure": ""}, "compaq-domino45", "no line of the field figure has it"),
    ({"where": ""}, "compaq-domino45", "does not say where in it"),
    ({"says": "against"}, "hcl-nifnsf", "no short name"),
    ({"figure": "12"}, "hcl-nifnsf", "no short name"),
    ({"where": "", "figure": "", "says": "for"}, "hcl-nifnsf", None),
]


@at_once(("changed", "source", "told"), WEAK)
def test_lint_names_a_source_that_cannot_be_looked_up(changed, source, told):
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    use = {"id": source, "says": "for", "note": "n", "where": "w", "figure": ""} | changed
    weak = replace(rule, row={**rule.finding_row, "sources": [use]})
    found = list(rules.source_weaknesses(weak, PACK))
    assert (told in found[0]) if told else found == []

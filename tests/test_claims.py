"""Registers of claims of the founding documents, and the rules that cite them."""

import json
import re
from collections import Counter
from decimal import Decimal

import data
import pytest
from at_once import at_once
from msgspec.structs import replace

from advisor import pack
from advisor.checking.claims import (
    citation_errors,
    example_errors,
    missing_registers,
    objection_errors,
    register_errors,
    sizing_modules,
)
from advisor.pack import claims
from advisor.pack.claims import FATES, KINDS
from advisor.pack.tables import tables

PACK = pack.builtin()
REGISTERS = claims.builtin()
EVERY = [claim for register in REGISTERS for claim in register.claims]


def test_every_founding_document_has_a_register_and_every_claim_a_fate():
    assert list(missing_registers(REGISTERS, PACK)) == []
    assert [claim.id for claim in EVERY if claim.fate in {"", "open"}] == []
    assert len({claim.id for claim in EVERY}) == len(EVERY) >= 220


def test_what_rules_cite_and_what_registers_say_agree():
    assert list(register_errors(REGISTERS, PACK)) == []
    assert list(citation_errors(PACK.rules, REGISTERS)) == []


def test_a_claim_is_shown_on_a_release_and_a_platform_that_it_speaks_of():
    assert list(example_errors(REGISTERS, PACK)) == []


@at_once("claim", EVERY, ids=lambda claim: claim.id)
def test_a_claim_is_said_in_short_sentences(claim):
    assert claim.says.endswith(".")
    assert len(claim.says) <= 260
    assert not claim.says.endswith("..")


# Lint of a made-up register and rule


CLAIM = claims.Claim("CL-900", "It is so.", "Scenario 9", "cluster", ("5",))
RULE = next(rule for rule in PACK.rules if rule.name == "cluster-replicator-missing")


def made(**fate):
    """The register of the cluster papers with one more claim."""
    register = next(one for one in REGISTERS if "iris-clustering" in one.witnesses)
    return [replace(register, claims=(*register.claims, replace(CLAIM, **fate)))]


def citing(**use):
    """A rule whose first use of a source is changed."""
    first, *others = RULE.finding_row["sources"]
    return replace(RULE, row={**RULE.finding_row, "sources": [first | use, *others]})


SHOWN = claims.Shown


@at_once(("fate", "told"), [
    ({}, "CL-900: has no fate"),
    ({"open": "who knows"}, "CL-900: is open: who knows"),
    ({"not_checkable": "explains"}, None),
    ({"tables": ("memory-mail",)}, None),
    ({"steps": ("predictions",)}, None),
    ({"tables": ("memory-male",)}, 'CL-900: no table is called "memory-male"'),
    ({"steps": ("memmory",)}, 'CL-900: no step of sizing is called "memmory"'),
    ({"cited_by": ("no-such-rule",)}, 'CL-900: no rule is called "no-such-rule"'),
    ({"cited_by": (RULE.name,)}, f"CL-900: {RULE.name} does not cite it"),
    ({"judged_by": (SHOWN(RULE.name, "CLREPL twice on R5"),)}, f"CL-900: {RULE.name} does not cite it"),
    ({"judged_by": (SHOWN(RULE.name, "thrice"),)}, f'CL-900: {RULE.name} has no example, or several, called "thrice"'),
])  # fmt: skip
def test_lint_names_what_a_fate_lacks(fate, told):
    found = list(register_errors(made(**fate), PACK))
    assert (told in found) if told else found == []


@at_once(("releases", "platforms", "told"), [
    (("4.6", "5"), (), None),
    (("5.0.12",), (), None),
    (("5.0.1",), (), "the claim speaks of release 5.0.1, the example of 5.0.12"),
    (("6", "7"), (), "the claim speaks of release 6 and 7, the example of 5.0.12"),
    (("5",), ("unix",), None),
    (("5",), ("aix",), "the claim speaks of aix, the example of linux"),
    (("5",), ("windows", "aix"), "the claim speaks of windows and aix, the example of linux"),
])  # fmt: skip
def test_lint_names_an_example_of_another_release_or_platform(releases, platforms, told):
    first, *others = RULE.page_row["examples"]
    example = first | {"name": "here", "platform": "linux"}
    rule = replace(RULE, row={**RULE.page_row, "examples": [example, *others]})
    shown = made(judged_by=(SHOWN(RULE.name, "here"),), releases=releases, platforms=platforms)
    found = list(example_errors([replace(shown[0], claims=shown[0].claims[-1:])], replace(PACK, rules=[rule])))
    assert found == ([f'CL-900: {RULE.name}, "here": {told}'] if told else [])


def test_claims_that_are_against_each_other_name_each_other():
    assert list(objection_errors(REGISTERS)) == []
    alone = made(against=("IO-018",))
    assert "CL-900: is against IO-018, which does not name it" in list(objection_errors(alone))


@at_once(("use", "told"), [
    ({}, None),
    ({"claims": []}, 'no claim is named that stands in "Setting up multiple Cluster Replicators"'),
    ({"claims": ["CL-012", "CL-999"]}, "CL-999 is none of its claims"),
    ({"claims": ["CL-004"]}, 'no claim is named that stands in "Setting up multiple Cluster Replicators"'),
    ({"claims": ["CL-012", "CL-006"]}, "CL-006 is cited, and its fate says that it is not checkable"),
    ({"id": "hcl-nifnsf"}, "has no register, and claims of it are named"),
    ({"id": "hcl-nifnsf", "claims": []}, None),
])  # fmt: skip
def test_lint_names_passages_without_a_claim(use, told):
    found = list(citation_errors([citing(**use)], REGISTERS))
    witness = use.get("id", "iris-clustering")
    assert found == ([f"{RULE.name}: {witness}: {told}"] if told else [])


def test_lint_names_a_document_without_a_register():
    assert list(missing_registers(REGISTERS[1:], PACK)) == ["compaq-domino45 is long, and no register has its claims"]


# The command


def test_coverage_counts_by_document_and_by_kind(domlint):
    done = domlint("rules", "coverage")
    assert (done.returncode, done.err) == (0, "")
    rows = {line[:29].strip(): line[29:].split() for line in done.out.splitlines()}
    assert rows["all"] == [str(len(EVERY)), *(str(sum(claim.fate == fate for claim in EVERY)) for fate in FATES)]
    for kind in KINDS:
        assert int(rows[kind][0]) == sum(claim.kind == kind for claim in EVERY)


def test_json_has_every_claim(domlint):
    found = json.loads(domlint("rules", "coverage", "--format", "json").out)
    rows = [row for document in found["documents"] for row in document["claims"]]
    assert [row["id"] for row in rows] == [claim.id for claim in EVERY]
    assert Counter(row["fate"] for row in rows) == Counter(
        {fate: found["counts"][fate] for fate in FATES if found["counts"][fate]}
    )
    assert sum(found["kinds"][kind]["claims"] for kind in found["kinds"]) == found["counts"]["claims"] == len(EVERY)


# A site's own register

REGISTER = data.text("claims/register.toml")
WITNESS = """
[[witness]]
id = "house-standard"
title = "Server standard"
publisher = "Messaging team"
speaks_of = "Domino 12 on Windows"
"""


def site(folder, register=REGISTER):
    (folder / "our-rules" / "sources" / "claims").mkdir(parents=True)
    (folder / "our-rules" / "sources" / "house.toml").write_text(WITNESS)
    (folder / "our-rules" / "sources" / "claims" / "house.toml").write_text(register)


def test_a_site_s_register_is_accounted(tmp_path, domlint):
    site(tmp_path)
    (document,) = json.loads(domlint("rules", "coverage", "our-rules", "--format", "json").out)["documents"]
    assert (document["title"], document["file"]) == ("Server standard of 2026", "our-rules/sources/claims/house.toml")
    assert "HS-001" in domlint("rules", "coverage", "--rules", "our-rules").out
    linted = domlint("rules", "lint", "our-rules")
    assert (linted.returncode, linted.out.splitlines()[0]) == (1, "HS-001: has no fate")


def test_a_site_s_claim_may_be_judged_by_a_built_in_rule(tmp_path, domlint):
    site(tmp_path, REGISTER + 'cited_by = ["session-timeout-long"]\n')
    assert domlint("rules", "lint", "our-rules").out == "0 rules, 0 weaknesses\n"


@pytest.mark.parametrize(("register", "told"), [
    (REGISTER + 'open = "yes"\nnot_checkable = "no"\n', "a claim has one fate"),
    (REGISTER.replace("house-standard", "nobody"), 'witnesses: no source is called "nobody"'),
    (REGISTER + REGISTER[REGISTER.index("[[claim]]") :], "HS-001 is the id of a claim in"),
    (REGISTER.replace('kind = "settings"', 'kind = "setting"'), "kind"),
    (REGISTER.replace('releases = ["12"]', "releases = []"), "releases"),
])  # fmt: skip
def test_what_is_wrong_in_a_register_is_said_with_its_file(register, told, tmp_path, domlint):
    site(tmp_path, register)
    done = domlint("rules", "coverage", "our-rules")
    assert (done.returncode, done.out) == (2, "")
    assert told in done.err
    assert "house.toml" in done.err


# Claims about how large a machine must be

# Figures of claims that no cell has: memory before and memory added, and a share that stands for any.
WORKED_OUT = {"CQ-002": [192], "CQ-005": [192], "CQ-059": [Decimal("1.2")]}
SIZED = [claim for claim in EVERY if claim.tables or claim.steps]
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def figures_of(name):
    """All figures of a table, also those in its words."""
    table = tables()[name]
    cells = [cell for row in table.rows for cell in (*row.printed.values(), *row.values())]
    texts = [*map(str, cells), table.says, *(says for row in table.rows for says in row.errs.values())]
    return {Decimal(one.replace(",", "")) for text in texts for one in _NUMBER.findall(text)}


def test_claims_on_size_end_in_tables_and_steps_that_there_are():
    assert len(SIZED) >= 42
    assert all(claim.tables for claim in SIZED)
    assert [
        claim.id for claim in EVERY if claim.kind == "sizing" and claim.fate != "not checkable" and claim not in SIZED
    ] == []
    for claim in EVERY:
        assert set(claim.tables) <= set(tables())
        assert set(claim.steps) <= sizing_modules()


@at_once("claim", SIZED, ids=lambda claim: claim.id)
def test_the_figures_of_a_claim_stand_in_its_tables(claim):
    told = {Decimal(one.replace(",", "")) for text in claim.figures for one in _NUMBER.findall(text)}
    found = set[Decimal]().union(*map(figures_of, claim.tables))
    assert sorted(told - found) == WORKED_OUT.get(claim.id, [])

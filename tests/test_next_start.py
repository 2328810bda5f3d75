"""What follows from files for the next start: the same whether or not the steps that nothing touches are carried out."""

import inspect
import re
import shutil
from pathlib import Path

import pytest

from advisor import derive as derived
from advisor import pack
from advisor.derive import Overrides, effective
from advisor.derive.steps import STEPS
from advisor.derive.steps.step import carry_out
from advisor.judging import assess
from advisor.known import NEXT_START
from advisor.servers.gather import gather

FIXTURES = Path(__file__).parent.parent / "fixtures"
CATALOGUE = pack.builtin().catalogue
VIEWED = {"effective.derive_effective", "mail.derive_mail_boxes"}

SYSTEMS = [  # a fixture, an item of its server document and what that says instead
    ("aix-9.0.1-good", "TRANSLOG_Status", "0"),
    ("windows-12.0.2-good", "TRANSLOG_Status", "0"),
    ("linux-12.0.2-good", "TRANSLOG_Path", "/elsewhere"),
    ("today-full-disk", "DAOSEnable", "0"),
    ("today-small-windows", "TRANSLOG_Status", "0"),
    ("today-traveler-daos", "DAOSBasePath", "/elsewhere"),
]


def known(facts):
    """All that can be asked of facts, in its order."""
    held = [{word: list(held) for word, held in one.items()} for one in (facts.words, facts.kinds, facts.holders)]
    return list(facts.known.items()), held, facts.completes, facts.differences, facts.undecided


@pytest.mark.parametrize(("system", "item", "value"), SYSTEMS)
def test_only_steps_that_a_difference_touches_are_carried_out_again(system, item, value, tmp_path, monkeypatch):
    folder = shutil.copytree(FIXTURES / system, tmp_path / system)
    for document in folder.rglob("*.dxl"):
        said = re.sub(rf"(<item name='{item}'[^>]*>\s*<\w+>)[^<]*", rf"\g<1>{value}", document.read_text())
        document.write_text(said)
    shared, carried_out = effective.derive_again, []

    def both(of_files, context, now, given):
        anew = of_files.copy()
        derived.derive(anew, context)
        shared(of_files, context, now, given)
        assert known(of_files) == known(anew)
        assert set(carried_out) >= VIEWED
        assert len(carried_out) < len(given) / 2

    def noted(step, *given):
        carried_out.append(step.name)
        carry_out(step, *given)

    monkeypatch.setattr(effective, "derive_again", both)
    monkeypatch.setattr(effective, "carry_out", noted)
    files = gather([str(folder)], bytes, catalogue=CATALOGUE).files
    [server] = assess.servers_of(files, CATALOGUE, Overrides())[0]
    assert not server.error
    assert server.views[-1].name == NEXT_START


def test_the_steps_that_look_at_the_view():
    looking = {step.name for step in STEPS if "context.view" in inspect.getsource(step.function)}
    assert {step.name for step in STEPS if step.by_view} == looking == VIEWED

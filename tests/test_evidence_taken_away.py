"""Taking evidence away never raises a letter without the mark that it is only the best there can be.

Every fixture is judged without each of its files, and without seeded sets of them. No letter counts as no letter.
"""

import random
import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from judged import report_of

from advisor import pack
from advisor.cli import inputs

PACK = pack.builtin()
FIXTURES = Path(__file__).parent.parent / "fixtures"
NAMES = sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())
SHARES = (0.3, 0.5, 0.7)
SETS_OF_A_SHARE = 4
# A file that no other file tells of leaves no trace. Only the categories are raised by it, never the letter.
UNTOLD = {("linux-12.0.2-one-touch-slips", "security")}


@cache
def overrides(name):
    told = re.search(r"^# options: (.*)$", (FIXTURES / f"{name}.expected").read_text(encoding="utf-8"), re.MULTILINE)
    words = told[1].split() if told else []
    options = dict(zip(words[::2], words[1::2], strict=True))
    return inputs.overrides(options.get("--release"), options.get("--platform"), options.get("--bits"))


def judged(folder, name):
    """The servers of a folder as the report has them."""
    return report_of([folder], overrides=overrides(name)).servers


def taken_away(files, name):
    """Each file, and seeded sets of them."""
    seeded = random.Random(name)
    yield from ({file} for file in files)
    for share in SHARES:
        for _ in range(SETS_OF_A_SHARE):
            yield {file for file in files if seeded.random() < share}


def the_same(servers, one):
    """The server that another run has: by its name, else by the files that tell of it."""
    files = {file.path for file in one.inputs}
    return max(servers, key=lambda other: (other.name == one.name, len(files & {file.path for file in other.inputs})))


def raised(before, after, bound):
    """Whether a letter is better than before, and not marked."""
    return bool(before and after and after < before and not bound)


def raised_in(servers, fewer, name):
    """What was raised: servers, and categories of servers."""
    for one in fewer:
        whole = the_same(servers, one)
        if raised(whole.grade, one.grade, one.grade_is_bound):
            yield one.name
        letters = {category.name: category.grade for category in whole.categories}
        for category in one.categories:
            if raised(letters.get(category.name), category.grade, category.bound):
                yield from {(name, category.name)} - UNTOLD


@pytest.mark.parametrize("name", NAMES)
def test_no_letter_is_raised_unmarked(name, tmp_path):
    whole = tmp_path / "whole" / name
    shutil.copytree(FIXTURES / name, whole)
    servers = judged(whole, name)
    files = sorted(path.relative_to(whole) for path in whole.rglob("*") if path.is_file())
    found = []
    for number, gone in enumerate(taken_away(files, name)):
        folder = tmp_path / str(number) / name
        shutil.copytree(whole, folder)
        for file in gone:
            (folder / file).unlink()
        found += [(sorted(map(str, gone)), what) for what in raised_in(servers, judged(folder, name), name)]
        shutil.rmtree(folder.parent)
    assert found == []

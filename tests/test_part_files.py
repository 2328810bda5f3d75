"""What a run that was killed left beside a report is taken away by the next one; what another run writes is not."""

import os
import time

import pytest

from advisor.fixes.write import replace_file
from advisor.servers.walk import UNFINISHED

PART = f"{UNFINISHED}{'0a' * 8}"
LEFT = {
    "of a run that was killed": (PART, 3600, True),
    "of one that may just begin": (PART, 5, False),
    "of another name": (f"{UNFINISHED}notes", 3600, False),
    "of a longer name": (f"{PART}.bak", 3600, False),
}


@pytest.mark.parametrize(("name", "age", "goes"), LEFT.values(), ids=LEFT.keys())
def test_what_is_left_is_cleared_away(name, age, goes, tmp_path):
    part = tmp_path / name
    part.write_bytes(b"half a rep")
    os.utime(part, (time.time() - age,) * 2)
    with replace_file(tmp_path / "report.json", None) as stream:
        stream.write(b"{}")
    assert part.exists() != goes
    assert (tmp_path / "report.json").read_bytes() == b"{}"


def test_of_two_runs_at_once_none_takes_away_the_other_s(tmp_path):
    with replace_file(tmp_path / "report.json", None) as first:
        first.write(b"1")
        first.flush()
        (part,) = tmp_path.iterdir()
        os.utime(part, (0, 0))
        with replace_file(tmp_path / "report.json", None) as second:
            second.write(b"2")
        first.write(b"1")
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"11"]


def test_a_link_or_folder_of_that_name_stays(tmp_path):
    (tmp_path / "precious").write_text("x")
    (tmp_path / PART).symlink_to(tmp_path / "precious")
    (tmp_path / PART.replace("0a", "0b")).mkdir()
    with replace_file(tmp_path / "report.json", None) as stream:
        stream.write(b"{}")
    assert len(list(tmp_path.iterdir())) == 4

"""Directories: mount points above a path."""

from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.derive import directories
from advisor.facts import Subject

PIECES = st.sampled_from(
    ["/", "\\", "C:", "c:", "local", "Local", "notesdata", "//", "\\\\", ".", "..", "m 1", "", "x"]
)
PATHS = st.lists(PIECES, max_size=5).map("".join)


@settings(max_examples=300)
@given(st.lists(PATHS, max_size=6), PATHS)
def test_mount_points_above_a_path_are_those_that_hold_it(mounts, path):
    volumes = [Subject("volume", mount) for mount in mounts]
    expected = [one for one in volumes if directories.holds(one.name, path)]
    assert sorted(directories.VolumesAbove(volumes).path(path)) == sorted(expected)

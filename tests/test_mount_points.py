"""Mount points: the nearest one above a path."""

from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.derive import directories
from advisor.derive.directories import MountPoints
from advisor.facts import Subject

PIECES = st.sampled_from(
    ["/", "\\", "C:", "c:", "local", "Local", "notesdata", "//", "\\\\", ".", "..", "m 1", "", "x"]
)
PATHS = st.tuples(st.sampled_from(["/", "C:\\", "c:\\"]), st.lists(PIECES, max_size=5)).map(
    lambda parts: parts[0] + "".join(parts[1])
)


@settings(max_examples=300)
@given(st.lists(PATHS, max_size=6), PATHS)
def test_the_mount_point_above_a_path_is_the_longest_of_those_that_hold_it(mounts, path):
    volumes = [Subject("volume", mount) for mount in mounts]
    holding = [one for one in volumes if directories.holds(one.name, path)]
    found = MountPoints(volumes).above(path)
    assert (found in holding) if holding else found is None
    assert not found or all(directories.holds(one.name, found.name) for one in holding)

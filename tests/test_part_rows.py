"""JSON out of rows that stand in the place of parts: the same bytes as from the parts themselves, of which none is held."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CLUSTER = ROOT / "fixtures" / "windows-4.6.2a-cluster"
ALONE = ROOT / "fixtures" / "today-small-windows"
WAIVING = '[[waive]]\nrule = "THR"\nreason = "agreed"\n'
CASES = [(CLUSTER, WAIVING, ()), (CLUSTER, "", ("--as-release", "14.5")), (ALONE, "", ("--select", "LOG001"))]


@pytest.mark.parametrize(("folder", "configuration", "options"), CASES)
def test_json_is_the_same_alone_and_beside_text(folder, configuration, options, domlint, tmp_path):
    (tmp_path / "domlint.toml").write_text(configuration)
    alone = domlint("check", folder, *options, "--format", "json").stdout
    domlint("check", folder, *options, "--format", "json:beside.json", "--format", "text:beside.txt")
    assert alone == (tmp_path / "beside.json").read_bytes()

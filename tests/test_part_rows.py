"""JSON out of rows that stand in the place of parts: the same bytes as from the parts themselves, of which none is held."""

from pathlib import Path

import pytest

from advisor.writers import json as writer

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


def test_of_json_alone_no_part_is_held(domlint, monkeypatch):
    held = []
    render = writer.PartRows.render
    monkeypatch.setattr(writer.PartRows, "render", lambda self, report: held.append(report) or render(self, report))
    domlint("check", ALONE, "--format", "json")
    [report] = held
    assert (report.servers, report.findings, report.unknown, report.waived) == ((), (), (), ())
    assert report.totals().servers == 1

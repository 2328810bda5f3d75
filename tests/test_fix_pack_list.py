"""The list of fix packs: domlint's own, and the one that domlint.toml names."""

import json
from datetime import date

import pytest
from at_once import at_once

from advisor.pack import builtin, releases

OWN = 'as_of = 2026-11-01\n\n[[release]]\nname = "12.0.2"\nnewest = "12.0.2FP9"\n'


@at_once(
    ("name", "newest"),
    [
        ("12.0.2FP1", "12.0.2FP8"),
        ("Release 12.0.2FP7 HF25", "12.0.2FP8"),
        ("14.5", "14.5FP1"),
        ("14.5.1", "14.5.1FP1"),
        ("9.0.1FP10", None),
        ("nothing", None),
    ],
)
def test_the_list_has_the_newest_fix_pack(name, newest):
    assert releases.builtin().newest_of(name) == newest


def test_the_list_has_its_date_and_a_source_for_each_release():
    assert date.fromisoformat(releases.builtin().as_of)
    rows = json.loads(releases.BUILTIN.read_bytes())["release"]
    assert len(rows) == len(releases.builtin().newest) > 0
    assert {row["source"] for row in rows} <= {source.id for rule in builtin().rules for source in rule.sources}


@pytest.fixture
def check(tmp_path, domlint):
    """Check a server of 12.0.2FP8 with a list of the site."""

    def run(listed):
        (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nFaultRecovery_Build=Release 12.0.2FP8\n")
        (tmp_path / "site.toml").write_text('releases = "packs.toml"\n')
        if listed is not None:
            (tmp_path / "packs.toml").write_text(listed)
        words = ("--config", str(tmp_path / "site.toml"), "--select", "fix-pack-behind", "--format", "json")
        return domlint("check", *words, str(tmp_path / "notes.ini"))

    return run


def test_a_site_replaces_the_list(check):
    findings = json.loads(check(OWN).out)["findings"]
    assert [finding["name"] for finding in findings] == ["fix-pack-behind"]
    assert "12.0.2FP9" in findings[0]["message"]
    assert "packs.toml of 2026-11-01" in findings[0]["message"]


@pytest.mark.parametrize(
    "listed",
    [
        pytest.param(None, id="no file"),
        pytest.param("as_of = 2026-11-01\n", id="no release"),
        pytest.param(OWN.replace("2026-11-01", '"today"'), id="no date"),
        pytest.param(OWN.replace("12.0.2FP9", "14.0FP9"), id="a fix pack of another release"),
        pytest.param(OWN.replace("newest", "latest"), id="an unknown field"),
        pytest.param(OWN.replace("12.0.2", "twelve"), id="no number"),
        pytest.param("as_of = [", id="no TOML"),
        pytest.param("release = 1\nas_of = 2026-11-01\n", id="no list"),
        pytest.param(OWN + '[[release]]\nname = "12.0.2.0"\nnewest = "12.0.2FP8"\n', id="one release twice"),
    ],
)
def test_a_list_that_cannot_be_used_is_wrong_use(check, listed):
    result = check(listed)
    assert result.returncode == 2
    assert "packs.toml" in result.err


@pytest.mark.parametrize(
    ("name", "newest", "line"),
    [
        pytest.param("12.0.2", "12.0.2FP8", "packs.toml:7: ", id="the same name"),
        pytest.param("12.0.2FP1", "12.0.2FP8", "packs.toml:7: ", id="another fix pack of it"),
        pytest.param("14.0", "12.0.2FP8", "packs.toml:7: ", id="a fix pack of another release"),
    ],
)
def test_the_message_names_the_line(name, newest, line, check):
    assert line in check(f'{OWN}\n[[release]]\nname = "{name}"\nnewest = "{newest}"\n').err

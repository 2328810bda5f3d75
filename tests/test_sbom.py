"""The bill of materials: by CycloneDX's schema, the same twice, with every pin, and with nothing of the machine that made it."""

import json
import re
import runpy
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("cyclonedx", reason="the extra dev of an older environment has no CycloneDX")

ROOT = Path(__file__).parent.parent
SBOM = runpy.run_path(str(ROOT / ".ci" / "sbom.py"))
METADATA = "Metadata-Version: 2.4\nName: domlint\nVersion: 9.8.7\nSummary: What it is\nLicense-Expression: Apache-2.0\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    path = tmp_path_factory.mktemp("dist") / "domlint-9.8.7-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("domlint-9.8.7.dist-info/METADATA", METADATA)
    return path


@pytest.mark.parametrize(("epoch", "time"), [(None, None), ("1700000000", "2023-11-14T22:13:20+00:00")])
def test_it_keeps_to_the_schema_and_is_the_same_twice(wheel, epoch, time, monkeypatch, tmp_path):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    if epoch:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    text = SBOM["bill"](wheel)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    elsewhere = tmp_path / wheel.name
    elsewhere.write_bytes(wheel.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert SBOM["bill"](elsewhere) == text
    assert json.loads(text)["metadata"].get("timestamp") == time
    assert str(wheel.parent) not in text
    assert str(ROOT) not in text


def test_it_has_every_pin_once_and_each_is_wanted(wheel):
    bill = json.loads(SBOM["bill"](wheel))
    constraints = (ROOT / "constraints-extras.txt").read_text(encoding="utf-8")
    assert [one["bom-ref"] for one in bill["components"]] == re.findall(
        r"^[a-z0-9-]+==[^ ;]+", constraints, re.MULTILINE
    )
    assert {one["scope"] for one in bill["components"]} == {"required", "optional"}
    wanted = {name for row in bill["dependencies"] for name in row.get("dependsOn", ())}
    assert wanted == {one["bom-ref"] for one in bill["components"]}
    assert bill["metadata"]["component"]["bom-ref"] == "domlint==9.8.7"

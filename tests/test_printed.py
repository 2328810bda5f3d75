"""What commands print, to the letter: goldens of facts, of findings as JSON, and of settings' pages.

None of them names a rule that says nothing, so that they stay as they are when an unrelated rule is added.
"""

import json
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent.parent / "fixtures"
FACTS = ("aix-9.0.1-carried-over", "aix-9.0.1-good", "linux-8.5.3-raid5", "linux-12.0.2-one-touch-slips", "windows-14.5-good")  # fmt: skip
FINDINGS = ("aix-9.0.1-carried-over", "linux-8.5.3-raid5", "windows-9.0.1-aged")
SETTINGS = ("Updaters", "Shared_Mail", "HTTPJVMMaxHeapSize", "TRANSLOG_Path", "Log_Replication", "DBMT_FILTER", "gofaster", "iNotes_WA_Anything")  # fmt: skip


@pytest.mark.parametrize("name", FACTS)
def test_facts(name, domlint, golden):
    golden(f"facts/{name}.txt", domlint("facts", name, cwd=FIXTURES).out)


@pytest.mark.parametrize("name", FINDINGS)
def test_findings(name, domlint, golden):
    report = json.loads(domlint("check", name, "--isolated", "--format", "json", cwd=FIXTURES).stdout)
    remedies = {rule: text["remedies"] for rule, text in report["rules"].items()}
    shown = {"findings": report["findings"], "remedies": remedies}
    golden(f"findings/{name}.json", json.dumps(shown, indent=1, ensure_ascii=False) + "\n")


def test_pages_of_settings(domlint, golden):
    golden("settings.md", "".join(domlint("explain", name).out for name in SETTINGS))

"""What `facts` and `explain` print, to the letter."""

from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent.parent / "fixtures"
FACTS = ("aix-9.0.1-carried-over", "aix-9.0.1-good", "linux-8.5.3-raid5", "linux-12.0.2-one-touch-slips", "windows-14.5-good")  # fmt: skip
SETTINGS = ("Updaters", "Shared_Mail", "HTTPJVMMaxHeapSize", "TRANSLOG_Path", "Log_Replication", "DBMT_FILTER", "gofaster", "iNotes_WA_Anything")  # fmt: skip


@pytest.mark.parametrize("name", FACTS)
def test_facts(name, domlint, golden):
    golden(f"facts/{name}.txt", domlint("facts", name, cwd=FIXTURES).out)


def test_pages_of_settings(domlint, golden):
    golden("settings.md", "".join(domlint("explain", name).out for name in SETTINGS))

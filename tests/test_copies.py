"""Files of a server that others of it stand for: copies by their names, and older listings."""

import json

import pytest
from at_once import at_once

from advisor.values.paths import originals

COPIES = [  # names by which a file is a copy of df.txt
    "df.txt.bak", "df.txt.BAK2", "df.txt.old", "df.txt.orig", "df.txt.sav", "df.txt.save", "df.txt.rpmsave", "df.txt.dpkg-old",
    "df.txt~", "df.txt.~1~", ".df.txt.swp", "#df.txt#", "df.txt.2024-01-01", "df.txt-20240101", "Copy of df.txt",
    "Kopie von df.txt", "backup_df.txt", "old_df.txt", "old-DF.TXT", "df - Copy.txt", "df - Copy (2).txt", "df - Kopie.txt",
    "df_old.txt", "df-old.txt", "df.bak.txt", "df_backup2.txt",
]  # fmt: skip
OTHERS = [
    "df.txt", "df-k.txt", "df (1).txt", "df_new.txt", "df-2024-01-01.txt", "folder.txt", "olddf.txt", "~", ".bak",
    "df2.txt", "",
]  # fmt: skip


@at_once("name", COPIES)
def test_names_of_copies(name):
    assert "df.txt" in originals(name)


@at_once("name", OTHERS)
def test_names_that_are_no_copies(name):
    assert "df.txt" not in originals(name)


INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=Mail01/Acme\n"
DF = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/a 100000 50 {} 5% /\n"
OLDER = "an older listing; the newest counts: "
COPY = "a copy of df.txt by its name: not used"
LAID = [  # files with what is free, what is said of each that is not used
    ({"df.txt": 1, "df.txt.bak": 2}, {"df.txt.bak": COPY}),
    ({"df.txt": 1, "Copy of df.txt": 2, "df.txt~": 3}, {"Copy of df.txt": COPY, "df.txt~": COPY}),
    ({"a/df.txt": 1, "df.txt.bak": 2}, {}),  # the file itself lies elsewhere
    ({"df.txt.bak": 2}, {}),
    ({"df-2026-01-01.txt": 1, "df-2024-01-01.txt": 2}, {"df-2024-01-01.txt": OLDER + "df-2026-01-01.txt"}),
    ({"df-2026-01-01.txt": 1, "a/df-2024-01-01.txt": 2}, {}),
    ({"df-2026-01-01.txt": 1, "data-2024-01-01.txt": 2}, {}),
    ({"df-2026-01-01.txt": 1, "df.txt": 2}, {}),
    ({"2026-01-01/df.txt": 1, "2024-01-01/df.txt": 2}, {"2024-01-01/df.txt": OLDER + "2026-01-01/df.txt"}),
    ({"df_01.01.2026.txt": 1, "df_31.12.2024.txt": 2}, {"df_31.12.2024.txt": OLDER + "df_01.01.2026.txt"}),
    ({"df_01-02-2026.txt": 1, "df_03-02-2026.txt": 2}, {}),
    ({"df-2026-01-01.txt": 1, "df-2099-01-01.txt": 2},
        {"df-2099-01-01.txt": "the date in its name is still to come and does not count: 2099-01-01"}),
]  # fmt: skip


@pytest.mark.parametrize(("laid", "said"), LAID)
def test_what_is_not_used_is_said(domlint, tmp_path, laid, said):
    (tmp_path / "notes.ini").write_text(INI)
    for name, free in laid.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(DF.format(free))
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").stdout)
    unread = {one["path"]: one["reason"] for one in report["unread"]}
    assert unread == said
    used = {one["path"] for one in report["servers"][0]["inputs"]}
    assert used == {"notes.ini", *laid} - {name for name, why in said.items() if "to come" not in why}

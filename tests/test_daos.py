"""Where DAOS keeps its attachment objects, by its setting and by the volumes that were listed: one layout a case."""

import pytest
from listings import facts_of

LINUX = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nDAOSEnable=1\n"
WINDOWS = "[Notes]\nKitType=2\nDirectory=D:\\Domino\\Data\nDAOSEnable=1\n"
ROOT = "/dev/sda2 on / type xfs (rw)\n/dev/sdb1 on /local type xfs (rw)\n"
INSIDE = f"{ROOT}/dev/sdc1 on /local/notesdata/DAOS type xfs (rw)\n"
BELOW = f"{ROOT}/dev/sdc1 on /local/notesdata/DAOS/0001 type xfs (rw)\n"


@pytest.mark.parametrize(("ini", "mounts", "path", "inside", "own"), [
    (LINUX, "", "/local/notesdata/DAOS", "yes", "no"),
    (LINUX + "DAOSBasePath=objects\n", "", "/local/notesdata/objects", "yes", "no"),
    (LINUX + "DAOSBasePath=/local/daos\n", "", "/local/daos", "no", "no"),
    (
        LINUX + "DAOSBasePath=/local/daos\n",
        f"{ROOT}/dev/sdc1 on /local/daos type xfs (rw)\n",
        "/local/daos",
        "no",
        "yes",
    ),
    (LINUX, ROOT, "/local/notesdata/DAOS", "yes", "no"),
    (LINUX, INSIDE, "/local/notesdata/DAOS", "yes", "yes"),
    (LINUX, BELOW, "/local/notesdata/DAOS", "yes", "no"),
    (WINDOWS + "DAOSBasePath=E:\\DAOS\n", "", "E:\\DAOS", "no", "no"),
    (WINDOWS + "DAOSBasePath=d:\\domino\\DATA\\daos\n", "", "d:\\domino\\DATA\\daos", "yes", "no"),
    (WINDOWS + "DAOSBasePath=\\DAOS\n", "", None, None, None),
    (LINUX.replace("DAOSEnable=1", "DAOSEnable=0"), INSIDE, None, None, None),
    ("[Notes]\nKitType=2\nDirectory=/local/notesdata\nDAOSBasePath=daos\n", "", None, None, None),
])  # fmt: skip
def test_where_attachment_objects_lie(ini, mounts, path, inside, own):
    facts = facts_of(ini, *filter(None, [mounts]))
    told = [facts.ask(f"daos.{key}").text for key in ("path", "in_data_directory", "own_file_system")]
    assert told == [path, inside, own]


def test_that_no_list_of_volumes_was_given_is_said():
    (own,) = facts_of(LINUX).ask("daos.own_file_system").facts
    assert own.presumed
    assert "no mount table was given" in own.note

"""What is found on lists of who may do something: told without the names of people, in every format."""

import json

import judged
import pytest

from advisor import writers
from advisor.writers.options import Options

INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\nServerTasks=Router,HTTP\n"
WIDE = {
    "FullAdmin": "*",
    "Administrator": "*/O=Acme",
    "UnrestrictedList": "*",
    "OnBehalfOfLst": "*",
    "DenyAccess": "*/O=Old",
}
FOUND = {
    "full-access-for-everyone", "administrators-for-everyone", "unrestricted-agents-for-everyone",
    "sign-on-behalf-for-everyone", "http-ignores-server-access",
}  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    lists = "".join(
        f"<item name='{item}' names='true'><textlist><text>CN=Nemo Nobody/O=Acme</text><text>{wide}</text></textlist></item>\n"
        for item, wide in WIDE.items()
    )
    server = "<item name='ServerName'><text>CN=Mail01/O=Acme</text></item>\n<item name='HTTP_NormalMode'><text>1</text></item>\n"
    (folder / "notes.ini").write_text(INI)
    (folder / "names.dxl").write_text(
        f"<document xmlns='http://www.lotus.com/dxl' form='Server'>\n{server}{lists}</document>\n"
    )
    return judged.report_of([folder])


def test_each_list_is_found(report):
    rendered = json.loads(writers.writer("json").render(report, Options()))
    assert {row["name"] for row in rendered["findings"]} >= FOUND


@pytest.mark.parametrize("name", writers.FORMATS)
def test_nobody_s_name_is_told(name, report):
    rendered = writers.writer(name).render(report, Options())
    assert "full-access-for-everyone" in rendered or " SEC012 " in rendered
    assert "Nemo" not in rendered

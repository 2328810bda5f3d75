"""Of many servers of which hardly a line is told the first are judged, and the report says that others were not."""

import json

import pytest

from advisor.servers import bare

INI = "[Notes]\nKitType=2\nServerName=Mail0{}/Acme\nDirectory=/local/notesdata\n{}"
SERVER = "<document form='Server'><item name='ServerName'><text>CN=Mail0{}/O=Acme</text></item>{}</document>\n"
TO_DO = f"check them in several runs, of no more than {bare.MOST} servers each"
FIELDS = ("HTTP_Port", "MailBoxes", "FullAdmin", "AllowAccess", "PTAccess", "TRANSLOG_MaxSize")
LONG = "Comment=" + 900 * "x" + "\n"


def inis(*more):
    return {f"s{number}/notes.ini": INI.format(number, text) for number, text in enumerate(more)}


def export(*more):
    documents = "".join(SERVER.format(number, text) for number, text in enumerate(more))
    return {"d.dxl": f"<database xmlns='http://www.lotus.com/dxl'>{documents}</database>"}


def config_map(*more):
    data = {f"s{number}.ini": INI.format(number, text) for number, text in enumerate(more)}
    return {"map.json": json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m"}, "data": data})}


CASES = [  # files, and of how many of their servers a report tells
    (inis("", ""), 2),
    (inis("", "", ""), 2),
    (inis("", "", "", "", ""), 2),
    (inis(LONG, LONG, LONG, LONG, LONG), 5),
    (inis(LONG * 3, LONG, "", "", ""), 4),
    (config_map(LONG, LONG, LONG, LONG), 4),
    (export("", ""), 2),
    (export("", "", "", ""), 2),
    (export(*[f"<item name='x'><text>{900 * 'x'}</text></item>"] * 4), 4),
    (export(*["".join(f"<item name='{name}'><text>1</text></item>" for name in FIELDS)] * 4), 2),  # 400 bytes of each
]


@pytest.mark.parametrize(("files", "judged"), CASES)
def test_a_server_past_the_limit_has_files_that_tell_something(files, judged, domlint, tmp_path, monkeypatch):
    monkeypatch.setattr(bare, "MOST", 2)
    monkeypatch.setattr(bare, "LEAST", 900)
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    done = domlint("check", ".", "--isolated", "--format", "json", cwd=tmp_path)
    report = json.loads(done.out)
    assert [one["name"] for one in report["servers"]] == [f"Mail0{number}/Acme" for number in range(judged)]
    given = max(len(files), *(text.count("ServerName") for text in files.values()))
    assert report["complete"] == (judged == given)
    left = [(one["path"], one["reason"].partition("; ")[2]) for one in report["unread"]]
    first = "d.dxl" if "d.dxl" in files else f"s{judged}/notes.ini"
    said = f"{given - judged} of {given} were not judged, the first of them Mail0{judged}/Acme: {TO_DO}"
    assert left == [(first, said)] * (judged < given)

"""Whereabouts: the server and the files of before, by the documented program and by the account of a baseline alike."""

import json

import pytest
from at_once import at_once
from test_compare import report, server
from tickets import GIVEN, read, tickets_of, what_to_do

from advisor import limits
from advisor.comparing.comparison import compare_reports
from advisor.comparing.history import HistoryBuilder
from advisor.configuration.baseline import NotAReport
from advisor.values.whereabouts import LostFiles, Places

SOLE = "Mail01/Acme"
IS_ANOTHER = [  # where it stood, where it stands, others of its name, its copies, whether it may be another one
    ("srv/m1/notes.ini", "srv/m1/notes.ini", [], [], False),
    ("srv/m1/notes.ini", "srv/m1/notes.ini", ["srv/alt/m1/notes.ini"], [], False),
    ("srv/m1/notes.ini", "moved/notes.ini", [], [], False),
    ("srv/m1/notes.ini", "m1/notes.ini", ["alt/old/notes.ini"], [], False),
    ("m1/notes.ini", "srv/m1/notes.ini", ["srv/alt/notes.ini"], [], False),
    ("srv/m1/notes.ini", "srv/alt/notes.ini", ["srv/m1/notes.ini"], [], True),
    ("m1/notes.ini", "srv/alt/notes.ini", ["srv/m1/notes.ini"], [], True),
    ("m1/notes.ini", "srv/a/m1/notes.ini", ["srv/b/m1/notes.ini"], [], True),
    ("srv/m1/notes.ini", "x/y/notes.ini", ["x/z/notes.ini"], [], True),
    ("2026-11-21/a/notes.ini", "2026-11-22/a/notes.ini", ["2026-11-22/b/notes.ini"], [], False),
    ("2026-11-21/b/notes.ini", "2026-11-22/a/notes.ini", ["2026-11-22/b/notes.ini"], [], True),
    ("m1/notes.ini", "prod/notes.ini", [], ["prod/m1/notes.ini"], True),
    ("prod/m1/notes.ini", "m1/notes.ini", [], ["m1/old/notes.ini"], False),
    ("21/notes.ini", "22/notes.ini", [], ["22/old/notes.ini"], False),
    ("om1/notes.ini", "srv/alt/notes.ini", ["srv/m1/notes.ini"], [], True),
    ("srv/m1/", "m1/", ["alt/"], [], False),
    ("m1/notes.ini", "srv/m1/notes.ini", ["srv/om1/notes.ini", "srv/m1.old/notes.ini"], [], False),
    ("m1/notes.ini", "srv/m1/notes.ini", ["srv/om1/notes.ini", "alt/m1/notes.ini"], [], True),
]


@at_once(("then", "now", "others", "copies", "expected"), IS_ANOTHER)
def test_which_of_several_servers_it_is(then, now, others, copies, expected):
    assert GIVEN["is_another"](then, {"place": now, "copies": copies or None}, others) is expected
    assert Places([now, *others]).is_another(then, now, copies) is expected


@at_once("field", ["place", "copies", "places"])
def test_a_place_of_more_folders_than_a_check_goes_down_is_in_no_report(field):
    def made(folders):
        place = "/" * folders + "notes.ini"
        if field == "places":
            return {"places": [{"server": SOLE, "name": SOLE, "place": place}]}
        return {"servers": [server(**{field: [place] if field == "copies" else place})]}

    assert read(report(**made(limits.MAX_REPORT_FOLDERS)), "a.json").servers
    with pytest.raises(NotAReport, match=r"^a\.json: not a report of domlint check"):
        read(report(**made(limits.MAX_REPORT_FOLDERS + 1)), "a.json")


TOOK = [  # where it stood, where it stands, others of its name then: whether one of these took the name, or may have
    ("tw/a/notes.ini", "tw/a/notes.ini", ["tw/b/notes.ini"], False, False),
    ("tw/a/notes.ini", "tw/b/notes.ini", ["tw/b/notes.ini"], True, True),
    ("tw/a/notes.ini", "b/notes.ini", ["tw/b/notes.ini"], True, True),
    ("a/notes.ini", "b/notes.ini", ["b/notes.ini"], True, True),
    ("tw/a/notes.ini", "a/notes.ini", ["tw/b/notes.ini"], False, False),
    ("21/a/notes.ini", "22/a/notes.ini", ["21/b/notes.ini"], False, False),
    ("21/a/notes.ini", "22/b/notes.ini", ["21/b/notes.ini"], True, True),
    ("tw/a/notes.ini", "tw/c/notes.ini", ["tw/b/notes.ini"], False, True),
    ("tw/a/notes.ini", "tw/c/notes.ini", [], False, False),
]


@at_once(("then", "now", "namesakes", "took", "may_have"), TOOK)
def test_whether_a_namesake_of_then_has_the_name_now(then, now, namesakes, took, may_have):
    alike = Places([then, *namesakes])
    assert GIVEN["took_its_name"](then, now, namesakes) is alike.took(then, now) is took
    assert GIVEN["is_another"](then, {"place": now}, [], namesakes) is alike.may_have_taken(then, now) is may_have


A, B, C, D = "a.txt", "b.txt", "c.txt", "d.txt"
LACKS = [  # in which files it stood, the server's listings then and now, whether one is gone
    ([A], [A], [A], False),
    ([A], [A], [B], False),
    ([A], [A], [], True),
    (["notes.ini", A], [A], [], True),
    ([A], [A, B], [A], False),
    ([B], [A, B], [A], True),
    ([B], [A, B], [A, C], True),
    (["notes.ini", B], [A, B], [A], True),
    ([B], [A, B], [C], True),
    ([B], [A, B], [C, D], False),
    ([B], [B], [C, D], False),
    ([], [A, B], [A], False),
    ([A], [A], [A, None], True),
    ([], [], [None], True),
    ([A], [A, None], [A, None], False),
    ([A], [A, None], [A], False),
]


@at_once(("files", "then", "now", "expected"), LACKS)
def test_a_file_in_which_it_stood(files, then, now, expected):
    formats = [
        ({} if None in listings else {"notes.ini": "notes.ini"}) | dict.fromkeys(filter(None, listings), "ssacli")
        for listings in (then, now)
    ]
    assert bool(LostFiles(*({"m": one} for one in formats)).of("m", files)) is expected
    places = [{"path": path} for path in files]
    ticket = {
        "location": (places or [None])[0],
        "further": places[1:] or None,
        "others": {},
        "inputs": {"MAIL01/Acme": formats[0]},
    }
    inputs = [{"path": path, "format": one} for path, one in formats[1].items()]
    assert GIVEN["lacks_a_file"](ticket, {"servers": [{"name": SOLE, "inputs": inputs}]}) is expected


INI = (
    "[Notes]\nKitType=2\nDirectory=/local0/notesdata\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 12.0.2\n"
    "TRANSLOG_Status=1\nTRANSLOG_Path=/local1/txn\n"
)
SLOW = "Server_Session_Timeout=480\n"
SLOT = (
    "Smart Array P410i in Slot {0} (Embedded)\n   Slot: {0}\n   Serial Number: 500143800000000{0}\n\n   Array: A\n"
    "      Status: OK\n\n      Logical Drive: 1\n         Size: 500 GB\n         Fault Tolerance: 0\n"
    "         Status: OK\n         Disk Name: /dev/sd{1}\n         Mount Points: /local{0} 500 GB\n\n"
    "      physicaldrive 1I:1:1\n         Port: 1I\n         Box: 1\n         Bay: 1\n         Status: OK\n"
    "         Drive Type: Data Drive\n         Interface Type: SAS\n         Size: 300 GB\n"
    "         Rotational Speed: 10000\n"
)
FIRST, SECOND = SLOT.format(0, "a"), SLOT.format(1, "b")
OF_SEVERAL = [  # what became of two listings of one format: is a finding that stood in the second closed?
    ({"s1.txt": None}, False),
    ({"s1.txt": ""}, False),
    ({"s1.txt": None, "s2.txt": "nothing\n"}, False),
    ({"../domlint.toml": 'exclude = ["s1.txt"]\n'}, False),
    ({"s1.txt": SECOND.replace("Tolerance: 0", "Tolerance: 1")}, True),
    ({"s0.txt": None, "s1.txt": None, "t0.txt": FIRST, "t1.txt": SECOND.replace("Tolerance: 0", "Tolerance: 1")}, True),
]


def lay(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.unlink()
        else:
            path.write_text(text)


def checked(domlint, cwd, *words):
    return json.loads(domlint("check", *words, "--format", "json", cwd=cwd).out)


@pytest.mark.parametrize(("become", "is_closed"), OF_SEVERAL)
def test_without_one_of_several_files_of_a_format_nothing_is_gone(become, is_closed, domlint, tmp_path):
    lay(tmp_path / "s", {"notes.ini": INI, "s0.txt": FIRST, "s1.txt": SECOND})
    done = domlint("check", "s", "--format", "json", cwd=tmp_path)
    stood = {
        one["fingerprint"]: one for one in tickets_of(json.loads(done.out)) if "s1.txt" in json.dumps(one["location"])
    }
    first = json.loads(done.out)
    first["findings"] = [one for one in first["findings"] if one["fingerprint"] in stood]
    (tmp_path / "first.json").write_text(json.dumps(first))
    assert stood
    lay(tmp_path / "s", become)
    report = checked(domlint, tmp_path, "s", "--baseline", "first.json")
    closed = sum(what_to_do(one, report) == "close" for one in stood.values())
    assert (closed == len(stood), closed == 0) == (is_closed, not is_closed)
    assert report["baseline"]["gone"] == closed


PLACES = [  # where it was checked first, what lies there later, where it is checked then; what becomes of the ticket
    ("prod/mail01", ".", {"prod/notes.ini": INI}, "prod", ".", "leave open"),
    ("prod/mail01", "notes.ini", {"alt/notes.ini": INI}, "alt", "notes.ini ../prod/mail01/notes.ini", "leave open"),
    (".", "prod", {"prod/mail01/notes.ini": INI, "prod/alt/old/notes.ini": INI}, "prod", ".", "close"),
    (".", "prod", {"prod/mail01/notes.ini": INI, "prod/alt/old/notes.ini": INI}, ".", "prod/mail01 prod/alt", "close"),
    (".", "prod", {"prod/mail01/notes.ini": INI}, "prod/mail01", ".", "close"),
    (".", "prod", {"prod/mail01/notes.ini": INI.replace("Mail01/Acme", "MAIL01/ACME")}, ".", "prod", "close"),
]


@pytest.mark.parametrize(("cwd", "path", "later", "cwd_then", "paths", "what"), PLACES)
def test_it_is_the_same_server_wherever_it_is_checked(cwd, path, later, cwd_then, paths, what, domlint, tmp_path):
    lay(tmp_path, {"prod/mail01/notes.ini": INI + SLOW})
    first = checked(domlint, tmp_path / cwd, path, "--isolated", "--select", "THR001")
    (tmp_path / "first.json").write_text(json.dumps(first))
    [ticket] = tickets_of(first)
    lay(tmp_path, later)
    words = (*paths.split(), "--isolated", "--select", "THR001", "--baseline", str(tmp_path / "first.json"))
    report = checked(domlint, tmp_path / cwd_then, *words)
    assert what_to_do(ticket, report).partition(":")[0] == what
    assert report["baseline"]["gone" if what == "close" else "not_judged"] == 1


AWAY = [  # the other server of the name, and what became of the one whose folder is missing for a night
    (INI, "not_judged", "it may be another server of this name, or a copy of it"),
    (INI + SLOW, "not_judged", "another server has its name now"),
    (INI + SLOW.replace("480", "600"), "not_judged", "another server has its name now"),
]


@pytest.mark.parametrize(("other", "became", "why"), AWAY)
def test_a_server_that_is_away_for_a_night_is_not_taken_for_the_other_of_its_name(
    other, became, why, domlint, tmp_path
):
    lay(tmp_path, {"tw/a/notes.ini": INI + SLOW, "tw/b/notes.ini": other})
    words = ("tw", "--isolated", "--select", "THR001")
    first = checked(domlint, tmp_path, *words)
    [ticket] = [one for one in tickets_of(first) if one["server"] == SOLE]
    lay(tmp_path, {"tw/a/notes.ini": None, "first.json": json.dumps(first)})
    report = checked(domlint, tmp_path, *words, "--baseline", "first.json")
    assert what_to_do(ticket, report) == f"leave open: {why}"
    assert (report["baseline"][became], report["baseline"]["gone"], report["baseline"]["still_there"]) == (1, 0, 0)
    made = compare_reports(read(first), read(report), "")
    assert [one.became for one in made.findings if one.server == SOLE] == [became]
    trace = HistoryBuilder()
    for one in (first, report, first):
        trace.add(read(one), "")
    [course] = [one for one in trace.history("as given", [], "").findings if one.server == SOLE]
    assert (course.came, course.last, course.unjudged, course.now) == (0, 2, 1, "there")


FOR_ALL = (
    "<?xml version='1.0'?>\n<document xmlns='http://www.lotus.com/dxl' form='ServerConfig'>\n"
    "<noteinfo><modified><datetime>20260131T080910,11+01</datetime></modified></noteinfo>\n"
    "<item name='ServerName'><text>*</text></item>\n<item name='ILEnforce'><text>1</text></item>\n"
    "<item name='ILMaxTries'><number>0</number></item>\n</document>\n"
)
OLDER = FOR_ALL.replace("2026", "2020").replace("<text>1", "<text>0")  # counts where the other one is away
MENDED = FOR_ALL.replace("<number>0", "<number>7")
OTHER, THIRD = INI.replace("Mail01", "Mail02"), INI.replace("Mail01", "Mail03")
OF_OTHERS = [  # what became of a document for all servers in another one's folder: is what stood in it closed?
    ({"s/b/names.dxl": None}, False),
    ({"s/b/names.dxl": None, "s/b/notes.ini": None}, False),
    ({"s/b/names.dxl": None, "s/b/names2.dxl": MENDED}, True),
    ({"s/b/names.dxl": MENDED}, True),
]


@pytest.mark.parametrize(("become", "is_closed"), OF_OTHERS)
def test_what_stood_in_a_document_of_another_servers_folder(become, is_closed, domlint, tmp_path):
    own = {"s/a/notes.ini": INI + "ServerTasks=HTTP\n"}
    lay(
        tmp_path, own | {"s/b/notes.ini": OTHER, "s/b/names.dxl": FOR_ALL, "s/c/notes.ini": THIRD, "s/c/all.dxl": OLDER}
    )
    words = ("s", "--isolated", "--select", "SEC018")
    first = checked(domlint, tmp_path, *words)
    [ticket] = [one for one in tickets_of(first) if one["server"] == SOLE]
    assert not ticket["inputs"].keys() - {SOLE} and "s/b/names.dxl" not in ticket["inputs"][SOLE]
    lay(tmp_path, become | {"first.json": json.dumps(first | {"findings": [ticket]})})
    report = checked(domlint, tmp_path, *words, "--baseline", "first.json")
    assert what_to_do(ticket, report).partition(":")[0] == ("close" if is_closed else "leave open")
    assert report["baseline"]["gone" if is_closed else "not_judged"] == 1
    became = [one.became for one in compare_reports(read(first), read(report), "").findings if one.server == SOLE]
    assert became == ["fixed" if is_closed else "not_judged"]
    trace = HistoryBuilder()
    for one in (first, report):
        trace.add(read(one), "")
    assert [one.now for one in trace.history("as given", [], "").findings if one.server == SOLE] == became


@pytest.mark.parametrize("format", ["json", "ndjson"])
def test_a_server_on_many_days_is_told_once_a_day(format, domlint, tmp_path):
    sizes = []
    for number in (10, 40):
        lay(tmp_path / str(number), {f"2026-{day:03}/notes.ini": INI for day in range(number)})
        sizes.append(len(domlint("check", str(number), "--isolated", "--format", format, cwd=tmp_path).out))
    assert sizes[1] < 4.2 * sizes[0]

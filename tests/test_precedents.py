"""Precedents: a server is judged as if it were the only one, whatever was judged before it."""

import json
import os
import random

import judged
import pytest
from fixture_servers import FIXTURES, NAMES
from laid import lay

from advisor.judging import assess, engine, precedents

SEEDS = range(3)


@pytest.fixture
def report(domlint):
    """The report on paths, as text; with `anew` each server is judged without what was judged before.

    Then the report is made of all parts at once, as beside lines, and not of their rows.
    """

    def made(folder, paths, monkeypatch, anew=False, *options):
        with monkeypatch.context() as patch:
            if anew:
                patch.setattr(assess, "_precedents", lambda *_: None)
            lines = [f"--format=ndjson:{os.devnull}"] if anew else []
            return domlint(
                "check", *paths, "--isolated", "--jobs=1", "--format=json", *lines, *options, cwd=folder
            ).stdout

    return made


def test_fixtures(report, monkeypatch):
    """Of all systems at once each finding, row and letter is what it is without the others."""
    assert report(FIXTURES, NAMES, monkeypatch) == report(FIXTURES, NAMES, monkeypatch, anew=True)


def test_as_another_release(report, monkeypatch):
    """A server as another release is judged beside others as that release, and not beside those of now."""
    of_each_kind, as_14 = judged.of_every_kind(), ("--as-release", "14.5")
    together = report(FIXTURES, of_each_kind, monkeypatch, False, *as_14)
    assert together == report(FIXTURES, of_each_kind, monkeypatch, True, *as_14)


def twins(folder, seed):
    """Copies of a system with lines left out, changed and moved, and one that is as it was: nearly the same servers."""
    chance = random.Random(seed)
    system = FIXTURES / chance.choice(NAMES)
    for number in range(6):
        copy = folder / f"twin{number}"
        copy.mkdir(parents=True)
        for file in system.iterdir():
            if not file.is_file() or file.suffix == ".expected":
                continue
            lines = file.read_bytes().splitlines(keepends=True)
            if number:
                for _ in range(min(3, len(lines))):
                    at = chance.randrange(len(lines))
                    lines[at] = chance.choice([b"", lines[at] * 2, lines[at].replace(b"1", b"0"), lines[at]])
            (copy / file.name).write_bytes(b"".join(lines))


@pytest.mark.parametrize("seed", SEEDS)
def test_twins(report, tmp_path, monkeypatch, seed):
    """What differs between two servers is judged; what does not is judged alike."""
    twins(tmp_path, seed)
    assert report(tmp_path, ["."], monkeypatch) == report(tmp_path, ["."], monkeypatch, anew=True)


def test_the_next_server_judges_only_what_differs(report, tmp_path, monkeypatch):
    """Of two servers that differ in one setting few rules are judged twice."""
    lines = (FIXTURES / "linux-12.0.2-good" / "notes.ini").read_text(encoding="utf-8")
    for number in range(2):
        (tmp_path / f"s{number}").mkdir()
        (tmp_path / f"s{number}" / "notes.ini").write_text(f"{lines}HTTPJVMMaxHeapSize={number + 1}024M\n")
    again = []
    kept = precedents.Readings.of_precedent
    monkeypatch.setattr(
        precedents.Readings, "of_precedent", lambda self, rule: kept(self, rule) or again.append(rule.name)
    )
    made = json.loads(report(tmp_path, ["."], monkeypatch))
    rules = sum(count for count in made["servers"][0]["coverage"].values())
    assert len(made["servers"]) == 2
    assert len(again) < rules * 1.3


def test_a_line_in_doubt_is_named_with_its_own_file_on_the_next_server_too(report, tmp_path, monkeypatch):
    for number in range(2):
        (tmp_path / f"s{number}").mkdir()
        ini = f"[Notes]\nServerName=Mail{number}/Acme\nKitType=2\n" + number * "Key=1\n" + "ServerTasks =router\n"
        (tmp_path / f"s{number}" / "notes.ini").write_text(ini + "Server_Session_Timeout =10\n")
    together = report(tmp_path, ["."], monkeypatch)
    assert all(place in together for place in (b"s0/notes.ini:5)", b"s1/notes.ini:6)"))
    assert together == report(tmp_path, ["."], monkeypatch, anew=True)


SET_BY_DOCUMENT = """\
<document xmlns='http://www.lotus.com/dxl' form='Server'>
<item name='ServerName'><text>Mail{0}/Acme</text></item>
<item name='TRANSLOG_Status'><text>{1}</text></item>
</document>
"""


def test_what_the_next_start_changes_is_compared_too(report, tmp_path, monkeypatch):
    """Servers that are judged in two views, now and from the next start on: as if each were the only one, and few anew."""
    ini = (FIXTURES / "linux-12.0.2-good" / "notes.ini").read_text(encoding="utf-8")
    for number in range(4):
        (tmp_path / f"s{number}").mkdir()
        lines = [line for line in ini.splitlines() if not line.startswith(("ServerName", "TRANSLOG_Status"))]
        own = [f"ServerName=Mail{number}/Acme", f"TRANSLOG_Status={number % 2}"]
        (tmp_path / f"s{number}" / "notes.ini").write_text("\n".join([*lines, *own, ""]), encoding="utf-8")
        document = SET_BY_DOCUMENT.format(number, 1 - number % 2)
        (tmp_path / f"s{number}" / "names.dxl").write_text(document, encoding="utf-8")
    anew = []
    kept = precedents.Readings.of_precedent
    monkeypatch.setattr(
        precedents.Readings, "of_precedent", lambda self, rule: kept(self, rule) or anew.append(rule.name)
    )
    together = report(tmp_path, ["."], monkeypatch)
    assert together.count(b"next start") >= 4
    rules = sum(json.loads(together)["servers"][0]["coverage"].values())
    assert len(anew) < rules * 2
    assert together == report(tmp_path, ["."], monkeypatch, anew=True)


def test_what_passed_is_explained_with_its_own_places(domlint, tmp_path):
    """`explain --for` shows the lines that a verdict rests on, on the second server too."""
    for number in range(2):
        (tmp_path / f"s{number}").mkdir()
        (tmp_path / f"s{number}" / "notes.ini").write_bytes((FIXTURES / "linux-12.0.2-good" / "notes.ini").read_bytes())
    told = domlint("explain", "transaction-logging-off", "--for", ".", cwd=tmp_path).out
    assert "s0/notes.ini:" in told
    assert "s1/notes.ini:" in told


BARE = "<document form='Server'><item name='ServerName'><text>CN=S{}/O=Acme</text></item></document>\n"


@pytest.mark.parametrize(
    ("format", "lines"), [("text", 20_000), ("gitlab", 22_000), ("sarif", 33_000), ("junit", 35_000)]
)
def test_what_follows_from_results_alone_does_so_once_for_servers_alike(format, lines, domlint, work, tmp_path):
    """The letter, what is open and in which words: of 400 servers in a file of 50 KB that was most of the run."""

    def checked(number):
        servers = "".join(map(BARE.format, range(number)))
        (tmp_path / "d.dxl").write_text(f"<database xmlns='http://www.lotus.com/dxl'>{servers}</database>")
        return work(lambda: domlint("check", "d.dxl", "--isolated", "--jobs=1", "--format", format, cwd=tmp_path))

    checked(2)
    assert checked(16) - checked(8) < 8 * lines


def test_what_only_weighs_is_compared_of_the_server(report, tmp_path, monkeypatch):
    """Where Domino answers the web the release weighs more: it is what the letter lacks."""
    for number, tasks in enumerate(["Update", "Update,HTTP"]):
        (tmp_path / f"s{number}").mkdir()
        lines = f"ServerName=Mail{number}/Acme\nServerTasks={tasks}\nLDAP_BindPW=Winter7\n"
        (tmp_path / f"s{number}" / "notes.ini").write_text(f"[Notes]\nKitType=2\nDirectory=/d\n{lines}")
    made = report(tmp_path, ["."], monkeypatch, False, "--select", "SEC001,SEC006")
    lacks = [one["categories"]["security"]["lacks"] for one in json.loads(made)["servers"]]
    assert lacks == ["no documents", "release unknown"]


LISTS = """\
<document xmlns='http://www.lotus.com/dxl' form='Server'>
<item name='ServerName' names='true'><text>CN=Mail{0}/O=Acme</text></item>
<item name='ServerBuildNumber'><text>Release 12.0.2</text></item>
<item name='FullAdmin' names='true'><text>{1}</text></item>
<item name='AllowAccess' names='true'><text/></item>
<item name='TrustedSrvrs' names='true'><text>*</text></item>
<item name='PTAccess' names='true'><text/></item>
</document>
"""


@pytest.mark.parametrize(
    ("full", "times"),
    [
        (("*", "*", "*"), 1),  # what is found shows its own places, so it is judged; nothing else is
        (("*", "*/Acme", "*/Acme"), 2),  # of the second a list is read otherwise
    ],
)
def test_lists_on_which_nothing_is_found_are_judged_once(full, times, report, tmp_path, monkeypatch):
    for number, names in enumerate(full):
        (tmp_path / f"s{number}").mkdir()
        (tmp_path / f"s{number}" / "names.dxl").write_text(LISTS.format(number, names), encoding="utf-8")
    verdicts = []
    judge = engine._judge_subject

    def noted(rule, subject, lookup):
        result = judge(rule, subject, lookup)
        if subject.kind == "access_list":
            verdicts.append(result.verdict)
        return result

    monkeypatch.setattr(engine, "_judge_subject", noted)
    report(tmp_path, ["s0"], monkeypatch)
    alone = [verdicts.count("failed"), len(verdicts)]
    verdicts.clear()
    together = report(tmp_path, ["."], monkeypatch)
    assert alone[0] and verdicts.count("failed") >= 3
    assert len(verdicts) - verdicts.count("failed") <= times * (alone[1] - alone[0])
    assert together == report(tmp_path, ["."], monkeypatch, anew=True)


def test_a_setting_whose_name_is_in_doubt_is_judged_as_such_behind_one_that_says_the_same(
    report, tmp_path, monkeypatch
):
    for number, sign in enumerate(["=", " =", "="]):
        lines = [f"Server_Session_Timeout{sign}5", f"TRANSLOG_Status{sign}0", f"ServerName=Mail{number}/Acme"]
        lay(tmp_path / f"s{number}", {"notes.ini": "\n".join(["[Notes]", "KitType=2", "Directory=/d", *lines, ""])})
    together = report(tmp_path, ["."], monkeypatch)
    assert together == report(tmp_path, ["."], monkeypatch, anew=True)
    one, other, last = (server["coverage"] for server in json.loads(together)["servers"])
    assert one == last != other

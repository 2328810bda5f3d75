"""One file that gives a rule a finding on each of its lines: so many are told, one counts the rest, and all of them count."""

import json

import pytest
from at_once import at_once
from judged import report_of
from laid import lay

from advisor import writers
from advisor.cli import figures
from advisor.configuration.baseline import KnownFinding
from advisor.report import counted, findings, others, parts, unjudged
from advisor.report.finding import Evidence
from advisor.report.report import ONE_FINDING, WHOLE_RULE, Unjudged
from advisor.writers._options import Options

INI = (
    "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2FP3\n"
    "NotesProgram=/opt/hcl/domino/notes/latest/linux\n"
)
MOST = 8  # that are told here, so that few lines are many
FEW, MANY = 20, 80


def ini(line):
    return lambda number: {"notes.ini": INI + "".join(line.format(at) + "\n" for at in range(number))}


def beside(name, line, head="", tail=""):
    told = head, tail
    return lambda number: {
        "notes.ini": INI,
        name: told[0] + "".join(line % {"at": at} for at in range(number)) + told[1],
    }


def tasks(task):
    return lambda number: {"notes.ini": INI + "ServerTasks=" + ",".join(task.format(at) for at in range(number)) + "\n"}


DXL = (
    "<?xml version='1.0' encoding='utf-8'?>\n<database xmlns='http://www.lotus.com/dxl' version='12.0'>\n",
    "</database>\n",
)
PROGRAM = "<document form='Program'>" + "".join(
    f"<item name='{name}'><text>{text}</text></item>"
    for name, text in (
        ("Type", "Program"), ("Program", "fixup"), ("CmdLine", "x%(at)d.nsf"), ("Source", "CN=Mail01/O=Acme"), ("Enabled", "1")
    )
) + "</document>\n"  # fmt: skip
SERVER = (
    DXL[0] + "<document form='Server'><item name='ServerName'><text>CN=Mail01/O=Acme</text></item>",
    "</document>\n" + DXL[1],
)
DF = "Filesystem 1024-blocks Used Available Capacity Mounted on\n"
ARRAY = '[[array]]\nname = "a%(at)d"\nlevel = "RAID 5"\nmedia = "hdd"\ndisks = 4\n'
ON_IT = '[[volume]]\nmount = "/m%(at)d"\narray = "a%(at)d"\nholds = ["databases", "transaction-log"]\n'
MD = "md%(at)d : active raid5 sdb%(at)d[1] sdc%(at)d[2](F) sda%(at)d[0]\n      1953260544 blocks level 5, 64k chunk, algorithm 2 [3/2] [UU_]\n\n"
SET_UP = '{"serverSetup": {"server": {"type": "first", "name": "Mail01"}, "notesINI": {'
FAMILIES = {  # what one file may hold a line of for each finding; whether a finding counts others then
    "secrets": (ini("LDAP_BindPW{0}=Winter{0}"), True),
    "addresses with a password": (ini("URL_{0}=http://user:pass{0}@host/"), True),
    "slips": (ini("ServerTaskAt{0}=updall"), True),
    "hours": (ini("ServerTasksAt1{0:03}=updall"), True),
    "settings given twice": (ini("Key_{0}=1\nKey_{0}=2"), True),
    "long values": (ini("Key_{0}=" + "x" * 256), True),
    "blanks before the equals sign": (ini("Key_{0} =1"), True),
    "several settings on a line": (ini("Key_{0}=1 Server_Session_Timeout=4 KitType=3"), True),
    "tasks misspelt": (tasks("rotuer{0:020}"), False),
    "tasks that mend": (tasks("fixup x{0:020}.nsf"), False),
    "unknown settings": (ini("Key_{0}_abc=Value{0}"), False),
    "debug settings": (ini("Debug_X{0}=1\nDEBUG_{0}_OUT=1"), False),
    "what is no setting": (ini("line {0} without a setting"), False),
    "ports": (ini("P{0}=TCP,0,15,0,,32800\nP{0}_TCPIPAddress=0,10.0.0.1:1352"), False),
    "programs": (beside("directory.dxl", PROGRAM, *DXL), False),
    "items": (beside("directory.dxl", "<item name='Xpassword%(at)d'><text>Winter%(at)d</text></item>", *SERVER), False),
    "full volumes": (beside("df.txt", "/dev/sd%(at)d 1000000 999000 1000 99%% /local/notesdata/v%(at)d\n", DF), True),
    "mounts": (beside("mount.txt", "/dev/sd%(at)d on /local/notesdata/v%(at)d type vfat (rw)\n"), False),
    "arrays": (beside("storage.toml", ARRAY), False),
    "arrays with volumes": (beside("storage.toml", ARRAY + ON_IT), False),
    "arrays in trouble": (beside("mdstat.txt", MD, "Personalities : [raid5]\n", "unused devices: <none>\n"), False),
    "statistics": (beside("stat.txt", "  Disk./v%(at)d.Free = 1000\n  Disk./v%(at)d.Size = 100000\n", "> show stat\n"), False),
    "trouble on the console": (
        beside("console.log", "[1:2-7] 01/02/2026 10:10:10 AM  Unable to open db%(at)d.nsf: Database is corrupt\n"),
        False,
    ),
    "a set-up file": (
        lambda number: {
            "auto.json": SET_UP + ",".join(f'"LDAP_BindPW{at}": "Winter{at}"' for at in range(number)) + "}}}"
        },
        True,
    ),
}  # fmt: skip
DRAWN = {"arrays with volumes": {"html"}}  # the page draws what lies where
NEEDS = frozenset(word for name in writers.FORMATS for word in getattr(writers.writer(name), "NEEDS", ()))


@pytest.fixture
def few_told(monkeypatch):
    """Fewer findings of a rule are told than a server has in earnest."""

    def tell(number=MOST):
        for module in (others, parts, unjudged, figures):
            monkeypatch.setattr(module, "MOST_TOLD", number)

    tell()
    return tell


def counting(found):
    return [one for one in found if one.subject == "others"]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_report_does_not_grow_with_the_lines_of_a_file(family, few_told, tmp_path):
    made, counts = FAMILIES[family]
    sizes, reports = {}, {}
    for number in (FEW, MANY):
        report = reports[number] = report_of([lay(tmp_path / str(number), made(number))], needs=NEEDS)
        sizes[number] = {name: len(writers.writer(name).render(report, Options()).encode()) for name in writers.FORMATS}
    rest = counting(reports[MANY].findings)
    assert bool(rest) is counts
    assert [one for one in rest if one.evidence or one.dispute] == []
    assert [one for one in rest if one.fix and (one.fix.commands or one.fix.edits or one.fix.rollback)] == []
    assert {one.fix.safety for one in rest if one.fix} <= {"manual"}
    grown = {name: (size, sizes[MANY][name]) for name, size in sizes[FEW].items() if sizes[MANY][name] > 1.15 * size}
    assert grown.keys() <= DRAWN.get(family, set())
    few_told(10_000)
    whole = report_of([tmp_path / str(MANY)])
    stands = [[(one.grade, one.grade_is_bound, one.coverage) for one in of.servers] for of in (whole, reports[MANY])]
    assert stands[0] == stands[1]
    worst = [{one.severity for one in of.findings} for of in (whole, reports[MANY])]
    assert worst[1] == worst[0]


@pytest.mark.parametrize("family", ["secrets", "debug settings", "full volumes", "arrays with volumes", "programs"])
def test_the_work_grows_as_the_lines_do(family, few_told, tmp_path, work):
    made, _ = FAMILIES[family]
    lay(tmp_path / "first", made(2))
    report_of([tmp_path / "first"])  # what is made once
    lines = [work(lambda number=number: report_of([lay(tmp_path / str(number), made(number))])) for number in (50, 200)]
    assert lines[1] < 4.4 * lines[0]


class Long(str):
    """A text that counts how often a sentence takes it up."""

    taken = 0

    def __format__(self, spec):
        Long.taken += 1
        return str(self)


def test_a_long_value_of_many_places_is_told_once():
    value = Long("Debug_X1, Debug_X2")
    rows = [Evidence("debug.by_name", value, "notes.ini", line) for line in range(1000)]
    assert findings._values(rows) == ("debug.by_name=Debug_X1, Debug_X2",)
    assert Long.taken == 1


def secrets(*numbers):
    return INI + "".join(f"LDAP_BindPW{at}=Winter{at}\n" for at in numbers)


@pytest.fixture
def checked(domlint, few_told, tmp_path):
    """Checks a NOTES.INI with so many passwords: the exit code and the JSON report, which stays there."""

    def check(*numbers, words=(), to="now.json"):
        lay(tmp_path / "srv", {"notes.ini": secrets(*numbers)})
        words = ("--select", "password-in-clear", *words)
        done = domlint("check", "srv", *words, "--format", f"json:{to}", "--format", "text:out.txt")
        return done.returncode, json.loads((tmp_path / to).read_text())

    return check


def subjects(report, which="findings"):
    return [one["subject"].removeprefix("setting ldap_bindpw") for one in report[which]]


def test_the_rest_is_one_finding_and_a_row_that_leaves_the_others_open(checked, tmp_path):
    code, report = checked(*range(20))
    *told, last = report["findings"]
    assert (code, subjects(report)) == (1, ["0", "1", "6", "7", "8", "10", "14", "18", "others"])  # by fingerprint
    assert last["message"] == (
        f"12 other findings of this rule, beside the {MOST} that are told one by one: setting ldap_bindpw2, "
        "setting ldap_bindpw3, setting ldap_bindpw4 and 9 others."
    )
    assert (last["severity"], last["location"]["line"]) == ("medium", 9)
    assert last["fix"]["summary"].endswith("run domlint again: it tells the next ones.")
    assert last["stem"] == told[0]["stem"]
    assert [one.get("counts") for one in report["findings"]] == [None] * MOST + [12]
    assert [list(row["rules"]) for row in report["unknown"] if "subjects" not in row] == [["SEC001"]]
    text = (tmp_path / "out.txt").read_text()
    assert "Not judged: password-in-clear" not in text
    assert checked(*range(MOST))[1]["unknown"] == []


def test_what_a_baseline_counts_is_not_new_when_it_is_told(checked):
    checked(*range(20), to="first.json")
    code, report = checked(*range(20), words=("--baseline", "first.json"))
    assert (code, report["baseline"]["still_there"]) == (0, MOST + 1)
    code, report = checked(*range(5, 20), words=("--baseline", "first.json"))
    assert (code, {one["known"] for one in report["findings"]}) == (0, {True})
    assert subjects(report)[:4] == ["5", "6", "7", "8"]
    account = report["baseline"]
    assert (account["gone"], account["not_judged"], account["still_there"]) == (0, 2, 7)  # 0 and 1
    code, report = checked(*range(5, 10), words=("--baseline", "first.json"))
    assert (code, report["baseline"]["gone"]) == (0, 6)  # five passwords, and that there are others


def test_what_a_baseline_tells_is_known_among_those_that_are_counted(checked, few_told):
    few_told(1000)
    checked(*range(20), to="first.json")
    few_told()
    code, report = checked(*range(20), words=("--baseline", "first.json"))
    assert (code, [one["known"] for one in report["findings"]]) == (0, [True] * (MOST + 1))
    assert (report["baseline"]["gone"], report["baseline"]["not_judged"]) == (0, 20 - MOST)
    code, report = checked(*range(21), words=("--baseline", "first.json"))
    new = [subject for subject, one in zip(subjects(report), report["findings"], strict=True) if not one["known"]]
    assert (code, new, subjects(report)[-1]) == (1, ["20"], "others")
    code, report = checked(*range(40), words=("--baseline", "first.json"))
    assert (code, report["findings"][-1]["known"]) == (1, False)


def counts_of_csv(text):
    return [row.rsplit(",", 1)[1] for row in text.splitlines()[1:]]


def counts_of_ndjson(text):
    return [str(one.get("counts", "")) for one in json.loads(text.splitlines()[0])["findings"]]


def counts_of_sarif(text):
    return [str(one.get("occurrenceCount", "")) for one in json.loads(text)["runs"][0]["results"]]


@pytest.mark.parametrize(
    ("name", "counts"), [("csv", counts_of_csv), ("ndjson", counts_of_ndjson), ("sarif", counts_of_sarif)]
)
def test_a_field_says_how_many_are_counted(name, counts, checked, tmp_path):
    checked(*range(20), words=("--format", f"{name}:told"))
    told = (tmp_path / "told").read_text()
    assert counts(told)[: MOST + 1] == [""] * MOST + ["12"]


ONE_OF_THEM = f"{MOST + 1} medium (one of them stands for 12)"
OPEN = "could not be judged"
WORDS = {  # what a format says of the rest, and what it does not
    "text": ([ONE_OF_THEM], ["Not judged", "To judge more"]),
    "github": (
        [f"1 server: {ONE_OF_THEM}%0A", "Not annotated", "%0Apassword-in-clear on Mail01/Acme: 12 other findings of this rule"],
        [OPEN],
    ),
    "markdown": ([f"1 server: {ONE_OF_THEM}"], [OPEN]),
    "html": ([ONE_OF_THEM], ["could not be checked"]),
    "junit": (["(and 19 more)"], ["ould not be judged"]),
    "tickets": (["Password in clear (12 others)", '"counts":12', '"unknown":0'], ["(others)", OPEN]),
    "sarif": (["password-in-clear has more findings than are listed on 1 server (Mail01/Acme)."], [OPEN]),
    "json": (['"hints": []'], ["fewer findings"]),
}  # fmt: skip


@pytest.fixture
def github_shows_few(monkeypatch):
    """Fewer annotations than there are findings."""
    monkeypatch.setattr(writers.writer("github"), "MOST", 3)


def test_people_read_how_many_are_counted_and_that_they_were_judged(checked, github_shows_few, tmp_path):
    checked(*range(20), words=[word for name in WORDS for word in ("--format", f"{name}:{name}.told")])
    for name, (said, unsaid) in WORDS.items():
        told = (tmp_path / f"{name}.told").read_text()
        assert [words for words in said if words not in told] == [], name
        assert [words for words in unsaid if words in told] == [], name


def test_by_rule_the_rest_is_counted_too_and_the_rule_was_judged(checked, tmp_path):
    checked(*range(20), words=("--group-by", "rule", "--format", "tickets:tickets"))
    ticket, end = map(json.loads, (tmp_path / "tickets").read_text().splitlines())
    assert "counts" not in ticket
    assert ("not_judged" in ticket, OPEN in ticket["description"], end["unknown"]) == (False, False, 0)
    text = (tmp_path / "out.txt").read_text()
    assert text.count("(one of them stands for 12)") == 1  # behind the total
    assert OPEN not in text


def test_a_total_says_of_how_many_findings_the_waived_and_the_known_stand(checked, tmp_path):
    checked(*range(20), to="first.json")
    checked(*range(20), words=("--baseline", "first.json"))
    assert f"{MOST + 1} known" in (tmp_path / "out.txt").read_text()
    (tmp_path / "domlint.toml").write_text(WAIVE)
    checked(*range(20))
    assert f"{MOST + 1} waived" in (tmp_path / "out.txt").read_text()


def test_tables_of_servers_say_of_which_numbers_one_stands_for_others(few_told, tmp_path):
    lay(tmp_path, {"a/notes.ini": secrets(*range(1_300)), "b/notes.ini": secrets(1).replace("Mail01", "Mail02")})
    report = report_of([tmp_path])
    told = {name: writers.writer(name).render(report, Options()) for name in ("text", "markdown", "html")}
    assert "(one of them stands for 1,292)" in " ".join(told["text"].split())
    assert "| 9+ |" in told["markdown"]
    assert told["html"].count("(one of them stands for 1,292)") > 1
    alone = writers.writer("text").render(report_of([tmp_path / "b"]), Options())
    assert "+" not in alone.partition("Mail02")[2].partition("\n")[0]


def test_comparisons_and_histories_say_so_too(checked, domlint, tmp_path):
    checked(0, to="2026-11-01.json")
    checked(*range(1_300), to="2026-11-02.json")
    stands = "(one of them stands for 1,292)"
    for form, times in (("text", 3), ("markdown", 2), ("html", 3)):
        done = domlint("compare", "2026-11-01.json", "2026-11-02.json", "--format", form)
        assert done.out.count(stands) == times, form
    found = json.loads(domlint("compare", "2026-11-01.json", "2026-11-02.json", "--format", "json").out)["findings"]
    assert [one.get("counts") for one in found if one["subject"] == "others"] == [1_292]
    checked(*range(30), to="2026-11-03.json")
    days = [f"2026-11-0{day}.json" for day in (1, 2, 3)]
    for form in ("text", "markdown", "html"):
        out = domlint("compare", *days, "--format", form).out
        assert "medium (one of them stands for 22)" in out, form
        assert "Of the findings of the last report one stands for 22." in out, form
    found = json.loads(domlint("compare", *days, "--format", "json").out)["findings"]
    assert [one.get("counts") for one in found if one["subject"] == "others"] == [22]


COUNTED = [  # passwords then, and now; how many of these are new
    (range(20), range(20), 0),
    (range(20), range(5, 25), 2),
    (range(20), range(21), 1),
    (range(20), [*range(8), 99], 0),
    (range(9), [*range(9), *range(50, 90)], 40),
    (range(9), range(50, 58), 7),
    (range(9), [99], 0),
    (range(MOST), [99], 1),
]


@pytest.mark.parametrize(("then", "now", "new"), COUNTED)
def test_a_baseline_knows_as_many_more_as_it_counted(then, now, new, checked, domlint):
    checked(*then, to="then.json")
    code, report = checked(*now, words=("--baseline", "then.json"))
    *told, last = [one["known"] for one in report["findings"]]
    assert code == bool(new)
    assert (told + [last] * (len(told) < MOST)).count(False) == min(new, MOST)
    checked(*now, to="plain.json")
    compared = json.loads(domlint("compare", "then.json", "plain.json", "--format", "json").out)
    met = sum(one["became"] == "new" and one["subject"] != "others" for one in compared["findings"])
    assert met <= min(new, MOST)
    assert bool(met) is bool(new) or len(now) > MOST


SEVERE = {"a": "high", "b": "medium", "c": "info", "d": "low"}
MILDEST = [  # of an earlier finding that counts others its severity and how many; which of these it told; those it knows
    ("medium", 9, {}, ["c", "d", "b"]),
    ("critical", 2, {}, ["c", "d"]),
    ("info", 2, {}, ["c"]),
    ("high", 3, {"c", "x"}, ["d", "b", "a"]),
]


@pytest.mark.parametrize(("severity", "counts", "told", "known"), MILDEST)
def test_the_mildest_are_taken_for_those_that_were_counted(severity, counts, told, known):
    assert counted.counted(SEVERE, KnownFinding(severity, "SEC001", "Mail01/Acme", counts=counts), told) == known


def test_a_site_s_own_severity_is_that_of_the_rest_too(checked, tmp_path):
    (tmp_path / "domlint.toml").write_text('[severity]\nSEC001 = "low"\n')
    checked(*range(20), to="then.json")
    assert checked(*range(20), words=("--baseline", "then.json", "--fail-on", "info"))[0] == 0


def unjudged_on(number):
    return [Unjudged("SEC001", "x", "Mail01/Acme", None, f"s{at}", "one", (f"k{at}",), "low") for at in range(number)]


def test_of_what_could_not_be_judged_one_row_stands_for_more_than_are_told(few_told):
    assert others.together(unjudged_on(MOST)) == unjudged_on(MOST)
    (row,) = others.together(unjudged_on(12))
    assert (row.subject, row.covers, row.missing) == ("12 subjects", WHOLE_RULE, tuple(f"k{at}" for at in range(10)))


@pytest.mark.parametrize("counts", ["1e999", '"many"', "[1]"])
def test_a_baseline_that_counts_no_number_is_none(counts, checked, domlint, tmp_path):
    checked(*range(20), to="then.json")
    then = (tmp_path / "then.json").read_text()
    (tmp_path / "then.json").write_text(then.replace('"counts":12', f'"counts":{counts}'))
    done = domlint("check", "srv", "--baseline", "then.json")
    assert (done.returncode, "not a report of domlint check" in done.err) == (2, True)


WAIVE = '[[waive]]\nrule = "password-in-clear"\nreason = "known"\n'


def test_a_waiver_of_the_rule_accepts_the_rest_and_one_of_a_subject_that_alone(checked, tmp_path):
    (tmp_path / "domlint.toml").write_text(WAIVE)
    code, report = checked(*range(20))
    assert (code, report["findings"], subjects(report, "waived")[-1]) == (0, [], "others")
    (tmp_path / "domlint.toml").write_text(WAIVE + 'subject = "ldap_bindpw19"\n')
    code, report = checked(*range(20))
    assert (code, subjects(report, "waived"), subjects(report)[-1]) == (1, ["19"], "others")
    assert report["findings"][-1]["message"].startswith("11 other findings")


def test_a_waiver_that_is_over_has_nothing_told_and_one_in_force_has_it_of_each_copy(checked, domlint, tmp_path):
    named = WAIVE + 'subject = "ldap_bindpw19"\n'
    (tmp_path / "domlint.toml").write_text(named + "until = 2020-01-01\n")
    assert "19" not in subjects(checked(*range(20))[1])
    (tmp_path / "domlint.toml").write_text(named + 'server = "Mail01/Acme"\n')
    lay(tmp_path / "copies", {f"{one}/notes.ini": secrets(*range(20)) for one in "ab"})
    report = json.loads(domlint("check", "copies", "--select", "password-in-clear", "--format", "json").out)
    assert subjects(report, "waived") == ["19", "19"]


def test_what_could_not_be_judged_is_no_other_finding(domlint, few_told, tmp_path):
    lay(tmp_path / "srv", {"notes.ini": secrets(*range(MOST)) + "ServerTaskAt1=updall\nLDAP_BindPW99=Winter99"})
    words = ("check", "srv", "--select", "password-in-clear,setting-misspelt")
    report = json.loads(domlint(*words, "--format", "json").out)
    assert "setting ldap_bindpw99" in report["unknown"][0]["subjects"]
    assert (len(report["findings"]), "others" in subjects(report)) == (MOST + 1, False)


def test_no_waiver_accepts_the_rest_by_its_subject(checked, tmp_path):
    (tmp_path / "domlint.toml").write_text(WAIVE + 'subject = "others"\n')
    code, report = checked(*range(20))
    assert (code, report["waived"], subjects(report)[-1]) == (1, [], "others")
    assert [(one["subject"], one["why"]) for one in report["idle_waivers"]] == [("others", "unused")]


def test_the_work_grows_as_the_waivers_and_the_findings_do(checked, tmp_path, work):
    def run(number):
        waivers = (WAIVE.replace('"known"', f'"known {at}"') + f'subject = "x{at}"\n' for at in range(number))
        (tmp_path / "domlint.toml").write_text("".join(waivers))
        checked(*range(number))

    run(2)  # what is made once
    few, many = (work(lambda number=number: run(number)) for number in (50, 200))
    assert many < 4.2 * few


def test_two_reports_that_count_others_differ_by_what_is_known_of_them(checked, domlint, tmp_path):
    checked(*range(20), to="old.json")
    checked(*range(1, 20), to="new.json")
    compared = domlint("compare", "old.json", "new.json", "--format", "json")
    found = json.loads(compared.out)["findings"]
    became, reasons = (
        {one["subject"].rpartition("pw")[2]: one.get(of) for one in found} for of in ("became", "reason")
    )
    assert compared.returncode == 0
    assert (became["0"], became["8"], became["1"], became["others"]) == (
        "not_judged", "continuing", "continuing", "changed"
    )  # fmt: skip
    assert reasons["0"] == "it may be one of those that the finding on `others` counts"


@pytest.mark.parametrize("earlier", [(), (3, 7, 11)], ids=["no baseline", "with a baseline"])
def test_the_same_are_told_whatever_the_order_of_the_lines(checked, domlint, earlier):
    checked(*earlier, to="first.json")
    words = ("--baseline", "first.json") if earlier else ()
    one, other = (checked(*order, words=words, to=f"{order[0]}.json")[1] for order in (range(40), range(39, -1, -1)))
    assert sorted(subjects(one)) == sorted(subjects(other))
    assert subjects(one)[:-1] == sorted(subjects(one)[:-1], key=int) != [*map(str, range(MOST))]
    became = json.loads(domlint("compare", "0.json", "39.json", "--format", "json").out)["findings"]
    assert {row["became"] for row in became} == {"continuing"}


def test_fix_mends_what_is_told_and_says_what_it_left(domlint, few_told, tmp_path):
    lay(tmp_path / "srv", {"notes.ini": INI + "".join(f"ServerTaskAt{at}=updall\n" for at in range(20))})
    words = ("fix", "srv", "--select", "setting-misspelt", "--unsafe", "--write", "--server-is-down")
    left = []
    for _ in range(4):
        done = domlint(*words)
        assert "error" not in done.err
        text = (tmp_path / "srv" / "notes.ini").read_text()
        left.append(text.count("ServerTaskAt"))
        assert f"{left[-1]} other findings of this rule" in done.out or not left[-1]
        for old in (tmp_path / "srv").glob("*.bak"):
            old.unlink()
    assert left == [12, 4, 0, 0]


def test_what_cannot_be_edited_does_not_put_off_what_can(domlint, few_told, tmp_path):
    """The fingerprint of the one that can be would not have it told."""
    stuck = "".join(f"Key_{at} =1\nKey_{at}=2\n" for at in range(24))
    lay(tmp_path / "srv", {"notes.ini": INI + stuck + "Log_Replication =1\n"})
    done = domlint("fix", "srv", "--select", "blank-before-equals", "--unsafe", "--write", "--server-is-down")
    assert (tmp_path / "srv" / "notes.ini").read_text().endswith("\nLog_Replication=1\n")
    assert "17 other findings of this rule" in done.out


def test_explain_tells_so_many_and_how_many_more(domlint, few_told, tmp_path):
    lay(tmp_path / "srv", {"notes.ini": secrets(*range(20))})
    done = domlint("explain", "password-in-clear", "--for", "srv")
    assert "12 more verdicts like these" in done.out
    assert "ldap_bindpw7" in done.out.lower()
    assert "ldap_bindpw8 " not in done.out.lower()


def test_the_worst_are_told_and_the_rest_is_no_milder_than_the_worst_of_it(domlint, few_told, tmp_path):
    row = "/dev/sd{0} 1000000 {1} {2} {3}% /local/notesdata/v{0}\n"
    full = [(at, 999000, 1000, 99) if at % 2 else (at, 930000, 70000, 93) for at in range(30)]
    lay(tmp_path / "srv", {"notes.ini": INI, "df.txt": DF + "".join(row.format(*one) for one in full)})
    report = json.loads(domlint("check", "srv", "--select", "volume-nearly-full", "--format", "json").out)
    found = [one["severity"] for one in report["findings"]]
    few_told(1000)
    report = json.loads(domlint("check", "srv", "--select", "volume-nearly-full", "--format", "json").out)
    every = sorted((one["severity"] for one in report["findings"]), key=["critical", "high", "medium", "low"].index)
    assert found == every[: MOST + 1]
    assert len(set(every)) > 1


def test_a_new_finding_among_the_rest_is_new_however_mild(domlint, few_told, tmp_path):
    """All that are told are known, and so is the worst of the rest."""
    words = ("check", "srv", "--select", "volume-nearly-full")
    full = "".join(f"/dev/sd{at} 1000000 999000 1000 99% /local/notesdata/v{at}\n" for at in range(20))
    few_told(1000)
    lay(tmp_path / "srv", {"notes.ini": INI, "df.txt": DF + full})
    domlint(*words, "--format", "json:then.json")
    few_told()
    for mild, code in ((0, 0), (1, 1)):
        less = "/dev/sdz 1000000 930000 70000 93% /local/notesdata/z\n" * mild
        lay(tmp_path / "srv", {"df.txt": DF + full + less})
        done = domlint(*words, "--baseline", "then.json", "--format", "json")
        known = [one["known"] for one in json.loads(done.out)["findings"]]
        assert (done.returncode, known) == (code, [*[True] * MOST, not mild])


@at_once(("numbers", "told"), [([200], 200), ([201], 1), ([200, 1], 201), ([201, 1], 2), ([200, 201], 201)])
def test_of_what_cannot_be_judged_more_rows_of_a_rule_than_are_told_are_one(numbers, told):
    rows = [
        Unjudged(f"R{rule}", "x", "A", None, f"array {at}", ONE_FINDING, (), "low")
        for rule, number in enumerate(numbers)
        for at in range(number)
    ]
    assert len(others.together(rows)) == told

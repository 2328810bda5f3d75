"""What a screen of many servers must not hide: who is worst, what decides, what is known, and what was not read."""

import re
from types import SimpleNamespace

import pytest

from advisor import writers
from advisor.report.accounts import EXPIRED, IdleWaiver
from advisor.report.finding import Location
from advisor.report.troubles import Trouble
from advisor.servers.walk import Unread
from advisor.writers import _by_rule, _places, _remarks, _rules_table, _table
from advisor.writers._options import Options

AGED = """[Notes]
KitType=2
ServerName={name}
Directory=/local/notesdata
FaultRecovery_Build=Release 9.0.1FP10
TRANSLOG_Status=0
Server_Session_Timeout=480
"""


@pytest.fixture
def report_on(domlint, tmp_path, monkeypatch):
    """A function that makes the report on servers of these names."""

    def made(*names, more=""):
        for number, name in enumerate(names):
            folder = tmp_path / "servers" / f"{number:02}"
            folder.mkdir(parents=True)
            (folder / "notes.ini").write_text(AGED.format(name=name) + more)
        kept = []
        catch = SimpleNamespace(
            render=lambda report, _: kept.append(report) or "",
            FOR_PEOPLE=True,
            LINE_BY_LINE=False,
            FINDINGS_ALONE=False,
        )
        with monkeypatch.context() as patch:
            patch.setattr(writers, "writer", lambda _: catch)
            domlint("check", "servers", "--isolated", cwd=tmp_path)
        return kept[0]

    return made


def rendered(report, name="text", **options):
    return writers.writer(name).render(report, Options(**options))


def plain(lines):
    return ["".join(text for text, _ in line).rstrip() for line in lines]


LONG = [f"DE-FRA-MAIL{number:02}/Servers/ExampleCorp" for number in range(8)]


def test_what_all_names_end_with_is_said_once_and_rules_stand_whole(report_on):
    lines = plain(_table.table(report_on(*LONG), 80))
    assert [line.split()[0] for line in lines[1:9]] == [f"DE-FRA-MAIL{number:02}" for number in range(8)]
    assert all(line.endswith("transaction-logging-off") for line in lines[1:9])
    assert "each name ends with /Servers/ExampleCorp" in " ".join(lines)


RULES = [
    ("x" * 28, "x" * 28),
    ("port-encryption-without-modern-algorithms", "port-encryption-without-modern-algorithms"),
]


@pytest.mark.parametrize(("name", "shown"), RULES)
def test_a_worst_finding_of_28_letters_stands_whole_and_a_longer_one_never_cut(name, shown, report_on):
    report = report_on("Mail07/Acme", "Mail08/Acme")
    report = report._replace(findings=tuple(one._replace(name=name) for one in report.findings))
    rows = plain(_table.table(report, 80))[1:3]
    assert all(row.split()[-1] in {shown, report.findings[0].rule, "LOG001", "SEC006"} for row in rows)
    assert len(name) > 28 or all(row.endswith(shown) for row in rows)


def test_names_that_are_cut_can_be_told_apart(report_on):
    names = [f"Mail{number}-of-the-headquarters-in-the-north/Acme" for number in range(3)]
    rows = plain(_table.table(report_on(*names), 80))[1:4]
    assert len({row.split()[0] for row in rows}) == 3


def test_under_a_baseline_the_order_and_the_counts_are_those_of_the_grades(report_on):
    report = report_on("Mail01/Acme", "Mail02/Acme")
    known = report._replace(findings=tuple(one._replace(known=True) for one in report.findings))
    head, *rows = plain(_table.table(known, 80))
    before = plain(_table.table(report, 80))
    assert "known" in head.split()
    assert "known: of these, in the baseline" in " ".join(rows)
    assert [row.split()[:4] for row in rows[:2]] == [row.split()[:4] for row in before[1:3]]
    assert "known" not in before[0].split()


def test_a_server_without_a_grade_does_not_stand_below_those_that_are_well(report_on):
    report = report_on("Mail01/Acme", "Mail02/Acme")
    well, none = (one for one in report.servers)
    servers = (well._replace(grade="A", grade_is_bound=False), none._replace(grade=None, grade_is_bound=False))
    rows = plain(_table.table(report._replace(servers=servers, findings=()), 80))
    assert [row.split()[2] for row in rows[1:3]] == ["-", "A"]
    assert "-: not graded" in " ".join(rows)


def test_the_worst_servers_stand_above_the_total(report_on):
    text = rendered(report_on("Mail01/Acme", "Mail02/Acme", "Mail03/Acme", "Mail04/Acme"), width=80)
    *_, worst, total = text.splitlines()
    assert re.match(r"worst: Mail01/Acme [A-F]\??, Mail02/Acme [A-F]\??, Mail03/Acme [A-F]\?? and 1 other$", worst)
    assert total.startswith("4 servers: ")


def test_rules_of_one_server_each_make_no_table(report_on):
    report = report_on("Mail01/Acme", "Mail02/Acme")
    alone = [one for one in report.findings if one.server == "Mail01/Acme"]
    assert not list(_rules_table.rules(alone, 80))
    assert plain(_rules_table.rules(list(report.findings), 80))[0].startswith("servers ")


def test_a_value_survives_whatever_is_cut():
    text = "FaultRecovery_Build=Release 9.0.1FP10"
    place = Location("notes.ini", 5, 21, excerpt=text, caret=20, length=17)
    for room in range(10, 60):
        if _places.fits(place, room):
            assert "Release 9.0.1FP10" in _places.on_one_line(place, room)
    assert not _places.fits(place, 17)


def test_by_rule_each_value_is_shown_on_the_row_or_below_it(report_on):
    text = rendered(report_on(*[f"Mail{number:02}/Servers/ExampleCorp" for number in range(7)]), width=80)
    assert text.count("TRANSLOG_Status=0") == 3
    assert text.count("=480\n") == 2
    assert text.count("=Release 9.0.1FP10") == 3


def test_all_servers_of_a_critical_rule_have_their_lines_and_commands(report_on):
    names = [f"Mail{number:02}/Acme" for number in range(12)]
    report = report_on(*names)
    grave = [one._replace(severity="critical") for one in report.findings if one.rule == "LOG001"]
    text = "\n".join(plain(_by_rule.by_rule(grave, report, 100)))
    assert text.count("TRANSLOG_Status=0") == 12
    mild = [one._replace(severity="low") for one in grave]
    text = " ".join("\n".join(plain(_by_rule.by_rule(mild, report, 100))).split())
    assert text.count("TRANSLOG_Status=0") < 12
    assert "others (--select LOG001 --format concise)" in text


def test_the_counts_of_a_head_are_not_torn_apart(report_on):
    report = report_on(*[f"Mail{number:02}/Acme" for number in range(7)])
    found = [one for one in report.findings if one.rule == "LOG001"]
    mixed = [one._replace(severity="low" if place else "high") for place, one in enumerate(found)]
    for width in range(50, 100):
        assert "(1 high, 6 low)" in "\n".join(plain(_by_rule.by_rule(mixed, report, width)))


def faults(path, count):
    return [Trouble("broken file", f"{path}:{line}", f"field {line}: there is no such field") for line in range(count)]


def test_the_faults_of_one_file_do_not_hide_another_file(report_on):
    report = report_on("Mail01/Acme")
    cut = Unread("b/notes.ini", 31, "the file ends in the middle of this line", problem=True)
    gone = Trouble("not read", "c/notes.ini", "permission denied")
    report = report._replace(errors=(*faults("a/storage.toml", 6), gone), unread=(cut,))
    lines = [words for _, words in _remarks.trouble(report)]
    assert len(lines) == 3
    assert lines[0].startswith("c/notes.ini")
    assert lines[1].endswith("(and 5 more in this file)")
    assert lines[2].startswith("b/notes.ini:31: ")


GONE = IdleWaiver("domlint.toml:3", "THR001", "", "", "agreed", "2020-01-01", "", "", EXPIRED)


def test_an_expired_waiver_stands_at_the_end_of_the_text_and_in_quiet(report_on):
    report = report_on("Mail01/Acme")._replace(idle_waivers=(GONE,))
    said = "the waiver of THR001 for every server (domlint.toml:3)"
    assert f"note: {said} expired: it held until 2020-01-01" in rendered(report, width=120).splitlines()[-1]
    assert f"1 waiver expired: {said}" in rendered(report, quiet=True).splitlines()


WAIVER = "[[waive]]\nrule = 'LOG001'\nreason = 'a relay'\nuntil = 2020-01-01\n"


@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_concise_tells_an_expired_waiver_on_standard_error(quiet, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(AGED.format(name="Mail01/Acme"))
    (tmp_path / "domlint.toml").write_text(WAIVER)
    result = domlint("check", "notes.ini", "--format", "concise", *quiet, cwd=tmp_path)
    assert "1 waiver expired: the waiver of LOG001" in result.stderr.decode()
    assert "waiver" not in result.stdout.decode()


def test_names_found_in_several_places_are_named(report_on):
    report = report_on(*["Mail01/A", "Mail02/A", "Mail03/A", "Mail04/A"] * 2)
    notes = [words for label, words in _remarks.remarks(report) if "several places" in words]
    assert notes == [
        "Mail01/A, Mail02/A, Mail03/A and Mail04/A were found in several places each: the place nearest to the top "
        "keeps the name, the others bear their folders"
    ]


def test_what_is_only_to_be_known_is_drawn_plain():
    from advisor.writers._terminal import drawn

    assert drawn([[("info", "info")]], True) == "info\n"


def test_the_list_of_files_is_folded_on_a_page_that_is_given(domlint, tmp_path, monkeypatch):
    (tmp_path / "notes.ini").write_text(AGED.format(name="Mail01/Acme"))
    (tmp_path / "7zipped.notes.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(40))
    monkeypatch.setenv("COLUMNS", "40")
    lines = domlint("check", "--isolated", "--list-files", ".", cwd=tmp_path).stdout.decode().splitlines()
    assert max(map(len, lines)) <= 40
    assert any("notes.ini" in line for line in lines)

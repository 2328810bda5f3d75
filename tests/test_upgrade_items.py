"""Changes that no file shows: which of them `domlint upgrade` lists for a server, and what it says of an empty answer."""

import re

import pytest

from advisor.values.release import parse

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory={directory}\nNotesProgram={program}\n{build}\n"
WINDOWS = {"directory": "d:\\notesdata", "program": "c:\\notes"}
LINUX = {"directory": "/local/notesdata", "program": "/opt/hcl/domino/notes/latest/linux"}


def upgraded(domlint, folder, build, system, release, *options):
    build = f"FaultRecovery_Build=Release {build}" if build else ""
    (folder / "notes.ini").write_text(INI.format(build=build, **system))
    return domlint("upgrade", release, str(folder), "--isolated", *options).stdout.decode()


@pytest.mark.parametrize(
    ("build", "system", "release", "listed", "not_listed"),
    [
        pytest.param("8.5.3", WINDOWS, "14.5", ["LocalService", "jvm/lib/ext", "iNotes"], ["to 8.5 first"], id="all"),
        pytest.param("8.5.3", LINUX, "14.5", ["jvm/lib/ext", "iNotes"], ["LocalService", "ExtMgr_Dir1"], id="Linux"),
        pytest.param("8.5.3", WINDOWS, "14.0", ["LocalService", "jvm/lib/ext"], ["iNotes in"], id="to 14.0"),
        pytest.param("14.0FP1", WINDOWS, "14.5", ["iNotes in"], ["LocalService", "jvm/lib/ext"], id="from 14.0"),
        pytest.param("7.0.2", WINDOWS, "14.5", ["to 8.5 first"], [], id="before 8.5"),
        pytest.param("", WINDOWS, "14.5", ["to 8.5 first", "iNotes"], [], id="unknown release"),
        pytest.param("14.5", WINDOWS, "14.5", [], ["Not visible", "Looked for"], id="runs it already"),
        pytest.param("12.0.2", WINDOWS, "11.0.1", [], ["Not visible"], id="a newer release"),
    ],
)
@pytest.mark.parametrize("output", ["text", "markdown", "html"])
def test_which_changes_are_listed(build, system, release, listed, not_listed, output, domlint, tmp_path):
    told = " ".join(upgraded(domlint, tmp_path, build, system, release, "--format", output).split())
    assert [words for words in listed if words not in told] == []
    assert [words for words in not_listed if words in told] == []


def test_an_empty_answer_names_the_kinds_of_change_of_the_rules_that_ran(domlint, tmp_path):
    every = upgraded(domlint, tmp_path, "8.5.3", WINDOWS, "14.5")
    few = upgraded(domlint, tmp_path, "8.5.3", WINDOWS, "14.5", "--select", "weak-ciphers-on")
    kinds = [" ".join(text.partition("Looked for:")[2].partition("Not visible")[0].split()) for text in (every, few)]
    assert "key rings" in kinds[0] and kinds[1] == "TLS ciphers"


OF_NOW = "ServerTasks=Router,SMTPMTA\nJavaUserClasses=c:\\jars\\mysql.jar\nSSLCipherSpec=0405\n"


@pytest.mark.parametrize("output", ["text", "markdown", "html"])
def test_what_is_wrong_now_and_what_a_change_concerns_is_named(output, domlint, tmp_path):
    build = f"8.5.3\n{OF_NOW}"
    told = " ".join(upgraded(domlint, tmp_path, build, WINDOWS, "14.5", "--format", output).split())
    assert [words for words in ("smtpmta", "mysql.jar") if words not in told] == []
    assert output == "html" or "SSLCipherSpec (" in told
    assert "Looked for" not in told


def test_practice_stays_off_where_it_does_not_concern_an_upgrade(domlint, tmp_path):
    told = upgraded(domlint, tmp_path, "8.5.3\nNSF_DbCache_Disable=1", WINDOWS, "14.5")
    assert "database-cache-disabled" not in told
    assert "mysql.jar" not in upgraded(domlint, tmp_path, f"8.5.3\n{OF_NOW}", WINDOWS, "14.5", "--ignore", "INI031")


def test_each_change_is_listed_once_for_many_servers(domlint, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        upgraded(domlint, tmp_path / name, "8.5.3", WINDOWS, "14.5")
    told = domlint("upgrade", "14.5", str(tmp_path), "--isolated").stdout.decode()
    assert told.count("Not visible in files") == 1


def test_quiet_output_leaves_them_out(domlint, tmp_path):
    assert "Not visible" not in upgraded(domlint, tmp_path, "8.5.3", WINDOWS, "14.5", "--quiet")


def test_every_item_says_what_to_do(domlint, tmp_path):
    told = upgraded(domlint, tmp_path, "", WINDOWS, "14.5", "--format", "markdown")
    phases = re.split(r"\*\*(Before|During|After) the upgrade\*\*|\*\*Pages\*\*", told)
    before, during, after = (
        re.findall(r"^- \*\*(.+) \((\S+)\):\*\* .* \\(\[\d+\])$", text, re.M) for text in phases[2:7:2]
    )
    assert before == after and set(during) < set(before)
    assert all(parse(release) for _, release, _ in before)
    pages = re.findall(r"^- \*\*\\?(\[\d+\])\*\* `http", phases[-1], re.M)
    assert {page for *_, page in before} == set(pages)

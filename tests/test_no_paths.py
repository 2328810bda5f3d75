"""No report tells where the files of its run lie on this machine, however they were named."""

import os

import pytest
from at_once import at_once
from laid import lay

from advisor import writers
from advisor.values.printing import printable_paths
from advisor.writers import comparison, difference, history, plan, settings

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nSERVER_RESTRICTED=2\nServerTasks=Update,Router\n"
FORMATS = sorted(writers.FORMATS)


@pytest.fixture(scope="module")
def private(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home-of-somebody") / "servers"
    waiver = '[[waive]]\nrule = "LOG001"\nserver = "Mail09/Acme"\nreason = "decided by the mail team"\n'
    broken = "[[array]]\nnmae = 1\n"  # named where it is wrong, too
    lay(folder.parent, {"domlint.toml": waiver})
    return lay(folder, {"mail01/notes.ini": INI, "mail01/storage.toml": broken})


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_has_no_path_of_the_machine(form, private, domlint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = domlint("check", str(private), "--config", str(private.parent / "domlint.toml"), "--format", form)
    assert done.returncode == 2, done.err
    assert "mail01/notes.ini" in done.out.lower() or "mail01/acme" in done.out.lower()
    assert "home-of-somebody" not in done.out


COMPARED = [  # the command line behind the folder's name, what writes it, and what is still told
    ("compare {0}/mon/r.json {0}/tue/r.json", comparison, "tue/r.json"),
    ("compare {0}/mon/r.json {0}/tue/r.json {0}/tue/s.json", history, "tue/s.json"),
    ("diff {0}/mon/r {0}/tue/r/notes.ini --isolated", difference, "Mail01/Acme"),
    ("settings {0}/mon/r --isolated", settings, "Mail01/Acme"),
    ("diff file://{0}/mon/r file://{0}/tue/r --isolated", difference, "tue/r"),
]


@pytest.mark.parametrize(("line", "kind", "told"), COMPARED)
def test_nor_has_what_was_compared(line, kind, told, domlint, tmp_path):
    folder, out = tmp_path / "home-of-somebody", tmp_path / "out"
    out.mkdir()
    lay(folder, {f"{day}/r/notes.ini": f"{INI}Replicators={at}\n" for at, day in enumerate(("mon", "tue"), start=1)})
    report = domlint("check", str(folder / "mon" / "r"), "--isolated", "--format", "json", cwd=out).out
    lay(folder, dict.fromkeys(("mon/r.json", "tue/r.json", "tue/s.json"), report))
    done = domlint(*line.format(folder).split(), *(f"--format={form}:{form}" for form in kind.RENDERERS), cwd=out)
    assert done.returncode == (line.startswith("diff")), done.err
    for form in kind.RENDERERS:
        written = (out / form).read_text()
        assert told in written
        assert "home-of-somebody" not in written


SHOWN = [  # of the command line, and in a report
    (["../a/old.json", "new.json"], ["../a/old.json", "new.json"]),
    (["/home/x/old.json", "/srv/new.json"], ["old.json", "new.json"]),
    (["/x/mon/r.json", "/x/tue/r.json"], ["mon/r.json", "tue/r.json"]),
    (["/x/mon/a/r.json", "/x/tue/a/r.json", "/r.json"], ["mon/a/r.json", "tue/a/r.json", "r.json"]),
    (["r.json", "/x/y/r.json"], ["r.json", "y/r.json"]),
    (["-", "/x/y/r.json"], ["-", "r.json"]),
    (["/x/r.json", "/x/r.json"], ["r.json", "r.json"]),
    (["/", "/x/mail01/"], ["/", "mail01"]),
]


@at_once(("given", "shown"), SHOWN)
def test_of_an_absolute_path_its_end_is_shown_that_tells_it_from_others(given, shown):
    assert printable_paths(given) == shown


SAID = [  # a line of domlint.toml above, and what is said of it
    ('rules = ["our-rules"]', "domlint: ../our-rules/x.toml:1: an = is missing"),
    ('rules = ["gone"]', "domlint: domlint.toml:1: rules gone: no such file or folder"),
    ('baseline = "gone.json"', "domlint: domlint.toml:1: baseline gone.json: "),
    ('profile = "gone"', "domlint: domlint.toml:1: "),
    ('exclude = ["[z-a"]', ""),
]


@pytest.mark.parametrize(("line", "said"), SAID)
def test_no_message_has_a_path_that_nobody_typed(line, said, domlint, tmp_path):
    home = tmp_path / "home-of-somebody"
    lay(home, {"our-rules/x.toml": "broken", "srv/notes.ini": INI, "domlint.toml": line + "\n", ".git/HEAD": ""})
    done = domlint("check", "notes.ini", cwd=home / "srv")
    assert done.err.startswith(said)
    assert "home-of-somebody" not in done.out + done.err


@pytest.mark.skipif(os.name == "nt", reason="links of Windows want rights of their own")
@pytest.mark.parametrize("form", plan.RENDERERS)
def test_what_a_link_led_to_is_told_as_seen_from_here(form, domlint, tmp_path):
    for name in ("srv", "out"):
        (tmp_path / name).mkdir()
    (tmp_path / "srv" / "hub.ini").write_text(INI + "Directory=/local/notesdata\nServer_Session_Timeout=5\n")
    (tmp_path / "out" / "link.ini").symlink_to(tmp_path / "srv" / "hub.ini")
    words = ("--write", "--unsafe", "--server-is-down", "--isolated", f"--format={form}")
    done = domlint("fix", "link.ini", *words, cwd=tmp_path / "out")
    assert "../srv/hub.ini" in done.out
    assert str(tmp_path) not in done.out + done.err

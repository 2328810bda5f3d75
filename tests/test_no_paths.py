"""No report tells where the files of its run lie on this machine, however they were named."""

import pytest

from advisor import writers

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nSERVER_RESTRICTED=2\nServerTasks=Update,Router\n"
FORMATS = sorted(writers.FORMATS)


@pytest.fixture(scope="module")
def private(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home-of-somebody") / "servers"
    (folder / "mail01").mkdir(parents=True)
    (folder / "mail01" / "notes.ini").write_text(INI)
    (folder / "mail01" / "storage.toml").write_text("[[array]]\nnmae = 1\n")  # named where it is wrong, too
    (folder.parent / "domlint.toml").write_text(
        '[[waive]]\nrule = "LOG001"\nserver = "Mail09/Acme"\nreason = "decided by the mail team"\n'
    )
    return folder


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_has_no_path_of_the_machine(form, private, domlint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = domlint("check", str(private), "--config", str(private.parent / "domlint.toml"), "--format", form)
    assert done.returncode == 2, done.err
    assert "mail01/notes.ini" in done.out.lower() or "mail01/acme" in done.out.lower()
    assert "home-of-somebody" not in done.out

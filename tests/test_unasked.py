"""rules lint names what is read and no rule asks for: every list, every reason, whatever the lists hold."""

import pytest

from advisor.checking import unasked
from advisor.cli import rule_lint

LISTED = [  # the keys of one reason, and how a line names them
    ([], ""),
    (["bits"], "bits"),
    (["stat.mail.dead"], "stat.mail.dead"),
    (["stat.mail.dead", "stat.mail.waiting"], "stat.mail. (2)"),
    (["bits", "stat.mail.dead", "release", "stat.mail.waiting"], "bits, stat.mail. (2), release"),
]


@pytest.mark.parametrize(("keys", "named"), LISTED)
def test_keys_are_named_in_short(keys, named, tmp_path):
    (tmp_path / "a.toml").write_text(f'[[unasked]]\nwhy = "a reason"\nkeys = {keys}\n', encoding="utf-8")
    assert list(unasked.unasked_keys(tmp_path)) == [f"{named}: a reason"]


def test_an_installed_program_has_no_lists(tmp_path):
    assert list(unasked.unasked_keys(tmp_path / "rules" / "unasked")) == []


def test_every_reason_is_printed_by_rules_lint(domlint, monkeypatch):
    monkeypatch.setattr(rule_lint, "rule_weaknesses", lambda *_: [])  # of which tests/test_rules.py asks each rule
    monkeypatch.setattr(rule_lint, "all_read", lambda *_: [])  # for them
    monkeypatch.setattr(rule_lint, "example_errors", lambda *_: [])  # tests/test_claims.py asks each register
    out = domlint("rules", "lint").out
    assert all(f"note: read, and asked for by no rule: {line}\n" in out for line in unasked.unasked_keys())
    assert out.splitlines()[-1].endswith("0 weaknesses")


def test_a_site_s_own_rules_are_not_told_of_them(domlint, tmp_path):
    (tmp_path / "own").mkdir()
    assert "asked for by no rule" not in domlint("rules", "lint", "own").out

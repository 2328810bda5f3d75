"""What explain prints of rules, settings and words of the glossary."""

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from advisor import known, pack
from advisor.pack import glossary, rule_forms, setting_pages
from advisor.report import as_release, grades

ROOT = Path(__file__).parent.parent
RULES = pack.builtin().rules


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_explain_prints_the_page_and_ends_with_the_waiver(rule, domlint):
    done = domlint("explain", rule.name)
    assert done.returncode == 0
    assert done.out.startswith(f"# {rule.name} ({rule.id})\n")
    waiver = tomllib.loads(re.findall(r"```toml\n(.*?)```", done.out, re.DOTALL)[-1])["waive"][0]
    assert done.out.endswith("```\n")
    assert waiver["rule"] == rule.name


EXAMPLE = re.compile(r"^(\S+) (fails|passes|cannot be checked|does not apply)\b.*:$", re.MULTILINE)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_s_page_has_one_example_that_fails_and_one_that_passes(rule, domlint):
    files = EXAMPLE.findall(domlint("explain", rule.name).out.partition("## Examples")[2])
    assert {verdict for _, verdict in files} <= {"fails", "passes"}
    assert len(files) == len(set(files))  # a second example would repeat a file's name
    assert any(verdict == "fails" for _, verdict in files)


@pytest.mark.parametrize("options", [False, True])
def test_a_waiver_as_explain_prints_it_works_with_and_without_its_options(options, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=Mail01/Acme\nTRANSLOG_Status=0\n")
    waiver = domlint("explain", "LOG001").out.partition("```toml\n")[2].partition("```")[0].replace('""', '"by Acme"')
    (tmp_path / "domlint.toml").write_text(waiver.replace("\n# ", "\n") if options else waiver)
    assert "1 waived" in domlint("check", "notes.ini").out


def test_explain_shows_a_server_s_own_figures(domlint, golden):
    done = domlint("explain", "THR002", "--for", "fixtures/windows-9.0.1-aged", cwd=ROOT)
    golden("explain-for.txt", done.out[done.out.index("## Mail07/Acme") :])


def test_an_unknown_rule_is_not_explained(domlint):
    done = domlint("explain", "sesion-timeout")
    assert done.returncode == 2
    assert "did you mean " in done.err
    assert '"session-timeout-long"' in done.err


SETTING_PAGES = [
    ("NSF_BUFFER_POOL_SIZE_MB", "# NSF_Buffer_Pool_Size_MB (setting)\n", "- buffer-pool-pinned (MEM004)"),
    ("log_replication", "# Log_Replication (setting)\n", "- 4: "),
    ("gofaster", "# GOFASTER (folklore)\n", "Folklore. "),
    ("iNotes_WA_Anything", "# ", "One of the settings `iNotes_WA_*`"),
    ("DB2UDFPATH", "# DB2UDFPATH (setting)\n", "Nobody has described it."),
    ("Shared_Mail", "# Shared_Mail (setting)\n", "- Of no use from Domino 8.5 on: "),
    ("HTTPJVMMaxHeapSize", "# HTTPJVMMaxHeapSize (setting)\n", "size, as 2048M"),
    ("Memory_Quota", "# Memory_Quota (setting)\n", "- Range: at least 4"),
    ("TRANSLOG_Path", "# TRANSLOG_Path (setting)\n", "NOTES.INI holds the server's copy"),
    ("Updaters", "# Updaters (setting)\n", "- Hearsay, on which no rule rests: "),
]


@pytest.mark.parametrize(("name", "heading", "line"), SETTING_PAGES)
def test_explain_prints_what_is_known_of_a_setting(name, heading, line, domlint):
    done = domlint("explain", name)
    assert done.returncode == 0
    assert done.out.startswith(heading)
    assert line in done.out


def test_every_setting_has_a_page():
    everything = pack.builtin()
    for name in everything.catalogue.names:
        assert len(setting_pages.page(name, everything).splitlines()) > 2, name


def test_explain_shows_a_setting_s_lines_on_a_server(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nUpdaters=1\nUPDATERS=2\n")
    done = domlint("explain", "updaters", "--for", "notes.ini")
    assert "- ini.updaters = 1 (notes.ini:3)\n- ini.updaters = 2 (notes.ini:4)\n" in done.out
    assert "setting-repeated, setting Updaters: a finding of severity medium" in done.out


def test_a_misspelt_setting_is_not_explained(domlint):
    done = domlint("explain", "SSL_RESUMABLE_SESIONS")
    assert done.returncode == 2
    assert done.err.endswith('word is called "SSL_RESUMABLE_SESIONS"; did you mean "SSL_RESUMABLE_SESSIONS"?\n')


CHOICES = [
    ("severity", pack.SEVERITIES),
    ("confidence", get_args(rule_forms.RuleFile.model_fields["confidence"].annotation)),
    ("safety", get_args(rule_forms.Safety)),
    ("grade", (*grades.GRADES, "at best", "?", "-")),
    ("view", (*known.VIEWS, as_release.VIEW)),
]


@pytest.mark.parametrize(("of", "words"), CHOICES, ids=[of for of, _ in CHOICES])
def test_every_word_of_a_kind_is_in_the_glossary(of, words):
    assert [word.word for word in glossary.WORDS if word.of == of] == list(words)


@pytest.mark.parametrize("word", glossary.WORDS, ids=lambda word: word.word)
def test_explain_says_what_a_word_means(word, domlint):
    for typed in (word.word, word.word.upper()):
        done = domlint("explain", "--", typed)
        assert done.returncode == 0
        assert done.out.startswith(f"# {word.word} ({word.of})\n\n{word.meaning}\n")


def test_no_word_of_the_glossary_hides_a_rule_or_a_setting():
    labels = {label for rule in RULES for label in (rule.id.lower(), rule.name, rule.category)}
    taken = labels | pack.builtin().catalogue.names | set(pack.builtin().catalogue.folklore)
    assert taken.isdisjoint(word.word.lower() for word in glossary.WORDS)


def test_the_list_s_help_says_what_severities_and_confidences_mean(domlint):
    shown = " ".join(domlint("rules", "list", "--help").out.split())
    for word in glossary.WORDS:
        if word.of in {"severity", "confidence"}:
            assert f"{word.word} ({word.of}): {word.meaning}" in shown

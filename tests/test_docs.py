"""Every command on a page of the documents is run, and prints what the page shows."""

import importlib.util
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest
from at_once import at_once
from conftest import in_process, runner

from advisor import pack, readers, writers
from advisor.cli import commands, errors
from advisor.configuration import file, selection
from advisor.configuration.form import ConfigurationForm
from advisor.pack.claim_files import ClaimsFile
from advisor.pack.forms import ProfileForm
from advisor.pack.language.parse import parse
from advisor.pack.rule_forms import ScopeForm, SourceUseForm
from advisor.pack.rulebook import compile_site

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
RULES = pack.builtin().rules
_SPEC = importlib.util.spec_from_file_location("update", DOCS / "update.py")
update = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(update)
PAGES = update.PAGES


def text_of(page):
    return page.read_text(encoding="utf-8")


def block(name, begins):
    """Return the only block of a page that contains this text."""
    (found,) = [one.text for one in update.blocks(text_of(DOCS / name)) if begins in one.text]
    return found


def run(command, folder, environment):
    """Run a command: in this process, or in bash if it needs a shell."""
    plain = update.COMMENT.sub("", command)
    if update.SHELL.search(plain):
        return update.in_bash(command, folder, environment)
    kept = {name: environment[name] for name in ("COLUMNS", "HOME", "SOURCE_DATE_EPOCH")}
    done = runner(in_process, folder)(*shlex.split(plain)[1:], cwd=folder, env=kept)
    return done.returncode, done.out + done.err


@pytest.mark.skipif(not shutil.which("bash"), reason="the commands are written for a shell")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_run_and_print_what_it_shows(page, tmp_path):
    outcomes = list(update.run_page(text_of(page), tmp_path, run))
    wrong = [f"{one.command}: {one.code}\n{one.output}" for one in outcomes if one.code != one.expected]
    assert wrong == []
    assert update.updated(text_of(page), outcomes) == text_of(page), "run python docs/update.py"


@at_once("page", PAGES, ids=lambda page: page.stem)
def test_a_command_that_is_not_run_has_a_reason(page):
    for one in update.blocks(text_of(page)):
        if one.commands:
            assert one.says.get("not run", "a reason"), one.text
            assert set(one.says) <= {"exit", "lines", "not run"}, one.says


# Generated parts


def test_the_fields_of_the_report_are_those_of_the_schema():
    assert text_of(DOCS / "fields.md") == update.fields(), "run python docs/update.py"


def test_the_generated_tables_are_current():
    page = text_of(DOCS / "output.md")
    assert update.with_sections(page) == page, "run python docs/update.py"
    assert all(f"| `{name}` |" in page for name in writers.FORMATS)


# Form of the pages


def prose(text):
    """Return the lines of a page that are neither code nor a table nor a comment."""
    lines = re.sub(r"(?ms)^ *(`{3,}).*?^ *\1$", "", text).splitlines()
    return [line for line in lines if not line.startswith(("|", "<!--"))]


BY_BENCHMARKS = "performance"


@at_once("page", [page for page in PAGES if page.stem != BY_BENCHMARKS], ids=lambda page: page.stem)
def test_a_page_is_short_and_its_lines_too(page):
    text = text_of(page)
    assert len(text.splitlines()) <= (90 if page.parent == ROOT else 400)
    assert [line for line in prose(text) if len(line) > 110] == []
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert [cell for row in rows for cell in re.split(r"(?<!\\)\|", row) if len(cell.strip()) > 200] == []


def test_every_page_is_in_the_index():
    index = text_of(DOCS / "README.md")
    assert [path.name for path in DOCS.glob("*.md") if path.name != "README.md" and f"({path.name})" not in index] == []


def test_readme_names_every_exit_code():
    for code in (errors.INTERNAL, errors.WRONG_USE, errors.NOTHING_READ, errors.FINDINGS, 0):
        for page in (ROOT / "README.md", DOCS / "output.md"):
            assert f"\n| {code} |" in text_of(page)


def test_every_reader_is_in_the_page_on_formats():
    words = set(re.findall(r"\w+", text_of(DOCS / "formats.md")))
    assert sorted(set(readers.names()) - words) == []


INLINE = [
    (page.name, command)
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]
    if page.exists()
    for command in re.findall(r"`(domlint [a-z][^`]*)`", re.sub(r"(?ms)^ *```.*?^ *```$", "", text_of(page)))
]


@at_once(("name", "command"), INLINE)
def test_a_command_in_a_sentence_has_only_options_that_exist(name, command):
    words = re.split(r" (?:&&|\|\|?|>) ", " ".join(command.split()))[0].split()[1:]
    found = None
    while words and (found is None or hasattr(found, "list_commands")):
        found = found.get_command(None, words.pop(0)) if found else commands.load_command(words.pop(0))
        assert found is not None, command
    options = {opt for parameter in found.params for opt in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}
    assert {word for word in words if word.startswith("--") and word != "--"} <= options, command


# What the pages show is accepted


def test_the_shown_profiles_are_those_of_the_pack():
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text_of(DOCS / "configuration.md").splitlines()
    ]
    cells = {row[0].strip("`"): row[2:5] for row in rows if len(row) == 6}
    for name, row in pack.builtin().profiles.items():
        limits = [f"`{row.get('min_severity', 'info')}`", f"`{row.get('fail_on', 'medium')}`"]
        assert cells[name] == [*limits, "yes" if row.get("strict") else "no"]


def test_the_shown_configuration_is_valid_and_complete(tmp_path):
    text = block("configuration.md", "criticality =")
    (tmp_path / "domlint.toml").write_text(text, encoding="utf-8")
    site = file.load_file(tmp_path / "domlint.toml")
    assert set(tomllib.loads(text)) == set(ConfigurationForm.__annotations__)
    selection.rules_with_figures(RULES, site, RULES, pytest.fail)
    words = (*site.select, *site.ignore, *site.severity, *(waiver.rule for waiver in site.waivers))
    assert all(selection.rule_ids(RULES, word) for word in words)


def test_the_shown_profile_is_accepted():
    shown = ProfileForm.model_validate(tomllib.loads(block("site-rules.md", "night shift")))
    assert set(shown.model_dump()) == set(ProfileForm.model_fields)
    for name, figures in shown.parameters.items():
        assert set(figures.model_extra) <= {figure for rule in RULES if rule.name == name for figure in rule.parameters}


def test_the_shown_rule_is_what_a_new_one_begins_with(tmp_path, domlint):
    assert domlint("rules", "new", "sessions-over-house-limit", "--dir", "our-rules").returncode == 0
    text = (tmp_path / "our-rules" / "sessions-over-house-limit.toml").read_text(encoding="utf-8")
    assert text == block("site-rules.md", "A rule of your own")


CONDITIONS = [
    row
    for row in re.findall(r"^\| `([^|]+)` \|", text_of(DOCS / "site-rules.md").partition("## Conditions")[2].partition("## Fixes")[0], re.MULTILINE)
    if "and`, `or" not in row
]  # fmt: skip


@at_once("condition", CONDITIONS)
def test_the_shown_conditions_are_of_the_language(condition):
    catalogue = pack.builtin().catalogue
    types = {f"ini.{name}": entry.type for name, entry in catalogue.settings.items()}
    types |= {key: entry.type for key, entry in catalogue.keys.items()} | {"aix.vmo.maxperm%": "number"}
    assert parse(condition, types, {"limit": 60})


def test_the_shown_catalogue_and_source_are_accepted(tmp_path):
    for name, begins in (("sources", "[[witness]]"), ("catalogue", "[[setting]]")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "house.toml").write_text(block("site-rules.md", begins), encoding="utf-8")
    data, slips = compile_site(tmp_path, pack.builtin_json())
    assert slips == []
    assert "updaters" in data["catalogue"]["settings"]
    assert "house-standard" in data["sources"]


def test_the_shown_fix_is_accepted(tmp_path, house_rule):
    text = house_rule[: house_rule.index("[fix]")] + block("site-rules.md", "Take {setting.name} out.")
    text = text.replace("when = ", 'subject = "setting"\nwhen = ', 1)
    (tmp_path / "house-rule.toml").write_text(text, encoding="utf-8")
    data, slips = compile_site(tmp_path, pack.builtin_json())
    assert slips == []
    assert [len(other.get("command", "-")) for other in data["rules"][-1]["fix"]["where"]] == [0, 1]


def test_the_shown_use_of_a_source_and_register_and_scope_are_accepted():
    use = SourceUseForm(**tomllib.loads(block("site-rules.md", "ldd-domino6-logging"))["source"][0])
    assert use.where in {one.where for rule in RULES for one in rule.sources if one.id == use.id}
    assert ClaimsFile(**tomllib.loads(block("site-rules.md", "[[claim]]"))).claim
    assert ScopeForm(**tomllib.loads(block("site-rules.md", "scope = {"))["scope"]).bits == 64


# CHANGELOG and material of the tests


def test_the_changelog_names_every_rule():
    """In the first release by the range of ids of a category, later by name and id."""
    text = text_of(ROOT / "CHANGELOG.md")
    ranges = re.findall(r"\(([A-Z]+)(\d+) to \1(\d+)\)", text)
    released = {f"{prefix}{number:03d}" for prefix, low, high in ranges for number in range(int(low), int(high) + 1)}
    assert [rule.name for rule in RULES if rule.id not in released and f"{rule.name} ({rule.id})" not in text] == []
    assert {f"{prefix}{end}" for prefix, *ends in ranges for end in ends} <= {rule.id for rule in RULES}


def test_every_rule_has_its_page_and_its_row():
    table = text_of(DOCS / "rules" / "README.md")
    for rule in RULES:
        assert f"| {rule.id} | [{rule.name}]({rule.name}.md) |" in table
        assert text_of(ROOT / rule.page).startswith(f"# {rule.name} ({rule.id})\n")

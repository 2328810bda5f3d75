"""What the documentation shows is what the program does."""

import csv
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from at_once import at_once
from shellingham import ShellDetectionFailure

from advisor import known, pack, writers
from advisor.cli import commands
from advisor.configuration import file, selection
from advisor.configuration.form import ConfigurationForm
from advisor.pack import fix_forms, glossary, rule_forms, scopes, setting_pages
from advisor.pack.claim_forms import ClaimsFile
from advisor.pack.forms import ProfileForm
from advisor.pack.language.parse import parse
from advisor.pack.parts import Scope
from advisor.pack.rule_forms import ScopeForm, SourceUseForm
from advisor.pack.site_rules import compile_site
from advisor.report import accounts, as_release, finding, grades, report, shapes, texts
from advisor.values import markdown
from advisor.values.rows import columns
from advisor.values.targets import TARGETS

ROOT = Path(__file__).parent.parent
RULES = pack.builtin().rules


def blocks(name, kind):
    return re.findall(rf"```{kind}\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)


def test_readme_shows_real_output(domlint, rewrite):
    real = domlint("check", "fixtures/windows-9.0.1-aged", "--isolated", cwd=ROOT).out.splitlines(keepends=True)
    grade = next(line.partition(",")[0] for line in real if line.startswith("  Grade"))
    excerpt = "".join([*real[:7], "...\n", f"{grade} ...\n\n", *real[-2:]])  # what no further rule changes
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    if rewrite:
        text = text.replace(blocks("README.md", "text")[0], excerpt)
        readme.write_text(text, encoding="utf-8", newline="\n")
    assert f"```text\n{excerpt}```" in text


UPGRADED = ["windows-9.0.1-aged", "linux-8.5.3-raid5", "today-upgraded-from-8.5.3"]


@pytest.mark.parametrize("name", UPGRADED)
def test_the_page_on_upgrades_shows_real_output(name, domlint, rewrite):
    """What hardly any further rule changes: what is new with its message, what goes away, and defaults."""
    real = domlint("check", f"fixtures/{name}", "--isolated", "--as-release", "14.5", cwd=ROOT).out
    body = real[: re.search(r"^  (Judged now|Speaks|To judge|Stands|Grade)", real, re.MULTILINE).start()]
    told = re.sub(r"^      Do: .*?\n\n", "      ...\n\n", body, flags=re.DOTALL | re.MULTILINE) + "  ...\n"
    page = ROOT / "docs" / "upgrading.md"
    text = page.read_text(encoding="utf-8")
    start, end = [*re.finditer(r"```text\n(.*?)```", text, re.DOTALL)][UPGRADED.index(name)].span(1)
    if rewrite:
        page.write_text(text[:start] + told + text[end:], encoding="utf-8", newline="\n")
        end = start + len(told)
    assert page.read_text(encoding="utf-8")[start:end] == told


def test_the_page_on_putting_it_right_shows_a_real_plan(domlint, rewrite):
    real = domlint("fix", "fixtures/windows-9.0.1-aged", "--isolated", "--select", "THR001,LOG001", cwd=ROOT).out
    page = ROOT / "docs" / "fix.md"
    text = page.read_text(encoding="utf-8")
    if rewrite:
        text = text.replace(f"```text\n{blocks('docs/fix.md', 'text')[0]}```", f"```text\n{real}```")
        page.write_text(text, encoding="utf-8", newline="\n")
    assert f"```text\n{real}```" in text


@pytest.mark.parametrize(("number", "options"), [(0, []), (1, ["--way-back"])])
def test_the_scripts_are_real(number, options, domlint):
    given = ("fix", "fixtures/windows-9.0.1-aged", "--isolated", "--select", "THR001", "--script", "console")
    assert blocks("docs/fix.md", "console")[number] == domlint(*given, *options, cwd=ROOT).out


def test_the_shown_profiles_are_the_pack_s():
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    cells = {row[0].strip("`"): row[2:5] for row in map(cells_of, text.splitlines()) if len(row) == 6}
    for name, row in pack.builtin().profiles.items():
        limits = [f"`{row.get('min_severity', 'info')}`", f"`{row.get('fail_on', 'medium')}`"]
        assert cells[name] == [*limits, "yes" if row.get("strict") else "no"]


def cells_of(line):
    return [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("| `") else []


def test_the_shown_profile_is_one():
    shown = ProfileForm.model_validate(tomllib.loads(blocks("docs/site-rules.md", "toml")[8]))
    assert set(shown.model_dump()) == set(ProfileForm.model_fields)
    for name, figures in shown.parameters.items():
        assert set(figures.model_extra) <= {figure for rule in RULES if rule.name == name for figure in rule.parameters}


def test_the_shown_configuration_is_valid(tmp_path):
    (tmp_path / "domlint.toml").write_text(blocks("docs/configuration.md", "toml")[0], encoding="utf-8")
    site = file.load(tmp_path / "domlint.toml")
    shown = tomllib.loads(blocks("docs/configuration.md", "toml")[0])
    assert set(shown) == set(ConfigurationForm.model_fields)
    selection.with_figures(RULES, site, RULES, pytest.fail)
    words = (*site.select, *site.ignore, *site.severity, *(waiver.rule for waiver in site.waivers))
    assert all(selection.named(RULES, word) for word in words)


def test_the_changelog_names_every_rule():
    """In the first release by the range of ids of a category, later by name and id."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    ranges = re.findall(r"\(([A-Z]+)(\d+) to \1(\d+)\)", text)
    released = {f"{prefix}{number:03d}" for prefix, low, high in ranges for number in range(int(low), int(high) + 1)}
    assert [rule.name for rule in RULES if rule.id not in released and f"{rule.name} ({rule.id})" not in text] == []
    assert {f"{prefix}{end}" for prefix, *ends in ranges for end in ends} <= {rule.id for rule in RULES}


PARTS = [
    report.Report,
    report.ServerReport,
    finding.Finding,
    finding.Location,
    finding.Remedy,
    finding.CommandLine,
    shapes.Rested,
    shapes.OwnFix,
    shapes.Open,
    texts.GeneralRemedy,
    accounts.BaselineAccount,
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_every_field_of_the_report_is_described(part):
    text = (ROOT / "docs" / "output.md").read_text(encoding="utf-8")
    for field in columns(part):
        assert f"`{field}`" in text, field


def test_every_exit_code_is_described():
    from advisor.cli import guard

    text = (ROOT / "docs" / "output.md").read_text(encoding="utf-8")
    for code in (guard.INTERNAL, guard.WRONG_USE, guard.NOTHING_READ, guard.FINDINGS, 0):
        assert f"\n| {code} |" in text


def test_every_rule_has_its_page_and_its_row():
    table = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
    for rule in RULES:
        assert f"| {rule.id} | [{rule.name}]({rule.name}.md) |" in table
        assert (ROOT / rule.page).read_text(encoding="utf-8").startswith(f"# {rule.name} ({rule.id})\n")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_explain_prints_the_page_and_ends_with_the_waiver(rule, domlint):
    done = domlint("explain", rule.name)
    assert done.returncode == 0
    assert done.out.startswith(f"# {rule.name} ({rule.id})\n")
    waiver = tomllib.loads(re.findall(r"```toml\n(.*?)```", done.out, re.DOTALL)[-1])["waive"][0]
    assert done.out.endswith("```\n")
    assert waiver["rule"] == rule.name


def test_explain_shows_a_server_s_own_figures(domlint, golden):
    done = domlint("explain", "THR002", "--for", "fixtures/windows-9.0.1-aged", cwd=ROOT)
    golden("explain-for.txt", done.out[done.out.index("## Mail07/Acme") :])


def test_an_unknown_rule_is_not_explained(domlint):
    done = domlint("explain", "sesion-timeout")
    assert done.returncode == 2
    assert "did you mean " in done.err
    assert '"session-timeout-long"' in done.err


COMPLETIONS = [
    ("bash", {"COMP_WORDS": "domlint explain buf", "COMP_CWORD": "2"}),
    ("zsh", {"_TYPER_COMPLETE_ARGS": "domlint explain buf"}),
    ("fish", {"_TYPER_COMPLETE_ARGS": "domlint explain buf", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}),
    ("powershell", {"_TYPER_COMPLETE_ARGS": "domlint explain buf", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "buf"}),
]


@pytest.mark.parametrize(("shell", "env"), COMPLETIONS)
def test_completions_for_every_shell(shell, env, domlint):
    def typed(variable):
        return domlint(env={"_DOMLINT_COMPLETE": f"{variable}_{shell}", **env}).out

    assert "domlint" in typed("source")
    assert "buffer-pool-pinned" in typed("complete")


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
@pytest.mark.parametrize("shell", [None, "dash", "cmd"])
def test_without_a_known_shell_completion_names_the_shells(option, shell, domlint, monkeypatch, tmp_path):
    monkeypatch.setattr("shellingham.detect_shell", detected(shell))
    done = domlint(option, env={"HOME": str(tmp_path)})
    assert (done.returncode, done.out) == (2, "")
    assert all(name in done.err for name in commands.COMPLETION_SHELLS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", commands.COMPLETION_SHELLS)
def test_each_named_shell_has_completions(shell, domlint, monkeypatch):
    monkeypatch.setattr("shellingham.detect_shell", detected(shell))
    done = domlint("--show-completion")
    assert done.returncode == 0
    assert "_DOMLINT_COMPLETE" in done.out


def detected(shell):
    """Return a stand-in for shellingham.detect_shell, which raises if no shell is found."""

    def detect_shell():
        if shell is None:
            raise ShellDetectionFailure
        return shell, f"/bin/{shell}"

    return detect_shell


SITE_RULES = (ROOT / "docs" / "site-rules.md").read_text(encoding="utf-8")
CONDITIONS = [
    row
    for row in re.findall(r"^\| `([^|]+)` \|", SITE_RULES.partition("## Conditions")[2], re.MULTILINE)
    if "and`, `or" not in row
]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_shown_conditions_are_of_the_language(condition):
    catalogue = pack.builtin().catalogue
    types = {f"ini.{name}": entry.type for name, entry in catalogue.settings.items()}
    types |= {key: entry.type for key, entry in catalogue.keys.items()} | {"aix.vmo.maxperm%": "number"}
    assert parse(condition, types, {"limit": 60})


def test_the_shown_rule_is_what_a_new_one_begins_with_and_runs(tmp_path, domlint):
    (command,) = re.findall(r"`domlint (rules new [^`]+)` writes this file", SITE_RULES)
    assert domlint(*command.split()).returncode == 0
    text = (tmp_path / "our-rules" / "sessions-over-house-limit.toml").read_text(encoding="utf-8")
    assert text == blocks("docs/site-rules.md", "toml")[0]
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServer_Session_Timeout=480\n")
    tested = domlint("rules", "test", "our-rules")
    assert (tested.returncode, tested.out, tested.err) == (0, "1 rule, 3 examples, 0 failed\n", "")
    done = domlint("check", "notes.ini", "--rules", "our-rules", "--select", "THR900", "--fail-on", "low")
    assert (done.returncode, done.err) == (1, "")
    assert "Idle sessions are kept for 480 minutes." in done.out
    assert "Do: Set Server_Session_Timeout to 120 or less." in done.out


def test_the_shown_catalogue_and_source_are_taken(tmp_path):
    _, source, setting, *_ = blocks("docs/site-rules.md", "toml")
    for name, text in (("sources", source), ("catalogue", setting)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "house.toml").write_text(text, encoding="utf-8")
    data, slips = compile_site(tmp_path, pack.builtin_json())
    assert slips == []
    assert "updaters" in data["catalogue"]["settings"]
    assert "house-standard" in data["sources"]


def test_the_shown_remedy_is_taken(tmp_path, house_rule):
    remedy = blocks("docs/site-rules.md", "toml")[4]
    text = house_rule[: house_rule.index("[fix]")] + remedy
    text = text.replace("when = ", 'subject = "setting"\nwhen = ', 1)
    (tmp_path / "house-rule.toml").write_text(text, encoding="utf-8")
    data, slips = compile_site(tmp_path, pack.builtin_json())
    assert slips == []
    assert [len(other.get("command", "-")) for other in data["rules"][-1]["fix"]["where"]] == [0, 1]


def test_the_shown_use_of_a_source_is_taken():
    use = SourceUseForm(**tomllib.loads(blocks("docs/site-rules.md", "toml")[5])["source"][0])
    assert use.where in {one.where for rule in pack.builtin().rules for one in rule.sources if one.id == use.id}


def test_the_shown_register_is_taken():
    shown = ClaimsFile(**tomllib.loads(blocks("docs/site-rules.md", "toml")[7]))
    assert shown.claim[0].judged_by[0].rule in blocks("docs/site-rules.md", "toml")[0]


def test_the_shown_scope_is_taken():
    scope = ScopeForm(**tomllib.loads(blocks("docs/site-rules.md", "toml")[3])["scope"])
    assert scopes.words(Scope(**scope.model_dump())) == (
        "servers, Domino 8.5.3FP6 up to before 12.0, not on os400 or zos, 64-bit"
    )
    assert all(f"`{field}`" in SITE_RULES for field in ScopeForm.model_fields)


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


def test_the_shown_storage_file_is_understood(tmp_path, domlint):
    (tmp_path / "storage.toml").write_text(blocks("docs/formats.md", "toml")[0], encoding="utf-8")
    done = domlint("facts", "storage.toml")
    assert done.returncode == 0
    assert done.err == ""
    assert "array.level" in done.out


def test_what_tests_read_beside_the_project_is_documented_and_read_by_ci():
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_*.py"))
    places = set(re.findall(r'environ\.get\("(DOMLINT_\w+)", \w+.*"shared"', tests))
    assert places >= {"DOMLINT_SAMPLES", "DOMLINT_SEEDS"}
    for name in places:
        for where in ("CONTRIBUTING.md", ".ci/run"):
            if (ROOT / where).exists():  # the tests of a wheel lie beside documents alone
                assert name in (ROOT / where).read_text(encoding="utf-8"), (name, where)


def test_a_command_to_type_is_shown_with_a_place_that_is_printed():
    shown = re.findall(r"`Type \((\w+)\): ", (ROOT / "docs" / "output.md").read_text(encoding="utf-8"))
    assert shown
    assert set(shown) <= set(TARGETS)


WORDS = re.compile(r"(<!-- the words, .* -->\n).*?(<!-- end of the words -->)", re.DOTALL)


def test_the_table_of_words_is_the_glossary_s(rewrite):
    page = ROOT / "docs" / "output.md"
    text = page.read_text(encoding="utf-8")
    if rewrite:
        text = WORDS.sub(lambda match: match[1] + glossary.table() + match[2], text)
        page.write_text(text, encoding="utf-8", newline="\n")
    assert f"-->\n{glossary.table()}<!--" in text


CHOICES = [
    ("severity", pack.SEVERITIES),
    ("confidence", get_args(rule_forms.RuleFile.model_fields["confidence"].annotation)),
    ("safety", get_args(fix_forms.Safety)),
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


DOCUMENTS = ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]


def commands_of(name):
    """Every `domlint …` of a document: in its text, or a line of a block of shell."""
    path = ROOT / name
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    inline = re.findall(r"`(domlint [a-z][^`]*)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    typed = [line for block in re.findall(r"```(?:sh|bat)\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    return [*inline, *(line[line.index("domlint ") :] for line in typed if re.search(r"(?<![\w-])domlint [a-z]", line))]


SHOWN = [(name, command) for name in DOCUMENTS for command in commands_of(name)]


def test_documents_show_commands():
    assert len(SHOWN) > 40


@at_once(("name", "command"), SHOWN)
def test_a_shown_command_has_only_options_that_there_are(name, command):
    from typer.main import get_command

    words = re.split(r" (?:&&|\|\|?|>) ", command)[0].split()[1:]
    found = get_command(commands.app)
    while hasattr(found, "list_commands") and words:
        found = found.get_command(None, words.pop(0))
        assert found is not None, command
    options = {opt for parameter in found.params for opt in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}
    assert {word for word in words if word.startswith("--") and word != "--"} <= options, command


FORMATS = re.compile(r"(<!-- the formats, .* -->\n).*?(<!-- end of the formats -->)", re.DOTALL)


def table_of_formats():
    """Of each format what its module says of itself: for whom, whole or findings alone, and where its receiver cuts."""
    rows = ["| `--format` | what it is | holds | limits |", "|---|---|---|---|"]
    for name in writers.FORMATS:
        writer = writers.writer(name)
        told = " ".join(writer.__doc__.partition("\n\n")[0].split()).partition(": ")[2]
        said = told[:1].upper() + told[1:]
        holds = "findings" if writer.FINDINGS_ALONE else "the whole report"
        rows.append(f"| `{name}` | {said} | {holds} | {getattr(writer, 'LIMITS', 'none')} |")
    return "".join(f"{row}\n" for row in rows)


def test_the_table_of_formats_is_what_their_modules_say(rewrite):
    page = ROOT / "docs" / "output.md"
    text = page.read_text(encoding="utf-8")
    if rewrite:
        text = FORMATS.sub(lambda match: match[1] + table_of_formats() + match[2], text)
        page.write_text(text, encoding="utf-8", newline="\n")
    assert f"-->\n{table_of_formats()}<!--" in text
    assert all(f"| `{name}` |" in text for name in writers.FORMATS)


EXAMPLE = ("check", "fixtures/windows-9.0.1-aged", "--isolated", "--select")
OF_RULES = "session-timeout-long,byte-order-mark,raid5-for-writes"
COLUMNS = re.compile(r"(<!-- the columns, .* -->\n).*?(<!-- end of the columns -->)", re.DOTALL)
FENCED = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", ["markdown", "junit", "github", "gitlab"])
def test_a_format_is_shown_as_it_is(name, domlint, rewrite):
    real = domlint(*EXAMPLE, OF_RULES, "--format", name, cwd=ROOT).out
    real = real.replace(pack.builtin().facts_date, "2026-11-22")  # it moves with every change of the rules
    page = ROOT / "docs" / "output.md"
    text = page.read_text(encoding="utf-8")
    begin = re.search(rf"(?mi)^## {name}$", text).end()
    shown = FENCED.search(text, begin)
    if rewrite:
        page.write_text(text[: shown.start(3)] + real + text[shown.end(3) :], encoding="utf-8", newline="\n")
        shown = FENCED.search(page.read_text(encoding="utf-8"), begin)
    assert shown[3] == real


def test_the_columns_of_csv_are_those_it_has(domlint, rewrite):
    real = domlint(*EXAMPLE, "session-timeout-long", "--format", "csv", cwd=ROOT).out
    head, row = csv.reader(real.removeprefix("\ufeff").splitlines())
    lines = [f"| `{name}` | {markdown.cell(cell)} |\n" for name, cell in zip(head, row, strict=True)]
    shown = "".join(["| column | for example |\n", "|---|---|\n", *lines])
    page = ROOT / "docs" / "output.md"
    text = page.read_text(encoding="utf-8")
    if rewrite:
        text = COLUMNS.sub(lambda match: match[1] + shown + match[2], text)
        page.write_text(text, encoding="utf-8", newline="\n")
    assert f"-->\n{shown}<!--" in text

"""In a stranger's folder: no module of it is run, no rule runs anything, its decisions reach nowhere, and nothing is left."""

import html
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_not_opened import looked_at

from advisor import writers
from advisor.configuration import file

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\nX=\0\nA=1\nA=2\n"
POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such modes")
TRAP = "raise SystemExit('a module of the working directory was run')\n"
SHADOWS = ["json.py", "pydantic.py", "lark.py", "typer.py", "click.py", "jinja2.py"]


def every_other():
    """What Python has not imported when the first line of `-m domlint` is run: what it has, only its `-P` can keep out."""
    asked = [sys.executable, "-P", "-c", "import runpy, sys; print(*sys.modules)"]
    begun = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    return [f"{name}.py" for name in sorted(sys.stdlib_module_names - {*begun})]


@pytest.mark.parametrize("package", ["domlint", "advisor"])
def test_no_module_of_the_working_directory_is_run_once_the_program_runs(package, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    for name in [*SHADOWS, *(every_other() if package == "domlint" else ())]:
        (tmp_path / name).write_text(TRAP)
    if package == "domlint":
        (tmp_path / "advisor").mkdir()
        (tmp_path / "advisor" / "__init__.py").write_text(TRAP)
    command = [sys.executable, "-m", package, "check", "notes.ini", "--isolated", "--format=json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "run" in done.stderr) == (1, False), done.stderr
    assert json.loads(done.stdout)["findings"]


@pytest.mark.parametrize("name", ["domlint", "contextlib", "types", "collections"])
def test_with_p_no_module_of_the_working_directory_is_run_at_all(name, tmp_path):
    (tmp_path / f"{name}.py").write_text(TRAP)
    command = [sys.executable, "-P", "-m", "domlint", "--version"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_run_leaves_nothing_behind_and_reads_nothing_that_another_left(domlint, tmp_path):
    """There is no cache, so that nobody can plant one."""
    home = tmp_path / "home"
    for place in (".cache", ".config", ".local/share"):
        (home / place).mkdir(parents=True)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").write_text(INI)
    before = sorted(tmp_path.rglob("*"))
    env = {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "TMPDIR": str(home)}
    for words in (
        ["check", "in"],
        ["facts", "in"],
        ["fix", "in"],
        ["explain", "LOG001", "--for", "in"],
        ["rules", "list"],
    ):
        assert domlint(*words, env=env).returncode in (0, 1, 2)
    assert sorted(tmp_path.rglob("*")) == before


CODE = [  # what stands in a rule of a site, and what is said, or what a finding says
    ('when = "ini.kittype.__class__ == 1"', 2, "rule.toml"),
    ('when = \'__import__("os").system("touch ran")\'', 2, "rule.toml"),
    ("when = 'set(ini.kittype) and open(\"/etc/passwd\")'", 2, "rule.toml"),
    ("when = 'set(ini.kittype.__init__.__globals__)'", 2, "rule.toml"),
    ("when = 'ini.directory like \"{0.__class__}*\"'", 0, ""),
    ("when = '[x for x in ini.kittype]'", 2, "rule.toml"),
    ("when = 'lambda: 1'", 2, "rule.toml"),
    ('message = "{ini.kittype.__class__}"', 2, "neither a key of the catalogue nor a parameter"),
    ('message = "{0!r:>999999999}"', 2, "neither a key of the catalogue nor a parameter"),
    ('message = "{ini.kittype!r}"', 2, "neither a key of the catalogue nor a parameter"),
    ('message = "{ini.kittype:>999999999}"', 2, "neither a key of the catalogue nor a parameter"),
    ('message = "%(x)s %s %999999999d $(touch ran) `touch ran`"', 0, "%(x)s %s %999999999d $(touch ran) `touch ran`"),
    ('include = "/etc/passwd"', 2, "include"),
]


@pytest.mark.parametrize(("line", "code", "told"), CODE)
def test_no_rule_of_a_site_runs_or_reads_anything(line, code, told, domlint, tmp_path, house_rule):
    name = line.partition(" ")[0]
    lines = [one for one in house_rule.splitlines() if not one.startswith(f"{name} =")]
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "rule.toml").write_text("\n".join([line, *lines]) + "\n")
    (tmp_path / "notes.ini").write_text(INI)
    done = domlint("check", "notes.ini", "--rules", "house", "--isolated", "--select=LOG901")
    assert done.returncode == code
    assert told in done.out + done.err
    assert len(done.stdout) < 20_000 and not (tmp_path / "ran").exists()


TEMPLATES = "{{ 7*7 }} {% for x in ().__class__.__bases__ %}{{ x }}{% endfor %} {# no #}"


def test_no_text_of_a_rule_or_a_file_is_a_template_of_the_page(domlint, tmp_path, house_rule):
    (tmp_path / "house").mkdir()
    rule = house_rule.replace("without KitType.", "without KitType " + TEMPLATES.replace("{", "[").replace("[[", "[ ["))
    (tmp_path / "house" / "rule.toml").write_text(rule.replace("It is a rule of", f"It is {TEMPLATES} a rule of"))
    (tmp_path / "notes.ini").write_text(INI.replace("Mail01", f"Mail{TEMPLATES}"))
    page = domlint("check", "notes.ini", "--rules", "house", "--isolated", "--format=html").out
    assert html.unescape(page).count(TEMPLATES) >= 2


ON_A_NETWORK = [r"\\\\canary\\share", "//canary/share", r"\\\\?\\UNC\\canary\\share"]


@pytest.mark.parametrize("way", ON_A_NETWORK)
@pytest.mark.parametrize("field", ['rules = ["{}"]', 'baseline = "{}/old.json"'])
def test_a_configuration_that_was_found_opens_nothing_on_a_network(field, way, domlint, tmp_path, monkeypatch):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(field.format(way))
    with looked_at(monkeypatch) as found:
        done = domlint("check", "notes.ini")
    assert [one for one in found if "canary" in one] == []
    assert done.returncode == 2 and done.out == ""
    assert "lies on a network: only a file that --config names may ask for it" in done.err
    assert "may ask for it" not in domlint("check", "notes.ini", "--config", "domlint.toml").err


PIPES = [
    ('rules = ["house"]', "house/pipe.toml", "house/pipe.toml: no ordinary file"),
    ('rules = ["house"]', "house/catalogue/pipe.toml", "house/catalogue/pipe.toml: no ordinary file"),
    ('baseline = "pipe"', "pipe", "domlint.toml:1: baseline pipe: no ordinary file"),
]


@POSIX
@pytest.mark.parametrize(("text", "pipe", "told"), PIPES)
def test_no_pipe_that_a_configuration_leads_to_is_waited_for(text, pipe, told, domlint, tmp_path):
    (tmp_path / pipe).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(tmp_path / pipe)
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(text)
    done = domlint("check", "notes.ini")
    assert (done.returncode, done.out) == (2, "") and told in done.err


MODES = [  # the file's mode, whether a repository holds it, whether it counts
    (0o644, False, True),
    (0o664, False, True),
    (0o666, False, False),
    (0o602, False, False),
    (0o666, True, True),
]


@POSIX
@pytest.mark.parametrize(("mode", "repository", "counts"), MODES)
def test_a_configuration_that_everybody_may_write_counts_in_a_repository_alone(mode, repository, counts, tmp_path):
    (tmp_path / "domlint.toml").write_text('ignore = ["LOG"]\n')
    (tmp_path / "domlint.toml").chmod(mode)
    if repository:
        (tmp_path / ".git").mkdir()
    notes = []
    found = file.find_file(tmp_path, None, notes.append)
    told = ["domlint.toml may be written by everybody and was not used; --config domlint.toml uses it"]
    assert (found is not None, notes) == (counts, [] if counts else told)


ARGUMENTS = ["in", "{}/in", "in/notes.ini", "../top/in"]


@pytest.mark.parametrize("argument", ARGUMENTS)
@pytest.mark.parametrize("format", writers.FORMATS)
def test_no_report_tells_the_folders_of_the_machine(format, argument, domlint, tmp_path):
    top = tmp_path / "of-joe" / "top"
    (top / "in").mkdir(parents=True)
    (top / "in" / "notes.ini").write_text(INI)
    (top / "domlint.toml").write_text('ignore = ["MEM"]\n')
    done = domlint("check", argument.format(top), f"--format={format}", cwd=top, env={"HOME": str(tmp_path / "of-joe")})
    assert done.returncode == 1
    assert "of-joe" not in done.out + done.err
    assert Path(tmp_path).name not in done.out + done.err

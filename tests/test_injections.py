"""No text of a file, a name, an argument or a configuration steers a terminal, is markup, or is run."""

import html
import io
import json
import re
import subprocess
import sys
import tarfile

import data
import pytest
from conftest import in_process, runner
from fleets import document, dxl
from markdown_it import MarkdownIt

from advisor import writers

BAD = "\x1b]0;x\x07\x1b[31m\x9b2J\x08\x7f\u202e\u2066\u200e\u061c\u200b\u200d\u2060\ufeff\xad\u034f\U000e0041"
SIGNS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)
MARKUP = "<script>alert(1)</script>[a](javascript:b)|`c`*d*{e}{0.f}"
COLOUR = re.compile("\x1b\\[[0-9;]*m")
INI = data.text("injections/ini.txt")
STORAGE = """[[array]]
name = "a{0}"
level = "RA{0}ID"
[[array]]
name = "b{0}"
level = "RAID 5"
[[volume]]
mount = "/local{0}"
array = "a{0}"
"""
SHOWN = "> show server\nHCL Domino (r) Server (64 Bit) (Release 14.5 for UN{0}IX)\nServer name:   Mail{0}/Acme\n"
STAT = "> show stat\n  Mem.PhysicalRAM = 1{0}2\n  Server.Us{0}ers = 3{0}\n  Server.Users = 3\n"
DF = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sd{0} 100 90 10 90% /local{0}\n/dev/sdb 100 99 1 99% /log\n"


def toml(text):
    return "".join(f"\\u{ord(one):04x}" if ord(one) < 0x10000 else one for one in text)


def tarred(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text))
    return out.getvalue()


def lay(folder, odd):
    """Two servers of whose names and values an odd text is a part, and of the folders' and files' names too."""
    named = odd.replace("/", "")
    for letter in "ab":
        own = folder / f"srv{named}" / f"m{named}{letter}"
        own.mkdir(parents=True)
        (own / "notes.ini").write_text(INI.format(odd + letter))
        (own / "storage.toml").write_text(STORAGE.format(toml(odd)))
    (own / f"server{named}.txt").write_text(SHOWN.format(odd))
    (own / f"stat{named}.txt").write_text(STAT.format(odd))
    (own / f"df{named}.txt").write_text(DF.format(odd))
    (own / f"empty{named}.zip").write_bytes(b"")
    xml = "".join(one if one.isprintable() and one not in "<>&" else f"&#{ord(one)};" for one in odd if one > "\x1f")
    (own / f"names{named}.dxl").write_text(dxl(document("Server", f"CN=A{xml}/O=Acme", f"East{xml}")))
    (own / f"broken{named}.dxl").write_text(dxl(document("Server", f"CN=B{xml}/O=Acme"))[:-40])
    (own / f"setup{named}.json").write_text(
        json.dumps({"serverSetup": {"server": {"name": f"mail{odd}"}, "notesINI": {f"X{odd}": f"1{odd}"}}})
    )
    packed = {f"q{named}/notes.ini": INI.format(f"Packed{odd}").encode(), f"../{named}": b"x"}
    (own / f"x{named}.tgz").write_bytes(tarred(packed))
    for name, target in {f"link{named}.ini": f"/nowhere{named}", f"storage{named}.toml": "notes.ini"}.items():
        (own / name).symlink_to(target)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs the program above a folder of each kind, once a command."""
    top = tmp_path_factory.mktemp("odd")
    for odd in (BAD, MARKUP):
        lay(top, odd)
    return runner(in_process, top)


def unescaped(done):
    """What steers a terminal, or is not seen on it, with what stands around it."""
    text = COLOUR.sub("", done.out + done.err)
    return [ascii(text[max(0, one.start() - 60) : one.end() + 20]) for one in SIGNS.finditer(text)]


def words_of(command, odd):
    named = odd.replace("/", "")
    return [word.replace("{s}", f"srv{named}").replace("{n}", named) for word in command]


@pytest.mark.parametrize("command", [
    *(["check", "{s}", f"--format={name}"] for name in writers.FORMATS if name not in {"csv", "text"}),
    ["check", "{s}", "--color=always", "--outliers", "--strict"],
    ["check", "{s}", "--color=always", "--group-by=rule", "--as-release=14.5"],
    ["check", "{s}", "--list-files"],
    *(["fix", "{s}", "--unsafe", f"--format={name}"] for name in ("text", "markdown", "json")),
    *(["facts", "{s}", *more] for more in ([], ["--format=json"], ["--exclusions"], ["--exclusions", "--format=json"])),
    *(
        ["diff", "{s}/m{n}a/notes.ini", "{s}/m{n}b/notes.ini", f"--format={name}"]
        for name in ("text", "markdown", "json")
    ),
    *(["settings", "{s}", f"--format={name}"] for name in ("text", "markdown", "json", "html")),
    *(["explain", about, "--for", "{s}"] for about in ("LOG001", "TRANSLOG_Path")),
], ids=" ".join)  # fmt: skip
def test_nothing_of_a_file_steers_a_terminal_or_is_hidden_on_it(command, run):
    done = run(*words_of(command, BAD), *["--isolated"] * (command[0] not in {"facts", "diff"}))
    assert done.returncode in (0, 1, 2)
    assert done.out and not unescaped(done)


@pytest.mark.parametrize("words", [
    *(["check", "x", *more] for more in ([BAD], ["--config", BAD], ["--rules", BAD], ["--baseline", BAD])),
    *(["check", "x", f"--{option}={BAD}"] for option in ("release", "as-release", "select", "ignore", "profile", "fail-on")),
    *(["check", "x", f"--{option}={BAD}"] for option in ("min-severity", "color", "jobs", "engine", "scheduler", "server")),
    *(["check", "x", f"--format={to}"] for to in (BAD, f"json:{BAD}/x", f"json:{BAD}/")),
    *(["check", "-", "--stdin-name", BAD, f"--format={name}"] for name in ("text", "json", "sarif")),
    *(["check", one] for one in (f"--{BAD}", f"nonsense://{BAD}", f"x{BAD}")),
    *([command, BAD] for command in (BAD, "schema", "collect", "compare", "size", "facts", "explain", "fix", "rules")),
    *(["rules", command, BAD] for command in ("lint", "test", "new", "coverage", "build")),
    *(["size", f"--{option}={BAD}"] for option in ("users", "system", "release", "databases")),
    ["diff", BAD, BAD], ["compare", BAD, BAD], ["fix", "x", f"--script={BAD}"], ["rules", "list", f"--select={BAD}"],
], ids=lambda words: ascii(" ".join(words)).replace(ascii(BAD)[1:-1], "…"))  # fmt: skip
def test_no_argument_that_is_repeated_steers_a_terminal(words, domlint):
    done = domlint(*words)
    assert done.returncode in (2, 3)
    assert not unescaped(done)


NOTES = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\n"
T = toml(BAD)


@pytest.mark.parametrize("text", [
    *(f'{name} = ["{T}"]' for name in ("select", "ignore", "exclude", "rules")),
    *(f'{name} = "{T}"' for name in ("profile", "fail_on", "min_severity", "strict", "baseline", f'"{T}"')),
    f'[severity]\n"{T}" = "low"',
    f'[severity]\nLOG001 = "{T}"',
    f'[parameters."{T}"]\nlimit = 1\nreason = "x"',
    f'[parameters.session-timeout-long]\n"{T}" = 1\nlimit = "{T}"\nreason = "{T}"',
    f'[parameters.session-timeout-long]\nlimit = 100\nreason = "{T}"',
    f'[servers."{T}"]\nreason = "{T}"\nplatform = "linux"',
    f'[servers."Mail01/Acme"]\nreason = "{T}"\nplatform = "{T}"\nrelease = "{T}"\nworkload = ["{T}"]',
    f'[servers."Mail01/Acme"]\nreason = "{T}"\nrelease = "14.0"',
    f'[[waive]]\nrule = "{T}"\nreason = "{T}"',
    f'[[waive]]\nrule = "LOG001"\nserver = "{T}"\nsubject = "{T}"\nreason = "{T}"\nowner = "{T}"\nuntil = 2020-01-01',
    f'[[waive]]\nrule = "LOG001"\nreason = "{T}"\nowner = "{T}"\nticket = "{T}"',
    f"x = {BAD}",
    f'"{T}".a = 1\n"{T}".a = 2',
], ids=lambda text: ascii(text.replace(T, "…")))  # fmt: skip
@pytest.mark.parametrize("command", [["check", "srv"], ["facts", "srv"]], ids=" ".join)
def test_nothing_of_a_configuration_steers_a_terminal(command, text, domlint, tmp_path):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "notes.ini").write_text(NOTES)
    (tmp_path / "domlint.toml").write_text(text)
    done = domlint(*command)
    assert done.returncode in (0, 1, 2)
    assert not unescaped(done)


@pytest.mark.parametrize(("before", "instead", "told"), [  # what stands in the rule, what in its place, and what is said
    ("without KitType.", "without {0}.", 'rule.toml:8: message: U+001B stands in it, which nobody sees'),
    ("It is a rule of", "It is {0} a rule of", "rule.toml:9: why: U+001B stands in it"),
    ("Take it out.", "Take\\u200bit out.", "rule.toml:15: fix.summary: U+200B stands in it"),
    ("the samples do not", "the {0}", "rule.toml:10: source.1.note: U+001B stands in it"),
    ('name = "house-rule"', '"{0}" = 1', "rule.toml:1: file: U+001B stands in it"),
    ("It is a rule of", "It is\\n\\ta rule of", ""),
    ('{ expect = "pass" }', '{{ expect = "pass", "notes.ini" = "{0}" }}', ""),
])  # fmt: skip
def test_no_rule_of_a_site_has_what_steers_a_terminal(before, instead, told, domlint, tmp_path, house_rule):
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "rule.toml").write_text(house_rule.replace(before, instead.format(T)))
    (tmp_path / "notes.ini").write_text(NOTES)
    done = domlint("check", "notes.ini", "--rules", "house", "--isolated")
    assert done.returncode == (2 if told else 1)
    assert told in done.err and not unescaped(done)


def test_no_plan_of_sizes_has_what_steers_a_terminal(domlint, tmp_path):
    (tmp_path / "size.toml").write_text(f'[[server]]\nname = "{T}"\nmail_light = 8\n')
    for format in ("text", "json"):
        done = domlint("size", "size.toml", "--format", format)
        assert done.returncode == 0 and r"\u202e" in done.out and not unescaped(done)


@pytest.mark.parametrize("command", [
    ["check", "{s}", "--format=markdown"],
    ["fix", "{s}", "--unsafe", "--format=markdown"],
    ["diff", "{s}/m{n}a/notes.ini", "{s}/m{n}b/notes.ini", "--format=markdown"],
    ["settings", "{s}", "--format=markdown"],
], ids=" ".join)  # fmt: skip
def test_nothing_of_a_file_is_markup(command, run):
    text = run(*words_of(command, MARKUP)).out
    assert "script" in text
    tokens = [
        part
        for token in MarkdownIt("commonmark").enable("table").parse(text)
        for part in (token, *(token.children or ()))
    ]
    assert {token.content for token in tokens if token.type.startswith("html")} <= {"<!-- -->"}
    assert [
        token.attrs["href"] for token in tokens if token.type == "link_open" and "script:" in token.attrs["href"]
    ] == []


NOTES_INI = (
    "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\nX=\0\nA=1\nA=2\n"
)
TRAP = "raise SystemExit('a module of the working directory was run')\n"
SHADOWS = ["json.py", "pydantic.py", "lark.py", "typer.py", "click.py", "jinja2.py"]


def every_other():
    """What Python has not imported when the first line of `-m domlint` is run: what it has, only its `-P` can keep out."""
    asked = [sys.executable, "-P", "-c", "import runpy, sys; print(*sys.modules)"]
    begun = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    return [f"{name}.py" for name in sorted(sys.stdlib_module_names - {*begun})]


@pytest.mark.parametrize("package", ["domlint", "advisor"])
def test_no_module_of_the_working_directory_is_run_once_the_program_runs(package, tmp_path):
    (tmp_path / "notes.ini").write_text(NOTES_INI)
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
    home = tmp_path / "home"
    for place in (".cache", ".config", ".local/share"):
        (home / place).mkdir(parents=True)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").write_text(NOTES_INI)
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


@pytest.mark.parametrize(("line", "code", "told"), [  # what stands in a rule of a site, and what is said, or what a finding says
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
])  # fmt: skip
def test_no_rule_of_a_site_runs_or_reads_anything(line, code, told, domlint, tmp_path, house_rule):
    name = line.partition(" ")[0]
    lines = [one for one in house_rule.splitlines() if not one.startswith(f"{name} =")]
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "rule.toml").write_text("\n".join([line, *lines]) + "\n")
    (tmp_path / "notes.ini").write_text(NOTES_INI)
    done = domlint("check", "notes.ini", "--rules", "house", "--isolated", "--select=LOG901")
    assert done.returncode == code
    assert told in done.out + done.err
    assert len(done.stdout) < 20_000 and not (tmp_path / "ran").exists()


TEMPLATES = "{{ 7*7 }} {% for x in ().__class__.__bases__ %}{{ x }}{% endfor %} {# no #}"


def test_no_text_of_a_rule_or_a_file_is_a_template_of_the_page(domlint, tmp_path, house_rule):
    (tmp_path / "house").mkdir()
    rule = house_rule.replace("without KitType.", "without KitType " + TEMPLATES.replace("{", "[").replace("[[", "[ ["))
    (tmp_path / "house" / "rule.toml").write_text(rule.replace("It is a rule of", f"It is {TEMPLATES} a rule of"))
    (tmp_path / "notes.ini").write_text(NOTES_INI.replace("Mail01", f"Mail{TEMPLATES}"))
    page = domlint("check", "notes.ini", "--rules", "house", "--isolated", "--format=html").out
    assert html.unescape(page).count(TEMPLATES) >= 2

"""Run the commands that the documents show, and write their real output into the pages.

python docs/update.py            rewrite output blocks, generated pages, tables and the picture
python docs/update.py --fields   rewrite only fields.md
python docs/update.py --picture  rewrite only the picture; with --check fail if it is outdated

Every line of a ```sh block that begins with `domlint`, and every `$ domlint` line of a ```console block, is run by bash
in a folder with example servers. A page has one folder, so that a command may read what an earlier one wrote. A comment
in the line above a block says what differs: `<!-- exit 1; lines :9 -2: -->`

exit 1 0        the exit codes of its commands, if one of them is not 0
lines :9 -2:    the lines of the output that the page shows; `...` replaces the others
not run: WHY    its commands are not run
file: NAME      the block is written to this file
"""

import argparse
import csv
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
if (ROOT / "advisor").is_dir():
    sys.path.insert(0, str(ROOT))
FIXTURES = ROOT / "fixtures"
GENERATED = {"claims.md", "fields.md", "glossary.md", "tables.md"}  # pages that a program writes as a whole
PAGES = [ROOT / "README.md", *sorted(path for path in DOCS.glob("*.md") if path.name not in GENERATED)]
PICTURE = DOCS / "check.svg"
TESTS_THAT_WRITE = ["test_ticket_rows", "test_ticket_recipes", "test_interpolation"]

SERVERS = {"mail02": "windows-14.5-good", "mail07": "windows-9.0.1-aged", "mail08": "linux-8.5.3-raid5"}
FLEET_INI = """\
[Notes]
KitType=2
NotesProgram=/opt/hcl/domino/notes/latest/linux
Directory=/local/notesdata
FaultRecovery_Build=Release 14.0FP2
ServerSetup=14000
ServerName=Hub{number:02d}/Acme
NSF_DbCache_Maxentries={entries}
TRANSLOG_Status=1
TRANSLOG_Path=/local/translog
"""

BLOCK = re.compile(
    r"(?:^<!-- (?P<says>[^>]*) -->\n)?^(?P<fence>`{3,})(?P<kind>\w+)\n(?P<text>.*?)^(?P=fence)$", re.M | re.S
)
COMMAND = re.compile(r"domlint (?!=)")
BACKUP = re.compile(r"\.\d{4}-\d\d-\d\dT\d{6}\.bak")  # its name has the time of the run
COMMENT = re.compile(r"\s+#.*")
SHELL = re.compile(r"[|<>$&]")  # signs that only a shell understands


class Block(NamedTuple):
    """A fenced block of a page: what its comment says, its language, its text and the span of the text."""

    says: dict[str, str]
    kind: str
    text: str
    start: int
    end: int

    @property
    def commands(self) -> list[str]:
        """Return the commands of domlint in it, without prompt."""
        if self.kind == "console":
            lines = [line[2:] for line in self.text.splitlines() if line.startswith("$ ")]
        else:
            lines = self.text.replace("\\\n", "").splitlines() if self.kind == "sh" else []
        return [line for line in lines if COMMAND.match(line)]

    @property
    def codes(self) -> list[int]:
        """Return the exit code that each command must have."""
        return list(map(int, self.says.get("exit", "").split())) or [0] * len(self.commands)


class Outcome(NamedTuple):
    """A command that was run: its block, the exit code and the output."""

    block: Block
    command: str
    expected: int
    code: int
    output: str


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page."""
    found = []
    for match in BLOCK.finditer(text):
        parts = (part.partition(":" if ":" in part.split(" ")[0] or part.startswith("not run") else " ")
                 for part in (match["says"] or "").split("; "))  # fmt: skip
        says = {name.strip(): value.strip() for name, _, value in parts if name.strip()}
        found.append(Block(says, match["kind"], match["text"], *match.span("text")))
    return found


def prepare(folder: Path) -> dict[str, str]:
    """Write the example servers into a folder and return the environment for commands."""
    for name, fixture in SERVERS.items():
        shutil.copytree(FIXTURES / fixture, folder / "servers" / name)
    for number in range(1, 8):
        (folder / "hubs" / f"hub{number:02d}").mkdir(parents=True)
        text = FLEET_INI.format(number=number, entries=200 if number == 7 else 2000)
        (folder / "hubs" / f"hub{number:02d}" / "notes.ini").write_text(text, encoding="utf-8")
    shutil.copy(FIXTURES / SERVERS["mail07"] / "notes.ini", folder / "notes.ini")
    (folder / "empty").mkdir()
    tools = folder / ".tools"
    tools.mkdir()
    (tools / "domlint").write_text(f"#!{sys.executable}\nfrom advisor.__main__ import main\nmain()\n", encoding="utf-8")
    (tools / "domlint").chmod(0o755)
    path = os.pathsep.join([str(tools), os.environ["PATH"]])
    modules = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
    kept = {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "NO_COLOR"}}
    return kept | {
        "COLUMNS": "100", "HOME": str(folder), "PATH": path, "PYTHONPATH": modules, "SOURCE_DATE_EPOCH": "1795824000",
    }  # fmt: skip


Run = Callable[[str, Path, dict[str, str]], tuple[int, str]]


def in_bash(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Run a command in bash; return its exit code, and standard output followed by standard error."""
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def in_process(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Run a command in this process, which is faster, or in bash if it needs a shell."""
    from advisor.__main__ import main as domlint

    plain = COMMENT.sub("", command)
    if SHELL.search(plain):
        return in_bash(command, folder, environment)
    here, before, streams = Path.cwd(), dict(os.environ), (sys.argv, sys.stdin, sys.stdout, sys.stderr)
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    try:
        os.chdir(folder)
        os.environ.update(environment)
        sys.argv, sys.stdin, sys.stdout, sys.stderr = ["domlint", *shlex.split(plain)[1:]], StringIO(), out, err
        code = domlint()
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)
        sys.argv, sys.stdin, sys.stdout, sys.stderr = streams
    printed = b"".join(stream.detach().getvalue() for stream in (out, err) if not stream.flush())
    return code or 0, printed.decode()


def run_page(text: str, folder: Path, run: Run = in_process) -> Iterator[Outcome]:
    """Run the commands of a page in a folder, in their order."""
    environment = prepare(folder)
    for block in blocks(text):
        if "file" in block.says:
            path = folder / block.says["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif "not run" not in block.says:
            for command, expected in zip(block.commands, block.codes, strict=True):
                code, output = run(command, folder, environment)
                yield Outcome(block, command, expected, code, BACKUP.sub(".2026-11-22T190000.bak", output))


def shown(output: str, lines: str) -> str:
    """Return the lines of an output that a page shows, such as `:9 -2:`, with `...` for the others."""
    every, parts, last = output.splitlines(), [], 0
    for words in lines.split():
        first, _, end = words.partition(":")
        start, stop, _ = slice(int(first or 0), int(end) if end else None).indices(len(every))
        parts += [*(["..."] if start > last else []), *every[start:stop]]
        last = stop
    return "\n".join([*parts, *(["..."] if last < len(every) else []), ""])


def updated(text: str, outcomes: list[Outcome]) -> str:
    """Return a page with the output of its ```console blocks as it is."""
    for block in reversed(blocks(text)):
        of_block = [one for one in outcomes if one.block == block]
        if block.kind == "console" and of_block:
            new = "".join(f"$ {one.command}\n{shown(one.output, block.says.get('lines', ':'))}" for one in of_block)
            text = text[: block.start] + new + text[block.end :]
    return text


def formats() -> str:
    """Return the table of output formats, from the docstrings of their writers."""
    from advisor import writers

    rows = ["| `--format` | content | holds | limits |", "|---|---|---|---|"]
    for name in writers.FORMATS:
        writer = writers.writer(name)
        said = " ".join(str(writer.__doc__).partition("\n\n")[0].split()).partition(": ")[2]
        holds = "findings" if writer.FINDINGS_ALONE else "the whole report"
        rows.append(f"| `{name}` | {said[:1].upper()}{said[1:]} | {holds} | {getattr(writer, 'LIMITS', 'none')} |")
    return "".join(f"{row}\n" for row in rows)


def columns_of_csv() -> str:
    """Return the columns of the CSV report, with the values of one finding."""
    from advisor.values import markdown

    command = [sys.executable, "-m", "domlint", "check", "notes.ini", "--select", "THR001", "--format", "csv"]
    with tempfile.TemporaryDirectory() as name:
        done = subprocess.run(
            command, cwd=name, env=prepare(Path(name)), capture_output=True, encoding="utf-8-sig", check=False
        )
    head, row = csv.reader(done.stdout.splitlines())
    rows = [
        f"| `{name}` | {markdown.cell(textwrap.shorten(cell, 70, placeholder=' …'))} |\n"
        for name, cell in zip(head, row, strict=True)
    ]
    return "".join(["| column | for example |\n|---|---|\n", *rows])


def fields() -> str:
    """Return the page of the fields of the JSON report, from its schema."""
    from advisor.report import schema

    def table(part: dict[str, Any]) -> Iterator[str]:
        yield "| field | content |\n|---|---|\n"
        needed = part.get("required", [])
        for name, field in part["properties"].items():
            said = field.get("description", "").replace("|", "\\|")
            yield f"| `{name}` | {'' if name in needed else '(optional) '}{said} |\n"

    whole = schema.schema()
    texts = ["# Fields of the JSON report\n\nGenerated from `domlint schema report` by `python docs/update.py`.\n"]
    texts += ["Fields marked (optional) are left out if they are empty. Other empty fields are null.\n"]
    texts += ["\n## Report\n\n", *table(whole)]
    for name, part in whole["$defs"].items():
        if "properties" in part:
            texts += [f"\n## {name}\n\n{part.get('description', '')}\n\n", *table(part)]
    return "".join(texts)


SECTIONS = {"the formats, from advisor/writers/": formats, "the columns of csv": columns_of_csv}


def with_sections(text: str) -> str:
    """Return a page with its generated sections as the program has them."""
    for name, made in SECTIONS.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name.partition(',')[0]} -->"
        if begin in text:
            text = text[: text.index(begin) + len(begin)] + made() + text[text.index(end) :]
    return text


def picture() -> str:
    """Return the picture of README: the terminal after a check, as SVG that loads nothing."""
    from rich._export_format import CONSOLE_SVG_FORMAT
    from rich.console import Console
    from rich.text import Text

    with tempfile.TemporaryDirectory() as name:
        environment = prepare(Path(name)) | {"COLUMNS": "100"}
        command = [sys.executable, "-m", "domlint", "check", "servers/mail07", "--color", "always"]
        printed = subprocess.run(
            command, cwd=name, env=environment, capture_output=True, encoding="utf-8", check=False
        ).stdout
    lines = printed.splitlines()
    heads = [number for number, line in enumerate(lines) if re.match(r"(?:\x1b\[[\d;]*m)*(?:high|medium|low) ", line)]
    end = next(number for number, line in enumerate(lines) if "rules could be checked" in line)
    console = Console(record=True, width=100, file=StringIO(), force_terminal=True)
    console.print("$ domlint check servers/mail07", style="bold", highlight=False)
    console.print(Text.from_ansi("\n".join([*lines[: heads[4]], "...", *lines[end:]])))
    form = re.sub(r"<!-- Generated.*?-->\s*|@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.S)
    fonts = 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace'
    form = form.replace("Fira Code, monospace", fonts)
    svg = console.export_svg(title="domlint", code_format=form, unique_id="domlint")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def write_fields() -> None:
    """Write docs/fields.md."""
    (DOCS / "fields.md").write_text(fields(), encoding="utf-8", newline="\n")


def main() -> int:
    """Rewrite the pages and the picture; return 1 if --check finds an outdated picture."""
    parser = argparse.ArgumentParser(description="Write the real output of commands into the documents.")
    parser.add_argument("--picture", action="store_true", help="only the picture")
    parser.add_argument("--fields", action="store_true", help="only fields.md")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the picture is outdated")
    asked = parser.parse_args()
    if asked.fields:
        write_fields()
        return 0
    new = picture()
    if asked.check:
        current = PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == new
        print(f"{PICTURE.name} is {'current' if current else 'outdated: run python docs/update.py --picture'}")
        return 0 if current else 1
    PICTURE.write_text(new, encoding="utf-8", newline="\n")
    if asked.picture:
        return 0
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as name:
            outcomes = list(run_page(text, Path(name)))
        for one in outcomes:
            if one.code != one.expected:
                print(f"{page.name}: exit code {one.code}, not {one.expected}: {one.command}\n{one.output}")
        page.write_text(with_sections(updated(text, outcomes)), encoding="utf-8", newline="\n")
    write_fields()
    tests = [f"tests/{name}.py" for name in TESTS_THAT_WRITE]
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "pytest", "--rewrite-goldens", "-q", "-p", "no:cacheprovider"]
        done = subprocess.run([*command, "--basetemp", f"{name}/tests", *tests], cwd=ROOT, check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())

"""Linters of other files: what one file of 150 lines costs each, and forty of them."""

from collections.abc import Callable
from pathlib import Path

import start
from asked import Asked, figure, milliseconds
from fleet import LINES
from processes import Command, medians
from programs import ADVISOR, peers, version
from tables import Table

TITLE = "Other linters"
FILES = 40
TEXT = f"""Each on files of {LINES} lines of its own kind: YAML, SQL of about fifty statements, a template of
CloudFormation, a workflow of GitHub (offline), what `SHOW VARIABLES` prints; domlint on NOTES.INI of made-up
servers. They look for other things in other languages (zizmor is a compiled program), so this tells what
somebody is used to wait, and no more. *Each of {FILES}* is a run over {FILES} such files, divided by {FILES};
{ADVISOR} takes one at a time."""
HEAD = ["linter", "one file, CPU", "clock", "memory", f"each of {FILES}, CPU", "clock"]


def measured(asked: Asked) -> Table:
    """A row a linter; of those that cannot be had the reason."""
    one, many, rows = {}, {}, []
    fleet = asked.folder / "fleet"
    asked.fleet.write(fleet, range(FILES), whole=False)
    first = next(iter(sorted(fleet.iterdir())))
    one["domlint"] = Command([str(asked.scripts / "domlint"), "check", str(first)], asked.folder)
    many["domlint"] = asked.check(fleet)
    for name, script in peers().items():
        if isinstance(script, str):
            rows.append([name, script, "", "", "", ""])
            continue
        files = _written(asked.folder / name, name)
        called = name if name == ADVISOR else f"{name} {version(script)}"
        one[called] = Command(_words(name, script, files[:1]), asked.folder / name)
        if name != ADVISOR:
            many[called] = Command(_words(name, script, files), asked.folder / name)
    single, several = medians(one, asked.long_runs), medians(many, 1)
    for name, cost in single.items():
        all_of = several.get(name)
        each = [milliseconds(all_of.cpu / FILES), milliseconds(all_of.clock / FILES)] if all_of else ["", ""]
        rows.append([name, milliseconds(cost.cpu), milliseconds(cost.clock), f"{figure(cost.memory)} MB", *each])
    return Table(TEXT, HEAD, rows, [])


def _written(folder: Path, name: str) -> list[str]:
    suffix, text = KINDS[name]
    paths = [folder / ".github" / "workflows" / f"file{number}{suffix}" for number in range(FILES)]
    paths[0].parent.mkdir(parents=True)
    for number, path in enumerate(paths):
        path.write_text(text(number), encoding="ascii")
    return [str(path) for path in paths]


def _words(name: str, script: Path, files: list[str]) -> list[str]:
    options = {
        "sqlfluff": ["lint", "--dialect", "ansi", "--processes", "1"],
        "zizmor": ["--offline", "--no-exit-codes", "--quiet"],
        "cfn-lint": ["--regions", "us-east-1", "--non-zero-exit-code", "none", "--"],
        ADVISOR: ["--source-of-variables"],
    }
    perl = ["perl"] if name == ADVISOR else []
    return [*perl, str(script), *options.get(name, []), *files]


def _sql(number: int) -> str:
    return "".join(f"SELECT a, b{one}\nFROM t{number}\nWHERE a = {one};\n" for one in range(LINES // 3))


def _template(number: int) -> str:
    bucket = "  Bucket{0}x{1}:\n    Type: AWS::S3::Bucket\n    Properties:\n      BucketName: bucket-{0}-{1}\n"
    head = "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n"
    return head + "".join(bucket.format(number, one) for one in range((LINES - 2) // 4))


def _workflow(number: int) -> str:
    job = "  job{0}:\n    runs-on: ubuntu-latest\n    permissions: {{}}\n    steps:\n      - run: echo {0}\n"
    head = f"name: file {number}\non: push\npermissions: {{}}\njobs:\n"
    return head + "".join(job.format(one) for one in range((LINES - 4) // 5))


def _variables(number: int) -> str:
    known = {
        "version": "5.7.40",
        "auto_increment_increment": "2",
        "auto_increment_offset": "1",
        "max_connections": "5000",
    }
    others = {f"variable_{one}": str(one + number) for one in range(LINES - 1 - len(known))}
    return "Variable_name\tValue\n" + "".join(f"{name}\t{value}\n" for name, value in {**known, **others}.items())


KINDS: dict[str, tuple[str, Callable[[int], str]]] = {
    "yamllint": (".yaml", lambda _: start.settings()), "sqlfluff": (".sql", _sql), "cfn-lint": (".yaml", _template),
    "zizmor": (".yml", _workflow), ADVISOR: (".txt", _variables),
}  # fmt: skip

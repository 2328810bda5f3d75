"""Mutants: changes advisor/ in one place at a time, in a copy, and says which of the changes no test notices.

    python tests/mutants.py --seed 11 --count 100 --jobs 2

First the tests that reach the changed line are run, as one run of the suite under coverage tells; then, where none of
them notices, the others. A survivor fails the script unless tests/mutants.toml says why it may live.
"""

import argparse
import ast
import difflib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parent.parent
ARGUED = PROJECT / "tests" / "mutants.toml"
COPIED = (
    "advisor",
    "tests",
    "fixtures",
    "rules",
    "docs",
    "benchmarks",
    "*.md",
    "pyproject.toml",
    ".pre-commit-hooks.yaml",
)
CHOICE = "DOMLINT_MUTANT_TESTS"  # names the file with the tests that a run is to keep, or to leave out
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", "--no-header"]
MEMORY = 4 * 1024**3  # bytes that a run may take
FLIPPED = {
    ast.Lt: (">=", "<="), ast.LtE: (">", "<"), ast.Gt: ("<=", ">="), ast.GtE: ("<", ">"), ast.Eq: ("!=",),
    ast.NotEq: ("==",), ast.In: ("not in",), ast.NotIn: ("in",), ast.Is: ("is not",), ast.IsNot: ("is",),
}  # fmt: skip
EMPTIED = {ast.List: "[]", ast.ListComp: "[]", ast.Dict: "{}", ast.DictComp: "{}", ast.JoinedStr: "''", ast.Tuple: "()"}


class Mutant(NamedTuple):
    """One change: what kind it is, its file, the bytes from start to end, what stands there instead, and the lines."""

    kind: str
    path: str
    start: int
    end: int
    text: str
    lines: tuple[int, int]

    def changed(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def difference(self, source: bytes) -> tuple[str, str]:
        """The lines as they were and as they are."""
        before, after = source.decode().splitlines(), self.changed(source).decode().splitlines()
        rows = [row for row in difflib.unified_diff(before, after, n=0, lineterm="") if row[:3] not in ("---", "+++")]
        return tuple("\n".join(row[1:].strip() for row in rows if row[0] == sign) for sign in "-+")


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change that can be made to a file."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in working(ast.parse(source)):
        for kind, place, text in changes(node):
            start = starts[place.lineno - 1] + place.col_offset
            end = starts[place.end_lineno - 1] + place.end_col_offset
            mutant = Mutant(kind, str(path.relative_to(PROJECT)), start, end, text, (place.lineno, place.end_lineno))
            if compiles(mutant.changed(source)):
                yield mutant


def compiles(source: bytes) -> bool:
    """Whether a change left Python, and another program than before."""
    try:
        compile(source, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def working(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that do something: no annotations, docstrings, decorators, nor what only the type checker reads."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    yield node
    if isinstance(node, ast.JoinedStr):  # until Python 3.12 nobody knows where its parts stand
        return
    silent = {"annotation", "returns", "decorator_list", "type_params", "bases"}
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if field in silent or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue
            yield from working(child)


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST, str]]:
    """The changes at one node: their kind, the node that goes, and what comes."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        for number, sign in enumerate(FLIPPED[type(node.ops[0])]):
            yield ("comparison flipped", "boundary moved")[number], node, f"({left} {sign} {right})"
    if isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        yield "and for or", node, f"({word.join(f'({ast.unparse(value)})' for value in node.values)})"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not dropped", node, f"({ast.unparse(node.operand)})"
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield "condition negated", node.test, f"(not ({ast.unparse(node.test)}))"
    if isinstance(node, ast.Constant):
        yield from constants(node)
    if isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield "nothing returned", node.value, EMPTIED.get(type(node.value), "None")
    drops = isinstance(node, (ast.AugAssign, ast.Raise, ast.Continue, ast.Break))
    if drops or (isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Yield, ast.YieldFrom))):
        yield "statement dropped", node, "pass"


def constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST, str]]:
    """A number more by one, a word another, no for yes. Prose is held by goldens, if at all."""
    if isinstance(node.value, bool):
        yield "constant changed", node, str(not node.value)
    elif isinstance(node.value, int):
        yield "constant changed", node, str(node.value + 1)
    elif isinstance(node.value, (str, bytes)) and len(node.value.split()) == 1:
        yield "constant changed", node, repr(node.value + (b"x" if isinstance(node.value, bytes) else "x"))


def tested(folder: Path, chosen: dict[str, list[str]], files: list[str], timeout: int) -> str:
    """What notices the change in a copy of the project: a test, an end that never comes, or "", nothing.

    chosen: {"only": node ids} or {"without": node ids}. files: where they are, or all files.
    """
    choice = folder / "chosen.json"
    choice.write_text(json.dumps(chosen))
    env = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{folder / 'tests'}", CHOICE: str(choice)}
    try:
        done = subprocess.run(
            [*PYTEST, "-x", "--tb=no", "-p", "mutants", *files], cwd=folder, timeout=timeout, check=False,
            env=env | {"PYTHONDONTWRITEBYTECODE": "1"}, capture_output=True, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "no end"
    if done.returncode in (0, 5):  # 5: no test was left to run
        return ""
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return lines[0].removeprefix("FAILED ").partition(" - ")[0] if lines else f"exit code {done.returncode}"


def pytest_collection_modifyitems(items: list) -> None:
    """As a plugin of such a run: keeps the tests that it is about."""
    chosen = json.loads(Path(os.environ[CHOICE]).read_text())
    only, without = set(chosen.get("only", [])), set(chosen.get("without", []))
    items[:] = [item for item in items if (not only or item.nodeid in only) and item.nodeid not in without]


def copied(folder: Path) -> Path:
    """A copy of what the tests need."""
    for path in (path for pattern in COPIED for path in PROJECT.glob(pattern)):
        if path.is_dir():
            shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            folder.mkdir(exist_ok=True)
            shutil.copy(path, folder / path.name)
    return folder


Reached = dict[str, dict[int, set[str]]]  # file → line → the tests that reach it; line 0: those that reach any


def reached(kept: Path, folder: Path, jobs: int) -> Reached:
    """Which tests reach which lines, by one run of the suite; kept: where that is read from, if it is there."""
    from coverage import CoverageData

    if not kept.exists():
        env = os.environ | {"PYTHONPATH": str(folder), "COVERAGE_FILE": str(kept)}
        command = [*PYTEST, "-n", str(jobs), "--cov=advisor", "--cov-context=test", "--cov-report="]
        done = subprocess.run(command, cwd=folder, env=env, check=False, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"the tests do not pass as it is:\n{done.stdout[-2000:]}")
    data = CoverageData(str(kept))
    data.read()
    tests: Reached = {}
    for file in data.measured_files():
        lines = {
            line: {context.partition("|")[0] for context in contexts if context}
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        tests["advisor/" + file.rpartition("/advisor/")[2]] = lines | {0: set().union(*lines.values())}
    return tests


def near(mutant: Mutant, tests: Reached) -> list[str]:
    """The tests that reach the mutant; of a line that runs once, when its module is imported, all that reach the file."""
    lines = tests.get(mutant.path, {})
    first, last = mutant.lines
    found = set().union(*(lines.get(line, set()) for line in range(first, last + 1)))
    return sorted(found if len(found) > 1 else lines.get(0, set()))


def fate(mutant: Mutant, tests: Reached, folder: Path, timeout: int) -> str:
    """What kills a mutant in a copy of the project, or ""."""
    path = folder / mutant.path
    source = path.read_bytes()
    path.write_bytes(mutant.changed(source))
    try:
        chosen = near(mutant, tests)
        files = sorted(
            {test.partition("::")[0] for test in chosen}, key=lambda name: Path(mutant.path).stem not in name
        )
        killer = tested(folder, {"only": chosen}, files, timeout) if chosen else ""
        return killer or tested(folder, {"without": chosen}, [], timeout)
    finally:
        path.write_bytes(source)


def argued() -> dict[tuple[str, str, str], str]:
    """(file, line before, line after) → why it may live."""
    rows = tomllib.loads(ARGUED.read_text(encoding="utf-8"))["mutant"] if ARGUED.exists() else []
    return {(row["file"], row["before"], row["after"]): row["reason"] for row in rows}


def main() -> int:
    """Exit code 1 if a mutant lives for which nobody has argued."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=600, help="seconds for one run of tests")
    parser.add_argument("--under", default="advisor", help="change only files below this one")
    parser.add_argument("--coverage", type=Path, help="keep here which tests reach what, and use it if it is there")
    told = parser.parse_args()
    everything = [mutant for path in sorted(PROJECT.joinpath("advisor").rglob("*.py")) for mutant in mutants(path)]
    everything = [mutant for mutant in everything if mutant.path.startswith(told.under)]
    sample = random.Random(told.seed).sample(everything, min(told.count, len(everything)))
    with tempfile.TemporaryDirectory() as temporary:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(told.jobs):
            folders.put(copied(Path(temporary, str(number))))
        kept = (told.coverage or Path(temporary, "coverage")).resolve()
        tests = reached(kept, Path(temporary, "0"), told.jobs)
        print(f"{len(everything)} mutants, of which {len(sample)} are tried")

        def tried(mutant: Mutant) -> bool:
            folder = folders.get()
            killer = fate(mutant, tests, folder, told.timeout)
            folders.put(folder)
            return reported(mutant, killer)

        with ThreadPoolExecutor(told.jobs) as pool:
            alive = list(pool.map(tried, sample)).count(True)
    print(f"{alive} of {len(sample)} live and nobody says why")
    return 1 if alive else 0


def reported(mutant: Mutant, killer: str) -> bool:
    """Prints a mutant's fate; whether it lives and nobody has said why it may."""
    before, after = mutant.difference(PROJECT.joinpath(mutant.path).read_bytes())
    reason = argued().get((mutant.path, before, after), "")
    word = f"killed by {killer}" if killer else f"lives, for {reason}" if reason else "LIVES"
    print(f"{mutant.path}:{mutant.lines[0]}: {mutant.kind}: {word}\n  - {before}\n  + {after}", flush=True)
    return not killer and not reason


if __name__ == "__main__":
    sys.exit(main())

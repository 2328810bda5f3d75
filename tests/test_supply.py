"""What domlint is made of: each dependency with its reason and both bounds, and the pins of constraints*.txt within them."""

import ast
import re
import runpy
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from at_once import at_once
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import advisor

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(TEXT)["project"]
BUILD = tomllib.loads(TEXT)["build-system"]["requires"]
EXTRAS = PROJECT["optional-dependencies"]
OF_USERS = [*PROJECT["dependencies"], *EXTRAS["yaml"], *EXTRAS["dask"]]
DECLARED = [*BUILD, *PROJECT["dependencies"], *(line for extra in EXTRAS.values() for line in extra)]
PYTHONS = {*sys.stdlib_module_names}
MINE = {
    "advisor",
    "domlint",
    *(
        name for folder in ("tests", "benchmarks") for path in (ROOT / folder).rglob("*.py") for name in (path.stem,
            path.parent.name)),
}  # fmt: skip


@at_once("line", sorted(set(DECLARED)))
def test_a_dependency_has_both_bounds_and_its_reason(line):
    said = {one.operator for one in Requirement(line).specifier}
    assert ">=" in said, "no version that is old enough to be too old"
    assert "<" in said, "no version that nobody has tried"
    lines = [each for each in TEXT.splitlines() if f'"{line}"' in each]
    assert lines
    for each in lines:
        assert re.search(r'",?\]?\s+# [^#]{6,}$', each), each
        assert each.count('"') - each.partition("#")[2].count('"') == 2, "a line of its own"


def statements(node):
    """All statements below a node: an import is one, and most of a tree are expressions."""
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.expr):
            yield inner
            yield from statements(inner)


def imported_names(folder):
    """The full names of all modules, classes and functions that a folder's modules import."""
    where = Path(advisor.__file__).parent if folder == "advisor" else ROOT / folder
    for path in where.rglob("*.py"):
        for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported(folder):
    """The packages that a folder's modules import, apart from Python's own and the project's."""
    return {name.partition(".")[0] for name in imported_names(folder)}


def test_no_private_name_of_a_dependency_is_imported():
    foreign = [name for name in imported_names("advisor") if name.partition(".")[0] not in MINE | PYTHONS]
    assert any(name.startswith("typer.") for name in foreign)
    assert [name for name in foreign if re.search(r"\._(?!_)", f".{name}")] == []


OTHERWISE_CALLED = {"cyclonedx": ["cyclonedx-python-lib"], "packageurl": ["packageurl-python"]}  # where not installed


@cache
def installed():
    return packages_distributions()


@at_once(
    ("folder", "declared"), [("advisor", OF_USERS), ("tests", DECLARED), ("benchmarks", DECLARED), (".ci", DECLARED)]
)
def test_what_is_imported_is_declared(folder, declared):
    named = {canonicalize_name(Requirement(line).name) for line in declared}
    bringing = {**OTHERWISE_CALLED, **installed()}
    foreign = set(imported(folder)) - MINE - PYTHONS
    assert {
        name for name in foreign if not named & {canonicalize_name(one) for one in bringing.get(name, [name])}
    } == set()


CONSTRAINTS = {
    "constraints.txt": PROJECT["dependencies"],
    "constraints-extras.txt": OF_USERS,
    "constraints-dev.txt": [*BUILD, *OF_USERS, *EXTRAS["dev"]],
}
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


@cache
def pinned(name):
    """By package, the requirements of a constraints file with their hashes: a package has two where versions differ by system."""
    pins = {}
    for row in (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if row.lstrip().startswith("#"):
            continue
        requirement, *hashes = re.split(r"\s+(?=--)", row.strip())
        one = Requirement(requirement)
        pins.setdefault(canonicalize_name(one.name), []).append((one, tuple(hashes)))
    return pins


@at_once("name", CONSTRAINTS)
def test_constraints_are_versions_with_hashes_and_no_addresses(name):
    for row in (ROOT / name).read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(
            r"#.*|[a-z0-9-]+==[\w.]+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?|    # via [\w ,.()-]+", row
        ), row
    for pins in pinned(name).values():
        for one, hashes in pins:
            assert one.url is None
            assert hashes
            assert all(HASH.fullmatch(each) for each in hashes)


@at_once("name", CONSTRAINTS)
def test_constraints_hold_what_is_declared_within_its_bounds(name):
    for line in CONSTRAINTS[name]:
        wanted = Requirement(line)
        pins = pinned(name)[canonicalize_name(wanted.name)]
        for one, _ in pins:
            assert wanted.specifier.contains(str(one.specifier).removeprefix("=="), prereleases=False), line


def test_the_smaller_constraints_are_lines_of_the_larger():
    assert pinned("constraints.txt").items() <= pinned("constraints-extras.txt").items()
    assert {
        name: [hashes for _, hashes in pins] for name, pins in pinned("constraints-extras.txt").items()
    }.items() <= {name: [hashes for _, hashes in pins] for name, pins in pinned("constraints-dev.txt").items()}.items()
    assert "colorama" in pinned("constraints.txt"), "what only Windows needs is there too"


SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
PROMISED = [row.split("|")[1:3] for row in SECURITY.splitlines() if row.startswith("| **")]


def test_each_promise_names_tests_that_there_are():
    assert len(PROMISED) >= 12
    for promise, held_by in PROMISED:
        modules = re.findall(r"\btest_\w+", held_by)
        assert modules, promise
        assert [name for name in modules if not (ROOT / "tests" / f"{name}.py").is_file()] == []


def test_without_its_library_the_bill_of_materials_says_where_that_is(monkeypatch):
    monkeypatch.setitem(sys.modules, "cyclonedx", None)
    for name in [name for name in sys.modules if name.startswith("cyclonedx.")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(ROOT / ".ci" / "sbom.py"))
    assert left.value.code.startswith("cyclonedx is not installed: constraints-dev.txt has it")
    assert "\ncyclonedx-python-lib==" in (ROOT / "constraints-dev.txt").read_text(encoding="utf-8")

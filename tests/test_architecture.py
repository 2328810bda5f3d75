"""The house as docs/architecture.md draws it: its rooms in the order of the data, no import from a later one, no circle."""

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import advisor

HOUSE = Path(advisor.__file__).parent
ROOMS = (
    "limits", "values", "terminal", "source", "facts", "pack", "sizing", "readers", "configuration", "servers", "derive", "judging", "report", "comparing", "workers", "fixes",
    "anonymizing", "writers", "checking", "collecting", "run", "cli",
)  # fmt: skip
DOORS = {"__init__", "__main__"}

MODULES = {
    ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(HOUSE.rglob("*.py"))
}


@cache
def nodes(module):
    """All nodes of a module's syntax tree."""
    return [*ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8")))]


def imported(module, running=False):
    """The modules that a module imports, early, late or by name; a package for names that its __init__ holds.

    running: without what only the type checker reads, and without the tables that find a room's modules by name.
    """
    package = module if MODULES[module].stem == "__init__" else module.rpartition(".")[0]
    typed = {
        inner
        for node in nodes(module)
        if running and isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in (node for node in nodes(module) if node not in typed):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: -node.level + 1 or None]) if node.level else ""
            base = ".".join(part for part in (base, node.module) if part)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in MODULES else base
        elif not running and isinstance(node, ast.Call) and called(node).endswith("import_module"):
            yield from by_name(node.args[0])


def called(node):
    """The last word of what a call calls."""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def by_name(argument):
    """The modules that `import_module` may be asked for: of an f-string, all that fit."""
    if isinstance(argument, ast.Constant):
        yield argument.value
    elif isinstance(argument, ast.JoinedStr):
        parts = [re.escape(part.value) if isinstance(part, ast.Constant) else r"[^\W_]\w*" for part in argument.values]
        yield from (name for name in MODULES if re.fullmatch("".join(parts), name))


@cache
def imports():
    """By module, the others that it imports."""
    return {module: {name for name in imported(module) if name in MODULES and name != module} for module in MODULES}


def room(module):
    return module.split(".")[1] if "." in module else "__init__"


def test_at_the_top_stand_the_rooms_and_nothing_else():
    assert {room(module) for module in MODULES} == {*ROOMS, *DOORS}


def test_no_room_imports_a_later_one():
    order = ["__init__", *ROOMS, "__main__"]
    found = {
        (module, other)
        for module, others in imports().items()
        for other in others
        if room(module) in ROOMS and order.index(room(other)) > order.index(room(module))
    }
    assert found == set()


def test_no_modules_import_each_other_in_a_circle():
    try:
        TopologicalSorter({module: set(imported(module, running=True)) - {module} for module in MODULES}).prepare()
    except CycleError as circle:
        pytest.fail(" <- ".join(circle.args[1]))


def test_no_import_is_by_a_name_that_cannot_be_seen():
    asked = [
        (module, ast.unparse(node))
        for module in MODULES
        for node in nodes(module)
        if isinstance(node, ast.Call)
        and called(node).endswith(("import_module", "__import__"))
        and not any(name in MODULES for name in by_name(node.args[0]))
    ]
    assert asked == []

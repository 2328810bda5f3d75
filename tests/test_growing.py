"""What benchmarks/ makes grow has the size that is asked for, and exponents are what docs/performance.md says."""

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
CLONE = Path(os.environ.get("DOMLINT_PROJECT", PROJECT))


@pytest.fixture(scope="module")
def modules():
    sys.path.insert(0, str(PROJECT / "benchmarks"))
    yield import_module("growing"), import_module("repeating"), import_module("of_the_tree")
    sys.path.remove(str(PROJECT / "benchmarks"))


EXAMPLES = [b"Head of all\nsda1 = 12\n\nb,c\r\nend", "Größe: 3\n".encode(), "ä=1\n".encode("utf-16")]


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_text_grows_by_what_is_repeated(modules, example):
    _, repeating, _ = modules
    kinds = list(repeating.kinds(example, 3))
    assert len({kind.name for kind in kinds}) > 20
    for kind in kinds:
        assert 2400 <= len(kind.made(3000)) <= 9000, kind.name
        assert kind.made(3000) == kind.made(3000)


GROWTHS = [(1, 1.0, False), (2, 2.0, True), (1.19, 1.19, False), (1.21, 1.21, True)]


@pytest.mark.parametrize(("power", "exponent", "too_much"), GROWTHS)
def test_the_exponent_is_that_of_the_largest_two(modules, power, exponent, too_much):
    growing, *_ = modules
    (told,) = growing.grown("lines", lambda number: {"reader": 0.0001 * number**power}, 40)
    assert (told.stage, told.size, round(told.exponent, 6), told.too_much) == ("reader", 640, exponent, too_much)


def test_what_is_measured_again_counts_by_the_least(modules):
    growing, *_ = modules
    seconds = iter([0.01, 0.04, 2.0] + [0.01] * 3 + [0.04] * 3 + [0.16, 0.2, 0.3])
    (told,) = growing.grown("lines", lambda _: {"reader": next(seconds)}, 1)
    assert (told.seconds, round(told.exponent, 6)) == (0.16, 1.0)


def test_a_time_too_short_tells_nothing(modules):
    growing, *_ = modules
    (told,) = growing.grown("lines", lambda number: {"reader": 1e-8 * number**2}, 1)
    assert not told.too_much


def test_of_each_stage_the_worst_is_told(modules):
    growing, *_ = modules
    rows = [("a", 0.5, 1.0), ("a", 0.1, 1.1), ("a", 0.01, 3.0), ("b", 0.01, 2.0), ("b", 0.02, 1.0)]
    found = [growing.Growth(stage, "x", 1, seconds, exponent) for stage, seconds, exponent in rows]
    assert [(one.stage, one.seconds) for one in growing.worst(found)] == [("a", 0.1), ("b", 0.02)]


def test_of_the_least_of_several_times_an_exponent_tells_however_short_it_is(modules):
    growing, *_ = modules
    short, long = (
        growing.grown("x", lambda number, of=of: {"step": of * number**2}, 1, ("step",)) for of in (1e-8, 1e-4)
    )
    assert [(one.tells, one.is_judged, one.too_much) for one in (*short, *long)] == [
        (True, False, False),
        (True, True, True),
    ]


def test_what_is_short_and_above_the_limit_is_tried_with_more(modules):
    growing, *_ = modules
    (told,) = growing.grown("x", lambda number: {"step": 1e-5 * number**2}, 1, ("step",))
    assert (told.size, told.too_much) == (64, True)


def test_no_more_is_tried_than_there_can_be(modules):
    growing, *_ = modules
    for of in (1e-5, 1e-4):
        (told,) = growing.grown("x", lambda number, of=of: {"step": of * number**2}, 1, ("step",), most=63)
        assert told.size == 16


def test_the_dearest_are_measured(modules):
    assert modules[0].dearest({"a": 1.0, "b": 3.0, "c": 2.0}, 2) == ["b", "c"]


def test_every_reader_step_writer_and_editor_without_an_exponent_is_named(modules):
    of_the_tree = modules[2]
    rows = of_the_tree.rows()
    assert {
        "reader dxl",
        "recogniser dxl",
        "step layout.derive_layout",
        "writer json",
        "writer plan/text",
        "writer history/html",
    } < rows
    assert {
        "writer size/json",
        "writer difference/markdown",
        "edit notes.ini several",
        "condition in",
        "value size",
    } < rows
    assert of_the_tree.lacking(rows - of_the_tree.UNMEASURED.keys()) == []
    assert of_the_tree.lacking(rows - {"step layout.derive_layout"} - of_the_tree.UNMEASURED.keys()) == [
        "step layout.derive_layout has no exponent"
    ]
    assert all(len(reason) > 20 for reason in of_the_tree.UNMEASURED.values())


def test_what_is_made_to_grow_by_hand_is_all_there_is(modules):
    """What is found by being there needs files that somebody makes up; a new one fails here, before it is measured."""
    commands, edits, conditions, stages, fixes, judge = map(
        import_module,
        (
            "repeated_commands",
            "repeated_edits",
            "repeated_conditions",
            "stages",
            "advisor.fixes",
            "advisor.pack.language.judge",
        ),
    )
    assert {one.writers for one in commands.COMMANDS} == set(stages.WRITERS)
    assert all(16 * one.kind.size <= one.kind.most for one in commands.COMMANDS)
    assert edits.FILES.keys() == fixes._editors().keys()
    assert judge.COMPARE.keys() < conditions.FORMS.keys()


def test_a_command_that_prints_nothing_is_not_measured(modules, tmp_path):
    """Its time would be that of a message of wrong use."""
    carried_out = import_module("carried_out")
    with pytest.raises(RuntimeError, match=r"domlint size none\.toml: .*none\.toml"):
        carried_out.printed(tmp_path, ["size", "none.toml"])
    with pytest.raises(RuntimeError, match=r"domlint size none\.toml: .*none\.toml"):
        carried_out.caught("size", tmp_path, ["size", "none.toml"])


def test_how_a_part_goes_is_told_while_it_goes(modules, monkeypatch, capsys):
    growing, exponents = modules[0], import_module("exponents")
    told = []

    def of_kinds(quick):
        for stage, exponent in (("reader a", 1.1), ("reader b", 2.0)):
            yield [growing.Growth(stage, "lines", 640, 0.5, exponent)]
            told.append(capsys.readouterr().err)

    monkeypatch.setattr(exponents, "PARTS", {"readers": of_kinds})
    monkeypatch.setattr(exponents.of_the_tree, "lacking", lambda _: ["reader c has no exponent"])
    asked = exponents.Asked(Path(), Path(), parts=("readers",))
    table = exponents.measured(asked)
    assert told == ["readers: begins\n", "readers: reader b is above 1.2: lines, 640, 0.5000 s, 2.00\n"]
    assert capsys.readouterr().err.startswith("readers: 2 stages, 2 ways, 0 s of CPU, ")
    assert [goal.holds for goal in table.goals] == [False, True]  # of a part nothing lacks
    assert [goal.holds for goal in exponents.measured(asked._replace(parts=())).goals] == [False, False]


@pytest.mark.skipif(not (CLONE / ".git").exists() or not shutil.which("git"), reason="no git repository of the project")
def test_the_page_quotes_commits_of_this_history():
    page = (PROJECT / "docs" / "performance.md").read_text(encoding="utf-8")
    quoted = set(re.findall(r"commit (\S+?)[;,.]", page))
    assert quoted

    def is_ancestor(commit):
        words = ["git", "merge-base", "--is-ancestor", commit, "HEAD"]
        return subprocess.run(words, cwd=CLONE, capture_output=True, check=False).returncode == 0

    assert [commit for commit in sorted(quoted) if not is_ancestor(commit)] == []


def test_large_files_of_the_benchmark_are_read_to_their_end(modules, tmp_path, domlint):
    large = import_module("large")
    for kind in large.KINDS:
        parts = kind.sizes[1] if "megabytes" not in kind.what else 1
        path = large.written(tmp_path, f"{kind.sizes[1]}/{kind.name}", kind.pieces(parts))
        assert "not read" not in domlint("check", "--isolated", str(path)).err, kind.what


def test_the_page_shows_the_largest_exponents_that_are_held_to_the_limit(modules):
    growing, exponents = modules[0], import_module("exponents")
    found = [growing.Growth(f"stage {number}", "lines", 640, 0.5, number / 100) for number in range(40)]
    short = growing.Growth("too short", "lines", 640, 0.01, 2.0)
    rows = exponents.table([*found, short], whole=False).rows
    assert [row[0] for row in rows] == [f"stage {number}" for number in range(39, 19, -1)]

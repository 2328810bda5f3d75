"""Writers: a report, a plan, a comparison, a history, a difference or a size in which a stranger's words stand.

Whatever is planted there the output is made the same twice, is parsed as what it is, is made of the same parts, and holds
nothing that steers a terminal, a spreadsheet, a browser or a runner.
"""

import re
from functools import cache
from random import Random
from typing import Any

from pages import Page
from test_writer_contract import HOSTILE, PARSED, shape

from advisor.values.printing import printable
from fuzzing import mutations
from fuzzing.planted import KINDS, answer, answer_on, files_with, planted, renderers
from fuzzing.promises import STEERS
from fuzzing.shares import one_in

FEW = 1
LATE = True
FROM_FILES = "of files"
SEVERAL = ("text", "html", "json", "markdown")  # the formats that tell of another release, and of servers out of line
LONGEST = 400  # characters that are planted
COMMAND = re.compile(r"^[^\S\n]*::|##(vso|teamcity)?\[", re.MULTILINE)
FORMULA = re.compile(r"[\"'\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]")
WORDS = [*HOSTILE, "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", ";=1", "\n=1", "::error file=a::x", "##[error]x", "##vso[task.x]y", "##teamcity[x]", " \u200b::set-env::",
         "[a](javascript:x)", "![x](http://x)", "<script>alert(1)</script>", "<img src=x onerror=x>", "' onclick='x", "\" onclick=\"x", "<!--", "-->",
         "</style>", "</script>", "{{ x }}", "{% x %}", "&lt;", "&#0;", "<![CDATA[", "|", "||", "`", "```\n", "# x\n", "\n---\n", "\n===\n", "* * *", "\t", "%0A",
         "%", "\x85", "\u2029", "\ufeff", "\u202e", "\u2066", "\u061c", "\u200d", "\u0000", "\ufffe", "\uffff", "\U000e0041", "\x7f", "\x9b31m", "\\", "\\|", "\\\n",
         "1. ", "> ", "http://a.b/c", "<a@b.c>", "~~", "__init__", "**x**", "$(x)", "&&", "\u0130", "e\u0301", "\u3000", "{ini.ports}", "{0}", "%s", "%(x)s", "\N{ROBOT FACE}"]  # fmt: skip


def labels() -> list[str]:
    formats = [
        f"{kind} {name}" for kind in KINDS for name in (SEVERAL if kind in {"upgrade", "outliers"} else renderers(kind))
    ]
    return [*formats, *(f"{kind} {FROM_FILES}" for kind in KINDS)]


@cache
def seeds(label: str) -> list[bytes]:
    return [word.encode("utf-8", "replace") for word in WORDS]


@cache
def _material(label: str) -> mutations.Material:
    return mutations.material(seeds(label))


def made(label: str, random: Random) -> bytes:
    if random.random() < 0.7:
        text = "".join(random.choices([*WORDS, "x", " ", "\n"], k=random.randint(1, 5)))
        return text.encode("utf-8", "replace")
    return mutations.made(_material(label), random)


def mutated(label: str, data: bytes, random: Random) -> bytes:
    return mutations.mutated(_material(label), data, random)


def hold(label: str, data: bytes) -> None:
    text = data.decode("utf-8", "replace")[:LONGEST]
    kind, _, name = label.partition(" ")
    if name == FROM_FILES:
        given, options = answer_on(kind, files_with(kind, text))
        for format in renderers(kind) if given else ():
            if one_in(3, data, format):
                _steers_nothing(format, _written(kind, format, given, options, data))
        return
    given, options = answer(kind)
    made = planted(given, printable(text) if text.strip() else "x")  # as all that stands in an answer was made
    output = _written(kind, name, made, options, data)
    _steers_nothing(name, output)
    _is_made_of_the_same(label, name, output)


def _written(kind: str, name: str, given: Any, options: Any, data: bytes) -> str:
    output = renderers(kind)[name](given, options)
    if one_in(8, data, "twice"):
        assert output == renderers(kind)[name](given, options)
    if name == "html":
        assert not [*Page(output).dangers]
    elif name in PARSED:
        PARSED[name](output)
    return output


@cache
def _plain(label: str) -> str:
    """What a writer makes of the mark itself."""
    kind, _, name = label.partition(" ")
    given, options = answer(kind)
    return str(renderers(kind)[name](given, options))


def _steers_nothing(name: str, output: str) -> None:
    shown = output.replace("\r\n", "\n") if name == "csv" else output
    steers = STEERS.search(shown.removeprefix("\ufeff"))
    assert not steers, f"steers: {shown[max(steers.start() - 60, 0) : steers.end() + 20]!r}"
    assert "\r" not in shown
    if name in {"text", "concise", "markdown", "github"}:
        lines = shown if name != "github" else re.sub(r"(?m)^::(error|warning|notice) ", "", shown)
        command = COMMAND.search(lines)
        assert not command, f"a command: {lines[max(command.start() - 20, 0) : command.end() + 40]!r}"


def _is_made_of_the_same(label: str, name: str, output: str) -> None:
    if name not in PARSED:
        return
    if name == "html":
        was, now = _anatomy(_plain(label)), _anatomy(output)
        assert {*now} <= {*was}
        assert all(_count(now, tag) == _count(was, tag) for tag in ("script", "style", "meta", "form", "input"))
        return
    was, now = PARSED[name](_plain(label)), PARSED[name](output)
    assert shape(now) == shape(was)
    if name == "csv":
        cells = (line for row in now for cell in row for line in re.split("[;\n]", cell))
        assert not [line for line in cells if FORMULA.match(line) and not line.startswith("'")]


def _anatomy(page: str) -> list[tuple[str, ...]]:
    """A page's elements, each with the names of its attributes; what stands between backticks is code in any text."""
    return [(tag, *attributes) for tag, attributes in Page(page).elements if tag != "code"]


def _count(elements: list[tuple[str, ...]], tag: str) -> int:
    return sum(one[0] == tag for one in elements)

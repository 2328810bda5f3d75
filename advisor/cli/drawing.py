"""Drawing: a page of Markdown as it is read on a terminal: what to do first, folded, without marks."""

import re
from collections.abc import Iterator

from advisor.writers._cells import cells
from advisor.writers._lines import Line, flowed

_FIRST = "What to do"
_LAST = ("Why", "Where sources disagree", "Sources", "When", "Waive", "Examples")  # other sections stand between
_CODE = re.compile(r"`([^`]+)`")
_LABEL = re.compile(r"([A-Z][\w ]{0,20}(?: \(\w+\))?: )(.*)", re.DOTALL)
_ITEM, _BEHIND = "- ", "  "  # how an item begins, and what stands under one
_MARGIN = 2  # columns before everything under a heading

Section = list[str]


def drawn(page: str, figures: str, width: int) -> Iterator[Line]:
    """The lines of a page or several, and of what is so on servers, as runs of text and style."""
    sections = _sections(page)
    before = len(sections)
    if sum(section[0].startswith("# ") for section in sections) == 1:
        sections.sort(key=_place)
        before = sum(_place(section) < 0 for section in sections)
    for number, section in enumerate(sections[:before]):
        if number and section[0].startswith("# "):
            yield []  # between the pages
        yield from _section(section, width)
    for section in _sections(figures):
        yield from _section(section, width, literally=True)
    for section in sections[before:]:
        yield from _section(section, width)


def _sections(markdown: str) -> list[Section]:
    """The lines of the beginning and of each section; a `#` in what is fenced begins none."""
    sections: list[Section] = []
    fenced = False
    for line in markdown.strip("\n").splitlines():
        fenced ^= line.startswith("```")
        if not sections or (line.startswith("#") and not fenced):
            sections.append([])
        sections[-1].append(line)
    return sections


def _place(section: Section) -> int:
    """Where a section of a page comes: its beginning and what to do before 0, the examples last."""
    title = section[0].removeprefix("## ")
    if section[0].startswith("# ") or title == _FIRST:
        return -1
    return _LAST.index(title) + 1 if title in _LAST else 0


def _section(lines: Section, width: int, literally: bool = False) -> Iterator[Line]:
    """A heading and what stands under it; an empty line where there is one or more, but under the heading."""
    heading, *rest = lines
    if heading.startswith("## "):
        yield []
    yield from flowed([(heading.lstrip("#").strip(), "strong")], width, _MARGIN)
    fenced, apart = False, heading.startswith("# ")
    for number, line in enumerate(rest):
        if line.startswith("```"):
            fenced = not fenced
        elif not line and not fenced:
            apart = apart or number > 0
        else:
            if apart:
                yield []
            apart = False
            yield from [[(" " * 2 * _MARGIN + line, "code")]] if fenced else _folded(line, width, literally)


def _folded(line: str, width: int, literally: bool) -> Iterator[Line]:
    """One line of Markdown, folded; a command is copied, so it is never folded."""
    margin = (" " * _MARGIN, "")
    if literally:
        return flowed([margin, (line, "")], width, 2 * _MARGIN)
    if line.startswith("> "):
        return flowed([margin, *_runs(line[2:], "strong")], width, _MARGIN)
    if line.startswith(_BEHIND):
        return flowed([(" " * 2 * _MARGIN, ""), *_runs(line.strip(), "faint")], width, _indent(line, width))
    if not line.startswith(_ITEM):
        return flowed([margin, *_runs(line)], width, _MARGIN)
    labelled = _LABEL.fullmatch(line[2:])
    label, text = labelled.groups() if labelled else (_ITEM, line[2:])
    runs: Line = [margin, (label, "strong" if labelled else ""), *_runs(text)]
    return iter([runs]) if _CODE.fullmatch(text) else flowed(runs, width, _indent(text, width))


def _indent(text: str, width: int) -> int:
    """How far the further lines stand in, alike all of them: less where an address would not fit behind it."""
    left = width - max(map(cells, text.split()), default=0)
    return min(max(left, 1), 2 * _MARGIN) if left >= 0 else 2 * _MARGIN


def _runs(text: str, style: str = "") -> Line:
    """A text's pieces; what stands between backticks is code."""
    return [(piece, "code" if number % 2 else style) for number, piece in enumerate(_CODE.split(text)) if piece]

"""The answers of storcli and perccli: their form, which of them belong to one controller, and whether they are whole.

The same names stand in the tools' text and in their JSON, so both readers bring the output into this form.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic
from advisor.source import Source, Span

_NOTHING = {"", "-", "N/A", "NA", "None"}
_ALL_DRIVES = re.compile(r"/vall\b", re.IGNORECASE)
_AFTER_DRIVES = re.compile(
    r"(?:pd|jbod|enclosure) list|bbu_info|cachevault_info|(?:enclosure|physical device) information", re.IGNORECASE
)


class Cell(NamedTuple):
    """One value and its place."""

    text: str
    span: Span


Cells = dict[str, Cell]


class Section(NamedTuple):
    """What stands below one heading. pairs: by key in lower case; rows: of its table, by the name of the column."""

    name: str
    pairs: Cells
    rows: list[Cells]


class Answer(NamedTuple):
    """What the tool said to one command about one controller. head: `Controller`, `Status`, `Description`.

    asked: the command line, where it is shown. sections: the first has no name, it holds what stands below no heading.
    """

    head: Cells
    asked: str
    sections: list[Section]


class Controller(NamedTuple):
    """All that a file says of one controller. cell: where its number stands first. asked: the command lines."""

    name: str
    cell: Cell | None
    sections: list[Section]
    asked: list[str]

    def pair(self, *keys: str) -> Cell | None:
        """The first value of one of these keys that says something, whatever the section."""
        told = (section.pairs[key] for key in keys for section in self.sections if key in section.pairs)
        return next((cell for cell in told if cell.text not in _NOTHING), None)

    def rows_with(self, *columns: str) -> Iterator[Cells]:
        """The rows of all tables that have these columns."""
        rows = chain.from_iterable(section.rows for section in self.sections)
        return (row for row in rows if all(column in row for column in columns))

    def named(self, *names: str) -> "Controller":
        """Only what stands in the sections of these names."""
        return self._replace(sections=[section for section in self.sections if section.name.lower() in names])

    def model(self) -> Cell | None:
        """`show` calls it a product name and prints it below no heading, `show all` prints it among the basics."""
        return self.named("", "basics").pair("product name", "model")


def controllers(answers: list[Answer]) -> list[Controller]:
    """What the answers say, controller by controller; an overview's row counts for the controller it names."""
    found: dict[str, Controller] = {}
    for answer in answers:
        cell = answer.head.get("controller")
        rows = [row for section in answer.sections for row in section.rows]
        if cell or any("DG/VD" in row or "EID:Slt" in row for row in rows):
            name = f"controller {cell.text}" if cell else "controller"
            controller = found.setdefault(name, Controller(name, cell, [], []))
            controller.sections.extend(answer.sections)
            controller.asked.append(answer.asked)
        for row in (row for row in rows if "Ctl" in row):
            name = f"controller {row['Ctl'].text}"
            own = Section("overview", {}, [row])
            found.setdefault(name, Controller(name, row["Ctl"], [], [])).sections.append(own)
    return list(found.values())


def ending(source: Source, answers: list[Answer]) -> Iterator[Complete | Diagnostic]:
    """Where answers are errors, or hold less than they announce; else what they list to its end."""
    broken = [trouble for answer in answers if (trouble := _trouble(answer))]
    yield from broken
    found = controllers(answers)
    if broken or not found or not all(map(_lists_all, found)):
        return
    yield Complete("array.", source)
    if all(each.model() for each in found):
        yield Complete("controller.", source)


def _trouble(answer: Answer) -> Diagnostic | None:
    """An error in place of an answer, or an answer that ends before what it speaks of."""
    told = Controller("", None, answer.sections, [])
    status = answer.head.get("status")
    if status and status.text == "Failure" and not _says_something(answer):
        return Diagnostic(status.span[0], f"the tool reports an error: {_error(answer)}")
    listed = sum(1 for _ in told.named("vd list").rows_with("DG/VD"))
    count, groups, model = told.pair("virtual drives"), told.pair("drive groups"), told.model()
    if count and re.fullmatch(r"[0-9]{1,5}", count.text) and listed < int(count.text):
        return Diagnostic(count.span[0], f"{count.text} virtual drives are announced, and {listed} are listed")
    if groups and model and not listed and not count and groups.text != "0":
        return Diagnostic(groups.span[0], "the output ends before it lists the virtual drives of its drive groups")
    if model and told.named("basics").sections and not _goes_on(told):
        return Diagnostic(model.span[0], "the output ends before it comes to drives")
    return None


def _goes_on(controller: Controller) -> bool:
    """Whether `show all` went on to its last pages, where drives are listed if there are any."""
    names = {section.name.lower() for section in controller.sections}
    late = any(_AFTER_DRIVES.fullmatch(name) or name in {"scheduled tasks", "vd list"} for name in names)
    return late or any("scheduled tasks" in section.pairs for section in controller.sections)


def _says_something(answer: Answer) -> bool:
    sections = (section for section in answer.sections if section.name.lower() != "detailed status")
    return any(section.pairs or section.rows for section in sections)


def _error(answer: Answer) -> str:
    described = answer.head.get("description")
    detail = next((row["ErrMsg"] for section in answer.sections for row in section.rows if "ErrMsg" in row), None)
    said = [cell.text for cell in (described, detail) if cell and cell.text not in _NOTHING]
    return " ".join(said)[:200] or "no reason given"


def _lists_all(controller: Controller) -> bool:
    """Whether all its virtual drives are listed: by `/cx show`, or by `/cx/vall show`, which looks like `/cx/v0 show`.

    The command line tells the latter two apart, and so does more than one drive. Without drives there is no VD LIST.
    """
    if next(controller.named("vd list").rows_with("DG/VD"), None):
        return controller.cell is not None
    if controller.model() and any(_AFTER_DRIVES.fullmatch(section.name) for section in controller.sections):
        return True
    drives = {row["DG/VD"].text for row in controller.rows_with("DG/VD")}
    return bool(drives) and (len(drives) > 1 or any(map(_ALL_DRIVES.search, controller.asked)))

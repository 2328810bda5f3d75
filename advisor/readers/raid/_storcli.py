"""The replies of storcli and perccli: their form, which belong to one controller, and whether they are complete.

The same names stand in the tools' text and in their JSON, so both readers bring the output into this form.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic
from advisor.readers.transcript import Word
from advisor.source import Source

_NOTHING = {"", "-", "N/A", "NA", "None"}
_ALL_DRIVES = re.compile(r"/vall\b", re.IGNORECASE)
_AFTER_DRIVES = re.compile(
    r"(?:pd|jbod|enclosure) list|bbu_info|cachevault_info|(?:enclosure|physical device) information", re.IGNORECASE
)


Cells = dict[str, Word]


class Section(NamedTuple):
    """What stands below one heading. pairs: by key in lower case; rows: of its table, by the name of the column."""

    name: str
    pairs: Cells
    rows: list[Cells]


class Reply(NamedTuple):
    """What the tool says to one command about one controller. head: `Controller`, `Status`, `Description`.

    asked: the command line, where it is shown. sections: the first has no name, it holds what stands below no heading.
    """

    head: Cells
    asked: str
    sections: list[Section]


class Controller(NamedTuple):
    """All that a file says of one controller. number: where that stands first. asked: the command lines."""

    name: str
    number: Word | None
    sections: list[Section]
    asked: list[str]

    def pair(self, *keys: str) -> Word | None:
        """The first value of one of these keys that says something, whatever the section."""
        values = (section.pairs[key] for key in keys for section in self.sections if key in section.pairs)
        return next((value for value in values if value.text not in _NOTHING), None)

    def rows_with(self, *columns: str) -> Iterator[Cells]:
        """The rows of all tables that have these columns."""
        rows = chain.from_iterable(section.rows for section in self.sections)
        return (row for row in rows if all(column in row for column in columns))

    def named(self, *names: str) -> "Controller":
        """Only what stands in the sections of these names."""
        return self._replace(sections=[section for section in self.sections if section.name.lower() in names])

    def model(self) -> Word | None:
        """`show` calls it a product name and prints it below no heading, `show all` prints it among the basics."""
        return self.named("", "basics").pair("product name", "model")


def controllers(replies: list[Reply]) -> list[Controller]:
    """What the replies say, controller by controller; an overview's row counts for the controller it names."""
    by_name: dict[str, Controller] = {}
    for reply in replies:
        number = reply.head.get("controller")
        rows = [row for section in reply.sections for row in section.rows]
        if number or any("DG/VD" in row or "EID:Slt" in row for row in rows):
            name = f"controller {number.text}" if number else "controller"
            controller = by_name.setdefault(name, Controller(name, number, [], []))
            controller.sections.extend(reply.sections)
            controller.asked.append(reply.asked)
        for row in (row for row in rows if "Ctl" in row):
            name = f"controller {row['Ctl'].text}"
            overview = Section("overview", {}, [row])
            by_name.setdefault(name, Controller(name, row["Ctl"], [], [])).sections.append(overview)
    return list(by_name.values())


def ending(source: Source, replies: list[Reply]) -> Iterator[Complete | Diagnostic]:
    """Where replies are errors, or hold less than they announce; else what they list to its end."""
    diagnostics = [diagnostic for reply in replies if (diagnostic := _amiss(reply))]
    yield from diagnostics
    listed = controllers(replies)
    if diagnostics or not listed or not all(map(_lists_all, listed)):
        return
    yield Complete("array.", source)
    if all(controller.model() for controller in listed):
        yield Complete("controller.", source)


def _amiss(reply: Reply) -> Diagnostic | None:
    """An error in place of a reply, or a reply that ends before what it speaks of."""
    controller = Controller("", None, reply.sections, [])
    status = reply.head.get("status")
    if status and status.text == "Failure" and not _says_something(reply):
        said = reply.head.get("description")
        return Diagnostic(status.span[0], "the tool reports an error", said.span if said else None)
    listed = sum(1 for _ in controller.named("vd list").rows_with("DG/VD"))
    count, groups, model = controller.pair("virtual drives"), controller.pair("drive groups"), controller.model()
    if count and re.fullmatch(r"[0-9]{1,5}", count.text) and listed < int(count.text):
        return Diagnostic(count.span[0], "more virtual drives are announced here than are listed")
    if groups and model and not listed and not count and groups.text != "0":
        return Diagnostic(groups.span[0], "the output ends before it lists the virtual drives of its drive groups")
    if model and controller.named("basics").sections and not _goes_on(controller):
        return Diagnostic(model.span[0], "the output ends before it comes to drives")
    return None


def _goes_on(controller: Controller) -> bool:
    """Whether `show all` went on to its last pages, where drives are listed if there are any."""
    names = {section.name.lower() for section in controller.sections}
    late = any(_AFTER_DRIVES.fullmatch(name) or name in {"scheduled tasks", "vd list"} for name in names)
    return late or any("scheduled tasks" in section.pairs for section in controller.sections)


def _says_something(reply: Reply) -> bool:
    sections = (section for section in reply.sections if section.name.lower() != "detailed status")
    return any(section.pairs or section.rows for section in sections)


def _lists_all(controller: Controller) -> bool:
    """Whether all its virtual drives are listed: by `/cx show`, or by `/cx/vall show`, which looks like `/cx/v0 show`.

    The command line tells the latter two apart, and so does more than one drive. Without drives there is no VD LIST.
    """
    if next(controller.named("vd list").rows_with("DG/VD"), None):
        return controller.number is not None
    if controller.model() and any(_AFTER_DRIVES.fullmatch(section.name) for section in controller.sections):
        return True
    drives = {row["DG/VD"].text for row in controller.rows_with("DG/VD")}
    return bool(drives) and (len(drives) > 1 or any(map(_ALL_DRIVES.search, controller.asked)))

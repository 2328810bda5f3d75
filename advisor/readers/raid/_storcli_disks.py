"""The physical disks of storcli and perccli: reads `PD LIST` and the sections of single drives into their health."""

import re
from collections.abc import Iterator

from advisor.facts import Fact
from advisor.readers.raid._physical import PhysicalDisk, facts_of
from advisor.readers.raid._storcli import Cells, Controller
from advisor.source import Source

_HEALTH = {
    **dict.fromkeys(("Onln", "UGood", "DHS", "GHS", "JBOD", "Rbld", "Cpybck", "Conf"), "ok"),
    **dict.fromkeys(("Offln", "Failed", "UBad"), "failed"),
}
_STATE = re.compile(r"drive /c\d+(?:/e(?P<enclosure>\d+))?/s(?P<slot>\d+) state")
_ALERTS = ("predictive failure count", "s.m.a.r.t alert flagged by drive", "smart alert flagged by drive")
_COUNT = re.compile(r"[0-9]{1,9}")


def disks(source: Source, controller: Controller) -> Iterator[Fact]:
    """Each disk once, by the first row that lists it."""
    details = _details(controller)
    seen: set[str] = set()
    for row in controller.rows_with("EID:Slt", "State"):
        place = row["EID:Slt"]
        if place.text in seen:
            continue
        seen.add(place.text)
        own, state = details.get(place.text.replace(" ", ""), {}), row["State"]
        number = row["DG"].text if "DG" in row else ""
        group = f"{controller.name} array {number}" if number.isdigit() else ""
        alerts = (
            own[key].span for key in ("predictive failure count", *_ALERTS) if key in own and _warns(own[key].text)
        )
        errors = own.get("media error count")
        counted = (errors.text, errors.span) if errors and _COUNT.fullmatch(errors.text) else None
        health = _HEALTH.get(state.text)
        disk = PhysicalDisk(
            controller.name, place.text, group, state.text, health, state.span, next(alerts, None), counted
        )
        yield from facts_of(source, disk)


def _details(controller: Controller) -> dict[str, Cells]:
    """What `/cx/ex/sx show all` says of the state of each drive, by enclosure and slot."""
    found = ((_STATE.fullmatch(section.name.lower()), section.pairs) for section in controller.sections)
    return {f"{match['enclosure'] or ''}:{match['slot']}": pairs for match, pairs in found if match}


def _warns(text: str) -> bool:
    return text.lower() == "yes" or bool(_COUNT.fullmatch(text) and int(text))

"""Known settings: each setting of the file and the catalogue in; what the catalogue knows to its disadvantage out."""

import re
from collections.abc import Iterator
from typing import Any

from advisor import values
from advisor.derive.misspelling import resembles
from advisor.derive.settings import by_name
from advisor.facts import Fact, Facts, Subject, Whole
from advisor.pack import Catalogue

_TOLD = (
    "known", "resembles", "folklore", "misfit", "out_of_range", "bytes", "until", "instead", "since", "on", "debug",
    "debug_by_name", "secret_in_clear", "hour",
)  # fmt: skip
_LONG = 128  # bytes; shorter values are never in question
_READ_AS_NUMBERS = {"number", "switch"}
_OFF = {"", "0", "no", "false", "off"}
_PORT = re.compile(r"\w+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+")  # TCP, 0, 15, 0: the line defines a port of any name
_HOUR = re.compile(r"servertasksat(\d{1,4})")
_NAMES_A_PLACE = ("file", "path", "dir", "directory", "process", "library")
_NOTHING_GIVEN_AWAY = (  # compiled only where a name tells of a secret
    r"[+-]?[\d.,\s]*|yes|no|true|false|on|off|\*+"  # nothing, a number, a switch, a mask
    r"|.*(\{\{|\$\{|%\w+%|<).*"  # a template's place
    r"|\(?[0-9a-f]{32,}\)?|\(G?[^()]{18,}\)|\{\w+\}.+|\$\w+\$.+"  # a hash
    r"|\w+://[^@\s]*"  # an address without a user in it
)


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact | Whole]:
    """`setting.resembles`, `.misfit`, `.until` and the others of _TOLD, each only of settings of which it is so."""
    source = None
    ports = values.parse("list", facts.ask("ini.ports").text or "")
    for name, lines in by_name(facts).items():
        source = source or lines[0].source
        subject = Subject("setting", catalogue.spelling(name))
        seen: set[str] = set()
        for line in lines:
            for told, text in _of_line(name, line.text, catalogue, ports):
                if told not in seen:
                    yield Fact(f"setting.{told}", text, subject=subject, made_from=(line,))
                seen.add(told)
    if source:
        yield from (Whole(f"setting.{told}", source) for told in _TOLD)


def _of_line(name: str, value: str, catalogue: Catalogue, ports: list[str]) -> Iterator[tuple[str, str]]:
    entry = catalogue.settings.get(name)
    if entry is None:
        yield from _of_a_stranger(name, value, catalogue, ports)
    elif catalogue.vouches(name):
        yield from _of_entry(entry, value)
    if entry and entry.get("debug") and value.lower() not in _OFF:
        yield "debug" if catalogue.vouches(name) else "debug_by_name", "yes"
    if len(value.encode()) >= _LONG:
        yield "bytes", str(len(value.encode()))
    if catalogue.names_secret(name) and _holds_a_secret(name, value):
        yield "secret_in_clear", "yes"


def _holds_a_secret(name: str, value: str) -> bool:
    """Whether a value is the secret itself: no file's name, and none of the forms that give nothing away."""
    return not name.endswith(_NAMES_A_PLACE) and not re.fullmatch(_NOTHING_GIVEN_AWAY, value, re.IGNORECASE | re.DOTALL)


def _of_a_stranger(name: str, value: str, catalogue: Catalogue, ports: list[str]) -> Iterator[tuple[str, str]]:
    """Of a name that is no entry: folklore, a family, a name that was at least seen, a port, a slip, or a vendor's."""
    if name in catalogue.folklore:
        yield "folklore", catalogue.folklore[name]["truth"]
        return
    if hour := _HOUR.fullmatch(name):
        yield "hour", str(int(hour[1]))
    if family := catalogue.family(name):
        if family.get("debug") and value.lower() not in _OFF:
            yield "debug_by_name", "yes"
        return
    meant = None
    if name not in catalogue.names and name not in ports and not name.startswith("$") and not _PORT.match(value):
        yield "known", "no"
        meant = resembles(name, catalogue)
    if meant:
        yield "resembles", meant
    elif name.startswith("debug_") and value.lower() not in _OFF:
        yield "debug_by_name", "yes"


def _of_entry(entry: dict[str, Any], value: str) -> Iterator[tuple[str, str]]:
    """Of a setting that somebody vouches for: type, range, releases, and whose it is."""
    if value and entry["type"] in _READ_AS_NUMBERS:
        try:
            values.parse(entry["type"], value)
        except values.NotOfType as slip:
            yield "misfit", str(slip)
        else:
            if entry["type"] == "number" and (limits := _beyond(entry, value)):
                yield "out_of_range", limits
    for told in ("until", "since"):
        if told in entry:
            yield told, entry[told]
    if "until" in entry:
        yield "instead", entry.get("instead") or "nothing took its place"
    if entry.get("on", "both") == "client" and entry.get("home") != "set-up":
        yield "on", "client"


def _beyond(entry: dict[str, Any], value: str) -> str:
    """What a value should have been, where it is outside of its range or none of the few values there are."""
    number = values.parse("number", value)
    least, most = entry.get("least"), entry.get("most")
    if (least is not None and number < least) or (most is not None and number > most):
        if least is None or most is None:
            return f"at most {most}" if least is None else f"at least {least}"
        return f"{least} to {most}"
    few = entry.get("values", {})
    if few and all(option.lstrip("-").isdecimal() for option in few) and str(number) not in few:
        return "one of " + ", ".join(few)
    return ""

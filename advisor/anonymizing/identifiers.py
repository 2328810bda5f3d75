"""Find identifiers by their form: addresses of networks, Windows SIDs, hardware ids, telephone numbers.

Each form has a replacement of the same form, so that readers still recognise the value and columns keep their width.
"""

import re
from collections.abc import Callable, Iterator
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_HEX = "0-9a-fA-F"
FORMS: dict[str, re.Pattern[str]] = {
    "ipv4": re.compile(rf"(?<![\w.-])(?:{_OCTET}\.){{3}}(?:{_OCTET}|\*)(?![\w]|\.\d)"),
    "ipv6": re.compile(rf"(?<![\w:.])(?=[{_HEX}:]*:[{_HEX}:]*:)[{_HEX}:]{{3,39}}(?![\w:])"),
    "mac": re.compile(rf"(?<![\w:-])(?:[{_HEX}]{{2}}([:-]))(?:[{_HEX}]{{2}}\1){{4}}[{_HEX}]{{2}}(?![\w:-])"),
    "wwn": re.compile(rf"(?<![\w:])(?:[{_HEX}]{{2}}:){{7}}[{_HEX}]{{2}}(?![\w:])"),
    "sid": re.compile(r"(?<!\w)S-1-5-21-\d+-\d+-\d+"),
    "uuid": re.compile(rf"(?<![\w-])[{_HEX}]{{8}}(?:-[{_HEX}]{{4}}){{3}}-[{_HEX}]{{12}}(?![\w-])"),
    "replica": re.compile(rf"(?<![\w:])[{_HEX}]{{8}}:[{_HEX}]{{8}}(?![\w:])"),
    # NAA names of disks and ports begin with 1, 2, 5 or 6; Linux writes a 3 before them
    "hex": re.compile(
        rf"(?:(?<![{_HEX}a-zA-Z])|(?<=0x)|(?<=naa\.)|(?<=eui\.))"
        rf"(?:3?(?:[125cC][{_HEX}]{{15}}|6[{_HEX}]{{31}}))(?![{_HEX}a-zA-Z])"
    ),
    "phone": re.compile(
        r"(?<![\w+.])(?:\+\d{1,3}[ ./-]?(?:\(\d{1,5}\)[ ./-]?)?\d{1,5}(?:[ ./-]?\d{1,5}){1,5}"
        r"|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4})(?![\w])"
    ),
}
_KEYED = re.compile(  # ids that only their name in the file announces
    r"""(?i)(?<![a-z])(?:replicaid|dbid)\s*=\s*['"]([0-9A-F]{16,32})['"]"""
)
_VERSION = re.compile(
    r"(?i)version|release|firmware|driver|level|fileset|build|bios|\brev|fix ?pack|rte\b|\brpm\b|\bkernel"
)
_KEPT = ("127.", "0.", "255.", "224.", "239.", "169.254.")
_SIGNS = {  # characters without which a line contains no identifier of the form
    **{"ipv4": ".", "ipv6": ":", "mac": "", "wwn": ":", "sid": "S-1-5-21-", "uuid": "-", "replica": ":"},
    **{"hex": "", "phone": ""},
}
# No identifier is without two digits of a group, or a sign, between which it has its punctuation.
_SIGN_OF_ONE = re.compile(rf"\d\.\d|[{_HEX}:]:[{_HEX}:]|-\d|\d[)-]|\+\d|[{_HEX}]{{16}}")
_LONG_HEX = re.compile(rf"[{_HEX}]{{16}}|[{_HEX}]{{2}}[:-][{_HEX}]{{2}}[:-]|\+\d|\d{{3}}-\d{{4}}")


class Identifier(NamedTuple):
    """An identifier in a line."""

    begin: int
    end: int
    form: str


def identifiers(line: str) -> Iterator[Identifier]:
    """Yield the identifiers of a line by their form. They may overlap."""
    if not _SIGN_OF_ONE.search(line):
        return
    may_be_long = _LONG_HEX.search(line) is not None
    for form, pattern in FORMS.items():
        sign = _SIGNS[form]
        if (sign and sign not in line) or (not sign and not may_be_long):
            continue
        for match in pattern.finditer(line):
            if _is_meant(form, match[0], line):
                yield Identifier(match.start(), match.end(), form)
    if "='" in line or '="' in line:
        for match in _KEYED.finditer(line):
            yield Identifier(match.start(1), match.end(1), "hex")


def _is_meant(form: str, text: str, line: str) -> bool:
    """Return whether a text of this form is an identifier, and not a version, a time or a general address."""
    if form == "ipv4":
        return not text.startswith(_KEPT) and not (_VERSION.search(line) and "ddress" not in line)
    if form == "ipv6":
        return _is_ipv6(text)
    if form == "phone":
        return sum(map(str.isdigit, text)) >= 8
    if not set(text) - set("0:-"):
        return False
    if form == "hex":
        return not text.isdecimal() or len(text) != 16 or text[:1] in "5"
    return True


def _is_ipv6(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return isinstance(address, IPv6Address) and not (address.is_loopback or address.is_unspecified)


def _ipv4(number: int, text: str) -> str:
    low, high = number % 250 + 1, number // 250
    if text.startswith("10."):
        begin = f"10.{high // 250}.{high % 250}"
    elif text.startswith("192.168."):
        begin = f"192.168.{high % 250}"
    elif re.match(r"172\.(?:1[6-9]|2\d|3[01])\.", text):
        begin = f"172.16.{high % 250}"
    else:
        begin = f"198.18.{high % 250}"
    return f"{begin}.{'*' if text.endswith('*') else low}"


def _hex(number: int, text: str) -> str:
    """Return a hexadecimal id of the same length, punctuation and first character."""
    digits = sum(character not in ":-" for character in text)
    left = iter(f"{text[0]}{number + 1:0{digits - 1}x}"[:digits])
    shown = "".join(character if character in ":-" else next(left) for character in text)
    return shown.upper() if any(character in "ABCDEF" for character in text) else shown


_REPLACEMENTS: dict[str, Callable[[int, str], str]] = {
    "ipv4": _ipv4,
    "ipv6": lambda number, _: f"2001:db8::{number + 1:x}",
    "sid": lambda number, _: f"S-1-5-21-1000-1000-{1000 + number}",
    "phone": lambda number, _: f"+00 000 {number + 1:05d}",
}


def replacement(form: str, number: int, text: str) -> str:
    """Return the replacement of the identifier with this number, from 0, of its form."""
    return _REPLACEMENTS.get(form, _hex)(number, text)

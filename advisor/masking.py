"""Masking: what may be printed. Text from files in; the same text without secrets and control characters out."""

import re

from advisor.pack import Catalogue, sounds_secret

MASK = "***"

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NAMED = re.compile(r"([\w$.-]+)\s*=")
_SPOKEN = re.compile(r"([\w$.-]+)[\s:]+(?=\S)")


def printable(text: str) -> str:
    r"""Control characters as `\x1b`, so that no file can steer a terminal."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def value(catalogue: Catalogue, key: str, text: str) -> str:
    """The value of a key as it may be shown."""
    if key.startswith("ini.") and text and catalogue.names_secret(key[4:]):
        return MASK
    return line(catalogue, text) if key == "notes_ini.line" or "=" in text else printable(text)


def line(catalogue: Catalogue, text: str) -> str:
    """A line of a file as it may be shown: everything after a secret's name is masked."""
    for found in _NAMED.finditer(text):
        if catalogue.names_secret(found[1]) and text[found.end() :].strip():
            return printable(text[: found.end()]) + MASK
    if "=" not in text:
        for found in _SPOKEN.finditer(text):
            if sounds_secret(found[1]):
                return printable(text[: found.end()]) + MASK
    return printable(text)

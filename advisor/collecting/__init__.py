"""Collecting: a platform and the catalogue in, the script out that gathers on a server's machine what readers take."""

import re
from pathlib import Path
from typing import Literal

from advisor import __version__
from advisor.pack import Catalogue
from advisor.values import secrets

Platform = Literal["aix", "linux", "windows"]
_ON_UNIX = {"HIDE": "hide.sh", "SETTINGS_AWK": "settings.awk", "DOCUMENT_AWK": "document.awk"}
_PARTS: dict[Platform, dict[str, str]] = {
    "aix": {"STEPS": "aix.sh", **_ON_UNIX},
    "linux": {"STEPS": "linux.sh", **_ON_UNIX},
    "windows": {"STEPS": "controllers.ps1", "HIDE": "hide.ps1"},
}
_PLAIN = re.compile(r"[a-z0-9_]")
_ODD = re.compile(r"[^a-z0-9_$.-]")  # a site may call a setting anything; here the name becomes part of a program


def script(platform: Platform, catalogue: Catalogue) -> str:
    r"""The script for a platform: plain ASCII with `\n`. Its list of secret names is the one that masks reports."""
    text = _template("windows.ps1" if platform == "windows" else "unix.sh")
    for place, part in _PARTS[platform].items():
        text = text.replace(f"@{place}@", _template(part).rstrip("\n"))
    told = {
        "SECRET": secret_names(catalogue),
        "NOT_SECRET": " ".join(names_that_only_sound_secret(catalogue)),
        "PLATFORM": platform,
        "VERSION": __version__,
    }
    for place, filling in told.items():
        text = text.replace(f"@{place}@", filling)
    return text


def secret_names(catalogue: Catalogue) -> str:
    """An extended regular expression, for names in lower case, of what makes a name a secret's."""
    others = [name for name in sorted(catalogue.secret_names) if not secrets.kind(name)]
    return "|".join([secrets.WORDS, *map(_literal, others)])


def names_that_only_sound_secret(catalogue: Catalogue) -> list[str]:
    """The settings, in lower case, that the expression takes and the catalogue knows to hold no secret."""
    sounds = re.compile(secret_names(catalogue))
    known = (name for name in sorted(catalogue.settings) if sounds.search(name) and not _ODD.search(name))
    return [name for name in known if not catalogue.is_secret(name)]


def _literal(name: str) -> str:
    """A name as it stands in the expression: `[$]` for `$`, any letter for one that could end the script's quotes."""
    return "".join(letter if _PLAIN.match(letter) else "." if _ODD.match(letter) else f"[{letter}]" for letter in name)


def _template(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="ascii")

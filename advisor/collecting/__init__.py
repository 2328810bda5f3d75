"""Write the script that collects what the readers need on a server's machine."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from advisor import __version__
from advisor.pack import Catalogue
from advisor.values import key_signs, printing, private_keys, secret_forms, secrets

Platform = Literal["aix", "docker", "linux", "windows"]
_ON_UNIX = {
    "HIDE": "hide.sh",
    "SECRETS_AWK": "secrets.awk",
    "PRIVATE_KEYS_AWK": "private_keys.awk",
    "SETTINGS_AWK": "settings.awk",
    "DOCUMENT_AWK": "document.awk",
    "CONTAINER_AWK": "container.awk",
}
_LETTER = "[A-Za-z0-9+/*]"
_SAME_NAME = {  # the constants by which the modules of values/ decide; a table has the name in lower case
    secrets: (
        "ESCAPES",
        "WORDS", "PUBLIC", "PASSWORDS", "KEYS", "PERHAPS", "PAIRS", "A_PAIR", "BOUND", "NO_LOGIN", "A_LOGIN",
        "A_SERVER", "WHERE", "ABOUT", "PARTS", "NO_PART", "HARMLESS", "SMALL", "FIGURE", "PATH", "BASE64",
        "ALGORITHM", "A_KEY",
    ),
    secret_forms: (
        "FLAGS", "KEY_FLAGS", "USER_FLAGS", "NOT_FOR_P", "SCHEMES", "PORTS", "OTHER_P", "WITHIN", "NUMBERS", "ECHO",
        "ECHOED", "PIPED", "GIVEN", "OPENS", "OPENED", "TOOLS", "COMMANDS", "TELL_LOGIN", "SLASHED", "NO_SECRET",
        "LIKELY", "NO_USER", "HOST", "QUERY", "NO_QUERY", "PROSE", "LOOKING", "AFTER", "HASHES", "KEY_BLOCK",
        "IN_TEXT",
    ),
    key_signs: (
        "JWK_NAME", "YAML_NAME", "QUOTE", "NET", "NET_NAME",
    ),
}  # fmt: skip
TABLES: dict[str, str] = {
    **{name.lower(): getattr(module, name) for module, names in _SAME_NAME.items() for name in names},
    "control": " ".join(f"{first}-{last}" for first, last in printing.CONTROL),
    "login_user": f"^{secret_forms.LOGIN_USER}",
    "key_sign": private_keys.SIGN,
    "key_line": private_keys.OF_A_KEY,
    "jwk": key_signs.OF_JWK,
    "jwk_number": key_signs.JWK_LETTER * 16 + key_signs.JWK_LETTER + "*",
    "net_number": key_signs.NET_LETTER * 16 + key_signs.NET_LETTER + "*",
    "key_plain": private_keys.PLAIN,
    "between": f"^{secret_forms.BETWEEN}",
}
_SIGN = key_signs.encoded("[A-Za-z0-9+/]")
ON_UNIX = {
    "key_holds": "|".join(key_signs.IN_ENCODED).lower(),
    "key_sign_bare": _SIGN,
    "key_begins": f"{_SIGN}{_LETTER * 16}{_LETTER}*",
}
ON_WINDOWS = {"key_body": private_keys.BODY}
_PARTS: dict[Platform, dict[str, str]] = {
    "aix": {"STEPS": "aix.sh", **_ON_UNIX},
    "docker": {"STEPS": "docker.sh", "TOOLS": "tools.sh", **_ON_UNIX},
    "linux": {"STEPS": "linux.sh", "TOOLS": "tools.sh", **_ON_UNIX},
    "windows": {
        "STEPS": "controllers.ps1",
        "STORAGE": "storage.ps1",
        "HIDE": "hide.ps1",
        "PRIVATE_KEYS": "private_keys.ps1",
    },
}
_ODD = re.compile(r"[^!-~]+")  # a site may call a setting anything; the longest part of the name stands for it


def script(platform: Platform, catalogue: Catalogue) -> str:
    r"""Return the script for a platform, in ASCII with `\n`. Reports are masked by the same list of secret names."""
    text = _template("windows.ps1" if platform == "windows" else "unix.sh")
    for place, part in _PARTS[platform].items():
        text = text.replace(f"@{place}@", _template(part).rstrip("\n"))
    fillings = {
        "TABLES": _on_windows(catalogue) if platform == "windows" else _on_unix(catalogue),
        "PLATFORM": platform,
        "VERSION": __version__,
    }
    for place, filling in fillings.items():
        text = text.replace(f"@{place}@", filling)
    return text


def program(name: str, catalogue: Catalogue) -> str:
    """Return `settings.awk` or `document.awk` of the scripts for UNIX, with the functions that it calls."""
    of_all = _template("secrets.awk").replace("@TABLES@", _on_unix(catalogue))
    return of_all + _template("private_keys.awk") + _template(name)


def _on_unix(catalogue: Catalogue) -> str:
    return _tables(catalogue, ON_UNIX, _for_awk)


def _on_windows(catalogue: Catalogue) -> str:
    return _tables(catalogue, ON_WINDOWS, _for_powershell)


def _tables(catalogue: Catalogue, own: dict[str, str], assigned: Callable[[str, str], str]) -> str:
    """Return the tables as lines of a program. Tables of settings are names with blanks between them."""
    flagged = sorted(max(_ODD.split(name), key=len) for name in catalogue.secret_names)
    public = sorted(name for name, entry in catalogue.settings.items() if entry.secret is False)
    names = {
        "flagged": " ".join(flagged),
        "public_names": " ".join(name for name in public if not _ODD.search(name)),
        "look_alikes": " ".join(letter.encode().hex() + plain for letter, plain in secrets.look_alikes().items()),
    }
    return "\n".join(assigned(name, text) for name, text in (TABLES | own | names).items())


def _for_awk(name: str, text: str) -> str:
    r"""Return an assignment within the quotes of a script: a quote is \047."""
    escaped = _spelt(text.replace("\\", "\\\\").replace('"', '\\"').replace("'", r"\047"))
    return f'    t_{name} = "{escaped}"'


def _for_powershell(name: str, text: str) -> str:
    quoted = _spelt(text.replace("'", "''").replace("[]", r"[\]"))
    return f"$t_{name} = '{quoted}'"


def _spelt(text: str) -> str:
    return text.replace("\t", r"\t").replace("\r", r"\r").replace("\n", r"\n")


def _template(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="ascii")

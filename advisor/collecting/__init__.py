"""Collecting: a platform and the catalogue in, the script out that gathers on a server's machine what readers take."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from advisor import __version__
from advisor.pack import Catalogue
from advisor.values import private_keys, secret_commands, secret_forms, secret_tokens, secrets, spellings

Platform = Literal["aix", "linux", "windows"]
_ON_UNIX = {
    "HIDE": "hide.sh",
    "SECRETS_AWK": "secrets.awk",
    "PRIVATE_KEYS_AWK": "private_keys.awk",
    "SETTINGS_AWK": "settings.awk",
    "DOCUMENT_AWK": "document.awk",
}
TABLES = {  # what `secrets`, `secret_forms`, `secret_tokens`, `secret_commands` and `private_keys` decide by
    "escapes": spellings.ESCAPES,
    "words": secrets.WORDS,
    "public": secrets.PUBLIC,
    "passwords": secrets.PASSWORDS,
    "keys": secrets.KEYS,
    "perhaps": secrets.PERHAPS,
    "about": secrets.ABOUT,
    "parts": secrets.PARTS,
    "no_part": secrets.NO_PART,
    "harmless": secrets.HARMLESS,
    "small": secrets.SMALL,
    "figure": secrets.FIGURE,
    "path": secrets.PATH,
    "base64": secrets.BASE64,
    "algorithm": secrets.ALGORITHM,
    "a_key": secrets.A_KEY,
    "flags": secret_commands.FLAGS,
    "key_flags": secret_commands.KEY_FLAGS,
    "user_flags": secret_commands.USER_FLAGS,
    "not_for_p": secret_commands.NOT_FOR_P,
    "schemes": secret_commands.SCHEMES,
    "ports": secret_commands.PORTS,
    "tools": secret_commands.TOOLS,
    "commands": secret_commands.COMMANDS,
    "slashed": secret_commands.SLASHED,
    "no_secret": secret_commands.NO_SECRET,
    "no_user": secret_forms.NO_USER,
    "host": secret_forms.HOST,
    "query": secret_forms.QUERY,
    "looking": secret_tokens.LOOKING,
    "after": secret_forms.AFTER,
    "hashes": secret_forms.HASHES,
    "key_block": secret_forms.KEY_BLOCK,
    "key_sign": private_keys.SIGN,
    "key_line": private_keys.OF_A_KEY,
    "key_plain": private_keys.PLAIN,
    "in_text": secret_forms.IN_TEXT,
    "between": f"^{secret_forms.BETWEEN}",
}
_PARTS: dict[Platform, dict[str, str]] = {
    "aix": {"STEPS": "aix.sh", **_ON_UNIX},
    "linux": {"STEPS": "linux.sh", **_ON_UNIX},
    "windows": {
        "STEPS": "controllers.ps1",
        "STORAGE": "storage.ps1",
        "HIDE": "hide.ps1",
        "PRIVATE_KEYS": "private_keys.ps1",
    },
}
_ODD = re.compile(r"[^!-~]+")  # a site may call a setting anything; the longest part of the name stands for it


def script(platform: Platform, catalogue: Catalogue) -> str:
    r"""The script for a platform: plain ASCII with `\n`. Its list of secret names is the one that masks reports."""
    text = _template("windows.ps1" if platform == "windows" else "unix.sh")
    for place, part in _PARTS[platform].items():
        text = text.replace(f"@{place}@", _template(part).rstrip("\n"))
    told = {
        "TABLES": tables(catalogue, _for_powershell if platform == "windows" else _for_awk),
        "PLATFORM": platform,
        "VERSION": __version__,
    }
    for place, filling in told.items():
        text = text.replace(f"@{place}@", filling)
    return text


def program(name: str, catalogue: Catalogue) -> str:
    """One of the programs within the scripts for UNIX, `settings.awk` or `document.awk`, with what it calls."""
    of_all = _template("secrets.awk").replace("@TABLES@", tables(catalogue, _for_awk))
    return of_all + _template("private_keys.awk") + _template(name)


def tables(catalogue: Catalogue, assigned: Callable[[str, str], str]) -> str:
    """The tables as lines of a program, those of the catalogue's flags as names with blanks between them."""
    flagged = sorted(max(_ODD.split(name), key=len) for name in catalogue.secret_names)
    public = sorted(name for name, row in catalogue.settings.rows.items() if row.get("secret") is False)
    names = {"flagged": " ".join(flagged), "public_names": " ".join(name for name in public if not _ODD.search(name))}
    return "\n".join(assigned(name, text) for name, text in (TABLES | names).items())


def _for_awk(name: str, text: str) -> str:
    r"""An assignment that may stand within a script's quotes: a quote is \047."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("'", r"\047").replace("\t", r"\t")
    return f'    t_{name} = "{escaped}"'


def _for_powershell(name: str, text: str) -> str:
    quoted = text.replace("'", "''").replace("[]", r"[\]").replace("\t", r"\t")
    return f"$t_{name} = '{quoted}'"


def _template(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="ascii")

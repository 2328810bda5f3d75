"""Readable secrets: a setting's name and value in, what sort of secret stands there in clear out.

More than that is masked: for a mask a doubt is enough. What is a hash, enciphered, a mask or a template's place says
nothing to who reads it.
"""

import re

from advisor.values import secret_forms, secrets

PASSWORD, KEY, ADDRESS, COMMAND, BLOCK = "password", "key", "address", "command", "key block"  # sorts

_NOTHING_READABLE = (
    r"yes|no|true|false|on|off|\*+|[+-]?[\d.,]?"  # a switch, a mask, a figure
    r"|.*(\{\{|\$\{|%\w+%|<).*|(?-i:\$[A-Z][A-Z0-9_]+)|\$\(\w+\)"  # a template's place
    r"|\(G?[^()]{18,}\)|\{\w+\}.+|\$\w+\$.+|ENC\(.*\)"  # a hash, or enciphered
)
_KEY_IN_ADDRESS = r"://[^/\s]*@|[?&](api_?key|key|token|access_token|sig)="
_HEADER_WITH_KEY = r"(authorization|[\w-]*(api|insert|license)-?key|[\w-]*token):"
_FIGURES = r"[+-]?[\d.,\s]*"


def in_clear(kind: str, value: str, tasks: bool = False) -> str:
    """The sort of secret that a value is or holds; nothing of most.

    kind: of the name, as `secrets.kind` tells it. tasks: whether the value is a list of tasks.
    """
    if not kind and not _may_hold_one(value):
        return ""
    if re.fullmatch(_NOTHING_READABLE, value, re.IGNORECASE | re.DOTALL):
        return ""
    if re.match(r"\w+://", value):
        named = kind and re.search(_KEY_IN_ADDRESS, value, re.IGNORECASE)
        return ADDRESS if named else _by_form(value, tasks)
    if kind and re.match(r"[\w-]+:\s", value):
        return KEY if re.match(_HEADER_WITH_KEY, value, re.IGNORECASE) else _by_form(value, tasks)
    if kind and _is_one(kind, value):
        return PASSWORD if kind == secrets.PASSWORD else KEY
    return _by_form(value, tasks)


_MAY_HOLD = ("@", "=", " -", "eyJ", "-----", "_", "-", ".com/", "asic ", "earer ", "ASIC ", "EARER ", ":")


def _may_hold_one(value: str) -> bool:
    """Whether any form of a secret may stand in a value: of most settings' values none does."""
    return len(value) > 3 and not value.isalnum() and any(part in value for part in _MAY_HOLD)


def _is_one(kind: str, value: str) -> bool:
    """Whether the value is a secret by its name; where the name's last word is another, only one that looks like it."""
    if re.fullmatch(_FIGURES, value):
        return kind == secrets.PASSWORD and len(value) > 3
    if kind == secrets.PASSWORD and re.fullmatch(r"\(?[0-9a-f]{32,}\)?", value, re.IGNORECASE):
        return False  # a hash
    if kind == secrets.DOUBTFUL:
        return secrets.looks_like_a_key(value.lower())
    return secrets.gives_away(kind, value)


def _by_form(value: str, tasks: bool) -> str:
    """The sort of the first secret that stands within a value."""
    for begin, _, form in secret_forms.pieces(value, tasks=tasks):
        if form == secret_forms.ADDRESS:
            return ADDRESS
        if form == secret_forms.LOOKS:
            return KEY
        if form == secret_forms.COMMAND or (form == secret_forms.NAMED and value[:begin].rstrip(" \t\"'")[-1:] in "=:"):
            return COMMAND
    return ""

"""Determine the sort of a readable secret from a setting's name and value.

More values than these are masked, because a doubt is enough for masking. A hash, a ciphertext, a mask or a template is
no readable secret.
"""

import re
from functools import lru_cache
from typing import Final, Literal

from advisor.values import key_signs, secret_forms, secrets
from advisor.values.secrets import in_lower_case

Sort = Literal["", "password", "key", "address", "command", "key block"]  # what a rule's text calls it
PASSWORD: Final = "password"  # noqa: S105 a word
KEY: Final = "key"
ADDRESS: Final = "address"
COMMAND: Final = "command"
BLOCK: Final = "key block"

_TEMPLATE = (  # somebody fills it in later; a shell's `< file` is none
    r"\{\{|\$\{|%\w+%|<[^<>\s](?:[^<>]*[^<>\s])?>|^\$[A-Z][A-Z0-9_]+$|^\$\(\w+\)$"
)
_REFERENCE = r"@(prompt|env|file|secret):.+"  # where the secret is; a program reads it from there
_VARIABLE = r"\$[A-Za-z_(]\w*|`"  # of a shell, within a command
_USER_IN_ADDRESS = "://[^/ \t]*@"  # of a setting that is named for a secret
_HEX_HASH = f"^[(]?{'[0-9a-f]' * 32}[0-9a-f]*[)]?$"
# A private key that a file's `Source` has asterisks of: behind its first letters, a JWK's number, one of .NET's XML.
_HIDDEN = rf"({key_signs.encoded('[A-Za-z0-9+/]')}|:\s{{0,16}}\\{{0,3}}[\"']?|<[A-Za-z]{{1,8}}>)\*{{16}}"
_STARS = "*" * 16


def in_clear(kind: secrets.Kind, value: str, tasks: bool = False) -> Sort:
    """Return the sort of secret in a value, or "" for most values.

    kind: the name's kind, from `secrets.kind`. tasks: whether the value is a list of tasks.
    """
    if _STARS in value and re.search(_HIDDEN, value):
        return KEY
    if not kind and not secret_forms.may_hold_secret(in_lower_case(value)):
        return ""
    return _found(kind, tasks, value)


@lru_cache(maxsize=512)
def _found(kind: secrets.Kind, tasks: bool, value: str) -> Sort:
    low = value.lower()
    if secrets.holds(secret_forms.UNREADABLE, low) or re.search(_TEMPLATE, value) or re.fullmatch(_REFERENCE, low):
        return ""
    if re.match(r"\w+://", value):
        return ADDRESS if kind and re.search(_USER_IN_ADDRESS, value) else _by_form(value, tasks)
    if kind and (header := re.match(r"([\w-]+):\s", value)):
        bears_key = secrets.kind(header[1]) == secrets.KEY and secrets.gives_away(PASSWORD, value[header.end() :])
        return KEY if bears_key else _by_form(value, tasks)
    if kind and _is_one(kind, value):
        return PASSWORD if kind == secrets.PASSWORD else KEY
    return _by_form(value, tasks)


def _is_one(kind: secrets.Kind, value: str) -> bool:
    """Return whether the value is a secret by its name. If the name is doubtful, the value must look like a key."""
    low = value.strip(" \t\"'").lower()
    if secrets.holds(secrets.BARE_FIGURE, low):
        return kind in {secrets.PASSWORD, secrets.DOUBTFUL} and len(low) > 3 and secrets.gives_away(kind, low)
    if kind == secrets.PASSWORD and secrets.holds(_HEX_HASH, low):
        return False  # a hash
    if kind == secrets.DOUBTFUL:
        return secrets.looks_like_a_key(low)
    if kind in {secrets.PAIR, secrets.LOGIN}:
        password = re.split(r"[\s:;/]", low)[-1]
        return secrets.gives_away(kind, value) and bool(re.search("[0-9]", password) and re.search("[a-z]", password))
    return secrets.gives_away(kind, value)


def _by_form(value: str, tasks: bool) -> Sort:
    """Return the sort of the first secret within a value."""
    for begin, end, form in secret_forms.in_order(value, tasks=tasks):
        if re.match(_VARIABLE, value[begin:end]):
            continue
        if form == secret_forms.ADDRESS:
            return ADDRESS
        if form == secret_forms.LOOKS:
            return KEY
        if form == secret_forms.COMMAND or (form == secret_forms.NAMED and value[:begin].rstrip(" \t\"'")[-1:] in "=:"):
            return COMMAND
    return ""

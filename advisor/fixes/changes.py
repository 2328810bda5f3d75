"""Changes: what a failed result's remedy changes of settings, with the values of its server, as they are in files."""

from typing import NamedTuple

from advisor.facts import Answer
from advisor.judging.engine import Result
from advisor.pack import Catalogue, message
from advisor.report import masking

SET, REMOVE, RENAME = "set", "remove", "rename"
_INI = "ini."


class Change(NamedTuple):
    """A setting that is set, removed or renamed. name: as it is spelled; to: the value or the new name, unmasked."""

    action: str
    name: str
    to: str = ""

    @property
    def key(self) -> str:
        """The key by which readers tell it."""
        return f"{_INI}{self.name.lower()}"

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of which something else is told behind it."""
        return (self.key, f"{_INI}{self.to.lower()}") if self.action == RENAME else (self.key,)

    def said(self, catalogue: Catalogue) -> str:
        """The change in words, without secrets: `set Server_Session_Timeout=45`."""
        name = masking.masked(catalogue, self.name)
        if self.action == SET:
            return f"set {name}={masking.value(catalogue, self.key, self.to)}"
        return f"rename {name} to {masking.masked(catalogue, self.to)}" if self.action == RENAME else f"remove {name}"


def changes_of(result: Result, catalogue: Catalogue) -> tuple[Change, ...] | None:
    """The changes of a failed result's remedy; none of one without any, None where a value is not known."""
    fix = result.fix or result.rule.fix
    values = _values(result)
    spelling = catalogue.spelling
    found: list[Change] = []
    for key, text in fix.set.items():
        name, value = _filled(key, values), _filled(text, values)
        if name is None or value is None:
            return None
        found.append(Change(SET, spelling(name.removeprefix(_INI)), value))
    for key in fix.remove:
        if (name := _filled(key, values)) is None:
            return None
        found.append(Change(REMOVE, spelling(name.removeprefix(_INI))))
    for key, text in getattr(fix, "rename", {}).items():
        name, new = _filled(key, values), _filled(text, values)
        if name is None or new is None:
            return None
        found.append(Change(RENAME, spelling(name.removeprefix(_INI)), spelling(new.lower())))
    return tuple(found)


def _values(result: Result) -> dict[str, str]:
    """What each name in a remedy stands for, as far as it is known."""
    known: dict[str, str] = {answer.key: answer.text for answer in _named(result) if answer.text}
    own = {"setting.name": result.subject.name}
    return known | own | {name: str(value) for name, value in result.rule.parameters.items()}


def _named(result: Result) -> tuple[Answer, ...]:
    return (*result.named, *result.fix_named)


def _filled(text: str, values: dict[str, str]) -> str | None:
    """A text with the value of each name in its place; None where one is not known."""
    if any(name not in values for name in message.names(text)):
        return None
    return message.PLACEHOLDER.sub(lambda match: values[match[1]], text)

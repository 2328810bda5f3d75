"""Configuration: domlint.toml, or [tool.domlint] of a pyproject.toml, in; what a site has decided out.

Looked for from the working directory upwards, to the folder that holds .git or to the home directory. Without a file
nothing is imported: the forms that check one live in `forms`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from advisor.pack import Rule

NAMES = ("domlint.toml", "pyproject.toml")
_NONE: Mapping[str, Any] = MappingProxyType({})


class ConfigurationError(ValueError):
    """A configuration that cannot be used; says file, line or field, and what is wrong."""


class Waiver(NamedTuple):
    """A finding that is accepted. server and subject "" stand for all."""

    rule: str
    reason: str
    server: str = ""
    subject: str = ""


class Configuration(NamedTuple):
    """What a site has decided. path: the file it came from, as printed, or None; folder: the one it lies in."""

    path: str | None = None
    folder: Path = Path("/")
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    severity: Mapping[str, str] = _NONE
    parameters: Mapping[str, dict[str, Any]] = _NONE
    waivers: tuple[Waiver, ...] = ()


def find(start: Path, home: Path | None) -> Path | None:
    """The configuration file that counts, or None."""
    for folder in (start, *start.parents):
        for name in NAMES:
            path = folder / name
            if path.is_file() and (name == "domlint.toml" or _has_our_table(path)):
                return path
        if (folder / ".git").exists() or folder == home:
            return None
    return None


def _has_our_table(path: Path) -> bool:
    """Whether a pyproject.toml holds [tool.domlint]; it is parsed only when it names domlint at all."""
    if b"domlint" not in _bytes(path):
        return False
    import tomllib

    try:
        tool = tomllib.loads(_bytes(path).decode("utf-8")).get("tool")
    except (ValueError, RecursionError):
        return True  # then its trouble is worth a line
    return isinstance(tool, dict) and "domlint" in tool


def load(path: Path) -> Configuration:
    """The configuration in a file. Raises ConfigurationError."""
    from advisor.configuration.form import configuration

    return configuration(path)


def select(rules: list[Rule], chosen: tuple[str, ...] | None, ignored: tuple[str, ...]) -> list[Rule]:
    """The rules that run; `chosen` None is all. Raises ConfigurationError for a word that names no rule."""
    wanted = None if chosen is None else {name for word in chosen for name in named(rules, word)}
    unwanted = {name for word in ignored for name in named(rules, word)}
    return [rule for rule in rules if (wanted is None or rule.id in wanted) and rule.id not in unwanted]


def named(rules: list[Rule], word: str) -> list[str]:
    """The ids of the rules that an id, name, prefix or category names. Raises ConfigurationError with a suggestion."""
    plain = word.strip().lower()
    found = [rule.id for rule in rules if plain in set(_labels(rule))]
    if found:
        return found
    raise ConfigurationError(f'no rule is called "{word[:80]}"{_suggestion(rules, plain)}')


def tuned(rules: list[Rule], site: Configuration, everything: list[Rule]) -> list[Rule]:
    """The rules with a site's own parameters; `everything` is all rules, whose names the site may use.

    Raises ConfigurationError for a parameter that a rule does not have.
    """
    changes: dict[str, dict[str, Any]] = {}
    for word, parameters in site.parameters.items():
        for rule_id in named(everything, word):
            changes.setdefault(rule_id, {}).update(parameters)
    return [
        rule._replace(parameters=_changed(rule, changes[rule.id])) if rule.id in changes else rule for rule in rules
    ]


def _changed(rule: Rule, parameters: dict[str, Any]) -> dict[str, Any]:
    for name, value in parameters.items():
        if name not in rule.parameters:
            own = ", ".join(rule.parameters) or "none"
            raise ConfigurationError(f'{rule.name} has no parameter "{name}"; it has {own}')
        if isinstance(value, str) != isinstance(rule.parameters[name], str):
            raise ConfigurationError(f"{rule.name}: {name} = {value!r} is not of the kind of {rule.parameters[name]!r}")
    return rule.parameters | parameters


def _labels(rule: Rule) -> Iterator[str]:
    yield rule.id.lower()
    yield rule.name
    yield rule.id.rstrip("0123456789").lower()
    yield rule.category


def _suggestion(rules: list[Rule], word: str) -> str:
    from rapidfuzz import process

    labels = list(dict.fromkeys(label for rule in rules for label in _labels(rule)))
    near = process.extractOne(word, labels, score_cutoff=75)
    return f'; did you mean "{near[0]}"?' if near else "; `domlint rules list` names them all"


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""

"""Selection: rules and a site's words for them, as the rules that run, with the site's figures."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from advisor.configuration.site import Configuration, ConfigurationError
from advisor.pack import Rule


def rules_to_run(
    rules: list[Rule],
    site: Configuration,
    chosen: tuple[str, ...],
    ignored: tuple[str, ...],
    trouble: Callable[[str], None],
) -> list[Rule]:
    """The rules that run, with the site's figures. The command line's selection replaces the site's.

    A word that names no rule is trouble, and left out.
    """
    tuned_rules = with_figures(rules, site, rules, trouble)
    wanted, where = (chosen, None) if chosen else (site.select, site.path)
    chosen_ids = _ids(rules, wanted, where, trouble)
    ignored_ids = _ids(rules, site.ignore, site.path, trouble) | _ids(rules, ignored, None, trouble)
    return [rule for rule in tuned_rules if (not wanted or rule.id in chosen_ids) and rule.id not in ignored_ids]


def with_figures(
    rules: list[Rule], site: Configuration, everything: list[Rule], trouble: Callable[[str], None]
) -> list[Rule]:
    """The rules with the site's figures; as they are, with a word of trouble, where it names what is not there."""
    try:
        return tuned(rules, site, everything)
    except ConfigurationError as slip:
        trouble(f"{site.path}: {slip}")
        return rules


def known_words(rules: list[Rule], word: str, where: str | None, trouble: Callable[[str], None]) -> list[str]:
    """The ids of the rules that a word names; none, with a word of trouble, where it names none."""
    try:
        return named(rules, word)
    except ConfigurationError as slip:
        trouble(f"{where}: {slip}" if where else str(slip))
        return []


def _ids(rules: list[Rule], words: Iterable[str], where: str | None, trouble: Callable[[str], None]) -> set[str]:
    return {rule_id for word in words for rule_id in known_words(rules, word, where, trouble)}


def named(rules: list[Rule], word: str) -> list[str]:
    """The ids of the rules that an id, name, prefix or category names. Raises ConfigurationError with a suggestion."""
    plain = word.strip().lower()
    ids = [rule.id for rule in rules if plain in {label.lower() for label in _labels(rule)}]
    if ids:
        return ids
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
    yield rule.id
    yield rule.name
    yield rule.id.rstrip("0123456789")
    yield rule.category


def _suggestion(rules: list[Rule], word: str) -> str:
    from rapidfuzz import process

    written = {label.lower(): label for rule in rules for label in _labels(rule)}
    near = process.extractOne(word, list(written), score_cutoff=75)
    return f'; did you mean "{written[near[0]]}"?' if near else "; `domlint rules list` names them all"

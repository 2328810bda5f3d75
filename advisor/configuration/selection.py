"""Select the rules to run, and their figures, by the names in a site's configuration."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from advisor.configuration.site import Configuration, ConfigurationError
from advisor.pack import SEVERITIES, Rule
from advisor.values.near import closest, near, suggestion
from advisor.values.printing import listed, printable

_NO_RULE = "severities are not rules; they say what counts for the exit code"


class PseudoRule(NamedTuple):
    """An id that configurations may name although it is no rule."""

    id: str
    name: str

    def named_in(self, words: Iterable[str]) -> bool:
        """Return whether one of the words names the rule."""
        return not {self.id.lower(), self.name}.isdisjoint(word.strip().lower() for word in words)


OUT_OF_LINE = PseudoRule("FLT001", "out-of-line")  # servers that differ from similar servers (`domlint fleet`)
_Word = tuple[str, str]  # a rule's name as somebody wrote it, and the place where: "" on the command line


def rules_to_run(
    rules: list[Rule],
    site: Configuration,
    chosen: tuple[str, ...],
    ignored: tuple[str, ...],
    trouble: Callable[[str], None],
    *,
    practice: bool = False,
    also: frozenset[str] = frozenset(),
) -> list[Rule]:
    """Return the rules that run, with the site's figures. The command line's selection replaces the site's.

    Words that name no rule are reported to `trouble` and left out. practice: rules that rest on practice run, too;
    otherwise only those that the selection names by id or name, and those named in `also`.
    """
    tuned_rules = rules_with_figures(rules, site, rules, trouble)
    of_site = _rule_ids_of(rules, _site_words(site, "select"), trouble)
    of_command = _rule_ids_of(rules, ((word, "") for word in chosen), trouble)
    to_ignore = [*_site_words(site, "ignore"), *((word, "") for word in ignored)]
    ignored_ids = _rule_ids_of(rules, (word for word in to_ignore if not OUT_OF_LINE.named_in(word[:1])), trouble)
    chosen_ids = of_command if chosen else of_site if site.select else {rule.id for rule in rules}
    asked_for = {word.strip().lower() for word in chosen or site.select}
    return [
        rule
        for rule in tuned_rules
        if rule.id in chosen_ids
        and rule.id not in ignored_ids
        and (practice or not rule.is_practice or not (asked_for | also).isdisjoint((rule.id.lower(), rule.name)))
    ]


def _site_words(site: Configuration, field: str) -> list[_Word]:
    words: tuple[str, ...] = getattr(site, field)
    return [(word, site.at(field, number)) for number, word in enumerate(words)]


def rules_with_figures(
    rules: list[Rule], site: Configuration, everything: list[Rule], trouble: Callable[[str], None]
) -> list[Rule]:
    """Return the rules with the site's figures. everything: all rules, whose names the site may use.

    Figures that a rule does not have are reported to `trouble` and left out.
    """
    changes: dict[str, dict[str, Any]] = {}
    by_id = {rule.id: rule for rule in everything}
    for word, figures in site.parameters.items():
        for rule_id in known_rule_ids(everything, word, site.at("parameters", word), trouble):
            for name, value in figures.items():
                if wrong := _figure_error(by_id[rule_id], name, value):
                    trouble(f"{site.at('parameters', word, name)}: {wrong}")
                else:
                    changes.setdefault(rule_id, {})[name] = value
    return [
        replace(rule, parameters=rule.parameters | changes[rule.id]) if rule.id in changes else rule for rule in rules
    ]


def known_rule_ids(rules: list[Rule], word: str, where: str, trouble: Callable[[str], None]) -> list[str]:
    """Return the ids of the rules that a word names; none, after `trouble`, if it names none."""
    try:
        return rule_ids(rules, word)
    except ConfigurationError as error:
        trouble(f"{where}: {error}" if where else str(error))
        return []


def _rule_ids_of(rules: list[Rule], words: Iterable[_Word], trouble: Callable[[str], None]) -> set[str]:
    return {rule_id for word, where in words for rule_id in known_rule_ids(rules, word, where, trouble)}


def rule_ids(rules: list[Rule], word: str) -> list[str]:
    """Return the ids of the rules that an id, name, prefix or category names. Raises ConfigurationError."""
    plain = word.strip().lower()
    if ids := _ids_by_label(tuple((rule.id, rule.name, rule.category) for rule in rules)).get(plain):
        return list(ids)
    if plain in SEVERITIES:
        raise ConfigurationError(f"{plain}: {_NO_RULE} (--fail-on {plain}) or is shown (--min-severity {plain})")
    raise ConfigurationError(f'no rule is called "{printable(word[:80])}"{_suggestion(rules, plain)}')


def _figure_error(rule: Rule, name: str, value: object) -> str:
    """Return the error in a figure, or ""."""
    if name not in rule.parameters:
        has = listed(rule.parameters) or "none"
        hint = suggestion(closest(name, rule.parameters), f"it has {has}")
        return f'{rule.name} has no figure "{printable(name)}"{hint}'
    if isinstance(value, str) != isinstance(rule.parameters[name], str):
        return f"{rule.name}: {name} = {value!r} is not of the kind of {rule.parameters[name]!r}"
    return _out_of_bounds(rule, name, value)


def _out_of_bounds(rule: Rule, name: str, value: Any) -> str:
    """Return why a site may not set a figure to this value, or ""."""
    bounds = rule.bounds
    if name not in bounds:
        if rule.origin:
            return ""
        free = f"it has {listed(bounds)}" if bounds else "waive the rule, or give it another severity"
        return f"{rule.name}: {name} = {rule.parameters[name]} is not for a site to change; {free}"
    bound = bounds[name]
    if bound.least <= value <= bound.most:
        return ""
    return f"{rule.name}: {name} = {value} is not from {bound.least} to {bound.most} ({bound.means})"


@lru_cache(maxsize=4)
def _ids_by_label(rules: tuple[tuple[str, str, str], ...]) -> dict[str, list[str]]:
    """Return the rule ids of each label. The result is cached because a site may have thousands of waivers."""
    ids_by_label: dict[str, dict[str, None]] = {}
    for rule in rules:
        for label in _labels(*rule):
            ids_by_label.setdefault(label.lower(), {})[rule[0]] = None
    return {label: list(ids) for label, ids in ids_by_label.items()}


def _labels(rule_id: str, name: str, category: str) -> tuple[str, ...]:
    return rule_id, name, rule_id.rstrip("0123456789"), category


def _suggestion(rules: list[Rule], word: str) -> str:
    labels = {label.lower(): label for rule in rules for label in _labels(rule.id, rule.name, rule.category)}
    slips = near(word, labels, 1)
    meant = labels[min(slips)[1]] if slips else closest(word, labels.values())
    return suggestion(meant, "`domlint rules list` names them all")

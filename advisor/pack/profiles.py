"""Read profiles: defaults of a whole run, below the configuration of a site and the command line."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from advisor.pack import Pack
from advisor.pack.catalogue import with_tuples
from advisor.pack.rule import Rule
from advisor.values.printing import listed, number

DEFAULT = "default"


class Profile(Struct, frozen=True):
    """The defaults of a run; None and () are the same as without a profile.

    severities: a rule runs if it may report one of these. practice: rules that rest on practice run. parameters:
    figures by rule name. reasons: for the figures, by rule name.
    """

    name: str
    says: str
    severities: tuple[str, ...] = ()
    fail_on: str | None = None
    min_severity: str | None = None
    strict: bool | None = None
    practice: bool = False
    parameters: Mapping[str, Mapping[str, Any]] = {}
    reasons: Mapping[str, str] = {}

    def runs(self, rule: Rule, decided: str | None) -> bool:
        """Return whether a rule runs under the profile. decided: the severity that the site sets for the rule."""
        if rule.is_practice and not self.practice:
            return False
        possible = (decided,) if decided else rule.severities
        return not self.severities or not set(self.severities).isdisjoint(possible)

    def tuned(self, rule: Rule) -> Rule:
        """Return the rule with the profile's figures."""
        figures = self.parameters.get(rule.name)
        return replace(rule, parameters=rule.parameters | dict(figures)) if figures else rule


def profile(name: str, row: Mapping[str, Any]) -> Profile:
    """Return a profile from its row in the pack."""
    return Profile(name, **with_tuples(dict(row)))


def page(name: str, pack: Pack) -> str:
    """Return a profile as Markdown, or "" if the name is unknown."""
    profile_name = next((known_name for known_name in pack.profiles if known_name == name.lower()), None)
    return "\n".join(_lines(profile(profile_name, pack.profiles[profile_name]), pack)) + "\n" if profile_name else ""


def _lines(preset: Profile, pack: Pack) -> Iterator[str]:
    yield from (f"# Profile {preset.name}", "", preset.says, "")
    ran = sum(preset.runs(rule, None) for rule in pack.rules)
    yield f"- {ran} of {number(len(pack.rules), 'rule')} run."
    limits = {"--min-severity": preset.min_severity, "--fail-on": preset.fail_on}
    yield from (f"- `{option} {severity}`" for option, severity in limits.items() if severity)
    if preset.strict:
        yield "- `--strict`"
    if preset.practice:
        yield f"- {number(sum(rule.is_practice for rule in pack.rules), 'rule')} that rest on practice run, too."
    for rule, own in preset.parameters.items():
        figures = listed(f"`{name}` is {value}" for name, value in own.items())
        yield f"- {rule}: {figures}. {preset.reasons[rule]}"
    yield ""
    yield f'To go by it: `domlint check --profile {preset.name}`, or `profile = "{preset.name}"` in domlint.toml.'

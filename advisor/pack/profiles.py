"""Profiles: a row of the pack as what a whole run goes by, beneath what a site and its command line say."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from advisor.pack import Pack
from advisor.pack.entries import Rule
from advisor.values.printing import listed, number

DEFAULT = "default"


class Profile(NamedTuple):
    """What a run goes by where nobody says otherwise; None and () are as without a profile.

    severities: of which a rule that runs may find something. parameters: by rule name, its figures. reasons: why, by
    rule name too.
    """

    name: str
    says: str
    severities: tuple[str, ...] = ()
    fail_on: str | None = None
    min_severity: str | None = None
    strict: bool | None = None
    parameters: Mapping[str, Mapping[str, Any]] = {}
    reasons: Mapping[str, str] = {}

    def runs(self, rule: Rule, decided: str | None) -> bool:
        """Whether a rule runs under it. decided: the severity that a site gives all the rule's findings."""
        found = (decided,) if decided else rule.severities
        return not self.severities or not set(self.severities).isdisjoint(found)

    def tuned(self, rule: Rule) -> Rule:
        """The rule with the profile's figures."""
        own = self.parameters.get(rule.name)
        return rule._replace(parameters=rule.parameters | dict(own)) if own else rule


def profile(name: str, row: Mapping[str, Any]) -> Profile:
    """A profile out of its row of the pack."""
    told: dict[str, Any] = {field: tuple(value) if isinstance(value, list) else value for field, value in row.items()}
    return Profile(name, **told)


def page(name: str, pack: Pack) -> str:
    """What a profile is, as Markdown; "" where none is so called."""
    named = next((one for one in pack.profiles if one == name.lower()), None)
    return "\n".join(_lines(profile(named, pack.profiles[named]), pack)) + "\n" if named else ""


def _lines(one: Profile, pack: Pack) -> Iterator[str]:
    yield from (f"# Profile {one.name}", "", one.says, "")
    ran = sum(one.runs(rule, None) for rule in pack.rules)
    yield f"- {ran} of {number(len(pack.rules), 'rule')} run."
    limits = {"--min-severity": one.min_severity, "--fail-on": one.fail_on}
    yield from (f"- `{option} {severity}`" for option, severity in limits.items() if severity)
    if one.strict:
        yield "- `--strict`"
    for rule, own in one.parameters.items():
        figures = listed(f"`{name}` is {value}" for name, value in own.items())
        yield f"- {rule}: {figures}. {one.reasons[rule]}"
    yield ""
    yield f'To go by it: `domlint check --profile {one.name}`, or `profile = "{one.name}"` in domlint.toml.'

"""Site forms: a site's own rule as far as judging needs it. What the built-in rules must have besides may be missing.

What is missing is said in its place, so that no finding has a gap.
"""

from pydantic import Field

from advisor.pack.fix_forms import AlternativeForm, FixForm, Restart, Safety
from advisor.pack.rule_forms import ExampleForm, RuleFile, SourceUseForm
from advisor.values.scales import Confidence


class SiteSourceUse(SourceUseForm):
    """What a source says, however short."""

    note: str = ""
    figure: str = ""


class SiteAlternative(AlternativeForm):
    """What a fix says where `when` is true, however short."""

    summary: str | None = None
    rollback: str | None = None
    verify: str | None = None


class SiteFix(FixForm):
    """How to put it right, as far as the rule says."""

    safety: Safety = "manual"
    summary: str = "Decide what to do; the rule does not say."
    restart: Restart = "none"
    rollback: str = "Note the old value before you change anything, and put it back."
    verify: str = "Check again with domlint: the finding is gone."
    where: tuple[SiteAlternative, ...] = Field((), max_length=20)


class SiteRule(RuleFile):
    """A rule with what judging needs: id, name, category, severity, when, message."""

    confidence: Confidence = "field"
    since: str = ""
    message: str = Field(min_length=1)
    why: str = "The rule does not say why."
    source: list[SiteSourceUse] = []  # type: ignore[assignment]
    fix: SiteFix = SiteFix.model_validate({})
    example: list[ExampleForm] = []

"""SARIF's rules: what code scanning shows of a rule beside its alerts, in general words, with its whole page."""

from typing import Any

from advisor.pack import Pack, Rule, message, pages
from advisor.report.texts import address_of, title

LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "note", "info": "note"}
_PRECISION = {"measured": "very-high", "documented": "high", "field": "medium"}
_SECURITY_SCORES = {"critical": "9.5", "high": "8.0", "medium": "5.5", "low": "3.0", "info": "1.0"}  # GitHub's scale


def rule(rule: Rule, pack: Pack, found: bool, decided: str | None = None) -> dict[str, Any]:
    """A rule. found: it has results; of the others nobody reads more than what they are about.

    decided: the severity that the configuration gives all its findings; None where the rule settles it.
    """
    worst = decided or rule.severities[0]
    security = {"security-severity": _SECURITY_SCORES[worst]} if rule.category == "security" else {}
    address = {"helpUri": address_of(rule)} if address_of(rule) else {}
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": f"{title(rule.name)}."},
        **_texts(rule, pack, found),
        **address,
        "defaultConfiguration": {"level": LEVELS[worst]},
        "properties": {
            "tags": [rule.category, rule.confidence],
            "precision": _PRECISION[rule.confidence],
            "name": rule.name,
            **security,
        },
    }


def _texts(rule: Rule, pack: Pack, found: bool) -> dict[str, Any]:
    """Why it matters, and what to do; of one that found something the whole page too."""
    page = {"markdown": pages.page(rule, pack)} if found else {}
    fix = rule.fix
    said = [rule.why, fix.summary, f"Way back: {fix.rollback}", f"Check: {fix.verify}"]
    plain = "\n\n".join(message.in_general(text, rule, pack.catalogue) for text in said).replace("`", "")
    return {"fullDescription": {"text": rule.why}, "help": {"text": plain} | page}

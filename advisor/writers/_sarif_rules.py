"""SARIF's rules: the texts that code scanning shows beside a rule's alerts, in general words."""

from typing import Any

from advisor.pack import Pack, Rule, message, pages
from advisor.report.texts import address_of, title

LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "note", "info": "note"}
_PRECISION = {"measured": "very-high", "documented": "high", "field": "medium"}
_PROBLEMS = {"error": "error", "warning": "warning", "note": "recommendation"}  # GitHub's words for rules' levels
_SECURITY_SCORES = {"critical": "9.5", "high": "8.0", "medium": "5.5", "low": "3.0", "info": "1.0"}  # GitHub's scale


def rule(rule: Rule, pack: Pack, found: bool, decided: str | None = None) -> dict[str, Any]:
    """Return a rule. found: whether it has results.

    decided: the severity that the configuration gives all its findings; None if the rule decides.
    """
    worst = decided or rule.severities[0]
    if rule.category == "security":
        rank = {"security-severity": _SECURITY_SCORES[worst]}
    else:
        rank = {"problem.severity": _PROBLEMS[LEVELS[worst]]}
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
            **rank,
        },
    }


def _texts(rule: Rule, pack: Pack, found: bool) -> dict[str, Any]:
    """Return why the rule matters and what to do. A rule with results has its whole page as Markdown."""
    fix = rule.fix
    said = [rule.why, fix.summary, f"Undo: {fix.rollback}", f"Verify: {fix.verify}"]
    brief = "\n\n".join(message.in_general(text, rule, pack.catalogue) for text in said)
    page = pages.page(rule, pack) if found else brief
    return {"fullDescription": {"text": rule.why}, "help": {"text": brief.replace("`", ""), "markdown": page}}

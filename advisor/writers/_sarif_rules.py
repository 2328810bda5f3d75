"""SARIF's rules: what code scanning shows of a rule beside its alerts, in general words, with its whole page."""

import re
from typing import Any

from advisor.pack import Pack, Rule, message, pages
from advisor.report.texts import address_of, title

LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "note", "info": "note"}
_PRECISION = {"measured": "very-high", "documented": "high", "field": "medium"}
_SECURITY_SCORES = {"critical": "9.5", "high": "8.0", "medium": "5.5", "low": "3.0", "info": "1.0"}  # GitHub's scale
_PLACEHOLDER = re.compile(r"<([A-Za-z][\w.%-]*)>")
_FENCE = "```"


def rule(rule: Rule, pack: Pack, found: bool) -> dict[str, Any]:
    """A rule. found: it has results; of the others nobody reads more than what they are about."""
    worst = rule.severity_when[0][0] if rule.severity_when else rule.severity
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
    page = {"markdown": in_words(pages.page(rule, pack))} if found else {}
    fix = rule.fix
    said = [rule.why, fix.summary, f"Way back: {fix.rollback}", f"Check: {fix.verify}"]
    plain = in_words(message.in_general("\n\n".join(said), rule, pack.catalogue)).replace("`", "")
    return {"fullDescription": {"text": rule.why}, "help": {"text": plain} | page}


def in_words(text: str) -> str:
    """A page with words where a server's values come, which Markdown would take for tags; examples stay as they are."""
    parts = text.split(_FENCE)
    parts[::2] = [_outside(part) for part in parts[::2]]
    return _FENCE.join(parts)


def _outside(text: str) -> str:
    """The same of what is no example; within backticks, where something is to be typed, in capitals."""
    pieces = text.split("`")
    pieces[::2] = [_PLACEHOLDER.sub(lambda match: _word(match[1]), piece) for piece in pieces[::2]]
    pieces[1::2] = [_PLACEHOLDER.sub(lambda match: _capitals(match[1]), piece) for piece in pieces[1::2]]
    return "`".join(pieces)


def _word(key: str) -> str:
    """`the setting`, `the array's level`, `View_Rebuild_Dir`."""
    if "." not in key:
        return key
    kind, _, rest = key.partition(".")
    kind = kind.replace("_", " ")
    return f"the {kind}" if rest == "name" else f"the {kind}'s {rest.replace('_', ' ').replace('.', ' ')}"


def _capitals(key: str) -> str:
    """`SETTING`, `ARRAY_LEVEL`, `View_Rebuild_Dir`."""
    return key.removesuffix(".name").replace(".", "_").upper() if "." in key else key

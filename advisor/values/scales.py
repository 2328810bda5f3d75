"""Scales: the words by which findings and rules are weighed, worst or firmest first.

Types of what may be written, in a module that every command can afford.
"""

from typing import Literal, get_args

Severity = Literal["critical", "high", "medium", "low", "info"]
Limit = Literal["critical", "high", "medium", "low", "info", "never"]
Impact = Literal["data-loss", "outage", "security", "performance", "maintenance"]
Confidence = Literal["measured", "documented", "field"]

SEVERITIES: tuple[str, ...] = get_args(Severity)
IMPACTS: tuple[str, ...] = get_args(Impact)
CONFIDENCES: tuple[str, ...] = get_args(Confidence)

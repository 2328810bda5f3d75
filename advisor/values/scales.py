"""Define the severities and confidences of findings and rules, highest first, and the platforms of servers.

This module contains only types, so that every command can import it quickly.
"""

from typing import Literal, get_args

Severity = Literal["critical", "high", "medium", "low", "info"]
Limit = Literal["critical", "high", "medium", "low", "info", "never"]
Impact = Literal["data-loss", "outage", "security", "performance", "maintenance"]
Confidence = Literal["measured", "documented", "field"]
Platform = Literal["windows", "linux", "aix", "solaris", "os400", "zlinux", "zos"]

SEVERITIES: tuple[str, ...] = get_args(Severity)
IMPACTS: tuple[str, ...] = get_args(Impact)
CONFIDENCES: tuple[str, ...] = get_args(Confidence)

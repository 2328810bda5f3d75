"""MegaCli's batteries: reads the blocks about them into what protects the controller's cache and how it fares.

Firmware of twenty years names the state in different rows, or leaves `Battery state:` empty: the first row of the table
that is there decides.
"""

import re
from collections.abc import Iterator

from advisor.readers.blocks import Block
from advisor.readers.raid._statements import Statement
from advisor.values import raid

_PROTECTION, _STATE = "controller.protection", "controller.protection_state"
_BAD = re.compile(r"(?:fail|degraded|faulty|non.?operational)", re.I)
_STATES = (
    # a row's key, the words that decide, the state; None: the tool says something that is neither good nor bad
    ("battery pack missing", re.compile("yes", re.I), "missing"),
    ("battery replacement required", re.compile("yes", re.I), "failed"),
    ("issohgood", re.compile("no", re.I), "failed"),
    ("learn cycle active", re.compile("yes", re.I), "charging"),
    ("charging status", re.compile("charging", re.I), "charging"),
    ("battery state", _BAD, "failed"),
    ("pack is about to fail & should be replaced", re.compile("yes", re.I), None),
    ("remaining capacity low", re.compile("yes", re.I), None),
    ("battery state", re.compile("optimal|operational", re.I), "ok"),
    ("battery replacement required", re.compile("no", re.I), "ok"),
    ("issohgood", re.compile("yes", re.I), "ok"),
)
_VERDICT = ("battery replacement required", "issohgood")  # every release prints one of them, below the other rows
_NO_BATTERY = "required hardware component is not present"


def listed(block: Block) -> Iterator[Statement]:
    """What `BBU status for Adapter: 0` tells."""
    if row := block.row_of("batterytype"):
        yield Statement(_PROTECTION, raid.protection(row.value), row.span)
    if cut_short(block):
        return
    for key, words, state in _STATES:
        if (row := block.row_of(key)) and words.match(row.value):
            yield Statement(_STATE, state, row.span)
            return


def cut_short(block: Block) -> bool:
    """Whether the listing ends before it says if the battery must be replaced; what it said so far could mislead."""
    return block.row_of(*_VERDICT) is None


def summary(block: Block) -> Iterator[Statement]:
    """What the few lines below `BBU` in -ShowSummary tell."""
    if row := block.row_of("bbu type"):
        yield Statement(_PROTECTION, raid.protection(row.value), row.span)
    if row := block.row_of("status"):
        yield Statement(_STATE, "failed" if _BAD.match(row.value) else raid.protection_state(row.value), row.span)


def overview(block: Block, listed_elsewhere: bool) -> Iterator[Statement]:
    """`BBU: Present` in -AdpAllInfo and -CfgDsply; a capacitor is called so too, hence its own listing outweighs it."""
    if row := block.row_of("bbu"):
        word = row.value.lower()
        if word == "absent":
            yield Statement(_PROTECTION, "none", row.span)
        elif word == "present" and not listed_elsewhere:
            yield Statement(_PROTECTION, "battery", row.span)


def refused(block: Block) -> Iterator[Statement]:
    """`Get BBU Status Failed`: where the firmware says why, there is no battery; else nobody knows."""
    row = next((row for row in block.rows if _NO_BATTERY in row.text.lower()), None)
    if row and "bbu" in block.row.text.lower():
        yield Statement(_PROTECTION, "none", row.span)

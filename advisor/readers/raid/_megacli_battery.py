"""Blocks about the battery in MegaCli's output in; what protects the controller's cache and how it fares out.

Firmware of twenty years names the state in different rows, or leaves `Battery state:` empty: the first row of the table
that is there decides.
"""

import re
from collections.abc import Iterator

from advisor.readers.blocks import Block, Row

Told = tuple[str, str, Row]  # the key's last part, the text, the row that tells it

_PROTECTS = re.compile(
    r"(?P<battery>i?BBU[0-9]*|i?TBBU[0-9]*)|(?P<capacitor>CVPM[0-9]*|CVSC[0-9]*|.*super ?cap.*)", re.I
)
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
_SUMMARY = {"healthy": "ok", "optimal": "ok", "charging": "charging", "missing": "missing"}
_NO_BATTERY = "required hardware component is not present"


def listed(block: Block) -> Iterator[Told]:
    """What `BBU status for Adapter: 0` tells."""
    if (row := block.row_of("batterytype")) and (text := _protection(row)):
        yield "protection", text, row
    if cut_short(block):
        return
    for key, words, state in _STATES:
        if (row := block.row_of(key)) and words.match(row.value):
            if state:
                yield "protection_state", state, row
            return


def cut_short(block: Block) -> bool:
    """Whether the listing ends before it says if the battery must be replaced; what it said so far could mislead."""
    return block.row_of(*_VERDICT) is None


def summary(block: Block) -> Iterator[Told]:
    """What the few lines below `BBU` in -ShowSummary tell."""
    if (row := block.row_of("bbu type")) and (text := _protection(row)):
        yield "protection", text, row
    if row := block.row_of("status"):
        state = "failed" if _BAD.match(row.value) else _SUMMARY.get(row.value.lower())
        if state:
            yield "protection_state", state, row


def overview(block: Block, told_elsewhere: bool) -> Iterator[Told]:
    """`BBU: Present` in -AdpAllInfo and -CfgDsply; a capacitor is called so too, hence its own listing outweighs it."""
    row = block.row_of("bbu")
    if row and row.value.lower() == "absent":
        yield "protection", "none", row
    if row and row.value.lower() == "present" and not told_elsewhere:
        yield "protection", "battery", row


def refused(block: Block) -> Iterator[Told]:
    """`Get BBU Status Failed`: where the firmware says why, there is no battery; else nobody knows."""
    row = next((row for row in block.rows if _NO_BATTERY in row.text.lower()), None)
    if row and "bbu" in block.row.text.lower():
        yield "protection", "none", row


def _protection(row: Row) -> str | None:
    found = _PROTECTS.fullmatch(row.value)
    return found.lastgroup if found else None

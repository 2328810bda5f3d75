"""RAID: the words of six tools for levels, caches and health in, one spelling for all of them out."""

import re

_LEVEL = re.compile(r"(?:raid[\s_-]*)?(\d{1,2})\s*(e{1,2}|\+\s*0|\(adg\)|reed-solomon)?\b.*", re.IGNORECASE)
_LEVELS = {"0", "1", "1E", "3", "4", "5", "5E", "5EE", "6", "10", "1E0", "50", "60"}
_PRIMARY = re.compile(r"primary-(\d+),\s*secondary-(\d+)", re.IGNORECASE)
_WITHOUT = re.compile(r"(?:simple|spanned|concat|linear|jbod|volume|none)", re.IGNORECASE)


def level(text: str, spans: int = 1) -> str | None:
    """`RAID 1+0`, `raid10`, `Primary-1, Secondary-0` with two spans: each is 10; None where no level is named.

    `6 (ADG)` and `6 Reed-Solomon` are 6, `RAID 1E` is 1E, a volume without RAID is JBOD.
    """
    bare = text.strip()
    if primary := _PRIMARY.match(bare):
        first, second = primary[1], primary[2]
        striped = spans > 1 or second == "3"
        told = {"1": "10", "5": "50", "6": "60"}.get(first, first) if striped else first
        return told if told in _LEVELS else None
    found = _LEVEL.fullmatch(bare)
    if not found:
        return "JBOD" if _WITHOUT.match(bare) else None
    behind = (found[2] or "").replace(" ", "").lower()
    spelled = found[1] + ("0" if behind == "+0" else behind.upper() if set(behind) == {"e"} else "")
    return spelled if spelled in _LEVELS else None

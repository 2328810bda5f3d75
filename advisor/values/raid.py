"""Map the words of all RAID tools for levels, health, caches and their protection to one spelling each.

An unknown word is None. Words of a single tool (the codes of storcli's columns, the acceleration methods of ssacli) are
mapped by its reader.
"""

import re
from collections.abc import Iterable

REBUILD, RESHAPE, RESHAPE_WITH_SPARE = "rebuild", "reshape", "reshape with spare"  # of array.pending

_LEVELS = {"0", "1", "1E", "1E0", "3", "4", "5", "5E", "5EE", "6", "10", "50", "60"}
_LEVEL = re.compile(
    r"(?:raid[ -]*)?(?:level )?(?P<level>\d{1,2}(?:e\d?|ee)?)(?P<striped> ?[+/] ?[01])?(?: enhanced)?"
    r"(?: \((?P<inner>[^()]*)\)| ?- ?(?P<words>[^()]+)| (?P<code>reed-solomon))?",
    re.IGNORECASE,
)
_NAMED_FIRST = re.compile(r"(?P<words>[^()\d]+) \((?P<number>raid[^()]*)\)", re.IGNORECASE)
_AROUND = re.compile(r"^(?:hardware|software)[ -](?=raid)|(?<=\d) (?:set|array|configuration)$", re.IGNORECASE)
_ENHANCED = re.compile(r"enhanced raid ?1|raid ?1 enhanced", re.IGNORECASE)
_PRIMARY = re.compile(r"primary-(\d+),\s*secondary-(\d+)", re.IGNORECASE)
_WITHOUT = re.compile(r"(?:simple|spanned)(?: volume)?|concat(?:enated)?|linear|jbod|volume|none", re.IGNORECASE)
_STRIPED = {"1": "10", "5": "50", "6": "60"}
_SPELLED = {"01": "10", "0+1": "10", "00": "0"}
_MIRROR, _STRIPE, _AND = "mirror(?:ed|ing)?", "strip(?:e|ed|ing)", r"(?:and |\+ ?)?"
_BY_NAME = {  # levels by what a vendor calls them, alone or behind the number
    re.compile(pattern, re.IGNORECASE): spelled
    for pattern, spelled in (
        (rf"(?:drive |disk |data )?{_MIRROR}(?: set)?", "1"),
        ("distributed data guarding|stripe set with parity", "5"),
        ("data guarding", "4"),
        ("(?:raid )?adg|advanced data guarding", "6"),
        (rf"{_STRIPE}(?: set)?|no fault tolerance(?: support)?", "0"),
        (rf"(?:{_MIRROR} {_AND}{_STRIPE}|{_STRIPE} {_AND}{_MIRROR}s?)(?: set)?", "10"),
    )
}


def _by_word(meanings: dict[str, Iterable[str]]) -> dict[str, str]:
    """Return the meaning of each word, from the words of each meaning."""
    return {word: meaning for meaning, words in meanings.items() for word in words}


_HEALTH = _by_word(
    {
        "ok": [
            *("ok", "okay", "opt", "optl", "optimal"),
            *("clean", "active", "active-idle", "write-pending", "readonly", "read-auto", "dirty"),  # mdadm's
            *("no-errors", "checking", "reshaping"),  # mdadm's, too: neither takes redundancy away
        ],
        "degraded": [
            *("degraded", "dgd", "dgrd", "pdgd", "partially degraded", "partial degraded", "suboptimal"),
            *("needs attention", "ndatn", "multi-path access degraded"),
            *("interim recovery mode", "using interim recovery mode", "ready for recovery operation"),
            *("ready for rebuild", "ready rebuild", "waiting for rebuild"),
            "critical",  # ServeRAID: one more failure and the data is gone
        ],
        "rebuilding": ["rebuilding", "recovering", "currently recovering"],
        "initializing": [
            *("initializing", "resyncing"),
            "impacted",  # ServeRAID: usable, its parity still being built
        ],
        "failed": [
            *("failed", "fail", "fld", "offline", "offln", "ofln"),
            *("wrong drive", "wrong physical drive was replaced"),
            *("bad connect", "a physical drive is not properly connected"),
            *("inactive", "broken", "not started"),  # mdadm's and the kernel's
        ],
    }
)
_PROTECTION_STATE = _by_word(
    {
        "ok": ["ok", "opt", "optimal", "ready", "healthy"],
        "charging": ["charging", "recharging", "not fully charged"],
        "missing": ["missing", "msng", "absent", "not installed", "not present"],
        "failed": ["failed", "fld", "fatal"],
    }
)
_PROTECTION = re.compile(
    r"(?P<battery>batter(?:y|ies)|i?T?BBU\d*)|(?P<capacitor>capacitors?|CVPM\d*|CVSC\d*|.*super ?cap.*)", re.IGNORECASE
)
_POLICY = re.compile(
    r"(?P<back>write[\s-]*back|enabled|on|wb)\b|(?P<through>write[\s-]*through|disabled|off|wt)\b", re.IGNORECASE
)
_DISABLED = {"temporarily disabled", "permanently disabled"}
_SWITCH = {"true": "yes", "enabled": "yes", "enable": "yes", "false": "no", "disabled": "no", "disable": "no"}
_SIZE = re.compile(r"(\d{1,9})(?:\.0*)?\s*([KM])(?:i?B)?", re.IGNORECASE)


def level(text: str, spans: int = 1) -> str | None:
    """Return the level: `RAID 1+0`, `0+1`, `raid10`, `Primary-1, Secondary-0` with two spans are 10.

    `6 (ADG)`, `Data Guarding (RAID 4)` and `Distributed Data Guarding` are 6, 4 and 5, `Enhanced RAID1` is 1E, a volume
    without RAID is JBOD. An unknown spelling is None, never the level that it begins with.
    """
    spaced = " ".join(text.replace("_", " ").split())
    if primary := _PRIMARY.match(spaced):
        striped = spans > 1 or primary[2] == "3"
        spelled = _STRIPED.get(primary[1], primary[1]) if striped else primary[1]
        return spelled if spelled in _LEVELS else None
    if _WITHOUT.fullmatch(spaced):
        return "JBOD"
    enhanced, _, inner = spaced.partition(" (")
    if _ENHANCED.fullmatch(enhanced):
        return level(inner.removesuffix(")")) if inner else "1E"
    if level_match := _NAMED_FIRST.fullmatch(spaced):
        spaced = f"{level_match['number']} ({level_match['words']})"
    match = _LEVEL.fullmatch(_AROUND.sub("", spaced))
    return _numbered(match) if match else _by_name(spaced)


def unheard_level(said: str) -> str:
    """Return the doubt for an array with an unknown RAID level."""
    return f'"{said}" is no RAID level that domlint knows'


def _numbered(match: re.Match[str]) -> str | None:
    """Return the level of a number, unless the words after it name another level."""
    striped = (match["striped"] or "").replace(" ", "").replace("/", "+")
    spelled = match["level"].upper() + striped
    plain_level = _SPELLED.get(spelled) or spelled.replace("+0", "0")
    words = match["inner"] or match["words"] or ""
    agrees = not words or _by_name(words) in {plain_level, "1" if plain_level in {"10", "1E"} else plain_level}
    return plain_level if plain_level in _LEVELS and agrees else None


def _by_name(words: str) -> str | None:
    return next((level_name for pattern, level_name in _BY_NAME.items() if pattern.fullmatch(words.strip())), None)


def health(word: str) -> str | None:
    """Return the health: ok, degraded, rebuilding, initializing or failed; None if unknown.

    Examples of words: `Optimal`, `Dgrd`, `Interim Recovery Mode`.
    """
    return _HEALTH.get(word.strip().lower())


def controller_health(word: str) -> str | None:
    """Return the health of a controller: ok, degraded or failed. A controller is never rebuilding."""
    state = health(word)
    return state if state in {"ok", "degraded", "failed"} else None


def protection(word: str) -> str | None:
    """Return the protection of a cache: `Batteries` and `iBBU08` are battery, `CVPM02` is capacitor."""
    match = _PROTECTION.fullmatch(word.strip())
    return match.lastgroup if match else None


def protection_state(text: str) -> str | None:
    """Return the state of the protection: ok, charging, missing or failed, as for `Failed (Replace Batteries)`."""
    word = text.strip().lower()
    return "failed" if word.startswith("failed") else _PROTECTION_STATE.get(word)


def cache_policy(text: str) -> str | None:
    """Return write-back or write-through, or None if unknown.

    `Enabled (write-back) when protected by battery`, `WriteBack`, `On` and `WB` are write-back.
    """
    match = _POLICY.match(text.strip())
    return None if match is None else "write-back" if match["back"] else "write-through"


def cache_disabled(word: str) -> str | None:
    """Return "yes" if the controller has disabled the cache, temporarily or permanently, else None."""
    return "yes" if word.strip().lower() in _DISABLED else None


def switch(word: str) -> str | None:
    """Return yes for `True`, `Enabled` or `Enable`, no for `False`, `Disabled` or `Disable`, else None."""
    return _SWITCH.get(word.strip().lower())


def size(text: str) -> str | None:
    """Return a strip or chunk in KB: `256 KB`, `64k` → 64 KB, `1.0 MB` → 1024 KB."""
    match = _SIZE.fullmatch(text.strip())
    return f"{int(match[1]) * (1024 if match[2] in 'mM' else 1)} KB" if match else None

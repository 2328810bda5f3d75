"""AIX's thread variables: a name in the environment in, the variable of AIX that it is or is a slip for out."""

# From IBM's pages on thread variables, its AIX 4.3 Differences Guide, and from programs for AIX that set them.
NAMES = frozenset(
    "AIXTHREAD_" + name
    for name in (
        "AFFINITY", "COND_DEBUG", "DISCLAIM_GUARDPAGES", "ENRUSG", "GUARDPAGES", "HRT", "MINKTHREADS", "MNRATIO",
        "MUTEX_DEBUG", "MUTEX_FAST", "PREALLOC", "READ_GUARDPAGES", "RWLOCK_DEBUG", "SCOPE", "SLPRATIO", "STK",
        "SUSPENDIBLE",
    )
)  # fmt: skip
_TWO_EDITS_FROM = 14  # letters of a name in which two slips are still one word, as for settings


def resembles(name: str) -> str | None:
    """The variable of AIX that a name is no more than a slip away from, or None; None too where it is one.

    A slip is a letter dropped, added or changed, or two neighbours swapped; two in a long name. AIX tells capital
    letters from small ones. Names that differ in a digit are two variables.
    """
    upper = name.upper()
    if name in NAMES or upper in NAMES:
        return None if name in NAMES else upper
    most = 2 if len(name) >= _TWO_EDITS_FROM else 1
    near = [known for known in NAMES if _may_be_meant(upper, known, most)]
    if not near:
        return None
    from rapidfuzz.distance import OSA

    found = [(slips, known) for known in near if (slips := OSA.distance(upper, known)) <= most]
    return min(found)[1] if found else None


def _may_be_meant(name: str, known: str, most: int) -> bool:
    """Whether two names are of about one length and made of about the same letters; cheap, for most are not."""
    if abs(len(name) - len(known)) > most or any(letter.isdigit() for letter in name):
        return False
    return len(set(name).symmetric_difference(known)) <= 2 * most

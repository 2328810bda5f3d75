"""Recognise AIX's thread variables in the environment, and misspelled ones."""

from advisor.values.near import most_slips, near

# From IBM's pages on thread variables, its AIX 4.3 Differences Guide, and from programs for AIX that set them.
NAMES = frozenset(
    "AIXTHREAD_" + name
    for name in (
        "AFFINITY", "COND_DEBUG", "DISCLAIM_GUARDPAGES", "ENRUSG", "GUARDPAGES", "HRT", "MINKTHREADS", "MNRATIO",
        "MUTEX_DEBUG", "MUTEX_FAST", "PREALLOC", "READ_GUARDPAGES", "RWLOCK_DEBUG", "SCOPE", "SLPRATIO", "STK",
        "SUSPENDIBLE",
    )
)  # fmt: skip

UNEXPORTED = "it is set here but not exported"  # why nobody can say what Domino sees of it


def resembles(name: str) -> str | None:
    """Return the AIX variable of which a name is a misspelling: one slip, or two in a long name.

    Returns None for a correct name. AIX is case-sensitive. Names that differ in a digit are two variables.
    """
    upper = name.upper()
    if name in NAMES or upper in NAMES:
        return None if name in NAMES else upper
    if any(letter.isdigit() for letter in name):
        return None
    return min(near(upper, NAMES, most_slips(name)), default=(0, None))[1]

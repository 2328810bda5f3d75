"""AIX's thread variables: takes a name in the environment, and tells which variable of AIX it is or is a slip for."""

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
    """The variable of AIX that a name is no more than a slip (two in a long name) away from, or None.

    None too where it is one; AIX tells capital letters from small ones. Names that differ in a digit are two variables.
    """
    upper = name.upper()
    if name in NAMES or upper in NAMES:
        return None if name in NAMES else upper
    if any(letter.isdigit() for letter in name):
        return None
    return min(near(upper, NAMES, most_slips(name)), default=(0, None))[1]

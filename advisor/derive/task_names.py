"""Task names: takes a member of ServerTasks, and tells whether a comma is missing, or whose slip its name may be.

A program may have any name, so one that nobody knows is only told of where a known one is a slip of the keyboard away.
"""

import re
from collections.abc import Iterator

from advisor.values.near import near

# Names out of IBM's table of server tasks, and those of tasks that came later, from their own pages.
_WITHOUT_ARGUMENTS = frozenset(
    {
        "adminp", "amgr", "billing", "calconn", "catalog", "chronos", "cladmin", "cldbdir", "clrepl", "collect",
        "dircat", "diiop", "domidx", "event", "http", "imap", "ldap", "mtc", "nntp", "pop3", "replica", "reporter",
        "rnrmgr", "router", "sched", "smtp", "statlog", "stats", "update",
    }
)  # fmt: skip
_WITH_ARGUMENTS = frozenset(
    {
        "autoupdate", "backup", "certmgr", "compact", "daosmgr", "dbmt", "design", "fixup", "mailscan", "maps",
        "object", "runjava", "ispy", "smtpmta", "staddin", "traveler", "updall",
    }
)  # fmt: skip
_KNOWN = _WITHOUT_ARGUMENTS | _WITH_ARGUMENTS
_SHORTEST = 5  # letters of a name in which any slip is one; in a shorter one only two that are swapped
SINCE = {"certmgr": "12.0", "dbmt": "9.0"}


def plain(name: str) -> str:
    """A task's name without the n of Windows' programs."""
    return name[1:] if name.startswith("n") and name[1:] in _KNOWN else name


def of_member(name: str, written: str) -> Iterator[tuple[str, str]]:
    """The last word of a key and its text. name: in lower case. written: the whole member, as it stands."""
    words = [plain(word.lower()) for word in re.split(r"[;|\s]+", written) if word]
    if len(words) > 1 and words[0] in _WITHOUT_ARGUMENTS and not _KNOWN.isdisjoint(words[1:]):
        yield "run_together", written
    elif plain(name) not in _KNOWN and (meant := _meant(name)):
        yield "resembles", meant
    if since := SINCE.get(plain(name)):
        yield "since", since


def put_right(slip: str, text: str, written: str) -> str | None:
    """A member without its slip: "" where it does not belong in the list, None where nobody can say what is meant.

    slip, text: what `of_member` yields. written: the whole member, as it stands.
    """
    if slip == "since":
        return ""
    words = [word for word in re.split(r"[;|\s]+", written) if word]
    if slip == "resembles":
        return written.replace(words[0], text, 1)
    return ",".join(words) if all(plain(word.lower()) in _KNOWN for word in words) else None


def _meant(name: str) -> str:
    """The known name that one slip parts from a name with the same digits, or ""."""
    digits = re.sub(r"\D", "", name)
    for _, known in sorted(near(name, _KNOWN, 1)):
        swapped = sorted(name) == sorted(known)
        if digits == re.sub(r"\D", "", known) and (swapped or len(name) >= _SHORTEST):
            return known
    return ""

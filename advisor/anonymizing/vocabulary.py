"""Words that are no names: those of Domino, of the catalogue, of file formats, of systems and of products.

words.txt contains the words that settings, readers and the texts of rules use, in lower case.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

# Words that make up names of Domino's own groups, administrators and services. No company is called so.
_ROLES = frozenset(
    {
        *("access", "admin", "admins", "administrator", "administrators", "agent"),
        *("anonymous", "backup", "catalog", "central", "cluster", "console", "data", "database"),
        *("databases", "default", "directory", "domain", "domino", "everyone", "global"),
        *("group", "groups", "guest", "hcl", "help", "hub", "ibm", "internal", "internet", "job"),
        *("local", "localdomainadmins", "localdomainfulladmins"),
        *("localdomainservers", "localdomaincatalogservers", "lotus", "mail"),
        *("manager", "master", "monitor", "network", "notes", "other", "otherdomainservers"),
        *("public", "relay", "replication", "root", "router", "server", "servers", "service"),
        *("services", "signer", "smtp", "sql", "support", "svc", "system", "team", "template", "test"),
        *("traveler", "user", "users", "web"),
    }
)
_MAKERS = (  # and public lists of senders of spam, which rules know
    "ibm|lotus|hcl|hcltech|hcltechsw|hcl-software|hcl-domino|microsoft|windowsupdate|w3|redhat|suse|oracle|sun|vmware"
    "|docker|quay|github|xmlsoap|openxmlformats|apache|java|kernel|letsencrypt|spamhaus|spamcop|sorbs|dsbl|ordb|njabl"
    "|ahbl|abuseat|barracudacentral|uceprotect|inps|mailspike|surriel|spamcannibal|cymru|five-ten-sg|orbs|maps"
    "|mail-abuse|dnswl|blitzed"
)
_PRODUCT_DOMAINS = re.compile(rf"(?:.*\.)?(?:{_MAKERS})\.(?:com|org|net|io|de|to)")
_DEVICE = re.compile(
    r"(?:sd|xvd|vd|hd)[a-z]{1,2}\d*|nvme\d.*|[0-9a-f]{8,}"
    r"|(?:md|dm|loop|sr|hdisk|hdiskpower|vpath|mmcblk|lv|vg|fslv|loglv|hd)\d+"
)
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
_PARTS = re.compile(r"[^\W\d_]+|\d+")


@cache
def words() -> frozenset[str]:
    """Return all words that are no names, in lower case."""
    return frozenset(Path(__file__).with_name("words.txt").read_text(encoding="utf-8").split())


@lru_cache(maxsize=65_536)
def is_word(word: str) -> bool:
    """Return whether a word is no name: a known word, a word of two letters or fewer, or two known words in one."""
    low = word.casefold()
    return len(low) < 3 or low in words() or _is_compound(low)


def _is_compound(low: str) -> bool:
    """Return whether a word consists of two known words of at least 3 letters, such as `notesdata`."""
    known = words()
    return any(low[:cut] in known and low[cut:] in known for cut in range(3, len(low) - 2))


def parts_of(text: str) -> list[str]:
    """Return the words and numbers of a text."""
    return _PARTS.findall(text)


def is_plain(text: str) -> bool:
    """Return whether a text contains no word that may be a name."""
    return _DEVICE.fullmatch(text.lower()) is not None or all(
        part.isdigit() or is_word(part) for part in parts_of(text)
    )


def is_plain_compound(word: str) -> bool:
    """Return whether a word such as `HasLANPort` consists of known words, as its capitals part it."""
    return is_word(word) or all(is_word(part) for part in _CAMEL.findall(word))


def is_role(text: str) -> bool:
    """Return whether a name of several words names only a role, such as `Domino Administrators`."""
    return all(part.isdigit() or len(part) < 2 or part.casefold() in _ROLES for part in parts_of(text))


def is_product_domain(host: str) -> bool:
    """Return whether a DNS name belongs to a maker or to a standard, such as www.lotus.com."""
    return _PRODUCT_DOMAINS.fullmatch(host.lower()) is not None

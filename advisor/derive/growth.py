"""Growth: what may grow on a volume, by what lies there, and what must not be deleted by hand; in words for a fix."""

from collections.abc import Collection

from advisor.derive.side_files import BELOW

BESIDE_DATABASES = ("dumps", "full-text")  # where nothing puts them elsewhere
_IN_WORDS = {
    "databases": "databases and mail boxes in which mail waits (compact only where there is room for a copy)",
    BELOW: "databases (compact only where there is room for a copy)",
    "dumps": "old NSD files and dumps in IBM_TECHNICAL_SUPPORT and HCL_TECHNICAL_SUPPORT",
    "full-text": "full-text indexes",
    "log": "log.nsf",
    "nif": "view indexes (delete no .NDX file by hand)",
    "daos": (
        "attachment objects (delete no .NLO file by hand: DAOS removes what no document needs any more, but only while "
        "`tell daosmgr status catalog` says synchronized; else type `tell daosmgr resync`)"
    ),
    "transaction-log": "the transaction log (delete no .TXN file by hand)",
    "view-rebuild": "what view rebuilds left there",
    "debug": "debug output",
    "os": "the operating system's own logs, updates and temporary files",
    "program": "programs of releases that nobody needs any more",
}


def may_grow(here: Collection[str], elsewhere: Collection[str]) -> str:
    """What may grow where something of the server lies. here, elsewhere: what lies there, and on other volumes."""
    beside = [what for what in BESIDE_DATABASES if "databases" in here and what not in elsewhere]
    return "; ".join(words for what, words in _IN_WORDS.items() if what in here or what in beside)


def beside_a_log(most: int) -> str:
    """What fills a volume that is made for more than a log. most: the bytes that the log takes."""
    limit = f"{most // 1024**2} MB at most"
    return f"files beside the transaction log, which itself takes {limit} (delete no .TXN file by hand)"

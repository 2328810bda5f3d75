"""Compacting: reads the words behind a scheduled Compact, Fixup or DBMT; tells what becomes of databases and when."""

import re
from collections.abc import Iterator

from advisor.facts import Fact

_NEW_INSTANCE = {"-B", "-c", "-C", "-D", "-R", "-r"}  # smaller files and copies; -b keeps the database's instance
_OF_A_DATABASE = r"(?i)\.(?:nsf|box|ntf|nsg|nsh)$"
_LISTED = r"(?i)\.ind$"
_NOT_LOOKED_INTO = "the databases that an .ind file lists are not known"
_NO_INTERVAL = "DBMT's command line has no -compactNdays, and its default is not known"
_THREADS, _DAYS = (rf"(?i)(?:^|\s)-{option}\s+(\d{{1,4}})\b" for option in ("compactthreads", "compactndays"))


def what_it_does(name: str, arguments: str) -> Iterator[Fact]:
    """`scheduled_task.new_instances`, `.everything` and `.compacts_every`, of what is started under a plain name."""
    words = arguments.split()
    if name in {"compact", "fixup"}:
        yield _everything(words)
    if name == "compact":
        yield Fact("scheduled_task.new_instances", "yes" if _NEW_INSTANCE & set(words) else "no")
    if name == "dbmt":
        yield from _compacts_every(arguments)


def _everything(words: list[str]) -> Fact:
    """Whether it works through the data directory or a folder, and not through databases that it names."""
    files = [word.strip('"') for word in words if not word.startswith(("-", "+"))]
    named = [file for file in files if re.search(_OF_A_DATABASE, file) and "*" not in file]
    doubt = _NOT_LOOKED_INTO if any(re.search(_LISTED, file) for file in files) else ""
    return Fact("scheduled_task.everything", "" if doubt else "no" if named else "yes", doubt=doubt)


def _compacts_every(arguments: str) -> Iterator[Fact]:
    """After how many days DBMT compacts a database again; nothing where it compacts none."""
    threads, days = re.search(_THREADS, arguments), re.search(_DAYS, arguments)
    if threads and int(threads[1]) == 0:
        return
    doubt = "" if days else _NO_INTERVAL
    yield Fact("scheduled_task.compacts_every", days[1] if days else "", doubt=doubt)

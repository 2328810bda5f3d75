"""Compacting: reads the words behind a scheduled Compact, Fixup or DBMT; tells what becomes of databases and when."""

import re
from collections.abc import Iterator

from advisor.facts import Fact

_NEW_INSTANCE = {"-B", "-c", "-C", "-D", "-R", "-r"}  # smaller files and copies; -b keeps the database's instance
_IN_PLACE = "-b"
_KEPT = re.compile(r"-[bBcCDRri]|-S\d{0,3}|[^-+].*")  # words that mean the same beside -b, or nothing
_OF_A_DATABASE = r"(?i)\.(?:nsf|box|ntf|nsg|nsh)$"
_LISTED = r"(?i)\.ind$"
_NOT_LOOKED_INTO = "the databases that an .ind file lists are not known"
_NO_INTERVAL = "DBMT's command line has no -compactNdays, and its default is not known"
_THREADS, _DAYS = (rf"(?i)(?:^|\s)-{option}\s+(\d{{1,4}})\b" for option in ("compactthreads", "compactndays"))


def what_it_does(name: str, arguments: str) -> Iterator[Fact]:
    """`scheduled_task.new_instances`, `.in_place`, `.everything` and `.compacts_every`, of what has a plain name."""
    words = arguments.split()
    if name in {"compact", "fixup"}:
        yield _everything(words)
    if name == "compact":
        yield Fact("scheduled_task.new_instances", "yes" if _NEW_INSTANCE & set(words) else "no")
        if _NEW_INSTANCE & set(words) and all(map(_KEPT.fullmatch, words)):
            yield Fact("scheduled_task.in_place", _in_place(words))
    if name == "dbmt":
        yield from _compacts_every(arguments)


def _in_place(words: list[str]) -> str:
    """The same command with -b for what gives a new instance: what is compacted, and from when on, stays."""
    kept = ["compact", *(_IN_PLACE if word in _NEW_INSTANCE else word for word in words)]
    return " ".join(word for at, word in enumerate(kept) if word != _IN_PLACE or _IN_PLACE not in kept[:at])


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

"""Find the reader modules, one a format, in the folders of their families. Each is imported when it is first needed."""

import os
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from advisor import limits
from advisor.readers.interface import Reader

ARE_NAMED = f"places of it could not be read, of which the first {limits.MAX_UNREAD_PLACES} are named"


@cache
def _families() -> dict[str, str]:
    """Return the folder, its family, of each reader module by the module's name."""
    with os.scandir(Path(__file__).parent) as entries:
        folders = [(entry.name, entry.path) for entry in entries if entry.is_dir()]
    return {name: folder for folder, path in folders for name in _modules(path)}


def _modules(folder: str) -> list[str]:
    with os.scandir(folder) as files:
        names = [file.name.removesuffix(".py") for file in files if file.name.endswith(".py")]
    return [name for name in names if not name.startswith("_")]


# Words in file names that are no part of a reader's name: other names of tools, and names that manuals use.
_OTHER_NAMES = {
    "hpssacli": "ssacli", "hpacucli": "ssacli", "perccli": "storcli", "mounts": "mount", "nextboot": "tunables",
    "lastboot": "tunables", "profile": "environment", "dominoautoconfig": "one_touch", "limits": "process_limits",
    "typeperf": "counters", "rc_domino_config": "start_script",
    **dict.fromkeys(("physicaldisks", "disks", "partitions", "volumes"), "powershell_json"),
    **dict.fromkeys(("get_physicaldisk", "get_disk", "get_partition", "get_volume"), "powershell_text"),
}  # fmt: skip
# Files of AIX and UNIX that have one name everywhere. Their text looks like that of any script.
_FIXED_NAMES = dict.fromkeys((".profile", ".kshrc", "environment"), "environment")
_PACKED = (".gz", ".bz2", ".xz", ".zst", ".z", ".zip", ".tar", ".tgz", ".7z", ".rar", ".cab")
_SHORT_HEAD = 8 * 1024  # bytes
_NOTES_HEADER = b"[notes]"  # with this line nearly every NOTES.INI begins, and no other format
_SEPARATORS_TO_UNDERSCORES = str.maketrans("-. ", "___")


def suggested(file_name: str) -> str:
    """Return the reader that a file's name suggests, or "". Packed files suggest none. The file is not opened."""
    plain = file_name.lower()
    if plain.endswith(_PACKED):
        return ""
    if plain.endswith(".ini"):
        return "notes_ini"
    words = "_" + plain.translate(_SEPARATORS_TO_UNDERSCORES)
    return next((name for word, name in _reader_by_word().items() if _is_a_word(word, words)), "")


def by_file_name(file_name: str, head: bytes) -> str:
    """Return the reader of a text file whose whole name says what it is, or ""."""
    return "" if b"\0" in head else _FIXED_NAMES.get(file_name.rpartition("/")[2], "")


@cache
def _reader_by_word() -> dict[str, str]:
    """Return the reader for each word that may occur in a file name."""
    return {f"_{word}": name for word, name in {**{name: name for name in names()}, **_OTHER_NAMES}.items()}


def _is_a_word(word: str, words: str) -> bool:
    """Return whether `word` is among the words, or begins one that continues with a digit, as in storcli64."""
    _, match, after = words.partition(word)
    return bool(match) and not after[:1].isalpha()


def likely_first(file_name: str, head: bytes) -> Iterator[str]:
    """Yield the names of the readers that may take a file, those first that are part of its name.

    head: how the file begins, in lower case. A program or picture has no further reader. If the head is short, readers
    are left out of which neither `signs` nor `sign_pattern` is in it. In a long head it takes less time to ask them.
    """
    plain = file_name.lower().translate(_SEPARATORS_TO_UNDERSCORES)
    named_readers = [name for name in names() if name in plain or (name == "notes_ini" and plain.endswith("_ini"))]
    if "notes_ini" not in named_readers and head.lstrip().startswith(_NOTES_HEADER):
        named_readers.append("notes_ini")
    yield from named_readers
    if 2 * head.count(0) > len(head):
        return
    if len(head) > _SHORT_HEAD:
        yield from (name for name in names() if name not in named_readers)
        return
    any_sign, readers, patterns = _readers_by_sign()
    signed_readers = {name for sign in set(any_sign.findall(head)) for name in readers[sign]}
    signed_readers.update(name for name, pattern in patterns if pattern.search(head))
    yield from sorted(signed_readers.difference(named_readers))


@cache
def _readers_by_sign() -> tuple[re.Pattern[bytes], dict[bytes, list[str]], list[tuple[str, re.Pattern[bytes]]]]:
    """Return a pattern that finds every sign, the readers of each sign, and the readers that have a pattern instead."""
    by_sign: dict[bytes, list[str]] = {}
    patterns: list[tuple[str, re.Pattern[bytes]]] = []
    for name in names():
        signs = reader(name).signs
        for sign in signs:
            by_sign.setdefault(sign, []).append(name)
        if not signs:
            patterns.append((name, re.compile(reader(name).sign_pattern)))
    readers_by_sign = {
        sign: [name for longer_sign in by_sign if longer_sign.startswith(sign) for name in by_sign[longer_sign]]
        for sign in by_sign
    }
    return re.compile(b"(?=(" + _any_of(list(by_sign)) + b"))"), readers_by_sign, patterns


def _any_of(words: list[bytes]) -> bytes:
    """Return a pattern for words that reads each letter once. A word that begins another also matches."""
    if b"" in words:
        return b""
    rests: dict[bytes, list[bytes]] = {}
    for word in sorted(words):
        rests.setdefault(word[:1], []).append(word[1:])
    return b"(?:" + b"|".join(re.escape(letter) + _any_of(rest) for letter, rest in rests.items()) + b")"


@cache
def names() -> tuple[str, ...]:
    """Return the names of the reader modules."""
    return tuple(sorted(_families()))


def family(name: str) -> str:
    """Return the folder of a reader module."""
    return _families()[name]


@cache
def reader(name: str) -> Reader:
    """Return the reader of a name. Its module is imported when somebody first asks for it."""
    return cast(Reader, import_module(f"advisor.readers.{family(name)}.{name}").READER)

"""Addresses: files that lie elsewhere than in folders of this machine: s3://bucket/servers, as fsspec opens them."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from errno import EIO
from functools import partial
from pathlib import Path
from typing import Any

from advisor import limits
from advisor.servers.archives import in_a_walk
from advisor.servers.arguments import Argument
from advisor.servers.gathered import Gathered
from advisor.servers.walk import (
    LEFT_OUT,
    NEVER_ENTERED,
    NOT_READ,
    OURS,
    Chunks,
    FoundFile,
    HeldBytes,
    Unread,
    never_opened,
    of_nothing,
)
from advisor.values.paths import NOT_THERE
from advisor.values.printing import printable_path
from advisor.values.secret_forms import hidden, pieces

_AT_A_TIME = 8  # files that are fetched
_WANTED = "an address is opened by fsspec: pip install 'domlint[dask]'"


def shown(address: str) -> str:
    """An address as it is printed: without who asks, his password, and what signs it (`?sig=***`)."""
    parts = map(_without_secrets, address.split("::"))  # `zip://a.zip::https://host/b`
    return printable_path(re.sub(r"//[^/]*@", "//", "::".join(parts)))


def in_sentence(text: str) -> str:
    """A sentence with the addresses in it as they are printed; those, too, that a path wrote with one slash."""
    return re.sub(r"[^ \n]+", lambda word: _of_word(word[0]), text)


def _of_word(word: str) -> str:
    return re.sub(r"(\w\w:/)(?!/)[^/]*@", r"\1", shown(word)) if ":/" in word and "@" in word else word


def _without_secrets(text: str) -> str:
    return hidden(text, pieces(text))


def why_not(address: str) -> str:
    """Why nothing can be read there, or ""."""
    try:
        files, path = _system(address)
        return "" if files.exists(path) else NOT_THERE
    except ImportError as slip:  # fsspec says which package opens such an address
        return _WANTED if slip.name == "fsspec" else str(slip)
    except Exception as slip:  # each kind of system raises what it likes
        return f"it cannot be asked ({type(slip).__name__})"


def files_of(one: Argument, result: Gathered) -> Iterator[tuple[FoundFile, Argument]]:
    """The files that an address names or holds, in the order of a walk, each with its own place.

    result: is told what cannot be read.
    """
    try:
        files, path = _system(one.text)
        found = {path: files.info(path)} if files.isfile(path) else files.find(path, detail=True)
    except Exception as slip:
        result.unread.append(Unread(shown(one.text), None, _said(slip), True, NOT_READ))
        return
    itself = path in found
    top = Path("/", path.strip("/"))
    home = top.parent if itself else top
    ways = {
        tuple(map(_without_secrets, _way(each, home))): (each, info)
        for each, info in found.items()
        if not info.get("islink")
    }
    for file in _fetched(_wanted(result, files, home, ways, itself=itself)):
        yield file, one._replace(real=file.path, home=home, walked=None if itself else home)


def _wanted(
    result: Gathered, files: Any, home: Path, ways: dict[tuple[str, ...], tuple[str, Any]], *, itself: bool
) -> Iterator[FoundFile]:
    """The files that may be looked into. result: is told what of them is not read.

    files: what opens them. home: their folder. ways: by the parts of their paths below that, the path and its entry.
    """
    for way in sorted(ways, key=in_a_walk):
        each, info = ways[way]
        real = home.joinpath(*way)
        printed = printable_path("/".join((home.name, *way)).lstrip("/"))
        if not _is_wanted(way):
            continue
        if result.exclude.excludes(real):
            result.unread.append(Unread(printed, None, LEFT_OUT))
        elif not info["size"]:
            result.unread += of_nothing(way[-1], printed)
        else:
            chunks = partial(bytes_at, files.unstrip_protocol(each))
            yield FoundFile(real, printed, info["size"], "itself" if itself else "folder", chunks=chunks)


def _fetched(files: Iterable[FoundFile]) -> Iterator[FoundFile]:
    """The same files in their order, with the bytes of those that are not large: several are fetched at a time."""
    with ThreadPoolExecutor(_AT_A_TIME) as threads:
        waiting: deque[tuple[FoundFile, Future[Chunks]]] = deque()
        for file in files:
            waiting.append((file, threads.submit(_bytes_of, file)))
            if len(waiting) > 2 * _AT_A_TIME:
                yield _with_bytes(*waiting.popleft())
        while waiting:
            yield _with_bytes(*waiting.popleft())


def _with_bytes(file: FoundFile, fetched: "Future[Chunks]") -> FoundFile:
    return file._replace(chunks=fetched.result())


def _bytes_of(file: FoundFile) -> Chunks:
    """Return the bytes of a file, or what fetches them when they are asked for; or what raises why they are lost."""
    if not file.chunks or file.size > limits.MAX_HELD_FILE_BYTES:
        return file.chunks or HeldBytes(b"")
    try:
        return HeldBytes(b"".join(file.chunks()))
    except OSError as slip:
        return partial(_raise, slip)


def _raise(slip: OSError) -> Iterator[bytes]:
    raise slip


def _way(path: str, home: Path) -> tuple[str, ...]:
    return Path("/", path.strip("/")).relative_to(home).parts


def _is_wanted(way: tuple[str, ...]) -> bool:
    *folders, name = way
    return name != OURS and not never_opened(name) and NEVER_ENTERED.isdisjoint(folders)


def _system(address: str) -> tuple[Any, str]:
    """What knows the files of an address, and its path there."""
    url_to_fs: Callable[[str], tuple[Any, str]] = _fsspec().core.url_to_fs
    return url_to_fs(address)


def bytes_at(address: str) -> Iterator[bytes]:
    """All bytes of a file, a piece at a time; in whichever process. Raises OSError."""
    from advisor.servers import contents

    try:
        with _fsspec().open(address, "rb") as stream:
            yield from contents.pieces(stream)
    except OSError:
        raise
    except Exception as slip:
        raise OSError(EIO, _said(slip)) from slip


def _said(slip: Exception) -> str:
    """What went wrong, by its kind alone unless the system says it: the text may hold an address with a password."""
    return getattr(slip, "strerror", None) or f"it cannot be read ({type(slip).__name__})"


def _fsspec() -> Any:
    import fsspec  # type: ignore[import-untyped]

    return fsspec

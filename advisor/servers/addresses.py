"""Read files from addresses that fsspec opens, for example s3://bucket/servers."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from errno import EIO
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from advisor import limits
from advisor.servers.archives import in_a_walk
from advisor.servers.arguments import Argument
from advisor.servers.contents import Chunks, FoundFile, HeldBytes, stream_pieces
from advisor.servers.model import NOT_READ, Gathered, Unread
from advisor.servers.walk import LEFT_OUT, NEVER_ENTERED, OURS, empty_file_remarks, never_opened
from advisor.values.paths import NOT_THERE
from advisor.values.printing import printable_path
from advisor.values.secret_forms import masked, pieces

_AT_A_TIME = 8  # files that are fetched
_WANTED = "an address is opened by fsspec: pip install 'domlint[dask]'"


def shown(address: str) -> str:
    """Return an address for printing, without user, password and signature (`?sig=***`)."""
    parts = map(_without_secrets, address.split("::"))  # `zip://a.zip::https://host/b`
    return printable_path(re.sub(r"//[^/]*@", "//", "::".join(parts)))


def in_sentence(text: str) -> str:
    """Return a sentence in which every address is printable, including addresses with one slash after the scheme."""
    return re.sub(r"[^ \n]+", lambda word: _shown_word(word[0]), text)


def _shown_word(word: str) -> str:
    return re.sub(r"(\w\w:/)(?!/)[^/]*@", r"\1", shown(word)) if ":/" in word and "@" in word else word


def _without_secrets(text: str) -> str:
    return masked(text, pieces(text))


def why_not(address: str) -> str:
    """Return why an address cannot be read, or ""."""
    try:
        files, path = _system(address)
        return "" if files.exists(path) else NOT_THERE
    except ImportError as slip:  # fsspec says which package opens such an address
        return _WANTED if slip.name == "fsspec" else str(slip)
    except Exception as slip:  # each kind of system raises what it likes
        return f"it cannot be asked ({type(slip).__name__})"


def files_of(argument: Argument, result: Gathered) -> Iterator[tuple[FoundFile, Argument]]:
    """Yield the files at or below an address in the order of a walk, each with its argument.

    result: receives the files that cannot be read.
    """
    try:
        files, path = _system(argument.text)
        info_by_path = {path: files.info(path)} if files.isfile(path) else files.find(path, detail=True)
    except Exception as slip:
        result.unread.append(Unread(shown(argument.text), None, _message(slip), True, NOT_READ))
        return
    is_file = path in info_by_path
    top = Path("/", path.strip("/"))
    home = top.parent if is_file else top
    entries_by_parts = {
        tuple(map(_without_secrets, Path("/", each.strip("/")).relative_to(home).parts)): (each, info)
        for each, info in info_by_path.items()
        if not info.get("islink")
    }
    for file in _fetched(_files_to_read(result, files, home, entries_by_parts, itself=is_file)):
        yield file, replace(argument, real=file.path, home=home, walked=None if is_file else home)


def _files_to_read(
    result: Gathered, files: Any, home: Path, entries_by_parts: dict[tuple[str, ...], tuple[str, Any]], *, itself: bool
) -> Iterator[FoundFile]:
    """Yield the files to examine, and add the skipped files to `result`.

    files: the file system. home: the folder of the files. entries_by_parts: maps the path below `home`, split into
    parts, to the full path and its directory entry.
    """
    for parts in sorted(entries_by_parts, key=in_a_walk):
        path, info = entries_by_parts[parts]
        real = home.joinpath(*parts)
        printed = printable_path("/".join((home.name, *parts)).lstrip("/"))
        if not _is_wanted(parts):
            continue
        if result.exclude.excludes(real):
            result.unread.append(Unread(printed, None, LEFT_OUT))
        elif not info["size"]:
            result.unread += empty_file_remarks(parts[-1], printed)
        else:
            chunks = partial(bytes_at, files.unstrip_protocol(path))
            yield FoundFile(real, printed, info["size"], "itself" if itself else "folder", chunks=chunks)


def _fetched(files: Iterable[FoundFile]) -> Iterator[FoundFile]:
    """Yield the files in order, with the bytes of small files. Several files are fetched in parallel."""
    with ThreadPoolExecutor(_AT_A_TIME) as threads:
        waiting: deque[tuple[FoundFile, Future[Chunks]]] = deque()
        for file in files:
            waiting.append((file, threads.submit(_bytes_of, file)))
            if len(waiting) > 2 * _AT_A_TIME:
                yield _with_bytes(*waiting.popleft())
        while waiting:
            yield _with_bytes(*waiting.popleft())


def _with_bytes(file: FoundFile, fetched: "Future[Chunks]") -> FoundFile:
    return replace(file, chunks=fetched.result())


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


def _is_wanted(parts: tuple[str, ...]) -> bool:
    *folders, name = parts
    return name != OURS and not never_opened(name) and NEVER_ENTERED.isdisjoint(folders)


def _system(address: str) -> tuple[Any, str]:
    """Return the fsspec file system of an address, and the path in this file system."""
    url_to_fs: Callable[[str], tuple[Any, str]] = _fsspec().core.url_to_fs
    return url_to_fs(address)


def bytes_at(address: str) -> Iterator[bytes]:
    """Yield all bytes of a file, a piece at a time. Works in any process. Raises OSError."""
    try:
        with _fsspec().open(address, "rb") as stream:
            yield from stream_pieces(stream)
    except OSError:
        raise
    except Exception as slip:
        raise OSError(EIO, _message(slip)) from slip


def _message(slip: Exception) -> str:
    """Return the system's message for an exception, or the class name, because other texts may contain a password."""
    return getattr(slip, "strerror", None) or f"it cannot be read ({type(slip).__name__})"


def _fsspec() -> Any:
    import fsspec  # type: ignore[import-untyped]

    return fsspec

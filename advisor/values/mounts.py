"""Mounts: the name of a volume, by where it is mounted, in one spelling for all tools and for storage.toml.

Windows compares without case and takes both slashes, UNIX with case and the one; a sign at the end means nothing.
"""

import re

_WINDOWS = re.compile(r"[A-Za-z]:|\\\\")


def named(mount: str) -> str:
    """A drive letter as C:, a folder of Windows in small letters, a path of UNIX as /local."""
    bare = mount.strip()
    if not _WINDOWS.match(bare):
        return bare.rstrip("/") or bare[:1]
    folded = bare.replace("/", "\\").rstrip("\\").lower()
    return folded[:1].upper() + folded[1:]

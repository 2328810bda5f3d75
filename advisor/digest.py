"""Digest: a text in, its SHA-256 as hexadecimal digits out.

Python's own SHA-256 where it can be had without hashlib: that loads OpenSSL first, 2 ms of the 85 that a check takes.
"""

try:
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]  # Python 3.12 and newer
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found,unused-ignore]  # Python 3.11
    except ImportError:
        from hashlib import sha256


def digest(text: str) -> str:
    """64 hexadecimal digits."""
    return str(sha256(text.encode()).hexdigest())

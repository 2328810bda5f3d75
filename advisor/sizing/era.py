"""Era: a release and a platform → whether the memory tables speak of them; without reading the tables."""

from advisor import values

_FIRST, _FIRST_NOT_MEANT = [4, 5, 0, 0, 0, 0], [4, 6, 0, 0, 0, 0]
_PLATFORM = "windows"


def has_memory_tables(release: str | None, platform: str | None) -> bool | None:
    """Yes for 4.5 and its maintenance releases on Windows; None where too little is known."""
    if platform not in {None, _PLATFORM}:
        return False
    if not release or release.endswith(values.AT_LEAST):
        return None
    told = _FIRST <= values.parse("release", release) < _FIRST_NOT_MEANT
    return None if told and platform is None else told

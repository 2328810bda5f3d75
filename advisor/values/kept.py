"""Kept: a function of a text in, the same function out that does not do its work twice for the same text.

Of short texts many are kept, of long ones few: the next server may have the same, and one server is looked at as it
is, after its next start, and as another release.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

_SHORT, _MANY = 400, 8192  # letters of a text, and how many such are kept
_LONG, _SOME = 4096, 2048
_LONGEST, _FEW = 64 * 1024, 256  # a megabyte has no more of those that are longer than the ones above

_Function = TypeVar("_Function", bound=Callable[..., Any])


def kept(make: _Function) -> _Function:
    """The function. Its last argument is the text."""
    of_short, of_long, of_longest = (lru_cache(most)(make) for most in (_MANY, _SOME, _FEW))

    @wraps(make)
    def made(*given: Any) -> Any:
        letters = len(given[-1])
        if letters <= _SHORT:
            return of_short(*given)
        if letters > _LONGEST:
            return make(*given)
        return of_long(*given) if letters <= _LONG else of_longest(*given)

    def cache_clear() -> None:
        for one in (of_short, of_long, of_longest):
            one.cache_clear()

    made.cache_clear = cache_clear  # type: ignore[attr-defined]  # as functools' have it
    return cast(_Function, made)

"""The list of fix packs: the newest one of each release, from domlint or from a file of the site.

domlint's own list is releases.json: `as_of` is the day on which it was true, `source` an id in rules/sources/.
"""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.json import decode

from advisor.values import release
from advisor.values.release import ReleaseList

BUILTIN = Path(__file__).with_name("releases.json")
_FIELDS = {"name", "newest", "source"}
_FORM = 'it needs `as_of`, a date, and for each release a [[release]] with name = "12.0.2" and newest = "12.0.2FP8"'


class BadReleases(ValueError):
    """Raised if a list of fix packs cannot be used. Its text is the reason, after `file:line` if the line is known."""


@cache
def builtin() -> ReleaseList:
    """Return domlint's own list."""
    data = decode(BUILTIN.read_bytes())
    return ReleaseList(dict(map(_row, data["release"])), data["as_of"], "domlint's list")


def load(path: Path, by: str) -> ReleaseList:
    """Read a list of a site, which is TOML. Raises BadReleases."""
    from advisor.values.toml import NotToml, line_of, read_toml  # few sites have a list of their own

    try:
        text, data = read_toml(path)
    except NotToml as error:
        raise BadReleases(f"{by}:{error.line}: {error}" if error.line else f"{by}: {error}") from None
    as_of, rows = data.get("as_of"), data.get("release")
    if type(as_of) is not date or not isinstance(rows, list) or set(data) != {"as_of", "release"}:
        raise BadReleases(f"{by}: {_FORM}")
    newest: dict[tuple[int, ...], str] = {}
    for index, row in enumerate(rows):
        line = line_of(text, ("release", index))
        try:
            numbers, fix_pack = _row(row)
        except BadReleases as error:
            raise BadReleases(f"{by}:{line}: {error}") from None
        if numbers in newest:
            raise BadReleases(f"{by}:{line}: the list names {row['name']} twice. Remove one of the two.")
        newest[numbers] = fix_pack
    return ReleaseList(newest, as_of.isoformat(), by)


def _row(row: Any) -> tuple[tuple[int, ...], str]:
    """Return a release, as numbers, and its newest fix pack. Raises BadReleases."""
    named = row if isinstance(row, dict) and set(row) <= _FIELDS else {}
    numbers = [release.parse(str(named.get(field, ""))) for field in ("name", "newest")]
    if not numbers[0] or not numbers[1] or numbers[0][: release.FIX_PACK] != numbers[1][: release.FIX_PACK]:
        raise BadReleases(_FORM)
    return tuple(numbers[0][: release.FIX_PACK]), release.spell(str(named["newest"]))

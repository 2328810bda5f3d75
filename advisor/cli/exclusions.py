"""Exclusions: servers in, what their virus scanners should leave alone out, as text or JSON."""

from collections.abc import Iterator
from typing import Any

from advisor.known import VIEWS
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.evidence import evidence_of
from advisor.report.exclusions import Excluded, exclusions
from advisor.servers.server import Server

SOURCE = {
    "title": "IBM technote 1417504, on virus scanners of the operating system",
    "url": "http://www-01.ibm.com/support/docview.wss?uid=swg21417504",
}
_HEAD = "Directories that a virus scanner of the operating system should leave alone:"


def told(name: str, server: Server, catalogue: Catalogue) -> dict[str, Any]:
    """Return the JSON row of a server: its directories, each with its views and its evidence."""
    by_view = {view.name: exclusions(view.facts) for view in server.views}
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for view, found in by_view.items():
        for one in found.directories:
            row = rows.setdefault((one.path, one.what), _row(one, catalogue) | {"views": []})
            row["views"] += [view] if len(by_view) > 1 else VIEWS
    unknown = list(dict.fromkeys(text for found in by_view.values() for text in found.unknown))
    return {"server": name, "directories": list(rows.values()), "not_known": unknown, "source": SOURCE}


def _row(one: Excluded, catalogue: Catalogue) -> dict[str, Any]:
    evidence = evidence_of(catalogue, one.answer)
    return {
        "path": masking.masked(catalogue, one.path),
        "what": one.what,
        "in_data_directory": one.inside,
        "told_by": {
            "path": evidence.path,
            "line": evidence.line,
            "column": evidence.column,
            "note": evidence.note or None,
        },
    }


def lines(row: dict[str, Any]) -> Iterator[str]:
    """Yield a row as lines. A folder in the data directory needs no exclusion if the data directory is excluded."""
    yield row["server"]
    if row["directories"]:
        yield f"  {_HEAD}"
    width = max((len(one["path"]) for one in row["directories"]), default=0)
    for one in row["directories"]:
        remarks = ["in the data directory"] * one["in_data_directory"]
        remarks += [", ".join(one["views"])] * (tuple(one["views"]) != VIEWS)
        remarks += [one["told_by"]["note"]] * bool(one["told_by"]["note"])
        remark = f" ({'; '.join(remarks)})" if remarks else ""
        yield f"  {one['path']:<{width}}  {one['what']}{remark}{_spot(one['told_by'])}"
    for text in row["not_known"]:
        yield f"  Not known: {text}"
    yield f"  Source: {row['source']['title']}, {row['source']['url']}"


def _spot(place: dict[str, Any]) -> str:
    return f"  {place['path']}:{place['line']}:{place['column']}" if place["path"] and place["line"] else ""

"""Baseline: an earlier JSON report, as the findings that are known from it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from advisor.pack import SEVERITIES

_SCHEMA = 2  # the fingerprints of reports before are other ones
_NO_REPORT = "not a report of domlint check --format json"


class KnownFinding(NamedTuple):
    """A finding of the baseline. owner: its server or cluster; stem: what all findings of a rule on a server bear.

    format: that of the file in which it stood, "" where none is told. members: those of its cluster.
    """

    severity: str
    rule: str
    owner: str
    stem: str
    format: str = ""
    members: tuple[str, ...] = ()


class Baseline(NamedTuple):
    """An earlier report, as far as it says what is known. findings: by fingerprint; complete: it was a whole report."""

    findings: Mapping[str, KnownFinding]
    complete: bool = True


_LARGEST = 512 * 1024**2  # bytes


class NoBaseline(ValueError):
    """A file that cannot be a baseline, and why."""


def baseline_in(path: Path, shown: str) -> Baseline:
    """The baseline in a file, in UTF-8 or UTF-16. Raises NoBaseline, which begins with `shown`: who asks for it."""
    import json  # late: most runs have none

    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
        if len(raw) > _LARGEST:
            raise NoBaseline(f"{shown}: larger than {_LARGEST // 1024**2} MB, which no report is")
        data = json.loads(raw)
        version = data["schema_version"]
        if version != _SCHEMA:
            raise NoBaseline(f"{shown}: {_other(version)}")
        formats = {
            (server["name"], file["path"]): str(file["format"])
            for server in data["servers"]
            for file in server["inputs"]
        }
        members = {cluster["name"]: tuple(map(str, cluster["members"])) for cluster in data["clusters"]}
        found = {str(row["fingerprint"]): _known(row, formats, members) for row in data["findings"]}
        return Baseline(found, data["complete"] is True)
    except OSError as slip:
        raise NoBaseline(f"{shown}: {slip.strerror}") from None
    except NoBaseline:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NoBaseline(f"{shown}: {_NO_REPORT}") from None


def _known(
    row: dict[str, Any], formats: dict[tuple[str, str], str], members: dict[str, tuple[str, ...]]
) -> KnownFinding:
    severity = SEVERITIES[SEVERITIES.index(row["severity"])]
    place = row["location"] or {"path": ""}
    return KnownFinding(
        severity,
        row["rule"],
        row["server"] or row["cluster"],
        row["stem"],
        formats.get((row["server"], place["path"]), ""),
        members.get(row["cluster"], ()),
    )


def _other(version: object) -> str:
    """What to do about a report with another schema."""
    if isinstance(version, int) and version > _SCHEMA:
        return f"a report of a newer domlint (schema_version {version}); check with that one"
    if version != 1:
        return _NO_REPORT
    return (
        "a report with schema_version 1, whose fingerprints are other ones; "
        "make a new one with --format json:FILE, on the same paths and without --baseline"
    )

"""Baseline: an earlier report, as JSON or as lines of it, as the findings that are known from it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from advisor.pack import SEVERITIES

_SCHEMAS = (2, 3)  # what is asked for here is the same in both
_NO_REPORT = "not a report of domlint check --format json or ndjson"
_AS_RELEASE = "made with --as-release, so it does not tell what stands now; make one without"
_BROKEN_OFF = "its last line is missing, so that run broke off; make a new one"


class KnownFinding(NamedTuple):
    """A finding of the baseline. owner: its server or cluster.

    files: the paths of those in which it stands, the one to look into first. members: those of its cluster. beside:
    the servers of its machine on which it rests.
    """

    severity: str
    rule: str
    owner: str
    files: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class KnownServer(NamedTuple):
    """A server of the baseline. place: where it began. inputs: the format of each of its files, by its path.

    told: what an option or the configuration told of it.
    """

    place: str
    inputs: Mapping[str, str] = {}
    beside: tuple[str, ...] = ()
    told: Mapping[str, Any] = {}


class Baseline(NamedTuple):
    """An earlier report, as far as it says what is known. findings: by fingerprint; complete: it was a whole report.

    ran: the ids of the rules that ran for it; None where it does not say. changed: by rule id, the figures that its
    configuration gave. servers: by name, case folded.
    """

    findings: Mapping[str, KnownFinding]
    complete: bool = True
    ran: frozenset[str] | None = None
    changed: Mapping[str, Mapping[str, Any]] = {}
    servers: Mapping[str, KnownServer] = {}


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
        lines = _lines(raw.decode(json.detect_encoding(raw), "surrogatepass"), json.loads)
        version = lines[0]["schema_version"]
        if version not in _SCHEMAS:
            raise NoBaseline(f"{shown}: {_other(version)}")
        if "complete" not in lines[-1]:
            raise NoBaseline(f"{shown}: {_BROKEN_OFF}")
        if lines[-1].get("as_release"):
            raise NoBaseline(f"{shown}: {_AS_RELEASE}")
        data = lines[0] if "servers" in lines[0] else _joined(lines)
        servers = {str(server["name"]).casefold(): _server(server) for server in data["servers"]}
        members = {cluster["name"]: tuple(map(str, cluster["members"])) for cluster in data["clusters"]}
        found = {str(row["fingerprint"]): _known(row, servers, members) for row in data["findings"]}
        ran = frozenset(data["ran"]) if "ran" in data else None
        return Baseline(found, data["complete"] is True, ran, _figures(data), servers)
    except OSError as slip:
        raise NoBaseline(f"{shown}: {slip.strerror}") from None
    except NoBaseline:
        raise
    except (ValueError, LookupError, TypeError, RecursionError):
        raise NoBaseline(f"{shown}: {_NO_REPORT}") from None


def _lines(text: str, parsed: Callable[[str], Any]) -> list[Any]:
    """The objects of a report: one in many lines, or one in each of them."""
    try:
        return [parsed(text)]
    except ValueError:
        return [parsed(line) for line in text.split("\n") if line.strip()]


def _joined(lines: list[Any]) -> dict[str, Any]:
    """What the lines of a report say together, as far as it is asked for here."""
    *servers, last = lines
    findings = [finding for line in lines for finding in line["findings"]]
    return {**last, "servers": [line["server"] for line in servers], "findings": findings}


def _figures(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The figures of the rules of which the configuration had changed some."""
    changed = data.get("changed", {})
    return {str(rule): dict(one["parameters"]) for rule, one in changed.items() if one["parameters"]}


def _server(row: dict[str, Any]) -> KnownServer:
    inputs = {str(file["path"]): str(file["format"]) for file in row["inputs"] or ()}
    return KnownServer(str(row["place"]), inputs, tuple(map(str, row.get("beside") or ())), row.get("told") or {})


def _known(
    row: dict[str, Any], servers: Mapping[str, KnownServer], members: Mapping[str, tuple[str, ...]]
) -> KnownFinding:
    return KnownFinding(
        SEVERITIES[SEVERITIES.index(row["severity"])],
        row["rule"],
        row["server"] or row["cluster"],
        tuple(str(place["path"]) for place in filter(None, [row["location"], *(row["further"] or ())])),
        members.get(row["cluster"], ()),
        _beside(row, servers.get((row["server"] or "").casefold())),
    )


def _beside(row: dict[str, Any], server: KnownServer | None) -> tuple[str, ...]:
    """The servers of its machine, where a finding shows a place that is in none of its own server's files."""
    if not server:
        return ()
    places = filter(None, [row["location"], *(row["further"] or ())])
    foreign = any(place["path"] not in server.inputs for place in places)
    partitioned = any((one["key"], one["value"]) == ("server.partitioned", "yes") for one in row["evidence"] or ())
    return server.beside if foreign or partitioned else ()


def _other(version: object) -> str:
    """What to do about a report with another schema."""
    if isinstance(version, int) and version > _SCHEMAS[-1]:
        return f"a report of a newer domlint (schema_version {version}); check with that one"
    if version != 1:
        return _NO_REPORT
    return (
        "a report of an older domlint (schema_version 1); "
        "make a new one with --format json:FILE, on the same paths and without --baseline"
    )

"""Read the baseline: the known findings of an earlier JSON report."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from msgspec import Struct

from advisor import limits
from advisor.pack import SEVERITIES
from advisor.values.paths import why_not_opened
from advisor.values.whereabouts import Places

NOT_A_REPORT = "not a report of domlint check --format json or ndjson"
_BROKEN_OFF = "its last line is missing, so that run broke off; make a new one"
_NO_NUMBER = r'"(?>[^"\\]++|\\.)*+"|(-?Infinity|NaN)'  # JSON has no such words, but Python reads them


class NotAReport(ValueError):
    """A file that cannot be used as an earlier report, and why."""


@contextmanager
def report_errors(shown: str) -> Iterator[None]:
    """Turn every error in a report into NotAReport. The message begins with `shown`: the option or the file."""
    try:
        yield
    except OSError as error:
        raise NotAReport(f"{shown}: {why_not_opened(error)}") from None
    except NotAReport as error:
        raise NotAReport(f"{shown}: {error}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError):
        raise NotAReport(f"{shown}: {NOT_A_REPORT}") from None


def report_bytes(path: Path) -> bytes:
    """Return the bytes of a file. Raises OSError, and NotAReport if it is too large."""
    with path.open("rb") as file:
        return bytes_of(file)


def bytes_of(stream: IO[bytes]) -> bytes:
    """Return the bytes of a stream. Raises NotAReport if it is too large."""
    raw = stream.read(limits.MAX_REPORT_BYTES + 1)
    if len(raw) > limits.MAX_REPORT_BYTES:
        raise NotAReport(f"larger than {limits.MAX_REPORT_BYTES // 1024**2} MB, which no report is")
    return raw


def report_lines(raw: bytes, schemas: tuple[int, ...]) -> list[Any]:
    """Return the objects of a report in UTF-8 or UTF-16: one of JSON, or one for each line of NDJSON.

    schemas: the accepted schema versions. Use it within `report_errors`.
    """
    lines = _lines(raw.decode(json.detect_encoding(raw), "surrogatepass"))
    version = lines[0]["schema_version"]
    if version not in schemas or isinstance(version, bool):
        raise _other(version, schemas)
    if "complete" not in lines[-1]:
        raise NotAReport(_BROKEN_OFF)
    return lines


def _lines(text: str) -> list[Any]:
    """Return the objects of a report. Raises NotAReport if NaN is a value."""

    def no_number(word: str) -> None:
        first = next(match for match in re.finditer(_NO_NUMBER, text) if match[1])
        raise NotAReport(f"is not JSON: {word} in line {text.count(chr(10), 0, first.start()) + 1}")

    try:
        return [json.loads(text, parse_constant=no_number)]
    except NotAReport:
        raise
    except ValueError:
        return [json.loads(line, parse_constant=no_number) for line in text.split("\n") if line.strip()]


def _other(version: object, schemas: tuple[int, ...]) -> NotAReport:
    """Return the error for a report with another schema version."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        return NotAReport(NOT_A_REPORT)
    if version > schemas[-1]:
        return NotAReport(f"a report of a newer domlint (schema_version {version}); check with that one")
    return NotAReport(
        f"a report of an older domlint (schema_version {version}); "
        "make a new one with --format json:FILE, on the same paths and without --baseline"
    )


_SCHEMAS = (2, 3)  # what is asked for here is the same in both
_AS_RELEASE = "made with --as-release, so it does not tell what stands now; make one without"


class KnownFinding(Struct, frozen=True):
    """A finding of the baseline."""

    severity: str
    rule: str
    owner: str  # its server or cluster
    files: tuple[str, ...] = ()  # the paths of its files, the primary one first
    members: tuple[str, ...] = ()  # of its cluster
    beside: tuple[str, ...] = ()  # the servers of the machine on which it depends
    subject: str = ""  # the subject of the rule
    held: tuple[tuple[str, tuple[str, ...]], ...] = ()  # its files of other servers, with their names


class KnownServer(Struct, frozen=True):
    """A server of the baseline."""

    place: str  # its first file
    inputs: Mapping[str, str] = {}  # the format of each file, by path
    beside: tuple[str, ...] = ()  # the other servers of its machine
    told: Mapping[str, Any] = {}  # the values from options or the configuration
    copies: tuple[str, ...] = ()  # the locations of duplicate NOTES.INI files
    plain_name: str = ""  # without the suffix that makes it unique
    alike: Places = Places(())  # the locations of servers with the same plain name


class FileOwners:
    """The owners of the files of a report. servers: by case-folded name."""

    def __init__(self, servers: Mapping[str, KnownServer]) -> None:
        self._servers = servers
        self._of_groups: dict[int, tuple[tuple[str, ...], frozenset[str]]] = {}  # with the group, by its identity
        self._noted: dict[tuple[str, int], bool] = {}  # by path and group

    @cached_property
    def _by_path(self) -> dict[str, tuple[str, ...]]:
        names_by_path: dict[str, list[str]] = {}
        for name, server in self._servers.items():
            for path in server.inputs:
                names_by_path.setdefault(path, []).append(name)
        return {path: tuple(names) for path, names in names_by_path.items()}

    def held(
        self, files: Iterable[str], server: str, *groups: tuple[str, ...]
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the files that belong to other servers only, each with their names.

        server: the own server, or "". groups: the members of its cluster, or the other servers of its machine.
        """
        known_server = self._servers.get(server.casefold())
        for path in dict.fromkeys(files):
            holders = self._by_path.get(path)
            is_own = known_server and path in known_server.inputs
            if holders and not (is_own or any(self._is_of_one(path, group) for group in groups)):
                yield path, holders

    def _is_of_one(self, path: str, group: tuple[str, ...]) -> bool:
        """Return whether a server of the group has the file. The result is cached."""
        cache_key = path, id(group)
        if cache_key not in self._noted:
            among, holders = self._folded(group), self._by_path[path]
            if len(among) < len(holders):
                is_found = any(path in self._servers[name].inputs for name in among)
            else:
                is_found = not among.isdisjoint(holders)
            self._noted[cache_key] = is_found
        return self._noted[cache_key]

    def _folded(self, names: tuple[str, ...]) -> frozenset[str]:
        """Return the case-folded names of those that are servers of the report."""
        if id(names) not in self._of_groups:
            among = frozenset(name.casefold() for name in names)
            self._of_groups[id(names)] = names, among & self._servers.keys()
        return self._of_groups[id(names)][1]


class Baseline(Struct, frozen=True):
    """An earlier report."""

    findings: Mapping[str, KnownFinding]  # by fingerprint
    complete: bool = True  # the report was complete
    ran: frozenset[str] | None = None  # ids of the rules that ran
    changed: Mapping[str, Mapping[str, Any]] = {}  # configured figures by rule id
    servers: Mapping[str, KnownServer] = {}  # by case-folded name


def read_baseline(path: Path, shown: str) -> Baseline:
    """Read the baseline from a file. Raises NotAReport, which begins with `shown`."""
    with report_errors(shown):
        lines = report_lines(report_bytes(path), _SCHEMAS)
        if lines[-1].get("as_release"):
            raise NotAReport(_AS_RELEASE)
        data = lines[0] if "servers" in lines[0] else _joined_lines(lines)
        servers_known = known_servers(data["servers"], data.get("places", ()))
        servers = {
            str(server["name"]).casefold(): server_known
            for server, server_known in zip(data["servers"], servers_known, strict=True)
        }
        members = {cluster["name"]: tuple(map(str, cluster["members"])) for cluster in data["clusters"]}
        holders = FileOwners(servers)
        findings_known = {
            str(row["fingerprint"]): known_finding(row, servers, members, holders) for row in data["findings"]
        }
        ran = frozenset(data["ran"]) if "ran" in data else None
        return Baseline(
            findings_known, data["complete"] is True, ran, changed_figures(data.get("changed", {})), servers
        )


def _joined_lines(lines: list[Any]) -> dict[str, Any]:
    """Return the lines of an NDJSON report as one object."""
    *servers, last = lines
    findings = [finding for line in lines for finding in line["findings"]]
    return {**last, "servers": [line["server"] for line in servers], "findings": findings}


def changed_figures(changed: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the figures of the rules that the configuration changed. changed: as in the report."""
    return {str(rule): dict(row["parameters"]) for rule, row in changed.items() if row["parameters"]}


def known_servers(rows: Iterable[Mapping[str, Any]], places: Iterable[Mapping[str, Any]]) -> Iterator[KnownServer]:
    """Yield the servers of a report by its rows. places: its rows of servers that share a name."""
    plain, begin = dict[str, str](), dict[str, list[str]]()
    for row in places:
        plain[row["server"]] = row["name"]
        begin.setdefault(row["name"], []).append(_checked_place(row["place"]))
    alike, no_places = {name: Places(of_one) for name, of_one in begin.items()}, Places(())
    for row in rows:
        name = plain.get(row["name"], row["name"])
        yield _known_server(row, str(name), alike.get(name, no_places))


def _known_server(row: Mapping[str, Any], plain_name: str, alike: Places) -> KnownServer:
    inputs = {str(file["path"]): str(file["format"]) for file in row["inputs"] or ()}
    neighbours, copies = tuple(map(str, row.get("beside") or ())), tuple(map(_checked_place, row.get("copies") or ()))
    return KnownServer(
        _checked_place(row["place"]), inputs, neighbours, row.get("told") or {}, copies, plain_name, alike
    )


def _checked_place(value: object) -> str:
    """Return a place of a report. Raises ValueError if it has too many folders."""
    if str(value).count("/") > limits.MAX_REPORT_FOLDERS:
        raise ValueError("no place")
    return str(value)


def known_finding(
    row: Mapping[str, Any],
    servers: Mapping[str, KnownServer],
    members: Mapping[str, tuple[str, ...]],
    holders: FileOwners,
) -> KnownFinding:
    """Return a finding of a report by its row. servers: by case-folded name. members: of clusters, by name."""
    owner, files = str(row["server"] or row["cluster"]), tuple(_finding_paths(row))
    of_cluster, beside = (
        members.get(row["cluster"], ()),
        _servers_beside(row, servers.get((row["server"] or "").casefold())),
    )
    return KnownFinding(
        SEVERITIES[SEVERITIES.index(row["severity"])],
        str(row["rule"]),
        owner,
        files,
        of_cluster,
        beside,
        str(row["subject"]),
        tuple(holders.held(files, "" if of_cluster else owner, *filter(None, (of_cluster, beside)))),
    )


def _finding_paths(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the paths of the files that show a finding."""
    return (str(location["path"]) for location in filter(None, [row["location"], *(row["further"] or ())]))


def _servers_beside(row: Mapping[str, Any], server: KnownServer | None) -> tuple[str, ...]:
    """Return the servers of the machine if a finding shows a file of another server."""
    if not server:
        return ()
    foreign = any(path not in server.inputs for path in _finding_paths(row))
    partitioned = any(
        (evidence["key"], evidence["value"]) == ("server.partitioned", "yes") for evidence in row["evidence"] or ()
    )
    return server.beside if foreign or partitioned else ()

"""Clashes: reads findings; tells which of them speak of a place of the layout: an array, a volume, what lives there."""

from collections.abc import Iterable
from typing import NamedTuple

from advisor.report.finding import Finding

_RESIDENTS = {  # how keys begin, and of what they tell where it lies
    "transaction_log": "transaction-log",
    "view_rebuild": "view-rebuild",
    "log_database": "log",
    "page_file": "swap",
    "databases": "databases",
    "daos": "daos",
}
_OF_PLACES = {  # how they end
    "shares", "media", "own_file_system", "in_data_directory", "controller", "controller_shares", "off_spindles",
    "virtual", "arrays", "controllers",
}  # fmt: skip
_SHARED = "machine.shares"  # by another server on the machine; its text names directories
_DIRECTORIES = {
    "transaction log directory": "transaction-log",
    "data directory": "databases",
    "DAOS directory": "daos",
}


class Clash(NamedTuple):
    """A finding that speaks of a place."""

    rule: str
    name: str
    severity: str
    fingerprint: str


class Clashes:
    """The findings of one server, by the place that they speak of."""

    def __init__(self, found: Iterable[Finding]) -> None:
        self._subjects: dict[str, list[Clash]] = {}
        self._residents: dict[str, list[Clash]] = {}
        for finding in found:
            clash = Clash(finding.rule, finding.name, finding.severity, finding.fingerprint)
            self._subjects.setdefault(finding.subject, []).append(clash)
            for what in _of_residents(finding):
                self._residents.setdefault(what, []).append(clash)

    def of_subject(self, subject: str) -> tuple[Clash, ...]:
        """Those of an array, a controller or a volume, by the words that findings have for it."""
        return tuple(self._subjects.get(subject, ()))

    def of_resident(self, what: str) -> tuple[Clash, ...]:
        """Those that say of the databases, the log … that they should lie elsewhere, or on other disks."""
        return tuple(self._residents.get(what, ()))


def _of_residents(finding: Finding) -> Iterable[str]:
    """What a finding on the server as a whole speaks of, by the key that it rests on first."""
    if not finding.evidence:
        return ()
    first = finding.evidence[0]
    if first.key == _SHARED:
        return [what for words, what in _DIRECTORIES.items() if words in (first.value or "")]
    about, _, what = first.key.rpartition(".")
    return [_RESIDENTS[about]] if about in _RESIDENTS and what in _OF_PLACES else ()

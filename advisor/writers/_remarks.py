"""Remarks: what ends the text report: what was read as what, what was not, what to tidy up, and trouble.

Each remark is a label and its words. A folder of many servers gives one remark of a kind, not one for each of them.
"""

import re
from collections import Counter
from collections.abc import Iterator

from advisor.report.report import NOT_JUDGED, RULE_RAISED, Report, ServerReport
from advisor.servers.walk import NOT_READ
from advisor.values.printing import listed, number, spot

Remark = tuple[str, str]

_MOST_READ = 3  # files that need no account
_MOST_FORMATS = 8
_MOST_UNREAD = 5
_MOST_NOTES = 3
_MOST_TROUBLE = 5
_COSTS_MOST = (NOT_JUDGED, RULE_RAISED, NOT_READ)  # words of errors that come first
_LINE = re.compile(r":\d+$")  # behind the path that an error names


def remarks(report: Report) -> Iterator[Remark]:
    """All that is to be said beside findings and grades."""
    yield from _read(report)
    yield from _unread(report)
    if report.config:
        yield "note: ", f"{report.config} was used"
    if report.profile != "default":
        ran = f"; {len(report.judged)} of {number(len(report.pack.rules), 'rule')} ran"
        yield "note: ", f"profile {report.profile} was used{ran * (len(report.judged) < len(report.pack.rules))}"
    yield from _told_otherwise(report.servers)
    if report.idle_waivers or report.idle_servers:
        from advisor.writers._idle import idle  # late: many runs have no configuration

        yield from (("note: ", words) for words in idle(report))
    yield from _alike([server for server in report.servers if server.named_by != "folder"])
    yield from _by_folder([server for server in report.servers if server.named_by == "folder"])


def packed_copies(report: Report) -> Iterator[str]:
    """A sentence for each archive that holds the same servers as a folder."""
    for one in report.packed_copies:
        servers = f"{number(len(one.servers), 'server')} ({listed(one.servers)})"
        yield f"{one.archive} and {one.folder} hold the same files for {servers}. domlint used {one.folder}."


def _read(report: Report) -> Iterator[Remark]:
    """`read: 3 ssacli, 2 notes.ini, df`: the most frequent first."""
    formats = {file.path: file.format for server in report.servers for file in server.inputs}
    if len(formats) > _MOST_READ:
        counts = Counter(formats.values()).most_common()
        told = [f"{count} {name}" if count > 1 else name for name, count in counts]
        others = len(told) - _MOST_FORMATS
        more = [number(others, "other format")] if others > 1 else told[_MOST_FORMATS:]
        yield "read: ", ", ".join([*told[:_MOST_FORMATS], *more])


def _unread(report: Report) -> Iterator[Remark]:
    """What is no input. What should have been one, and is damaged, is trouble: it comes last."""
    quietly = [part for part in report.unread if not part.problem]
    if report.packed_copies:  # they are told at the top, once for all files
        from advisor.servers.packed_copies import SAME_UNPACKED  # late: most runs have no archive

        quietly = [part for part in quietly if part.reason != SAME_UNPACKED]
    if len(quietly) <= _MOST_UNREAD:
        yield from (("not read: ", f"{part.path}: {part.reason}") for part in quietly)
    else:
        reasons = Counter(part.reason for part in quietly).most_common()
        summed = "; ".join(f"{reason} ({number})" for reason, number in reasons)
        yield "not read: ", f"{summed}; --format json names the files"


def expired(report: Report) -> Iterator[Remark]:
    """Waivers that no longer hold: somebody thinks that these findings are accepted."""
    if report.idle_waivers:
        from advisor.writers._idle import expired as rows  # late: many runs have no waiver

        yield from (("note: ", words) for words in rows(report))


def trouble(report: Report) -> Iterator[Remark]:
    """Why the report is not whole, and what could not be read, or not to its end: of more than a few, a line a file.

    All that stands on standard error too, which a ticket does not hold.
    """
    of_file: dict[str, dict[Remark, None]] = {}
    for error in sorted(report.errors, key=lambda error: error.what not in _COSTS_MOST):
        of_file.setdefault(_LINE.sub("", error.where), {})["error: ", f"{error.subject}: {error.message}"] = None
    for part in report.unread:
        words = f"{spot(part.path, part.line)}: {part.reason}"
        if part.problem and ("error: ", words) not in of_file.get(part.path, {}):
            of_file.setdefault(part.path, {})["trouble: ", words] = None
    lines = [line for of_one in of_file.values() for line in of_one]
    if len(lines) > _MOST_TROUBLE:
        lines = [(label, words + _and_more(others)) for (label, words), *others in of_file.values()]
    yield from lines[:_MOST_TROUBLE]
    if len(lines) > _MOST_TROUBLE:
        yield "trouble: ", f"{len(lines) - _MOST_TROUBLE} more; --format json names all of it"


def _told_otherwise(servers: tuple[ServerReport, ...]) -> Iterator[Remark]:
    """Where domlint.toml or an option says otherwise than what counts."""
    told = [f"{server.name}: {text}" for server in servers for text in server.contradictions]
    for text in told[:_MOST_NOTES]:
        yield "note: ", text
    if len(told) > _MOST_NOTES:
        yield "note: ", f"{number(len(told) - _MOST_NOTES, 'more contradiction')} of this kind; --format json has all"


def _and_more(others: list[Remark]) -> str:
    return f" (and {len(others)} more in this file)" if others else ""


def _alike(servers: list[ServerReport]) -> Iterator[Remark]:
    """The names that several servers have: copies, or one server on several days."""
    by_name: dict[str, list[ServerReport]] = {}
    for server in servers:
        by_name.setdefault(server.plain_name.casefold(), []).append(server)
    several = [group for group in by_name.values() if len(group) > 1]
    if len(several) > _MOST_NOTES:
        names = listed(group[0].plain_name for group in several)
        what = f"{names} were found in several places each: the place nearest to the top keeps the name"
        yield "note: ", f"{what}, the others bear their folders"
        return
    for group in several:
        first = next((server for server in group if server.name == server.plain_name), None)
        keeps = f"{first.inputs[0].path} keeps the name, the others bear" if first else "they bear"
        yield "note: ", f"{group[0].plain_name} was found in {len(group)} places: {keeps} their folders"


def _by_folder(servers: list[ServerReport]) -> Iterator[Remark]:
    if len(servers) > _MOST_NOTES:
        what = f"{len(servers)} servers are named by their folders; each in a run of its own, --server NAME keeps"
        yield "note: ", f"{what} fingerprints the same wherever it lies"
        return
    for server in servers:
        what = f"{server.name} is named by its folder; --server NAME keeps"
        yield "note: ", f"{what} fingerprints the same wherever it lies"

"""Notes at the end of a report: files read and not read, the configuration, names, and trouble.

Each note is a label and a sentence. Many servers give one note of a kind.
"""

import re
from collections import Counter
from collections.abc import Iterator

from advisor.report.accounts import EXPIRED, NO_SERVER, UNUSED, IdleWaiver
from advisor.report.model import NOT_JUDGED, RULE_RAISED, Report, ServerReport
from advisor.servers.model import NEWER_COPY, NOT_READ, SAME_UNPACKED, Unread
from advisor.values.near import suggestion
from advisor.values.printing import listed, number, spot

Remark = tuple[str, str]

_MOST_READ = 3  # files that need no account
_MOST_FORMATS = 8
_MOST_UNREAD = 5
_MOST_NOTES = 3
_MOST_TROUBLE = 5
_COSTS_MOST = (NOT_JUDGED, RULE_RAISED, NOT_READ)  # words of errors that come first
_LINE = re.compile(r":\d+$")  # after the path that an error names


def notes(report: Report, *, full: bool = True) -> Iterator[Remark]:
    """Yield the notes of a run. A short report leaves out what needs no action: files read, names, configuration."""
    if full:
        yield from _read(report)
    yield from _unread(report, full=full)
    if full and report.config:
        yield "note: ", f"{report.config} was used"
    if report.profile != "default":
        ran = f"; {len(report.judged)} of {number(len(report.pack.rules), 'rule')} ran"
        yield "note: ", f"profile {report.profile} was used{ran * (len(report.judged) < len(report.pack.rules))}"
    yield from _contradictions(report.servers)
    if report.idle_waivers or report.idle_servers:
        yield from (("note: ", words) for words in idle(report))
    yield from _alike([server for server in report.servers if server.named_by != "folder"])
    if full:
        yield from _by_folder([server for server in report.servers if server.named_by == "folder"])


def packed_copies(report: Report) -> Iterator[str]:
    """Yield a sentence for each archive with the same servers as a folder."""
    for one in report.packed_copies:
        servers = f"{number(len(one.servers), 'server')} ({listed(one.servers)})"
        yield f"{one.archive} and {one.folder} hold the same files for {servers}. domlint used {one.folder}."


def _read(report: Report) -> Iterator[Remark]:
    """Yield `read: 3 ssacli, 2 notes.ini, df`: the most frequent format first."""
    formats = {file.path: file.format for server in report.servers for file in server.inputs}
    if len(formats) > _MOST_READ:
        counts = Counter(formats.values()).most_common()
        formats_read = [f"{count} {name}" if count > 1 else name for name, count in counts]
        others = len(formats_read) - _MOST_FORMATS
        more = [number(others, "other format")] if others > 1 else formats_read[_MOST_FORMATS:]
        yield "read: ", ", ".join([*formats_read[:_MOST_FORMATS], *more])


def _unread(report: Report, *, full: bool) -> Iterator[Remark]:
    """Yield the files that domlint does not read. Damaged files are trouble, which comes last."""
    files = [part for part in report.unread if not part.problem]
    if report.packed_copies:  # a note at the top names them
        files = [part for part in files if part.reason != SAME_UNPACKED]
    yield from _replaced([part for part in files if part.reason.endswith(NEWER_COPY)], full=full)
    files = [part for part in files if not part.reason.endswith(NEWER_COPY)]
    if not files:
        return
    if len(files) <= (_MOST_UNREAD if full else 1):
        yield from (("not read: ", f"{part.path}: {part.reason}") for part in files)
    else:
        reasons = Counter(part.reason for part in files).most_common(_MOST_NOTES)
        summed = "; ".join(f"{reason} ({count})" for reason, count in reasons)
        yield "not read: ", f"{number(len(files), 'file')}: {summed}. `domlint files` lists them."


def _replaced(files: list[Unread], *, full: bool) -> Iterator[Remark]:
    """Yield the files whose document was not used, because another folder has a newer copy: one note for each copy."""
    paths_by_reason: dict[str, list[str]] = {}
    for part in files:
        paths_by_reason.setdefault(part.reason, []).append(part.path)
    for reason, paths in [*paths_by_reason.items()][:_MOST_NOTES]:
        yield "note: ", f"{listed(paths, _MOST_UNREAD if full else 1)}: {reason}"
    if len(paths_by_reason) > _MOST_NOTES:
        yield "note: ", f"{len(paths_by_reason) - _MOST_NOTES} more notes of this kind; --format json has all"


def expired(report: Report) -> Iterator[Remark]:
    """Yield the waivers that expired: somebody thinks that these findings are accepted."""
    expired_waivers = [_expired(waiver) for waiver in report.idle_waivers if waiver.why == EXPIRED]
    yield from (("note: ", words) for words in _some(expired_waivers, "waivers expired"))


def trouble(report: Report) -> Iterator[Remark]:
    """Yield why the report is incomplete and which files could not be read to their end: at most five lines."""
    of_file: dict[str, dict[Remark, None]] = {}
    for error in sorted(report.errors, key=lambda error: error.what not in _COSTS_MOST):
        of_file.setdefault(_LINE.sub("", error.where), {})["error: ", f"{error.subject}: {error.message}"] = None
    for part in report.unread:
        words = f"{spot(part.path, part.line)}: {part.reason}"
        if part.problem and ("error: ", words) not in of_file.get(part.path, {}):
            of_file.setdefault(part.path, {})["trouble: ", words] = None
    lines = [line for of_one in of_file.values() for line in of_one]
    if len(lines) > _MOST_TROUBLE:
        lines = [
            (label, f"{words} (and {len(others)} more in this file)" if others else words)
            for (label, words), *others in of_file.values()
        ]
    yield from lines[:_MOST_TROUBLE]
    if len(lines) > _MOST_TROUBLE:
        yield "trouble: ", f"{len(lines) - _MOST_TROUBLE} more; --format json names all of it"


def incomplete(report: Report) -> str:
    """Return what the report lacks, for its first line; "" if it is complete or its last lines are all that it has."""
    if not report.errors or not report.servers:
        return ""
    lost = [error.subject for error in sorted(report.errors, key=lambda error: error.what not in _COSTS_MOST)]
    lost = list(dict.fromkeys(_LINE.sub("", subject) for subject in lost))
    return f"The report is incomplete because of {listed(lost, _MOST_NOTES)}. The last lines say why."


def _contradictions(servers: tuple[ServerReport, ...]) -> Iterator[Remark]:
    """Yield where domlint.toml or an option contradicts the files."""
    sentences = [f"{server.name}: {text}" for server in servers for text in server.contradictions]
    for text in sentences[:_MOST_NOTES]:
        yield "note: ", text
    if len(sentences) > _MOST_NOTES:
        yield (
            "note: ",
            f"{number(len(sentences) - _MOST_NOTES, 'more contradiction')} of this kind; --format json has all",
        )


def _alike(servers: list[ServerReport]) -> Iterator[Remark]:
    """Yield the names that several servers have: copies, or one server on several days."""
    by_name: dict[str, list[ServerReport]] = {}
    for server in servers:
        by_name.setdefault(server.plain_name.casefold(), []).append(server)
    several = [group for group in by_name.values() if len(group) > 1]
    if len(several) > _MOST_NOTES:
        names = listed(group[0].plain_name for group in several)
        yield "note: ", f"{names} were found in several folders each. Copies are named with their folder."
        return
    for group in several:
        name = group[0].plain_name
        yield "note: ", f"{name} was found in {len(group)} folders. Copies are named with their folder."


def _by_folder(servers: list[ServerReport]) -> Iterator[Remark]:
    if len(servers) > _MOST_NOTES:
        words = f"{len(servers)} servers have no name in their files and are named by their folders"
        yield "note: ", f"{words}. Fingerprints change if a folder is renamed."
        return
    for server in servers:
        words = f"{server.name} is named by its folder. Fingerprints change if the folder is renamed"
        yield "note: ", f"{words}; --server NAME prevents that."


def idle(report: Report) -> Iterator[str]:
    """Yield the valid waivers that accept no finding, and configuration for servers that are not in the run."""
    unused = [f"{_named(one)} accepts no finding" for one in report.idle_waivers if one.why == UNUSED]
    yield from _some(unused, "waivers accept no finding")
    rows = [_absent(one.place, one.server, one.meant) for one in report.idle_waivers if one.why == NO_SERVER]
    rows += [_absent(one.place, one.name, one.meant) for one in report.idle_servers]
    if len(rows) <= _MOST_NOTES:
        yield from rows
        return
    yield from _some([row for row in rows if row.endswith("?")], "names are like one of this run")
    yield f"{report.config} speaks {len(rows)} times of servers that are not in this run; --format json names them"


def expired_in_brief(report: Report) -> str:
    """Return `1 waiver expired: the waiver of THR001 for every server (domlint.toml:3)`, or ""."""
    rows = [_named(one) for one in report.idle_waivers if one.why == EXPIRED]
    return f"{number(len(rows), 'waiver')} expired: {listed(rows, _MOST_NOTES)}" if rows else ""


def _some(rows: list[str], what: str) -> Iterator[str]:
    yield from rows[:_MOST_NOTES]
    if len(rows) > _MOST_NOTES:
        yield f"{len(rows) - _MOST_NOTES} more {what}; --format json names them"


def _named(waiver: IdleWaiver) -> str:
    place = f" ({waiver.place})" if waiver.place else ""
    return f"the waiver of {waiver.rule} for {waiver.server or 'every server'}{place}"


def _expired(waiver: IdleWaiver) -> str:
    asked = [f"owner: {waiver.owner}"] * bool(waiver.owner) + [f"ticket: {waiver.ticket}"] * bool(waiver.ticket)
    return "; ".join([f"{_named(waiver)} expired: it held until {waiver.until}", *asked])


def _absent(place: str, name: str, meant: str | None) -> str:
    return f"{place}: no server of this run is called {name}{suggestion(meant)}"

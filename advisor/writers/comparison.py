"""The report of `domlint compare OLD NEW`: as text, Markdown, HTML and JSON."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from msgspec import Struct

from advisor.comparing.comparison import (
    ACCEPTED,
    BETTER,
    CHANGED,
    CLASSES,
    CONTINUING,
    FIXED,
    NEW,
    NOT_THERE,
    WORSE,
    Became,
    Compared,
    Comparison,
    ServerChange,
    Stood,
)
from advisor.pack import SEVERITIES
from advisor.report.baseline import AS_RELEASE, BY_CONFIGURATION, CLUSTER_GONE, NOT_WHOLE, SERVER_GONE, UNJUDGED
from advisor.terminal import Line, labelled, rendered, wrap
from advisor.values.markdown import plain
from advisor.values.printing import listed, number, spot, without_commands
from advisor.writers import Options, Renderer, html_page, render_json

_WORDS = {
    NEW: "new",
    WORSE: "worse",
    UNJUDGED: "no longer checked",
    NOT_THERE: "no longer there",
    CHANGED: "changed",
    BETTER: "better",
    ACCEPTED: "accepted",
    BY_CONFIGURATION: "closed by the configuration",
    FIXED: "fixed",
    CONTINUING: "continuing",
}
_HEADINGS = {
    NEW: "New",
    WORSE: "Worse",
    UNJUDGED: "No longer checked (not the same as fixed)",
    NOT_THERE: "No longer there (not the same as fixed)",
    CHANGED: "Changed (as severe as before, with another value)",
    BETTER: "Better (still there, less severe)",
    ACCEPTED: "Accepted by a waiver",
    BY_CONFIGURATION: "Closed by the configuration (not the same as fixed)",
    FIXED: "Fixed",
}
_ONCE = {SERVER_GONE, CLUSTER_GONE, NOT_WHOLE, AS_RELEASE}  # reasons that the remarks give for all
WHERE = "Where: "
_ALWAYS = (NEW, WORSE, UNJUDGED, FIXED, CONTINUING)


class SameReason(Struct, frozen=True):
    """What one reason and one thing to give have in common, of one server."""

    reason: str
    give: tuple[str, ...]
    findings: list[Compared]

    def details(self) -> list[tuple[str, str]]:
        """Return labels and texts about the reason."""
        return [("Why: ", self.reason), *(("Give: ", text) for text in self.give)]


def compared_files(comparison: Comparison) -> str:
    """Return `old.json, then new.json`."""
    return f"{comparison.old.file}, then {comparison.new.file}"


def total_line(comparison: Comparison) -> str:
    """Return `2 new, 1 worse, 0 no longer judged, 2 fixed, 40 continuing`; what matters most also where none is so."""
    counts = _counted(comparison.numbers)
    return ", ".join(words for name, words in counts.items() if getattr(comparison.numbers, name) or name in _ALWAYS)


def changed_servers(comparison: Comparison) -> list[tuple[str, str]]:
    """Return the servers and clusters that changed, each with what changed."""
    changes = ((one, _of_server(one)) for one in comparison.servers)
    return [(server_label(one), said) for one, said in changes if said]


def _counted(numbers: Became) -> dict[str, str]:
    """Return `3 new` of each class."""
    return {name: f"{getattr(numbers, name):,} {_WORDS[name]}" for name in CLASSES}


def _of_server(one: ServerChange) -> str:
    """Return `grade B, now C at best; 2 new, 1 fixed`; "" of one where nothing is otherwise."""
    grades = [_grade(stood) if stood else "not there" for stood in (one.before, one.now)]
    grade = f"{grades[0]}, now {grades[1]}" if grades[0] != grades[1] and not (one.cluster and all(grades)) else ""
    words = _counted(one.numbers)
    counted = ", ".join(words[name] for name in CLASSES if name != CONTINUING and getattr(one.numbers, name))
    return "; ".join(filter(None, [grade, counted]))


def _grade(stood: Stood) -> str:
    return f"grade {stood.grade}{' at best' * stood.grade_is_bound}" if stood.grade else "not graded"


def server_label(one: ServerChange) -> str:
    """Return the name of a server, or `cluster NAME`."""
    return f"cluster {one.name}" if one.cluster else one.name


def finding_owner(one: Compared) -> str:
    """Return the name of the server or cluster of a finding."""
    return one.server or f"cluster {one.cluster}"


def class_sections(comparison: Comparison) -> Iterator[tuple[str, str, list[Compared]]]:
    """Yield each class of changed findings with its heading."""
    for became, found in groupby(comparison.findings, key=lambda one: one.became):
        if became != CONTINUING:
            findings = list(found)
            yield became, f"{_HEADINGS[became]}: {len(findings):,}", findings


def by_owner(findings: list[Compared]) -> Iterator[tuple[str, list[Compared]]]:
    """Yield each server and cluster with its findings of a class."""
    for owner, found in groupby(findings, key=finding_owner):
        yield owner, list(found)


def not_there(findings: list[Compared]) -> str:
    """Return what is said of the findings of a server that is no longer there."""
    return f"{number(len(findings), 'finding')} ({severity_counts(findings)}); {findings[0].reason}"


def by_reason(findings: list[Compared]) -> list[SameReason]:
    """Group the findings of a server by the reason why they cannot be checked."""
    made: dict[tuple[str, tuple[str, ...]], list[Compared]] = {}
    for one in findings:
        made.setdefault((one.reason, one.give), []).append(one)
    return [SameReason(reason, give, found) for (reason, give), found in made.items()]


def severity_counts(findings: list[Compared]) -> str:
    """Return `1 high, 3 medium`."""
    counts = Counter(one.severity for one in findings)
    return ", ".join(f"{counts[name]:,} {name}" for name in SEVERITIES if counts[name])


def finding_name(one: Compared) -> str:
    """Return `session-timeout-long`, `raid5-for-writes of array data`."""
    return one.name if one.subject == "server" else f"{one.name} of {one.subject}"


def finding_details(one: Compared) -> Iterator[tuple[str, str]]:
    """Yield labels and texts about a finding."""
    yield "", one.message
    if one.was:
        yield "Then: ", f"{one.was}{f': {one.said}' if one.said else ''}"
    elif one.said and one.became == CHANGED:
        yield "Then: ", one.said
    if one.path and one.became != FIXED:
        yield WHERE, spot(one.path, one.line)
    if one.reason and one.why not in _ONCE:
        yield ("Accepted: " if one.became == ACCEPTED else "Note: "), one.reason


def finding_names(findings: list[Compared]) -> str:
    """Return the names of findings."""
    return listed(dict.fromkeys(map(finding_name, findings)), 10)


_MARGIN = 6
_MOST_SERVERS = 60


def render_text(comparison: Comparison, options: Options) -> str:
    """Return totals and notes, changed servers, each class with its findings by server, and the totals again."""
    return rendered(_text_lines(comparison, options.width), options.color == "always", options.width)


def _text_lines(comparison: Comparison, width: int) -> Iterator[Line]:
    numbers = total_line(comparison)
    yield from wrap([(numbers, "strong")], width, 4)
    yield from wrap([(f"({compared_files(comparison)})", "faint")], width, 4)
    for remark in comparison.remarks:
        yield from wrap([("note: ", "strong"), (remark, "")], width, 4)
    yield []
    yield from _text_servers(comparison, width)
    for became, heading, found in class_sections(comparison):
        yield from wrap([(heading, "strong")], width, 4)
        yield []
        for owner, findings in by_owner(found):
            yield from _text_of_owner(became, owner, findings, width)
        yield []
    yield from wrap([(numbers, "strong")], width, 4)


def _text_servers(comparison: Comparison, width: int) -> Iterator[Line]:
    """Yield a line for each server that changed."""
    servers = changed_servers(comparison)
    if len(comparison.servers) < 2 or not servers:
        return
    for name, said in servers[:_MOST_SERVERS]:
        yield from wrap([(f"  {name}", "strong"), (f"  {said}", "")], width, 4)
    if more := len(servers[_MOST_SERVERS:]):
        yield from wrap([(f"  and {number(more, 'more server')}", "")], width, 4)
    yield []


def _text_of_owner(became: str, owner: str, found: list[Compared], width: int) -> Iterator[Line]:
    if became == NOT_THERE:
        yield from wrap([(f"  {owner}", "strong"), (f": {not_there(found)}", "")], width, 4)
        return
    yield [(f"  {owner}", "strong")]
    if became == UNJUDGED:
        for group in by_reason(found):
            yield from wrap([(f"    {severity_counts(group.findings)}: {finding_names(group.findings)}", "")], width, 6)
            for label, text in group.details():
                yield from labelled(label, text, width, _MARGIN)
        return
    for one in found:
        head: Line = [
            ("    ", ""),
            (one.severity, one.severity),
            (f"  {finding_name(one)}  ", "strong"),
            (one.rule, ""),
        ]
        yield from wrap(head, width, _MARGIN)
        for label, text in finding_details(one):
            yield from labelled(label, text, width, _MARGIN)


def render_markdown(comparison: Comparison, options: Options) -> str:
    """Return totals and notes, then each class with its findings by server."""
    return without_commands("\n".join(_markdown_lines(comparison)).rstrip("\n") + "\n")


def _markdown_lines(comparison: Comparison) -> Iterator[str]:
    yield from ("# Comparison by domlint", "", f"**{total_line(comparison)}**", "")
    yield from (plain(compared_files(comparison)), "")
    if comparison.remarks:
        yield from (*(f"- {plain(remark)}" for remark in comparison.remarks), "")
    servers = changed_servers(comparison)
    if servers and len(comparison.servers) > 1:
        yield from (*(f"- **{plain(name)}**: {said}" for name, said in servers), "")
    for became, heading, found in class_sections(comparison):
        yield from (f"## {heading}", "")
        for owner, findings in by_owner(found):
            yield from _markdown_of_owner(became, owner, findings)


def _markdown_of_owner(became: str, owner: str, found: list[Compared]) -> Iterator[str]:
    if became == NOT_THERE:
        yield from (f"- **{plain(owner)}**: {plain(not_there(found))}", "")
        return
    yield from (f"### {plain(owner)}", "")
    if became == UNJUDGED:
        for group in by_reason(found):
            yield f"- {severity_counts(group.findings)}: {plain(finding_names(group.findings))}"
            yield from (f"  - {label}{plain(text)}" for label, text in group.details())
    else:
        for one in found:
            yield f"- **{one.severity}** {plain(finding_name(one))} ({plain(one.rule)})"
            yield from (f"  - {label}{plain(text)}" for label, text in finding_details(one))
    yield ""


def render_html(comparison: Comparison, options: Options) -> str:
    """Return the page; equal reports give equal bytes."""
    servers = changed_servers(comparison)
    sections = []
    for became, heading, found in class_sections(comparison):
        rows = list(map(_html_row, found))
        sections.append((became, heading, rows, any(details for *_, details in rows)))
    values = {
        "comparison": comparison,
        "total": total_line(comparison),
        "servers": servers if len(comparison.servers) > 1 else [],
        "sections": sections,
    }
    return html_page.page("comparison.html.j2", values)


def _html_row(one: Compared) -> tuple[Any, ...]:
    return (
        one,
        finding_owner(one),
        finding_name(one),
        spot(one.path, one.line) if one.path else "",
        [(label.strip(), text) for label, text in finding_details(one) if label and label != WHERE]
        + [("Give:", text) for text in one.give],
    )


RENDERERS: dict[str, Renderer[Comparison]] = {
    "text": render_text,
    "html": render_html,
    "json": render_json,
    "markdown": render_markdown,
}

"""Texts of tickets: titles, comments and the body of what a finding asks for."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from advisor.pack.glossary import WORDS
from advisor.report.finding import CommandLine, Finding, Location, Remedy, undo_commands
from advisor.report.first_steps import first_sentence
from advisor.report.model import ServerReport
from advisor.report.texts import DocumentField, Reference, SharedTexts
from advisor.values.printing import listed, printable
from advisor.writers.sentences import on_one_line

SUMMARY, SHORT, DESCRIPTION = 255, 160, 32_767  # of Jira; of ServiceNow; of Jira
_LONGEST_LINE = 200  # columns of a file's line
_SENSIBLE = 0.8  # a cut comes no earlier than this part of the room, wherever a line or word ends
_DOTS = "…"
_CUT_HERE = "\n… Cut here, for a ticket holds no more. The JSON report has the rest."
_MEANS = {term.word: first_sentence(term.meaning) for term in WORDS}
_NEEDS = {
    "task": "It needs a restart of the task.",
    "server": "It needs a restart of the server.",
    "down": "It is done while the server is down.",
    "system": "It needs a reboot of the machine.",
    "rebuild": "It needs a rebuild of the array, and the data restored from a backup.",
}
_TYPED = {
    "console": "Domino's console",
    "windows": "PowerShell",
    "unix": "a shell",
    "aix": "a shell of AIX",
    "linux": "a shell of Linux",
    "mdadm": "a shell of Linux",
}  # of the others the RAID controller's tool


def units(text: str) -> int:
    """Return the length of a text as ticket systems count it."""
    return len(text) if text.isascii() else len(text) + sum(letter > "\uffff" for letter in text)


def on_one(text: str) -> str:
    """Return a text on one line, without control characters."""
    return printable(text).strip()


def cut(text: str, most: int, sign: str = _DOTS, parting: str = " ") -> str:
    """Cut a text to a number of units, with a sign at the end, if possible after a word or line."""
    if units(text) <= most:
        return text
    kept = _beginning(text, most - units(sign))
    end = kept.rfind(parting)
    return (kept[:end] if end >= len(kept) * _SENSIBLE else kept).rstrip() + sign


def _beginning(text: str, room: int) -> str:
    """Return the beginning of a text that fits; no character is split."""
    if text.isascii():
        return text[:room]
    for number, letter in enumerate(text):
        room -= units(letter)
        if room < 0:
            return text[:number]
    return text


def whole(blocks: Iterable[str], ids: str) -> str:
    """Join blocks with empty lines. The ids at the end stay if the text is truncated."""
    room = DESCRIPTION - units(ids) - 2
    return cut("\n\n".join(filter(None, blocks)), room, _CUT_HERE, "\n") + "\n\n" + ids


def ids(finding: Finding, identity: str) -> str:
    """Return the last lines: the page of the rule, and the id of the ticket."""
    return f"Rule: {finding.name} ({finding.rule}); `domlint explain {finding.rule}` prints its page.\nId: {identity}"


def owner(finding: Finding) -> str:
    """Return the name of the server, or `cluster Field`."""
    return whose(finding.server, finding.cluster)


def whose(server: str | None, cluster: str | None) -> str:
    """Return the server, or `cluster Field`, from two names of which one is set."""
    return on_one(server or f"cluster {cluster}")


def of_server(one: ServerReport | None, name: str) -> str:
    """Return `Web01/Acme, Domino 12.0.2FP4, linux, 64-bit`."""
    if one is None:
        return name
    release = f"Domino {one.release.value}" if one.release.value else "release unknown"
    parts = [name, release, one.platform or "", f"{one.bits}-bit" if one.bits else ""]
    return on_one(", ".join(filter(None, parts)))


def places(finding: Finding) -> list[str]:
    """Return the locations: `notes.ini:52:22  USE_WEAK_SSL_CIPHERS=1`; the last item counts the remaining ones."""
    lines = [_place(one, number) for number, one in enumerate(finding.locations)]
    return lines + [f"and {finding.more_places} more"] * bool(finding.more_places)


def _place(place: Location, number: int) -> str:
    if place.line is None and place.lacks:
        return on_one(f"{place.path} does not set {place.word or 'it'}")
    excerpt = on_one_line(place, _LONGEST_LINE) if place.excerpt else ""
    words = [place.word] * bool(place.word and number and not excerpt)
    words += [f"(for {place.bears_on})"] * bool(place.bears_on)
    return "  ".join(map(on_one, filter(None, [place.spot, excerpt, *words])))


def looked_at(where: list[str]) -> list[str]:
    """Return the locations as lines, the first with a label."""
    return [f"{'Where:' if not number else '      '} {one}" for number, one in enumerate(where)]


def judged(finding: Finding) -> list[str]:
    """Return severity and confidence as lines."""
    words = {"Severity": finding.severity, "Confidence": finding.confidence}
    return [f"{what}: {word}. {_MEANS[word]}" for what, word in words.items()]


def remedy(fix: Remedy | None, texts: SharedTexts) -> str:
    """Return the fix: summary, commands, risk, undo and check."""
    if fix is None:
        return ""
    general = texts.remedies[fix.number]
    lines = [f"What to do: {on_one(fix.summary)}"]
    lines += ["Unsafe: users or programs may feel it."] * (fix.safety == "unsafe")
    lines += [_NEEDS[one] for one in (fix.restart,) if one in _NEEDS]
    lines += [f"Field: {_field(one)}" for one in fix.fields]
    if general and general.after:
        lines.append(f"Do first, if they were found here too: {', '.join(general.after)}.")
    lines += _typed(fix.commands)
    lines += [f"What may go wrong: {on_one(fix.risk)}"] * bool(fix.risk)
    lines += _back(fix)
    return "\n".join([*lines, f"How to check: {on_one(fix.verify)}"])


def remedy_of_rule(findings: list[Finding], texts: SharedTexts) -> tuple[str, bool]:
    """Return the fix for all findings, in general words if values differ; and whether they differ."""
    ways: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.fix:
            ways.setdefault(finding.fix.number, []).append(finding)
    alike = all(len({one.fix for one in some}) == 1 for some in ways.values())
    remedies = []
    for number, some in ways.items():
        fix = some[0].fix if alike else _in_general(number, texts)
        on = f"On {listed(dict.fromkeys(map(owner, some)))}:\n" * (len(ways) > 1)
        remedies.append(on + remedy(fix, texts))
    return "\n\n".join(remedies), not alike


def _in_general(number: int, texts: SharedTexts) -> Remedy | None:
    """Return the fix of the rule with names instead of the values of a server."""
    one = texts.remedies[number]
    if one is None:
        return None
    return Remedy(one.safety, one.summary, one.restart, (), one.rollback, one.verify, number, (), one.fields, one.risk)


def of_one(fix: Remedy, texts: SharedTexts) -> list[str]:
    """Return the part of the fix that is specific to one server, as lines."""
    general = texts.remedies[fix.number]
    own = [f"What to do: {on_one(fix.summary)}"] * (general is None or general.summary != fix.summary)
    return [*own, *_typed(fix.commands), *_back(fix)]


def _field(one: DocumentField) -> str:
    """Return `Server document, Security tab, Full Access administrators: a small group`."""
    place = ", ".join(filter(None, (one.document, f"{one.tab} tab" if one.tab else "", one.field)))
    return on_one(f"{place}: {one.to}" if one.to else place)


def _typed(lines: Iterable[CommandLine]) -> Iterator[str]:
    """Yield the commands below the place where they are typed."""
    for (target, looks), some in groupby(lines, lambda line: (line.target, line.looks)):
        yield f"Type {_on(target)}{', which only looks' * looks}:"
        yield from (f"    {printable(line.command)}" for line in some)


def _back(fix: Remedy) -> Iterator[str]:
    """Yield how to undo the fix, in words and as commands, the last first."""
    if fix.rollback:
        yield f"Undo: {on_one(fix.rollback)}"
    for target, some in groupby(undo_commands(fix.commands), lambda line: line.target):
        yield f"Type to take it back, {_on(target)}:"
        yield from (f"    {printable(line.back)}" for line in some)


def _on(target: str) -> str:
    return f"on {_TYPED['console']}" if target == "console" else f"in {_TYPED.get(target, f'a shell, with {target}')}"


def reasons(finding: Finding) -> str:
    """Return why the finding matters."""
    return f"Why: {on_one(finding.why)}"


def sources(references: Iterable[Reference]) -> str:
    """Return the sources with their statements; opposing sources have a heading of their own."""
    given = list(references)
    sources_by_heading = {"On whose word:": [one for one in given if one.says != "against"]}
    sources_by_heading["Who disagrees:"] = [one for one in given if one.says == "against"]
    return "\n".join(
        line
        for heading, some in sources_by_heading.items()
        if some
        for line in (heading, *(f"- {_source(one)}" for one in some))
    )


def _source(one: Reference) -> str:
    named = ", ".join(filter(None, (one.publisher, one.title, one.where)))
    figure = f"Figure: {one.figure}." if one.figure else ""
    return on_one(" ".join(filter(None, (f"{named}.", one.note, figure, one.url))))

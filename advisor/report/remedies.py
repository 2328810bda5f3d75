"""Remedies: what to do about a failed result, with this server's values: in sentences masked, in commands quoted."""

import re
from collections.abc import Iterator

from advisor.judging.engine import Result
from advisor.pack import Catalogue, message
from advisor.pack.console import is_undone
from advisor.pack.fixes import Fix, Template
from advisor.report import masking
from advisor.report.finding import CommandLine, Remedy
from advisor.report.setting_edits import as_shown, edits_of, filled, on_the_console, values_of
from advisor.report.texts import DocumentField, document_field

IN_SET_UP = " The server is not set up yet: make this change in the set-up file. Nothing needs a restart."
_CHECKED_THERE = "domlint, given the set-up file again, no longer names it."
_KEEP_A_COPY = "Keep a copy of the set-up file as it is, and put it back."
_STAYS_CHANGED = "stays changed"  # a password that others have seen is never written again
_IN_A_DOCUMENT = re.compile(r"\bdocuments?\b", re.IGNORECASE)
_NOT_MEANT = re.compile(
    r" ?(?:Do not edit|Change it in the document, not in|The document owns it: do not write it into) NOTES\.INI"
    r"(?:: [^.]*)?\."
)


def remedy(result: Result, setting: str, catalogue: Catalogue) -> Remedy:
    """The fix of a failed result. setting: the name of the setting that it is about, as it stands in the file."""
    fix, values = result.fix or result.rule.fix, values_of(result, setting)
    shown = {name: _shown(catalogue, name, text) for name, text in values.items()}

    def said(sentence: str) -> str:
        return message.fill_to_do(sentence, lambda name: shown.get(name, ""), catalogue)

    safe = {name: text for name, text in values.items() if shown[name] == text}
    changes = edits_of(result, setting, catalogue)
    typed = None if changes is None else on_the_console(changes, result, catalogue)
    commands = _steps([None] if typed is None else [*typed, *_commands(fix, safe, catalogue)])
    rollback = message.PLACEHOLDER.sub(lambda match: _whole(shown.get(match[1], "")), fix.rollback)
    return Remedy(
        fix.safety if changes or commands else "manual", said(fix.summary), fix.restart, commands, rollback,
        said(fix.verify), _number(fix, result.rule.fix), tuple(as_shown(one, catalogue) for one in changes or ()),
        _fields(fix, shown, catalogue), said(fix.risk),
    )  # fmt: skip


def _steps(lines: list[CommandLine | None]) -> tuple[CommandLine, ...]:
    """Commands are steps of one work: where one cannot be typed none is, for the others alone may do harm."""
    if None in lines:
        return ()
    first = {(one.target, one.command): one for one in reversed(lines) if one}
    return tuple(dict.fromkeys(first[one.target, one.command] for one in lines if one))


def _fields(fix: Fix, shown: dict[str, str], catalogue: Catalogue) -> tuple[DocumentField, ...]:
    """What somebody changes in documents; a value that is not known is left out."""
    return tuple(document_field(one, catalogue, filled(one.to, shown) or "") for one in fix.field)


def _number(fix: Fix, of_rule: Fix) -> int:
    """Which of a rule's remedies it is: 0 the fix itself, from 1 what may hold in its stead."""
    may_be = ((at, one) for at, one in enumerate(of_rule.where, 1) if one.summary in {None, fix.summary})
    others = (number for number, other in may_be if other.of(of_rule) == fix)
    return next(others, 0)


def before_set_up(result: Result, fix: Remedy, catalogue: Catalogue) -> Remedy:
    """The remedy for a server that is yet to be set up: nothing of it can be typed on a console or restarted."""
    typed = any(one.target == "console" for one in fix.commands)
    acts = fix.restart != "none" or typed or _IN_A_DOCUMENT.search(fix.summary)
    summary = _NOT_MEANT.sub("", fix.summary)
    if acts:
        summary += IN_SET_UP
    commands = tuple(one for one in fix.commands if one.target != "console")
    told = fix._replace(summary=summary, restart="none", commands=commands)
    if not acts or _STAYS_CHANGED in fix.rollback:
        return told
    return told._replace(rollback=_back_in_set_up(result, fix, catalogue), verify=_CHECKED_THERE)


def _back_in_set_up(result: Result, fix: Remedy, catalogue: Catalogue) -> str:
    """The way back in a set-up file, with the values that stand in it, as far as they may be shown."""
    was = {answer.key: answer for answer in result.fix_was}
    back = []
    for one in fix.edits:
        key = f"ini.{one.name.lower()}"
        old = was.get(key)
        if one.action == "rename" or old is None or old.trouble or not (old.absent or old.text):
            return _KEEP_A_COPY
        if old.absent:
            back += [f"take {one.name} out"] if one.action == "set" else []
        elif _shown(catalogue, key, old.text or "") != old.text:  # a secret
            return _KEEP_A_COPY
        else:
            back.append(f"set {one.name} to {_whole(old.text or '')}")
    return f"Nothing runs yet: {', '.join(back)} in the set-up file again." if back else _KEEP_A_COPY


def _whole(value: str) -> str:
    """An old value as a way back says it, so that formats which know code leave its backticks there."""
    if "`" not in value:
        return value
    from advisor.values.markdown import quoted  # late: hardly any has one

    return quoted(value)


def _shown(catalogue: Catalogue, name: str, text: str) -> str:
    return masking.masked(catalogue, text) if name == "setting.name" else masking.value(catalogue, name, text)


def _commands(fix: Fix, values: dict[str, str], catalogue: Catalogue) -> Iterator[CommandLine | None]:
    """What can be typed, and None for what cannot. values: those that a mask leaves as they are."""
    for one in fix.command:
        for of_one in _each(one, values):
            line = _line(one.target, one.command, of_one)
            if line is None or not (one.target == "console" and is_undone(line, catalogue.settings.get)):
                back = _line(one.target, one.back or "", of_one)
                yield None if line is None else CommandLine(one.target, line, back or "", one.looks)


def _each(one: Template, values: dict[str, str]) -> Iterator[dict[str, str]]:
    """The values for each time a command is typed: once, or once for each member of the list that it is typed for."""
    if not one.each:
        yield values
    for member in values.get(one.each, "").split(",") if one.each else ():
        yield values | {one.each: member.strip()}


def _line(target: str, command: str, values: dict[str, str]) -> str | None:
    """A command with its values; None where one is not known, or cannot be typed there."""
    line, end = "", 0
    if "{" in command:
        from advisor.values.typed import typed  # late: most commands have nothing to quote
    for match in message.PLACEHOLDER.finditer(command):
        line += command[end : match.start()]
        value = typed(target, line, values.get(match[1], ""))
        if value is None:
            return None
        line, end = line + value, match.end()
    return line + command[end:]

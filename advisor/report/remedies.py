"""Remedies: what to do about a failed result, with this server's values: in sentences masked, in commands quoted."""

import re
from collections.abc import Iterator

from advisor.judging.engine import Result
from advisor.pack import Catalogue, message
from advisor.pack.console import is_undone
from advisor.pack.fixes import Fix, Template, edits
from advisor.report import masking
from advisor.report.finding import CommandLine, Remedy

_IN_SET_UP = (
    "Nothing runs yet: change what the server is set up from (the JSON or the environment variables) before it is set "
    "up. What follows is said of a server that runs. "
)
_IN_A_DOCUMENT = re.compile(r"\bdocuments?\b", re.IGNORECASE)
_NOT_MEANT = re.compile(
    r" ?(?:Do not edit|Change it in the document, not in|The document owns it: do not write it into) NOTES\.INI"
    r"(?:: [^.]*)?\."
)


def remedy(result: Result, setting: str, catalogue: Catalogue) -> Remedy:
    """The fix of a failed result. setting: the name of the setting that it is about, as it stands in the file."""
    fix = result.fix or result.rule.fix
    values = _values(result, setting)
    shown = {name: _shown(catalogue, name, text) for name, text in values.items()}

    def said(sentence: str) -> str:
        return message.fill_to_do(sentence, lambda name: shown.get(name, ""), catalogue)

    safe = {name: text for name, text in values.items() if shown[name] == text}
    commands = tuple(dict.fromkeys(_commands(fix, safe, catalogue)))
    summary, verify = map(said, (fix.summary, fix.verify))
    rollback = message.PLACEHOLDER.sub(lambda match: shown.get(match[1], ""), fix.rollback)  # old values are whole
    number = _number(fix, result.rule.fix)
    return Remedy(fix.safety, summary, fix.restart, commands, rollback, verify, number)


def _number(fix: Fix, of_rule: Fix) -> int:
    """Which of a rule's remedies it is: 0 the fix itself, from 1 what may hold in its stead."""
    others = (number for number, other in enumerate(of_rule.where, 1) if other.of(of_rule) == fix)
    return next(others, 0)


def before_set_up(fix: Remedy) -> Remedy:
    """The remedy for a server that is yet to be set up: nothing of it can be typed on a console or restarted."""
    typed = any(one.target == "console" for one in fix.commands)
    acts = fix.restart != "none" or typed or _IN_A_DOCUMENT.search(fix.summary)
    summary = (_IN_SET_UP if acts else "") + _NOT_MEANT.sub("", fix.summary)
    commands = tuple(one for one in fix.commands if one.target != "console")
    rollback = "Write the old value into the set-up file again." if acts else fix.rollback
    return fix._replace(summary=summary, restart="none", commands=commands, rollback=rollback)


def _values(result: Result, setting: str) -> dict[str, str]:
    """What each name in a fix stands for, as far as it is known."""
    known = {answer.key: answer.text for answer in result.fix_named if answer.text}
    return known | {"setting.name": setting} | {name: str(value) for name, value in result.rule.parameters.items()}


def _shown(catalogue: Catalogue, name: str, text: str) -> str:
    return masking.masked(catalogue, text) if name == "setting.name" else masking.value(catalogue, name, text)


def _commands(fix: Fix, values: dict[str, str], catalogue: Catalogue) -> Iterator[CommandLine]:
    """What can be typed. values: those that a mask leaves as they are.

    Commands are steps of one work: where one lacks a value none is given, for the others alone may do harm.
    """
    steps = fix.command or edits(fix, catalogue.spelling)
    lines = [(one.target, _line(one, of_one)) for one in steps for of_one in _each(one, values)]
    if any(line is None for _, line in lines):
        return
    for target, line in lines:
        if line is not None and not (target == "console" and is_undone(line, catalogue.settings.get)):
            yield CommandLine(target, line)


def _each(one: Template, values: dict[str, str]) -> Iterator[dict[str, str]]:
    """The values for each time a command is typed: once, or once for each member of the list that it is typed for."""
    if not one.each:
        yield values
    for member in values.get(one.each, "").split(",") if one.each else ():
        yield values | {one.each: member.strip()}


def _line(one: Template, values: dict[str, str]) -> str | None:
    """A command with its values; None where one is not known, or cannot be typed there."""
    line, end = "", 0
    if "{" in one.command:
        from advisor.values.typed import typed  # late: most commands have nothing to quote
    for match in message.PLACEHOLDER.finditer(one.command):
        line += one.command[end : match.start()]
        value = typed(one.target, line, values.get(match[1], ""))
        if value is None:
            return None
        line, end = line + value, match.end()
    return line + one.command[end:]

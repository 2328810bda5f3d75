"""Remedies: the fix of a failed rule with the values of this server, in words, as commands and as edits of settings."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from advisor.facts import Answer
from advisor.judging.engine import Result
from advisor.pack import Catalogue, message
from advisor.pack.console import NOTES_INI, is_undone, restart
from advisor.pack.fixes import RESTART_TASK, Fix, Template
from advisor.report import masking
from advisor.report.finding import CommandLine, Remedy, SettingEdit
from advisor.report.texts import DocumentField, document_field
from advisor.values.printing import listed
from advisor.values.typed import typed

if TYPE_CHECKING:
    from advisor.report.shared_lines import SharedLines


def values_of(result: Result, setting: str) -> dict[str, str]:
    """What each name in a fix stands for, as far as it is known. setting: as the file has its name."""
    known = {answer.key: answer.text for answer in result.fix_named if answer.text}
    return known | {"setting.name": setting} | {name: str(value) for name, value in result.rule.parameters.items()}


def edits_of(result: Result, setting: str, catalogue: Catalogue) -> tuple[SettingEdit, ...] | None:
    """The edits, with values as the file is to have them: secrets too.

    None where one lacks a value, or is of a setting that a document owns: then somebody has to look.
    """
    fix = result.fix or result.rule.fix
    if not (fix.set or fix.remove or fix.rename):
        return ()
    values = values_of(result, setting)
    named = [("set", key, value) for key, value in fix.set.items()]
    named += [("remove", key, "") for key in fix.remove]
    named += [("rename", key, name) for key, name in fix.rename.items()]
    edits = [one for action, key, value in named for one in _edits(action, key, value, values, catalogue)]
    return None if None in edits else tuple(one for one in edits if one)


def _edits(
    action: str, key: str, value: str, values: dict[str, str], catalogue: Catalogue
) -> Iterator[SettingEdit | None]:
    """The edit of a setting, or of each that a list names."""
    names, to = filled(key.removeprefix("ini."), values), filled(value, values)
    for name in (names or "").split(","):
        plain = name.strip() if "{" in key else catalogue.spelling(name)
        owned = not all(_is_free(one, catalogue) for one in (plain, to if action == "rename" and to else ""))
        yield None if not plain or to is None or owned else SettingEdit(action, plain, to)


def filled(text: str, values: dict[str, str]) -> str | None:
    """A text with the value of each name in its place; None where one is not known."""
    if any(not values.get(name) for name in message.names(text)):
        return None
    return message.PLACEHOLDER.sub(lambda match: values[match[1]], text)


def _is_free(name: str, catalogue: Catalogue) -> bool:
    """Whether no document owns a setting: Domino would undo what is edited."""
    entry = catalogue.settings.get(name.lower())
    return entry is None or entry.home == NOTES_INI


def as_shown(edit: SettingEdit, catalogue: Catalogue) -> SettingEdit:
    """An edit as it may be printed."""
    renamed = edit.action == "rename"
    to = masking.masked(catalogue, edit.to) if renamed else _value(edit.name, edit.to, catalogue)
    return edit._replace(name=masking.masked(catalogue, edit.name), to=to)


def _value(name: str, text: str, catalogue: Catalogue) -> str:
    return masking.value(catalogue, _key(name), text) if text else ""


def on_the_console(
    edits: tuple[SettingEdit, ...], result: Result, catalogue: Catalogue
) -> tuple[CommandLine, ...] | None:
    """The edits as they are typed on Domino's console, with the way back; None where one cannot be typed.

    Where a rename cannot, nothing is: only an editor does it, which does the other edits too. Nothing is typed of a
    setting that stands on several lines: no source says which of them `set config` changes.
    """
    if not edits:
        return ()
    if repeated(edits, result):
        return None
    was = {answer.key: answer for answer in result.fix_was}
    lines: list[CommandLine] = []
    for one in edits:
        plain = _renamed(one, was) if one.action == "rename" else [one]
        made = [_edited_line(each, was, catalogue) for each in plain if not _is_so(each, was)]
        if not plain or None in made:
            return () if one.action == "rename" else None
        lines += [line for line in made if line]
    return tuple(lines)


def repeated(edits: tuple[SettingEdit, ...], result: Result) -> dict[str, tuple[int, ...]]:
    """The settings of edits that stand on several lines of one file, each with the numbers of those lines."""
    found, was = {}, {answer.key: answer for answer in result.fix_was}
    for one in edits:
        answer = was.get(_key(one.name))
        if answer is None or len(answer.facts) < 2:
            continue
        by_file: dict[str, list[int]] = {}
        for fact in answer.facts:
            if fact.source and fact.span:
                by_file.setdefault(fact.source.path, []).append(fact.source.position(fact.span[0])[0])
        lines = max(by_file.values(), key=len, default=[])
        if len(lines) > 1:
            found[one.name] = tuple(lines)
    return found


def _renamed(edit: SettingEdit, was: Mapping[str, Answer]) -> list[SettingEdit]:
    """A rename as the new setting and the old one's end; empty where the value is not known, or the new one is set.

    One of the same name differs in blanks, and nobody knows what the console makes of those.
    """
    old, new = was.get(_key(edit.name)), was.get(_key(edit.to))
    if old is None or not old.text or new is None or not new.absent or _key(edit.name) == _key(edit.to):
        return []
    return [SettingEdit("set", edit.to, old.text), SettingEdit("remove", edit.name, "")]


def _is_so(edit: SettingEdit, was: Mapping[str, Answer]) -> bool:
    """Whether a setting that is to go is not there."""
    before = was.get(_key(edit.name))
    return edit.action == "remove" and before is not None and before.absent


def _edited_line(edit: SettingEdit, was: Mapping[str, Answer], catalogue: Catalogue) -> CommandLine | None:
    line = _set_config(edit, catalogue)
    return None if line is None else CommandLine("console", line, _back(edit, was.get(_key(edit.name)), catalogue))


def _key(name: str) -> str:
    return f"ini.{name.lower()}"


def _back(edit: SettingEdit, was: Answer | None, catalogue: Catalogue) -> str:
    """What sets a setting to what it was; "" where that is not known, or it was not set and is to be removed."""
    if was is None or (was.text is None and (not was.absent or edit.action == "remove")):
        return ""
    return _set_config(edit._replace(to=was.text or ""), catalogue) or ""


def _set_config(edit: SettingEdit, catalogue: Catalogue) -> str | None:
    name = typed("console", "set config ", edit.name)
    if name is None or as_shown(edit, catalogue) != edit:
        return None
    begin = f"set config {name}="
    value = typed("console", begin, edit.to) if edit.to else ""
    return None if value is None else begin + value


IN_SET_UP = " The server is not set up yet: make this change in the set-up file. Nothing needs a restart."
_CHECKED_THERE = "domlint, given the set-up file again, no longer names it."
_KEEP_A_COPY = "Keep a copy of the set-up file as it is, and put it back."
_STAYS_CHANGED = "stays changed"  # a password that others have seen is never written again
_IN_A_DOCUMENT = re.compile(r"\bdocuments?\b", re.IGNORECASE)
_NOT_MEANT = re.compile(
    r" ?(?:Do not edit|Change it in the document, not in|The document owns it: do not write it into) NOTES\.INI"
    r"(?:: [^.]*)?\."
)


def remedy(result: Result, setting: str, catalogue: Catalogue, shared: "SharedLines | None" = None) -> Remedy:
    """The fix of a failed result. setting: the name of the setting that it is about, as it stands in the file.

    shared: the lines that other findings of the server change too.
    """
    fix, values = result.fix or result.rule.fix, values_of(result, setting)
    shown = {name: _shown(catalogue, name, text) for name, text in values.items()}

    def said(sentence: str) -> str:
        return message.fill_to_do(sentence, lambda name: shown.get(name, ""), catalogue)

    safe = {name: text for name, text in values.items() if shown[name] == text}
    changes, safety, beside = edits_of(result, setting, catalogue), fix.safety, ""
    if changes and shared and (final := shared.final(changes)) != changes:
        others = shared.others(changes, result.rule.name) or ["this rule's other findings"]
        changes, safety = final, shared.safety(changes, safety)
        beside = f" The same line also gets the change of {listed(others)}."
    typed = None if changes is None else on_the_console(changes, result, catalogue)
    commands = _steps([None] if typed is None else [*typed, *_commands(fix, safe, catalogue)])
    rollback = message.PLACEHOLDER.sub(lambda match: _whole(shown.get(match[1], "")), fix.rollback)
    return Remedy(
        safety if changes or commands else "manual", said(fix.summary) + beside, fix.restart, commands, rollback,
        said(fix.verify), _number(fix, result.rule.fix), tuple(as_shown(one, catalogue) for one in changes or ()),
        _fields(fix, shown, catalogue), said(fix.risk), fix.project or fix.restart == "rebuild",
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
            if line is None:
                yield None
            elif one.target == "console" and line.startswith(RESTART_TASK):
                for command in restart(line, values.get("release", "")):
                    yield CommandLine(one.target, command, command if one.back else "")
            elif not (one.target == "console" and is_undone(line, catalogue.settings.get)):
                back = _line(one.target, one.back or "", of_one)
                yield CommandLine(one.target, line, back or "", one.looks)


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

"""Setting edits: a failed result's fix in, the settings of NOTES.INI that it sets, removes and renames out."""

from collections.abc import Iterator, Mapping

from advisor.facts import Answer
from advisor.judging.engine import Result
from advisor.pack import Catalogue, message
from advisor.pack.console import NOTES_INI
from advisor.report import masking
from advisor.report.finding import CommandLine, SettingEdit
from advisor.values.typed import typed


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
        made = [_line(each, was, catalogue) for each in plain if not _is_so(each, was)]
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


def _line(edit: SettingEdit, was: Mapping[str, Answer], catalogue: Catalogue) -> CommandLine | None:
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

"""Remedies: the fix of a failed rule with the values of the server, in words, as commands and as edits of settings."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Answer
from advisor.judging.engine import FAILED, Result
from advisor.pack import Catalogue, Rule, message
from advisor.pack.fixes import NOTES_INI, RESTART_TASK, Fix, Template, is_undone, restart
from advisor.report import masking
from advisor.report.finding import CommandLine, Remedy, SettingEdit
from advisor.report.texts import SAFETIES, document_field
from advisor.values.markdown import quoted
from advisor.values.printing import listed
from advisor.values.typed import typed

ValueOf = Callable[[str], str]  # returns the value of a name in a fix; "" if it is not known


def values_of(result: Result, setting: str) -> dict[str, str]:
    """Return the known values of the names in a fix. setting: the name as the file has it."""
    known = {answer.key: answer.text for answer in result.fix_named if answer.text}
    known["setting.name"] = setting
    for name, value in result.rule.parameters.items():
        known[name] = str(value)
    return known


def edits_of(result: Result, setting: str, catalogue: Catalogue) -> tuple[SettingEdit, ...] | None:
    """Return the edits of a fix, unmasked.

    None if a value is not known or a document owns a setting: then a person has to decide.
    """
    fix = result.fix or result.rule.fix
    if not (fix.set or fix.remove or fix.rename):
        return ()
    values = values_of(result, setting)

    def value_of(name: str) -> str:
        return values.get(name, "")

    named = [("set", key, value) for key, value in fix.set.items()]
    named += [("remove", key, "") for key in fix.remove]
    named += [("rename", key, name) for key, name in fix.rename.items()]
    edits = [edit for action, key, value in named for edit in _edits(action, key, value, value_of, catalogue)]
    return None if None in edits else tuple([edit for edit in edits if edit])


def _edits(action: str, key: str, value: str, value_of: ValueOf, catalogue: Catalogue) -> Iterator[SettingEdit | None]:
    """Yield the edit of a setting, or of each setting in a list; None for an edit that is not possible."""
    names, to = filled(key.removeprefix("ini."), value_of), filled(value, value_of)
    for name in (names or "").split(","):
        plain = name.strip() if "{" in key else catalogue.spelling(name)
        free = _is_free(plain, catalogue) and (action != "rename" or not to or _is_free(to, catalogue))
        yield SettingEdit(action, plain, to) if plain and to is not None and free else None


def filled(text: str, value_of: ValueOf) -> str | None:
    """Return a text with its values; None if one is not known."""
    if "{" not in text:
        return text
    values = {name: value_of(name) for name in message.names(text)}
    if not all(values.values()):
        return None
    return message.PLACEHOLDER.sub(lambda match: values[match[1]], text)


def _is_free(name: str, catalogue: Catalogue) -> bool:
    """Return whether no document owns a setting. Domino would undo an edit of a setting that a document owns."""
    entry = catalogue.settings.get(name.lower())
    return entry is None or entry.home == NOTES_INI


def as_shown(edit: SettingEdit, catalogue: Catalogue) -> SettingEdit:
    """Return an edit with secrets masked."""
    if edit.action == "rename":
        to = masking.masked(catalogue, edit.to)
    else:
        to = masking.value(catalogue, _key(edit.name), edit.to) if edit.to else ""
    return replace(edit, name=masking.masked(catalogue, edit.name), to=to)


def on_the_console(
    edits: tuple[SettingEdit, ...], result: Result, catalogue: Catalogue
) -> tuple[CommandLine, ...] | None:
    """Return the edits as commands of Domino's console, with their undo; None if one cannot be typed.

    If a rename cannot be typed, nothing is: an editor makes the rename, and with it the other edits. Nothing is typed
    for a setting on several lines: no source says which of them `set config` changes.
    """
    if not edits:
        return ()
    if repeated(edits, result):
        return None
    was = {answer.key: answer for answer in result.fix_was}
    lines: list[CommandLine] = []
    for edit in edits:
        plain = _renamed(edit, was) if edit.action == "rename" else [edit]
        if not plain:
            return ()
        for each in plain:
            before = was.get(_key(each.name))
            if each.action == "remove" and before is not None and before.absent:
                continue
            line = _set_config(each, catalogue)
            if line is None:
                return () if edit.action == "rename" else None
            lines.append(CommandLine("console", line, _back(each, before, catalogue)))
    return tuple(lines)


def repeated(edits: tuple[SettingEdit, ...], result: Result) -> dict[str, tuple[int, ...]]:
    """Return the settings of edits that are on several lines of one file, with the line numbers."""
    found = {}
    was = {answer.key: answer for answer in result.fix_was if len(answer.facts) > 1}
    for edit in edits if was else ():
        answer = was.get(_key(edit.name))
        if answer is None:
            continue
        by_file: dict[str, list[int]] = {}
        for fact in answer.facts:
            if fact.source and fact.span:
                by_file.setdefault(fact.source.path, []).append(fact.source.position(fact.span[0])[0])
        lines = max(by_file.values(), key=len, default=[])
        if len(lines) > 1:
            found[edit.name] = tuple(lines)
    return found


def _renamed(edit: SettingEdit, was: Mapping[str, Answer]) -> list[SettingEdit]:
    """Return a rename as two edits; none if the value is unknown or the new setting exists already.

    A new name that differs only in blanks is not typed: it is unknown how the console reads those.
    """
    old, new = was.get(_key(edit.name)), was.get(_key(edit.to))
    if old is None or not old.text or new is None or not new.absent or _key(edit.name) == _key(edit.to):
        return []
    return [SettingEdit("set", edit.to, old.text), SettingEdit("remove", edit.name, "")]


def _key(name: str) -> str:
    return f"ini.{name.lower()}"


def _back(edit: SettingEdit, was: Answer | None, catalogue: Catalogue) -> str:
    """Return the command that restores a setting; "" if its old value is unknown, or it was not set."""
    if was is None or (was.text is None and (not was.absent or edit.action == "remove")):
        return ""
    return _set_config(replace(edit, to=was.text or ""), catalogue) or ""


def _set_config(edit: SettingEdit, catalogue: Catalogue) -> str | None:
    name = typed("console", "set config ", edit.name)
    if name is None or as_shown(edit, catalogue) != edit:
        return None
    begin = f"set config {name}="
    value = typed("console", begin, edit.to) if edit.to else ""
    return None if value is None else begin + value


def remedy(result: Result, setting: str, catalogue: Catalogue, shared: "SharedLines | None" = None) -> Remedy:
    """Return the remedy of a failed result, with the values of the server. Secrets are masked.

    setting: the name of the result's setting, as the file has it. shared: the lines that other findings change, too.
    """
    fix, values = result.fix or result.rule.fix, values_of(result, setting)

    def value_of(name: str) -> str:
        text = values.get(name, "")
        return _shown(catalogue, name, text) if text else ""

    def plain_value_of(name: str) -> str:  # "" if it is secret
        text = values.get(name, "")
        return text if value_of(name) == text else ""

    changes, safety, beside = edits_of(result, setting, catalogue), fix.safety, ""
    if changes and shared and (final := shared.final(changes)) != changes:
        others = shared.others(changes, result.rule.name) or ["this rule's other findings"]
        changes, safety = final, shared.safety(changes, safety)
        beside = f" The same line also gets the change of {listed(others)}."
    typed = None if changes is None else on_the_console(changes, result, catalogue)
    commands = () if typed is None else _steps([*typed, *_commands(fix, plain_value_of, catalogue)])
    return Remedy(
        safety=safety if changes or commands else "manual",
        summary=message.fill_to_do(fix.summary, value_of, catalogue) + beside,
        restart=fix.restart,
        commands=commands,
        rollback=message.PLACEHOLDER.sub(lambda match: _whole(value_of(match[1])), fix.rollback),
        verify=message.fill_to_do(fix.verify, value_of, catalogue),
        number=_number(result.rule, fix),
        edits=tuple([as_shown(edit, catalogue) for edit in changes or ()]),
        fields=tuple([document_field(one, catalogue, filled(one.to, value_of) or "") for one in fix.field]),
        risk=message.fill_to_do(fix.risk, value_of, catalogue),
        project=fix.project or fix.restart == "rebuild",
    )


def _steps(lines: list[CommandLine | None]) -> tuple[CommandLine, ...]:
    """Return the commands, each once. If one cannot be typed, none is: the others alone may do harm."""
    if not lines or None in lines:
        return ()
    first: dict[tuple[str, str], CommandLine] = {}
    for line in lines:
        if line:
            first.setdefault((line.target, line.command), line)
    return tuple(first.values())


def _number(rule: Rule, fix: Fix) -> int:
    """Return the number of a rule's remedy: 0 for its fix, from 1 for an alternative."""
    for number, alternative in enumerate(rule.remedies[:-1], 1):
        if alternative.fix is fix or alternative.fix == fix:
            return number
    return 0


def _whole(value: str) -> str:
    """Return an old value for a sentence. Its backticks are escaped for formats that have code."""
    if "`" not in value:
        return value
    return quoted(value)


def _shown(catalogue: Catalogue, name: str, text: str) -> str:
    return masking.masked(catalogue, text) if name == "setting.name" else masking.value(catalogue, name, text)


def _commands(fix: Fix, value_of: ValueOf, catalogue: Catalogue) -> Iterator[CommandLine | None]:
    """Yield the commands of a fix; None for one that cannot be typed. value_of: returns "" for a secret value."""
    for template in fix.command:
        is_on_console = template.target == "console"
        for value_of_member in _each(template, value_of):
            line = _line(template.target, template.command, value_of_member)
            if line is None:
                yield None
            elif is_on_console and line.startswith(RESTART_TASK):
                for command in restart(line, value_of("release")):
                    yield CommandLine(template.target, command, command if template.back else "")
            elif not (is_on_console and "{" in template.command and is_undone(line, catalogue.settings.get)):
                back = _line(template.target, template.back or "", value_of_member)
                yield CommandLine(template.target, line, back or "", template.looks)


def _each(template: Template, value_of: ValueOf) -> Iterator[ValueOf]:
    """Yield the values for each time a command is typed: once, or once for each member of its list."""
    if not template.each:
        yield value_of
        return
    for member in value_of(template.each).split(","):
        yield _with_member(value_of, template.each, member.strip())


def _with_member(value_of: ValueOf, name: str, member: str) -> ValueOf:
    return lambda other: member if other == name else value_of(other)


def _line(target: str, command: str, value_of: ValueOf) -> str | None:
    """Return a command with its values; None if one is not known, or cannot be typed there."""
    if "{" not in command:
        return command
    line, end = "", 0
    for match in message.PLACEHOLDER.finditer(command):
        line += command[end : match.start()]
        value = typed(target, line, value_of(match[1]))
        if value is None:
            return None
        line, end = line + value, match.end()
    return line + command[end:]


_LISTS = "servertasks"  # how the settings begin whose values are lists of tasks


class _Change(Struct, frozen=True):
    """What the remedy of a result makes of a line. after: the tasks that are left."""

    result: Result
    after: list[str]


class _Line(Struct, frozen=True):
    """A line that several rules change. value: what it is after all the changes."""

    value: str
    rules: tuple[str, ...]
    safety: str


class SharedLines:
    """The settings that several failed results of one server change, each with its value after all the changes."""

    def __init__(self, results: Iterable[Result], catalogue: Catalogue) -> None:
        self._lines: dict[str, _Line] = {}
        before: dict[str, list[str]] = {}
        changes: dict[str, list[_Change]] = {}
        for result in results:
            if result.verdict != FAILED or not _changes_a_list(result):
                continue
            was = {answer.key: answer.text or "" for answer in result.fix_was}
            for edit in edits_of(result, "", catalogue) or ():
                name = edit.name.lower()
                if name.startswith(_LISTS) and (text := was.get(f"ini.{name}")):
                    before[name] = _tasks(text)
                    changes.setdefault(name, []).append(_Change(result, _tasks(edit.to)))
        for name, found in changes.items():
            if all(one.after == found[0].after for one in found):
                continue
            if (after := _joined(before[name], found)) is not None:
                rules = tuple(dict.fromkeys(one.result.rule.name for one in found))
                self._lines[name] = _Line(",".join(after), rules, max(map(_safety, found), key=SAFETIES.index))

    def final(self, edits: tuple[SettingEdit, ...]) -> tuple[SettingEdit, ...]:
        """Return edits with the final values of their lines."""
        return tuple(map(self._final, edits)) if self._lines else edits

    def _final(self, edit: SettingEdit) -> SettingEdit:
        line = self._lines.get(edit.name.lower())
        return replace(edit, action="set" if line.value else "remove", to=line.value) if line else edit

    def safety(self, edits: tuple[SettingEdit, ...], own: str) -> str:
        """Return the safety of edits: the lowest of the remedies that change their lines."""
        found = [line.safety for edit in edits if (line := self._lines.get(edit.name.lower()))]
        return max([own, *found], key=SAFETIES.index)

    def others(self, edits: tuple[SettingEdit, ...], rule: str) -> list[str]:
        """Return the names of the other rules whose remedies change the lines of these edits."""
        lines = (self._lines.get(edit.name.lower()) for edit in edits)
        return [name for name in dict.fromkeys(name for line in lines if line for name in line.rules) if name != rule]


def _safety(change: _Change) -> str:
    return (change.result.fix or change.result.rule.fix).safety


def _changes_a_list(result: Result) -> bool:
    fix = result.fix or result.rule.fix
    if not fix.set and not fix.remove:
        return False
    return any("{" in key or key.startswith(f"ini.{_LISTS}") for key in (*fix.set, *fix.remove))


def _tasks(line: str) -> list[str]:
    return [task for part in line.split(",") if (task := part.strip())]


def _joined(tasks: list[str], changes: list[_Change]) -> list[str] | None:
    """Return the tasks after all changes; None if two changes put different tasks in the place of one."""
    made: dict[int, list[str]] = {}
    for change in changes:
        for at, instead in _changed(tasks, change.after).items():
            if made.setdefault(at, instead) != instead:
                return None
    return [task for at, old in enumerate(tasks) for task in made.get(at, [old])]


def _changed(before: list[str], after: list[str]) -> Mapping[int, list[str]]:
    """Return what comes in the place of each task that a change replaces or removes, by its index."""
    from difflib import SequenceMatcher  # few fixes change a list of tasks

    found: dict[int, list[str]] = {}
    for action, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if action == "equal":
            continue
        if action == "insert":
            at = min(start, len(before) - 1)
            found[at] = [*after[first:last], before[at]] if start < len(before) else [before[at], *after[first:last]]
        elif end - start == last - first:
            found |= {start + number: [after[first + number]] for number in range(end - start)}
        else:
            found |= {start: after[first:last]} | {at: [] for at in range(start + 1, end)}
    return found

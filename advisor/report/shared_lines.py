"""Shared lines: the final value of a list of tasks that the remedies of several findings change."""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from advisor.judging.engine import FAILED, Result
from advisor.pack import Catalogue
from advisor.report.finding import SettingEdit
from advisor.report.remedies import edits_of
from advisor.report.texts import SAFETIES

_LISTS = "servertasks"  # how the settings begin whose values are lists of tasks


class _Change(NamedTuple):
    """What the remedy of a result makes of a line. after: the tasks that are left."""

    result: Result
    after: list[str]


class _Line(NamedTuple):
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
        return edit._replace(action="set" if line.value else "remove", to=line.value) if line else edit

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

"""Repeated edits: each thing that an editor of `fix` can do, to files of n settings, and of one setting n times."""

from collections.abc import Callable, Iterator

import growing
from growing import Growth, Stages

from advisor import fixes
from advisor.report.finding import SettingEdit

Raw = Callable[[int], bytes]
SIZE, FEW = 100, 20  # settings, and remedies at once
SEVERAL = 3  # ways of a format with many remedies


def _notes_ini(form: str) -> Raw:
    return lambda n: b"[Notes]\nKitType=2\nX=1\n" + "".join(form.format(at) for at in range(n)).encode()


def _one_touch(form: str) -> Raw:
    def made(n: int) -> bytes:
        members = ",\n".join(['"X": "1"', *(form.format(at) for at in range(n))])
        return f'{{"serverSetup": {{"server": {{"name": "hub"}}, "notesINI": {{\n{members}\n}}}}}}\n'.encode()

    return made


FILES = {  # by the format that is edited, the ways in which its files grow
    "notes.ini": {
        "settings": _notes_ini("Vendor_{0}=1\n"),
        "one setting": _notes_ini("X=1\n"),
        "settings in UTF-16": lambda n: _notes_ini("Vendor_{0}=1\n")(n).decode().encode("utf-16"),
        "settings with blanks": _notes_ini("Vendor_{0} = 1\n"),
        "lines that are none": _notes_ini("lost {0}\n"),
        "headings": _notes_ini("[Part {0}]\n"),
        "a long value": lambda n: b"[Notes]\nX=" + b"a," * 20 * n + b"\n",
        "lines without an end": lambda n: b"[Notes]\nX=1\n" + b"a" * 20 * n,
    },
    "one-touch json": {
        "members": _one_touch('"Vendor_{0}": "1"'),
        "one member": _one_touch('"Y": "1"'),
        "objects": _one_touch('"Vendor_{0}": {{"X": 1}}'),
        "a long value": lambda n: _one_touch('"Y": "{0}"')(1).replace(b'"0"', b'"' + b"a," * 20 * n + b'"'),
    },
}
VERBS = {"set_value": ("X", "45"), "removed": ("X",), "renamed": ("X", "Y_of_another_name")}


def of_edits(quick: bool) -> Iterator[list[Growth]]:
    """Every verb of every editor, and n remedies at once."""
    for format, ways in FILES.items():
        for way, raw in list(ways.items())[:: 3 if quick else 1]:
            yield growing.grown(f"{way} of {format}", _one_by_one(format, raw), SIZE, ("",))
        for way, raw in list(ways.items())[: 1 if quick else SEVERAL]:
            yield growing.grown(f"remedies of {way} of {format}", _at_once(format, raw), FEW, ("",))


def _one_by_one(format: str, raw: Raw) -> growing.Run:
    editor = fixes.editor(format)

    def run(n: int) -> Stages:
        data = raw(n)
        return {
            f"edit {format} {verb}": growing.least(lambda verb=verb, words=words: getattr(editor, verb)(data, *words))
            for verb, words in VERBS.items()
        }

    return run


def _at_once(format: str, raw: Raw) -> growing.Run:
    editor = fixes.editor(format)

    def run(n: int) -> Stages:
        data = raw(n)
        remedies = [(SettingEdit("set", f"Vendor_{at}", "2"),) for at in range(n)]
        return {f"edit {format} several": growing.least(lambda: editor.several(data, remedies))}

    return run

"""Bases: servers on which every derive step gives something, with what their files tell: what is then made to grow.

They are the fixtures, taken so that each key that any step gives there is given on one of them; servers that have
every example of the readers' tests of a platform; and what none of these holds.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import stages
from examples import examples

from advisor.derive import Context, views_of
from advisor.derive.steps import STEPS
from advisor.derive.steps.step import Item, carry_out
from advisor.judging import turns
from advisor.judging.run import Run
from advisor.known import Facts, View
from advisor.run import read
from advisor.servers.gather import discover
from advisor.servers.gathered import Gathered

FIXTURES = stages.PROJECT / "fixtures"
INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory={0}\nFaultRecovery_Build=Release {1}\nTRANSLOG_Status=1\n"
PLATFORMS = {
    "linux": ("/local/notesdata", "12.0.2"),
    "aix": ("/local/notesdata", "9.0.1"),
    "windows": (r"D:\Data", "14.0"),
}
OF_A_SERVER = {"notes_ini", "config_map", "one_touch", "one_touch_env"}  # examples that would be other servers
DISK = {"name": "sda", "type": "disk", "rota": True, "tran": "sas", "vendor": "SEAGATE", "model": "ST300MM0006"}
ROOT = {"name": "sda1", "type": "part", "mountpoint": "/", "fstype": "ext4"}
STAT = "> show stat\n  {}\n  1 statistics found\n"
MADE_UP = {
    "a bare disk": {
        "notes.ini": INI.format("/local/notesdata", "12.0.2"),
        "show-stat.txt": STAT.format("Health.Overall.Value = 20"),
        "lsblk.json": json.dumps({"blockdevices": [DISK | {"children": [ROOT]}]}),
    },
    "users of 4.5": {
        "notes.ini": INI.format(r"C:\notes\data", "4.5"),
        "show-stat.txt": STAT.format("Server.Users.Peak = 617"),
    },
}


class Base(NamedTuple):
    """A server. given: the keys that each step gives there."""

    name: str
    facts: Facts
    context: Context
    given: dict[str, set[str]]


def bases() -> list[Base]:
    """As few servers as give all keys that any of them gives."""
    found = [*_of_fixtures(), *_of_examples(), *_made_up()]
    lacking = {key for base in found for key in _keys(base)}
    chosen = []
    while lacking:
        best = max(found, key=lambda base: len(_keys(base) & lacking))
        chosen.append(best)
        lacking -= _keys(best)
    return chosen


def _keys(base: Base) -> set[tuple[str, str]]:
    return {(step, key) for step, keys in base.given.items() for key in keys}


def _of_fixtures() -> Iterator[Base]:
    for folder in sorted(path for path in FIXTURES.iterdir() if path.is_dir() and path.name != "size"):
        yield from _of(folder.name, folder)


def _of_examples() -> Iterator[Base]:
    for platform, words in PLATFORMS.items():
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            (folder / "notes.ini").write_text(INI.format(*words), encoding="utf-8")
            for name in set(stages.readers.names()) - OF_A_SERVER:
                family = stages.readers.reader(name).family
                for number, text in enumerate(examples(name) if family == platform or family not in PLATFORMS else ()):
                    (folder / f"{name}-{number}.txt").write_bytes(text)
            yield from _of(f"examples of {platform}", folder)


def _made_up() -> Iterator[Base]:
    for name, files in MADE_UP.items():
        with tempfile.TemporaryDirectory() as place:
            for path, text in files.items():
                (Path(place) / path).write_text(text, encoding="utf-8")
            yield from _of(name, Path(place))


def _of(name: str, folder: Path) -> Iterator[Base]:
    """The servers of a folder as they are before anything is derived, and what each step then gives."""
    before: list[tuple[Facts, Context]] = []

    def noted(facts: Facts, context: Context) -> tuple[View, ...]:
        before.append((facts.copy(), context))
        return views_of(facts, context)

    turns.views_of = noted
    try:
        reading = read(discover(Gathered(stages.PACK.catalogue), [str(folder)], bytes), stages.PACK.catalogue)
        for _ in Run(reading, stages.Overrides()).derived():
            pass
    finally:
        turns.views_of = views_of
    for facts, context in before:
        yield Base(name, facts, context, _given(facts.copy(), context))


def _given(facts: Facts, context: Context) -> dict[str, set[str]]:
    given: dict[str, list[Item]] = {}
    for step in STEPS:
        if step.where(facts):
            carry_out(step, facts, context, given.setdefault(step.name, []))
    return {step: {getattr(item, "key", "") for item in items} for step, items in given.items()}

"""Repeated runs: files and servers of growing number as runs in stages; commands, and the writers of their answers."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import growing
import repeated_commands
import repeated_files
import stages
from carried_out import caught, printed, written
from growing import Growth, Stages
from repeated_commands import Command
from repeated_files import Kind

WRITERS = ("writer ",)


def of_runs(quick: bool) -> Iterator[list[Growth]]:
    """Every kind of files by stages; every command, and what writers make of its answer."""
    for kind in repeated_files.KINDS[:: 4 if quick else 1]:
        with tempfile.TemporaryDirectory() as folder:
            yield growing.grown(kind.name, _of_files(Path(folder), kind), kind.size, WRITERS, kind.most)
    for command in repeated_commands.COMMANDS[:: 3 if quick else 1]:
        with tempfile.TemporaryDirectory() as folder:
            kind = command.kind
            yield growing.grown(kind.name, _of_command(Path(folder), command), kind.size, WRITERS, kind.most)


def _of_files(folder: Path, kind: Kind) -> growing.Run:
    return lambda n: stages.whole([written(folder / str(n), kind.made(n))])


def _of_command(folder: Path, command: Command) -> growing.Run:
    def run(n: int) -> Stages:
        place = written(folder / str(n), command.kind.made(n))
        words = command.words.split()
        taken = {f"domlint {words[0]}": growing.seconds(lambda: printed(place, words))}
        if command.writers:
            answer = caught(command.writers, place, words)
            for name, render in stages.renderers(command.writers).items():
                taken[stages.row(command.writers, name)] = growing.least(lambda render=render: render(*answer))
        return taken

    return run

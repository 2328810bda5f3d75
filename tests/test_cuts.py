"""A file that is truncated within a line turns no verdict into its opposite."""

import random
import re
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest
from fixture_servers import EVERY_CUT, FIXTURES, SERVERS
from judged import results_of
from laid import gather
from msgspec.structs import replace

from advisor import pack, readers
from advisor.derive import Overrides
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN
from advisor.judging.run import Run
from advisor.servers.model import InputFile
from advisor.servers.reading import read

PACK = pack.builtin()
CUTS, SEED = 1000 if EVERY_CUT else 200, 20261122
LINE_ENDS = (b"\n", b"\r")
OPTIONS = ("release", "platform", "bits")
WORST_FIRST = (FAILED, UNKNOWN, PASSED, NOT_APPLICABLE)
OF_THE_REST = "document-not-in-effect"  # speaks where no other finding does: where one falls silent, it comes
OPPOSITE = {FAILED: PASSED, PASSED: FAILED}


class Whole(NamedTuple):
    """A server of a fixture: its files, what the command line says of it, and its verdicts by rule and subject."""

    name: str
    files: tuple[InputFile, ...]
    overrides: Overrides
    verdicts: dict


@cache
def servers():
    """Every server of every fixture."""
    found = []
    for folder in SERVERS:
        gathered = gather([str(folder)], lambda: b"", catalogue=PACK.catalogue)
        told = told_of(folder.name)
        for one in Run(read(gathered.files, PACK.catalogue), told).servers:
            found.append(Whole(f"{folder.name} {one.plain_name}", one.files, told, verdicts(one.files, told)))
    return found


def own_files(server):
    """All but those above its NOTES.INI: of a cut one that speaks of others only, a server is not told."""
    anchors = [file.path.rpartition("/")[0] for file in server.files if file.path.lower().endswith("notes.ini")]
    return [number for number, file in enumerate(server.files) if not anchors or file.path.startswith(f"{anchors[0]}/")]


def told_of(name):
    """The options in the header of a fixture's expectations."""
    text = (FIXTURES / f"{name}.expected").read_text(encoding="utf-8")
    release, platform, bits = (re.search(rf"^# options:.* --{option} (\S+)", text, re.M) for option in OPTIONS)
    return Overrides(release and release[1], platform and platform[1], bits and int(bits[1]))


def verdicts(files, overrides):
    """By rule and subject, of the server that the files make up."""
    return {
        (one.rule.name, one.subject): one.verdict
        for results in results_of(list(files), overrides)
        for one in results.outcomes
    }


def cut(files, number, end):
    """The files of which one ends at a byte; None where no reader takes that one any more, as if it were not given."""
    raw = raw_of(files[number])[:end]
    reader = readers.recognise(files[number].name, raw[: readers.HEAD], PACK.catalogue)
    if reader is None:
        return None
    source = readers.source_of(reader, files[number].path, raw[: readers.HEAD], lambda: iter([raw]))
    return [
        *files[:number],
        replace(files[number], kept=source, taken_by=reader.key),
        *files[number + 1 :],
    ]


def raw_of(file):
    """The bytes of a file, whose path is printed from the working directory or from the folder of the fixtures."""
    return next(path for path in map(Path, (file.path, FIXTURES / file.path)) if path.exists()).read_bytes()


def is_within_a_line(raw, end):
    """Whether a cut leaves a line without its end, or with the half of it."""
    return raw[end - 1 : end] not in LINE_ENDS or raw[end - 1 : end + 1] == b"\r\n"


def turned(server, number, end):
    """The rules, and the rules' subjects, of which a cut turns the verdict into its opposite; None for a file not taken."""
    files = cut(server.files, number, end)
    now = verdicts(files, server.overrides) if files else None
    return now and [
        key
        for before, behind in ((server.verdicts, now), (of_rules(server.verdicts), of_rules(now)))
        for key, verdict in before.items()
        if OPPOSITE.get(verdict) == behind.get(key, verdict) and OF_THE_REST not in key
    ]


def of_rules(found):
    """By rule, the worst of its subjects, as the report counts it."""
    by_rule = {}
    for (rule, _), verdict in found.items():
        by_rule.setdefault(rule, set()).add(verdict)
    return {rule: next(one for one in WORST_FIRST if one in verdicts) for rule, verdicts in by_rule.items()}


def cuts():
    """Ends within a line of files of servers: of any file and of one of each format in turn."""
    chance = random.Random(SEED)
    places = [(server, number) for server in servers() for number in own_files(server)]
    of_format = {}
    for server, number in places:
        of_format.setdefault(server.files[number].reader.name, []).append((server, number))
    for of_one in cycle(of_format.values()):
        for some in (places, of_one):
            server, number = chance.choice(some)
            raw = raw_of(server.files[number])
            end = chance.randrange(1, len(raw))
            if is_within_a_line(raw, end):
                yield server, number, end


@pytest.mark.law
def test_no_cut_in_the_middle_of_a_line_turns_a_verdict_into_its_opposite(read_once):
    wrong, done = [], 0
    for server, number, end in cuts():
        if (found := turned(server, number, end)) is not None:
            wrong += [(server.name, server.files[number].name, end, key) for key in found]
            done += 1
        if done == CUTS:
            break
    assert wrong == []


def test_where_a_cut_turns_a_verdict_this_test_would_see_it():
    server = next(one for one in servers() if one.name.startswith("windows-9.0.1-aged"))
    others = server._replace(verdicts={key: OPPOSITE.get(verdict, verdict) for key, verdict in server.verdicts.items()})
    number = next(number for number, file in enumerate(server.files) if file.name == "notes.ini")
    assert turned(others, number, len(raw_of(server.files[number])))

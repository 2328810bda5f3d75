"""Verdicts: one of a server's files cut, given twice, written by another editor, or past a limit; all of them in another order; secrets.

A fault never becomes fine where no line says so, no letter is better for what was not read, and no output has a secret.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from random import Random
from zlib import crc32

import pytest
from fixture_servers import SERVERS
from secret_lines import PLANTED, SECRET
from test_cuts import OF_THE_REST, OPPOSITE, is_within_a_line, of_rules, told_of, verdicts
from test_evidence_taken_away import raised

from advisor import limits, readers, writers
from advisor.judging.engine import FAILED
from advisor.pack import builtin
from advisor.servers.model import InputFile
from fuzzing import mutations
from fuzzing.promises import folder_of, ran
from fuzzing.whole import input_file, report_of

CUT, TWICE, EDITORS, LIMITS, ORDER, SECRETS = "cut", "given twice", "editors", "limits", "order", "secrets"
FEW = 1
RUNS = 2
LATE = True
LARGEST = 8 * 1024  # bytes of a file that is changed
CATALOGUE = builtin().catalogue
FORMS: dict[str, Callable[[bytes], bytes]] = {
    "CRLF": lambda raw: raw.replace(b"\n", b"\r\n"),
    "a byte order mark": lambda raw: b"\xef\xbb\xbf" + raw,
    "UTF-16": lambda raw: raw.decode("ascii").encode("utf-16"),
}
PARTS = ("servers", "findings", "unread", "errors", "clusters")  # of a report
PLAIN = re.compile(rb"[\t\n -~]*\n")  # what every editor writes alike
OF_THE_FILE = "notes_ini."  # its encoding and its line ends, of which rules speak


def labels() -> list[str]:
    return [CUT, TWICE, EDITORS, LIMITS, ORDER, SECRETS]


@cache
def servers() -> dict[str, dict[str, bytes]]:
    """The fixtures that are one server, of a few files side by side: their files by name."""
    found = {}
    for folder in SERVERS:
        files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        if "notes.ini" in files and not any("/" in way for way in files) and len(files) < 9:
            found[folder.name] = {way: path.read_bytes() for way, path in sorted(files.items())}
    return found


@cache
def seeds(label: str) -> list[bytes]:
    return [
        f"{name}/{way}\n".encode() + raw
        for name, files in servers().items()
        for way, raw in files.items()
        if len(raw) <= LARGEST
    ]


def made(label: str, random: Random) -> bytes:
    data = random.choice(seeds(label))
    return mutated(label, data, random) if random.random() < 0.6 else data


def mutated(label: str, data: bytes, random: Random) -> bytes:
    head, end, raw = data.partition(b"\n")
    return head + end + mutations.mutated(_material(), raw, random)


@cache
def _material() -> mutations.Material:
    return mutations.material([seed.partition(b"\n")[2] for seed in seeds(CUT)][::7])


def hold(label: str, data: bytes) -> None:
    head, _, raw = data.partition(b"\n")
    server, _, way = head.decode("utf-8", "replace").partition("/")
    server = server if server in servers() else next(iter(servers()))
    way = way if way in servers()[server] else "notes.ini"
    random = Random(crc32(data))
    {CUT: _cut, TWICE: _twice, EDITORS: _by_editors, LIMITS: _past_limits, ORDER: _in_order, SECRETS: _secrets}[label](
        server, way, raw, random
    )


def files_of(server: str, way: str, raw: bytes, others: dict[str, bytes] | None = None) -> list[InputFile] | None:
    """A server's files, of which one holds these bytes; None where no reader takes it any more."""
    files = []
    for name, held in ((servers()[server] if others is None else others) | {way: raw}).items():
        reader = readers.recognise(name, held[: readers.HEAD], CATALOGUE)
        if reader:
            files.append(input_file(reader, name, held))
        elif name == way:
            return None
    return files


def judged(server: str, way: str, raw: bytes, others: dict[str, bytes] | None = None) -> dict | None:
    files = files_of(server, way, raw, others)
    return verdicts(files, told_of(server)) if files else None


def _turned(before: dict | None, behind: dict | None) -> list:
    """The rules, and the rules' subjects, of which the verdict is the opposite."""
    return [
        (key, verdict)
        for one, other in (((before, behind), (of_rules(before), of_rules(behind))) if before and behind else ())
        for key, verdict in one.items()
        if OPPOSITE.get(verdict) == other.get(key, verdict) and OF_THE_REST not in key
    ]  # fmt: skip


def _cut(server: str, way: str, raw: bytes, random: Random) -> None:
    end = random.randint(1, max(1, len(raw)))
    if (
        raw.isascii() and raw[end - 1 : end] != b"\r" and is_within_a_line(raw, end)
    ):  # whose letters and line ends stay what they are
        turned = _turned(judged(server, way, raw), judged(server, way, raw[:end]))
        assert not turned, (turned, f"cut at {end}")


def _twice(server: str, way: str, raw: bytes, random: Random) -> None:
    again = raw + (b"" if raw.endswith(b"\n") else b"\n") + raw
    faults = [
        key for key, verdict in _turned(judged(server, way, raw), judged(server, way, again)) if verdict == FAILED
    ]
    assert not faults, faults


def _by_editors(server: str, way: str, raw: bytes, random: Random) -> None:
    if not PLAIN.fullmatch(raw):
        return
    form = random.choice(list(FORMS))
    before, behind = judged(server, way, raw), judged(server, way, FORMS[form](raw))
    assert (before is None) == (behind is None), f"with {form} another reader takes it, or none"
    of_the_file = {rule.name for rule in builtin().rules if any(key.startswith(OF_THE_FILE) for key in rule.keys)}
    told = [{key: one for key, one in (found or {}).items() if key[0] not in of_the_file} for found in (before, behind)]
    assert told[0] == told[1], (form, {*told[0].items()} ^ {*told[1].items()})


def _past_limits(server: str, way: str, raw: bytes, random: Random) -> None:
    files = files_of(server, way, raw)
    if not files:
        return
    whole, before = report_of(files), verdicts(files, told_of(server))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(readers, "SMALL", 0)
        for limit, most in {"MAX_FACTS": 60, "MAX_NOTES_INI_LINES": 60, "MAX_SUBJECTS": 6, "MAX_REPEATS": 2}.items():
            patch.setattr(limits, limit, random.randint(1, most))
        less, behind = report_of(files), verdicts(files, told_of(server))
    turned = [key for key, verdict in _turned(before, behind) if verdict == FAILED]
    faults = [key for key in turned if not isinstance(key, str)]  # what is not read any more is no subject of a rule
    assert not faults, faults
    for one, other in zip(whole.servers, less.servers, strict=False):
        assert one.name != other.name or not raised(one.grade, other.grade, other.grade_is_bound), (
            one.grade,
            other.grade,
        )


def _in_order(server: str, way: str, raw: bytes, random: Random) -> None:
    """The report is in the order of what was given, and says the same."""
    files = {f"in/{name}": held for name, held in (servers()[server] | {way: raw}).items()}
    names = sorted(files)
    with folder_of(files) as folder:
        told = []
        for _ in range(2):
            done = ran(["check", *names, "--isolated", "--format", "json"], folder)
            report = json.loads(done.out or "{}")
            told.append({part: sorted(map(json.dumps, report.get(part) or [])) for part in PARTS} | {"code": done.code})
            random.shuffle(names)
    assert told[0] == told[1], [part for part in PARTS if told[0][part] != told[1][part]]


def _secrets(server: str, way: str, raw: bytes, random: Random) -> None:
    """Lines with secrets stand in a NOTES.INI, whatever else it holds."""
    lines = (raw if way == "notes.ini" else servers()[server]["notes.ini"]).split(b"\n")
    for line in random.sample(PLANTED, 3):
        lines.insert(random.randint(0, len(lines)), line.encode())
    formats = ["json", *random.sample(sorted(writers.FORMATS), 3)]
    asked = [word for at, name in enumerate(formats) for word in ("--format", f"{name}:out{at}")]
    with folder_of(servers()[server] | {way: raw, "notes.ini": b"\n".join(lines)}) as folder:
        runs = [ran(["check", ".", "--isolated", *asked], folder), ran(["facts", ".", "--format", "json"], folder)]
        told = [(folder / f"out{at}").read_text() for at in range(len(formats)) if (folder / f"out{at}").exists()]
    for text in (*told, *(part for run in runs for part in (run.out, run.err))):
        at = text.find(SECRET)
        assert at < 0, text[max(0, at - 200) : at + 50]

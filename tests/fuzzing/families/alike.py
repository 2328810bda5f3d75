"""Alike: what says the same gets the same verdicts: lines in another order, blank ones, names in capitals, a file's other name.

With a copy of a file or a file less no fault becomes fine and nothing that was unknown, with some other server's file no fault;
another server's folder beside it leaves what is found of the first. All formats tell of the same findings, twice the same.
"""

import csv
import io
import json
import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree
from zlib import crc32

from test_cuts import OF_THE_REST, of_rules

from advisor import readers, writers
from advisor.judging.engine import FAILED, PASSED, UNKNOWN
from advisor.pack import SEVERITIES
from fuzzing.families.verdicts import CATALOGUE, PLAIN, judged, made, mutated, seeds, servers
from fuzzing.promises import folder_of, ran

LINES, BLANKS, CASE, NAME, COPY = "order of lines", "blank lines", "names in capitals", "another name", "a copy"
LESS, MORE, BESIDE, FORMATS = "a file less", "a file more", "another server", "formats"
FEW = 1
RUNS = 2
LATE = True
NOTES_INI = "notes.ini"
SETTING = re.compile(rb"(?m)^([\w$]+)=")
NAMES = ["a.txt", "zz.log", "x.out", "Evidence 7.TXT", "1", "b.ini.txt"]
COPIES = ["{stem} (2){end}", "copy of {stem}{end}", "{stem}-other{end}", "{stem}{end}.bak", "a-{stem}{end}"]
DOUBTS = frozenset({FAILED, UNKNOWN})
CONCISE = re.compile(rf"(?m)^.*?: ({'|'.join(SEVERITIES)}) [A-Z]+[0-9]+ ")

__all__ = ["FEW", "LATE", "RUNS", "hold", "labels", "made", "mutated", "seeds"]


def labels() -> list[str]:
    return [LINES, BLANKS, CASE, NAME, COPY, LESS, MORE, BESIDE, FORMATS]


def hold(label: str, data: bytes) -> None:
    head, _, raw = data.partition(b"\n")
    server, _, way = head.decode("utf-8", "replace").partition("/")
    server = server if server in servers() else next(iter(servers()))
    way = way if way in servers()[server] else NOTES_INI
    HELD[label](server, way, raw, Random(crc32(data)))


def _order(server: str, way: str, raw: bytes, random: Random) -> None:
    """Lines of one name keep the order that they have among each other: which of them counts hangs on it."""
    raw = raw if way == NOTES_INI else servers()[server][NOTES_INI]
    head, *lines = raw.splitlines(keepends=True) or [b""]
    if not PLAIN.fullmatch(raw) or not head.lower().startswith(b"[notes]") or not all(map(SETTING.match, lines)):
        return
    names = [line.partition(b"=")[0].lower() for line in lines]
    by_name = {name: [line for line, of in zip(lines, names, strict=True) if of == name] for name in names}
    random.shuffle(names)
    other = head + b"".join(by_name[name].pop(0) for name in names)
    _same(judged(server, NOTES_INI, raw), judged(server, NOTES_INI, other))


def _blanks(server: str, way: str, raw: bytes, random: Random) -> None:
    if PLAIN.fullmatch(raw):
        more = random.choice([b"\n", b"\n\n\n", b" \n", b"\t\n\n"])
        _same(judged(server, way, raw), judged(server, way, raw + more))


def _case(server: str, way: str, raw: bytes, random: Random) -> None:
    raw = raw if way == NOTES_INI else servers()[server][NOTES_INI]
    if PLAIN.fullmatch(raw):
        form = random.choice([bytes.upper, bytes.lower, bytes.swapcase])
        other = SETTING.sub(lambda found: form(found[0]), raw)
        _same(judged(server, NOTES_INI, raw), judged(server, NOTES_INI, other))


def _name(server: str, way: str, raw: bytes, random: Random) -> None:
    """A reader goes by the content, whatever the file is called; of two that would take it the name may tell which."""
    called = random.choice(NAMES)
    one, other = (readers.recognise(name, raw[: readers.HEAD], CATALOGUE) for name in (way, called))
    assert (one is None) == (other is None), "its name decides whether anybody takes it"
    if one is other and way != NOTES_INI and not way.endswith(".toml"):
        _same(judged(server, way, raw), judged(server, called, raw, _without(server, way)))


def _copy(server: str, way: str, raw: bytes, random: Random) -> None:
    """The same bytes once more, in the same folder."""
    path = Path(way)
    called = random.choice(COPIES).format(stem=path.stem, end=path.suffix)
    _none_fine(judged(server, way, raw), judged(server, called, raw, servers()[server] | {way: raw}))


def _less(server: str, way: str, raw: bytes, random: Random) -> None:
    others = [name for name in servers()[server] if name not in {way, NOTES_INI}]
    if others:
        less = judged(server, way, raw, _without(server, random.choice(others)))
        _none_fine(judged(server, way, raw), less, by_rule=False)  # what stood in that file is no subject any more


def _more(server: str, way: str, raw: bytes, random: Random) -> None:
    """What was not known may become fine, and no fault does, unless somebody's own storage.toml says where else things lie."""
    other = servers()[random.choice(list(servers()))]
    strange = [name for name in other if name not in servers()[server] and not name.endswith(".toml")]
    if strange:
        called = random.choice(strange)
        more = judged(server, called, other[called], servers()[server] | {way: raw})
        _none_fine(judged(server, way, raw), more, was={FAILED})


def _without(server: str, gone: str) -> dict[str, bytes]:
    return {name: held for name, held in servers()[server].items() if name != gone}


def _same(before: dict | None, behind: dict | None) -> None:
    assert (before is None) == (behind is None), "another reader takes it, or none"
    for found in (of_rules, _faults):
        one, other = found(before or {}), found(behind or {})
        assert one == other, {*one.items()} ^ {*other.items()}


def _faults(found: dict) -> dict:
    """Of what passed, or could not be judged, the first subject stands for those like it."""
    return {
        (rule, subject.kind, subject.name.lower()): verdict
        for (rule, subject), verdict in found.items()
        if verdict == FAILED
    }


def _none_fine(before: dict | None, behind: dict | None, by_rule: bool = True, was=DOUBTS) -> None:
    if before is None or behind is None:
        return
    for one, other in [(before, behind), (of_rules(before), of_rules(behind))][: 1 + by_rule]:
        fine = [key for key in one if one[key] in was and other.get(key) == PASSED]
        assert not [key for key in fine if OF_THE_REST not in key], [(key, one[key]) for key in fine]


def _beside(server: str, way: str, raw: bytes, random: Random) -> None:
    """Servers of other names, of which no document in the folders speaks, have nothing to do with each other."""
    files = {f"in/a/{name}": held for name, held in (servers()[server] | {way: raw}).items()}
    others = servers()[random.choice(list(servers()))].items()
    more = {f"in/b/{name}": held.replace(b"Acme", b"Elsewhere") for name, held in others}
    told = []
    for given in (files, files | more):
        with folder_of(given) as folder:
            told.append(json.loads(ran(["check", "in", "--isolated", "--format", "json"], folder).out or "{}"))
    names = [[one["name"] for one in report.get("servers", ()) if _lies_in_a(one)] for report in told]
    if names[0] == names[1]:  # what only its document names is called by its folder beside another
        found = [_found_of(names[0], report) for report in told]
        assert found[0] == found[1], {*found[0]} ^ {*found[1]}


def _lies_in_a(server: dict) -> bool:
    return (server["place"] or "").startswith("in/a/")


def _found_of(names: list[str], report: dict) -> list[tuple[str, str, str]]:
    found = (one for one in report.get("findings", ()) if one["server"] in names)
    return sorted((one["rule"], one["subject"], one["severity"]) for one in found)


def _formats(server: str, way: str, raw: bytes, random: Random) -> None:
    files = {f"in/{name}": held for name, held in (servers()[server] | {way: raw}).items()}
    asked = [word for name in writers.FORMATS for word in ("--format", f"{name}:{name}")]
    with folder_of(files) as folder:
        told = []
        for _ in range(2):
            done = ran(["check", "in", "--isolated", *asked], folder)
            told.append(
                (done, {name: (folder / name).read_text() for name in writers.FORMATS if (folder / name).exists()})
            )
    assert told[0] == told[1]
    if told[0][1]:
        _agree(told[0][1])


def _agree(told: dict[str, str]) -> None:
    """What each format that another program reads tells of the findings, and of the grades."""
    report = json.loads(told["json"])
    found = sorted((one["fingerprint"], one["severity"]) for one in report["findings"])
    worst: dict[tuple[str, str], str] = {}
    for one in report["findings"]:
        key = one["server"] or one["cluster"], f"{one['rule']} {one['name']}"
        worst[key] = min(one["severity"], worst.get(key, "info"), key=SEVERITIES.index)
    lines = [json.loads(line) for line in told["ndjson"].splitlines()]
    assert sorted((one["fingerprint"], one["severity"]) for line in lines for one in line.get("findings", ())) == found
    counts = {severity: sum(of == severity for _, of in found) for severity in SEVERITIES}
    assert lines[-1]["totals"]["counts"] == counts
    rows = [row for row in csv.DictReader(io.StringIO(told["csv"].removeprefix("\ufeff"))) if row["status"] == "found"]
    assert sorted((row["fingerprint"], row["severity"]) for row in rows) == found
    results = json.loads(told["sarif"])["runs"][0]["results"]
    fingerprints = [fingerprint for fingerprint, _ in found]
    assert sorted(one["partialFingerprints"]["domlint/v1"] for one in results) == fingerprints
    assert sorted(one["fingerprint"] for one in json.loads(told["gitlab"])) == fingerprints
    assert sorted(CONCISE.findall(told["concise"])) == sorted(severity for _, severity in found)
    cases = ElementTree.fromstring(told["junit"]).iter("testcase")  # noqa: S314 domlint's own
    failures = {
        (case.get("classname", "").rpartition(".")[0], case.get("name")): one.get("type")
        for case in cases
        for one in case.iter("failure")
    }
    assert failures == {key: severity for key, severity in worst.items() if severity in {"critical", "high", "medium"}}
    letters = {one["name"]: one["grade"] for one in report["servers"]}
    assert {line["server"]["name"]: line["server"]["grade"] for line in lines[:-1]} == letters
    assert all(
        not letter or re.search(rf"(?m)\bGrade {letter}\b|^.* {letter}\??  ", told["text"])
        for letter in letters.values()
    )


HELD = {
    LINES: _order,
    BLANKS: _blanks,
    CASE: _case,
    NAME: _name,
    COPY: _copy,
    LESS: _less,
    MORE: _more,
    BESIDE: _beside,
    FORMATS: _formats,
}

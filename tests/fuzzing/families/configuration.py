"""Configuration: domlint.toml, a plan of `size`, what a rules folder holds besides rules, and earlier reports, damaged and made up.

What cannot be followed is said, a line a fault with its place, and nothing is printed; anything else is followed.
"""

import json
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random

from test_condition import VERDICTS

from advisor.values.printing import printable
from fuzzing import mutations
from fuzzing.corpus import FIXTURES
from fuzzing.made_configuration import TOKENS, WORDS, file_list, in_pyproject, other_bytes, report, small, toml
from fuzzing.made_rules import RULE
from fuzzing.planted import FILES, SITE, reports
from fuzzing.promises import STEERS, folder_of, held_in, ran

TOML, PYPROJECT, PLAN, RULES_FOLDER = "domlint.toml", "pyproject.toml", "size plans", "rules folders"
BASELINE, REPORTS, LISTS = "baselines", "reports", "file lists"
FEW = 4
LATE = True
LONGEST = 20_000  # bytes of an input of a guided run
PROJECT = FIXTURES.parent
NOTES = FILES["in/Zq71/notes.ini"].encode()
HOLDS = [
    NOTES,
    b"",
    b"x",
    b"\0",
    b"PK\x03\x04",
    b"[[array]]\nlevel = 5\n",
    b"> show stat\n  Mem.PhysicalRAM = 1\n",
    b"\x1f\x8b",
    b"{}",
]
MODELS = {
    "catalogue": "rules/catalogue/settings/x.toml",
    "sources": "rules/sources/hcl.toml",
    "profiles": "rules/profiles/quick.toml",
}


def labels() -> list[str]:
    return [TOML, PYPROJECT, PLAN, RULES_FOLDER, BASELINE, REPORTS, LISTS]


@cache
def seeds(label: str) -> list[bytes]:
    if label in {TOML, PYPROJECT}:
        page = (PROJECT / "docs" / "configuration.md").read_text(encoding="utf-8")
        block = page.partition("```toml\n")[2].partition("```")[0].replace('rules = ["our-rules"]', 'rules = ["house"]')
        texts = [SITE, block, 'select = ["LOG"]\n']
        return [(in_pyproject(text) if label == PYPROJECT else text).encode() for text in texts]
    if label == PLAN:
        study = (FIXTURES / "size" / "case-study.toml").read_bytes()
        return [
            study,
            b'users = 300\n[kinds]\nmail_light = 300\n[predict]\nrelease = "4.6.2"\n',
            b"[[server]]\nname = 'a'\nmail_light = 8\n",
        ]
    if label == RULES_FOLDER:
        found = [
            path
            for kind in ("catalogue", "sources", "profiles")
            for path in sorted((PROJECT / "rules" / kind).rglob("*.toml"))
        ]
        return [
            f"{path.relative_to(PROJECT / 'rules').parts[0]}\n".encode() + path.read_bytes()[:4000]
            for path in found[::3]
        ]
    if label == LISTS:
        return [
            b'[[], ["notes.ini", 0], ["k/storage.toml", 5]]',
            b'[["k/*"], ["k/notes.ini", 0], ["show-stat.txt", 6]]',
        ]
    return [text.encode() for text in (*small(), *reports().values(), '{"schema_version": 3, "findings": []}')]


def made(label: str, random: Random) -> bytes:
    if label in {BASELINE, REPORTS} and random.random() < 0.8:
        return report(random)
    if label in {TOML, PYPROJECT} and random.random() < 0.8:
        text = toml(random)
        return (in_pyproject(text) if label == PYPROJECT else text).encode("utf-8", "replace")
    if label == LISTS and random.random() < 0.9:
        return file_list(random)
    return mutations.made(_material(label), random)


def mutated(label: str, data: bytes, random: Random) -> bytes:
    of = _material(label)
    return other_bytes(data, of, random) if label in {BASELINE, REPORTS, LISTS} else mutations.mutated(of, data, random)


def hold(label: str, data: bytes) -> None:
    files = {
        "notes.ini": NOTES,
        "in/notes.ini": NOTES,
        "house/x.toml": RULE.encode(),
        "old.json": reports()["report-1.json"].encode(),
    }
    if label in {TOML, PYPROJECT}:
        _hold([["check", "notes.ini", "in", "--config", label, "--format", "json"]], files | {label: data})
    elif label == PLAN:
        _hold(
            [["size", "plan.toml", "--format", "json"], ["size", "plan.toml", "--as-printed"]],
            files | {"plan.toml": data},
        )
    elif label == RULES_FOLDER:
        kind, _, raw = data.partition(b"\n")
        name = kind.decode("utf-8", "replace")
        place = name if name in MODELS else "catalogue"
        _hold(
            [["check", "notes.ini", "--isolated", "--rules", "house", "--format", "json"]],
            files | {f"house/{place}/x.toml": raw},
        )
    elif label == LISTS:
        _hold_list(data)
    elif label == BASELINE:
        _hold(
            [["check", "notes.ini", "--isolated", "--baseline", "old.json", "--format", "json"]],
            files | {"old.json": data},
        )
    else:
        old = reports()["report-1.json"].encode()
        form = ["json", "html", "markdown", "text"][len(data) % 4]
        pair = ["old.json", "new.json"] if len(data) % 3 else ["new.json", "old.json"]
        _hold(
            [["compare", *pair, "--format", form], ["compare", *pair, "old.json", "--format", form]],
            files | {"old.json": old, "new.json": data},
        )


@cache
def _material(label: str) -> mutations.Material:
    strange = [word.encode("utf-8", "replace") for word in (*WORDS, *TOKENS)] + [one[0].encode() for one in VERDICTS]
    return mutations.material([seed[:12_000] for seed in seeds(label)], strange)


def _hold(commands: list[list[str]], files: dict[str, bytes]) -> None:
    with folder_of(files) as folder:
        for words in commands:
            done = ran(words, folder)
            if done.code == 2:
                assert done.err, "nothing is said"
                assert not done.out or _is_whole(done.out), (words, done.out[:200])
            assert all(line.startswith("domlint: ") for line in done.err.splitlines()), done.err
            assert not STEERS.search(done.out)
            if "json" in words and done.out:
                json.loads(done.out)
        assert held_in(folder) == files, "something was written"


def _is_whole(out: str) -> bool:
    """Whether a report that could not be whole says so."""
    return out.startswith("{") and json.loads(out).get("complete") is False


def _hold_list(data: bytes) -> None:
    """Each file that is not left out stands in the list, once by the reader that takes it, or with why none does."""
    globs, files = _listed(data)
    with folder_of({f"in/{path}": raw for path, raw in files.items()} | {"in/z/notes.ini": NOTES}) as folder:
        exclude = f"exclude = {json.dumps(globs)}\n".encode()
        Path(folder, "own.toml").write_bytes(exclude)
        done = ran(["check", "in", "--config", "own.toml", "--list-files"], folder)
        told = done.out.splitlines()
        if globs or done.code == 2:
            return
        for path, raw in files.items():
            shown = printable(f"in/{path}")
            listed = [line for line in told if line.endswith(f"  {shown}")]
            unread = [line for line in told if line.startswith(f"  {shown}:")]
            assert len(listed) <= 1, (shown, done.out)
            assert listed or unread or not raw, (shown, done.out)


def _listed(data: bytes) -> tuple[list[str], dict[str, bytes]]:
    """The patterns and the files that a list tells; of any other bytes none. No file lies where another is a folder."""
    try:
        globs, *rows = json.loads(data)
    except (ValueError, TypeError):
        return [], {}
    files: dict[str, bytes] = {}
    for row in rows:
        if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], int)):
            continue
        name = row[0].encode("utf-8", "replace").decode().replace("\0", "")
        steps = name.split("/")
        above = [*accumulate(steps, "{}/{}".format)]
        fits = len(name) < 1000 and all(
            0 < len(step.encode()) < 250 and step not in {".", "..", ".git"} for step in steps
        )
        if fits and not {*above[:-1]} & {*files} and not any(path.startswith(f"{name}/") for path in files):
            files[name] = HOLDS[row[1] % len(HOLDS)]
    patterns = [glob for glob in globs if isinstance(glob, str)] if isinstance(globs, list) else []
    return [glob.encode("utf-8", "replace").decode() for glob in patterns], files

"""Archives: what is packed in a zip or a tar, one within the other too, and config maps of several files.

Whatever an archive says of itself, nothing is written, nothing outside it is named, what lies beside it is judged, and
what is read of it can be read again.
"""

import gzip
from functools import cache
from pathlib import Path
from random import Random

from laid import gather
from test_archives import DEEP, FOLDER, PACKED, ini, locked, tarred, zipped
from test_config_map import FORMS, SEALED, SEVERAL, VARIABLES, config_map_of, dumped
from test_made_up import ARCHIVES as MADE_UP

from advisor.derive import Overrides
from advisor.judging import assess
from advisor.pack import builtin
from fuzzing import mutations
from fuzzing.made_archives import FIGURES, damaged, packed
from fuzzing.promises import STEERS, folder_of, held_in, ran
from fuzzing.shares import one_in

ZIP, TAR, TGZ, NESTED, MAPS = "zip", "tar", "tar.gz", "nested", "config maps"
FEW = 5
LATE = True
LONGEST = 24 * 1024  # bytes of an input of a guided run
CATALOGUE = builtin().catalogue
BESIDE = ini("Beside")


def labels() -> list[str]:
    return [ZIP, TAR, TGZ, NESTED, MAPS]


@cache
def seeds(label: str) -> list[bytes]:
    if label == MAPS:
        several = ["---\n".join(dumped(one, "|") for one in objects) for objects, _ in SEVERAL.values()]
        variables = dumped(config_map_of(**VARIABLES))
        texts = [*FORMS.values(), *several, dumped(SEALED, "|"), variables, variables.encode("cp1252")]
        return [text if isinstance(text, bytes) else text.encode() for text in texts]
    if label == NESTED:
        return [
            DEEP,
            zipped({"m": PACKED["tar.gz"]}),
            tarred({"m": PACKED["deflated zip"]}, "w:gz"),
            tarred({"m": PACKED["tar"]}),
        ]
    figures = [gzip.compress(FIGURES.encode(), mtime=0) if label == TGZ else FIGURES.encode()]
    if label == ZIP:
        return [
            PACKED["deflated zip"],
            PACKED["stored zip"],
            PACKED["zip64"],
            PACKED["zip with descriptors"],
            locked(FOLDER),
            MADE_UP["a name of no letters"],
        ]
    return figures + [
        raw
        for name, raw in {**PACKED, **MADE_UP}.items()
        if name.startswith("tar.gz") is (label == TGZ) and "zip" not in name and "letters" not in name
    ]


def made(label: str, random: Random) -> bytes:
    if label == MAPS:
        return mutations.made(_material(), random)
    raw = (
        random.choice(seeds(label))
        if random.random() < 0.4
        else packed(label == TGZ, label == ZIP, label == NESTED, random)
    )
    return damaged(raw, random) if random.random() < 0.7 else raw


def mutated(label: str, data: bytes, random: Random) -> bytes:
    return mutations.mutated(_material(), data, random) if label == MAPS else damaged(data, random)


def hold(label: str, data: bytes) -> None:
    name = "x.yaml" if label == MAPS else "x"
    with folder_of({f"in/{name}": data, "in/beside/notes.ini": BESIDE.encode()}) as folder:
        before = held_in(folder)
        servers, told = _read(folder / "in")
        assert "Beside" in [server.plain_name for server in servers]
        assert told == _read(folder / "in")[1]
        for path in told:
            _is_inside(path)
        for file in (file for server in servers for file in server.files):
            assert file.opened().data == file.opened().data
        if one_in(8, data):
            ran(["check", "in", "--isolated", "--format", "json", "--fail-on", "never"], folder)
            ran(["check", f"in/{name}", "--isolated", "--list-files"], folder)
        assert held_in(folder) == before, "something was written"


def _read(folder: Path) -> tuple[list, list[str]]:
    """The servers in a folder, and the paths of all that is told of it."""
    gathered = gather([str(folder)], bytes, catalogue=CATALOGUE)
    servers, unread = assess.servers_of(gathered.files, CATALOGUE, Overrides())
    assert not [one for one in gathered.unread + unread if "internal error" in one.reason]
    assert not [one for one in servers if one.error]
    return servers, [file.path for file in gathered.files] + [one.path for one in gathered.unread + unread]


def _is_inside(path: str) -> None:
    assert not STEERS.search(path), repr(path)
    assert path.startswith("in/"), repr(path)


@cache
def _material() -> mutations.Material:
    return mutations.material(seeds(MAPS))

"""Split a config map that contains several files into these files, each at the path it would have in a folder.

A config map with one file of each kind is one server. Of several files of one kind, each is its own server.
"""

from collections import Counter
from collections.abc import Iterator

from advisor import limits
from advisor.facts import Diagnostic
from advisor.readers.domino.config_map import HeldFile, held_files, opened
from advisor.servers.gathered import Folder, Found, Gathered, InputFile
from advisor.servers.walk import NOT_READ, Role, Unread
from advisor.source import Source

_OF_FILES = "it holds more than {:,} files"
_OF_PARTS = "the files in it have more than {:,} lines and colons together"
_LEFT = "{}; of {:,} files {} not read, from here on: give each config map a file of its own, and part a large one"


def take(result: Gathered, source: Source, place: Folder, name: str, role: Role) -> tuple[Source, list[Found]]:
    """Return a config map as it was opened, and the files that it holds; none if it is to be read as one file.

    place: its folder. name: its own. result: takes the files, and what of them is not read.
    """
    of_map = opened(source)
    found, said = held_files(of_map, result.catalogue), [*of_map.stopped]
    if len(found) < 2:
        return of_map, []
    most, limit = _most(found)
    if left := len(found) - most:
        reason = _LEFT.format(limit, len(found), f"{left:,} {'was' if left == 1 else 'were'}")
        said.append(Diagnostic(found[most].text.place(0), reason, left=True))
        del found[most:]
    result.unread += [
        Unread(
            source.path, source.position(slip.offset)[0], slip.reason, slip.problem, NOT_READ * (slip.lost or slip.left)
        )
        for slip in said
    ]
    taken = []
    for one, way in _ways(found, name):
        called = way[-1].rstrip("!").partition(".")[0] or "server"
        own = result.same(place._replace(way=(*place.way, *way), name=called, archived=True))
        held = InputFile(source.path, one.reader.key, one.name, own, False, role, one.text)
        taken.append(result.add(held, one.text))
    return of_map, taken


def _most(found: list[HeldFile]) -> tuple[int, str]:
    """Return how many files of a config map are read, and which limit stops the rest. The first is always read.

    The limit for one file applies to all files of the map together.
    """
    parts = 0
    for number, held_file in enumerate(found[: limits.MAX_CONFIG_MAP_FILES]):
        parts += len(held_file.text.line_starts) + held_file.text.data.count(b":")  # JSON may stand on one line
        if parts > limits.MAX_CONFIG_MAP_MARKS and number:
            return number, _OF_PARTS.format(limits.MAX_CONFIG_MAP_MARKS)
    return min(len(found), limits.MAX_CONFIG_MAP_FILES), _OF_FILES.format(limits.MAX_CONFIG_MAP_FILES)


def _ways(found: list[HeldFile], file: str) -> Iterator[tuple[HeldFile, tuple[str, ...]]]:
    """Yield each file with its folders, as if the config map were a folder."""
    of_a_kind = Counter((held_file.number, held_file.reader) for held_file in found)
    several = {number for (number, _), count in of_a_kind.items() if count > 1}
    maps = {held_file.number for held_file in found}
    for held_file in found:
        yield (
            held_file,
            (f"{file}!", *[held_file.of] * (len(maps) > 1), *[held_file.name] * (held_file.number in several)),
        )

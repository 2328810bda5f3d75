"""Split a config map that contains several files into these files, each at the path it would have in a folder.

A config map with one file of each kind is one server. Of several files of one kind, each is its own server.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from advisor import limits
from advisor.facts import Diagnostic
from advisor.readers.domino.config_map import MapFile, files_in_map, opened
from advisor.servers.contents import Role
from advisor.servers.model import NOT_READ, Folder, Found, Gathered, InputFile, Unread
from advisor.source import Source

_OF_FILES = "it holds more than {:,} files"
_OF_PARTS = "the files in it have more than {:,} lines and colons together"
_LEFT = "{}; of {:,} files {} not read, from here on: give each config map a file of its own, and part a large one"


def take(result: Gathered, source: Source, place: Folder, name: str, role: Role) -> tuple[Source, list[Found]]:
    """Return a config map as it was opened, and the files that it holds; none if it is to be read as one file.

    place: its folder. name: its own. result: takes the files, and what of them is not read.
    """
    of_map = opened(source)
    found, diagnostics = files_in_map(of_map, result.catalogue), [*of_map.stopped]
    if len(found) < 2:
        return of_map, []
    most, limit = _most(found)
    if left_count := len(found) - most:
        reason = _LEFT.format(limit, len(found), f"{left_count:,} {'was' if left_count == 1 else 'were'}")
        diagnostics.append(Diagnostic(found[most].text.place(0), reason, left=True))
        del found[most:]
    result.unread += [
        Unread(
            source.path, source.position(slip.offset)[0], slip.reason, slip.problem, NOT_READ * (slip.lost or slip.left)
        )
        for slip in diagnostics
    ]
    input_files = []
    for map_file, way in _ways(found, name):
        server_name = way[-1].rstrip("!").partition(".")[0] or "server"
        folder = result.same(replace(place, way=(*place.way, *way), name=server_name, archived=True))
        input_file = InputFile(source.path, map_file.reader.key, map_file.name, folder, False, role, map_file.text)
        input_files.append(result.add(input_file, map_file.text))
    return of_map, input_files


def _most(map_files: list[MapFile]) -> tuple[int, str]:
    """Return how many files of a config map are read, and which limit stops the rest. The first is always read.

    The limit for one file applies to all files of the map together.
    """
    parts = 0
    for number, map_file in enumerate(map_files[: limits.MAX_CONFIG_MAP_FILES]):
        parts += len(map_file.text.line_starts) + map_file.text.data.count(b":")  # JSON may be on one line
        if parts > limits.MAX_CONFIG_MAP_MARKS and number:
            return number, _OF_PARTS.format(limits.MAX_CONFIG_MAP_MARKS)
    return min(len(map_files), limits.MAX_CONFIG_MAP_FILES), _OF_FILES.format(limits.MAX_CONFIG_MAP_FILES)


def _ways(map_files: list[MapFile], file: str) -> Iterator[tuple[MapFile, tuple[str, ...]]]:
    """Yield each file with its folders, as if the config map were a folder."""
    of_a_kind = Counter((map_file.number, map_file.reader) for map_file in map_files)
    several = {number for (number, _), count in of_a_kind.items() if count > 1}
    maps = {map_file.number for map_file in map_files}
    for map_file in map_files:
        yield (
            map_file,
            (f"{file}!", *[map_file.of] * (len(maps) > 1), *[map_file.name] * (map_file.number in several)),
        )

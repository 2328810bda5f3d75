"""`domlint facts --layout`: controllers, arrays, volumes and what Domino stores on them, as a tree."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.pack import Catalogue
from advisor.report.layout import layout_of
from advisor.report.model import DrawnArray, DrawnController, DrawnVolume, Resident, StorageLayout
from advisor.servers.server import Server
from advisor.terminal import Line, rendered
from advisor.values.printing import begun, listed
from advisor.values.rows import row

if TYPE_CHECKING:
    from rich.tree import Tree

_MAX_NAMES = 6  # of arrays that are alike
_NOTHING = "what is stored here is unknown"


class Branch(NamedTuple):
    """A line of the tree and the branches below it."""

    name: str
    about: str = ""
    branches: tuple["Branch", ...] = ()


def tree_of(name: str, server: Server, catalogue: Catalogue) -> Branch:
    """Return the storage of a server."""
    layout = layout_of(server.facts, (), catalogue)
    branches = tuple(_branches(layout))
    if not branches:
        return Branch(name, "controllers, arrays, disks and volumes are unknown")
    return Branch(name, "", branches)


def row_of(name: str, server: Server, catalogue: Catalogue) -> dict[str, Any]:
    """Return the same for JSON."""
    return {"server": name, "layout": row(layout_of(server.facts, (), catalogue))}


def text_of(tree: Branch, colour: bool, width: int) -> str:
    """Return the tree as text: indented lines or, in colour, drawn by rich."""
    if not colour:
        return rendered(_lines(tree, 0), colour, width)
    from rich.console import Console

    console = Console(force_terminal=True, width=width, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        console.print(_rich_tree(tree), soft_wrap=True)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def _lines(branch: Branch, depth: int) -> Iterator[Line]:
    yield [("  " * depth, ""), (branch.name, "strong"), (_behind(branch), "")]
    for below in branch.branches:
        yield from _lines(below, depth + 1)


def _behind(branch: Branch) -> str:
    return f"  {branch.about}" if branch.about else ""


def _rich_tree(branch: Branch) -> "Tree":
    from rich.text import Text
    from rich.tree import Tree

    tree = Tree(Text.assemble((branch.name, "bold"), _behind(branch)), guide_style="dim")
    for below in branch.branches:
        tree.children.append(_rich_tree(below))
    return tree


def _branches(layout: StorageLayout) -> Iterator[Branch]:
    yield from map(_controller, layout.controllers)
    if layout.elsewhere:
        yield Branch("Volumes on unknown disks", "", tuple(map(_volume, layout.elsewhere)))
    if layout.unplaced:
        yield Branch("On unknown volumes", "", tuple(map(_resident, layout.unplaced)))


def _controller(controller: DrawnController) -> Branch:
    name = controller.name or "Unknown controller"
    if controller.name and not controller.name.lower().startswith("controller"):
        name = f"Controller {controller.name}"
    return Branch(begun(name), controller.about, tuple(map(_array, controller.arrays)))


def _array(array: DrawnArray) -> Branch:
    is_array = any(words.startswith(("RAID", "JBOD")) for words in array.about)
    about = [*([] if is_array else ["RAID level unknown"]), *array.about]
    about += [f"health: {array.health}"] if array.health else []
    branches = [*map(_volume, array.volumes), *map(_resident, array.residents)]
    name = f"{'array' if is_array else 'array or disk'} {listed(array.names, _MAX_NAMES)}"
    return Branch(name, ", ".join(about), tuple(branches) or (Branch(_NOTHING),))


def _volume(volume: DrawnVolume) -> Branch:
    size, free = volume.size or "size unknown", f"{volume.free} free" if volume.free else "free space unknown"
    assumed = f" (assumed: {volume.presumed})" if volume.presumed else ""
    residents = tuple(map(_resident, volume.residents)) or (Branch(_NOTHING),)
    return Branch(f"volume {volume.mount}", f"{size}, {free}{assumed}", residents)


def _resident(resident: Resident) -> Branch:
    owner = f" of {resident.owner}" if resident.owner else ""
    about = [resident.path] if resident.path else []
    about += [f"(assumed: {resident.presumed})"] if resident.presumed else []
    return Branch(f"{resident.what}{owner}", " ".join(about))


def texts(trees: Iterable[Branch], colour: bool, width: int) -> Iterator[str]:
    """Yield the text of each server, with an empty line behind."""
    for tree in trees:
        yield text_of(tree, colour, width) + "\n"

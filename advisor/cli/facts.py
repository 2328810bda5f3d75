"""`domlint facts`: print what domlint knows of servers, each fact with its location. Secrets are masked."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import typer
from msgspec import Struct
from msgspec.structs import astuple, replace
from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from advisor import terminal
from advisor.cli import console, errors, inputs, options
from advisor.cli.console import Progress
from advisor.cli.errors import INTERNAL, NOTHING_HERE, NOTHING_READ, WRONG_USE, Exit, Faults, WrongUse
from advisor.cli.run_options import configuration
from advisor.derive import Overrides
from advisor.facts import VIEWS, Fact, Subject
from advisor.judging.run import Run
from advisor.pack import Catalogue
from advisor.report import exclusions as report_exclusions
from advisor.report import masking
from advisor.report.evidence import evidence_of, evidence_of_fact
from advisor.report.finding import Evidence
from advisor.report.layout import layout_of
from advisor.report.model import DrawnArray, DrawnController, DrawnVolume, Resident, StorageLayout
from advisor.report.server_report import failure
from advisor.servers.model import Server
from advisor.terminal import Line, rendered
from advisor.values.near import most_slips, near
from advisor.values.printing import begun, listed, printable
from advisor.values.rows import row

_SAID_BY_THE_SUBJECT = "setting.name"


_OF_NOTES_INI = "ini."


@options.command(
    "domlint facts notes.ini", "domlint facts servers/ --key Server_ --format json", "domlint facts servers/ --layout"
)
def facts(
    paths: options.Paths = None,
    format: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="Output format.")] = "text",
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="PREFIX", help="Only keys that begin so: ini.nsf, Server_ or array."),
    ] = None,
    exclusions: Annotated[
        bool, typer.Option("--exclusions", help="Only the folders that a virus scanner should exclude.")
    ] = False,
    layout: Annotated[
        bool, typer.Option("--layout", help="Print controllers, arrays, volumes and what is stored on them as a tree.")
    ] = False,
    color: options.Color = "auto",
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    rules: options.Rules = None,
    with_folder: options.WithFolder = False,
    anonymize: options.Anonymize = False,
) -> None:
    """Print what domlint read and derived from the files, each value with its location. Secrets are masked."""
    shown = FactsOptions(
        paths, format, key, exclusions, layout, color, release, platform, bits, config, isolated, rules, with_folder
    )
    if not anonymize:
        print_facts(shown)
        return
    from advisor.cli.anonymized_copy import anonymized_paths, refuse_configuration  # few reports are anonymized

    refuse_configuration(config)
    with anonymized_paths(paths, with_folder=with_folder) as (copied, _):
        print_facts(replace(shown, paths=copied, isolated=True))


class FactsOptions(Struct, frozen=True):
    """The options of `domlint facts`."""

    paths: list[str] | None
    format: str
    key: list[str] | None
    exclusions: bool
    layout: bool
    color: str
    release: str | None
    platform: str | None
    bits: str | None
    config: Path | None
    isolated: bool
    rules: Path | None
    with_folder: bool


def print_facts(shown: FactsOptions) -> None:
    """Print facts, exclusions or the layout. Raises WrongUse, and Exit with an exit code."""
    paths = shown.paths or ["."]
    faults, trouble = Faults(), errors.Troubles()
    if bool(shown.key) + shown.exclusions + shown.layout > 1:
        faults.add("use only one of --key, --exclusions and --layout")
    inputs.must_be_there(paths, faults)
    overrides = faults.tried(lambda: inputs.overrides(shown.release, shown.platform, shown.bits), Overrides())
    site = configuration(shown.config, shown.isolated, faults)
    overrides = replace(overrides, servers=site.servers)
    catalogue = inputs.pack_of(shown.rules, faults, site).catalogue.with_every_statistic()
    faults.stop()
    with Progress() as progress:
        reading, unread = inputs.read(paths, catalogue, with_folder=shown.with_folder, seen=progress.file_read)
    run = Run(reading, overrides)
    servers = list(run.derived())
    catalogue = masking.of_run(catalogue, servers)
    errors.print_unread(masking.unread_parts(catalogue, unread + run.unread), trouble)
    if shown.exclusions:
        _print_exclusions(servers, catalogue, shown.format)
    elif shown.layout:
        _print_layout(servers, catalogue, shown.format, shown.color)
    else:
        _print_facts(servers, catalogue, inputs.words(shown.key), shown.format)
    for name, server in zip(masking.server_names(catalogue, servers), servers, strict=True):
        if server.error:
            errors.print_error(failure(name, server, catalogue))
    if any(server.error for server in servers):
        raise Exit(INTERNAL)
    if trouble.messages:
        raise Exit(WRONG_USE)
    if not servers:
        console.error(NOTHING_HERE)
        raise Exit(NOTHING_READ)


def _print_facts(servers: list[Server], catalogue: Catalogue, prefixes: tuple[str, ...], format: str) -> None:
    """Print the facts in pieces: a file of 1 MB may have 100,000 facts."""
    servers_with_keys = [
        ShownServer(name, server, shown_keys(server, catalogue))
        for name, server in zip(masking.server_names(catalogue, servers), servers, strict=True)
    ]
    known_keys = {key.lower() for shown_server in servers_with_keys for key in shown_server.keys.values()}
    unknown = [_nowhere(prefix, known_keys, catalogue) for prefix in prefixes]
    if any(unknown):
        raise WrongUse(filter(None, unknown))
    shown = [
        replace(
            shown_server,
            keys={
                key: as_shown
                for key, as_shown in shown_server.keys.items()
                if not prefixes or any(_begins(as_shown, prefix) for prefix in prefixes)
            },
        )
        for shown_server in servers_with_keys
    ]
    if format == "json":
        console.out_utf8_piece_by_piece(facts_as_json(shown, catalogue))
    else:
        for shown_server in shown:
            console.out_piece_by_piece(facts_as_lines(shown_server, catalogue))


def _print_exclusions(servers: list[Server], catalogue: Catalogue, format: str) -> None:
    named = zip(masking.server_names(catalogue, servers), servers, strict=True)
    rows = [exclusions_row(name, server, catalogue) for name, server in named if not server.error]
    if format == "json":
        _print_json(rows)
    else:
        for row in rows:
            console.out("\n".join(exclusions_lines(row)) + "\n\n")


def _print_layout(servers: list[Server], catalogue: Catalogue, format: str, color: str) -> None:
    names = masking.server_names(catalogue, servers)
    named = [(name, server) for name, server in zip(names, servers, strict=True) if not server.error]
    if format == "json":
        _print_json([layout_row(name, server, catalogue) for name, server in named])
        return
    trees = (layout_tree(name, server, catalogue) for name, server in named)
    colour = terminal.uses_colour(color, sys.stdout)
    console.out_piece_by_piece(layout_texts(trees, colour, terminal.width(sys.stdout)))


def _print_json(rows: list[dict[str, Any]]) -> None:
    console.out_utf8(json.dumps(rows, indent=2, ensure_ascii=False) + "\n")


def _begins(key: str, prefix: str) -> bool:
    """Return whether a key, or the name of a setting, begins with a prefix."""
    key, plain = key.lower(), prefix.lower()
    return key.startswith(plain) or key.removeprefix(_OF_NOTES_INI).startswith(plain)


def _nowhere(prefix: str, known_keys: set[str], catalogue: Catalogue) -> str:
    """Return an error about a prefix of no known key; "" if a key begins with it.

    A known key without a fact in these files is no error: its value is unknown.
    """
    plain = prefix.lower()
    settings = {f"{_OF_NOTES_INI}{name}" for name in catalogue.names}
    keys = known_keys | settings | set(catalogue.keys)
    if any(_begins(key, prefix) for key in keys):
        return ""
    suggestion = _meant(plain, sorted(known_keys), sorted(keys))
    return f'--key: no key begins with "{printable(prefix[:80])}"' + (
        f'; did you mean "{suggestion}"?' if suggestion else ""
    )


def _meant(plain: str, *known: list[str]) -> str:
    """Return the key, or the beginning of a key, that was probably meant; existing keys and full words first."""
    for keys in known:
        names = [name for key in keys for name in (key, key.removeprefix(_OF_NOTES_INI))]
        words = (name[: end.start()] for name in names for end in re.finditer(r"[._]|$", name))
        for beginnings in (words, (name[: len(plain)] for name in names)):
            if slips := near(plain, dict.fromkeys(beginnings), most_slips(plain)):
                return min(slips)[1]
    return ""


class ShownServer(Struct, frozen=True):
    """A server and the keys to show, each with its masked text."""

    name: str
    server: Server
    keys: dict[str, str]


class ShownFact(NamedTuple):
    """A masked fact and the views in which it holds."""

    subject: str
    evidence: Evidence
    views: tuple[str, ...]


def shown_keys(server: Server, catalogue: Catalogue) -> dict[str, str]:
    """Return all keys of a server's facts, each with its masked text."""
    keys = dict.fromkeys(key for view in server.views for _, key in view.facts.known)
    return {key: masking.masked(catalogue, key) for key in keys}


def facts_as_lines(shown: ShownServer, catalogue: Catalogue) -> Iterator[str]:
    """Yield the server's name, its facts and an empty line."""
    width = max(map(len, shown.keys.values()), default=0)
    yield f"{shown.name}\n"
    last = "server"
    for subject, evidence, views in _shown_facts(shown, catalogue):
        key, value, path, line, column, presumed, note = astuple(evidence)
        if key == _SAID_BY_THE_SUBJECT:
            continue
        if subject != last:
            yield f"  {subject}\n"
            last = subject
        remark = ""
        if presumed or note or views != VIEWS:
            notes = [*(views if views != VIEWS else ()), *["assumed"] * presumed, *[note] * bool(note)]
            remark = f"  ({'; '.join(notes)})"
        yield f"  {key:<{width}}  {value}{f'  {path}:{line}:{column}' if path else ''}{remark}\n"
    yield "\n"


def facts_as_json(servers: Iterable[ShownServer], catalogue: Catalogue) -> Iterator[str]:
    """Yield the servers and their facts as indented JSON, piece by piece."""
    before = "[\n"
    for shown in servers:
        yield f'{before}  {{\n    "server": {_json_text(shown.name)},\n    "facts": ['
        between = "\n"
        for fact in _shown_facts(shown, catalogue):
            yield between + _object(fact)
            between = ",\n"
        yield ("]" if between == "\n" else "\n    ]") + "\n  }"
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


_quoted = json.JSONEncoder(ensure_ascii=False).encode


def _json_text(text: str | None) -> str:
    return _quoted(text) if text else "null"


def _object(fact: ShownFact) -> str:
    """Return a fact as a JSON object. It is formatted here because `json` indents ten times as slowly."""
    subject, evidence, views = fact
    key, value, path, line, column, presumed, note = astuple(evidence)
    listed = ",\n".join([f'          "{view}"' for view in views])
    return (
        f'      {{\n        "subject": {_json_text(subject)},\n        "key": {_json_text(key)},\n'
        f'        "value": {_json_text(value)},\n        "path": {_json_text(path)},\n'
        f'        "line": {line or "null"},\n        "column": {column or "null"},\n'
        f'        "presumed": {"true" if presumed else "false"},\n        "note": {_json_text(note)},\n'
        f'        "views": [\n{listed}\n        ]\n      }}'
    )


def _shown_facts(shown: ShownServer, catalogue: Catalogue) -> Iterator[ShownFact]:
    """Yield the facts of the running server, each followed by its value after the next start; then the new facts."""
    server, keys = shown.server, shown.keys
    subjects: dict[Subject, str] = {}
    one_view = len(server.views) == 1  # of most servers, which need no comparison
    every = server.views[0].facts.known if one_view else [place for view in server.views for place in view.facts.known]
    for subject, key in dict.fromkeys(every):
        if key not in keys:
            continue
        if subject not in subjects:
            subjects[subject] = masking.subject_name(catalogue, subject)
        found = (
            [(fact, VIEWS) for fact in server.facts.of(subject, key)] if one_view else _by_view(server, subject, key)
        )
        for fact, views in found:
            yield ShownFact(subjects[subject], evidence_of_fact(catalogue, key, keys[key], fact), views)


def _by_view(server: Server, subject: Subject, key: str) -> Iterator[tuple[Fact, tuple[str, ...]]]:
    """Yield the facts of a key, each with the views in which its value holds."""
    texts = {view.name: {fact.text for fact in view.facts.of(subject, key)} for view in server.views}
    shown_texts: set[str] = set()
    for view in server.views:
        facts = [fact for fact in view.facts.of(subject, key) if fact.text not in shown_texts]
        yield from ((fact, tuple(name for name in texts if fact.text in texts[name])) for fact in facts)
        shown_texts |= texts[view.name]


_SOURCE = {
    "title": "IBM technote 1417504, on virus scanners of the operating system",
    "url": "http://www-01.ibm.com/support/docview.wss?uid=swg21417504",
}
_EXCLUSIONS_HEAD = "Directories that a virus scanner of the operating system should leave alone:"


def exclusions_row(name: str, server: Server, catalogue: Catalogue) -> dict[str, Any]:
    """Return the JSON row of a server: its directories, each with its views and its evidence."""
    by_view = {view.name: report_exclusions.exclusions(view.facts) for view in server.views}
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for view, exclusions_of_view in by_view.items():
        for excluded in exclusions_of_view.directories:
            row = rows.setdefault((excluded.path, excluded.what), _exclusion(excluded, catalogue) | {"views": []})
            row["views"] += [view] if len(by_view) > 1 else VIEWS
    unknown = list(
        dict.fromkeys(text for exclusions_of_view in by_view.values() for text in exclusions_of_view.unknown)
    )
    return {"server": name, "directories": list(rows.values()), "not_known": unknown, "source": _SOURCE}


def _exclusion(excluded: report_exclusions.Excluded, catalogue: Catalogue) -> dict[str, Any]:
    evidence = evidence_of(catalogue, excluded.answer)
    return {
        "path": masking.masked(catalogue, excluded.path),
        "what": excluded.what,
        "in_data_directory": excluded.inside,
        "told_by": {
            "path": evidence.path,
            "line": evidence.line,
            "column": evidence.column,
            "note": evidence.note or None,
        },
    }


def exclusions_lines(row: dict[str, Any]) -> Iterator[str]:
    """Yield a row as lines. A folder in the data directory needs no exclusion if the data directory is excluded."""
    yield row["server"]
    if row["directories"]:
        yield f"  {_EXCLUSIONS_HEAD}"
    width = max((len(directory["path"]) for directory in row["directories"]), default=0)
    for directory in row["directories"]:
        remarks = ["in the data directory"] * directory["in_data_directory"]
        remarks += [", ".join(directory["views"])] * (tuple(directory["views"]) != VIEWS)
        remarks += [directory["told_by"]["note"]] * bool(directory["told_by"]["note"])
        remark = f" ({'; '.join(remarks)})" if remarks else ""
        yield f"  {directory['path']:<{width}}  {directory['what']}{remark}{_spot(directory['told_by'])}"
    for text in row["not_known"]:
        yield f"  Not known: {text}"
    yield f"  Source: {row['source']['title']}, {row['source']['url']}"


def _spot(place: dict[str, Any]) -> str:
    return f"  {place['path']}:{place['line']}:{place['column']}" if place["path"] and place["line"] else ""


_MAX_NAMES = 6  # of arrays that are alike
_NOTHING = "what is stored here is unknown"


class Branch(Struct, frozen=True):
    """A line of the tree and the branches below it."""

    name: str
    about: str = ""
    branches: tuple["Branch", ...] = ()


def layout_tree(name: str, server: Server, catalogue: Catalogue) -> Branch:
    """Return the storage of a server."""
    layout = layout_of(server.facts, (), catalogue)
    branches = tuple(_branches(layout))
    return Branch(name, "" if branches else "controllers, arrays, disks and volumes are unknown", branches)


def layout_row(name: str, server: Server, catalogue: Catalogue) -> dict[str, Any]:
    """Return the same for JSON."""
    return {"server": name, "layout": row(layout_of(server.facts, (), catalogue))}


def _tree_text(tree: Branch, colour: bool, width: int) -> str:
    """Return the tree as text: indented lines or, in colour, drawn by rich."""
    if not colour:
        return rendered(_tree_lines(tree, 0), colour, width)
    console = Console(force_terminal=True, width=width, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        console.print(_rich_tree(tree), soft_wrap=True)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def _tree_lines(branch: Branch, depth: int) -> Iterator[Line]:
    yield [("  " * depth, ""), (branch.name, "strong"), (_behind(branch), "")]
    for below in branch.branches:
        yield from _tree_lines(below, depth + 1)


def _behind(branch: Branch) -> str:
    return f"  {branch.about}" if branch.about else ""


def _rich_tree(branch: Branch) -> Tree:
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


def layout_texts(trees: Iterable[Branch], colour: bool, width: int) -> Iterator[str]:
    """Yield the text of each server, with an empty line after."""
    for tree in trees:
        yield _tree_text(tree, colour, width) + "\n"

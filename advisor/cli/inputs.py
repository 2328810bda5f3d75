"""Arguments and options that several commands take: paths, releases, folders of rules; and their completions."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from advisor.cli import console
from advisor.cli.errors import MAX_ALIKE, Faults, WrongUse
from advisor.configuration.site import Configuration
from advisor.derive import Overrides
from advisor.pack import Catalogue, Pack, builtin, builtin_json, from_json
from advisor.servers import gather
from advisor.servers.arguments import is_address, missing
from advisor.servers.contents import stream_pieces
from advisor.servers.model import Found, Gathered, Unread
from advisor.servers.reading import Reading
from advisor.values import release
from advisor.values.paths import NOT_THERE, is_folder, is_missing
from advisor.values.printing import from_here, number, printable, printable_path
from advisor.values.release import ReleaseList

STDIN = "stdin"  # the name of standard input in reports


def overrides(release_text: str | None, platform: str | None, bits: str | None) -> Overrides:
    """Return what the options --release, --platform and --bits state about servers. Raises WrongUse."""
    spelled = release_named("--release", release_text, "9.0.1FP10") if release_text is not None else None
    return Overrides(spelled, platform, int(bits) if bits else None)


def release_named(option: str, text: str, example: str) -> str:
    """Return the release that an option names, as HCL spells it. Raises WrongUse, with `example` as a hint."""
    spelled = release.spell(text)
    if release.parse(text) is None or _goes_on(text, spelled):
        raise WrongUse([f'{option}: "{text[:80]}" names no release; write it as {example}'])
    return spelled


def _goes_on(text: str, spelled: str) -> bool:
    """Return whether a word has further characters after the release, as in 9.0.1FP1O."""
    return text.partition(spelled)[2][:1].isalnum()


def releases_of(site: Configuration, faults: Faults) -> ReleaseList | None:
    """Return the site's list of fix packs, or None. A list that cannot be used is added to the faults."""
    if not site.releases:
        return None
    from advisor.pack import releases

    try:
        return releases.load(site.folder / site.releases, printable(site.releases))
    except releases.BadReleases as error:
        faults.add(f"{site.at('releases')}: releases: {error}")
        return None


def as_typed(argument: str) -> str:
    """Return a path or an address of the command line for printing."""
    if not is_address(argument):
        return printable_path(argument)
    from advisor.servers import addresses  # most files are on disks

    return addresses.shown(argument)


def must_be_there(arguments: list[str], faults: Faults) -> None:
    """Add a fault for each path that does not exist, and for `-` if it is closed or given twice. Raises WrongUse."""
    if any(not Path(path).is_absolute() for path in arguments if path != "-"):
        try:
            Path.cwd()
        except OSError:  # it was deleted
            raise WrongUse(["the working directory is not there any more; change to one that is"]) from None
    for path in missing(arguments):
        faults.add(f"{path or 'an empty path'}: {NOT_THERE}")
    for address in filter(is_address, arguments):
        from advisor.servers import addresses

        if why := addresses.why_not(address):
            faults.add(f"{addresses.shown(address)}: {why}")
    if "-" in arguments and sys.stdin is None:
        faults.add("-: standard input is closed")
    if arguments.count("-") > 1:
        faults.add("-: standard input can be read only once")


def pack_of(rules: Path | None, faults: Faults, site: Configuration | None = None) -> Pack:
    """Return the built-in rules and a site's own: of the folder of --rules, else of those that `site` names."""
    folders = [(rules, f"--rules {rules.as_posix()}")] if rules else folders_of(site) if site else []
    if not folders:
        return builtin()
    from advisor.pack.rulebook import (
        compile_site,
        is_built_in,  # the compiler of rules needs pydantic and lark
    )

    data, warnings = builtin_json(), list[str]()
    for folder, label in _each_once(folders):
        if is_missing(folder):
            faults.add(f"{label}: {NOT_THERE}")
        elif not is_folder(folder):
            faults.add(f"{label}: not a folder")
        elif is_built_in(folder):
            faults.add(f"{label}: these are domlint's own rules, which run anyway")
        else:
            data, slips = compile_site(folder, data, warnings.append)
            for slip in slips:
                faults.add(slip)
    for warning in warnings[:MAX_ALIKE]:
        console.error(f"warning: {warning}")
    if len(warnings) > MAX_ALIKE:
        console.error(f"warning: {number(len(warnings) - MAX_ALIKE, 'more thing')} of this kind")
    return from_json(data)


def _each_once(folders: list[tuple[Path, str]]) -> Iterator[tuple[Path, str]]:
    """Yield folders of rules without duplicates, each with the option or line that names it."""
    seen: set[str] = set()
    for folder, label in folders:
        try:
            real = os.path.realpath(folder)
        except (OSError, ValueError):  # a name that no folder can have
            real = str(folder)
        if real not in seen:
            seen.add(real)
            yield folder, label


def folders_of(site: Configuration) -> list[tuple[Path, str]]:
    """Return the folders of rules that a configuration names, each with the line that names it."""
    return [
        (
            site.folder / name if Path(name).is_absolute() else from_here(site.folder / name),
            f"{site.at('rules', number)}: rules {printable(name)}",
        )
        for number, name in enumerate(site.rules)
    ]


def rule_words(incomplete: str) -> list[str]:
    """Complete the name, id or category of a rule."""
    labels = [label for rule in builtin().rules for label in (rule.name, rule.id, rule.category)]
    return [label for label in dict.fromkeys(labels) if label.lower().startswith(incomplete.lower())]


def profile_names(incomplete: str) -> list[str]:
    """Complete the name of a profile."""
    return [name for name in builtin().profiles if name.startswith(incomplete)]


def words(options: list[str] | None) -> tuple[str, ...]:
    """Split option values at commas: `--select LOG,MEM --select THR001` is three words."""
    return tuple(word.strip() for option in options or () for word in option.split(",") if word.strip())


def read(
    paths: list[str],
    catalogue: Catalogue,
    *,
    with_folder: bool = False,
    seen: Callable[[str], None] = lambda path: None,
) -> tuple[Reading, list[Unread]]:
    """Read the files of the arguments. Return them, and the files that were not opened."""
    gathered, reading = Gathered(catalogue), Reading(catalogue)
    for file, source in discover(gathered, paths, with_folder=with_folder, seen=seen):
        reading.take(file, source)
    return reading, gathered.unread


def discover(
    gathered: Gathered,
    paths: list[str],
    *,
    stdin_name: str = STDIN,
    with_folder: bool = False,
    seen: Callable[[str], None] = lambda path: None,
) -> Iterator[Found]:
    """Yield the files of the arguments with their texts. Files that cannot be opened are noted in `gathered`.

    seen: called with the path of each file. Raises WrongUse if a report would replace one of them.
    """

    def stdin() -> Iterator[bytes]:
        return stream_pieces(sys.stdin.buffer)

    yield from gather.discover(gathered, paths, stdin, stdin_name, with_folder, seen)
    if gathered.overwritten:
        raise WrongUse(f"{path}: it is read as an input; write the report elsewhere" for path in gathered.overwritten)

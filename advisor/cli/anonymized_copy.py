"""Copies of the inputs with other names: for `domlint anonymize`, and for --anonymize of other commands."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from msgspec.structs import replace

from advisor import limits
from advisor.anonymizing.copying import Anonymizer, InputCopy, LeftOut, inputs_of, left_out, names_of_path, write
from advisor.anonymizing.name_forms import Name
from advisor.anonymizing.table import NameTable
from advisor.cli import console, inputs
from advisor.cli.errors import Faults, WrongUse
from advisor.cli.run_options import CheckOptions
from advisor.derive import Overrides
from advisor.judging.run import Run
from advisor.pack import Catalogue, builtin
from advisor.report import masking
from advisor.servers.arguments import is_address
from advisor.servers.contents import HeldBytes
from advisor.servers.model import NOT_READ, Gathered, ParsedFile, Unread
from advisor.servers.reading import Reading
from advisor.servers.walk import printed, real_path, root_of
from advisor.values.paths import files_below
from advisor.values.printing import number

_MAX_COPIED_BYTES = limits.MAX_CONSOLE_LOG_BYTES
_TOO_LARGE = "larger than 128 MB: cut it, and anonymize the part"


class ReadInputs(NamedTuple):
    """The files of the arguments that can be copied, and those that cannot."""

    files: list[InputCopy]
    parsed: list[ParsedFile]
    catalogue: Catalogue  # as masks use it: words of names of servers and ports are no secrets
    left_out: list[LeftOut]
    unread: int  # the number of files that would make a report incomplete


def read_inputs(paths: list[str], catalogue: Catalogue, *, with_folder: bool = False) -> ReadInputs:
    """Find and read the files of the arguments. Raises WrongUse."""
    gathered, reading = Gathered(catalogue), Reading(catalogue)
    gathered.examined, gathered.recognised = [], []
    for file, source in inputs.discover(gathered, paths, with_folder=with_folder):
        reading.take(file, source)
    for folder in (real_path(Path(path)) for path in paths if Path(path).is_dir()):
        gathered.examined += (printed(path, root_of(folder)) for path in files_below(folder, limits.MAX_FOLDER_DEPTH))
    files = inputs_of(found for found in gathered.recognised if found[0].size <= _MAX_COPIED_BYTES)
    large = [file for file, _ in gathered.recognised if file.size > _MAX_COPIED_BYTES]
    unread = [*gathered.unread, *(Unread(file.printed, None, _TOO_LARGE, True, NOT_READ) for file in large)]
    missed = left_out(gathered.examined, [*unread, *reading.unread], [file.printed for file in files])
    parsed = list(reading.files)
    of_run = masking.of_run(catalogue, Run(reading, Overrides()).servers)
    return ReadInputs(files, parsed, of_run, missed, sum(part.what == NOT_READ for part in unread))


def must_be_copyable(paths: Sequence[str], faults: Faults) -> None:
    """Add a fault for standard input and addresses, which are not copied."""
    for path in paths:
        if path == "-":
            faults.add("-: standard input cannot be anonymized; save it as a file first")
        elif is_address(path):
            faults.add(f"{inputs.as_typed(path)}: an address cannot be anonymized; copy its files here first")


@contextmanager
def anonymized_paths(
    paths: list[str] | None, *, with_folder: bool = False, names: Iterable[str] = ()
) -> Iterator[tuple[list[str], NameTable]]:
    """Copy the inputs with other names to a temporary folder, and yield the new paths and the table of names.

    names: names of servers on the command line. Raises WrongUse.
    """
    given = paths or ["."]
    faults = Faults()
    inputs.must_be_there(given, faults)
    must_be_copyable(given, faults)
    faults.stop()
    catalogue = builtin().catalogue
    read = [read_inputs([path], catalogue, with_folder=with_folder) for path in given]
    if unread := sum(one.unread for one in read):
        console.error(f"{number(unread, 'file')} could not be read; domlint anonymize lists what is left out")
    table = NameTable()
    table.add(part for name in names for part in _parts(name))
    for path in given:
        for part in Path(path).resolve().parts[-2:]:
            table.add(names_of_path(part))
    public = frozenset(word for one in read for word in one.catalogue.public)
    ports = frozenset(port for one in read for port in one.catalogue.ports)
    anonymizer = Anonymizer(catalogue.of_run(public, ports), table)
    every_file = [file for one in read for file in one.files]
    anonymizer.collect(every_file, [file for one in read for file in one.parsed])
    with TemporaryDirectory(prefix="domlint-") as folder:
        yield (
            [
                str(_copied(path, one.files, anonymizer, Path(folder, str(position))))
                for position, (path, one) in enumerate(zip(given, read, strict=True), 1)
            ],
            table,
        )


@contextmanager
def anonymized_options(given: CheckOptions) -> Iterator[CheckOptions]:
    """Yield the options of a check of a copy with other names. Raises WrongUse."""
    refuse_configuration(given.config)
    if given.baseline:
        raise WrongUse(
            ["--baseline and --anonymize: a baseline has the original names; compare --anonymize compares two reports"]
        )
    names = [given.server] if given.server else []
    with anonymized_paths(given.paths, with_folder=given.with_folder, names=names) as (paths, table):
        server = table.replace(given.server) if given.server else given.server
        yield replace(given, paths=paths, server=server, isolated=True)


def refuse_configuration(config: Path | None) -> None:
    """Raise WrongUse for a configuration file, because reports print names from it."""
    if config:
        raise WrongUse(["--config and --anonymize: reports print names from the configuration; leave it out"])


def _parts(name: str) -> Iterator[Name]:
    first, *rest = name.split("/")
    yield Name("Server", first.partition("=")[2] or first)
    for part in rest:
        yield Name("Org", part.partition("=")[2] or part)


def _copied(path: str, files: list[InputCopy], anonymizer: Anonymizer, folder: Path) -> Path:
    """Copy the files of an argument below a folder, and return the new path of the argument."""
    real = Path(path).resolve()
    name = anonymizer.table.replace(real.name) or "files"
    if real.is_dir():
        out = folder / name
        out.mkdir(parents=True)
        write(anonymizer.copies(files), out)
        return out
    out = folder / (anonymizer.table.replace(real.parent.name) or "files")
    out.mkdir(parents=True)
    if len(files) == 1 and files[0].path == (real.name,):
        write(anonymizer.copies(files), out)
    else:
        write((file._replace(path=(f"{name}!", *file.path)) for file in anonymizer.copies(files)), out)
    if not (out / name).exists():
        (out / name).write_bytes(b"")
    return out / name


@contextmanager
def anonymized_reports(paths: list[str]) -> Iterator[list[str]]:
    """Copy reports with other names to a temporary folder, and yield the new paths. Raises WrongUse."""
    faults = Faults()
    must_be_copyable(paths, faults)
    faults.stop()
    by_path = {path: list(_files_of(Path(path))) for path in paths}
    anonymizer = Anonymizer(builtin().catalogue, NameTable(), are_reports=True)
    anonymizer.collect([file for files in by_path.values() for file in files], [])
    with TemporaryDirectory(prefix="domlint-") as folder:
        copied = []
        for position, (path, files) in enumerate(by_path.items(), 1):
            out = Path(folder, str(position), anonymizer.table.replace(Path(path).name) if Path(path).is_dir() else "")
            write(anonymizer.copies(files), out)
            copied.append(str(out if Path(path).is_dir() else out / anonymizer.path(files[0].path)[0]))
        by_copy = dict(zip(by_path, copied, strict=True))
        yield [by_copy[path] for path in paths]


def _files_of(path: Path) -> Iterator[InputCopy]:
    files = files_below(path, limits.MAX_FOLDER_DEPTH) if path.is_dir() else [path]
    for file in files:
        if file.is_file() and (not path.is_dir() or file.suffix in {".json", ".ndjson"}):
            parts = file.relative_to(path).parts if path.is_dir() else (file.name,)
            try:
                data = file.read_bytes()
            except OSError as error:
                raise WrongUse([f"{file}: {error.strerror}"]) from error
            yield InputCopy(str(file), parts, HeldBytes(data))

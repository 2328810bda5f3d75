"""`domlint anonymize`: write a copy of the files without names, and put names back into a report."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from advisor.anonymizing.copying import Anonymizer, CopiedFile, LeftOut, write
from advisor.anonymizing.table import Entry, NameTable, restored
from advisor.cli import check_run, console, inputs, options
from advisor.cli.anonymized_copy import must_be_copyable, read_inputs
from advisor.cli.console import Progress
from advisor.cli.errors import FINDINGS, FINE, NOTHING_HERE, NOTHING_READ, Faults, WrongUse
from advisor.cli.run_options import CheckOptions, plan_check
from advisor.pack import builtin
from advisor.report.run_report import ReportBuilder
from advisor.run import parts_of_servers
from advisor.values.paths import NOT_THERE
from advisor.values.printing import number, printable, printable_path

_MAX_WORDS = 30
_MAX_DIFFERENCES = 50
_OWNER_ONLY = 0o600

Words = Annotated[
    list[str], typer.Argument(metavar="PATHS OUT|REPORT", help="Files, folders and archives; and a new folder or .zip.")
]
MapFile = Annotated[Path | None, typer.Option("--map", metavar="FILE", help="Write the table of names to this file.")]
Restore = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Print REPORT with the original names of this table of names.")
]
Keep = Annotated[list[str] | None, typer.Option(metavar="WORD", help="Do not replace this word. May be repeated.")]
Replace = Annotated[list[str] | None, typer.Option(metavar="WORD", help="Replace this word, too. May be repeated.")]


@options.command(
    "domlint anonymize servers/ for-support.zip --map names.json", "domlint anonymize --restore names.json report.html"
)
def anonymize(
    words: Words,
    map_file: MapFile = None,
    restore: Restore = None,
    keep: Keep = None,
    replace: Replace = None,
) -> int:
    """Write a copy of files without names of servers, people and networks, which gives the same findings.

    Secrets are removed. Files that domlint does not read are left out. Then domlint checks both and compares.

    Exit code: 0 the same findings, 1 other findings, 2 wrong use, 3 nothing recognised, 4 a bug of domlint.
    """
    if restore:
        return _restore(restore, words)
    *paths, out = words
    _refuse(paths, out, map_file)
    table = NameTable(keep or (), replace or ())
    with Progress():
        read = read_inputs(paths, builtin().catalogue)
        if not read.files:
            console.error(NOTHING_HERE)
            return NOTHING_READ
        anonymizer = Anonymizer(read.catalogue, table)
        anonymizer.collect(read.files, read.parsed)
        copied: list[CopiedFile] = []
        write(_noting(anonymizer.copies(read.files), copied), Path(out))
        if map_file:
            _write_private(map_file, table.as_json())
    _print_copy(copied, read.left_out, anonymizer, out)
    return _compare_findings(paths, out, copied)


def _restore(map_file: Path, words: list[str]) -> int:
    """Print a report with the original names. Raises WrongUse."""
    if len(words) != 1:
        raise WrongUse(["--restore takes one report"])
    try:
        rows = json.loads(map_file.read_text(encoding="utf-8"))["names"]
        table = [Entry(str(row["name"]), str(row["replacement"])) for row in rows]
    except OSError as error:
        raise WrongUse([f"--restore {map_file}: {error.strerror}"]) from error
    except (ValueError, KeyError, TypeError) as error:
        raise WrongUse([f"--restore {map_file}: not a table of names that --map wrote"]) from error
    try:
        report = Path(words[0]).read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise WrongUse([f"{printable_path(words[0])}: {error.strerror}"]) from error
    console.out_utf8(restored(report, table))
    return FINE


def _refuse(paths: list[str], out: str, map_file: Path | None) -> None:
    """Raise WrongUse if something would be overwritten, or if the table of names would be given away."""
    faults = Faults()
    if not paths:
        faults.add("anonymize takes paths, and last a new folder or .zip for the copy")
    inputs.must_be_there(paths, faults)
    must_be_copyable(paths, faults)
    target = Path(out)
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        faults.add(f"{printable_path(out)}: it exists; name a new folder or .zip")
    if not target.absolute().parent.is_dir():
        faults.add(f"{printable_path(str(target.parent))}: {NOT_THERE}")
    real = target.resolve()
    for path in paths:
        if Path(path).is_dir() and real.is_relative_to(Path(path).resolve()):
            faults.add(f"{printable_path(out)}: it lies in {printable_path(path)}; write the copy elsewhere")
    if map_file:
        if map_file.resolve() == real or map_file.resolve().is_relative_to(real):
            faults.add(f"--map {map_file}: it lies in the copy; keep the table of names elsewhere")
        elif map_file.exists():
            faults.add(f"--map {map_file}: it exists; name a new file")
        elif not map_file.absolute().parent.is_dir():
            faults.add(f"--map {map_file.parent}: {NOT_THERE}")
    faults.stop()


def _write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner can read. Raises WrongUse."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "wb") as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise WrongUse([f"--map {path}: {error.strerror}"]) from error


def _noting(files: Iterator[CopiedFile], copied: list[CopiedFile]) -> Iterator[CopiedFile]:
    """Yield the files, and note each without its bytes."""
    for file in files:
        copied.append(file._replace(data=b""))
        yield file


def _print_copy(copied: list[CopiedFile], left: list[LeftOut], anonymizer: Anonymizer, out: str) -> None:
    names = number(len(anonymizer.table.entries), "name")
    console.out(f"{printable_path(out)}: {number(len(copied), 'file')}, {names} replaced\n")
    for file in left:
        console.out(f"left out: {file.path}: {printable(file.reason)}\n")
    if anonymizer.unjudged:
        common = [word for word, _ in sorted(anonymizer.unjudged.items(), key=lambda pair: (-pair[1], pair[0]))]
        more = f" and {len(common) - _MAX_WORDS} more" if len(common) > _MAX_WORDS else ""
        console.out(f"not replaced, may be names: {', '.join(map(printable, common[:_MAX_WORDS]))}{more}\n")
        console.out("Read them. --replace WORD replaces a word; --keep WORD keeps one.\n")


class FoundRow(NamedTuple):
    """A finding as it must be equal in the copy."""

    rule: str
    severity: str
    path: str
    line: int | None


def _compare_findings(paths: list[str], out: str, copied: list[CopiedFile]) -> int:
    """Check both, print whether the findings are the same, and return the exit code."""
    by_original = {file.original: _shown(file.path) for file in copied}
    before = Counter(row._replace(path=by_original.get(row.path, row.path)) for row in findings_of(paths))
    ends = {path: path for path in by_original.values()}
    after = Counter(row._replace(path=_end(row.path, ends)) for row in findings_of([out]))
    if before == after:
        count = sum(before.values())
        console.out(f"same {number(count, 'finding')}\n" if count != 1 else "same 1 finding\n")
        return FINE
    for label, rows in (("only before", before - after), ("only in the copy", after - before)):
        for row in sorted(rows, key=str)[:_MAX_DIFFERENCES]:
            place = f"{row.path}:{row.line}" if row.line else row.path
            console.out(f"{label}: {row.rule} ({row.severity}) {place}\n")
    console.out("The findings differ. Keep the copy for yourself, and report this as a bug of domlint.\n")
    return FINDINGS


def _shown(path: tuple[str, ...]) -> str:
    return "/".join(path).replace("!/", "!")


def _end(printed: str, ends: dict[str, str]) -> str:
    """Return the known path at the end of a printed path."""
    end = printed
    while end and end not in ends:
        cut = min((place for place in (end.find("/"), end.find("!")) if place >= 0), default=-1)
        if cut < 0:
            return printed
        end = end[cut + 1 :]
    return end or printed


def findings_of(paths: list[str]) -> Iterator[FoundRow]:
    """Check files, and yield what must be equal in their copy."""
    check_options = CheckOptions(paths=paths, isolated=True)
    plan = plan_check(check_options)
    with Progress() as progress:
        loaded = check_run.load_run(check_options, plan, progress)
        builder = ReportBuilder(loaded.run, loaded.context, keep=True)
        for part in parts_of_servers(loaded.run, loaded.context, builder.names):
            builder.add(part)
        report = builder.report(loaded.unread, "")
    for finding in report.findings:
        location = finding.location
        yield FoundRow(
            finding.rule, finding.severity, location.path if location else "", location.line if location else None
        )

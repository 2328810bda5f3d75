"""Whole: a file all the way to its report, in this process and without a disk: judged, derived, written."""

import json
from functools import cache

from judged import whole_report

from advisor import readers
from advisor.configuration.decisions import Decisions
from advisor.derive import Overrides
from advisor.judging.run import Run
from advisor.pack import builtin
from advisor.report import server_report
from advisor.servers.model import Folder, InputFile
from advisor.servers.reading import read
from advisor.writers import Options
from advisor.writers import json as json_writer
from advisor.writers import text as text_writer

PACK = builtin()
BESIDE = b"[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=1\n"


def input_file(reader, name, data):
    """A file of the folder `server`, in memory."""
    source = readers.source_of(reader, name, data[: readers.HEAD], lambda: iter([data]))
    return InputFile(f"server/{name}", reader.key, name, Folder(0, (), ("server",), "server"), False, kept=source)


def holds_whole(name, data):
    """A file beside a small NOTES.INI, or alone where it is one: nothing breaks, and both formats can be written."""
    taker = readers.recognise(f"{name}.txt", data[: readers.HEAD], PACK.catalogue)
    if taker is None:
        return
    files = [input_file(taker, f"{name}.txt", data)]
    if taker.name != "notes.ini":
        files.append(input_file(readers.reader("notes_ini"), "notes.ini", BESIDE))
    report = report_of(files)
    for one in report.unread:
        assert "internal error" not in one.reason, one.reason
    assert not [error for error in report.errors if error.internal], report.errors
    json.loads(json_writer.render(report, _options()))
    assert text_writer.render(report, _options())


def report_of(files):
    """The report on some files."""
    run = Run(read(files, PACK.catalogue), Overrides())
    context = server_report.run_context(PACK.rules, PACK, Decisions(), run.servers)
    return whole_report(run, [], context)


@cache
def _options():
    return Options()

"""Overwriting: what no report is written over inside what is checked, where every file may be somebody's evidence."""

import re
import stat
from pathlib import Path

from advisor import readers
from advisor.source import Source

_ENOUGH = 65536  # bytes at either end
_COLOUR = re.compile(rb"\x1b\[[0-9;]*m")
_BEGINS = {
    "junit": re.compile(rb'<\?xml [^>]*>\s*<testsuites name="domlint" '),
    "markdown": re.compile(rb"# (?:Order of work by domlint|Domino servers checked by domlint)\n"),
    "csv": re.compile(rb"status,severity,server,cluster,rule,"),
    "github": re.compile(rb"(?m)(?:::(?:error|warning|notice) .*\n)*::notice title=domlint::.*\n"),
    "gitlab": re.compile(
        rb'\[\]\s|\[\s*\{"description":".+","check_name":"[a-z0-9-]+","fingerprint":"(?:dl1|domlint):'
    ),
    "script": re.compile(rb"# domlint fix: what |(?:set config|restart|load|tell) ", re.IGNORECASE),
    "html": re.compile(rb'<!doctype html>\s.{0,200}?<meta name="generator" content="domlint ', re.DOTALL),
    "json": re.compile(
        rb'\{\s+"schema_version":\s*\d+,\s*"complete":\s*(?:true|false),\s*"tool":\s*\{\s*"name":\s*"domlint"'
    ),
    "ndjson": re.compile(rb'\{"schema_version":\s*\d+,\s*".+'),
    "tickets": re.compile(rb'\{"domlint":"(?:ticket|end)"'),
    "sarif": re.compile(rb'\{\s*"\$schema":\s*"[^"]*sarif[^"]*".{0,200}?"name":\s*"domlint"', re.DOTALL),
}
# Text ends with a total or with how much was checked; concise text has a line for each finding.
_TEXT = re.compile(rb"(?m)^\d+ servers?: |rules? could be checked")
_FINDING = re.compile(rb".+: (?:critical|high|medium|low|info) [A-Z]+\d+ .*")


def why_not(file: str, format: str) -> str:
    """Why a report may not go there, where a folder that is checked holds the file; "" where it may."""
    path = Path(file)
    if readers.suggested(path.name):
        return "lies in what is checked and is called as inputs are; choose another name"
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or not status.st_size or _is_report(path, format, status.st_size):
            return ""
    except FileNotFoundError:
        return ""
    except OSError:
        pass  # nobody knows what is there
    what = format if format == "script" else f"{format} report"
    return f"lies in what is checked and is no {what} of domlint; write the {what.split()[-1]} to a file of its own"


def _is_report(path: Path, format: str, size: int) -> bool:
    """Whether a file holds a report of a format, by how it begins, or of text by how it ends."""
    with path.open("rb") as stream:
        if format in _BEGINS:
            return bool(_BEGINS[format].match(Source.of("", stream.read(_ENOUGH)).data))
        if format == "text":
            stream.seek(max(0, size - _ENOUGH))
        part = _COLOUR.sub(b"", stream.read(_ENOUGH))
    return bool(_TEXT.search(part)) if format == "text" else all(map(_FINDING.fullmatch, _whole_lines(part)))


def _whole_lines(head: bytes) -> list[bytes]:
    """The lines of a head; a single one that does not end in it too."""
    return [line.rstrip(b"\r") for line in head[: head.rfind(b"\n") + 1].split(b"\n") if line] or [head]

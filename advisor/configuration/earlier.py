"""Earlier: an earlier report of `domlint check` as JSON or as lines of it, read with nothing forgiven."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from advisor import limits
from advisor.values.paths import why_not_opened

NOT_A_REPORT = "not a report of domlint check --format json or ndjson"
_BROKEN_OFF = "its last line is missing, so that run broke off; make a new one"
_NO_NUMBER = re.compile(r'"(?>[^"\\]++|\\.)*+"|(-?Infinity|NaN)')  # JSON has no such words, but Python reads them


class NoReport(ValueError):
    """A file that cannot be used as an earlier report, and why."""


@contextmanager
def refusing(shown: str) -> Iterator[None]:
    """Whatever is wrong in a report is a NoReport, which begins with `shown`: who asks for it, or the file."""
    try:
        yield
    except OSError as slip:
        raise NoReport(f"{shown}: {why_not_opened(slip)}") from None
    except NoReport as slip:
        raise NoReport(f"{shown}: {slip}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError):
        raise NoReport(f"{shown}: {NOT_A_REPORT}") from None


def bytes_in(path: Path) -> bytes:
    """What a file holds. Raises OSError, and NoReport where it is too large."""
    with path.open("rb") as file:
        return bytes_of(file)


def bytes_of(stream: IO[bytes]) -> bytes:
    """What a stream holds. Raises NoReport where it is too large."""
    raw = stream.read(limits.MAX_REPORT_BYTES + 1)
    if len(raw) > limits.MAX_REPORT_BYTES:
        raise NoReport(f"larger than {limits.MAX_REPORT_BYTES // 1024**2} MB, which no report is")
    return raw


def lines_of(raw: bytes, schemas: tuple[int, ...]) -> list[Any]:
    """The objects of a report, in UTF-8 or UTF-16: one, or of NDJSON one for each line.

    schemas: the versions of the form that are asked for. Raises NoReport, and what `refusing` makes one of.
    """
    import json  # late: most runs have none

    lines = _lines(raw.decode(json.detect_encoding(raw), "surrogatepass"))
    version = lines[0]["schema_version"]
    if version not in schemas or isinstance(version, bool):
        raise _other(version, schemas)
    if "complete" not in lines[-1]:
        raise NoReport(_BROKEN_OFF)
    return lines


def _lines(text: str) -> list[Any]:
    """The objects of a report: one in many lines, or one in each of them. Raises NoReport if NaN is a value."""
    import json

    def no_number(word: str) -> None:
        first = next(match for match in _NO_NUMBER.finditer(text) if match[1])
        raise NoReport(f"is not JSON: {word} in line {text.count(chr(10), 0, first.start()) + 1}")

    try:
        return [json.loads(text, parse_constant=no_number)]
    except NoReport:
        raise
    except ValueError:
        return [json.loads(line, parse_constant=no_number) for line in text.split("\n") if line.strip()]


def _other(version: object, schemas: tuple[int, ...]) -> NoReport:
    """What to do about a report with another schema."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        return NoReport(NOT_A_REPORT)
    if version > schemas[-1]:
        return NoReport(f"a report of a newer domlint (schema_version {version}); check with that one")
    return NoReport(
        f"a report of an older domlint (schema_version {version}); "
        "make a new one with --format json:FILE, on the same paths and without --baseline"
    )
